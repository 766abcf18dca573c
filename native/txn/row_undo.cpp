#include "txn/row_undo.h"

#include <string>
#include <utility>

namespace snapscope::txn {

Result<RowChange> RowChangeOf(const page::LogRecord& record) {
  RowChange change{record.previous, record.index, {}};
  switch (record.type) {
    case page::RecordType::kInsertRow:
      change.former = page::PeekRow(record.after);
      change.former.ghost = true;
      return change;
    case page::RecordType::kUpdateRow:
      change.former = page::PeekRow(record.before);
      return change;
    default:
      return Error{ErrorCode::kCorruptLog, std::string("undo met a record of type ") +
                                               page::ToString(record.type) +
                                               "; a user's transaction changes rows only"};
  }
}

Task<Result<Lsn>> UndoRow(Worker& worker, buffer::BufferPool& pool, btree::BTree& tree,
                          RowChange change, UndoContext context) {
  auto position = co_await tree.Find(worker, change.former.key, runtime::LatchMode::kExclusive);
  if (!position.ok()) co_return position.error();
  if (!position->found) {
    co_return Error{ErrorCode::kCorruptPage, "undo found no row with key " +
                                                 std::to_string(change.former.key) + " in index " +
                                                 std::to_string(change.index.value)};
  }
  page::PageView view = position->leaf.view();
  page::LogRecord record;
  record.type = page::RecordType::kUpdateRow;
  record.flags = page::kFlagCompensation;
  record.index = change.index;
  record.txn = context.txn;
  record.previous = context.last;
  record.undo_next = change.previous;
  record.page = view.id();
  record.slot = position->slot;
  record.after.resize(page::kRowHeaderSize);
  page::EncodeRow(change.index, change.former, record.after);
  if (change.former.ghost) tree.NoteGhost(view.id(), change.former.key);
  co_return co_await pool.Change(worker, position->leaf, std::move(record), context.unlogged_lsn);
}

}  // namespace snapscope::txn
