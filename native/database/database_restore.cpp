// A restore over the files of the database: RESTORE DATABASE ... WITH REPLACE. The server closes
// the database for it, and opens it from what is restored.
#include <algorithm>
#include <utility>

#include "base/mutation.h"
#include "database/database.h"
#include "database/file_names.h"
#include "telemetry/sql_errors.h"

namespace snapscope::database {

MUTATION(kNewerSnapshotForgotten,
         "a restore of an array snapshot does not keep what was there before it");
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

// The snapshot's log is mounted first: an array deletes no snapshot that is mounted.
Status Database::KeepBeforeRestore(Machine& machine, const scenario::Scenario& scenario,
                                   const ArrayRestore& restore, TimeNs now) {
  storage::SnapshotArray& array = *machine.array();
  const storage::FilePlace set_log = SetLogPlace(machine, scenario);
  if (set_log.Exists()) TRY(set_log.RemoveNow());  // of a restore that was cut off
  TRY(array.Mount(restore.set.name, LogFilePlace(machine, scenario), set_log.path));
  const std::vector<storage::ArraySnapshot> there = array.snapshots();
  const bool is_kept = std::ranges::find(there, restore.kept, &storage::ArraySnapshot::name) !=
                       there.end();  // by a restore that was cut off
  if (is_kept || Mutated(kNewerSnapshotForgotten)) return Status();
  const Status kept = array.Take(restore.kept, restore.volumes, now);
  if (!kept.ok()) (void)set_log.RemoveNow();
  return kept;
}

// The array gives back the data files alone. The log file says before that nobody else may open the
// database any more; it is put together from the log of the snapshot, as from that of a backup. So
// a restore that is cut off leaves a database that cannot be opened, wherever it had come to.
Task<Status> Database::RestoreByArray(Worker& worker) {
  const ArrayRestore& restore = *options_.restore->array;
  const size_t phase = options_.telemetry->BeginPhase("", "arrayRestore");
  Status restored = co_await MarkRestoring(worker, restore.set.log);
  if (restored.ok()) {
    co_await worker.Think(restore.duration);
    restored = options_.machine->array()->Restore(restore.set.name, files_.data_places());
  }
  options_.telemetry->EndPhase(phase, {{"volumes", static_cast<int64_t>(restore.volumes.size())}});
  co_return restored;
}

Task<Status> Database::MarkRestoring(Worker& worker, wal::LogGeometry geometry) {
  const storage::FilePlace& log = files_.places().back();
  CO_TRY_ASSIGN(auto file, co_await log.volume->Open(log.path, storage::FileOptions{}));
  CO_TRY(co_await wal::LogRestoration::Begin(worker, *file, geometry));
  co_return Status();
}

Task<Status> Database::RestoreFiles(Worker& worker, RestartFigures& figures) {
  const RestoreUnderWay& restore = *options_.restore;
  AssemblePool();
  StartLazyWriter();
  const storage::FilePlace set_log = SetLogPlace(*options_.machine, *options_.scenario);
  std::unique_ptr<storage::File> log_of_set;
  std::optional<backup::ArraySet> array;
  if (restore.array) {
    CO_TRY_ASSIGN(log_of_set, co_await set_log.volume->Open(set_log.path, storage::FileOptions{}));
    array = {.set = restore.array->set, .log = log_of_set.get()};
  }
  backup::Restoration restoration(engine_, *files_.log(), restore.source, /*beside=*/false,
                                  std::move(array));
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
  if (restore.array) {
    log_of_set.reset();
    CO_TRY(co_await worker.Waiting(runtime::WaitType::kIoCompletion, set_log.Remove()));
  }
  figures.restored = restored;
  figures.log_begin = Lsn::Of(rebuilt.first_vlf, 0, 0);
  co_return Status();
}

}  // namespace snapscope::database
