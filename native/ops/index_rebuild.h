// ALTER INDEX ... REBUILD, offline: the index is read in key order and written anew, in pages as
// full as the fill factor says; then the new tree takes the place of the old one, whose pages are
// freed.
//
// The table is locked Sch-M from the first row read to the switch, so its users wait. An index is
// read in the order in which it is written: there is nothing to sort. Ghosts are left out: with the
// table locked no transaction may want them back.
//
// In the recovery model full every new page is logged. In simple only the allocations are; the
// pages are written before the switch is logged. While a snapshot is being created all are logged.
//
// The switch is one system transaction, durable before the build is over. Until then a crash
// leaves the old tree; whatever belongs to no tree is freed at the end, or at the next start.
#pragma once

#include <cstdint>
#include <functional>

#include "base/ids.h"
#include "base/result.h"
#include "btree/btree.h"
#include "buffer/buffer_pool.h"
#include "runtime/cpu.h"
#include "txn/transaction.h"
#include "wal/log.h"

namespace snapscope::ops {

using runtime::Task;
using runtime::Worker;

struct IndexRebuildOptions {
  DbId db;
  IndexId table;  ///< its clustered index
  IndexId index;  ///< of that table
  uint32_t fill_factor_percent = 100;
  bool minimally_logged = false;
  uint32_t writes_in_flight = 32;   ///< when unlogged pages are written
  TimeNs write_latency_target = 0;  ///< of those writes, as of a checkpoint
  TimeNs row_cost = 1'500;          ///< CPU of reading and writing one row
};

struct IndexRebuildFigures {
  uint64_t rows = 0;
  uint64_t pages = 0;           ///< of the new tree, its root included
  uint64_t pages_unlogged = 0;  ///< of these
  uint64_t extents_freed = 0;   ///< of the old tree
};

/// Hears how many rows have been written; must not suspend.
using RowProgress = std::function<void(uint64_t rows)>;

class IndexBuilds {
 public:
  /// kRefused while another build is under way; kDatabaseFull (1105) when the new tree finds no
  /// room beside the old one, which then stays; kLogFull.
  Task<Result<IndexRebuildFigures>> Rebuild(Worker& worker, runtime::CpuModel& cpu,
                                            buffer::BufferPool& pool,
                                            txn::TransactionManager& transactions,
                                            IndexRebuildOptions options, RowProgress progress);

 private:
  bool under_way_ = false;
};

}  // namespace snapscope::ops
