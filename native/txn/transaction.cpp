#include "txn/transaction.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/check.h"

namespace snapscope::txn {

using btree::LeafPosition;
using page::LogRecord;
using page::RecordType;
using page::Row;
using runtime::LatchMode;

struct TransactionManager::State {
  /// A change of one row on its way: its row is locked, and there is log space for kBegin if it is
  /// the transaction's first.
  struct Statement {
    LockKey row;
    bool is_first = false;  ///< of this transaction on this row
    wal::Reservation begin;
  };
  /// A transaction with at least one record.
  struct Logged {
    page::ActiveTransaction entry;
    uint64_t log_bytes = 0;
  };

  State(buffer::BufferPool& pool_in, DbId db_in, wal::Log& log_in,
        std::vector<btree::IndexInfo> indexes, telemetry::Telemetry& telemetry_in,
        CpuCosts costs_in, CommitListener* listener_in)
      : pool(pool_in),
        log(log_in),
        telemetry(telemetry_in),
        costs(costs_in),
        listener(listener_in),
        locks(telemetry_in),
        monitor(locks, telemetry_in, [this](TxnId txn) { return LogUsedBy(txn); }) {
    trees.reserve(indexes.size());
    for (const btree::IndexInfo& info : indexes) trees.emplace_back(pool, db_in, info);
  }

  btree::BTree& Tree(IndexId index);

  // Bookkeeping of records. Each runs in the step that appended the record.
  void NoteRecord(TxnId txn, Lsn lsn, bool system, uint32_t bytes);
  uint64_t LogUsedBy(TxnId txn) const;
  void Forget(TxnId txn);
  Lsn AppendControl(Transaction& txn, RecordType type, wal::Reservation reservation);

  Task<Result<bool>> LockToTheEnd(Worker& worker, Transaction& txn, LockKey key, LockMode mode);
  void Unlock(Transaction& txn, LockKey key);
  Task<Result<Statement>> BeginChange(Worker& worker, Transaction& txn, LockKey row, LockMode mode);
  Task<Result<LeafPosition>> FindForChange(Worker& worker, Transaction& txn, LockKey row,
                                           bool is_first);
  Task<Status> WriteRow(Worker& worker, Transaction& txn, Statement statement,
                        LeafPosition position, LogRecord record);
  Task<Status> Overwrite(Worker& worker, Transaction& txn, Statement statement,
                         LeafPosition position, Row row);
  static void NoteChange(Transaction& txn, const RowChange& change, const CommittedChange& now,
                         bool is_first);
  void ReleaseLocks(Transaction& txn);
  void End(Transaction& txn);

  buffer::BufferPool& pool;
  wal::Log& log;
  telemetry::Telemetry& telemetry;
  const CpuCosts costs;
  CommitListener* const listener;
  LockTable locks;
  DeadlockMonitor monitor;
  std::vector<btree::BTree> trees;
  // Ordered by id: what a checkpoint logs must not depend on a hash.
  std::map<uint64_t, Logged> active;
  uint64_t next_id = 1;
};

namespace {

LogRecord ControlRecord(RecordType type, TxnId txn, Lsn previous) {
  LogRecord record;
  record.type = type;
  record.txn = txn;
  record.previous = previous;
  return record;
}

Error NoSuchRow(IndexId index, uint64_t key) {
  return Error{ErrorCode::kNotFound, "index " + std::to_string(index.value) +
                                         " has no row with key " + std::to_string(key)};
}

// The row at the position, unless it is absent or a ghost.
std::optional<Row> LiveRow(const LeafPosition& position) {
  if (!position.found) return std::nullopt;
  page::PageView view = position.leaf.view();
  const Row row = page::PeekRow(view.row_at(position.slot));
  if (row.ghost) return std::nullopt;
  return row;
}

}  // namespace

btree::BTree& TransactionManager::State::Tree(IndexId index) {
  const auto found = std::ranges::find_if(
      trees, [index](const btree::BTree& tree) { return tree.info().id == index; });
  CHECK(found != trees.end(), "no index %u", static_cast<unsigned>(index.value));
  return *found;
}

void TransactionManager::State::NoteRecord(TxnId txn, Lsn lsn, bool system, uint32_t bytes) {
  const auto [entry, is_first] = active.try_emplace(txn.value);
  page::ActiveTransaction& transaction = entry->second.entry;
  entry->second.log_bytes += bytes;
  if (is_first) {
    transaction.txn = txn;
    transaction.first = lsn;
    transaction.system = system;
  }
  CHECK(is_first || transaction.last < lsn, "records of a transaction out of order");
  transaction.last = lsn;
  transaction.undo_next = lsn;
  if (is_first) {
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
                                             wal::Reservation reservation) {
  std::vector<std::byte> bytes;
  page::Encode(ControlRecord(type, txn.id_, txn.last_), bytes);
  txn.last_ = log.Append(std::move(reservation), bytes);
  return txn.last_;
}

// True when the transaction held nothing of the resource before.
Task<Result<bool>> TransactionManager::State::LockToTheEnd(Worker& worker, Transaction& txn,
                                                           LockKey key, LockMode mode) {
  auto acquired = co_await locks.Acquire(worker, txn.id_, key, mode);
  if (acquired.ok() && *acquired) txn.locks_.push_back(key);
  co_return acquired;
}

// Lets the newest lock go: nothing was done under it.
void TransactionManager::State::Unlock(Transaction& txn, LockKey key) {
  CHECK(txn.locks_.back() == key, "not the lock that was taken last");
  txn.locks_.pop_back();
  locks.Release(txn.id_, key);
}

// Locks the table and the row and, before the transaction's first change, reserves log space for
// its kBegin: with a latch held there must be nothing to wait for but the change itself. A
// transaction that then changes nothing never writes it.
Task<Result<TransactionManager::State::Statement>> TransactionManager::State::BeginChange(
    Worker& worker, Transaction& txn, LockKey row, LockMode mode) {
  CHECK(txn.active_, "transaction %llu has ended", static_cast<unsigned long long>(txn.id_.value));
  worker.Charge(costs.row_change);
  const auto table =
      co_await LockToTheEnd(worker, txn, LockKey::Table(row.index), LockMode::kIntentExclusive);
  CO_TRY(table);
  const auto locked = co_await LockToTheEnd(worker, txn, row, mode);
  CO_TRY(locked);
  Statement statement{row, *locked, {}};
  if (!txn.last_.IsNone()) co_return std::move(statement);
  const LogRecord begin = ControlRecord(RecordType::kBegin, txn.id_, Lsn{});
  auto reserved = co_await log.Reserve(worker, begin.EncodedSize());
  CO_TRY(reserved);
  statement.begin = std::move(*reserved);
  co_return std::move(statement);
}

// The row that an update or delete is about, its U lock turned into X; kNotFound, the lock let go,
// when there is none.
Task<Result<LeafPosition>> TransactionManager::State::FindForChange(Worker& worker,
                                                                    Transaction& txn, LockKey row,
                                                                    bool is_first) {
  btree::BTree& tree = Tree(row.index);
  auto position = co_await tree.Find(worker, row.key, LatchMode::kExclusive);
  CO_TRY(position);
  if (!LiveRow(*position)) {
    if (is_first) Unlock(txn, row);
    co_return NoSuchRow(row.index, row.key);
  }
  if (locks.TryConvert(txn.id_, row, LockMode::kExclusive)) co_return position;
  // Readers hold the row: they are waited for without the latch. The row stays, but it may move.
  position->leaf.Release();
  const auto converted = co_await LockToTheEnd(worker, txn, row, LockMode::kExclusive);
  CO_TRY(converted);
  co_return co_await tree.Find(worker, row.key, LatchMode::kExclusive);
}

Task<Status> TransactionManager::State::WriteRow(Worker& worker, Transaction& txn,
                                                 Statement statement, LeafPosition position,
                                                 LogRecord record) {
  if (txn.last_.IsNone()) {
    const Lsn lsn = AppendControl(txn, RecordType::kBegin, std::move(statement.begin));
    NoteRecord(txn.id_, lsn, false, page::kRecordHeaderSize);
  }
  record.txn = txn.id_;
  record.previous = txn.last_;
  record.page = position.leaf.id();
  record.slot = position.slot;
  auto change = RowChangeOf(record);
  CHECK(change.ok(), "a transaction is about to log what it cannot undo");
  const CommittedChange now{record.index, page::PeekRow(record.after)};
  const uint32_t bytes = record.EncodedSize();
  auto written = co_await pool.Change(worker, position.leaf, std::move(record));
  if (!written.ok()) co_return written.error();
  // Change() suspends nowhere after the append, and a task that completes hands straight over to
  // its awaiter, so no checkpoint can begin between the append and this note.
  txn.last_ = *written;
  NoteRecord(txn.id_, *written, false, bytes);
  NoteChange(txn, *change, now, statement.is_first);
  co_return Status();
}

Task<Status> TransactionManager::State::Overwrite(Worker& worker, Transaction& txn,
                                                  Statement statement, LeafPosition position,
                                                  Row row) {
  page::PageView view = position.leaf.view();
  const ByteSpan bytes = view.row_at(position.slot);
  LogRecord record;
  record.type = RecordType::kUpdateRow;
  record.index = statement.row.index;
  record.before.assign(bytes.begin(), bytes.end());
  record.after.resize(bytes.size());
  page::EncodeRow(record.index, row, record.after);
  co_return co_await WriteRow(worker, txn, std::move(statement), std::move(position),
                              std::move(record));
}

void TransactionManager::State::NoteChange(Transaction& txn, const RowChange& change,
                                           const CommittedChange& now, bool is_first) {
  txn.undo_.push_back(change);
  if (!is_first) {
    for (CommittedChange& earlier : txn.changes_) {
      if (earlier.index == now.index && earlier.after.key == now.after.key) {
        earlier.after = now.after;
        return;
      }
    }
  }
  txn.changes_.push_back(now);
}

void TransactionManager::State::ReleaseLocks(Transaction& txn) {
  // Rows before their table.
  for (auto key = txn.locks_.rbegin(); key != txn.locks_.rend(); ++key) {
    locks.Release(txn.id_, *key);
  }
  txn.locks_.clear();
}

void TransactionManager::State::End(Transaction& txn) {
  ReleaseLocks(txn);
  txn.changes_.clear();
  txn.undo_.clear();
  txn.active_ = false;
  telemetry.AddTotal(telemetry::CounterId::kTransactionsPerSecond);
}

TransactionManager::TransactionManager(buffer::BufferPool& pool, DbId db, wal::Log& log,
                                       std::vector<btree::IndexInfo> indexes,
                                       telemetry::Telemetry& telemetry, CpuCosts costs,
                                       CommitListener* listener)
    : state_(
          std::make_unique<State>(pool, db, log, std::move(indexes), telemetry, costs, listener)) {}

TransactionManager::~TransactionManager() = default;

void TransactionManager::StartDeadlockMonitor(runtime::CpuModel& cpu) {
  state_->monitor.Start(cpu);
}

Task<Result<Transaction>> TransactionManager::Begin(Worker& worker) {
  worker.Charge(state_->costs.begin);
  Transaction txn;
  txn.id_ = TxnId{state_->next_id++};
  txn.active_ = true;
  co_return txn;
}

Task<Result<std::optional<Row>>> TransactionManager::Read(Worker& worker, Transaction& txn,
                                                          IndexId index, uint64_t key) {
  CHECK(txn.active_, "transaction %llu has ended", static_cast<unsigned long long>(txn.id_.value));
  worker.Charge(state_->costs.row_read);
  LockTable& locks = state_->locks;
  const LockKey table = LockKey::Table(index);
  const auto table_lock = co_await locks.Acquire(worker, txn.id_, table, LockMode::kIntentShared);
  CO_TRY(table_lock);
  const LockKey row = LockKey::Row(index, key);
  const auto row_lock = co_await locks.Acquire(worker, txn.id_, row, LockMode::kShared);
  if (!row_lock.ok()) {
    if (*table_lock) locks.Release(txn.id_, table);
    co_return row_lock.error();
  }
  auto position = co_await state_->Tree(index).Find(worker, key, LatchMode::kShared);
  if (*row_lock) locks.Release(txn.id_, row);
  if (*table_lock) locks.Release(txn.id_, table);
  if (!position.ok()) co_return position.error();
  co_return LiveRow(*position);
}

Task<Status> TransactionManager::Update(Worker& worker, Transaction& txn, IndexId index,
                                        uint64_t key, int64_t value) {
  auto statement =
      co_await state_->BeginChange(worker, txn, LockKey::Row(index, key), LockMode::kUpdate);
  CO_TRY(statement);
  auto position = co_await state_->FindForChange(worker, txn, statement->row, statement->is_first);
  CO_TRY(position);
  Row row = *LiveRow(*position);
  row.value = value;
  ++row.version;
  co_return co_await state_->Overwrite(worker, txn, std::move(*statement), std::move(*position),
                                       row);
}

Task<Status> TransactionManager::Delete(Worker& worker, Transaction& txn, IndexId index,
                                        uint64_t key) {
  auto statement =
      co_await state_->BeginChange(worker, txn, LockKey::Row(index, key), LockMode::kUpdate);
  CO_TRY(statement);
  auto position = co_await state_->FindForChange(worker, txn, statement->row, statement->is_first);
  CO_TRY(position);
  Row row = *LiveRow(*position);
  row.ghost = true;
  ++row.version;
  co_return co_await state_->Overwrite(worker, txn, std::move(*statement), std::move(*position),
                                       row);
}

Task<Status> TransactionManager::Insert(Worker& worker, Transaction& txn, IndexId index,
                                        uint64_t key, int64_t value) {
  auto statement =
      co_await state_->BeginChange(worker, txn, LockKey::Row(index, key), LockMode::kExclusive);
  CO_TRY(statement);
  btree::BTree& tree = state_->Tree(index);
  // A ghost may go once nobody has its row locked: while a lock is held or waited for, a
  // transaction may still have to lift it again, by rollback or by this very insert.
  State* const state = state_.get();
  auto position = co_await tree.FindForInsert(worker, key, *this, [state, index](uint64_t ghost) {
    return !state->locks.InUse(LockKey::Row(index, ghost));
  });
  if (!position.ok()) co_return position.error();
  if (LiveRow(*position)) {
    co_return Error{ErrorCode::kDuplicateKey, "index " + std::to_string(index.value) +
                                                  " has a row with key " + std::to_string(key)};
  }
  if (position->found) {  // lift the ghost
    page::PageView view = position->leaf.view();
    const uint32_t version = page::PeekRow(view.row_at(position->slot)).version;
    co_return co_await state_->Overwrite(worker, txn, std::move(*statement), std::move(*position),
                                         Row{key, value, version + 1, false});
  }
  LogRecord record;
  record.type = RecordType::kInsertRow;
  record.index = index;
  record.after.resize(tree.info().row_width);
  page::EncodeRow(index, Row{key, value, 1, false}, record.after);
  co_return co_await state_->WriteRow(worker, txn, std::move(*statement), std::move(*position),
                                      std::move(record));
}

Task<Status> TransactionManager::Commit(Worker& worker, Transaction& txn) {
  CHECK(txn.active_, "transaction %llu has ended", static_cast<unsigned long long>(txn.id_.value));
  worker.Charge(state_->costs.commit);
  co_await worker.PayCpu();
  if (txn.last_.IsNone()) {  // it read only
    state_->End(txn);
    co_return Status();
  }
  const uint32_t size = ControlRecord(RecordType::kCommit, txn.id_, txn.last_).EncodedSize();
  auto reservation = co_await state_->log.Reserve(worker, size);
  if (!reservation.ok()) co_return reservation.error();

  // One step: the oracle hears of commits in LSN order, and the active table never lists a
  // transaction whose commit record is in the log.
  const Lsn lsn = state_->AppendControl(txn, RecordType::kCommit, std::move(*reservation));
  const Lsn end = state_->log.end_lsn();
  state_->Forget(txn.id_);
  if (state_->listener != nullptr) state_->listener->OnCommit(txn.id_, lsn, txn.changes_);

  const Status durable = co_await state_->log.Flush(worker, end);
  if (durable.ok() && state_->listener != nullptr) state_->listener->OnAcknowledged(txn.id_, lsn);
  // Also when the log failed: those who wait must go on to meet the same error.
  state_->End(txn);
  co_return durable;
}

Task<Status> TransactionManager::Rollback(Worker& worker, Transaction& txn) {
  CHECK(txn.active_, "transaction %llu has ended", static_cast<unsigned long long>(txn.id_.value));
  while (!txn.undo_.empty()) {
    const RowChange change = txn.undo_.back();
    worker.Charge(state_->costs.row_change);
    auto undone = co_await UndoRow(worker, state_->pool, state_->Tree(change.index), change,
                                   {txn.id_, txn.last_, Lsn{}});
    // Without its undo the rows must stay locked: nobody may see them before recovery.
    if (!undone.ok()) co_return undone.error();
    txn.last_ = *undone;
    state_->NoteRecord(txn.id_, *undone, false, 0);  // it is no longer anybody's victim
    state_->active.at(txn.id_.value).entry.undo_next = change.previous;
    txn.undo_.pop_back();
  }
  if (!txn.last_.IsNone()) {
    const uint32_t size = ControlRecord(RecordType::kAbort, txn.id_, txn.last_).EncodedSize();
    auto reservation = co_await state_->log.Reserve(worker, size, wal::LogUse::kRelief);
    if (!reservation.ok()) co_return reservation.error();
    state_->AppendControl(txn, RecordType::kAbort, std::move(*reservation));
    state_->Forget(txn.id_);
  }
  co_await worker.PayCpu();
  state_->End(txn);
  co_return Status();
}

std::vector<page::ActiveTransaction> TransactionManager::Active() const {
  std::vector<page::ActiveTransaction> active;
  active.reserve(state_->active.size());
  for (const auto& [id, transaction] : state_->active) active.push_back(transaction.entry);
  return active;
}

std::optional<Lsn> TransactionManager::OldestActive() const {
  std::optional<Lsn> oldest;
  for (const auto& [id, transaction] : state_->active) {
    if (!oldest || transaction.entry.first < *oldest) {
      oldest = transaction.entry.first;
    }
  }
  return oldest;
}

void TransactionManager::SetNextId(TxnId next) {
  CHECK(next.value >= state_->next_id, "transaction ids must not come twice");
  state_->next_id = next.value;
}

uint64_t TransactionManager::active_count() const { return state_->active.size(); }
uint64_t TransactionManager::locks_held() const { return state_->locks.held(); }
btree::BTree& TransactionManager::tree(IndexId index) { return state_->Tree(index); }

TxnId TransactionManager::BeginSystem() { return TxnId{state_->next_id++}; }

void TransactionManager::NoteSystemRecord(TxnId txn, Lsn lsn) {
  state_->NoteRecord(txn, lsn, true, 0);  // it takes no locks
}

void TransactionManager::EndSystem(TxnId txn) { state_->Forget(txn); }

}  // namespace snapscope::txn
