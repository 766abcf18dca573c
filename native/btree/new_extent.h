// What the allocator's own files share.
#pragma once

#include "btree/page_allocator.h"

namespace snapscope::btree {

/// An extent on its way to its index, or from it: the transaction, and what it keeps latched to its
/// end.
struct PageAllocator::NewExtent {
  NewExtent(BufferPool& pool, DbId db, IndexId index, SystemTransactions& system)
      : change(pool, db, index, system) {}

  SystemChange change;
  page::ExtentId extent;
  PageGuard gam;
  PageGuard sgam;
  PageGuard iam;
  PageGuard boot;
};

}  // namespace snapscope::btree
