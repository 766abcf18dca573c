// Why the log before its end cannot be reused: log_reuse_wait of sys.databases.
#pragma once

#include <cstdint>

#include "txn/transaction.h"
#include "wal/log.h"

namespace snapscope::checkpoint {

/// With the product's numbers.
enum class LogReuseWait : uint8_t {
  kNothing = 0,
  kCheckpoint = 1,
  kLogBackup = 2,
  kActiveBackupOrRestore = 3,
  kActiveTransaction = 4,
  kDatabaseSnapshotCreation = 7,
};

/// log_reuse_wait_desc.
const char* ToString(LogReuseWait wait);

/// What keeps the first VLF that is in use, as of now. When several do, the one that began first;
/// a checkpoint only when nothing else does.
LogReuseWait LogReuseWaitOf(const wal::Log& log, const txn::TransactionManager& transactions);

}  // namespace snapscope::checkpoint
