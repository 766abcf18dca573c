// Checkpoints in a running database: what is due when, and what one leaves behind.
#include <gtest/gtest.h>

#include "test/support/run_support.h"

namespace snapscope {
namespace {

using test::Json;

Json WithoutSnapshots() {
  Json scenario = test::SmallScenario();
  scenario["timeline"] = Json::array();
  return scenario;
}

TEST(Checkpoint, RunsWhenTheLogHoldsMoreThanTheRecoveryIntervalAllows) {
  Json scenario = WithoutSnapshots();
  EXPECT_TRUE(test::RunToSummary(scenario)["checkpoints"].empty());
  scenario["server"]["recoveryIntervalSeconds"] = 2;  // two thousand records
  const Json often = test::RunToSummary(scenario)["checkpoints"];
  ASSERT_GE(often.size(), 2U);
  for (const Json& checkpoint : often) {
    EXPECT_EQ(checkpoint["kind"], "automatic");
    EXPECT_GT(checkpoint["buffers"], 0);
    EXPECT_LE(checkpoint["writes"], checkpoint["buffers"]);
  }
}

TEST(Checkpoint, RunsWhenTheLogIsSeventyPercentFull) {
  Json scenario = WithoutSnapshots();
  scenario["server"]["recoveryIntervalSeconds"] = 3600;
  scenario["database"]["logSizeMiB"] = 8;
  const Json summary = test::RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_GE(summary["checkpoints"].size(), 1U);
  EXPECT_GE(summary["counters"]["percentLogUsed"]["max"], 70);
}

TEST(Checkpoint, AutomaticOnesWaitForTheEndOfACreation) {
  Json scenario = test::SmallScenario();
  scenario["server"]["recoveryIntervalSeconds"] = 1;
  const Json summary = test::RunToSummary(scenario);
  const Json snapshot = test::PhaseOf(summary, "checkpoint", "snap_1");
  const Json complete = test::PhaseOf(summary, "complete", "snap_1");
  int automatic = 0;
  for (const Json& phase : summary["phases"]) {
    if (!phase["snapshot"].is_null() || phase["name"] != "checkpoint") continue;
    ++automatic;
    const bool before = phase["endMs"] <= snapshot["startMs"];
    const bool after = phase["startMs"] >= complete["endMs"];
    EXPECT_TRUE(before || after) << phase.dump();
  }
  EXPECT_GE(automatic, 3);
}

TEST(Checkpoint, AFullLogFailsTheRunWithAMessageThatSaysWhatToDo) {
  Json scenario = test::SmallScenario();
  scenario["database"]["logSizeMiB"] = 4;
  scenario["workload"]["users"] = 200;
  scenario["workload"]["thinkTimeMs"] = 1;
  // The creation holds the log: checkpoints cannot free any.
  scenario["timeline"][0]["atSeconds"] = 0.5;
  scenario["storage"]["volumes"][2]["device"]["parallelism"] = 1;
  const Json run = test::RunToSummary(scenario)["run"];
  EXPECT_EQ(run["status"], "failed");
  EXPECT_EQ(run["error"]["code"], "logFull");
  EXPECT_NE(run["error"]["message"].get<std::string>().find("logSizeMiB"), std::string::npos)
      << run.dump();
}

}  // namespace
}  // namespace snapscope
