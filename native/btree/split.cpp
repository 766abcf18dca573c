// Page splits.
//
// The steps are ordered so that a search never misses a row, should one of them fail and not even
// be taken back: the new page is complete before an entry leads to it, and rows leave the old page
// only after that.
#include <array>
#include <utility>
#include <vector>

#include "btree/btree.h"
#include "btree/system_change.h"

namespace snapscope::btree {

using page::LogRecord;
using page::RecordType;

namespace {

/// Rows or entries from `slot` on go to the right page, which keys from `separator` on belong to.
struct SplitPoint {
  uint16_t slot = 0;
  uint64_t separator = 0;
};

// In the middle, but at the very end of the tree so that the left page stays full: keys that grow
// would otherwise leave half-empty pages behind them.
SplitPoint ChooseSplit(page::PageView view, uint64_t key) {
  const uint16_t count = view.row_count();
  const bool last_page = view.right_sibling() == PageId{};
  if (view.level() == 0) {
    if (last_page && view.LowerBound(key) == count) return {count, key};
  } else if (last_page && view.ChildSlot(key) + 1 == count) {
    const auto last = static_cast<uint16_t>(count - 1);
    return {last, view.key_at(last)};
  }
  const auto middle = static_cast<uint16_t>(count / 2);
  return {middle, view.key_at(middle)};
}

struct SlotRange {
  uint16_t begin;
  uint16_t end;
};

// The image of a new page `id` that takes over a range of rows of `from`.
LogRecord FormatRecord(PageId id, page::PageView from, SlotRange range, PageId right_sibling) {
  alignas(8) std::array<std::byte, page::kPageSize> bytes;
  page::PageView view(bytes);
  view.Format(id, from.type(), from.index(), from.level(), from.row_width());
  view.set_right_sibling(right_sibling);
  std::vector<std::byte> rows;
  from.CopyRows(range.begin, static_cast<uint16_t>(range.end - range.begin), rows);
  view.AppendRows(rows);
  LogRecord record;
  record.type = RecordType::kFormatPage;
  record.after = page::ImageOf(view);
  return record;
}

LogRecord TruncateRecord(page::PageView view, uint16_t slot, PageId new_sibling) {
  LogRecord record;
  record.type = RecordType::kTruncateRows;
  record.slot = slot;
  const auto moved = static_cast<uint16_t>(view.row_count() - slot);
  record.before.reserve(size_t{moved} * view.row_width() + sizeof(PageId));
  view.CopyRows(slot, moved, record.before);
  record.before.resize(record.before.size() + sizeof(PageId));
  Store(record.before, record.before.size() - sizeof(PageId), view.right_sibling());
  record.after.resize(sizeof(PageId));
  Store(record.after, 0, new_sibling);
  return record;
}

LogRecord EntryRecord(page::PageView parent, uint64_t separator, PageId child) {
  LogRecord record;
  record.type = RecordType::kInsertEntry;
  record.slot = parent.LowerBound(separator);
  record.after = page::EncodeEntry(separator, child);
  return record;
}

LogRecord NewRootRecord(page::PageView root, PageId left, SplitPoint at, PageId right) {
  alignas(8) std::array<std::byte, page::kPageSize> bytes;
  page::PageView view(bytes);
  view.Format(root.id(), page::PageType::kInterior, root.index(),
              static_cast<uint16_t>(root.level() + 1), page::kInteriorEntrySize);
  view.AppendRows(page::EncodeEntry(0, left));
  view.AppendRows(page::EncodeEntry(at.separator, right));
  LogRecord record;
  record.type = RecordType::kReplacePage;
  record.before = page::ImageOf(root);
  record.after = page::ImageOf(view);
  return record;
}

// All three objects live in the caller's frame, which awaits this.
Task<Result<PageGuard*>> MoveToNewPage(Worker& worker, SystemChange& change, PageGuard& parent,
                                       PageGuard& child, SplitPoint at) {
  CO_TRY_ASSIGN(auto* right, co_await change.Allocate(worker));
  const page::PageView view = child.view();
  CO_TRY(co_await change.Apply(
      worker, right,
      FormatRecord(right->id(), view, {at.slot, view.row_count()}, view.right_sibling())));
  CO_TRY(co_await change.Apply(worker, &parent,
                               EntryRecord(parent.view(), at.separator, right->id())));
  CO_TRY(co_await change.Apply(worker, &child, TruncateRecord(view, at.slot, right->id())));
  co_return right;
}

Task<Result<std::array<PageGuard*, 2>>> MoveBelowRoot(Worker& worker, SystemChange& change,
                                                      PageGuard& root, SplitPoint at) {
  CO_TRY_ASSIGN(auto* left, co_await change.Allocate(worker));
  CO_TRY_ASSIGN(auto* right, co_await change.Allocate(worker));
  const page::PageView view = root.view();
  CO_TRY(co_await change.Apply(worker, left,
                               FormatRecord(left->id(), view, {0, at.slot}, right->id())));
  CO_TRY(co_await change.Apply(
      worker, right, FormatRecord(right->id(), view, {at.slot, view.row_count()}, PageId{})));
  CO_TRY(co_await change.Apply(worker, &root, NewRootRecord(view, left->id(), at, right->id())));
  co_return std::array<PageGuard*, 2>{left, right};
}

}  // namespace

Task<Result<PageGuard>> BTree::SplitChild(Worker& worker, PageGuard& parent, PageGuard child,
                                          uint64_t key, SystemTransactions& system) {
  SystemChange change(pool_, db_, {info_.id, space_}, system);
  CO_TRY(co_await change.Begin(worker));
  const SplitPoint at = ChooseSplit(child.view(), key);
  const auto right = co_await MoveToNewPage(worker, change, parent, child, at);
  if (!right.ok()) co_return co_await change.Undo(worker, right.error());
  change.Commit();
  NoteGhostsOf(child.view());
  NoteGhostsOf(right.value()->view());
  if (key < at.separator) co_return std::move(child);
  co_return std::move(*right.value());
}

Task<Status> BTree::SplitRoot(Worker& worker, PageGuard& root, uint64_t key,
                              SystemTransactions& system) {
  SystemChange change(pool_, db_, {info_.id, space_}, system);
  CO_TRY(co_await change.Begin(worker));
  const auto moved = co_await MoveBelowRoot(worker, change, root, ChooseSplit(root.view(), key));
  if (!moved.ok()) co_return co_await change.Undo(worker, moved.error());
  change.Commit();
  for (const PageGuard* half : moved.value()) NoteGhostsOf(half->view());
  co_return Status();
}

}  // namespace snapscope::btree
