// Deadlocks: who is found, who is chosen, what it is told, and that everybody else goes on.
#include "txn/deadlock_monitor.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "test/txn/test_server.h"

namespace snapscope::txn::deadlock_monitor_test {
namespace {

using test::ExpectOk;
using test::kAccounts;
using test::Machine;
using test::TestServer;

std::vector<TxnId> Victims(WaitGraph graph, std::map<uint64_t, uint64_t> log = {}) {
  return ChooseVictims(std::move(graph), [&log](TxnId txn) { return log[txn.value]; });
}

TEST(DeadlockMonitorTest, WaitingInALineIsNoDeadlock) {
  EXPECT_TRUE(Victims({}).empty());
  EXPECT_TRUE(Victims({{1, {TxnId{2}}}, {2, {TxnId{3}}}, {4, {TxnId{2}, TxnId{3}}}}).empty());
}

TEST(DeadlockMonitorTest, TheVictimHasTheLeastLogAndOfEqualsIsTheYoungest) {
  const WaitGraph ring = {{1, {TxnId{2}}}, {2, {TxnId{3}}}, {3, {TxnId{1}}}};
  EXPECT_EQ(Victims(ring, {{1, 500}, {2, 100}, {3, 300}}), (std::vector{TxnId{2}}));
  EXPECT_EQ(Victims(ring, {{1, 100}, {2, 500}, {3, 100}}), (std::vector{TxnId{3}}));
}

TEST(DeadlockMonitorTest, WhoOnlyWaitsForACycleIsNotItsVictim) {
  const WaitGraph graph = {{1, {TxnId{2}}}, {2, {TxnId{3}}}, {3, {TxnId{2}}}};
  EXPECT_EQ(Victims(graph, {{1, 0}, {2, 10}, {3, 20}}), (std::vector{TxnId{2}}));
}

TEST(DeadlockMonitorTest, EachCycleHasAVictim) {
  const WaitGraph graph = {
      {1, {TxnId{2}}}, {2, {TxnId{1}}}, {3, {TxnId{4}}}, {4, {TxnId{1}, TxnId{3}}}};
  EXPECT_EQ(Victims(graph), (std::vector{TxnId{2}, TxnId{4}}));
}

constexpr uint64_t kFirstRow = 100;
constexpr uint64_t kSecondRow = 200;

// Two sessions that change the same two rows, in opposite orders.
struct Crossing {
  explicit Crossing(TestServer& server_in) : server(server_in) {}

  // `more` changes besides: the session with more of them has written more log.
  Task<void> Cross(Worker& worker, uint64_t first, uint64_t second, int more) {
    co_await worker.Start();
    TransactionManager& transactions = *server.transactions;
    Transaction txn = co_await test::Begin(server, worker);
    ExpectOk(co_await transactions.Update(worker, txn, kAccounts, first, more));
    for (int i = 1; i <= more; ++i) {
      ExpectOk(co_await transactions.Update(worker, txn, kAccounts, first, more + i));
    }
    co_await worker.Think(kMillisecond);  // both hold their first row
    const Status status = co_await transactions.Update(worker, txn, kAccounts, second, 1);
    if (status.ok()) {
      ExpectOk(co_await transactions.Commit(worker, txn));
      winners.push_back(worker.name());
    } else {
      test::ExpectFails(ErrorCode::kDeadlock, status);
      messages.push_back(status.error().message);
      found_at = worker.Now();
      ExpectOk(co_await transactions.Rollback(worker, txn));
    }
    co_await worker.End();
    if (winners.size() + messages.size() == 2) server.executor.Stop();
  }

  TestServer& server;
  std::vector<std::string> winners{};
  std::vector<std::string> messages{};
  TimeNs found_at = 0;
};

TEST(DeadlockMonitorTest, TheVictimIsToldTheProductsTextAndTheOtherCommits) {
  Machine machine({});
  test::CreatedServer server(machine);
  server.transactions->StartDeadlockMonitor(server.cpu);
  const TimeNs start = server.executor.Now();
  Crossing crossing(server);
  Worker much(server.cpu, &server.telemetry, "spid51");
  Worker little(server.cpu, &server.telemetry, "spid52");
  server.executor.Spawn("much", crossing.Cross(much, kFirstRow, kSecondRow, 3));
  server.executor.Spawn("little", crossing.Cross(little, kSecondRow, kFirstRow, 0));
  server.executor.Run();
  EXPECT_EQ(crossing.winners, (std::vector<std::string>{"spid51"}));
  EXPECT_EQ(crossing.messages,
            (std::vector<std::string>{
                "Transaction (Process ID 52) was deadlocked on lock resources with another process "
                "and has been chosen as the deadlock victim. Rerun the transaction."}));
  EXPECT_GE(crossing.found_at, start + DeadlockMonitor::kPause);
  EXPECT_LT(crossing.found_at, start + DeadlockMonitor::kPause + kMillisecond);
  EXPECT_EQ(server.telemetry.Total(telemetry::CounterId::kDeadlocksPerSecond), 1u);
  EXPECT_EQ(server.transactions->locks_held(), 0u);
  const auto waited = [](Worker& worker, TimeNs now) {
    return worker.AccountAt(now).waits[static_cast<size_t>(runtime::WaitType::kLckMU)].total;
  };
  EXPECT_GT(waited(much, server.executor.Now()), 4'900 * kMillisecond);
  EXPECT_GT(waited(little, server.executor.Now()), 4'900 * kMillisecond);
}

constexpr uint64_t kNewRow = 150;
constexpr uint64_t kDeletedRow = 300;

// Has written less log than the other when they deadlock: it is the victim.
Task<void> ChangeEverythingInVain(TestServer& server, Worker& worker) {
  co_await worker.Start();
  TransactionManager& transactions = *server.transactions;
  Transaction txn = co_await test::Begin(server, worker);
  ExpectOk(co_await transactions.Update(worker, txn, kAccounts, kFirstRow, 1));
  ExpectOk(co_await transactions.Update(worker, txn, kAccounts, kFirstRow, 2));
  ExpectOk(co_await transactions.Insert(worker, txn, kAccounts, kNewRow, 3));
  ExpectOk(co_await transactions.Delete(worker, txn, kAccounts, kDeletedRow));
  co_await worker.Think(kMillisecond);
  test::ExpectFails(ErrorCode::kDeadlock,
                    co_await transactions.Update(worker, txn, kAccounts, kSecondRow, 4));
  ExpectOk(co_await transactions.Rollback(worker, txn));
  co_await worker.End();
}

Task<void> ChangeMoreAndSurvive(TestServer& server, Worker& worker) {
  co_await worker.Start();
  TransactionManager& transactions = *server.transactions;
  Transaction txn = co_await test::Begin(server, worker);
  for (int64_t value = 11; value <= 20; ++value) {
    ExpectOk(co_await transactions.Update(worker, txn, kAccounts, kSecondRow, value));
  }
  co_await worker.Think(kMillisecond);
  ExpectOk(co_await transactions.Update(worker, txn, kAccounts, kFirstRow, 21));
  ExpectOk(co_await transactions.Commit(worker, txn));
  co_await worker.End();
  server.executor.Stop();
}

std::string Text(const page::Row& row) {
  return std::to_string(row.key) + " = " + std::to_string(row.value) + ", version " +
         std::to_string(row.version);
}

Task<std::vector<std::string>> RowsOf(TestServer& server, Worker& worker, IndexId index) {
  const auto rows = co_await server.AllRows(worker, server.transactions->tree(index));
  ExpectOk(rows);
  std::vector<std::string> texts;
  if (!rows.ok()) co_return texts;
  for (const page::Row& row : rows.value()) texts.push_back(Text(row));
  co_return texts;
}

// Compares the rows of the table and of its index with what is said here and nothing else.
Task<void> ExpectOnlyTheSurvivorsRows(TestServer& server, Worker& worker) {
  const btree::NonclusteredIndex& index = server.machine.nonclustered.front();
  std::vector<std::string> rows;
  std::vector<page::Row> entries;
  for (uint64_t key = 100; key <= 100 * server.machine.options.rows; key += 100) {
    page::Row row{key, btree::InitialValue(key), 1, false};
    if (key == kFirstRow) row = {key, 21, 2, false};
    if (key == kSecondRow) row = {key, 20, 11, false};
    rows.push_back(Text(row));
    entries.push_back(btree::EntryOf(btree::EntryKey(index, key, row.value)));
  }
  std::ranges::sort(entries, {}, &page::Row::key);
  std::vector<std::string> entry_texts;
  for (const page::Row& entry : entries) entry_texts.push_back(Text(entry));
  const std::vector<std::string> found_rows = co_await RowsOf(server, worker, kAccounts);
  EXPECT_EQ(found_rows, rows);
  const std::vector<std::string> found_entries = co_await RowsOf(server, worker, index.info.id);
  EXPECT_EQ(found_entries, entry_texts);
}

// The monitor never ends: whoever is done stops the run.
Task<void> ReadAndStop(TestServer& server, Worker& worker, bool& done) {
  co_await test::RunScenario(server, worker, ExpectOnlyTheSurvivorsRows, done);
  server.executor.Stop();
}

TEST(DeadlockMonitorTest, TheVictimsRowsAndEntriesAreAsBeforeAndTheSurvivorsAreThere) {
  Machine machine({.rows = 20, .nonclustered = true});
  test::CreatedServer server(machine);
  server.transactions->StartDeadlockMonitor(server.cpu);
  Worker victim(server.cpu, &server.telemetry, "spid51");
  Worker survivor(server.cpu, &server.telemetry, "spid52");
  server.executor.Spawn("victim", ChangeEverythingInVain(server, victim));
  server.executor.Spawn("survivor", ChangeMoreAndSurvive(server, survivor));
  server.executor.Run();
  EXPECT_EQ(server.telemetry.Total(telemetry::CounterId::kDeadlocksPerSecond), 1U);
  Worker reader(server.cpu, &server.telemetry, "spid53");
  bool done = false;
  server.executor.Spawn("reader", ReadAndStop(server, reader, done));
  server.executor.Run();
  EXPECT_TRUE(done);
  EXPECT_EQ(server.transactions->locks_held(), 0U);
  EXPECT_EQ(server.pool.pins(), 0U);
}

TEST(DeadlockMonitorTest, AfterADeadlockItLooksAgainSooner) {
  Machine machine({});
  test::CreatedServer server(machine);
  server.transactions->StartDeadlockMonitor(server.cpu);
  TimeNs first_found = 0;
  for (int round = 0; round < 2; ++round) {
    Crossing crossing(server);
    Worker one(server.cpu, &server.telemetry, "spid51");
    Worker other(server.cpu, &server.telemetry, "spid52");
    server.executor.Spawn("one", crossing.Cross(one, kFirstRow, kSecondRow, 0));
    server.executor.Spawn("other", crossing.Cross(other, kSecondRow, kFirstRow, 0));
    server.executor.Run();
    if (round == 0) {
      first_found = crossing.found_at;
    } else {
      EXPECT_LE(crossing.found_at - first_found,
                DeadlockMonitor::kPauseAfterDeadlock + kMillisecond);
    }
  }
  EXPECT_EQ(server.telemetry.Total(telemetry::CounterId::kDeadlocksPerSecond), 2u);
}

}  // namespace
}  // namespace snapscope::txn::deadlock_monitor_test
