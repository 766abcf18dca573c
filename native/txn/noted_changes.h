// Which keys of a tree that is being built are touched by changes of its table meanwhile.
//
// A change is noted while its row is locked X, and once only: neither its commit nor its rollback
// is. So whoever has waited for the row and then reads it knows what became of the change.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "btree/nonclustered.h"
#include "page/layout.h"

namespace snapscope::txn {

class NotedChanges {
 public:
  /// The tree is the table's own, or that of a nonclustered index of it.
  NotedChanges(IndexId table, std::optional<btree::NonclusteredIndex> index)
      : table_(table), index_(index) {}

  /// A row of `table` was `before` (nothing: it is new) and is `after`. Returns how many keys of
  /// the tree that touches.
  int64_t Note(IndexId table, const std::optional<page::Row>& before, const page::Row& after);

  /// The keys noted since the last call, ascending, each of them once.
  std::vector<uint64_t> Take();

 private:
  const IndexId table_;
  const std::optional<btree::NonclusteredIndex> index_;
  std::vector<uint64_t> keys_;
};

}  // namespace snapscope::txn
