// Why the log before its end cannot be reused: log_reuse_wait of sys.databases.
#pragma once

#include <cstdint>

#include "txn/transaction.h"
#include "wal/log.h"

namespace snapscope::checkpoint {

/// The reasons, with the product's numbers.
enum class LogReuseWait : uint8_t {
  kNothing = 0,
  kCheckpoint = 1,
  kLogBackup = 2,
  kActiveBackupOrRestore = 3,
  kActiveTransaction = 4,
  kDatabaseSnapshotCreation = 7,
};

/// The reason as log_reuse_wait_desc has it.
const char* ToString(LogReuseWait wait);

/// What holds the first VLF that is in use, at present. Where several do, the one that began first;
/// a checkpoint only where nothing else does.
LogReuseWait LogReuseWaitOf(const wal::Log& log, const txn::TransactionManager& transactions);

}  // namespace snapscope::checkpoint
