// Backups of the database, and a restore over its files.
#include <algorithm>
#include <utility>

#include "base/checksum.h"
#include "base/mutation.h"
#include "database/database.h"
#include "telemetry/backup_messages.h"
#include "telemetry/sql_errors.h"

namespace snapscope::database {

MUTATION(kLogRestartsTooLow, "the log after a restore begins in the last VLF of the one before it",
         NoticedBy::kTests);

uint64_t Database::family() const {
  const scenario::Scenario& scenario = *options_.scenario;
  return Checksum(std::as_bytes(std::span(scenario.database)),
                  scenario.seed ^ static_cast<uint64_t>(scenario.origin_unix_ms));
}

Task<Result<backup::BackupSet>> Database::BackUp(Worker& worker, backup::BackupRequest request) {
  const scenario::Scenario& scenario = *options_.scenario;
  const bool of_log = request.kind == backup::BackupKind::kLog;
  if (of_log && !scenario.full_recovery) {
    options_.telemetry->Log("Backup", telemetry::BackupFailed("BACKUP LOG " + scenario.database));
    co_return telemetry::kLogIsNotKept(scenario.database);
  }
  backup::BackupEnvironment env;
  env.cpu = options_.cpu;
  env.telemetry = options_.telemetry;
  env.pool = pool_.get();
  env.db = kSourceDb;
  env.source = store_.get();
  env.copy_on_write = &snapshots_->copy_on_write();
  env.log = log_.get();
  env.checkpointer = checkpointer_.get();
  env.differential = differential_.get();
  env.turns = backup_turns_.get();
  env.full_recovery = scenario.full_recovery;
  env.size = differential_->size();
  env.volumes = static_cast<uint32_t>(scenario.data_volumes.size());
  env.memory_bytes = scenario.buffer_pool_bytes;
  env.database = scenario.database;
  env.family = family();
  env.created_unix_ms = scenario.origin_unix_ms;
  env.version = scenario.version;
  request.expect_pages = [this](const std::string& path, backup::PageInFile page_of) {
    options_.machine->ExpectPagesLike(
        path, [initial = options_.initial, form = options_.machine->page_form(),
               page_of = std::move(page_of)](uint64_t number, page::PageSpan into) {
          PageId page;
          if (page_of(number, page)) {
            initial->BuildPage(page, into, form);
          } else {
            std::ranges::fill(into, std::byte{});
          }
        });
  };
  co_return co_await backup::BackUp(worker, std::move(env), std::move(request));
}

Task<void> Database::BackUpLogInIntervals(std::function<void(Error)> on_error) {
  const TimeNs interval = options_.scenario->log_backup_interval;
  Worker& worker = *log_backup_worker_;
  co_await worker.Start();
  for (TimeNs next = interval;; next += interval) {
    next = std::max(next, worker.Now());
    co_await worker.Think(next - worker.Now());
    backup::BackupRequest request;
    request.kind = backup::BackupKind::kLog;
    request.files = {backup::NulDevice()};
    request.source = worker.name();
    const auto taken = co_await BackUp(worker, std::move(request));
    if (!taken.ok() && taken.error().code != ErrorCode::kRefused) {
      if (on_error) on_error(taken.error());
      co_return;
    }
    co_await worker.PayCpu();
  }
}

bool Database::HasTail() const {
  return options_.scenario->full_recovery && !log_->backed_up().IsNone() &&
         log_->backed_up() < log_->end_lsn();
}

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
  backup::RestoreTarget target;
  target.cpu = options_.cpu;
  target.telemetry = options_.telemetry;
  target.pool = pool_.get();
  target.db = kSourceDb;
  target.store = store_.get();
  target.data_files = data_files();
  target.log_file = log_file_.get();
  target.indexes = options_.initial->known().trees;
  target.database = options_.scenario->database;
  target.created_unix_ms = options_.scenario->origin_unix_ms;
  target.source = restore.source;
  target.version = options_.scenario->version;
  backup::Restoration restoration(std::move(target));
  if (restore.in_steps) {
    for (const backup::MediaSet& files : restore.backups) {
      std::vector<backup::MediaSet> one{files};
      CO_TRY(co_await restoration.Add(worker, std::move(one), restore.stop,
                                      backup::ChainEnd::kNoRecovery));
    }
  } else {
    CO_TRY(co_await restoration.Add(worker, restore.backups, restore.stop,
                                    backup::ChainEnd::kRecovery));
  }
  Result<backup::RestoreFigures> restored = co_await restoration.Recover(worker);
  CO_TRY(restored);
  wal::LogOptions rebuilt;
  rebuilt.vlf_count = options_.scenario->log_vlfs;
  rebuilt.first_vlf = std::max(restore.log_restart, restored->end.vlf() + 1);
  Result<std::unique_ptr<wal::Log>> log =
      co_await wal::Log::Create(worker, *log_file_, *options_.cpu, *options_.telemetry, rebuilt);
  CO_TRY(log);
  log_ = std::move(log).value();
  figures.restored = std::move(restored).value();
  figures.log_begin = Lsn::Of(rebuilt.first_vlf, 0, 0);
  co_return Status();
}

}  // namespace snapscope::database
