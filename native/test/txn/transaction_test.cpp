// Transactions on a small server: what a row looks like after each change, what commit promises,
// what rollback restores, and what the active transaction table says meanwhile.
#include "txn/transaction.h"

#include <gtest/gtest.h>

#include "test/txn/test_server.h"

namespace snapscope::txn::transaction_test {
namespace {

using test::Begin;
using test::ExpectFails;
using test::ExpectOk;
using test::kAccounts;
using test::Machine;
using test::TestServer;

Task<std::optional<page::Row>> ReadCommitted(TestServer& server, Worker& worker, uint64_t key) {
  Transaction txn = co_await Begin(server, worker);
  auto row = co_await server.transactions->Read(worker, txn, kAccounts, key);
  ExpectOk(row);
  ExpectOk(co_await server.transactions->Commit(worker, txn));
  co_return row.ok() ? *row : std::nullopt;
}

void ExpectAtRest(const TestServer& server) {
  EXPECT_EQ(server.pool.pins(), 0u);
  EXPECT_EQ(server.transactions->locks_held(), 0u);
  EXPECT_EQ(server.transactions->active_count(), 0u);
}

struct TransactionTest : testing::Test {
  void Run(test::Scenario scenario) {
    test::Run(server, scenario);
    test::Run(server, test::ExpectAsTheOracle);
    ExpectAtRest(server);
  }
  Machine machine{{}};
  test::CreatedServer server{machine};
};

Task<void> ChangeOneRow(TestServer& server, Worker& worker) {
  TransactionManager& transactions = *server.transactions;
  Transaction txn = co_await Begin(server, worker);
  ExpectFails(ErrorCode::kNotFound, co_await transactions.Update(worker, txn, kAccounts, 150, 1));
  ExpectFails(ErrorCode::kNotFound, co_await transactions.Delete(worker, txn, kAccounts, 150));
  ExpectOk(co_await transactions.Insert(worker, txn, kAccounts, 150, 10));
  ExpectFails(ErrorCode::kDuplicateKey,
              co_await transactions.Insert(worker, txn, kAccounts, 150, 11));
  auto row = co_await transactions.Read(worker, txn, kAccounts, 150);
  EXPECT_EQ(**row, (page::Row{150, 10, 1, false}));
  ExpectOk(co_await transactions.Update(worker, txn, kAccounts, 150, 20));
  row = co_await transactions.Read(worker, txn, kAccounts, 150);
  EXPECT_EQ(**row, (page::Row{150, 20, 2, false}));
  ExpectOk(co_await transactions.Delete(worker, txn, kAccounts, 150));
  row = co_await transactions.Read(worker, txn, kAccounts, 150);
  EXPECT_FALSE(row->has_value());
  ExpectFails(ErrorCode::kNotFound, co_await transactions.Update(worker, txn, kAccounts, 150, 1));
  ExpectOk(co_await transactions.Insert(worker, txn, kAccounts, 150, 30));
  row = co_await transactions.Read(worker, txn, kAccounts, 150);
  EXPECT_EQ(**row, (page::Row{150, 30, 4, false}));  // the ghost was lifted
  ExpectOk(co_await transactions.Commit(worker, txn));
  EXPECT_FALSE(txn.active());
  EXPECT_EQ(server.machine.oracle.commits(), 1u);
}

TEST_F(TransactionTest, ARowGoesThroughInsertUpdateDeleteAndInsertAgain) { Run(ChangeOneRow); }

Task<void> ReadOwnAndCommitted(TestServer& server, Worker& worker) {
  TransactionManager& transactions = *server.transactions;
  std::vector<RowRead> reads;
  std::vector<page::Row> own;
  server.machine.on_read = [&](TxnId, const RowRead& read) {
    reads.push_back(read);
    if (read.own != nullptr) own.push_back(read.own->after);
  };
  Transaction txn = co_await Begin(server, worker);
  ExpectOk(co_await transactions.Update(worker, txn, kAccounts, 100, 7));
  ExpectOk(co_await transactions.Delete(worker, txn, kAccounts, 200));
  ExpectOk(co_await transactions.Read(worker, txn, kAccounts, 100));
  ExpectOk(co_await transactions.Read(worker, txn, kAccounts, 200));
  ExpectOk(co_await transactions.Read(worker, txn, kAccounts, 300));
  ExpectOk(co_await transactions.Read(worker, txn, kAccounts, 301));
  server.machine.on_read = nullptr;
  ExpectOk(co_await transactions.Commit(worker, txn));
  CHECK(reads.size() == 4 && own.size() == 2, "%zu reads, %zu of them own", reads.size(),
        own.size());
  EXPECT_EQ(reads[0].row, (page::Row{100, 7, 2, false}));
  EXPECT_EQ(own[0], (page::Row{100, 7, 2, false}));
  EXPECT_EQ(reads[1].row, std::nullopt);
  EXPECT_TRUE(own[1].ghost);
  EXPECT_EQ(reads[2].row, (page::Row{300, btree::InitialValue(300), 1, false}));
  EXPECT_EQ(reads[2].own, nullptr);
  EXPECT_EQ(reads[3].key, 301u);
  EXPECT_EQ(reads[3].row, std::nullopt);
}

TEST_F(TransactionTest, EachRowThatIsReadIsToldWithWhatTheReaderItselfHasMadeOfIt) {
  Run(ReadOwnAndCommitted);
}

Task<void> ComputeFromItself(TestServer& server, Worker& worker) {
  TransactionManager& transactions = *server.transactions;
  Transaction txn = co_await Begin(server, worker);
  ExpectOk(co_await transactions.Update(worker, txn, kAccounts, 100, 7));
  int64_t seen = 0;
  std::function<int64_t(int64_t)> add_one = [&seen](int64_t value) {
    seen = value;
    return value + 1;
  };
  ExpectOk(co_await transactions.Change(worker, txn, kAccounts, 100, add_one));
  EXPECT_EQ(seen, 7);
  ExpectFails(ErrorCode::kNotFound,
              co_await transactions.Change(worker, txn, kAccounts, 101, add_one));
  ExpectOk(co_await transactions.Commit(worker, txn));
  const auto row = co_await ReadCommitted(server, worker, 100);
  EXPECT_EQ(row, (page::Row{100, 8, 3, false}));
}

TEST_F(TransactionTest, AColumnIsComputedFromWhatItIs) { Run(ComputeFromItself); }

Task<void> OnlyRead(TestServer& server, Worker& worker) {
  TransactionManager& transactions = *server.transactions;
  const Lsn before = server.log->end_lsn();
  Transaction txn = co_await Begin(server, worker);
  auto row = co_await transactions.Read(worker, txn, kAccounts, 100);
  EXPECT_EQ(**row, (page::Row{100, btree::InitialValue(100), 1, false}));
  ExpectFails(ErrorCode::kNotFound, co_await transactions.Update(worker, txn, kAccounts, 101, 1));
  ExpectFails(ErrorCode::kDuplicateKey,
              co_await transactions.Insert(worker, txn, kAccounts, 100, 1));
  EXPECT_FALSE(transactions.OldestActive());
  ExpectOk(co_await transactions.Commit(worker, txn));
  Transaction other = co_await Begin(server, worker);
  ExpectOk(co_await transactions.Rollback(worker, other));
  EXPECT_EQ(server.log->end_lsn(), before);
}

TEST_F(TransactionTest, ATransactionThatChangesNothingWritesNothing) { Run(OnlyRead); }

Task<void> WatchTheOldestTransaction(TestServer& server, Worker& worker) {
  TransactionManager& transactions = *server.transactions;
  Transaction first = co_await Begin(server, worker);
  Transaction second = co_await Begin(server, worker);
  EXPECT_LT(first.id(), second.id());
  EXPECT_GT(transactions.next_id(), second.id());
  // Who began later changes first: the oldest is not the one with the lowest id.
  const Lsn before = server.log->end_lsn();
  ExpectOk(co_await transactions.Update(worker, second, kAccounts, 200, 1));
  const Lsn between = server.log->end_lsn();
  ExpectOk(co_await transactions.Update(worker, first, kAccounts, 100, 1));
  EXPECT_EQ(transactions.active_count(), 2u);
  EXPECT_EQ(transactions.OldestActive(), std::optional(before));  // its begin record
  ExpectOk(co_await transactions.Commit(worker, second));
  EXPECT_EQ(transactions.OldestActive(), std::optional(between));
  ExpectOk(co_await transactions.Rollback(worker, first));
}

TEST_F(TransactionTest, TheOldestIsWhoChangedFirst) { Run(WatchTheOldestTransaction); }

// Both sides of many splits: 600 rows into the space of a few leaves, with every kind of change.
Task<void> RollBackALot(TestServer& server, Worker& worker) {
  TransactionManager& transactions = *server.transactions;
  Transaction committed = co_await Begin(server, worker);
  ExpectOk(co_await transactions.Delete(worker, committed, kAccounts, 700));
  ExpectOk(co_await transactions.Commit(worker, committed));

  Transaction txn = co_await Begin(server, worker);
  for (uint64_t key = 100; key < 1000; ++key) {
    if (key == 700) {
      ExpectOk(co_await transactions.Insert(worker, txn, kAccounts, key, 7));
    } else if (key % 200 == 0) {
      ExpectOk(co_await transactions.Update(worker, txn, kAccounts, key, 5));
    } else if (key % 100 == 0) {
      ExpectOk(co_await transactions.Delete(worker, txn, kAccounts, key));
    } else {
      ExpectOk(co_await transactions.Insert(worker, txn, kAccounts, key, 9));
    }
  }
  EXPECT_GT(server.transactions->locks_held(), 800u);
  ExpectOk(co_await transactions.Rollback(worker, txn));
  auto row = co_await ReadCommitted(server, worker, 700);
  EXPECT_FALSE(row);
}

TEST_F(TransactionTest, RollbackRestoresEveryRowAlsoThoseThatASplitHasMoved) { Run(RollBackALot); }

// After the rollback its ghosts are nobody's: inserts purge them instead of splitting.
Task<void> FillTheGapsAgain(TestServer& server, Worker& worker) {
  for (uint64_t key = 101; key < 160; ++key) {
    Transaction txn = co_await Begin(server, worker);
    ExpectOk(co_await server.transactions->Insert(worker, txn, kAccounts, key * 10 + 1, 3));
    ExpectOk(co_await server.transactions->Commit(worker, txn));
  }
}

TEST_F(TransactionTest, GhostsOfARollbackMakeRoomForLaterInserts) {
  Run(RollBackALot);
  Run(FillTheGapsAgain);
}

/// Bytes of each record from `from` on, in order.
Task<std::vector<size_t>> RecordSizes(TestServer& server, Worker& worker, Lsn from) {
  ExpectOk(co_await server.log->Flush(worker, server.log->end_lsn()));
  wal::LogReader reader(*server.log, from, server.log->durable_lsn());
  std::vector<size_t> sizes;
  for (;;) {
    const auto record = co_await reader.Next(worker);
    ExpectOk(record);
    if (!record.ok() || !record->has_value()) co_return sizes;
    sizes.push_back((*record)->bytes.size());
  }
}

Task<void> ChangeOneRowInEachWay(TestServer& server, Worker& worker) {
  TransactionManager& transactions = *server.transactions;
  const Lsn before = server.log->end_lsn();
  Transaction txn = co_await Begin(server, worker);
  ExpectOk(co_await transactions.Update(worker, txn, kAccounts, 100, 7));
  ExpectOk(co_await transactions.Delete(worker, txn, kAccounts, 100));
  ExpectOk(co_await transactions.Insert(worker, txn, kAccounts, 100, 8));  // lifts the ghost
  ExpectOk(co_await transactions.Insert(worker, txn, kAccounts, 101, 9));
  ExpectOk(co_await transactions.Rollback(worker, txn));
  constexpr size_t kRecord = page::kRecordHeaderSize;
  constexpr size_t kRow = page::kRowHeaderSize;
  constexpr size_t kUpdate = kRecord + 2 * kRow;
  constexpr size_t kWhole = kRecord + kRow + test::kRowWidth;
  constexpr size_t kUndone = kRecord + kRow;
  const std::vector<size_t> expected = {
      kRecord, kUpdate, kWhole,  kWhole,  kRecord + test::kRowWidth,
      kUndone, kUndone, kUndone, kUndone, kRecord};
  EXPECT_EQ(co_await RecordSizes(server, worker, before), expected);
}

TEST_F(TransactionTest, AnUpdateLogsWhatItChangesAndWhoSetsEveryColumnTheRow) {
  Run(ChangeOneRowInEachWay);
}

// --- several sessions ------------------------------------------------------------------------

struct Actor {
  Worker worker;
  Task<void> (*play)(TestServer&, Worker&);
};

Task<void> Start(TestServer& server, Actor& actor) {
  co_await actor.worker.Start();
  co_await actor.play(server, actor.worker);
  co_await actor.worker.End();
}

void PlayTogether(TestServer& server, std::vector<std::unique_ptr<Actor>>& actors) {
  for (auto& actor : actors) {
    server.executor.Spawn(actor->worker.name(), Start(server, *actor));
  }
  server.executor.Run();
  test::Run(server, test::ExpectAsTheOracle);
  ExpectAtRest(server);
}

std::unique_ptr<Actor> MakeActor(TestServer& server, std::string name,
                                 Task<void> (*play)(TestServer&, Worker&)) {
  return std::unique_ptr<Actor>(
      new Actor{Worker(server.cpu, &server.telemetry, std::move(name)), play});
}

Task<void> AddOne(TestServer& server, Worker& worker) {
  for (int i = 0; i < 20; ++i) {
    Transaction txn = co_await Begin(server, worker);
    auto locked = co_await server.transactions->Update(worker, txn, kAccounts, 100, 0);
    ExpectOk(locked);
    auto row = co_await server.transactions->Read(worker, txn, kAccounts, 100);
    ExpectOk(co_await server.transactions->Update(worker, txn, kAccounts, 100,
                                                  static_cast<int64_t>((*row)->version)));
    if (i % 5 == 4) {
      ExpectOk(co_await server.transactions->Rollback(worker, txn));
    } else {
      ExpectOk(co_await server.transactions->Commit(worker, txn));
    }
  }
}

TEST_F(TransactionTest, WritersOfOneRowTakeTurnsAndLoseNothing) {
  std::vector<std::unique_ptr<Actor>> actors;
  for (int i = 0; i < 8; ++i) actors.push_back(MakeActor(server, "w" + std::to_string(i), AddOne));
  PlayTogether(server, actors);
  // 8 sessions, 16 of 20 transactions each committed, two updates in each.
  const auto row = machine.oracle.At(kAccounts, 100, oracle::Oracle::kNewest);
  EXPECT_EQ(row->version, 1u + 8 * 16 * 2);
  EXPECT_EQ(row->value, 8 * 16 * 2);
  const TimeNs now = server.executor.Now();
  TimeNs waited = 0;
  for (const auto& actor : actors) {
    waited +=
        actor->worker.AccountAt(now).waits[static_cast<size_t>(runtime::WaitType::kLckMU)].total;
  }
  EXPECT_GT(waited, 0);
  EXPECT_GT(server.telemetry.Total(telemetry::CounterId::kLockWaitsPerSecond), 0u);
}

Task<void> CommitMany(TestServer& server, Worker& worker) {
  const uint64_t own = static_cast<uint64_t>(worker.name().back() - '0' + 1) * 1000;
  for (int64_t i = 0; i < 25; ++i) {
    Transaction txn = co_await Begin(server, worker);
    ExpectOk(co_await server.transactions->Update(worker, txn, kAccounts, own, i));
    ExpectOk(co_await server.transactions->Commit(worker, txn));
  }
}

TEST_F(TransactionTest, ACommitIsAcknowledgedOnlyWhenItIsDurable) {
  uint64_t acknowledged = 0;
  machine.on_acknowledged = [&](Lsn commit) {
    ++acknowledged;
    EXPECT_LT(commit, server.log->durable_lsn());
  };
  std::vector<std::unique_ptr<Actor>> actors;
  for (int i = 0; i < 8; ++i) {
    actors.push_back(MakeActor(server, "c" + std::to_string(i), CommitMany));
  }
  PlayTogether(server, actors);  // the oracle checks that commits come in LSN order
  EXPECT_EQ(acknowledged, 200u);
  EXPECT_EQ(machine.oracle.commits(), 200u);
}

Task<void> HoldRowForAWhile(TestServer& server, Worker& worker) {
  Transaction txn = co_await Begin(server, worker);
  ExpectOk(co_await server.transactions->Update(worker, txn, kAccounts, 300, 77));
  co_await worker.Think(5 * kMillisecond);
  ExpectOk(co_await server.transactions->Commit(worker, txn));
}

Task<void> ReadHeldRow(TestServer& server, Worker& worker) {
  co_await worker.Think(3 * kMillisecond);
  Transaction txn = co_await Begin(server, worker);
  auto row = co_await server.transactions->Read(worker, txn, kAccounts, 300);
  EXPECT_EQ((*row)->value, 77);  // never the uncommitted past of it, nor the row before
  EXPECT_GE(worker.Now(), 5 * kMillisecond);
  ExpectOk(co_await server.transactions->Commit(worker, txn));
}

TEST_F(TransactionTest, AReaderWaitsForTheWriterWithoutALatch) {
  std::vector<std::unique_ptr<Actor>> actors;
  actors.push_back(MakeActor(server, "writer", HoldRowForAWhile));
  actors.push_back(MakeActor(server, "reader", ReadHeldRow));
  PlayTogether(server, actors);
  const auto account = actors[1]->worker.AccountAt(server.executor.Now());
  EXPECT_GT(account.waits[static_cast<size_t>(runtime::WaitType::kLckMS)].total, 0);
}

}  // namespace
}  // namespace snapscope::txn::transaction_test
