// Descents: finding rows, the greatest row.
#include "btree/btree.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/mutation.h"

namespace snapscope::btree {

MUTATION(kCompressedChanged, "a row of a page-compressed table is changed");

namespace {

// A page can be whole and yet not be the one that the tree needs here.
bool IsNodeOf(const IndexInfo& info, page::PageView view, std::optional<uint16_t> level) {
  const bool leaf = view.type() == page::PageType::kLeaf && view.row_width() <= info.row_width;
  const bool interior = view.type() == page::PageType::kInterior && view.row_count() > 0;
  const bool right_level = !level.has_value() || view.level() == *level;
  return view.IsSound() && (leaf || interior) && view.index() == info.id && right_level;
}

Error NotANodeOf(const IndexInfo& info, page::PageView view, std::optional<uint16_t> level) {
  return Error{ErrorCode::kCorruptPage, "page " + ToString(view.id()) + ", LSN " +
                                            ToString(view.lsn()) + ", is not a page of index " +
                                            std::to_string(info.id.value) +
                                            (level ? " of level " + std::to_string(*level) : "")};
}

LeafPosition PositionIn(PageGuard leaf, uint64_t key) {
  LeafPosition position;
  const page::PageView view = leaf.view();
  position.slot = view.LowerBound(key);
  position.found = position.slot < view.row_count() && view.key_at(position.slot) == key;
  position.leaf = std::move(leaf);
  return position;
}

bool HasRoom(const PageGuard& guard) { return guard.view().row_count() < guard.view().capacity(); }

}  // namespace

BTree::BTree(BufferPool& pool, DbId db, IndexInfo info, IndexId space)
    : pool_(pool), db_(db), info_(info), space_(space) {}

Task<Result<PageGuard>> BTree::FetchNode(Worker& worker, PageId page, LatchMode mode,
                                         std::optional<uint16_t> level) {
  worker.Charge(runtime::CpuWork::kPageVisit);
  auto fetched = co_await pool_.Fetch(worker, db_, page, mode);
  CO_TRY(fetched);
  const page::PageView view = fetched.value().view();
  if (!IsNodeOf(info_, view, level)) co_return NotANodeOf(info_, view, level);
  co_return std::move(fetched).value();
}

void BTree::Pass(Descent& descent, PageGuard node, uint16_t level, PageId child) {
  descent.page = child;
  descent.expected = static_cast<uint16_t>(level - 1);
  descent.latch = *descent.expected == descent.level ? descent.mode : LatchMode::kShared;
  descent.node = std::move(node);
}

// Where the page leads is known before it is found, if it is one that began with the database: so
// the next look-up, which may be a long way from any cache, is prepared for during this one.
std::optional<page::Branch> BTree::RecallBranch(const Descent& descent) const {
  if (descent.expected == descent.level) return std::nullopt;
  const auto known = pool_.RecallBranch(db_, descent.page, descent.key);
  if (known) pool_.ExpectLookup(db_, known->child);
  return known;
}

std::optional<Result<PageGuard>> BTree::Enter(Descent& descent, PageGuard next,
                                              std::optional<page::Branch> known) const {
  if (known && !next.HasBytes() && known->index == info_.id && known->level > descent.level &&
      known->level == descent.expected.value_or(known->level)) {
    Pass(descent, std::move(next), known->level, known->child);
    return std::nullopt;
  }
  const page::PageView view = next.view();
  if (!IsNodeOf(info_, view, descent.expected)) return NotANodeOf(info_, view, descent.expected);
  if (view.level() > descent.level) {
    Pass(descent, std::move(next), view.level(), view.child_at(view.ChildSlot(descent.key)));
    return std::nullopt;
  }
  if (descent.expected || descent.latch == descent.mode) return next;
  // Only now is it known that the root itself is wanted. It may grow while it is not latched; then
  // the latch is merely stronger than needed.
  descent.latch = descent.mode;
  return std::nullopt;
}

// Most of what is read is on the way down, and there: that takes no task.
std::optional<Result<PageGuard>> BTree::TryDescend(Worker& worker, Descent& descent) {
  for (;;) {
    const auto known = RecallBranch(descent);
    PageGuard next = pool_.TryFetch(db_, descent.page, descent.latch);
    if (!next) return std::nullopt;
    worker.Charge(runtime::CpuWork::kPageVisit);
    if (auto end = Enter(descent, std::move(next), known)) return end;
  }
}

Task<Result<PageGuard>> BTree::DescendAfterWait(Worker& worker, Descent descent) {
  for (;;) {
    worker.Charge(runtime::CpuWork::kPageVisit);
    auto fetched = co_await pool_.Fetch(worker, db_, descent.page, descent.latch);
    CO_TRY(fetched);
    const auto known = RecallBranch(descent);
    if (auto end = Enter(descent, std::move(fetched).value(), known)) co_return std::move(*end);
  }
}

Task<Result<PageGuard>> BTree::Descend(Worker& worker, uint64_t key, uint16_t level,
                                       LatchMode mode) {
  Descent descent{.key = key, .level = level, .mode = mode, .page = info_.root};
  if (auto end = TryDescend(worker, descent)) {
    return Task<Result<PageGuard>>::Ready(std::move(*end));
  }
  return DescendAfterWait(worker, std::move(descent));
}

Task<Result<LeafPosition>> BTree::Find(Worker& worker, uint64_t key, LatchMode leaf_mode) {
  Descent descent{.key = key, .level = 0, .mode = leaf_mode, .page = info_.root};
  auto leaf = TryDescend(worker, descent);
  if (!leaf) return FindAfterWait(worker, std::move(descent));
  if (!leaf->ok()) return Task<Result<LeafPosition>>::Ready(leaf->error());
  return Task<Result<LeafPosition>>::Ready(PositionIn(std::move(*leaf).value(), key));
}

Task<Result<LeafPosition>> BTree::FindAfterWait(Worker& worker, Descent descent) {
  const uint64_t key = descent.key;
  auto leaf = co_await DescendAfterWait(worker, std::move(descent));
  CO_TRY(leaf);
  co_return PositionIn(std::move(leaf).value(), key);
}

Task<Result<PageGuard>> BTree::NextLeaf(Worker& worker, PageGuard leaf) {
  const PageId right = leaf.view().right_sibling();
  if (right == PageId{}) co_return PageGuard();
  co_return co_await FetchNode(worker, right, LatchMode::kShared, 0);
}

Task<Result<BTree::NamedLeaves>> BTree::LeavesFrom(Worker& worker, uint64_t key) {
  CO_TRY_ASSIGN(const PageGuard parent, co_await Descend(worker, key, 1, LatchMode::kShared));
  const page::PageView view = parent.view();
  NamedLeaves named;
  if (view.level() == 0) {  // the root is the only leaf
    named.leaves.push_back({.first = 0, .page = info_.root});
    co_return std::move(named);
  }
  for (uint16_t slot = view.ChildSlot(key); slot < view.row_count(); ++slot) {
    named.leaves.push_back({.first = view.key_at(slot), .page = view.child_at(slot)});
  }
  const PageId right = view.right_sibling();
  if (right == PageId{}) co_return std::move(named);
  CO_TRY_ASSIGN(const PageGuard sibling, co_await FetchNode(worker, right, LatchMode::kShared, 1));
  named.next = {.first = sibling.view().key_at(0), .page = sibling.view().child_at(0)};
  co_return std::move(named);
}

Task<Result<PageGuard>> BTree::FetchLeaf(Worker& worker, PageId page) {
  auto fetched = co_await pool_.Fetch(worker, db_, page, LatchMode::kShared);
  CO_TRY(fetched);
  if (!IsNodeOf(info_, fetched->view(), 0)) co_return PageGuard();
  co_return std::move(fetched).value();
}

Task<Status> BTree::PrefetchLeaves(Worker& worker, uint64_t key, uint32_t count) {
  const auto parent = co_await Descend(worker, key, 1, LatchMode::kShared);
  CO_TRY(parent);
  const page::PageView view = parent.value().view();
  if (view.level() == 0) co_return Status();  // the root is the only leaf
  const uint32_t first = view.ChildSlot(key);
  const uint32_t end = std::min<uint32_t>(view.row_count(), first + count);
  for (uint32_t slot = first; slot < end; ++slot) {
    pool_.Prefetch(worker, db_, view.child_at(static_cast<uint16_t>(slot)));
  }
  co_return Status();
}

Status BTree::MayChange(const PageGuard& leaf) const {
  if (leaf.view().row_width() == info_.row_width || Mutated(kCompressedChanged)) return Status();
  return Error{ErrorCode::kRefused,
               "The table is page-compressed, and a compressed table can only be read; rebuild its "
               "clustered index without compression first."};
}

Task<Result<LeafPosition>> BTree::FindForInsert(Worker& worker, uint64_t key,
                                                SystemTransactions& system,
                                                std::function<bool(uint64_t)> ended) {
  CO_TRY_ASSIGN(LeafPosition position, co_await Find(worker, key, LatchMode::kExclusive));
  CO_TRY(MayChange(position.leaf));
  if (position.found || HasRoom(position.leaf)) co_return std::move(position);
  CO_TRY(co_await PurgeGhosts(worker, position.leaf, ended));
  if (HasRoom(position.leaf)) co_return PositionIn(std::move(position.leaf), key);
  position.leaf.Release();
  co_return co_await MakeRoom(worker, key, system);
}

Task<Result<LeafPosition>> BTree::MakeRoom(Worker& worker, uint64_t key,
                                           SystemTransactions& system) {
  CO_TRY_ASSIGN(PageGuard node, co_await Descend(worker, key, 1, LatchMode::kExclusive));
  if (!HasRoom(node)) {
    // The parent has to split too, or the root is the leaf: from the top, with EX latches.
    node.Release();
    CO_TRY_ASSIGN(node,
                  co_await FetchNode(worker, info_.root, LatchMode::kExclusive, std::nullopt));
    if (!HasRoom(node)) CO_TRY(co_await SplitRoot(worker, node, key, system));
  }
  while (node.view().level() > 0) {
    const PageId child = node.view().child_at(node.view().ChildSlot(key));
    const auto below = static_cast<uint16_t>(node.view().level() - 1);
    auto next = co_await FetchNode(worker, child, LatchMode::kExclusive, below);
    CO_TRY(next);
    if (!HasRoom(next.value())) {
      next = co_await SplitChild(worker, node, std::move(next).value(), key, system);
      CO_TRY(next);
    }
    node = std::move(next).value();
  }
  co_return PositionIn(std::move(node), key);
}

Task<Result<std::optional<page::Row>>> BTree::Last(Worker& worker) {
  uint64_t key = UINT64_MAX;
  for (;;) {
    CO_TRY_ASSIGN(PageGuard node,
                  co_await FetchNode(worker, info_.root, LatchMode::kShared, std::nullopt));
    uint64_t fence = 0;  // the least key that can be on the leaf
    while (node.view().level() > 0) {
      const uint16_t slot = node.view().ChildSlot(key);
      fence = node.view().key_at(slot);
      CO_TRY_ASSIGN(node, co_await FetchNode(worker, node.view().child_at(slot), LatchMode::kShared,
                                             static_cast<uint16_t>(node.view().level() - 1)));
    }
    const page::PageView leaf = node.view();
    for (uint16_t slot = leaf.row_count(); slot-- > 0;) {
      const ByteSpan bytes = leaf.row_at(slot);
      if (page::PeekRow(bytes).ghost) continue;
      const Result<page::Row> row = page::DecodeRow(info_.id, bytes);
      CO_TRY(row);
      co_return std::optional<page::Row>(row.value());
    }
    // A leaf of ghosts only, or an empty one: go on to its left, by key, from the root again. A
    // latch to the left could not be taken in order.
    if (fence == 0) co_return std::optional<page::Row>();
    key = fence - 1;
  }
}

}  // namespace snapscope::btree
