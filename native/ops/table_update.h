// UPDATE of every row of a table.
//
// It sets a column that no index holds: each row is changed in its place, so that all leaves of the
// table change and nothing else. Rows are locked one by one, as any update does, and stay so until
// their transaction ends. A batch that becomes the victim of a deadlock is rolled back and done
// again.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/result.h"
#include "runtime/cpu.h"
#include "txn/transaction.h"

namespace snapscope::ops {

using runtime::Task;
using runtime::Worker;

struct TableUpdateOptions {
  IndexId table;            ///< its clustered index
  uint64_t batch_rows = 0;  ///< rows of a transaction; 0: all rows in one
};

struct TableUpdateFigures {
  uint64_t rows = 0;          ///< that were changed and committed
  uint64_t transactions = 0;  ///< that committed
  uint64_t deadlocks = 0;     ///< times that a batch was the victim
};

/// Any error but a deadlock ends it; the batch under way is rolled back, those before it stay.
Task<Result<TableUpdateFigures>> UpdateTable(Worker& worker, txn::TransactionManager& transactions,
                                             TableUpdateOptions options);

}  // namespace snapscope::ops
