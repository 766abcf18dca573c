// The TPC-C-style load in a run: its conditions hold at every point where the database is verified.
#include <algorithm>

#include <gtest/gtest.h>

#include "scenario/scenario.h"
#include "test/support/outcomes.h"
#include "test/support/scenarios.h"
#include "test/support/timeline_entries.h"

namespace snapscope::tpcc_test {
namespace {

using test::At;
using test::Create;
using test::Json;
using test::RunToSummary;
using test::TpccLoad;

bool Holds(const Json& consistency) {
  return std::ranges::all_of(consistency["conditions"],
                             [](const Json& condition) { return condition["holds"] == true; });
}

TEST(TpccRun, SnapshotsShowWholeTransactions) {
  const Json summary = test::RunCompleted(TpccLoad({At(4, Create("one")), At(7, Create("two"))}));
  EXPECT_TRUE(Holds(summary["consistency"]));
  for (const Json& snapshot : summary["snapshots"]) {
    EXPECT_EQ(snapshot["verified"], true);
    EXPECT_TRUE(Holds(snapshot["verification"]["consistency"]));
    EXPECT_EQ(snapshot["verification"]["consistency"]["districts"], 10);
  }
  for (const Json& type : summary["transactions"]["byType"]) EXPECT_GT(type["count"], 0);
  EXPECT_EQ(summary["transactions"]["deadlocked"], 0);
}

TEST(TpccRun, ARestartKeepsThem) {
  const Json summary = test::RunCompleted(TpccLoad({At(4, Create("one")), At(6, test::Crash())}));
  EXPECT_TRUE(Holds(summary["consistency"]));
}

TEST(TpccRun, ARevertAndARestoreToAPointInTimeKeepThem) {
  Json scenario =
      TpccLoad({At(4, Create("one")), At(6, test::Revert("one")), At(7, test::DropSnapshot("one")),
                At(8, test::Backup("b", "full")), At(10, test::Restore(9.5))});
  scenario["durationSeconds"] = 20;
  const Json summary = test::RunCompleted(scenario);
  ASSERT_EQ(summary["restores"].size(), 1U);
  EXPECT_EQ(summary["restores"][0]["verified"], true);
  EXPECT_TRUE(Holds(summary["restores"][0]["consistency"]));
  EXPECT_TRUE(Holds(summary["consistency"]));
}

TEST(TpccRun, ReportsReadTheStockThroughASnapshot) {
  const Json report = test::Report("one", 3);
  const Json summary = test::RunCompleted(TpccLoad({At(3, Create("one")), At(8, report)}));
  EXPECT_GT(summary["reporting"]["rowsRead"], 0);
}

TEST(TpccRun, ItemsInAnyOrderDeadlockAndAreRunAgain) {
  Json scenario = TpccLoad({});
  scenario["workload"].update({{"accessOrder", "random"}, {"users", 60}, {"thinkTimeMs", 0}});
  // Two orders seldom want two of the same 100,000 items: one run of six has a deadlock.
  int64_t deadlocked = 0;
  for (uint64_t seed = 1; seed <= 40 && deadlocked == 0; ++seed) {
    scenario["seed"] = seed;
    const Json summary = test::RunCompleted(scenario);
    ASSERT_TRUE(Holds(summary["consistency"])) << "seed " << seed;
    deadlocked = summary["transactions"]["deadlocked"];
  }
  EXPECT_GT(deadlocked, 0);
}

TEST(TpccRun, HasAsManyWarehousesAsThereIsRoomFor) {
  for (const auto& [size, districts] : {std::pair{128, 10}, {256, 20}, {512, 40}}) {
    Json scenario = TpccLoad({});
    scenario["database"]["sizeMiB"] = size;
    scenario["durationSeconds"] = 6;
    const Json summary = RunToSummary(scenario);
    EXPECT_EQ(summary["consistency"]["districtsTotal"], districts) << size;
  }
}

TEST(TpccRun, RefusesACommandThatNeedsTheAccounts) {
  Json scenario = TpccLoad({});
  scenario["commands"] = Json::array({{{"atNs", 4'000'000'000}, {"command", test::Update(0)}}});
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(test::PhaseOf(summary, "tableUpdate"), nullptr);
}

TEST(TpccRun, ADatabaseWithoutRoomForAWarehouseIsRefused) {
  Json scenario = TpccLoad({});
  scenario["database"]["sizeMiB"] = 64;
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["status"], "failed");
  const std::string message = summary["run"]["error"]["message"];
  test::ExpectHas(message, "database.sizeMiB is 64: too small for one warehouse");
}

}  // namespace
}  // namespace snapscope::tpcc_test
