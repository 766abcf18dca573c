// Recovery of hand-made crashes: what each pass finds, does and leaves alone.
#include "recovery/recovery.h"

#include <gtest/gtest.h>

#include "btree/system_change.h"
#include "test/recovery/crash.h"

namespace snapscope::recovery::recovery_test {
namespace {

using test::Begin;
using test::ExpectOk;
using test::kAccounts;
using test::Machine;
using test::RecoveryOutcome;
using test::TestServer;

// Ends a life with the log durable up to now, and whatever is in flight left in flight.
Task<void> HardenAndLosePower(TestServer& server, Worker& worker) {
  ExpectOk(co_await server.log->Flush(worker, server.log->end_lsn()));
  server.machine.disk.PowerCut(Rng(1, "cut"));
  co_await worker.Think(kSecond);
  ADD_FAILURE() << "the engine went on without power";
}

/// Runs a life that ends with a power cut, then recovers.
RecoveryOutcome CrashAndRecover(Machine& machine, test::Scenario life) {
  {
    test::CreatedServer server(machine);
    test::RunUntilPowerCut(server, life);
  }
  return test::RecoverAndVerify(machine);
}

Task<void> NothingInFlight(TestServer& server, Worker& worker) {
  txn::Transaction txn = co_await Begin(server, worker);
  ExpectOk(co_await server.transactions->Update(worker, txn, kAccounts, 100, 5));
  ExpectOk(co_await server.transactions->Insert(worker, txn, kAccounts, 101, 6));
  ExpectOk(co_await server.transactions->Delete(worker, txn, kAccounts, 200));
  ExpectOk(co_await server.transactions->Commit(worker, txn));
  co_await HardenAndLosePower(server, worker);
}

TEST(RecoveryTest, CommittedChangesThatNeverReachedTheDataFileAreRedone) {
  Machine machine({});
  const RecoveryOutcome outcome = CrashAndRecover(machine, NothingInFlight);
  EXPECT_EQ(outcome.redo.records, 3u);
  EXPECT_EQ(outcome.redo.applied, 3u);
  EXPECT_TRUE(outcome.analysis.in_flight.empty());
  EXPECT_EQ(outcome.undo.records, 0u);
  EXPECT_EQ(machine.oracle.commits(), 1u);
}

Task<void> WrittenBeforeTheCrash(TestServer& server, Worker& worker) {
  txn::Transaction txn = co_await Begin(server, worker);
  ExpectOk(co_await server.transactions->Update(worker, txn, kAccounts, 100, 5));
  // The page goes to the file with a change that is not committed: undo must take it out again.
  for (PageId page : server.pool.DirtyPages(test::kDb, Lsn{UINT64_MAX})) {
    auto gather =
        co_await server.pool.BeginGather(worker, test::kDb, page, buffer::WriteReason::kCheckpoint);
    ExpectOk(co_await server.pool.WriteGather(std::move(gather.value())));
  }
  co_await HardenAndLosePower(server, worker);
}

TEST(RecoveryTest, RedoLeavesNewerPagesAloneAndUndoTakesOutWhatWasInFlight) {
  Machine machine({});
  const RecoveryOutcome outcome = CrashAndRecover(machine, WrittenBeforeTheCrash);
  EXPECT_EQ(outcome.redo.records, 1u);
  EXPECT_EQ(outcome.redo.applied, 0u);
  EXPECT_EQ(outcome.analysis.in_flight.size(), 1u);
  EXPECT_EQ(outcome.undo.user_transactions, 1u);
  EXPECT_EQ(outcome.undo.records, 1u);
}

Task<void> OlderThanTheCheckpoint(TestServer& server, Worker& worker) {
  txn::Transaction old = co_await Begin(server, worker);
  ExpectOk(co_await server.transactions->Insert(worker, old, kAccounts, 150, 1));
  auto figures = co_await server.Checkpoint(worker);
  ExpectOk(figures);
  EXPECT_FALSE(figures->oldest_active.IsNone());
  ExpectOk(co_await server.transactions->Update(worker, old, kAccounts, 300, 2));
  txn::Transaction other = co_await Begin(server, worker);
  ExpectOk(co_await server.transactions->Update(worker, other, kAccounts, 400, 3));
  ExpectOk(co_await server.transactions->Commit(worker, other));
  co_await HardenAndLosePower(server, worker);
}

TEST(RecoveryTest, ATransactionOlderThanTheCheckpointIsUndoneToItsFirstRecord) {
  Machine machine({});
  const RecoveryOutcome outcome = CrashAndRecover(machine, OlderThanTheCheckpoint);
  ASSERT_EQ(outcome.analysis.in_flight.size(), 1u);
  EXPECT_EQ(outcome.undo.records, 2u);  // one of them before the checkpoint
  EXPECT_EQ(outcome.redo.records, 2u);  // only those after it
}

// Half-way through a rollback: compensation records for a part of the changes.
Task<void> CrashDuringRollback(TestServer& server, Worker& worker) {
  txn::Transaction txn = co_await Begin(server, worker);
  for (uint64_t key = 1; key <= 10; ++key) {
    ExpectOk(co_await server.transactions->Update(worker, txn, kAccounts, key * 100, 9));
  }
  // Undoes the newest two by hand, as the rollback would.
  ExpectOk(co_await server.log->Flush(worker, server.log->end_lsn()));
  wal::LogReader records(*server.log, *server.transactions->OldestActive(),
                         server.log->durable_lsn());
  Lsn last;
  for (auto record = co_await records.Next(worker); (*record).has_value();
       record = co_await records.Next(worker)) {
    last = (**record).lsn;
  }
  Lsn next = last;
  for (int i = 0; i < 2; ++i) {
    ExpectOk(co_await server.log->Flush(worker, server.log->end_lsn()));
    auto view = co_await wal::ReadRecord(worker, *server.log, next);
    auto change = txn::RowChangeOf(page::Decode(view->bytes).value());
    auto undone = co_await txn::UndoRow(worker, server.pool, server.transactions->tree(kAccounts),
                                        *change, {txn.id(), last, Lsn{}});
    last = undone.value();
    next = change->previous;
  }
  co_await HardenAndLosePower(server, worker);
}

TEST(RecoveryTest, WhatARollbackHasUndoneIsNotUndoneAgain) {
  Machine machine({});
  const RecoveryOutcome outcome = CrashAndRecover(machine, CrashDuringRollback);
  EXPECT_EQ(outcome.redo.records, 12u);
  EXPECT_EQ(outcome.undo.records, 8u);
}

// A system transaction that has allocated and formatted a page but not committed, between changes
// of a user's transaction.
Task<void> CrashDuringSplit(TestServer& server, Worker& worker) {
  txn::Transaction txn = co_await Begin(server, worker);
  ExpectOk(co_await server.transactions->Insert(worker, txn, kAccounts, 150, 9));
  btree::SystemChange change(server.pool, test::kDb, kAccounts, *server.transactions);
  ExpectOk(co_await change.Begin(worker));
  auto allocated = co_await change.Allocate(worker);
  ExpectOk(allocated);
  auto leaf = co_await server.transactions->tree(kAccounts).Find(worker, 5000,
                                                                 runtime::LatchMode::kExclusive);
  page::LogRecord format;
  format.type = page::RecordType::kFormatPage;
  format.after = page::ImageOf(leaf->leaf.view());
  Store(format.after, 8, (*allocated)->id());
  ExpectOk(co_await change.Apply(worker, *allocated, format));
  page::PageView view = leaf->leaf.view();
  page::LogRecord truncate;
  truncate.type = page::RecordType::kTruncateRows;
  truncate.slot = static_cast<uint16_t>(view.row_count() - 1);
  const ByteSpan row = view.row_at(truncate.slot);
  truncate.before.assign(row.begin(), row.end());
  truncate.before.resize(row.size() + sizeof(PageId));
  Store(truncate.before, row.size(), view.right_sibling());
  truncate.after.resize(sizeof(PageId));
  Store(truncate.after, 0, (*allocated)->id());
  ExpectOk(co_await change.Apply(worker, &leaf->leaf, truncate));
  EXPECT_EQ(server.transactions->active_count(), 2u) << "the user's, and the split";
  co_await HardenAndLosePower(server, worker);
}

TEST(RecoveryTest, AnIncompleteSplitIsTakenBackBeforeAnyRow) {
  Machine machine({});
  const RecoveryOutcome outcome = CrashAndRecover(machine, CrashDuringSplit);
  EXPECT_EQ(outcome.undo.system_transactions, 1u);
  EXPECT_EQ(outcome.undo.user_transactions, 1u);
  EXPECT_EQ(outcome.undo.records, 4u);  // PFS, format, truncate; the insert
}

/// A record of a transaction that names `previous`, as no engine writes it: the log is damaged.
page::LogRecord RecordAfter(Lsn previous, page::RecordType type = page::RecordType::kMapChange) {
  page::LogRecord record;
  record.type = type;
  record.index = kAccounts;
  record.txn = TxnId{900};
  record.page = PageId::Of(1, 10);
  record.previous = previous;
  if (type == page::RecordType::kMapChange) {
    record.before.resize(1);
    record.after.resize(1);
    record.flags = page::kFlagCompensation;  // leads on, and changes nothing
    record.undo_next = previous;
  }
  return record;
}

Task<Lsn> Append(TestServer& server, Worker& worker, page::LogRecord record) {
  std::vector<std::byte> bytes;
  page::Encode(record, bytes);
  auto reservation = co_await server.log->Reserve(worker, static_cast<uint32_t>(bytes.size()),
                                                  wal::LogUse::kRelief);
  ExpectOk(reservation);
  co_return server.log->Append(std::move(*reservation), bytes);
}

/// Undoes transactions whose first and next records are `next`; the message of the refusal.
Task<std::string> RefusalOfUndo(TestServer& server, Worker& worker, std::vector<Lsn> next) {
  ExpectOk(co_await server.log->Flush(worker, server.log->end_lsn()));
  AnalysisResult analysis;
  for (const Lsn lsn : next) {
    analysis.in_flight.push_back({.txn = TxnId{900}, .first = lsn, .last = lsn, .undo_next = lsn});
  }
  RecoveryScope scope = server.RestartScope();
  scope.end = server.log->end_lsn();
  const auto undone = co_await Undo(worker, std::move(scope), std::move(analysis), nullptr);
  test::ExpectFails(ErrorCode::kCorruptLog, undone);
  co_return undone.ok() ? std::string() : undone.error().message;
}

Task<void> AChainThatLeadsForward(TestServer& server, Worker& worker) {
  const Lsn first = co_await Append(server, worker, RecordAfter(Lsn{}, page::RecordType::kBegin));
  const Lsn own{first.value + 1};  // the next slot of the same block
  const Lsn cyclic = co_await Append(server, worker, RecordAfter(own));
  EXPECT_EQ(cyclic, own);
  std::vector<Lsn> next(1, cyclic);
  const std::string refused = co_await RefusalOfUndo(server, worker, std::move(next));
  EXPECT_EQ(refused, "log record " + ToString(cyclic) + " leads undo on to " + ToString(cyclic) +
                         ", which is not before it");
}

TEST(RecoveryTest, UndoRefusesAChainThatDoesNotLeadBackwards) {
  Machine machine({});
  test::CreatedServer server(machine);
  test::Run(server, AChainThatLeadsForward);
}

Task<void> AChainThatLeadsBehindItsFirst(TestServer& server, Worker& worker) {
  const Lsn before = co_await Append(server, worker, RecordAfter(Lsn{}, page::RecordType::kBegin));
  const Lsn first = co_await Append(server, worker, RecordAfter(before));
  const std::string refused = co_await RefusalOfUndo(server, worker, std::vector<Lsn>(1, first));
  EXPECT_EQ(refused, "log record " + ToString(first) + " leads undo on to " + ToString(before) +
                         ", before its transaction's first record");
}

TEST(RecoveryTest, UndoRefusesAChainThatLeadsBehindItsTransaction) {
  Machine machine({});
  test::CreatedServer server(machine);
  test::Run(server, AChainThatLeadsBehindItsFirst);
}

Task<void> ARecordOfTwo(TestServer& server, Worker& worker) {
  const Lsn first = co_await Append(server, worker, RecordAfter(Lsn{}, page::RecordType::kBegin));
  const std::string refused = co_await RefusalOfUndo(server, worker, std::vector<Lsn>(2, first));
  EXPECT_EQ(refused, "log record " + ToString(first) + " is said to be of two transactions");
}

TEST(RecoveryTest, UndoRefusesARecordThatTwoTransactionsName) {
  Machine machine({});
  test::CreatedServer server(machine);
  test::Run(server, ARecordOfTwo);
}

Task<void> SeveralInFlight(TestServer& server, Worker& worker) {
  std::vector<txn::Transaction> open;
  for (int i = 0; i < 5; ++i) open.push_back(co_await Begin(server, worker));
  for (uint64_t round = 0; round < 4; ++round) {
    for (uint64_t i = 0; i < open.size(); ++i) {
      const uint64_t key = (round * 5 + i + 1) * 4000;  // a leaf each: no splits
      ExpectOk(co_await server.transactions->Update(worker, open[i], kAccounts, key, 1));
      ExpectOk(co_await server.transactions->Insert(worker, open[i], kAccounts, key + 1, 1));
    }
  }
  ExpectOk(co_await server.transactions->Commit(worker, open[2]));
  ExpectOk(co_await server.transactions->Rollback(worker, open[3]));
  co_await HardenAndLosePower(server, worker);
}

TEST(RecoveryTest, ManyTransactionsAreUndoneTogether) {
  Machine machine({});
  const RecoveryOutcome outcome = CrashAndRecover(machine, SeveralInFlight);
  EXPECT_EQ(outcome.analysis.in_flight.size(), 3u);
  EXPECT_EQ(outcome.undo.records, 3u * 8u);
  EXPECT_EQ(outcome.analysis.next_txn, TxnId{6});
  EXPECT_EQ(outcome.analysis.records,
            1u + 1u + 5 * 9 + 1 + 9);  // checkpoint begin, end; begins and changes; commit; abort
}

}  // namespace
}  // namespace snapscope::recovery::recovery_test
