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
  auto stretch = co_await NextUnlocked(worker, most, [](uint64_t) { return false; });
  CO_TRY(stretch);
  co_return std::move(stretch.value().rows);
}

Task<Result<Scan::Stretch>> Scan::NextUnlocked(Worker& worker, uint64_t most,
                                               std::function<bool(uint64_t)> is_locked) {
  if (ended_) co_return Stretch();
  const uint64_t wanted = 1 + most / HalfALeaf(tree_.info());
  const auto ahead = static_cast<uint32_t>(std::min<uint64_t>(wanted, kReadAheadPages));
  CO_TRY(co_await tree_.PrefetchLeaves(worker, next_, ahead));
  CO_TRY_ASSIGN(LeafPosition position, co_await tree_.Find(worker, next_, LatchMode::kShared));
  PageGuard leaf = std::move(position.leaf);
  Stretch stretch;
  uint16_t slot = position.slot;
  for (uint32_t pages = 1;; ++pages) {
    const page::PageView view = leaf.view();
    const uint16_t from = slot;
    for (; slot < view.row_count() && stretch.rows.size() + stretch.locked.size() < most; ++slot) {
      const page::Row row = page::PeekRow(view.row_at(slot));
      ended_ = row.key > last_;
      if (ended_) break;
      next_ = row.key + 1;
      if (row.ghost) tree_.NoteGhost(view.id(), row.key);
      if (is_locked(row.key)) {
        stretch.locked.push_back(row.key);
      } else if (!row.ghost) {
        stretch.rows.push_back(row);
      }
    }
    worker.Charge(runtime::CpuWork::kRowScanned, static_cast<uint64_t>(slot - from));
    const bool enough = stretch.rows.size() + stretch.locked.size() >= most;
    if (enough || ended_ || (pages >= kStretchPages && !stretch.empty())) break;
    auto right = co_await tree_.NextLeaf(worker, std::move(leaf));
    CO_TRY(right);
    if (!right.value()) break;
    leaf = std::move(right).value();
    slot = 0;
  }
  co_return std::move(stretch);
}

}  // namespace snapscope::btree
