// The server of a scenario: its schedulers, their speed, and what work costs them.
#include <string>

#include <gtest/gtest.h>

#include "runtime/cpu_work_generated.h"
#include "test/support/run_support.h"

namespace snapscope {
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
  const Json summary = RunToSummary(Saturated());
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  const Json& percent = summary["counters"]["processorTimePercent"];
  EXPECT_LE(percent["max"].get<double>(), 100.0001) << "of samples of 10 ms";
  EXPECT_GT(percent["mean"].get<double>(), 99);
}

TEST(Server, CoresOfHalfTheSpeedDoHalfTheWork) {
  Json scenario = Saturated();
  const auto full = RunToSummary(scenario)["transactions"]["total"].get<double>();
  scenario["server"]["coreSpeedPercent"] = 50;
  const auto half = RunToSummary(scenario)["transactions"]["total"].get<double>();
  EXPECT_NEAR(half / full, 0.5, 0.03);
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
  const auto at = [&scenario](int seconds, Json command) {
    scenario["timeline"].push_back({{"atSeconds", seconds}, {"command", std::move(command)}});
  };
  at(8, {{"kind", "createIndex"}, {"index", 3}, {"online", false}, {"sortInTempdb", true}});
  at(20, {{"kind", "checkDatabase"}});
  at(30, {{"kind", "restartServer"}, {"mode", "crash"}});
  return scenario;
}

TEST(Server, NoKindOfWorkIsFree) {
  const Json summary = RunToSummary(EverythingDone());
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
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
}  // namespace snapscope
