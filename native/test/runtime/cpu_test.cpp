// The CPU model: every nanosecond of a worker is billed once.
#include "runtime/cpu.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "sim/virtual_clock.h"
#include "test/runtime/ticking_clock.h"

namespace snapscope::runtime::cpu_test {
namespace {

struct Server {
  explicit Server(uint32_t schedulers, uint32_t core_speed_percent = 100)
      : cpu(executor, {.schedulers = schedulers, .core_speed_percent = core_speed_percent}) {}
  sim::VirtualClock clock;
  Executor executor{clock};
  CpuModel cpu;
};

TimeNs SumOfWaits(const WorkerAccount& account) {
  TimeNs sum = 0;
  for (const WaitTotals& wait : account.waits) sum += wait.total;
  return sum;
}

WaitTotals Wait(const WorkerAccount& account, WaitType type) {
  return account.waits[static_cast<size_t>(type)];
}

void ExpectSum(const WorkerAccount& account) {
  EXPECT_EQ(account.cpu + account.think + SumOfWaits(account), account.elapsed);
}

Task<void> Compute(Worker* worker, TimeNs cost) {
  co_await worker->Start();
  worker->Charge(cost);
  co_await worker->PayCpu();
}

TEST(CpuModel, ComputationTakesTheTimeItIsCharged) {
  Server server(1);
  Worker worker(server.cpu, nullptr, "w");
  server.executor.Spawn("w", Compute(&worker, 300));
  server.executor.Run();
  EXPECT_EQ(server.clock.Now(), 300);
  const WorkerAccount account = worker.AccountAt(300);
  EXPECT_EQ(account.cpu, 300);
  EXPECT_EQ(account.elapsed, 300);
  ExpectSum(account);
}

Task<void> ComputeInParts(Worker* worker, TimeNs cost, int parts) {
  co_await worker->Start();
  for (int part = 0; part < parts; ++part) {
    worker->Charge(cost);
    co_await worker->PayCpu();
  }
  co_await worker->End();
}

TEST(CpuModel, ACoreOfHalfTheSpeedTakesTwiceAsLong) {
  Server server(1, 50);
  Worker worker(server.cpu, nullptr, "w");
  server.executor.Spawn("w", ComputeInParts(&worker, 300, 1));
  server.executor.Run();
  EXPECT_EQ(worker.AccountAt(server.clock.Now()).cpu, 600);
}

TEST(CpuModel, AFasterCoreLosesNothingToRounding) {
  Server server(1, 300);
  Worker worker(server.cpu, nullptr, "w");
  server.executor.Spawn("w", ComputeInParts(&worker, 100, 1'000));
  server.executor.Run();
  // Each part is 33 1/3 ns: what is less than one is paid with a later part.
  EXPECT_EQ(worker.AccountAt(server.clock.Now()).cpu, 33'333);
}

struct BusyAt {
  static Task<void> Look(Server* server, TimeNs at, TimeNs* busy) {
    co_await server->executor.SleepUntil(at);
    *busy = server->cpu.busy();
  }
};

TEST(CpuModel, TellsWhatIsUsedInTheMiddleOfAComputation) {
  Server server(2);
  Worker first(server.cpu, nullptr, "first"), second(server.cpu, nullptr, "second");
  TimeNs busy = 0;
  server.executor.Spawn("", ComputeInParts(&first, 3 * kMillisecond, 1));
  server.executor.Spawn("", ComputeInParts(&second, kMillisecond, 1));
  server.executor.Spawn("", BusyAt::Look(&server, 2 * kMillisecond, &busy));
  server.executor.Run();
  EXPECT_EQ(busy, 3 * kMillisecond) << "two of the first, one of the second";
  EXPECT_EQ(server.cpu.busy(), 4 * kMillisecond);
}

TEST(Worker, IsNamedAsTheErrorlogCanNameIt) {
  Server server(1);
  EXPECT_EQ(Worker(server.cpu, nullptr, "spid1000001").name().size(), kMaxWorkerName);
  EXPECT_DEATH(Worker(server.cpu, nullptr, "RECOVERY WRITER"), "is named 'RECOVERY WRITER'");
  EXPECT_DEATH(Worker(server.cpu, nullptr, ""), "is named ''");
}

Task<void> ComputeAndGo(Worker* worker, TimeNs cost, TimeNs* done) {
  co_await worker->Start();
  worker->Charge(cost);
  co_await worker->PayCpu();
  *done = worker->Now();
  co_await worker->End();
}

TEST(CpuModel, WorkersShareASchedulerByQuanta) {
  Server server(1);
  Worker first(server.cpu, nullptr, "first"), second(server.cpu, nullptr, "second");
  TimeNs first_done = 0, second_done = 0;
  server.executor.Spawn("", ComputeAndGo(&first, 10 * kMillisecond, &first_done));
  server.executor.Spawn("", ComputeAndGo(&second, 6 * kMillisecond, &second_done));
  server.executor.Run();
  // first 0-4, second 4-8, first 8-12, second 12-14, first 14-16.
  EXPECT_EQ(second_done, 14 * kMillisecond);
  EXPECT_EQ(first_done, 16 * kMillisecond);
  const WorkerAccount account = first.AccountAt(server.clock.Now());
  ExpectSum(account);
  EXPECT_EQ(account.cpu, 10 * kMillisecond);
  EXPECT_EQ(account.elapsed, 16 * kMillisecond) << "the account stands still after the end";
  EXPECT_EQ(Wait(account, WaitType::kSosSchedulerYield).total, 6 * kMillisecond);
  EXPECT_EQ(Wait(account, WaitType::kSosSchedulerYield).signal, 6 * kMillisecond);
}

Task<void> WaitOnce(Worker* worker, TimeNs length) {
  co_await worker->Start();
  worker->Charge(100);
  co_await worker->BeginWait(WaitType::kWritelog);
  co_await worker->executor().Sleep(length);
  co_await worker->EndWait();
  co_await worker->End();
}

Task<void> ComputeFrom(Worker* worker, TimeNs start, TimeNs cost) {
  co_await worker->executor().SleepUntil(start);
  co_await worker->Start();
  worker->Charge(cost);
  co_await worker->PayCpu();
  co_await worker->End();
}

TEST(CpuModel, SignalWaitIsTheTimeInTheRunnableQueue) {
  Server server(1);
  Worker waiter(server.cpu, nullptr, "waiter"), hog(server.cpu, nullptr, "hog");
  server.executor.Spawn("", WaitOnce(&waiter, 1000));
  server.executor.Spawn("", ComputeFrom(&hog, 500, 2000));
  server.executor.Run();
  // CPU 0-100, resource 100-1100, scheduler taken by the hog until 2500.
  const WaitTotals wait = Wait(waiter.AccountAt(server.clock.Now()), WaitType::kWritelog);
  EXPECT_EQ(wait.tasks, 1U);
  EXPECT_EQ(wait.total, 2400);
  EXPECT_EQ(wait.signal, 1400);
  EXPECT_EQ(wait.longest, 2400);
}

Task<void> LiveRandomly(Worker* worker, uint64_t seed) {
  Rng rng(seed, "life");
  co_await worker->Start();
  for (int step = 0; step < 60; ++step) {
    const uint64_t kind = rng.Below(4);
    const TimeNs length = rng.Between(1, 6 * kMillisecond);
    if (kind == 0) {
      worker->Charge(length);
      co_await worker->PayCpu();
    } else if (kind == 1) {
      co_await worker->Think(length);
    } else {
      worker->Charge(length / 10);
      const auto type = static_cast<WaitType>(rng.Below(kWaitTypeCount));
      co_await worker->BeginWait(type);
      co_await worker->executor().Sleep(length);
      co_await worker->EndWait();
    }
  }
  co_await worker->End();
}

struct Totals final : WaitListener {
  void OnWait(WaitType, TimeNs total, TimeNs signal) override {
    EXPECT_GE(signal, 0);
    EXPECT_LE(signal, total);
    sum += total;
  }
  TimeNs sum = 0;
};

struct Samples {
  static Task<void> Take(Server* server, std::vector<std::unique_ptr<Worker>>* workers) {
    for (int sample = 0; sample < 20; ++sample) {
      co_await server->executor.Sleep(7 * kMillisecond + 13);
      for (const auto& worker : *workers) ExpectSum(worker->AccountAt(server->executor.Now()));
    }
  }
};

TEST(CpuModel, EveryNanosecondIsBilledOnceAtAnyTime) {
  Server server(3);
  Totals totals;
  std::vector<std::unique_ptr<Worker>> workers;
  for (uint64_t index = 0; index < 20; ++index) {
    workers.push_back(std::make_unique<Worker>(server.cpu, &totals, "worker"));
    server.executor.Spawn("worker", LiveRandomly(workers.back().get(), index));
  }
  server.executor.Spawn("samples", Samples::Take(&server, &workers));
  server.executor.Run();
  TimeNs waits = 0, cpu = 0;
  for (const auto& worker : workers) {
    const WorkerAccount account = worker->AccountAt(server.executor.Now());
    ExpectSum(account);
    waits += SumOfWaits(account);
    cpu += account.cpu;
    EXPECT_GT(account.cpu, 0);
    EXPECT_GT(account.think, 0);
  }
  EXPECT_EQ(waits, totals.sum) << "the server's table has the waits of its workers";
  EXPECT_EQ(cpu, server.cpu.busy());
  EXPECT_LE(cpu, 3 * server.executor.Now());
}

/// On the machine's clock: CPU is what it takes, the only scheduler the thread.
struct RealServer {
  TickingClock clock;
  Executor executor{clock};
  CpuModel cpu{executor, 1};
};

/// Never waits: what it reads is in memory, and it thinks for no time.
Task<void> ReadForLong(Worker* worker, uint64_t* reads) {
  co_await worker->Start();
  for (; *reads < 1'000'000; ++*reads) {
    worker->Charge(CpuWork::kRowRead);
    co_await worker->PayCpu();
    co_await worker->Think(0);
  }
  co_await worker->End();
}

struct StopLater {
  static Task<void> Run(Executor* executor, TimeNs when, bool* reached) {
    co_await executor->SleepUntil(when);
    *reached = true;
    executor->Stop();
  }
};

TEST(CpuModel, OnTheMachinesClockWhoNeverWaitsGivesWay) {
  RealServer server;
  Totals totals;
  Worker first(server.cpu, &totals, "first"), second(server.cpu, &totals, "second");
  uint64_t reads_of_first = 0, reads_of_second = 0;
  bool reached = false;
  server.executor.Spawn("", ReadForLong(&first, &reads_of_first));
  server.executor.Spawn("", ReadForLong(&second, &reads_of_second));
  server.executor.Spawn("", StopLater::Run(&server.executor, 10 * kTimeSlice, &reached));
  server.executor.Run();
  EXPECT_TRUE(reached);
  EXPECT_LT(reads_of_first, 1'000'000U);
  EXPECT_GT(reads_of_first, 0U);
  EXPECT_GT(reads_of_second, 0U) << "it came in between";
  for (const Worker* worker : {&first, &second}) {
    const TimeNs now = server.executor.Now();
    const WorkerAccount account = worker->AccountAt(now);
    const WaitTotals yields = Wait(account, WaitType::kSosSchedulerYield);
    EXPECT_GT(yields.tasks, 0U);
    EXPECT_GT(yields.signal, 0) << "it was ready all the while";
    ExpectSum(account);
  }
}

Task<void> GiveWayOften(Worker* worker, std::vector<int>* order, int number) {
  co_await worker->Start();
  for (int step = 0; step < 100; ++step) {
    co_await worker->GiveWay();
    order->push_back(number);
  }
  co_await worker->End();
}

TEST(CpuModel, GivingWayChangesNothingOnAVirtualClock) {
  Server server(2);
  Worker first(server.cpu, nullptr, "first"), second(server.cpu, nullptr, "second");
  std::vector<int> order;
  server.executor.Spawn("", GiveWayOften(&first, &order, 1));
  server.executor.Spawn("", GiveWayOften(&second, &order, 2));
  server.executor.Run();
  EXPECT_TRUE(std::ranges::is_sorted(order));
  EXPECT_EQ(SumOfWaits(first.AccountAt(server.clock.Now())), 0);
}

}  // namespace
}  // namespace snapscope::runtime::cpu_test
