// The workload on a small server: time adds up, seeds repeat, users come and go.
#include "workload/workload.h"

#include <gtest/gtest.h>

#include "test/txn/test_server.h"

namespace snapscope::workload::workload_test {
namespace {

using runtime::Task;
using runtime::Worker;
using test::kAccounts;
using test::kWitness;
using test::Machine;
using test::TestServer;

WorkloadOptions Options(const Machine& machine, uint32_t users) {
  WorkloadOptions options;
  options.users = users;
  options.think_mean = 10 * kMillisecond;
  options.rollback_percent = 10;
  options.accounts = {kAccounts, machine.options.rows, machine.options.stride};
  options.witness = kWitness;
  options.witness_interval = 10 * kMillisecond;
  options.seed = machine.options.seed;
  return options;
}

Task<void> StopAt(TestServer& server, TimeNs when) {
  co_await server.executor.SleepUntil(when);
  server.executor.Stop();
}

// A server with a workload that has run for a while.
struct Stage {
  explicit Stage(test::MachineOptions machine_options)
      : machine(machine_options), server(machine) {}
  void Begin(WorkloadOptions options) {
    workload =
        std::make_unique<Workload>(server.cpu, *server.transactions, server.telemetry, options,
                                   [this](Error error) { errors.push_back(error); });
    workload->Start();
  }
  void RunFor(TimeNs duration) {
    server.executor.Spawn("stop", StopAt(server, server.executor.Now() + duration));
    server.executor.Run();
  }
  ~Stage() { server.executor.DestroyTasks(); }  // before the workload that they refer to

  /// Lets every session finish its transaction, then looks at the database.
  void Finish() {
    workload->RequestStop();
    server.executor.Run();
    EXPECT_TRUE(workload->stopped());
    test::Run(server, test::ExpectAsTheOracle);
    EXPECT_EQ(server.pool.pins(), 0u);
    EXPECT_EQ(server.transactions->locks_held(), 0u);
    EXPECT_EQ(server.transactions->active_count(), 0u);
  }

  Machine machine;
  test::CreatedServer server;
  std::unique_ptr<Workload> workload;
  std::vector<Error> errors;
};

TEST(WorkloadTest, EveryNanosecondOfEverySessionIsAccountedFor) {
  Stage stage({.seed = 3});
  stage.Begin(Options(stage.machine, 20));
  for (int i = 1; i <= 50; ++i) {
    stage.RunFor(7'654'321);  // in the middle of whatever goes on
    const SessionTotals totals = stage.workload->TotalsAt(stage.server.executor.Now());
    EXPECT_EQ(totals.sessions, 20u);
    EXPECT_TRUE(totals.each_adds_up);
    EXPECT_EQ(totals.account.elapsed, 20 * i * TimeNs{7'654'321});
  }
  const SessionTotals totals = stage.workload->TotalsAt(stage.server.executor.Now());
  EXPECT_GT(totals.account.cpu, 0);
  EXPECT_GT(totals.account.think, totals.account.cpu);
  EXPECT_TRUE(stage.errors.empty());
  stage.Finish();
}

TEST(WorkloadTest, TheSameSeedDoesTheSameAndAnotherSomethingElse) {
  const auto play = [](uint64_t seed) {
    Stage stage({.seed = seed});
    stage.Begin(Options(stage.machine, 10));
    stage.RunFor(500 * kMillisecond);
    const TransactionCounts counts = stage.workload->counts();
    const SessionTotals totals = stage.workload->TotalsAt(stage.server.executor.Now());
    return std::tuple(counts.committed, counts.rolled_back, totals.account.cpu,
                      totals.account.think, stage.server.log->end_lsn(),
                      stage.server.executor.events());
  };
  const auto first = play(1);
  EXPECT_EQ(first, play(1));
  EXPECT_NE(first, play(2));
}

TEST(WorkloadTest, WritersCommitAndSomeRollBack) {
  Stage stage({.seed = 5});
  stage.Begin(Options(stage.machine, 10));
  stage.RunFor(kSecond);
  stage.Finish();
  const TransactionCounts counts = stage.workload->counts();
  EXPECT_GT(counts.committed, 500u);
  EXPECT_GT(counts.rolled_back, 20u);
  EXPECT_LT(counts.rolled_back * 5, counts.committed);
  uint64_t recorded = 0;
  for (size_t type = 0; type < telemetry::kTransactionTypeCount; ++type) {
    const auto& histogram =
        stage.server.telemetry.histogram(static_cast<telemetry::TransactionType>(type));
    EXPECT_GT(histogram.count(), 0u);
    recorded += histogram.count();
  }
  EXPECT_EQ(recorded, counts.committed);
}

Task<void> ExpectAsManyRowsAsAtTheStart(TestServer& server, Worker& worker) {
  auto rows = co_await server.AllRows(worker, server.transactions->tree(kAccounts));
  test::ExpectOk(rows);
  const auto initial = static_cast<double>(server.machine.options.rows);
  EXPECT_NEAR(static_cast<double>(rows->size()), initial, initial / 50);
}

Task<void> CheckpointAllAlong(TestServer& server, Workload& workload, Worker& worker) {
  co_await worker.Start();
  while (!workload.stopped()) {
    co_await worker.Think(10 * kSecond);
    const auto figures = co_await server.Checkpoint(worker);
    test::ExpectOk(figures);
  }
  co_await worker.End();
}

TEST(WorkloadTest, AfterAnHourThereAreAsManyHotRowsAndATransactionLogsAsMuch) {
  Stage stage({.seed = 11});
  WorkloadOptions options = Options(stage.machine, 5);
  options.think_mean = 200 * kMillisecond;
  options.accounts.rows = 500;
  options.access_order = AccessOrder::kRandom;
  options.witness_interval = 0;
  Worker checkpoints(stage.server.cpu, &stage.server.telemetry, "checkpoint");
  stage.Begin(options);
  stage.server.executor.Spawn("checkpoint",
                              CheckpointAllAlong(stage.server, *stage.workload, checkpoints));
  const auto log_bytes_of_a_transaction = [&stage](TimeNs during) {
    const auto bytes = [&stage] {
      return stage.server.telemetry.Total(telemetry::CounterId::kLogBytesFlushedPerSecond);
    };
    const uint64_t transactions_before = stage.workload->counts().committed;
    const uint64_t bytes_before = bytes();
    stage.RunFor(during);
    const uint64_t transactions = stage.workload->counts().committed - transactions_before;
    EXPECT_GT(transactions, 10'000u);
    return static_cast<double>(bytes() - bytes_before) / static_cast<double>(transactions);
  };
  stage.RunFor(60 * kSecond);  // leaves that have to take the rows between split, once
  const double at_first = log_bytes_of_a_transaction(10 * 60 * kSecond);
  log_bytes_of_a_transaction(40 * 60 * kSecond);
  // How many transactions share a block of the log, and its padding, differs by some percent.
  EXPECT_NEAR(log_bytes_of_a_transaction(10 * 60 * kSecond), at_first, at_first / 20);
  stage.Finish();
  test::Run(stage.server, ExpectAsManyRowsAsAtTheStart);
}

TEST(WorkloadTest, TheReadOnlyProfileChangesNothing) {
  Stage stage({.seed = 6});
  WorkloadOptions options = Options(stage.machine, 10);
  options.profile = Profile::kReadOnly;
  options.witness_interval = 0;
  const Lsn before = stage.server.log->end_lsn();
  stage.Begin(options);
  stage.RunFor(500 * kMillisecond);
  stage.Finish();
  EXPECT_GT(stage.workload->counts().committed, 100u);
  EXPECT_EQ(stage.workload->counts().rolled_back, 0u);
  EXPECT_EQ(stage.server.log->end_lsn(), before);
}

TEST(WorkloadTest, UsersComeAndGoAndTheirTimeStaysOnTheBooks) {
  Stage stage({.seed = 7});
  stage.Begin(Options(stage.machine, 5));
  stage.RunFor(100 * kMillisecond);
  stage.workload->SetUsers(12);
  EXPECT_EQ(stage.workload->users(), 12u);
  stage.RunFor(100 * kMillisecond);
  stage.workload->SetUsers(2);
  EXPECT_EQ(stage.workload->users(), 2u);
  stage.RunFor(kSecond);  // the surplus think to the end, then leave
  const SessionTotals before = stage.workload->TotalsAt(stage.server.executor.Now());
  EXPECT_EQ(before.sessions, 12u);
  EXPECT_TRUE(before.each_adds_up);
  stage.RunFor(100 * kMillisecond);
  const SessionTotals after = stage.workload->TotalsAt(stage.server.executor.Now());
  EXPECT_EQ(after.account.elapsed - before.account.elapsed, 2 * 100 * kMillisecond);
  stage.workload->SetUsers(4);  // numbers 3 and 4 come back as new sessions
  stage.RunFor(100 * kMillisecond);
  EXPECT_EQ(stage.workload->TotalsAt(stage.server.executor.Now()).sessions, 14u);
  stage.Finish();
}

Task<void> CheckWitness(TestServer& server, Worker& worker) {
  auto rows = co_await server.AllRows(worker, server.transactions->tree(kWitness));
  test::ExpectOk(rows);
  EXPECT_GT(rows->size(), 40u);
  int64_t previous = -1;
  for (size_t i = 0; i < rows->size(); ++i) {
    EXPECT_EQ((*rows)[i].key, i + 1);
    EXPECT_GT((*rows)[i].value, previous);
    previous = (*rows)[i].value;
  }
  EXPECT_LE(previous, worker.Now());
}

TEST(WorkloadTest, TheWitnessInsertsItsTimeAllAlong) {
  Stage stage({.seed = 8});
  stage.Begin(Options(stage.machine, 3));
  stage.RunFor(500 * kMillisecond);
  stage.Finish();
  test::Run(stage.server, CheckWitness);
}

TEST(WorkloadTest, TheWitnessIsInNoFigureOfTheServer) {
  Stage stage({.seed = 12});
  const auto waits = [&stage] {
    uint64_t tasks = 0;
    for (size_t type = 0; type < telemetry::kWaitCount; ++type) {
      if (!telemetry::kWaits[type].idle) tasks += stage.server.telemetry.waits()[type].tasks;
    }
    return tasks;
  };
  const uint64_t waits_before = waits();
  const auto transactions = [&stage] {
    return stage.server.telemetry.Total(telemetry::CounterId::kTransactionsPerSecond);
  };
  const uint64_t transactions_before = transactions();
  stage.Begin(Options(stage.machine, 0));
  stage.RunFor(10 * kSecond);
  EXPECT_GT(stage.workload->next_witness(), 900u);
  EXPECT_EQ(waits(), waits_before);
  EXPECT_EQ(transactions(), transactions_before);
  const SessionTotals totals = stage.workload->TotalsAt(stage.server.executor.Now());
  EXPECT_EQ(totals.sessions, 0u);
  EXPECT_TRUE(totals.each_adds_up);
  stage.Finish();
}

TEST(WorkloadTest, StopEndsWithinTheTransactionNotWithTheThinkTime) {
  Stage stage({.seed = 9});
  WorkloadOptions options = Options(stage.machine, 10);
  stage.Begin(options);
  stage.RunFor(100 * kMillisecond);
  stage.workload->RequestStop();
  const TransactionCounts counts = stage.workload->counts();
  stage.RunFor(20 * kMillisecond);
  EXPECT_TRUE(stage.workload->stopped());
  EXPECT_LE(stage.workload->counts().committed, counts.committed + 10);
  stage.workload->SetUsers(50);  // too late
  stage.RunFor(kSecond);
  EXPECT_LE(stage.workload->counts().committed, counts.committed + 10);
}

TEST(WorkloadTest, AFailureIsReportedOnceAndNobodyHangs) {
  Stage stage({.seed = 10});
  stage.Begin(Options(stage.machine, 10));
  stage.RunFor(100 * kMillisecond);
  stage.machine.disk.OnPowerCut(nullptr);
  stage.machine.disk.PowerCut(Rng(1, "cut"));
  stage.server.executor.Run();  // ends: every session met the error and left
  ASSERT_EQ(stage.errors.size(), 1u);
  EXPECT_EQ(stage.errors[0].code, ErrorCode::kPowerCut);
  const SessionTotals totals = stage.workload->TotalsAt(stage.server.executor.Now());
  EXPECT_TRUE(totals.each_adds_up);
}

}  // namespace
}  // namespace snapscope::workload::workload_test
