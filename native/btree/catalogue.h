// Which trees a database has, and where they begin: its boot page says so, since operations add
// trees while it is in use. What each of them is (row width, table, column) is known beforehand.
#pragma once

#include <vector>

#include "btree/btree.h"
#include "btree/nonclustered.h"
#include "page/layout.h"

namespace snapscope::btree {

struct Catalogue {
  std::vector<IndexInfo> trees;  ///< nonclustered indexes included; a table before its own
  std::vector<NonclusteredIndex> nonclustered;
};

/// Those of `known` that the boot record names a root of, with that root; in the same order.
Catalogue CatalogueIn(const page::BootRecord& boot, const Catalogue& known);

/// The boot record as the buffer pool has it. kCorruptPage when its page is none.
Task<Result<page::BootRecord>> ReadBootRecord(Worker& worker, BufferPool& pool, DbId db);

}  // namespace snapscope::btree
