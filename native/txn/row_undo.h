// Undo of a user's row change: logical, by key, through the tree, because a split may have moved
// the row. It overwrites the row where it is, so it needs no space: an insert becomes a ghost,
// anything else its before image. Rollback, restart and the creation of a snapshot all undo this
// way.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/result.h"
#include "btree/btree.h"
#include "buffer/buffer_pool.h"
#include "page/log_record.h"
#include "runtime/cpu.h"

namespace snapscope::txn {

using runtime::Task;
using runtime::Worker;

/// The size of a row change's compensation record, which has the row's header alone, whatever the
/// change.
inline constexpr uint32_t kUndoRecordBytes = page::kRecordHeaderSize + page::kRowHeaderSize;

/// A logged row change as its undo needs it.
struct RowChange {
  Lsn previous;  ///< record of the transaction before it: undo goes on there
  IndexId index;
  page::Row former;  ///< the row once the change is undone
};

/// The change that an insert or update record describes; kCorruptLog for any other record.
Result<RowChange> RowChangeOf(const page::LogRecord& record);

/// Who undoes: `last` is the transaction's newest record. `unlogged_lsn` is for a database that has
/// no log (a snapshot).
struct UndoContext {
  TxnId txn;
  Lsn last;
  Lsn unlogged_lsn;
};

/// Undoes `change` and returns the LSN of the compensation record.
Task<Result<Lsn>> UndoRow(Worker& worker, buffer::BufferPool& pool, btree::BTree& tree,
                          RowChange change, UndoContext context);

}  // namespace snapscope::txn
