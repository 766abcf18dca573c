#include "btree/staged_tree.h"

#include <array>
#include <utility>

#include "btree/page_allocator.h"
#include "btree/system_change.h"
#include "page/log_record.h"

namespace snapscope::btree {

using page::LogRecord;
using page::RecordType;

namespace {

/// A change of the leaf, at the position's slot.
LogRecord RecordAt(const LeafPosition& position, RecordType type) {
  const page::PageView view = position.leaf.view();
  LogRecord record;
  record.type = type;
  record.index = view.index();
  record.page = view.id();
  record.slot = position.slot;
  return record;
}

}  // namespace

StagedTree::StagedTree(BufferPool& pool, DbId db, IndexInfo info, SystemTransactions& system)
    : pool_(pool), system_(system), tree_(pool, db, info, kBuildSpace) {}

Task<Status> StagedTree::Set(Worker& worker, page::Row row) {
  auto found =
      co_await tree_.FindForInsert(worker, row.key, system_, [](uint64_t) { return false; });
  CO_TRY(found);
  LeafPosition position = std::move(found).value();
  LogRecord record =
      RecordAt(position, position.found ? RecordType::kUpdateRow : RecordType::kInsertRow);
  if (position.found) {
    const page::Row before = page::PeekRow(position.leaf.view().row_at(position.slot));
    if (before == row) co_return Status();
    record.before.resize(page::kRowHeaderSize);
    page::EncodeRow(record.index, before, record.before);
  }
  record.after.resize(position.found ? page::kRowHeaderSize : tree_.info().row_width);
  page::EncodeRow(record.index, row, record.after);
  CO_TRY(co_await pool_.Change(worker, position.leaf, std::move(record)));
  co_return Status();
}

Task<Status> StagedTree::Remove(Worker& worker, uint64_t key) {
  CO_TRY_ASSIGN(LeafPosition position, co_await tree_.Find(worker, key, LatchMode::kExclusive));
  if (!position.found) co_return Status();
  LogRecord record = RecordAt(position, RecordType::kPurgeRows);
  position.leaf.view().CopyRows(position.slot, 1, record.before);
  record.slot = 0;  // rows are purged by key
  CO_TRY(co_await pool_.Change(worker, position.leaf, std::move(record)));
  co_return Status();
}

Task<Result<std::vector<std::byte>>> StagedTree::TakeRoot(Worker& worker, PageId root) {
  alignas(8) std::array<std::byte, page::kPageSize> bytes;
  page::PageView image(bytes);
  {
    CO_TRY_ASSIGN(const auto fetched,
                  co_await pool_.Fetch(worker, tree_.db(), tree_.info().root, LatchMode::kShared));
    const page::PageView view = fetched.view();
    image.Format(root, view.type(), view.index(), view.level(), view.row_width());
    std::vector<std::byte> rows;
    view.CopyRows(0, view.row_count(), rows);
    if (!rows.empty()) image.AppendRows(rows);
  }
  SystemChange change(pool_, tree_.db(), kBuildSpace, system_);
  CO_TRY(co_await change.Begin(worker));
  const Status released = co_await system_.allocator().Release(worker, change, tree_.info().root);
  if (!released.ok()) co_return co_await change.Undo(worker, released.error());
  change.Commit();
  co_return page::ImageOf(image);
}

}  // namespace snapscope::btree
