// Transactions: begin, row changes under row locks, commit, rollback; the active transaction table.
//
// Read committed: a reader takes IS on the table and S on the row and lets both go after reading; a
// writer keeps IX on the table and X on the row to the end. Updates and deletes search under U, so
// that two of them do not both hold S and want X, and convert it once they have found the row. A
// lock that is not granted at once is waited for with no latch held. Any statement may end with
// kDeadlock: its transaction must then be rolled back.
//
// Commit: append kCommit; in the same step tell the CommitListener (the oracle sees commits in LSN
// order); wait until durable (WRITELOG); release locks. Rollback: undo by key in reverse, each step
// a compensation record, then kAbort.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "btree/btree.h"
#include "btree/nonclustered.h"
#include "btree/scan.h"
#include "page/log_record.h"
#include "runtime/cpu.h"
#include "telemetry/telemetry.h"
#include "txn/deadlock_monitor.h"
#include "txn/ghost_cleanup.h"
#include "txn/lock_table.h"
#include "txn/row_undo.h"
#include "wal/log.h"

namespace snapscope::txn {

using runtime::Task;
using runtime::Worker;

/// A row as one transaction leaves it.
struct CommittedChange {
  IndexId index;
  page::Row after;
  uint32_t times = 1;  ///< how often the transaction has changed it: each adds one to the version
};

/// A row that a transaction asked for, as it found it.
struct RowRead {
  IndexId index;
  uint64_t key = 0;
  std::optional<page::Row> row{};        ///< nothing: there is none
  const CommittedChange* own = nullptr;  ///< what the transaction itself has made of it, if it has
};

/// Hears of each commit when its record is appended (not yet durable), and when it is acknowledged.
class CommitListener {
 public:
  virtual ~CommitListener() = default;
  virtual void OnCommit(TxnId txn, Lsn commit_lsn, std::span<const CommittedChange> changes) = 0;
  virtual void OnAcknowledged(TxnId txn, Lsn commit_lsn) = 0;
  /// When the record is appended with which the table goes, and all its rows.
  virtual void OnTableDropped(TxnId /*txn*/, Lsn /*commit_lsn*/, IndexId /*table*/) {}
  /// While the row is still locked.
  virtual void OnRead(TxnId /*txn*/, const RowRead& /*read*/) {}
};

/// A transaction, which its session hands to the manager with every statement. The functions that
/// alter it are for the manager alone.
class Transaction {
 public:
  explicit Transaction(TxnId id) : id_(id) {}

  TxnId id() const { return id_; }
  bool active() const { return active_; }
  /// Its newest record; none until the first change.
  Lsn last() const { return last_; }
  /// One per row, as it is now.
  std::span<const CommittedChange> changes() const { return changes_; }
  /// What it has made of the row; null: nothing.
  const CommittedChange* ChangeOf(IndexId index, uint64_t key) const;
  /// What is to be undone, one per record: rollback need not read the log.
  std::span<const RowChange> undo() const { return undo_; }
  /// Log that its rollback and its end may take.
  uint64_t undo_space() const;

  /// Takes a lock to the transaction's end. True when the transaction held nothing of the resource
  /// before; nothing when it would have to wait.
  std::optional<bool> TryLockToTheEnd(LockTable& locks, LockKey key, LockMode mode);
  Task<Result<bool>> LockToTheEnd(Worker& worker, LockTable& locks, LockKey key, LockMode mode);
  /// Lets the newest lock go: nothing was done under it.
  void Unlock(LockTable& locks, LockKey key);

  /// Notes a record, in the step that appended it: one that begins or ends the transaction, that
  /// of a change, that of the newest change's undo.
  void NoteRecord(Lsn lsn);
  void NoteWritten(Lsn lsn, const RowChange& change);
  void NoteUndone(Lsn lsn);
  /// A statement has left the row as it is `now`; `is_first` where it is the first on this row.
  void NoteChange(LockKey row, bool is_first, const page::Row& now);
  /// Lets all locks go.
  void End(LockTable& locks);

 private:
  TxnId id_;
  bool active_ = true;
  Lsn last_;
  std::vector<LockKey> locks_;
  std::vector<CommittedChange> changes_;
  std::vector<RowChange> undo_;
};

class TransactionManager final : public btree::SystemTransactions {
 public:
  /// `indexes` are all trees, those of `nonclustered` included. Changes are asked for by the
  /// table's clustered index; its nonclustered ones are updated along with it.
  TransactionManager(buffer::BufferPool& pool, DbId db, wal::Log& log,
                     std::vector<btree::IndexInfo> indexes, telemetry::Telemetry& telemetry,
                     CommitListener* listener,
                     std::vector<btree::NonclusteredIndex> nonclustered = {});
  ~TransactionManager() override;

  /// Knows of the ghosts that changes leave; it does nothing about them until it is started.
  GhostCleanup& ghost_cleanup();
  /// Starts the deadlock monitor; without it whoever deadlocks waits for ever.
  void StartDeadlockMonitor(runtime::CpuModel& cpu);

  Task<Result<Transaction>> Begin(Worker& worker);

  /// The row as last committed, or nothing. Takes and releases IS and S locks.
  Task<Result<std::optional<page::Row>>> Read(Worker& worker, Transaction& txn, IndexId index,
                                              uint64_t key);
  /// The next committed rows of a scan of the table, at most `most`, from 1; none at the end. A
  /// row that somebody has locked is read as Read() does.
  Task<Result<std::vector<page::Row>>> ReadNext(Worker& worker, Transaction& txn, IndexId index,
                                                btree::Scan& scan, uint64_t most);
  /// True while a row of the table may not be committed: somebody has it locked, or waits for it.
  bool IsLocked(IndexId table, uint64_t key) const;
  bool IsAnyLocked(IndexId table) const;
  /// Sets value and adds one to version; kNotFound when there is no such row.
  Task<Status> Update(Worker& worker, Transaction& txn, IndexId index, uint64_t key, int64_t value);
  /// Sets value to what `change` makes of it, under the row's lock, as a statement does that
  /// computes a column from itself; kNotFound when there is no such row.
  Task<Status> Change(Worker& worker, Transaction& txn, IndexId index, uint64_t key,
                      std::function<int64_t(int64_t)> change);
  /// Sets a column that no index holds: as Update, with the value that is there.
  Task<Status> Rewrite(Worker& worker, Transaction& txn, IndexId index, uint64_t key);
  /// Locks the whole table to the transaction's end.
  Task<Status> LockWholeTable(Worker& worker, Transaction& txn, IndexId table, LockMode mode);
  /// kDuplicateKey when the row exists.
  Task<Status> Insert(Worker& worker, Transaction& txn, IndexId index, uint64_t key, int64_t value);
  /// kNotFound when there is no such row.
  Task<Status> Delete(Worker& worker, Transaction& txn, IndexId index, uint64_t key);

  /// Returns when the commit is durable. kIo when the log failed (the outcome is then unknown).
  Task<Status> Commit(Worker& worker, Transaction& txn);
  Task<Status> Rollback(Worker& worker, Transaction& txn);

  /// First record of the oldest transaction that has one and has not ended; none when idle.
  std::optional<Lsn> OldestActive() const;
  /// After a restart: ids continue above those in the log.
  void SetNextId(TxnId next);
  /// Above every id that was given.
  TxnId next_id() const;
  uint64_t active_count() const;
  /// Log that it would take to roll back and end what is active, bytes.
  uint64_t undo_space() const;
  uint64_t locks_held() const;  ///< 0 at rest (tests)

  btree::BTree& tree(IndexId index);
  /// For a statement whose rows are entered as a whole by a system transaction: the listener is
  /// told of its commit and of its acknowledgement.
  void NoteCommit(const Transaction& txn, Lsn lsn, std::span<const CommittedChange> rows);
  void NoteAcknowledged(const Transaction& txn, Lsn lsn);
  /// For a statement that drops a table: the listener is told likewise, and the database has lost
  /// the table. Nobody uses its tree: it was locked with Sch-M.
  void NoteTableDropped(const Transaction& txn, Lsn lsn, IndexId table);
  bool HasTree(IndexId index) const;
  /// A tree that the database has got.
  void AddTree(btree::IndexInfo info);
  /// A nonclustered index that the database has got: changes of its table keep it from now on.
  /// Nobody changes the table meanwhile.
  void AddNonclustered(btree::NonclusteredIndex index);
  /// Nothing for a clustered index.
  std::optional<btree::NonclusteredIndex> FindNonclustered(IndexId index) const;

  /// From now on changes of the table note which keys they touch of a tree that is being built,
  /// that of the table itself or of `index` (txn/noted_changes.h), and pay the CPU of keeping it.
  /// Nobody is changing the table. One tree at a time.
  void BeginNoting(IndexId table, std::optional<btree::NonclusteredIndex> index);
  /// The keys noted since the last call, ascending, each of them once.
  std::vector<uint64_t> TakeNoted();
  void EndNoting();

  btree::PageAllocator& allocator() override;
  TxnId BeginSystem() override;
  void NoteSystemRecord(TxnId txn, Lsn lsn) override;
  void EndSystem(TxnId txn) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace snapscope::txn
