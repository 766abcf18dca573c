// The reading of a consistency check (DBCC CHECKDB), through the snapshot that hides it from
// changes.
//
// Each index is read level by level, each level in batches of pages in the order of their numbers,
// 64 of them (512 KB) asked for ahead. A page is in order if
// - it can be read and its checksum fits (824);
// - it belongs to the index and level that lead to it;
// - its keys ascend, and lie between those of its own entry and of the next one above;
// - its right sibling is the next page of its level;
// - each row decodes to what its filler says.
// No page is in two places, and those that are allocated are all reached. Each nonclustered index
// has one entry for each row, and it is the row's.
//
// What cannot be read is an error and the check goes on; what lies below it is not looked at.
//
// Memory: two bits for each page of the database, the interior pages of one level (a five-hundredth
// of the leaves), and one batch.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "btree/catalogue.h"
#include "buffer/buffer_pool.h"
#include "runtime/cpu.h"

namespace snapscope::ops {

using runtime::Task;
using runtime::Worker;

struct CheckScope {
  buffer::BufferPool* pool = nullptr;
  DbId db;  ///< a database that does not change: a snapshot
  page::DatabaseSize size;
  btree::Catalogue known;  ///< the trees that there may be
  /// Told how far the reading is, in permille of the allocated pages. May be empty.
  std::function<void(uint32_t permille)> progress;
};

struct CheckFigures {
  uint64_t pages = 0;    ///< read
  uint64_t rows = 0;     ///< of tables
  uint64_t entries = 0;  ///< of nonclustered indexes
  uint64_t errors = 0;
  std::string problem;  ///< the first error, for people
  /// Why no index was checked: the boot page, which names them, cannot be read. One of `errors`.
  std::optional<Error> no_index;
  /// What kept it from going on, which damage does not: kSnapshotSuspect, kPowerCut.
  std::optional<Error> ended_by;
};

Task<CheckFigures> CheckConsistency(Worker& worker, CheckScope scope);

}  // namespace snapscope::ops
