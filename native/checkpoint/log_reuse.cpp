#include "checkpoint/log_reuse.h"

#include <optional>

namespace snapscope::checkpoint {

const char* ToString(LogReuseWait wait) {
  switch (wait) {
    case LogReuseWait::kNothing:
      return "NOTHING";
    case LogReuseWait::kCheckpoint:
      return "CHECKPOINT";
    case LogReuseWait::kLogBackup:
      return "LOG_BACKUP";
    case LogReuseWait::kActiveBackupOrRestore:
      return "ACTIVE_BACKUP_OR_RESTORE";
    case LogReuseWait::kActiveTransaction:
      return "ACTIVE_TRANSACTION";
    case LogReuseWait::kDatabaseSnapshotCreation:
      return "DATABASE_SNAPSHOT_CREATION";
  }
  return "NOTHING";
}

LogReuseWait LogReuseWaitOf(const wal::Log& log, const txn::TransactionManager& transactions) {
  const uint32_t first_in_use = log.truncation_lsn().vlf();
  if (first_in_use == log.end_lsn().vlf()) return LogReuseWait::kNothing;
  LogReuseWait wait = LogReuseWait::kCheckpoint;
  std::optional<Lsn> least;
  const auto consider = [&](std::optional<Lsn> from, LogReuseWait reason) {
    if (!from || from->vlf() > first_in_use || (least && *least <= *from)) return;
    least = from;
    wait = reason;
  };
  consider(log.held_from(wal::LogHolder::kSnapshotCreation),
           LogReuseWait::kDatabaseSnapshotCreation);
  consider(log.held_from(wal::LogHolder::kBackup), LogReuseWait::kActiveBackupOrRestore);
  if (!log.backed_up().IsNone()) consider(log.backed_up(), LogReuseWait::kLogBackup);
  consider(transactions.OldestActive(), LogReuseWait::kActiveTransaction);
  return wait;
}

}  // namespace snapscope::checkpoint
