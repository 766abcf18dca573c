#include "btree/scan.h"

#include <algorithm>
#include <utility>

namespace snapscope::btree {

namespace {
/// Half of what is read ahead: while one half is read, the other is on its way.
constexpr uint32_t kStretchPages = kReadAheadPages / 2;

/// Rows of a leaf that is half full, as those after a split are.
uint64_t HalfALeaf(const IndexInfo& info) {
  return std::max(1, page::RowsThatFit(info.row_width) / 2);
}
}  // namespace

Task<Result<std::vector<page::Row>>> Scan::Next(Worker& worker, uint64_t most) {
  const uint64_t wanted = 1 + most / HalfALeaf(tree_.info());
  const auto ahead = static_cast<uint32_t>(std::min<uint64_t>(wanted, kReadAheadPages));
  CO_TRY(co_await tree_.PrefetchLeaves(worker, next_, ahead));
  auto found = co_await tree_.Find(worker, next_, LatchMode::kShared);
  CO_TRY(found);
  LeafPosition position = std::move(found).value();
  PageGuard leaf = std::move(position.leaf);
  std::vector<page::Row> rows;
  uint16_t slot = position.slot;
  for (uint32_t pages = 1;; ++pages) {
    const page::PageView view = leaf.view();
    for (; slot < view.row_count() && rows.size() < most; ++slot) {
      const page::Row row = page::PeekRow(view.row_at(slot));
      next_ = row.key + 1;
      if (!row.ghost) rows.push_back(row);
    }
    if (rows.size() >= most || (pages >= kStretchPages && !rows.empty())) break;
    auto right = co_await tree_.NextLeaf(worker, std::move(leaf));
    CO_TRY(right);
    if (!right.value()) break;
    leaf = std::move(right).value();
    slot = 0;
  }
  co_return std::move(rows);
}

}  // namespace snapscope::btree
