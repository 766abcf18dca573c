// What a TransactionManager consists of; only its own two source files look here.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "btree/page_allocator.h"
#include "txn/ghost_cleanup.h"
#include "txn/noted_changes.h"
#include "txn/transaction.h"

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
  /// The locks of a read: true where there is something to release, nothing where it has to wait.
  struct ReadLocks {
    const Transaction* txn = nullptr;
    LockKey key{};  ///< of the row
    std::optional<bool> table{};
    std::optional<bool> row{};
  };
  /// A transaction with at least one record.
  struct Logged {
    Lsn first;
    Lsn last;
    uint64_t log_bytes = 0;
  };

  State(btree::SystemTransactions& system_in, buffer::BufferPool& pool_in, DbId db_in,
        wal::Log& log_in, std::vector<btree::IndexInfo> indexes, telemetry::Telemetry& telemetry_in,
        CommitListener* listener_in, std::vector<btree::NonclusteredIndex> nonclustered_in)
      : system(system_in),
        pool(pool_in),
        db(db_in),
        log(log_in),
        telemetry(telemetry_in),
        listener(listener_in),
        nonclustered(std::move(nonclustered_in)),
        allocator(pool_in, db_in, system_in),
        locks(telemetry_in),
        monitor(locks, telemetry_in, [this](TxnId txn) { return LogUsedBy(txn); }),
        ghosts(
            system_in, locks, telemetry_in, [this](IndexId index) { return TableOf(index); },
            [this](IndexId index, uint64_t key) { return GhostMayGo(index, key); }) {
    for (const btree::IndexInfo& info : indexes) AddTree(info);
  }

  void AddTree(btree::IndexInfo info);

  btree::BTree& Tree(IndexId index);

  // Bookkeeping of records. Each runs in the step that appended the record.
  void NoteRecord(TxnId txn, Lsn lsn, uint32_t bytes);
  uint64_t LogUsedBy(TxnId txn) const;
  void Forget(TxnId txn);
  /// `time` is that of a commit.
  Lsn AppendControl(Transaction& txn, RecordType type, wal::Reservation reservation,
                    TimeNs time = 0);

  Task<Result<std::optional<Row>>> ReadAfterWait(Worker& worker, ReadLocks held);
  Task<Result<std::optional<Row>>> FinishRead(ReadLocks held, Task<Result<LeafPosition>> finding);
  Result<std::optional<Row>> EndRead(const ReadLocks& held, const Result<LeafPosition>& found);
  Task<Result<Statement>> BeginChange(Worker& worker, Transaction& txn, LockKey row, LockMode mode);
  Task<Result<Statement>> BeginAfterWait(Worker& worker, Transaction& txn, LockKey row,
                                         LockMode mode, std::optional<bool> locked);
  Task<Result<LeafPosition>> FindForChange(Worker& worker, Transaction& txn, LockKey row,
                                           bool is_first);
  Task<Result<LeafPosition>> FindAfterWait(Worker& worker, Transaction& txn, LockKey row,
                                           bool is_first, Task<Result<LeafPosition>> finding);
  /// Appends the begin record unless the transaction has one; does not suspend.
  void WriteBegin(Transaction& txn, wal::Reservation reservation);
  Task<Status> WriteRecord(Worker& worker, Transaction& txn, LeafPosition position);
  Task<Status> WriteAfterWait(Worker& worker, Transaction& txn, LeafPosition position,
                              LogRecord record);
  void NoteWritten(Transaction& txn, Lsn lsn, const LogRecord& record);
  /// Overwrites the row at the position.
  Task<Status> Overwrite(Worker& worker, Transaction& txn, LeafPosition position, Row row);
  /// Inserts a row whose place FindForInsert has found.
  Task<Status> InsertNew(Worker& worker, Transaction& txn, LeafPosition position, IndexId index,
                         Row row);
  /// The clustered index of the table that the index belongs to.
  IndexId TableOf(IndexId index) const;
  /// A ghost may go once nobody has its row locked: while a lock is held or waited for, a
  /// transaction may still have to lift it again, by rollback or by an insert. That of an entry is
  /// its row's.
  bool GhostMayGo(IndexId index, uint64_t key) const;
  Task<Result<LeafPosition>> FindForInsert(Worker& worker, IndexId index, uint64_t key);
  /// Brings the nonclustered indexes of the table in line with a row that was `before` (nothing: it
  /// is new) and is `after` now.
  Task<Status> UpdateIndexes(Worker& worker, Transaction& txn, IndexId table,
                             std::optional<Row> before, Row after);
  Task<Status> UpdateEachIndex(Worker& worker, Transaction& txn, IndexId table,
                               std::optional<Row> before, Row after);
  Task<Status> RemoveEntry(Worker& worker, Transaction& txn, IndexId index, uint64_t entry_key);
  Task<Status> InsertEntry(Worker& worker, Transaction& txn, btree::NonclusteredIndex index,
                           uint64_t entry_key);
  /// An update or delete: `change` makes the new row of the old one. kNotFound when there is none.
  Task<Status> ChangeRow(Worker& worker, Transaction& txn, LockKey row,
                         std::function<Row(Row)> change);
  void End(const Worker& worker, Transaction& txn);

  btree::SystemTransactions& system;
  buffer::BufferPool& pool;
  const DbId db;
  wal::Log& log;
  telemetry::Telemetry& telemetry;
  CommitListener* const listener;
  std::vector<btree::NonclusteredIndex> nonclustered;
  std::optional<NotedChanges> noted;  // while a tree is being built online
  btree::PageAllocator allocator;
  LockTable locks;
  DeadlockMonitor monitor;
  GhostCleanup ghosts;
  std::list<btree::BTree> trees;  // who waits for a page of one holds a reference to it
  // Ordered by id: what a checkpoint logs must not depend on a hash.
  std::map<uint64_t, Logged> active;
  LogRecord record_in_work;        // within a step: its bytes need no memory of their own each time
  std::vector<std::byte> encoded;  // within a step
  uint64_t undo_space = 0;         // sum over the active ones
  uint64_t next_id = 1;
};

/// The row at the position, unless it is absent or a ghost.
std::optional<Row> LiveRow(const LeafPosition& position);

}  // namespace snapscope::txn
