#include "btree/scan.h"

#include <utility>

namespace snapscope::btree {

namespace {
/// Half of what is read ahead: while one half is read, the other is on its way.
constexpr uint32_t kStretchPages = kReadAheadPages / 2;
}  // namespace

Task<Result<std::vector<page::Row>>> Scan::Next(Worker& worker) {
  CO_TRY(co_await tree_.PrefetchLeaves(worker, next_, kReadAheadPages));
  auto found = co_await tree_.Find(worker, next_, LatchMode::kShared);
  CO_TRY(found);
  LeafPosition position = std::move(found).value();
  PageGuard leaf = std::move(position.leaf);
  std::vector<page::Row> rows;
  uint16_t slot = position.slot;
  for (uint32_t pages = 1;; ++pages) {
    const page::PageView view = leaf.view();
    for (; slot < view.row_count(); ++slot) {
      const page::Row row = page::PeekRow(view.row_at(slot));
      next_ = row.key + 1;
      if (!row.ghost) rows.push_back(row);
    }
    if (pages >= kStretchPages && !rows.empty()) break;
    auto right = co_await tree_.NextLeaf(worker, std::move(leaf));
    CO_TRY(right);
    if (!right.value()) break;
    leaf = std::move(right).value();
    slot = 0;
  }
  co_return std::move(rows);
}

}  // namespace snapscope::btree
