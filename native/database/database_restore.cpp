// A restore over the files of the database: RESTORE DATABASE ... WITH REPLACE. The server closes
// the database for it, and opens it from what is restored.
#include <algorithm>
#include <utility>

#include "base/mutation.h"
#include "database/database.h"
#include "telemetry/sql_errors.h"

namespace snapscope::database {

MUTATION(kLogRestartsTooLow, "the log after a restore begins in the last VLF of the one before it",
         NoticedBy::kTests);

Result<RestoreUnderWay> Database::BeginRestore(std::vector<backup::MediaSet> backups,
                                               backup::StopPoint stop, std::string source) {
  for (const auto& snapshot : snapshots_->snapshots()) {
    if (snapshot->state() == snapshot::State::kDropped) continue;
    return telemetry::kCannotRestoreSource(options_.scenario->database, snapshot->name());
  }
  const uint32_t log_above = Mutated(kLogRestartsTooLow) ? 0 : 1;
  return RestoreUnderWay{.backups = std::move(backups),
                         .stop = stop,
                         .source = std::move(source),
                         .log_restart = log_->end_lsn().vlf() + log_above};
}

Task<Status> Database::RestoreFiles(Worker& worker, RestartFigures& figures) {
  const RestoreUnderWay& restore = *options_.restore;
  AssemblePool();
  StartLazyWriter();
  backup::Restoration restoration(engine_, *files_.log(), restore.source, /*beside=*/false);
  if (restore.in_steps) {
    for (const backup::MediaSet& files : restore.backups) {
      std::vector<backup::MediaSet> one{files};
      CO_TRY(co_await restoration.Add(worker, std::move(one), restore.stop,
                                      backup::ChainEnd::kNoRecovery, restore.continue_after_error));
      // A backup may have commits behind the time up to which it says that it reaches.
      if (restoration.figures().stopped_at != kNever) break;
    }
  } else {
    CO_TRY(co_await restoration.Add(worker, restore.backups, restore.stop,
                                    backup::ChainEnd::kRecovery, restore.continue_after_error));
  }
  CO_TRY_ASSIGN(backup::RestoreFigures restored, co_await restoration.Recover(worker));
  wal::LogOptions rebuilt;
  rebuilt.vlf_count = options_.scenario->log_vlfs;
  rebuilt.first_vlf = std::max(restore.log_restart, restored.end.vlf() + 1);
  CO_TRY_ASSIGN(log_, co_await wal::Log::Create(worker, *files_.log(), *options_.cpu,
                                                *options_.telemetry, rebuilt));
  figures.restored = std::move(restored);
  figures.log_begin = Lsn::Of(rebuilt.first_vlf, 0, 0);
  co_return Status();
}

}  // namespace snapscope::database
