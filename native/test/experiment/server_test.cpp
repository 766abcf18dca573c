// The server of a scenario: its schedulers, their speed, and what work costs them.
#include <string>

#include <gtest/gtest.h>

#include "runtime/cpu_work_generated.h"
#include "test/support/timeline_entries.h"

namespace snapscope::server_test {
namespace {

using test::Json;
using test::RunToSummary;
using test::SmallScenario;

/// Disks that cost nearly nothing, and users who never think.
Json Saturated() {
  Json scenario = SmallScenario();
  scenario["durationSeconds"] = 2;
  scenario["sampleIntervalMs"] = 10;
  scenario["server"].update({{"schedulers", 2}, {"memoryMiB", 128}});
  scenario["workload"].update({{"users", 64}, {"thinkTimeMs", 0}});
  scenario["timeline"] = Json::array();
  for (Json& volume : scenario["storage"]["volumes"]) {
    volume["device"].update({{"parallelism", 4096},
                             {"readServiceUs", 1},
                             {"writeServiceUs", 1},
                             {"bandwidthMiBPerSecond", 1'000'000}});
  }
  return scenario;
}

TEST(Server, ProcessorTimeIsAllThatThereIsAndNeverMore) {
  const Json summary = test::RunCompleted(Saturated());
  const Json& percent = summary["counters"]["processorTimePercent"];
  EXPECT_LE(percent["max"].get<double>(), 100.0001) << "of samples of 10 ms";
  EXPECT_GT(percent["mean"].get<double>(), 99);
}

TEST(Server, AStatementOfAWholeServerCostsMoreThanTheEngineAlone) {
  Json scenario = Saturated();
  scenario["server"]["statementUs"] = 0;
  const auto alone = RunToSummary(scenario)["transactions"]["total"].get<double>();
  scenario["server"]["statementUs"] = 1000;
  const auto whole = RunToSummary(scenario)["transactions"]["total"].get<double>();
  // Two schedulers, 8.85 statements of a millisecond in a transaction.
  EXPECT_NEAR(whole, 2000 / 8.85, 30);
  EXPECT_GT(alone, 10 * whole);
}

/// What the counters say of the schedulers' time, in ms.
double ProcessorMs(const Json& summary) {
  return summary["counters"]["processorTimePercent"]["mean"].get<double>() / 100 *
         summary["scenario"]["server"]["schedulers"].get<double>() *
         (summary["run"]["engineMs"].get<double>() - summary["run"]["warmupMs"].get<double>());
}

uint64_t WritesOf(const Json& summary) {
  uint64_t writes = 0;
  for (const Json& file : summary["files"]) writes += file["writes"].get<uint64_t>();
  return writes;
}

// With processors to spare, so that nothing else moves much.
TEST(Server, TheSystemsShareOfIoIsChargedForEachIoWriteAndRegion) {
  Json scenario = test::SmallScenario();
  scenario["warmupSeconds"] = 0;
  scenario["timeline"] = Json::array();
  scenario["timeline"].push_back(test::At(1, test::Create("snap_1")));
  const Json before = test::RunCompleted(scenario);
  const auto times_charged = [&](const char* cost, int us) {
    Json dearer = scenario;
    dearer["server"][cost] = us;
    const Json summary = test::RunCompleted(dearer);
    return (ProcessorMs(summary) - ProcessorMs(before)) * 1000 / us;
  };
  const auto ios = before["processorWork"]["ioRequest"]["count"].get<double>();
  EXPECT_NEAR(times_charged("ioUs", 10), ios, 0.05 * ios);
  const auto writes = static_cast<double>(WritesOf(before));
  EXPECT_NEAR(times_charged("durableWriteUs", 10), writes, 0.05 * writes);
  const double regions = before["snapshots"][0]["regionBytes"].get<double>() / 65536;
  const double new_regions = times_charged("newRegionUs", 1000);
  EXPECT_LT(new_regions, 1.02 * regions);
  EXPECT_GT(new_regions, 0.8 * regions) << "the others are those that recovery took";
}

/// One scheduler, and statements that leave the engine's own work a small part; long enough for the
/// mix of transactions to be what it should be.
Json OneScheduler() {
  Json scenario = Saturated();
  scenario["durationSeconds"] = 30;
  scenario["warmupSeconds"] = 0;
  scenario["sampleIntervalMs"] = 500;
  scenario["server"].update({{"schedulers", 1}, {"statementUs", 1000}});
  scenario["workload"]["rollbackPercent"] = 0;
  return scenario;
}

double TransactionsPerSecond(const Json& summary) {
  return summary["transactions"]["total"].get<double>() /
         (summary["run"]["engineMs"].get<double>() / 1000);
}

TEST(Server, ABusySchedulerSetsTheThroughput) {
  const Json summary = test::RunCompleted(OneScheduler());
  EXPECT_GT(summary["counters"]["processorTimePercent"]["mean"].get<double>(), 99.9);
  double engine_ms = 0;
  for (const Json& kind : summary["processorWork"]) engine_ms += kind["ms"].get<double>();
  // 8.85 statements of a millisecond, and what the engine does for them.
  const double ms = 8.85 + engine_ms / summary["transactions"]["total"].get<double>();
  EXPECT_NEAR(TransactionsPerSecond(summary) / (1000 / ms), 1, 0.03);
}

TEST(Server, TwiceTheSpeedIsTwiceTheThroughput) {
  Json scenario = OneScheduler();
  const double once = TransactionsPerSecond(RunToSummary(scenario));
  scenario["server"]["coreSpeedPercent"] = 200;
  EXPECT_NEAR(TransactionsPerSecond(RunToSummary(scenario)) / once, 2, 0.06);
}

TEST(Server, QueuesForABusySchedulerAreYieldsAndSignalWaits) {
  const auto signal_ms = [](const Json& summary) {
    double ms = 0;
    for (const Json& wait : summary["waits"]) ms += wait["signal_wait_time_ms"].get<double>();
    return ms;
  };
  const auto yield_ms = [](const Json& summary) {
    return test::WaitOf(summary, "SOS_SCHEDULER_YIELD")["wait_time_ms"].get<double>();
  };
  Json scenario = OneScheduler();
  scenario["durationSeconds"] = 5;
  const Json busy = RunToSummary(scenario);
  scenario["server"]["schedulers"] = 64;  // one for each user
  const Json free = RunToSummary(scenario);
  // All but one of the users wait for their turn, or for a lock of another who does: after a
  // quantum, or after a commit.
  const double users_ms = 64 * busy["run"]["engineMs"].get<double>();
  EXPECT_GT(signal_ms(busy), 0.8 * users_ms);
  EXPECT_GT(yield_ms(busy), 0.1 * users_ms);
  EXPECT_LT(signal_ms(free), 0.01 * signal_ms(busy));
  EXPECT_LT(yield_ms(free), 0.01 * yield_ms(busy));
}

/// A timeline that makes the engine do everything it can.
Json EverythingDone() {
  Json scenario = SmallScenario();
  scenario["durationSeconds"] = 40;
  scenario["database"].update({{"recoveryModel", "full"},
                               {"logBackupIntervalSeconds", 5},
                               {"filledPercent", 40},
                               {"nonclusteredIndexes", 1}});
  scenario["server"]["indexCreateMemoryKiB"] = 256;
  scenario["workload"].update({{"accessOrder", "random"}, {"hotRows", 64}});
  Json create = test::CreateIndex(3);
  create["sortInTempdb"] = true;
  for (const Json& entry :
       {test::At(8, create), test::At(20, test::Check()), test::At(30, test::Crash())}) {
    scenario["timeline"].push_back(entry);
  }
  return scenario;
}

TEST(Server, NoKindOfWorkIsFree) {
  const Json summary = test::RunCompleted(EverythingDone());
  const Json& work = summary["processorWork"];
  for (const runtime::CpuCost& cost : runtime::kCpuCosts) {
    EXPECT_GT(work[cost.id]["count"], 0) << cost.id << " is never charged";
  }
}

TEST(Server, WhatIsChargedIsWhatSchedulersWereBusyWith) {
  Json scenario = Saturated();
  scenario["warmupSeconds"] = 0;
  scenario["server"]["statementUs"] = 0;
  const Json summary = RunToSummary(scenario);
  double charged = 0;
  for (const Json& kind : summary["processorWork"]) charged += kind["ms"].get<double>();
  const double busy = summary["counters"]["processorTimePercent"]["mean"].get<double>() / 100 * 2 *
                      summary["run"]["engineMs"].get<double>();
  EXPECT_NEAR(charged / busy, 1, 0.01);
}

}  // namespace
}  // namespace snapscope::server_test
