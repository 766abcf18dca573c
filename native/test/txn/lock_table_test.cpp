// Row locks: who gets one, in which order, and what the wait is billed to.
#include "txn/lock_table.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/virtual_clock.h"

namespace snapscope::txn {
namespace {

constexpr LockKey kRow{IndexId{1}, 42};

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

Task<void> Play(Stage& stage, Worker& worker, Request request) {
  co_await stage.executor.SleepUntil(request.arrives);
  co_await worker.Start();
  const bool is_new = co_await stage.locks.Acquire(worker, TxnId{request.txn}, kRow, request.mode);
  EXPECT_TRUE(is_new);
  stage.order.push_back(worker.name());
  worker.Charge(request.holds);
  co_await worker.PayCpu();
  stage.locks.Release(kRow, request.mode);
  co_await worker.End();
}

std::vector<runtime::WorkerAccount> PlayAll(Stage& stage, const std::vector<Request>& requests) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (const Request& request : requests) {
    workers.push_back(std::make_unique<Worker>(
        stage.cpu, &stage.telemetry,
        (request.mode == LockMode::kShared ? "S" : "X") + std::to_string(request.txn)));
    stage.executor.Spawn("play", Play(stage, *workers.back(), request));
  }
  stage.executor.Run();
  std::vector<runtime::WorkerAccount> accounts;
  for (const auto& worker : workers) accounts.push_back(worker->AccountAt(stage.executor.Now()));
  EXPECT_EQ(stage.locks.held(), 0u);
  EXPECT_FALSE(stage.locks.InUse(kRow));
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

Task<void> AskTwice(Stage& stage, Worker& worker) {
  co_await worker.Start();
  const bool first = co_await stage.locks.Acquire(worker, TxnId{7}, kRow, LockMode::kExclusive);
  const bool again = co_await stage.locks.Acquire(worker, TxnId{7}, kRow, LockMode::kExclusive);
  const bool shared = co_await stage.locks.Acquire(worker, TxnId{7}, kRow, LockMode::kShared);
  EXPECT_TRUE(first);
  EXPECT_FALSE(again);
  EXPECT_FALSE(shared);
  EXPECT_EQ(stage.locks.held(), 1u);
  EXPECT_TRUE(stage.locks.InUse(kRow));
  EXPECT_FALSE(stage.locks.InUse({IndexId{2}, kRow.key}));
  stage.locks.Release(kRow, LockMode::kExclusive);
  EXPECT_FALSE(stage.locks.InUse(kRow));
}

TEST(LockTableTest, AnOwnerNeedsNothingMore) {
  Stage stage;
  Worker worker(stage.cpu, nullptr, "owner");
  stage.executor.Spawn("ask", AskTwice(stage, worker));
  stage.executor.Run();
  EXPECT_EQ(stage.locks.held(), 0u);
}

}  // namespace
}  // namespace snapscope::txn
