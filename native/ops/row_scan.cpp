#include "ops/row_scan.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace snapscope::ops {

namespace {

using runtime::LatchMode;

constexpr size_t kReadAheadPages = 64;
/// CPU for one row that is looked at in passing, without a descent of its own.
constexpr TimeNs kRowCost = 200;

/// Leaves of the range below a page of level 1; the page itself if it is a leaf.
std::vector<PageId> LeavesBelow(const page::PageView& view, PageId id, ScanRange range) {
  if (view.level() == 0) return {id};
  std::vector<PageId> leaves;
  const uint16_t end = view.LowerBound(range.end_key);
  for (uint16_t slot = view.ChildSlot(range.from_key); slot < end; ++slot) {
    leaves.push_back(view.child_at(slot));
  }
  return leaves;
}

uint64_t RowsOf(const page::PageView& leaf, ScanRange range, uint64_t seen) {
  uint64_t rows = 0;
  const uint16_t end = leaf.LowerBound(range.end_key);
  for (uint16_t slot = leaf.LowerBound(range.from_key); slot < end && seen + rows < range.rows;
       ++slot) {
    if (!page::PeekRow(leaf.row_at(slot)).ghost) ++rows;
  }
  return rows;
}

}  // namespace

Task<Result<uint64_t>> ScanRows(Worker& worker, buffer::BufferPool& pool, btree::BTree& tree,
                                ScanRange range) {
  uint64_t seen = 0;
  auto found = co_await tree.Descend(worker, range.from_key, 1, LatchMode::kShared);
  CO_TRY(found);
  buffer::PageGuard parent = std::move(found).value();
  for (;;) {
    const std::vector<PageId> leaves = LeavesBelow(parent.view(), parent.id(), range);
    const PageId next = parent.view().right_sibling();
    const uint16_t level = parent.view().level();
    const bool last = level == 0 || next == PageId{} ||
                      parent.view().LowerBound(range.end_key) < parent.view().row_count();
    parent.Release();
    size_t asked = 1;  // the first one is read at once
    for (size_t i = 0; i < leaves.size(); ++i) {
      asked = std::max(asked, i + 1);
      for (; asked < std::min(i + 1 + kReadAheadPages, leaves.size()); ++asked) {
        pool.Prefetch(tree.db(), leaves[asked]);
      }
      auto leaf = co_await tree.FetchNode(worker, leaves[i], LatchMode::kShared, 0);
      CO_TRY(leaf);
      const uint64_t rows = RowsOf(leaf->view(), range, seen);
      leaf->Release();
      worker.Charge(static_cast<TimeNs>(rows) * kRowCost);
      co_await worker.PayCpu();
      seen += rows;
      if (seen >= range.rows) co_return seen;
    }
    if (last) co_return seen;
    auto fetched = co_await tree.FetchNode(worker, next, LatchMode::kShared, level);
    CO_TRY(fetched);
    parent = std::move(fetched).value();
  }
}

}  // namespace snapscope::ops
