// A log that is full: why it cannot be reused, who suffers and how, and what ends it.
#include <gtest/gtest.h>

#include "checkpoint/log_reuse.h"
#include "test/recovery/crash.h"
#include "test/support/run_support.h"
#include "test/txn/test_server.h"

namespace snapscope::full_log_test {
namespace {

using checkpoint::LogReuseWait;
using runtime::Task;
using runtime::Worker;
using test::CountLines;
using test::ExpectOk;
using test::Json;
using test::kAccounts;
using test::TestServer;

/// Many busy users of wide rows, a log of 4 MiB, and a creation that holds it for long.
Json CreationHoldsASmallLog() {
  Json scenario = test::SmallScenario();
  scenario["database"]["logSizeMiB"] = 4;
  scenario["database"]["rowBytes"] = 1550;
  scenario["workload"]["users"] = 200;
  scenario["workload"]["thinkTimeMs"] = 1;
  scenario["timeline"][0]["atSeconds"] = 0.5;
  scenario["storage"]["volumes"][2]["device"]["parallelism"] = 1;
  return scenario;
}

TEST(FullLog, FailsStatementsAndTheRunGoesOn) {
  const Json summary = test::RunCompleted(CreationHoldsASmallLog());
  EXPECT_NE(summary["run"]["verified"], false) << summary["run"].dump();
  EXPECT_GT(summary["transactions"]["logFull"], 0);
  EXPECT_GT(summary["transactions"]["total"], 100);
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
  EXPECT_GE(CountLines(summary, "Error: 9002, Severity: 17, State: 7."), 1U);
  EXPECT_GE(CountLines(summary, "see the log_reuse_wait_desc column in sys.databases"), 1U);
  EXPECT_GE(CountLines(summary, " MiB are in use, held by DATABASE_SNAPSHOT_CREATION from LSN "),
            1U);
}

TEST(FullLog, NamesItsCauseSince2012) {
  Json scenario = CreationHoldsASmallLog();
  scenario["server"]["engineVersion"] = "2012";
  const Json summary = test::RunToSummary(scenario);
  EXPECT_GE(CountLines(summary,
                       "The transaction log for database 'sales' is full due to "
                       "'DATABASE_SNAPSHOT_CREATION'."),
            1U);
  EXPECT_LT(CountLines(summary, "Error: 9002"), summary["transactions"]["logFull"]);
}

TEST(FullLog, ABackupOfTheDataHoldsItUntilItEnds) {
  Json scenario = CreationHoldsASmallLog();
  scenario["timeline"][0]["command"] = {
      {"kind", "backup"}, {"name", "one"}, {"type", "full"}, {"copyOnly", false}};
  const Json summary = test::RunCompleted(scenario);
  EXPECT_GE(CountLines(summary, " MiB are in use, held by ACTIVE_BACKUP_OR_RESTORE from LSN "), 1U);
  EXPECT_EQ(CountLines(summary, "held by DATABASE_SNAPSHOT_CREATION"), 0U);
  EXPECT_GE(CountLines(summary, "Error: 9002, Severity: 17, State: 3."), 1U);
}

Json FullRecoveryModel() {
  Json scenario = test::SmallScenario();
  scenario["timeline"] = Json::array();
  scenario["server"]["engineVersion"] = "2012";
  scenario["database"]["logSizeMiB"] = 4;
  scenario["database"]["recoveryModel"] = "full";
  scenario["workload"]["thinkTimeMs"] = 10;
  return scenario;
}

TEST(FullRecovery, WithoutLogBackupsTheLogFillsUpForGood) {
  const Json summary = test::RunCompleted(FullRecoveryModel());
  EXPECT_GT(summary["transactions"]["logFull"], 0);
  EXPECT_EQ(CountLines(summary, "is full due to 'LOG_BACKUP'."), 1U) << "told once of each cause";
  EXPECT_EQ(CountLines(summary, "Error: 9002, Severity: 17, State: 2."), 1U);
}

TEST(FullRecovery, LogBackupsKeepTheLogReusable) {
  Json scenario = FullRecoveryModel();
  scenario["server"]["recoveryIntervalSeconds"] = 1;
  scenario["database"]["logBackupIntervalSeconds"] = 1;
  scenario["durationSeconds"] = 15;
  const Json summary = test::RunToSummary(scenario);
  EXPECT_EQ(summary["transactions"]["logFull"], 0) << summary["transactions"].dump();
  EXPECT_EQ(CountLines(summary, "Error: 9002"), 0U);
  // One each second of fifteen; the log goes around more than once.
  EXPECT_GE(CountLines(summary,
                       "Backup      Log was backed up. Database: sales, creation "
                       "date(time): 2006/10/23(21:48:07), first LSN: "),
            14U);
  for (const Json& phase : summary["phases"]) {
    EXPECT_NE(phase["name"], "backup") << "the message is all that tells of a backup to NUL";
  }
  EXPECT_GT(summary["files"][1]["bytesWritten"], 5 << 20);
  EXPECT_GT(summary["files"][1]["bytesRead"], 4 << 20) << "every byte is read";
}

// --- By hand, on a server without background checkpoints ---------------------------------------

void WireAsTheEngineDoes(TestServer& server) {
  server.log->SetUndoSpaceCallback([&server] { return server.transactions->undo_space(); });
}

LogReuseWait WaitNow(TestServer& server) {
  return checkpoint::LogReuseWaitOf(*server.log, *server.transactions);
}

/// Updates one row after another in transactions of their own until the log is full.
Task<void> FillTheLog(TestServer& server, Worker& worker) {
  for (uint64_t round = 0; round < 100'000; ++round) {
    auto txn = co_await server.transactions->Begin(worker);
    const uint64_t key = 200 + round % 500 * 100;
    const Status updated =
        co_await server.transactions->Update(worker, txn.value(), kAccounts, key, 1);
    if (!updated.ok()) {
      test::ExpectFails(ErrorCode::kLogFull, updated);
      ExpectOk(co_await server.transactions->Rollback(worker, txn.value()));
      co_return;
    }
    ExpectOk(co_await server.transactions->Commit(worker, txn.value()));
  }
  ADD_FAILURE() << "the log never got full";
}

Task<void> ALongTransaction(TestServer& server, Worker& worker) {
  WireAsTheEngineDoes(server);
  auto old = co_await server.transactions->Begin(worker);
  ExpectOk(co_await server.transactions->Update(worker, old.value(), kAccounts, 100, 7));
  co_await FillTheLog(server, worker);
  EXPECT_EQ(WaitNow(server), LogReuseWait::kActiveTransaction);

  ExpectOk(co_await server.Checkpoint(worker));
  EXPECT_EQ(WaitNow(server), LogReuseWait::kActiveTransaction) << "a checkpoint does not help";

  ExpectOk(co_await server.transactions->Commit(worker, old.value()));
  EXPECT_EQ(WaitNow(server), LogReuseWait::kCheckpoint);
  ExpectOk(co_await server.Checkpoint(worker));
  EXPECT_EQ(WaitNow(server), LogReuseWait::kNothing);
  co_await FillTheLog(server, worker);
  EXPECT_EQ(WaitNow(server), LogReuseWait::kCheckpoint);
  co_await test::ExpectAsTheOracle(server, worker);
}

TEST(FullLog, AnActiveTransactionKeepsTheLogUntilItEndsAndACheckpointFollows) {
  test::Machine machine({.log_bytes = 3 << 20});
  test::CreatedServer server(machine);
  test::Run(server, ALongTransaction);
}

/// It stays active across the checkpoint, and across the restart that follows.
Task<void> CheckpointDuringATransaction(TestServer& server, Worker& worker) {
  auto old = co_await server.transactions->Begin(worker);
  ExpectOk(co_await server.transactions->Update(worker, old.value(), kAccounts, 100, 7));
  const Lsn first = server.transactions->OldestActive().value_or(Lsn{});
  ExpectOk(co_await server.Checkpoint(worker));
  EXPECT_EQ(server.log->checkpoint_mark().oldest_active, first);
  EXPECT_EQ(server.log->truncation_lsn(), first);
}

Task<void> ExpectTheTransactionsLogKept(TestServer& server, Worker& worker) {
  ExpectOk(co_await server.Open(worker));
  const wal::CheckpointMark mark = server.log->checkpoint_mark();
  EXPECT_FALSE(mark.oldest_active.IsNone());
  EXPECT_LT(mark.oldest_active, mark.begin);
  EXPECT_EQ(server.log->truncation_lsn(), mark.oldest_active) << "its undo reads it";
}

TEST(FullLog, AnActiveTransactionKeepsItsLogThroughARestart) {
  test::Machine machine({});
  {
    test::CreatedServer server(machine);
    test::Run(server, CheckpointDuringATransaction);
  }
  TestServer restarted(machine);
  test::Run(restarted, ExpectTheTransactionsLogKept);
}

constexpr uint64_t kRowsOfManyPages = 8'000;

/// One transaction changes rows, each on another page than the one before, until the log is full.
Task<txn::Transaction> AHugeTransaction(TestServer& server, Worker& worker) {
  WireAsTheEngineDoes(server);
  auto huge = co_await server.transactions->Begin(worker);
  Status updated;
  for (uint64_t changes = 0; updated.ok(); ++changes) {
    const uint64_t key = 100 + changes * 37 % kRowsOfManyPages * 100;
    updated = co_await server.transactions->Update(worker, huge.value(), kAccounts, key, 9);
  }
  test::ExpectFails(ErrorCode::kLogFull, updated);
  co_return std::move(huge).value();
}

Task<void> RollBackAHugeTransaction(TestServer& server, Worker& worker) {
  txn::Transaction huge = co_await AHugeTransaction(server, worker);
  // A tenth is kept for checkpoints, and each VLF of 512 KB may lose 32 KB of its tail.
  const uint64_t taken = server.log->used_bytes() + server.transactions->undo_space();
  EXPECT_GT(taken, server.log->capacity_bytes() * 75 / 100);
  EXPECT_GT(server.log->used_bytes(), server.transactions->undo_space());
  ExpectOk(co_await server.transactions->Rollback(worker, huge));
  EXPECT_EQ(server.transactions->undo_space(), 0U);
  EXPECT_EQ(server.transactions->locks_held(), 0U);
  co_await test::ExpectAsTheOracle(server, worker);
}

/// The smallest pool that a server may have, for a table of twice as many pages: pages are written,
/// and blocks of the log closed for them, all along.
test::MachineOptions TableBeyondMemory() {
  return {.rows = kRowsOfManyPages, .log_bytes = 8 << 20, .frames = 128};
}

TEST(FullLog, HasRoomToRollBackWhatFilledIt) {
  test::Machine machine(TableBeyondMemory());
  test::CreatedServer server(machine);
  test::Run(server, RollBackAHugeTransaction);
}

Task<void> RollBackUntilThePowerGoes(TestServer& server, Worker& worker) {
  txn::Transaction huge = co_await AHugeTransaction(server, worker);
  server.machine.disk.Inject(
      {.kind = storage::FaultKind::kPowerCut, .at_io = server.machine.disk.ios() + 200});
  (void)co_await server.transactions->Rollback(worker, huge);
}

TEST(FullLog, HasRoomToRecoverFromACrashInTheMiddleOfTheRollback) {
  test::Machine machine(TableBeyondMemory());
  {
    test::CreatedServer server(machine);
    test::RunUntilPowerCut(server, RollBackUntilThePowerGoes);
  }
  const test::RecoveryOutcome recovered = test::RecoverAndVerify(machine);
  EXPECT_EQ(recovered.undo.user_transactions, 1U);
  EXPECT_GT(recovered.undo.records, 0U);
}

}  // namespace
}  // namespace snapscope::full_log_test
