#include "ops/log_backup.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "telemetry/backup_messages.h"
#include "telemetry/system_sources.h"

namespace snapscope::ops {

namespace {
constexpr char kSource[] = "Backup";
constexpr uint64_t kRecordsPerPayment = 256;
}  // namespace

LogBackups::LogBackups(runtime::CpuModel& cpu, wal::Log& log, telemetry::Telemetry& telemetry,
                       LogBackupOptions options)
    : cpu_(cpu), log_(log), telemetry_(telemetry), options_(std::move(options)) {}

void LogBackups::Start(std::function<void(Error)> on_error) {
  CHECK(options_.interval > 0, "log backups without an interval");
  on_error_ = std::move(on_error);
  worker_ = std::make_unique<Worker>(cpu_, &telemetry_, telemetry::kLogBackupSource);
  cpu_.executor().Spawn("log-backups", RunJob());
}

Task<void> LogBackups::RunJob() {
  Worker& worker = *worker_;
  co_await worker.Start();
  for (TimeNs next = options_.interval;; next += options_.interval) {
    next = std::max(next, worker.Now());
    co_await worker.Think(next - worker.Now());
    const Result<LogBackupFigures> taken = co_await Run(worker);
    if (!taken.ok() && taken.error().code == ErrorCode::kRefused) {
      telemetry_.Log(kSource, telemetry::BackupFailed("BACKUP LOG " + options_.database));
    } else if (!taken.ok()) {
      if (on_error_) on_error_(taken.error());
      co_return;
    }
    co_await worker.PayCpu();
  }
}

Task<Result<LogBackupFigures>> LogBackups::Run(Worker& worker) {
  const wal::LogBackupTurn turn = co_await log_.AwaitBackupTurn(worker);
  LogBackupFigures figures{.first = log_.backed_up(), .last = log_.durable_lsn()};
  if (figures.first.IsNone()) {
    co_return Error{
        ErrorCode::kRefused,
        "Msg 4214, Level 16, State 1: BACKUP LOG cannot be performed because there is no "
        "current database backup."};
  }
  wal::LogReader reader(log_, figures.first, figures.last);
  for (;;) {
    const auto next = co_await reader.Next(worker);
    CO_TRY(next);
    if (!next->has_value()) break;
    worker.Charge(runtime::CpuWork::kRecordRead);
    if (++figures.records % kRecordsPerPayment == 0) co_await worker.PayCpu();
  }
  CO_TRY(co_await log_.WriteBackedUp(worker, figures.last));
  telemetry_.Log(kSource, telemetry::LogBackedUp({.database = options_.database,
                                                  .created_unix_ms = options_.created_unix_ms,
                                                  .first = figures.first,
                                                  .last = figures.last}));
  co_return figures;
}

}  // namespace snapscope::ops
