#include "ops/range_supplier.h"

#include <algorithm>
#include <utility>

#include "base/mutation.h"

namespace snapscope::ops {

MUTATION(kLeafNotSupplied, "the supplier of a scan ends a stretch before its last leaf",
         NoticedBy::kTests);

namespace {
constexpr uint32_t kPagesOfAnIo = 64;
constexpr size_t kAskedAtOnce = kReadAheadWindow / 2;
constexpr size_t kNamedAhead = kReadAheadWindow + kStretchPages;
}  // namespace

RangeSupplier::RangeSupplier(btree::BTree& tree, buffer::BufferPool& pool, btree::KeyRange keys,
                             runtime::Executor& executor)
    : tree_(tree),
      pool_(pool),
      keys_(keys),
      first_(keys.first),
      behind_(Stretch::Leaf{.first = keys.first, .page = PageId{}}),
      leaves_removed_(tree.leaves_removed()),
      under_way_(LocalPtr<UnderWay>::Make(executor)) {}

Task<Status> RangeSupplier::NameLeaves(Worker& worker) {
  if (leaves_removed_ != tree_.leaves_removed()) {
    leaves_.clear();
    asked_ = 0;
    if (!is_over_) behind_ = Stretch::Leaf{.first = first_, .page = PageId{}};
    leaves_removed_ = tree_.leaves_removed();
  }
  while (behind_ && behind_->first <= keys_.last && leaves_.size() < kNamedAhead) {
    CO_TRY_ASSIGN(auto named, co_await tree_.LeavesFrom(worker, behind_->first));
    behind_ = named.next;
    for (const Stretch::Leaf& leaf : named.leaves) {
      if (leaf.first > keys_.last) {
        behind_ = leaf;
        break;
      }
      leaves_.push_back(leaf);
    }
  }
  co_return Status();
}

/// Neighbours in a file are one I/O, wherever the leaves between them are.
void RangeSupplier::AskFor(Worker& worker, std::vector<PageId> pages) {
  std::ranges::sort(pages);
  for (size_t at = 0; at < pages.size();) {
    size_t end = at + 1;
    while (end < pages.size() && end - at < kPagesOfAnIo &&
           pages[end].value == pages[at].value + (end - at)) {
      ++end;
    }
    const auto asked = static_cast<uint32_t>(end - at);
    auto begun = LocalPtr<uint32_t>::Make(0U);
    *begun = pool_.ReadAhead(worker, tree_.db(), pages[at], asked, [state = under_way_, begun] {
      state->pages -= *begun;
      state->changed.NotifyAll();
    });
    under_way_->pages += *begun;
    pages_read_ahead_ += *begun;
    if (*begun < asked) return;  // frames are short
    at = end;
  }
}

void RangeSupplier::AskAhead(Worker& worker) {
  while (asked_ < leaves_.size() && asked_ + kAskedAtOnce <= kReadAheadWindow &&
         under_way_->pages + kAskedAtOnce <= kReadAheadWindow) {
    std::vector<PageId> pages;
    const size_t end = std::min(leaves_.size(), asked_ + kAskedAtOnce);
    for (; asked_ < end; ++asked_) {
      const PageId page = leaves_[asked_].page;
      if (!pool_.Holds(tree_.db(), page)) pages.push_back(page);
    }
    AskFor(worker, std::move(pages));
  }
}

Task<Result<Stretch>> RangeSupplier::Next(Worker& worker) {
  CO_TRY(co_await NameLeaves(worker));
  AskAhead(worker);
  const size_t count = std::min<size_t>(leaves_.size(), kStretchPages);
  while (asked_ < count) {
    co_await worker.BeginWait(runtime::WaitType::kPageiolatchSh);
    co_await under_way_->changed.Wait();
    co_await worker.EndWait();
    AskAhead(worker);
  }
  Stretch stretch;
  is_over_ = count == 0;
  if (is_over_) co_return std::move(stretch);
  const auto end = leaves_.begin() + static_cast<ptrdiff_t>(count);
  stretch.leaves.assign(leaves_.begin(), end);
  stretch.next = end == leaves_.end() ? behind_ : std::optional(*end);
  stretch.leaves_removed = leaves_removed_;
  stretch.keys = {.first = first_, .last = keys_.last};
  if (stretch.next) stretch.keys.last = std::min(keys_.last, stretch.next->first - 1);
  if (Mutated(kLeafNotSupplied) && count > 1) stretch.keys.last = stretch.leaves.back().first - 1;
  if (stretch.next) first_ = stretch.next->first;
  is_over_ = !stretch.next || first_ > keys_.last;
  leaves_.erase(leaves_.begin(), end);
  asked_ -= count;
  co_return std::move(stretch);
}

}  // namespace snapscope::ops
