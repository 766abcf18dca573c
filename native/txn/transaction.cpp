#include "txn/transaction.h"

#include <algorithm>
#include <ranges>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/mutation.h"
#include "txn/transaction_state.h"

namespace snapscope::txn {

MUTATION(kDirtyRead, "a read does not wait for the lock of its row");
MUTATION(kCommitBeforeFlush, "a commit is acknowledged before its log is durable");
MUTATION(kRollbackKeepsRow, "a rollback leaves the transaction's first change");
MUTATION(kReserveTooSmall, "less log is kept for rolling a transaction back than that takes");

const CommittedChange* Transaction::ChangeOf(IndexId index, uint64_t key) const {
  const auto found = std::ranges::find_if(changes_, [&](const CommittedChange& change) {
    return change.index == index && change.after.key == key;
  });
  return found == changes_.end() ? nullptr : &*found;
}

// Somebody waits for the record that ends the transaction, so that its block is closed early.
uint64_t Transaction::undo_space() const {
  if (!active_ || last_.IsNone()) return 0;
  return wal::SpaceOf(page::kRecordHeaderSize) +
         undo_.size() * wal::SpaceAmongMany(kUndoRecordBytes);
}

std::optional<bool> Transaction::TryLockToTheEnd(LockTable& locks, LockKey key, LockMode mode) {
  const std::optional<bool> is_new = locks.TryAcquire(id_, key, mode);
  if (is_new && *is_new) locks_.push_back(key);
  return is_new;
}

Task<Result<bool>> Transaction::LockToTheEnd(Worker& worker, LockTable& locks, LockKey key,
                                             LockMode mode) {
  const auto is_new = co_await locks.Acquire(worker, id_, key, mode);
  CO_TRY(is_new);
  if (*is_new) locks_.push_back(key);
  co_return *is_new;
}

void Transaction::Unlock(LockTable& locks, LockKey key) {
  CHECK(locks_.back() == key, "not the lock that was taken last");
  locks_.pop_back();
  locks.Release(id_, key);
}

void Transaction::NoteRecord(Lsn lsn) {
  CHECK(lsn > last_, "a record at %s comes before its transaction's last", ToString(lsn).c_str());
  last_ = lsn;
}

void Transaction::NoteWritten(Lsn lsn, const RowChange& change) {
  NoteRecord(lsn);
  undo_.push_back(change);
}

void Transaction::NoteUndone(Lsn lsn) {
  NoteRecord(lsn);
  undo_.pop_back();
}

void Transaction::NoteChange(LockKey row, bool is_first, const Row& now) {
  if (!is_first) {
    for (CommittedChange& earlier : changes_) {
      if (earlier.index == row.index && earlier.after.key == row.key) {
        earlier.after = now;
        ++earlier.times;
        return;
      }
    }
  }
  changes_.push_back({.index = row.index, .after = now});
}

void Transaction::End(LockTable& locks) {
  // Rows before their table.
  for (const LockKey& key : std::views::reverse(locks_)) locks.Release(id_, key);
  locks_.clear();
  changes_.clear();
  undo_.clear();
  active_ = false;
}

btree::BTree& TransactionManager::State::Tree(IndexId index) {
  const auto found = std::ranges::find_if(
      trees, [index](const btree::BTree& tree) { return tree.info().id == index; });
  CHECK(found != trees.end(), "no index %u", static_cast<unsigned>(index.value));
  return *found;
}

void TransactionManager::State::AddTree(btree::IndexInfo info) {
  btree::BTree& tree = trees.emplace_back(pool, db, info);
  tree.SetGhostCallback([this, &tree](PageId page, uint64_t key) { ghosts.Note(tree, page, key); });
}

void TransactionManager::State::NoteRecord(TxnId txn, Lsn lsn, uint32_t bytes) {
  const auto [entry, is_first] = active.try_emplace(txn.value);
  Logged& transaction = entry->second;
  CHECK(is_first || transaction.last < lsn, "records of a transaction out of order");
  transaction.last = lsn;
  transaction.log_bytes += bytes;
  if (is_first) {
    transaction.first = lsn;
    telemetry.SetGauge(telemetry::CounterId::kActiveTransactions,
                       static_cast<int64_t>(active.size()));
  }
}

uint64_t TransactionManager::State::LogUsedBy(TxnId txn) const {
  const auto entry = active.find(txn.value);
  return entry == active.end() ? 0 : entry->second.log_bytes;
}

void TransactionManager::State::Forget(TxnId txn) {
  active.erase(txn.value);
  telemetry.SetGauge(telemetry::CounterId::kActiveTransactions,
                     static_cast<int64_t>(active.size()));
}

Lsn TransactionManager::State::AppendControl(Transaction& txn, RecordType type,
                                             wal::Reservation reservation, TimeNs time) {
  encoded.clear();
  LogRecord record;
  record.type = type;
  record.txn = txn.id();
  record.previous = txn.last();
  record.time = time;
  page::Encode(record, encoded);
  txn.NoteRecord(log.Append(std::move(reservation), encoded));
  return txn.last();
}

void TransactionManager::State::End(const Worker& worker, Transaction& txn) {
  undo_space -= txn.undo_space();
  txn.End(locks);
  if (worker.observed()) telemetry.AddTotal(telemetry::CounterId::kTransactionsPerSecond);
}

TransactionManager::TransactionManager(buffer::BufferPool& pool, DbId db, wal::Log& log,
                                       std::vector<btree::IndexInfo> indexes,
                                       telemetry::Telemetry& telemetry, CommitListener* listener,
                                       std::vector<btree::NonclusteredIndex> nonclustered)
    : state_(std::make_unique<State>(*this, pool, db, log, std::move(indexes), telemetry, listener,
                                     std::move(nonclustered))) {}

TransactionManager::~TransactionManager() = default;

void TransactionManager::StartDeadlockMonitor(runtime::CpuModel& cpu) {
  state_->monitor.Start(cpu);
}

Task<Result<Transaction>> TransactionManager::Begin(Worker& worker) {
  worker.Charge(runtime::CpuWork::kTransactionBegin);
  return Task<Result<Transaction>>::Ready(Transaction(TxnId{state_->next_id++}));
}

Task<Result<std::optional<Row>>> TransactionManager::Read(Worker& worker, Transaction& txn,
                                                          IndexId index, uint64_t key) {
  CHECK(txn.active(), "transaction %llu has ended",
        static_cast<unsigned long long>(txn.id().value));
  worker.Charge(runtime::CpuWork::kRowRead);
  LockTable& locks = state_->locks;
  State::ReadLocks held{&txn, LockKey::Row(index, key)};
  held.table = locks.TryAcquire(txn.id(), LockKey::Table(index), LockMode::kIntentShared);
  if (held.table) held.row = locks.TryAcquire(txn.id(), held.key, LockMode::kShared);
  if (Mutated(kDirtyRead) && held.table && !held.row) held.row = false;
  if (!held.row) return state_->ReadAfterWait(worker, held);
  auto finding = state_->Tree(index).Find(worker, key, LatchMode::kShared);
  if (!finding.ready()) return state_->FinishRead(held, std::move(finding));
  return Task<Result<std::optional<Row>>>::Ready(state_->EndRead(held, finding.outcome()));
}

Task<Result<std::optional<Row>>> TransactionManager::State::ReadAfterWait(Worker& worker,
                                                                          ReadLocks held) {
  const LockKey table = LockKey::Table(held.key.index);
  if (!held.table) {
    const auto waited =
        co_await locks.Acquire(worker, held.txn->id(), table, LockMode::kIntentShared);
    CO_TRY(waited);
    held.table = *waited;
  }
  const auto waited = co_await locks.Acquire(worker, held.txn->id(), held.key, LockMode::kShared);
  if (!waited.ok()) {
    if (*held.table) locks.Release(held.txn->id(), table);
    co_return waited.error();
  }
  held.row = *waited;
  co_return co_await FinishRead(
      held, Tree(held.key.index).Find(worker, held.key.key, LatchMode::kShared));
}

Task<Result<std::optional<Row>>> TransactionManager::State::FinishRead(
    ReadLocks held, Task<Result<LeafPosition>> finding) {
  const auto position = co_await std::move(finding);
  co_return EndRead(held, position);
}

Result<std::optional<Row>> TransactionManager::State::EndRead(const ReadLocks& held,
                                                              const Result<LeafPosition>& found) {
  if (found.ok() && listener != nullptr) {
    listener->OnRead(
        held.txn->id(),
        {.index = held.key.index,
         .key = held.key.key,
         .row = LiveRow(*found),
         .own = *held.row ? nullptr : held.txn->ChangeOf(held.key.index, held.key.key)});
  }
  if (*held.row) locks.Release(held.txn->id(), held.key);
  if (*held.table) locks.Release(held.txn->id(), LockKey::Table(held.key.index));
  if (!found.ok()) return found.error();
  return LiveRow(*found);
}

Task<Result<std::vector<Row>>> TransactionManager::ReadNext(Worker& worker, Transaction& txn,
                                                            IndexId index, btree::Scan& scan,
                                                            uint64_t most) {
  for (;;) {
    auto stretch = co_await scan.NextUnlocked(
        worker, most, [this, index](uint64_t key) { return IsLocked(index, key); });
    CO_TRY(stretch);
    if (stretch->empty()) co_return std::vector<Row>();
    std::vector<Row> rows = std::move(stretch->rows);
    for (const uint64_t key : stretch->locked) {
      const auto row = co_await Read(worker, txn, index, key);
      CO_TRY(row);
      if (*row) rows.push_back(**row);
    }
    std::ranges::sort(rows, {}, &Row::key);
    if (!rows.empty()) co_return std::move(rows);
  }
}

bool TransactionManager::IsLocked(IndexId table, uint64_t key) const {
  return state_->locks.InUse(LockKey::Row(table, key));
}

bool TransactionManager::IsAnyLocked(IndexId table) const {
  return state_->locks.AnyRowInUse(table);
}

Task<Status> TransactionManager::Update(Worker& worker, Transaction& txn, IndexId index,
                                        uint64_t key, int64_t value) {
  return state_->ChangeRow(worker, txn, LockKey::Row(index, key), [value](Row row) {
    row.value = value;
    return row;
  });
}

Task<Status> TransactionManager::Change(Worker& worker, Transaction& txn, IndexId index,
                                        uint64_t key, std::function<int64_t(int64_t)> change) {
  return state_->ChangeRow(worker, txn, LockKey::Row(index, key),
                           [change = std::move(change)](Row row) {
                             row.value = change(row.value);
                             return row;
                           });
}

Task<Status> TransactionManager::Rewrite(Worker& worker, Transaction& txn, IndexId index,
                                         uint64_t key) {
  return state_->ChangeRow(worker, txn, LockKey::Row(index, key), [](Row row) { return row; });
}

Task<Status> TransactionManager::LockWholeTable(Worker& worker, Transaction& txn, IndexId table,
                                                LockMode mode) {
  CO_TRY(co_await txn.LockToTheEnd(worker, state_->locks, LockKey::Table(table), mode));
  co_return Status();
}

Task<Status> TransactionManager::Delete(Worker& worker, Transaction& txn, IndexId index,
                                        uint64_t key) {
  return state_->ChangeRow(worker, txn, LockKey::Row(index, key), [](Row row) {
    row.ghost = true;
    return row;
  });
}

Task<Status> TransactionManager::Insert(Worker& worker, Transaction& txn, IndexId index,
                                        uint64_t key, int64_t value) {
  const LockKey row = LockKey::Row(index, key);
  auto statement = co_await state_->BeginChange(worker, txn, row, LockMode::kExclusive);
  CO_TRY(statement);
  auto position = co_await state_->FindForInsert(worker, index, key);
  CO_TRY(position);
  if (LiveRow(*position)) {
    co_return Error{ErrorCode::kDuplicateKey, "index " + std::to_string(index.value) +
                                                  " has a row with key " + std::to_string(key)};
  }
  state_->WriteBegin(txn, std::move(statement->begin));
  Row inserted{
      .key = key, .value = value, .version = 1, .content = state_->Tree(index).info().content};
  if (position->found) {  // lift the ghost
    page::PageView view = position->leaf.view();
    inserted.version = page::PeekRow(view.row_at(position->slot)).version + 1;
    CO_TRY(co_await state_->Overwrite(worker, txn, std::move(*position), inserted));
  } else {
    CO_TRY(co_await state_->InsertNew(worker, txn, std::move(*position), index, inserted));
  }
  txn.NoteChange(row, statement->is_first, inserted);
  co_return co_await state_->UpdateIndexes(worker, txn, index, std::nullopt, inserted);
}

Task<Status> TransactionManager::Commit(Worker& worker, Transaction& txn) {
  CHECK(txn.active(), "transaction %llu has ended",
        static_cast<unsigned long long>(txn.id().value));
  worker.Charge(runtime::CpuWork::kTransactionEnd);
  co_await worker.PayCpu();
  if (txn.last().IsNone()) {  // it read only
    state_->End(worker, txn);
    co_return Status();
  }
  // Its space is reserved since the first change: a commit does not fail for a full log.
  auto reservation =
      co_await state_->log.Reserve(worker, page::kRecordHeaderSize, wal::LogUse::kRelief);
  if (!reservation.ok()) co_return reservation.error();

  // One step: the oracle hears of commits in LSN order, and the active table never lists a
  // transaction whose commit record is in the log.
  const Lsn lsn =
      state_->AppendControl(txn, RecordType::kCommit, std::move(*reservation), worker.Now());
  const Lsn end = state_->log.end_lsn();
  state_->Forget(txn.id());
  if (state_->listener != nullptr) state_->listener->OnCommit(txn.id(), lsn, txn.changes());

  if (Mutated(kCommitBeforeFlush) && state_->listener != nullptr) {
    state_->listener->OnAcknowledged(txn.id(), lsn);
  }
  const Status durable = co_await state_->log.Flush(worker, end);
  CHECK(!durable.ok() || lsn < state_->log.durable_lsn(), "the commit at %s is not durable",
        ToString(lsn).c_str());
  if (durable.ok() && state_->listener != nullptr) state_->listener->OnAcknowledged(txn.id(), lsn);
  // Also when the log failed: those who wait must go on to meet the same error.
  state_->End(worker, txn);
  co_return durable;
}

Task<Status> TransactionManager::Rollback(Worker& worker, Transaction& txn) {
  CHECK(txn.active(), "transaction %llu has ended",
        static_cast<unsigned long long>(txn.id().value));
  const size_t left = Mutated(kRollbackKeepsRow) ? 1 : 0;
  while (txn.undo().size() > left) {
    co_await worker.GiveWay();
    const RowChange change = txn.undo().back();
    worker.Charge(runtime::CpuWork::kRowChange);
    auto undone = co_await UndoRow(worker, state_->pool, state_->Tree(change.index), change,
                                   {txn.id(), txn.last(), Lsn{}});
    // Without its undo the rows must stay locked: nobody may see them before recovery.
    if (!undone.ok()) co_return undone.error();
    txn.NoteUndone(*undone);
    state_->NoteRecord(txn.id(), *undone, 0);  // it is no longer anybody's victim
    state_->undo_space -= wal::SpaceAmongMany(kUndoRecordBytes);
  }
  worker.Charge(runtime::CpuWork::kTransactionEnd);
  if (!txn.last().IsNone()) {
    auto reservation =
        co_await state_->log.Reserve(worker, page::kRecordHeaderSize, wal::LogUse::kRelief);
    if (!reservation.ok()) co_return reservation.error();
    state_->AppendControl(txn, RecordType::kAbort, std::move(*reservation));
    state_->Forget(txn.id());
  }
  co_await worker.PayCpu();
  state_->End(worker, txn);
  co_return Status();
}

std::optional<Lsn> TransactionManager::OldestActive() const {
  std::optional<Lsn> oldest;
  for (const auto& [id, transaction] : state_->active) {
    if (!oldest || transaction.first < *oldest) oldest = transaction.first;
  }
  return oldest;
}

void TransactionManager::SetNextId(TxnId next) {
  CHECK(next.value >= state_->next_id, "transaction ids must not come twice");
  state_->next_id = next.value;
}

TxnId TransactionManager::next_id() const { return TxnId{state_->next_id}; }
uint64_t TransactionManager::active_count() const { return state_->active.size(); }
uint64_t TransactionManager::undo_space() const {
  return Mutated(kReserveTooSmall) ? state_->undo_space / 8 : state_->undo_space;
}
uint64_t TransactionManager::locks_held() const { return state_->locks.held(); }
btree::BTree& TransactionManager::tree(IndexId index) { return state_->Tree(index); }

void TransactionManager::NoteCommit(const Transaction& txn, Lsn lsn,
                                    std::span<const CommittedChange> rows) {
  if (state_->listener != nullptr) state_->listener->OnCommit(txn.id(), lsn, rows);
}

void TransactionManager::NoteAcknowledged(const Transaction& txn, Lsn lsn) {
  if (state_->listener != nullptr) state_->listener->OnAcknowledged(txn.id(), lsn);
}

void TransactionManager::NoteTableDropped(const Transaction& txn, Lsn lsn, IndexId table) {
  btree::BTree& tree = state_->Tree(table);
  state_->ghosts.Forget(tree);
  state_->trees.remove_if([&tree](const btree::BTree& each) { return &each == &tree; });
  if (state_->listener != nullptr) state_->listener->OnTableDropped(txn.id(), lsn, table);
}

bool TransactionManager::HasTree(IndexId index) const {
  return std::ranges::any_of(state_->trees,
                             [index](const btree::BTree& tree) { return tree.info().id == index; });
}

void TransactionManager::AddTree(btree::IndexInfo info) {
  CHECK(!HasTree(info.id), "index %u is there already", static_cast<unsigned>(info.id.value));
  state_->AddTree(info);
}

void TransactionManager::AddNonclustered(btree::NonclusteredIndex index) {
  AddTree(index.info);
  state_->nonclustered.push_back(index);
}

GhostCleanup& TransactionManager::ghost_cleanup() { return state_->ghosts; }

std::optional<btree::NonclusteredIndex> TransactionManager::FindNonclustered(IndexId index) const {
  for (const btree::NonclusteredIndex& known : state_->nonclustered) {
    if (known.info.id == index) return known;
  }
  return std::nullopt;
}

void TransactionManager::BeginNoting(IndexId table, std::optional<btree::NonclusteredIndex> index) {
  CHECK(!state_->noted, "changes are being noted for another tree");
  state_->noted.emplace(table, index);
}

std::vector<uint64_t> TransactionManager::TakeNoted() {
  CHECK(state_->noted, "no changes are being noted");
  return state_->noted->Take();
}

void TransactionManager::EndNoting() { state_->noted.reset(); }

btree::PageAllocator& TransactionManager::allocator() { return state_->allocator; }

TxnId TransactionManager::BeginSystem() { return TxnId{state_->next_id++}; }

void TransactionManager::NoteSystemRecord(TxnId txn, Lsn lsn) {
  state_->NoteRecord(txn, lsn, 0);  // it takes no locks
}

void TransactionManager::EndSystem(TxnId txn) { state_->Forget(txn); }

}  // namespace snapscope::txn
