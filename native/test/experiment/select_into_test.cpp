// SELECT INTO: what becomes of the new table in snapshots, after crashes, and when it fails.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/timeline_entries.h"

namespace snapscope::select_into_test {
namespace {

using test::At;
using test::Create;
using test::Into;
using test::Json;
using test::MsOf;
using test::PhasesOf;

Json ScenarioWith(uint32_t users, const std::vector<Json>& timeline) {
  return test::ScenarioWith({{"sizeMiB", 16}, {"filledPercent", 40}}, users, timeline);
}

class CopiedInEachModel : public ::testing::TestWithParam<const char*> {};

TEST_P(CopiedInEachModel, TheTableIsInTheSnapshotsThatAreCreatedAfterIt) {
  Json scenario = ScenarioWith(20, {At(1, Create("before")), At(2, Into("copy")),
                                    At(6, test::Check()), At(8, Create("after"))});
  scenario["database"]["recoveryModel"] = GetParam();
  const Json summary = test::RunVerified(scenario);
  const std::vector<Json> copies = PhasesOf(summary, "selectInto");
  ASSERT_EQ(copies.size(), 1U);
  const Json& figures = copies[0]["figures"];
  ASSERT_EQ(figures["rows"], 5'000) << summary["timeline"].dump();
  EXPECT_EQ(figures["pagesUnlogged"],
            std::string(GetParam()) == "full" ? Json(0) : figures["pages"]);
  // Free pages within the size at the creation are pushed like any others.
  EXPECT_GE(figures["pagesPushed"], figures["pages"]);
  const auto rows = [&summary](size_t snapshot) {
    return summary["snapshots"][snapshot]["verification"]["rowsCompared"].get<int64_t>();
  };
  EXPECT_GT(rows(1), rows(0) + 5'000 - 500);
  const std::vector<Json> checks = PhasesOf(summary, "consistencyCheck");
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0]["figures"]["errors"], 0);
}

INSTANTIATE_TEST_SUITE_P(SelectInto, CopiedInEachModel, ::testing::Values("simple", "full"));

TEST(SelectInto, IsSlowerWithEachSnapshotAndOnlyTwoWaitForEachOther) {
  std::vector<double> elapsed(3);
  // The second adds a sixth, and a single copy differs by as much from the next.
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    for (int snapshots = 0; snapshots <= 2; ++snapshots) {
      Json scenario = ScenarioWith(0, test::BesideSnapshots(snapshots, Into("copy")));
      scenario["durationSeconds"] = 30;
      scenario["seed"] = seed;
      const Json summary = test::RunCompleted(scenario);
      EXPECT_TRUE(snapshots == 0 || summary["run"]["verified"] == true);
      const std::vector<Json> copies = PhasesOf(summary, "selectInto");
      ASSERT_EQ(copies.size(), 1U);
      ASSERT_TRUE(copies[0]["endMs"].is_number());
      elapsed[static_cast<size_t>(snapshots)] += MsOf(copies[0]);
      const auto waits = [&summary](const char* type) {
        return test::WaitOf(summary, type)["waiting_tasks_count"].get<int>();
      };
      EXPECT_EQ(waits("FCB_REPLICA_WRITE") > 0, snapshots == 2);
      EXPECT_EQ(waits("PREEMPTIVE_OS_WRITEFILE") > 0, snapshots > 0);
    }
  }
  EXPECT_LT(elapsed[0], elapsed[1]);
  EXPECT_LT(elapsed[1], elapsed[2]);
}

TEST(SelectInto, ATableOfThatNameIsRefusedWhateverItsCase) {
  const Json summary = test::RunVerified(
      ScenarioWith(4, {At(1, Into("copy", 100)), At(2, Into("COPY", 100)),
                       At(3, Into("Accounts", 100)), At(4, test::Crash()), At(6, Into("copy", 100)),
                       At(7, Into("other", 100)), At(9, Create("snap_1"))}));
  const std::vector<Json>& steps = summary["timeline"];
  const std::string text = "There is already an object named '";
  EXPECT_EQ(steps[0]["outcome"], "completed") << steps[0].dump();
  EXPECT_EQ(steps[1]["message"], "Msg 2714, Level 16, State 6: " + text + "COPY' in the database.");
  EXPECT_NE(steps[2]["message"].get<std::string>().find(text + "Accounts'"), std::string::npos);
  EXPECT_NE(steps[4]["message"].get<std::string>().find(text + "copy'"), std::string::npos);
  EXPECT_EQ(steps[5]["outcome"], "completed") << steps[5].dump();
}

TEST(SelectInto, CopiesWhatThereIsAndTheDatabaseHoldsFiveTables) {
  std::vector<Json> timeline;
  for (int each = 1; each <= 6; ++each) {
    timeline.push_back(At(each, Into("copy_" + std::to_string(each), each == 1 ? 1'000'000 : 1)));
  }
  Json scenario = ScenarioWith(0, timeline);
  scenario["database"]["sizeMiB"] = 4;
  const Json summary = test::RunCompleted(scenario);
  const std::vector<Json> copies = PhasesOf(summary, "selectInto");
  ASSERT_EQ(copies.size(), 5U);
  EXPECT_GT(copies[0]["figures"]["rows"], 3'000);
  EXPECT_EQ(copies[1]["figures"]["rows"], 1);
  EXPECT_EQ(copies[1]["figures"]["pages"], 1);
  EXPECT_EQ(summary["timeline"][5]["outcome"], "failed");
}

class CopyCutShort : public ::testing::TestWithParam<int> {};

TEST_P(CopyCutShort, ACrashAtAnyTimeLeavesTheWholeTableOrNothing) {
  for (const char* model : {"simple", "full"}) {
    Json scenario = ScenarioWith(
        6, {At(1, Create("snap_1")), At(2, Into("copy")), At(2 + 0.1 * GetParam(), test::Crash()),
            At(8, Create("snap_2")), At(9, Into("copy")), At(12, test::Check())});
    scenario["durationSeconds"] = 14;
    scenario["database"]["recoveryModel"] = model;
    const Json summary = test::RunToSummary(scenario);
    test::ExpectVerified(summary, model);
    EXPECT_EQ(summary["snapshots"].back()["verified"], true) << model;
    const std::vector<Json>& steps = summary["timeline"];
    // A table that a user was told of is there; else there may be none, and then it can be made.
    if (steps[1]["outcome"] == "completed") {
      EXPECT_EQ(steps[4]["outcome"], "failed") << model;
    }
    EXPECT_EQ(PhasesOf(summary, "consistencyCheck")[0]["figures"]["errors"], 0);
  }
}

TEST_P(CopyCutShort, ACrashInTheMiddleOfThreeLeavesEachWholeOrNothing) {
  for (const char* model : {"simple", "full"}) {
    const std::vector<std::string> names = {"copy_1", "copy_2", "copy_3"};
    std::vector<Json> timeline;
    for (const std::string& name : names) timeline.push_back(At(2, Into(name)));
    timeline.push_back(At((20 + 2 * GetParam()) / 10.0, test::Crash()));
    timeline.push_back(At(9, Create("snap")));
    for (const std::string& name : names) timeline.push_back(At(10, Into(name)));
    timeline.push_back(At(17, test::Check()));
    Json scenario = ScenarioWith(6, timeline);
    scenario["durationSeconds"] = 20;
    scenario["database"]["sizeMiB"] = 24;
    scenario["database"]["recoveryModel"] = model;
    const Json summary = test::RunToSummary(scenario);
    test::ExpectVerified(summary, model);
    EXPECT_EQ(PhasesOf(summary, "consistencyCheck")[0]["figures"]["errors"], 0);
    const std::vector<Json>& steps = summary["timeline"];
    for (size_t table = 0; table < names.size(); ++table) {
      // A table that a user was told of is there, and no second one of its name is made.
      const bool was_told = steps[table]["outcome"] == "completed";
      EXPECT_TRUE(!was_told || steps[table + 5]["outcome"] == "failed") << model;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SelectInto, CopyCutShort, ::testing::Range(0, 12));

TEST(SelectInto, SeveralRunAtOnceAndTheirRollbackTakesAsMuchWorkAsTheirPages) {
  Json scenario =
      ScenarioWith(0, {At(1, Into("copy_1")), At(1, Into("copy_2")), At(1, Into("copy_3")),
                       At(1.1, Into("COPY_2")), At(9, test::Check()), At(11, Create("snap"))});
  scenario["database"]["sizeMiB"] = 24;
  scenario["database"]["recoveryModel"] = "full";
  const Json summary = test::RunVerified(scenario);
  const std::vector<Json> copies = PhasesOf(summary, "selectInto");
  ASSERT_EQ(copies.size(), 3U);
  for (const Json& copy : copies) EXPECT_EQ(copy["figures"]["rows"], 5'000);
  EXPECT_LT(copies[2]["startMs"], copies[0]["endMs"]);
  EXPECT_EQ(summary["timeline"][3]["outcome"], "failed") << "its name is taken";
  EXPECT_EQ(PhasesOf(summary, "consistencyCheck")[0]["figures"]["errors"], 0);
}

TEST(SelectInto, LeavesNothingWhenTheFilegroupOrTheLogIsFull) {
  for (const bool log : {false, true}) {
    Json scenario = ScenarioWith(0, {At(1, Into("copy", 1'000'000)), At(8, Create("snap_1")),
                                     At(10, Into("copy", 100)), At(11, test::Check())});
    scenario["database"]["filledPercent"] = log ? 40 : 80;
    if (log) {
      scenario["database"]["recoveryModel"] = "full";
      scenario["database"]["logSizeMiB"] = 4;
    }
    const Json summary = test::RunVerified(scenario);
    const std::vector<Json>& steps = summary["timeline"];
    EXPECT_EQ(steps[0]["outcome"], "failed") << steps[0].dump();
    EXPECT_TRUE(log || steps[2]["outcome"] == "completed") << steps[2].dump();
    EXPECT_EQ(PhasesOf(summary, "consistencyCheck")[0]["figures"]["errors"], 0);
  }
}

TEST(SelectInto, WritersGoOnMeanwhile) {
  Json scenario = ScenarioWith(30, {At(3, Into("copy", 8'000)), At(5, Create("snap_1"))});
  scenario["workload"]["thinkTimeMs"] = 50;
  scenario["durationSeconds"] = 10;
  const Json summary = test::RunVerified(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed") << summary["timeline"].dump();
  EXPECT_EQ(test::WaitOf(summary, "LCK_M_IX")["waiting_tasks_count"], 0);
}

}  // namespace
}  // namespace snapscope::select_into_test
