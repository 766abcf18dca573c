// SELECT TOP (n) * INTO a new table: rows of a table, read as any reader does, are written into a
// tree of their own, in pages that are full.
//
// Writers of the table go on: a row that nobody has locked is committed, and where somebody has,
// the reader waits for its S lock. The copies are new rows, of version 1. In the recovery model
// simple only allocations are logged, and the pages are written before the commit; in full every
// page is logged. There are no heaps here: the table is a tree in the order of the rows.
//
// The new table has its pages from the start, so several statements run at once, each for a table
// of its own. The commit is the one system transaction that enters the root of the tree in the boot
// page. A statement that fails before it, or a crash, leaves nothing but pages that are freed.
#pragma once

#include <cstdint>
#include <string>

#include "ops/index_build.h"

namespace snapscope::ops {

struct NewTable {
  btree::IndexInfo tree;  ///< its root is chosen here; rows as wide as those that are copied
  uint64_t rows = 0;      ///< at most, from 1: those with the least keys
  std::string name{};     ///< in messages
};

/// Nobody else makes that table. Errors as those of IndexBuilds, but never kRefused.
Task<Result<IndexBuildFigures>> SelectInto(Worker& worker, IndexBuilds& builds,
                                           IndexBuildOptions options, NewTable table,
                                           RowProgress progress);

}  // namespace snapscope::ops
