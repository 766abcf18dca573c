// Backups of the database.
#include <algorithm>
#include <utility>

#include "base/checksum.h"
#include "database/database.h"
#include "telemetry/backup_messages.h"
#include "telemetry/sql_errors.h"

namespace snapscope::database {

uint64_t Database::family() const {
  const scenario::Scenario& scenario = *options_.scenario;
  return Checksum(std::as_bytes(std::span(scenario.database)),
                  scenario.seed ^ static_cast<uint64_t>(scenario.origin_unix_ms));
}

ExpectPages ExpectPagesOf(Machine& machine, const InitialDatabase& initial) {
  return [&machine, &initial](const std::string& path, backup::PageInFile page_of) {
    machine.ExpectPagesLike(path,
                            [&initial, form = machine.page_form(), page_of = std::move(page_of)](
                                uint64_t number, page::PageSpan into) {
                              PageId page;
                              if (page_of(number, page)) {
                                initial.BuildPage(page, into, form);
                              } else {
                                std::ranges::fill(into, std::byte{});
                              }
                            });
  };
}

Task<Result<backup::BackupSet>> Database::BackUp(Worker& worker, backup::BackupRequest request) {
  const scenario::Scenario& scenario = *options_.scenario;
  const bool of_log = request.kind == backup::BackupKind::kLog;
  if (of_log && !scenario.full_recovery) {
    options_.telemetry->Log("Backup", telemetry::BackupFailed("BACKUP LOG " + scenario.database));
    co_return telemetry::kLogIsNotKept(scenario.database);
  }
  request.expect_pages = ExpectPagesOf(*options_.machine, *options_.initial);
  co_return co_await backup::BackUp(worker, *backups_, std::move(request));
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
    request.is_untold = true;
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

}  // namespace snapscope::database
