// Row locks: who gets one, in which order, and what the wait is billed to.
#include "txn/lock_table.h"

#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/virtual_clock.h"

namespace snapscope::txn::lock_table_test {
namespace {

constexpr LockKey kRow = LockKey::Row(IndexId{1}, 42);
constexpr LockKey kTable = LockKey::Table(IndexId{1});

struct Stage {
  sim::VirtualClock clock;
  runtime::Executor executor{clock};
  runtime::CpuModel cpu{executor, 8};
  telemetry::Telemetry telemetry{executor, {}, [](std::vector<std::byte>) {}};
  LockTable locks{telemetry};
  std::vector<std::string> order;
};

struct Request {
  uint64_t txn;
  LockMode mode;
  TimeNs arrives;
  TimeNs holds;
};

Task<void> Play(Stage& stage, Worker& worker, Request request, LockKey key) {
  co_await stage.executor.SleepUntil(request.arrives);
  co_await worker.Start();
  const auto is_new = co_await stage.locks.Acquire(worker, TxnId{request.txn}, key, request.mode);
  EXPECT_TRUE(is_new.ok() && *is_new);
  stage.order.push_back(worker.name());
  worker.Charge(request.holds);
  co_await worker.PayCpu();
  stage.locks.Release(TxnId{request.txn}, key);
  co_await worker.End();
}

const char* NameOf(LockMode mode) {
  constexpr std::array<const char*, 6> kNames = {"IS", "IX", "S", "U", "X", "Sch-M"};
  return kNames[static_cast<size_t>(mode)];
}

std::vector<runtime::WorkerAccount> PlayAll(Stage& stage, const std::vector<Request>& requests,
                                            LockKey key = kRow) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (const Request& request : requests) {
    workers.push_back(std::make_unique<Worker>(stage.cpu, &stage.telemetry,
                                               NameOf(request.mode) + std::to_string(request.txn)));
    stage.executor.Spawn("play", Play(stage, *workers.back(), request, key));
  }
  stage.executor.Run();
  std::vector<runtime::WorkerAccount> accounts;
  for (const auto& worker : workers) accounts.push_back(worker->AccountAt(stage.executor.Now()));
  EXPECT_EQ(stage.locks.held(), 0u);
  EXPECT_FALSE(stage.locks.InUse(key));
  return accounts;
}

TimeNs WaitOf(const runtime::WorkerAccount& account, runtime::WaitType type) {
  return account.waits[static_cast<size_t>(type)].total;
}

TEST(LockTableTest, ReadersShareAndAWriterWaitsForAllOfThem) {
  Stage stage;
  const auto accounts = PlayAll(stage, {{1, LockMode::kShared, 0, 3 * kMillisecond},
                                        {2, LockMode::kShared, 1 * kMillisecond, 3 * kMillisecond},
                                        {3, LockMode::kExclusive, 2 * kMillisecond, 1}});
  EXPECT_EQ(stage.order, (std::vector<std::string>{"S1", "S2", "X3"}));
  EXPECT_EQ(WaitOf(accounts[1], runtime::WaitType::kLckMS), 0);
  EXPECT_EQ(WaitOf(accounts[2], runtime::WaitType::kLckMX), 2 * kMillisecond);
  EXPECT_EQ(stage.telemetry.Total(telemetry::CounterId::kLockWaitsPerSecond), 1u);
}

TEST(LockTableTest, AReaderDoesNotOvertakeAWaitingWriter) {
  Stage stage;
  const auto accounts =
      PlayAll(stage, {{1, LockMode::kShared, 0, 3 * kMillisecond},
                      {2, LockMode::kExclusive, 1 * kMillisecond, 2 * kMillisecond},
                      {3, LockMode::kShared, 2 * kMillisecond, 1},
                      {4, LockMode::kShared, 2 * kMillisecond, 1}});
  EXPECT_EQ(stage.order, (std::vector<std::string>{"S1", "X2", "S3", "S4"}));
  EXPECT_EQ(WaitOf(accounts[1], runtime::WaitType::kLckMX), 2 * kMillisecond);
  EXPECT_EQ(WaitOf(accounts[2], runtime::WaitType::kLckMS), 3 * kMillisecond);
  EXPECT_EQ(WaitOf(accounts[3], runtime::WaitType::kLckMS), 3 * kMillisecond);
}

TEST(LockTableTest, WritersAreServedInOrderOfArrival) {
  Stage stage;
  std::vector<Request> requests;
  for (uint64_t txn = 1; txn <= 5; ++txn) {
    requests.push_back({txn, LockMode::kExclusive, static_cast<TimeNs>(txn), kMillisecond});
  }
  PlayAll(stage, requests);
  EXPECT_EQ(stage.order, (std::vector<std::string>{"X1", "X2", "X3", "X4", "X5"}));
}

// Who may hold what beside whom: the product's table, as far as these modes go.
TEST(LockTableTest, ModesAreCompatibleAsInTheProduct) {
  constexpr std::array<LockMode, 6> kModes = {
      LockMode::kIntentShared, LockMode::kIntentExclusive, LockMode::kShared,
      LockMode::kUpdate,       LockMode::kExclusive,       LockMode::kSchemaModification};
  const std::set<std::pair<LockMode, LockMode>> compatible = {
      {LockMode::kIntentShared, LockMode::kIntentShared},
      {LockMode::kIntentShared, LockMode::kIntentExclusive},
      {LockMode::kIntentShared, LockMode::kShared},
      {LockMode::kIntentShared, LockMode::kUpdate},
      {LockMode::kIntentExclusive, LockMode::kIntentExclusive},
      {LockMode::kShared, LockMode::kShared},
      {LockMode::kShared, LockMode::kUpdate},
  };
  for (const LockMode one : kModes) {
    for (const LockMode other : kModes) {
      EXPECT_EQ(Compatible(one, other),
                compatible.contains({one, other}) || compatible.contains({other, one}))
          << NameOf(one) << " beside " << NameOf(other);
    }
    EXPECT_TRUE(Covers(one, one));
  }
}

TEST(LockTableTest, EachModeIsBilledToItsOwnWait) {
  const std::vector<std::pair<LockMode, runtime::WaitType>> waits = {
      {LockMode::kIntentShared, runtime::WaitType::kLckMIs},
      {LockMode::kIntentExclusive, runtime::WaitType::kLckMIx},
      {LockMode::kShared, runtime::WaitType::kLckMS},
      {LockMode::kUpdate, runtime::WaitType::kLckMU},
      {LockMode::kExclusive, runtime::WaitType::kLckMX},
      {LockMode::kSchemaModification, runtime::WaitType::kLckMSchM},
  };
  for (const auto& [mode, wait] : waits) {
    Stage stage;
    const auto accounts = PlayAll(
        stage,
        {{1, LockMode::kSchemaModification, 0, 3 * kMillisecond}, {2, mode, kMillisecond, 1}},
        kTable);
    EXPECT_EQ(WaitOf(accounts[1], wait), 2 * kMillisecond) << NameOf(mode);
  }
}

TEST(LockTableTest, ASchemaChangeWaitsForEverybodyAndEverybodyForIt) {
  Stage stage;
  const auto accounts = PlayAll(stage,
                                {{1, LockMode::kIntentExclusive, 0, 3 * kMillisecond},
                                 {2, LockMode::kSchemaModification, kMillisecond, 2 * kMillisecond},
                                 {3, LockMode::kIntentShared, 2 * kMillisecond, 1}},
                                kTable);
  EXPECT_EQ(stage.order, (std::vector<std::string>{"IX1", "Sch-M2", "IS3"}));
  EXPECT_EQ(WaitOf(accounts[2], runtime::WaitType::kLckMIs), 3 * kMillisecond);
}

TEST(LockTableTest, WhoIsCompatibleWithAllWhoWaitPassesThem) {
  Stage stage;
  const auto accounts = PlayAll(stage,
                                {{1, LockMode::kShared, 0, 3 * kMillisecond},
                                 {2, LockMode::kIntentExclusive, kMillisecond, 1},
                                 {3, LockMode::kIntentShared, 2 * kMillisecond, 1}},
                                kTable);
  EXPECT_EQ(stage.order, (std::vector<std::string>{"S1", "IS3", "IX2"}));
  EXPECT_EQ(WaitOf(accounts[1], runtime::WaitType::kLckMIx), 2 * kMillisecond);
  EXPECT_EQ(WaitOf(accounts[2], runtime::WaitType::kLckMIs), 0);
}

TEST(LockTableTest, WhoeverMayBeServedIsServedWhenALockEnds) {
  Stage stage;
  const auto accounts = PlayAll(stage,
                                {{1, LockMode::kSchemaModification, 0, 5 * kMillisecond},
                                 {2, LockMode::kIntentExclusive, 1 * kMillisecond, kMillisecond},
                                 {3, LockMode::kShared, 2 * kMillisecond, kMillisecond},
                                 {4, LockMode::kIntentShared, 3 * kMillisecond, kMillisecond},
                                 {5, LockMode::kIntentExclusive, 4 * kMillisecond, 1}},
                                kTable);
  EXPECT_EQ(stage.order, (std::vector<std::string>{"Sch-M1", "IX2", "IS4", "S3", "IX5"}));
  EXPECT_EQ(WaitOf(accounts[2], runtime::WaitType::kLckMS), 4 * kMillisecond);
  EXPECT_EQ(WaitOf(accounts[3], runtime::WaitType::kLckMIs), 2 * kMillisecond);
  EXPECT_EQ(WaitOf(accounts[4], runtime::WaitType::kLckMIx), 3 * kMillisecond);
}

Task<void> AskTwice(Stage& stage, Worker& worker) {
  co_await worker.Start();
  const TxnId txn{7};
  const auto first = co_await stage.locks.Acquire(worker, txn, kRow, LockMode::kExclusive);
  const auto again = co_await stage.locks.Acquire(worker, txn, kRow, LockMode::kExclusive);
  const auto shared = co_await stage.locks.Acquire(worker, txn, kRow, LockMode::kShared);
  EXPECT_TRUE(*first);
  EXPECT_FALSE(*again);
  EXPECT_FALSE(*shared);
  EXPECT_EQ(stage.locks.held(), 1u);
  EXPECT_TRUE(stage.locks.InUse(kRow));
  EXPECT_FALSE(stage.locks.InUse(LockKey::Row(IndexId{2}, kRow.key)));
  EXPECT_FALSE(stage.locks.InUse(kTable));
  stage.locks.Release(txn, kRow);
  EXPECT_FALSE(stage.locks.InUse(kRow));
}

TEST(LockTableTest, AnOwnerNeedsNothingMore) {
  Stage stage;
  Worker worker(stage.cpu, nullptr, "owner");
  stage.executor.Spawn("ask", AskTwice(stage, worker));
  stage.executor.Run();
  EXPECT_EQ(stage.locks.held(), 0u);
}

// Holds U and wants X, with a reader beside it and a writer behind it in the queue.
Task<void> Convert(Stage& stage, Worker& worker) {
  co_await stage.executor.SleepUntil(1 * kMillisecond);
  co_await worker.Start();
  const TxnId txn{7};
  const auto first = co_await stage.locks.Acquire(worker, txn, kRow, LockMode::kUpdate);
  EXPECT_TRUE(*first);
  co_await worker.BeginWait(runtime::WaitType::kIoCompletion);
  co_await stage.executor.SleepUntil(2 * kMillisecond);
  co_await worker.EndWait();
  EXPECT_FALSE(stage.locks.TryConvert(txn, kRow, LockMode::kExclusive));  // the reader is there
  const auto converted = co_await stage.locks.Acquire(worker, txn, kRow, LockMode::kExclusive);
  EXPECT_FALSE(*converted);  // nothing new to release
  stage.order.push_back(worker.name());
  stage.locks.Release(txn, kRow);
  co_await worker.End();
}

TEST(LockTableTest, AConversionGoesAheadOfThoseWhoHoldNothing) {
  Stage stage;
  Worker worker(stage.cpu, &stage.telemetry, "convert");
  stage.executor.Spawn("convert", Convert(stage, worker));
  PlayAll(stage, {{1, LockMode::kShared, 0, 5 * kMillisecond},
                  {2, LockMode::kExclusive, 1'500 * kMicrosecond, 1}});
  EXPECT_EQ(stage.order, (std::vector<std::string>{"S1", "convert", "X2"}));
  EXPECT_EQ(WaitOf(worker.AccountAt(stage.executor.Now()), runtime::WaitType::kLckMX),
            3 * kMillisecond);
}

}  // namespace
}  // namespace snapscope::txn::lock_table_test
