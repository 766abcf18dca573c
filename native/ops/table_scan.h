// SELECT COUNT(*) of a table: every page of it is read, serially or in parallel.
//
// A parallel scan is a coordinator, which waits for the others (CXPACKET), and a worker for each
// degree of parallelism. They take their pages from the rowsets of the table's partitions, a
// stretch at a time (range_supplier.h), under the latch of the rowset's supplier
// (ACCESS_METHODS_SCAN_RANGE_GENERATOR; the wait is LATCH_EX). Partitions are dealt as the product
// deals them: with more workers than partitions each partition has as many as any other, or one
// more; with fewer, each worker has one, and takes the next when it is through.
//
// Of a table that users change, committed rows are counted: a row that somebody has locked is
// waited for (LCK_M_S), of all rows of the statement one at a time. The table is locked IS to the
// end. What nobody can change, a snapshot or a restored database, is read without locks.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "btree/btree.h"
#include "buffer/buffer_pool.h"
#include "runtime/cpu.h"
#include "txn/transaction.h"

namespace snapscope::ops {

using runtime::Task;
using runtime::Worker;

struct TableScanOptions {
  btree::IndexInfo table;
  uint32_t workers = 1;      ///< 1: a serial scan, without a coordinator
  uint32_t partitions = 1;   ///< ranges of keys of one size
  uint64_t last_key = 0;     ///< the partitions divide the keys up to it; the last one has the rest
  TimeNs page_cost = 0;      ///< CPU of a page; 0: what a visit and its rows cost the engine
  TimeNs supplier_cost = 0;  ///< CPU under the latch for each stretch; 0: that of a page visit
};

/// What is scanned. All of it outlives the scan.
struct ScannedTable {
  buffer::BufferPool* pool = nullptr;
  DbId db;
  txn::TransactionManager* transactions = nullptr;  ///< null: nobody changes the database
};

struct TableScanFigures {
  uint64_t rows = 0;
  uint64_t pages = 0;             ///< leaves that were read
  uint64_t pages_read_ahead = 0;  ///< that were not in memory
  uint32_t workers = 0;           ///< the coordinator is none of them
  TimeNs cpu = 0;                 ///< of all workers
};

/// Hears how many pages have been read so far; must not suspend.
using PageProgress = std::function<void(uint64_t pages)>;

/// Errors: those of reading a page; kDeadlock, where a row was waited for in a circle.
Task<Result<TableScanFigures>> ScanTable(Worker& worker, runtime::CpuModel& cpu,
                                         runtime::WaitListener* listener, ScannedTable scanned,
                                         TableScanOptions options, PageProgress progress);

}  // namespace snapscope::ops
