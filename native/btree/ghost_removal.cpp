// Ghosts, and leaves that have nothing else: how they leave the tree.
#include <utility>

#include "btree/btree.h"
#include "btree/page_allocator.h"
#include "btree/system_change.h"
#include "page/log_record.h"

namespace snapscope::btree {

using page::LogRecord;
using page::RecordType;

namespace {

LogRecord RemoveEntryRecord(page::PageView parent, uint16_t slot) {
  LogRecord record;
  record.type = RecordType::kRemoveEntry;
  record.slot = slot;
  record.before = page::EncodeEntry(parent.key_at(slot), parent.child_at(slot));
  return record;
}

// No row moves, only the chain changes.
LogRecord NewSiblingRecord(page::PageView leaf, PageId sibling) {
  LogRecord record;
  record.type = RecordType::kTruncateRows;
  record.slot = leaf.row_count();
  record.before.resize(sizeof(PageId));
  Store(record.before, 0, leaf.right_sibling());
  record.after.resize(sizeof(PageId));
  Store(record.after, 0, sibling);
  return record;
}

}  // namespace

void BTree::NoteGhostsOf(page::PageView leaf) const {
  for (uint16_t slot = 0; leaf.level() == 0 && slot < leaf.row_count(); ++slot) {
    if (page::PeekRow(leaf.row_at(slot)).ghost) return NoteGhost(leaf.id(), leaf.key_at(slot));
  }
}

Task<Status> BTree::PurgeGhosts(Worker& worker, PageGuard& leaf,
                                const std::function<bool(uint64_t)>& ended) {
  const page::PageView view = leaf.view();
  LogRecord record;
  record.type = RecordType::kPurgeRows;
  record.index = info_.id;
  record.page = view.id();
  for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
    if (!page::PeekRow(view.row_at(slot)).ghost || !ended(view.key_at(slot))) continue;
    view.CopyRows(slot, 1, record.before);
  }
  if (record.before.empty()) co_return Status();
  worker.Charge(runtime::CpuWork::kGhostPurged, record.before.size() / info_.row_width);
  CO_TRY(co_await pool_.Change(worker, leaf, std::move(record)));
  co_return Status();
}

Task<Result<CleanedLeaf>> BTree::CleanLeaf(Worker& worker, uint64_t key, SystemTransactions& system,
                                           std::function<bool(uint64_t)> ended) {
  CleanedLeaf cleaned;
  {
    CO_TRY_ASSIGN(PageGuard leaf, co_await Descend(worker, key, 0, LatchMode::kExclusive));
    const uint16_t rows = leaf.view().row_count();
    CO_TRY(co_await PurgeGhosts(worker, leaf, ended));
    const page::PageView view = leaf.view();
    cleaned.rows_purged = static_cast<uint64_t>(rows - view.row_count());
    for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
      cleaned.has_ghosts = cleaned.has_ghosts || page::PeekRow(view.row_at(slot)).ghost;
    }
    if (view.row_count() > 0) co_return cleaned;
  }
  CO_TRY_ASSIGN(const auto removed, co_await RemoveLeaf(worker, key, system));
  if (!removed) co_return cleaned;
  cleaned.removed = true;
  const page::ExtentId extent = page::ExtentOf(*removed);
  CO_TRY_ASSIGN(cleaned.freed_extent,
                co_await system.allocator().ReleaseIfEmpty(worker, info_.id, extent));
  co_return cleaned;
}

// With its parent, its left sibling and itself latched EX nobody is on the way to it. The first
// leaf below a parent stays: its left sibling is below another one.
Task<Result<std::optional<PageId>>> BTree::RemoveLeaf(Worker& worker, uint64_t key,
                                                      SystemTransactions& system) {
  CO_TRY_ASSIGN(PageGuard parent, co_await Descend(worker, key, 1, LatchMode::kExclusive));
  if (parent.view().level() == 0) co_return std::optional<PageId>();  // the root is the only leaf
  const uint16_t slot = parent.view().ChildSlot(key);
  if (slot == 0) co_return std::optional<PageId>();
  const PageId left_page = parent.view().child_at(static_cast<uint16_t>(slot - 1));
  const PageId leaf_page = parent.view().child_at(slot);
  CO_TRY_ASSIGN(auto left, co_await FetchNode(worker, left_page, LatchMode::kExclusive, 0));
  CO_TRY_ASSIGN(auto leaf, co_await FetchNode(worker, leaf_page, LatchMode::kExclusive, 0));
  if (leaf.view().row_count() > 0) co_return std::optional<PageId>();  // it was in use

  SystemChange change(pool_, db_, info_.id, system);
  CO_TRY(co_await change.Begin(worker));
  Status status = co_await change.Apply(worker, &parent, RemoveEntryRecord(parent.view(), slot));
  if (status.ok()) {
    const PageId right = leaf.view().right_sibling();
    status = co_await change.Apply(worker, &left, NewSiblingRecord(left.view(), right));
  }
  // Last, and then at once the commit: from here on somebody else may take the page, so it could
  // not be taken back.
  if (status.ok()) status = co_await system.allocator().Release(worker, change, leaf_page);
  if (!status.ok()) co_return co_await change.Undo(worker, status.error());
  change.Commit();
  ++leaves_removed_;
  system.allocator().NoteFree(info_.id, leaf_page);
  co_return std::optional<PageId>(leaf_page);
}

}  // namespace snapscope::btree
