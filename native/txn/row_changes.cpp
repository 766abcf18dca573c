// Row changes: locking, finding, logging, and the nonclustered indexes that go along.
//
// An entry of a nonclustered index needs no lock of its own: only who has the row X adds or removes
// it, and readers come by the clustered key.
#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/mutation.h"
#include "txn/transaction_state.h"

namespace snapscope::txn {

MUTATION(kGhostPurgedEarly,
         "the ghost of a deleted row is purged before its transaction has ended");
MUTATION(kIndexEntryKept, "a change leaves the row's old entries in nonclustered indexes");
MUTATION(kUpdateLost, "an update goes on from what its row was before it waited for it");

namespace {

Error NoSuchRow(IndexId index, uint64_t key) {
  return Error{ErrorCode::kNotFound, "index " + std::to_string(index.value) +
                                         " has no row with key " + std::to_string(key)};
}

Error EntryAmiss(IndexId index, uint64_t entry_key, const char* what) {
  return Error{ErrorCode::kCorruptPage, "nonclustered index " + std::to_string(index.value) + " " +
                                            what + " an entry for the row with key " +
                                            std::to_string(btree::ClusteringKeyOf(entry_key)) +
                                            " (entry key " + std::to_string(entry_key) + ")"};
}

}  // namespace

std::optional<Row> LiveRow(const LeafPosition& position) {
  if (!position.found) return std::nullopt;
  page::PageView view = position.leaf.view();
  const Row row = page::PeekRow(view.row_at(position.slot));
  if (row.ghost) return std::nullopt;
  return row;
}

// Locks the table and the row and, before the transaction's first change, reserves log space for
// its kBegin: with a latch held there must be nothing to wait for but the change itself. A
// transaction that then changes nothing never writes it.
Task<Result<TransactionManager::State::Statement>> TransactionManager::State::BeginChange(
    Worker& worker, Transaction& txn, LockKey row, LockMode mode) {
  CHECK(txn.active(), "transaction %llu has ended",
        static_cast<unsigned long long>(txn.id().value));
  worker.Charge(runtime::CpuWork::kRowChange);
  const LockKey table = LockKey::Table(row.index);
  std::optional<bool> locked;
  if (txn.TryLockToTheEnd(locks, table, LockMode::kIntentExclusive)) {
    locked = txn.TryLockToTheEnd(locks, row, mode);
  }
  if (!locked || txn.last().IsNone()) return BeginAfterWait(worker, txn, row, mode, locked);
  return Task<Result<Statement>>::Ready(Statement{row, *locked, {}});
}

// `locked`: the locks are held already, as TryLockToTheEnd says.
Task<Result<TransactionManager::State::Statement>> TransactionManager::State::BeginAfterWait(
    Worker& worker, Transaction& txn, LockKey row, LockMode mode, std::optional<bool> locked) {
  if (!locked) {
    CO_TRY(co_await txn.LockToTheEnd(worker, locks, LockKey::Table(row.index),
                                     LockMode::kIntentExclusive));
    const auto is_new = co_await txn.LockToTheEnd(worker, locks, row, mode);
    CO_TRY(is_new);
    locked = *is_new;
  }
  Statement statement{row, *locked, {}};
  if (!txn.last().IsNone()) co_return std::move(statement);
  CO_TRY_ASSIGN(statement.begin, co_await log.Reserve(worker, page::kRecordHeaderSize));
  co_return std::move(statement);
}

// The row that an update or delete is about, its U lock turned into X; kNotFound, the lock let go,
// when there is none.
Task<Result<LeafPosition>> TransactionManager::State::FindForChange(Worker& worker,
                                                                    Transaction& txn, LockKey row,
                                                                    bool is_first) {
  auto finding = Tree(row.index).Find(worker, row.key, LatchMode::kExclusive);
  if (finding.ready() && finding.outcome().ok() && LiveRow(*finding.outcome()) &&
      Tree(row.index).MayChange(finding.outcome()->leaf).ok() &&
      locks.TryConvert(txn.id(), row, LockMode::kExclusive)) {
    return finding;
  }
  return FindAfterWait(worker, txn, row, is_first, std::move(finding));
}

Task<Result<LeafPosition>> TransactionManager::State::FindAfterWait(
    Worker& worker, Transaction& txn, LockKey row, bool is_first,
    Task<Result<LeafPosition>> finding) {
  auto position = co_await std::move(finding);
  CO_TRY(position);
  if (!LiveRow(*position)) {
    if (is_first) txn.Unlock(locks, row);
    co_return NoSuchRow(row.index, row.key);
  }
  CO_TRY(Tree(row.index).MayChange(position->leaf));
  if (locks.TryConvert(txn.id(), row, LockMode::kExclusive)) co_return std::move(position);
  // Readers hold the row: they are waited for without the latch. The row stays, but it may move.
  position->leaf.Release();
  CO_TRY(co_await txn.LockToTheEnd(worker, locks, row, LockMode::kExclusive));
  co_return co_await Tree(row.index).Find(worker, row.key, LatchMode::kExclusive);
}

void TransactionManager::State::WriteBegin(Transaction& txn, wal::Reservation reservation) {
  if (!txn.last().IsNone()) return;
  const Lsn lsn = AppendControl(txn, RecordType::kBegin, std::move(reservation));
  NoteRecord(txn.id(), lsn, page::kRecordHeaderSize);
  undo_space += txn.undo_space();
}

// What a rollback needs of a record that has been written.
void TransactionManager::State::NoteWritten(Transaction& txn, Lsn lsn, const LogRecord& record) {
  const auto change = RowChangeOf(record);
  CHECK(change.ok(), "a transaction has logged what it cannot undo");
  txn.NoteWritten(lsn, *change);
  NoteRecord(txn.id(), lsn, record.EncodedSize());
  undo_space += wal::SpaceAmongMany(kUndoRecordBytes);
}

// Writes `record_in_work`.
Task<Status> TransactionManager::State::WriteRecord(Worker& worker, Transaction& txn,
                                                    LeafPosition position) {
  LogRecord& record = record_in_work;
  record.txn = txn.id();
  record.previous = txn.last();
  record.page = position.leaf.id();
  record.slot = position.slot;
  if (const auto lsn = pool.TryChange(worker, position.leaf, record)) {
    NoteWritten(txn, *lsn, record);
    return Task<Status>::Ready();
  }
  return WriteAfterWait(worker, txn, std::move(position), record);
}

Task<Status> TransactionManager::State::WriteAfterWait(Worker& worker, Transaction& txn,
                                                       LeafPosition position, LogRecord record) {
  auto written = co_await pool.Change(worker, position.leaf, record);
  if (!written.ok()) co_return written.error();
  // Change() suspends nowhere after the append, and a task that completes hands straight over to
  // its awaiter, so no checkpoint can begin between the append and this note.
  NoteWritten(txn, *written, record);
  co_return Status();
}

Task<Status> TransactionManager::State::Overwrite(Worker& worker, Transaction& txn,
                                                  LeafPosition position, Row row) {
  page::PageView view = position.leaf.view();
  LogRecord& record = record_in_work;
  record.type = RecordType::kUpdateRow;
  record.index = view.index();
  const Row before = page::PeekRow(view.row_at(position.slot));
  const uint16_t width = view.row_width();
  const bool deletes = row.ghost && !before.ghost;
  const bool inserts = before.ghost && !row.ghost;
  record.before.resize(deletes ? width : page::kRowHeaderSize);
  record.after.resize(inserts ? width : page::kRowHeaderSize);
  page::EncodeRow(record.index, before, record.before);
  page::EncodeRow(record.index, row, record.after);
  if (row.ghost) ghosts.Note(Tree(record.index), view.id(), row.key);
  return WriteRecord(worker, txn, std::move(position));
}

Task<Status> TransactionManager::State::InsertNew(Worker& worker, Transaction& txn,
                                                  LeafPosition position, IndexId index, Row row) {
  LogRecord& record = record_in_work;
  record.type = RecordType::kInsertRow;
  record.index = index;
  record.before.clear();
  record.after.resize(Tree(index).info().row_width);
  page::EncodeRow(index, row, record.after);
  return WriteRecord(worker, txn, std::move(position));
}

IndexId TransactionManager::State::TableOf(IndexId index) const {
  const auto found = std::ranges::find_if(
      nonclustered, [index](const btree::NonclusteredIndex& one) { return one.info.id == index; });
  return found == nonclustered.end() ? index : found->table;
}

bool TransactionManager::State::GhostMayGo(IndexId index, uint64_t key) const {
  if (Mutated(kGhostPurgedEarly)) return true;
  const IndexId table = TableOf(index);
  const uint64_t row = index == table ? key : btree::ClusteringKeyOf(key);
  return !locks.InUse(LockKey::Row(table, row));
}

Task<Result<LeafPosition>> TransactionManager::State::FindForInsert(Worker& worker, IndexId index,
                                                                    uint64_t key) {
  return Tree(index).FindForInsert(
      worker, key, system, [this, index](uint64_t ghost) { return GhostMayGo(index, ghost); });
}

Task<Status> TransactionManager::State::UpdateIndexes(Worker& worker, Transaction& txn,
                                                      IndexId table, std::optional<Row> before,
                                                      Row after) {
  if (!noted && nonclustered.empty()) return Task<Status>::Ready();
  return UpdateEachIndex(worker, txn, table, before, after);
}

Task<Status> TransactionManager::State::UpdateEachIndex(Worker& worker, Transaction& txn,
                                                        IndexId table, std::optional<Row> before,
                                                        Row after) {
  if (noted) worker.Charge(runtime::CpuWork::kRowChange, noted->Note(table, before, after));
  const size_t indexes = nonclustered.size();
  for (const btree::NonclusteredIndex& index : nonclustered) {
    if (index.table != table) continue;
    const btree::EntryChange change = btree::EntryChangeOf(index, before, after);
    if (change.goes && !Mutated(kIndexEntryKept)) {
      CO_TRY(co_await RemoveEntry(worker, txn, index.info.id, *change.goes));
    }
    if (change.comes) CO_TRY(co_await InsertEntry(worker, txn, index, *change.comes));
    CHECK(nonclustered.size() == indexes, "the table that a statement has locked got an index");
  }
  co_return Status();
}

Task<Status> TransactionManager::State::RemoveEntry(Worker& worker, Transaction& txn, IndexId index,
                                                    uint64_t entry_key) {
  worker.Charge(runtime::CpuWork::kRowChange);
  auto position = co_await Tree(index).Find(worker, entry_key, LatchMode::kExclusive);
  CO_TRY(position);
  if (!LiveRow(*position)) co_return EntryAmiss(index, entry_key, "lacks");
  co_return co_await Overwrite(worker, txn, std::move(*position),
                               btree::EntryOf(entry_key, /*ghost=*/true));
}

Task<Status> TransactionManager::State::InsertEntry(Worker& worker, Transaction& txn,
                                                    btree::NonclusteredIndex index,
                                                    uint64_t entry_key) {
  worker.Charge(runtime::CpuWork::kRowChange);
  auto position = co_await FindForInsert(worker, index.info.id, entry_key);
  CO_TRY(position);
  if (LiveRow(*position)) co_return EntryAmiss(index.info.id, entry_key, "already has");
  const Row entry = btree::EntryOf(entry_key);
  if (position->found) co_return co_await Overwrite(worker, txn, std::move(*position), entry);
  co_return co_await InsertNew(worker, txn, std::move(*position), index.info.id, entry);
}

Task<Status> TransactionManager::State::ChangeRow(Worker& worker, Transaction& txn, LockKey row,
                                                  std::function<Row(Row)> change) {
  std::optional<Row> early;
  if (Mutated(kUpdateLost)) {
    const auto found = co_await Tree(row.index).Find(worker, row.key, LatchMode::kShared);
    if (found.ok()) early = LiveRow(*found);
  }
  auto statement = co_await BeginChange(worker, txn, row, LockMode::kUpdate);
  CO_TRY(statement);
  auto position = co_await FindForChange(worker, txn, row, statement->is_first);
  CO_TRY(position);
  const Row before = *LiveRow(*position);
  Row after = change(early.value_or(before));
  ++after.version;
  WriteBegin(txn, std::move(statement->begin));
  CO_TRY(co_await Overwrite(worker, txn, std::move(*position), after));
  txn.NoteChange(row, statement->is_first, after);
  co_return co_await UpdateIndexes(worker, txn, row.index, before, after);
}

}  // namespace snapscope::txn
