// A scan of an index in key order with read-ahead, as a report does it.
//
// Leaves are asked for up to 64 pages (512 KB) ahead of the scan, by what the level above says; the
// scan itself waits for one page at a time, latched SH.
//
// The database must not change meanwhile: a snapshot. A page that splits under the scan would be
// read twice or missed.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "btree/btree.h"
#include "buffer/buffer_pool.h"
#include "runtime/cpu.h"

namespace snapscope::ops {

using runtime::Task;
using runtime::Worker;

struct ScanRange {
  uint64_t from_key = 0;
  uint64_t end_key = UINT64_MAX;  ///< the first that is not read
  uint64_t rows = UINT64_MAX;     ///< stops after so many
};

/// Reads the rows of the range; the number found, ghosts left out. Errors: kCorruptPage,
/// kSnapshotSuspect, I/O errors.
Task<Result<uint64_t>> ScanRows(Worker& worker, buffer::BufferPool& pool, btree::BTree& tree,
                                ScanRange range);

}  // namespace snapscope::ops
