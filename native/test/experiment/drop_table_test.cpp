// DROP TABLE: what becomes of the table in snapshots, after crashes and restores, and of its pages.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/timeline_entries.h"

namespace snapscope::drop_table_test {
namespace {

using test::After;
using test::At;
using test::Backup;
using test::Check;
using test::Create;
using test::DropTable;
using test::Into;
using test::Json;
using test::Named;
using test::PhasesOf;
using test::Restore;

Json ScenarioWith(uint32_t users, const std::vector<Json>& timeline) {
  Json scenario = test::ScenarioWith({{"sizeMiB", 16}, {"filledPercent", 40}}, users, timeline);
  scenario["durationSeconds"] = 15;
  return scenario;
}

int64_t RowsOf(const Json& snapshot) {
  return snapshot["verification"]["rowsCompared"].get<int64_t>();
}

TEST(DropTable, ASnapshotKeepsTheTableAndLaterOnesDoNotHaveIt) {
  // The second table takes the pages that the first has had: they are copied for the snapshot.
  const Json summary = test::RunVerified(
      ScenarioWith(10, {At(1, Into("copy")), At(3, Create("before")), At(4, DropTable("COPY")),
                        At(6, Create("after")), At(7, Into("other")), At(9, Check())}));
  const std::vector<Json> drops = PhasesOf(summary, "dropTable");
  ASSERT_EQ(drops.size(), 1U);
  EXPECT_EQ(summary["timeline"][2]["outcome"], "completed") << summary["timeline"].dump();
  const int64_t pages = PhasesOf(summary, "selectInto")[0]["figures"]["pages"];
  EXPECT_EQ(drops[0]["figures"]["extentsFreed"], (pages + 7) / 8);
  EXPECT_GT(RowsOf(summary["snapshots"][0]), RowsOf(summary["snapshots"][1]) + 4'000);
  EXPECT_EQ(PhasesOf(summary, "consistencyCheck")[0]["figures"]["errors"], 0);
}

TEST(DropTable, IsRefusedWithoutSuchATable) {
  const Json summary = test::RunVerified(
      ScenarioWith(0, {Named("made", At(1, Into("copy", 100))),
                       After("made", "completed", DropTable("copy")), At(3, DropTable("copy")),
                       At(4, Into("copy", 100)), At(5, DropTable("copy")), At(6, Create("snap"))}));
  const std::vector<Json>& steps = summary["timeline"];
  EXPECT_EQ(steps[1]["outcome"], "completed") << steps[1].dump();
  EXPECT_EQ(steps[2]["message"],
            "Msg 3701, Level 11, State 5: Cannot drop the table 'copy', because it does not exist "
            "or you do not have permission.");
  EXPECT_EQ(steps[3]["outcome"], "completed") << "its name is free again: " << steps[3].dump();
  EXPECT_EQ(steps[4]["outcome"], "completed") << steps[4].dump();
}

TEST(DropTable, OfTwoAtOnceOneFindsItGone) {
  const Json summary =
      test::RunCompleted(ScenarioWith(0, {At(1, Into("copy")), At(4, DropTable("copy")),
                                          At(4, DropTable("copy")), At(6, Check())}));
  EXPECT_EQ(summary["timeline"][1]["outcome"], "completed");
  EXPECT_EQ(summary["timeline"][2]["outcome"], "failed");
  EXPECT_EQ(PhasesOf(summary, "consistencyCheck")[0]["figures"]["errors"], 0);
}

Json FullRecovery(const std::vector<Json>& timeline) {
  Json scenario = ScenarioWith(6, timeline);
  scenario["database"]["recoveryModel"] = "full";
  return scenario;
}

TEST(DropTable, ARestoreToBeforeItBringsTheTableBack) {
  const Json summary = test::RunVerified(
      FullRecovery({At(1, Into("copy")), At(3, Backup("one", "full")), At(6, DropTable("copy")),
                    At(7, Into("other")), At(9, Restore(5.5)), At(11, Create("snap")),
                    At(12, DropTable("copy")), At(13, Check())}));
  EXPECT_EQ(summary["restores"][0]["verified"], true);
  EXPECT_GT(summary["restores"][0]["discardedCommits"], 0) << summary["restores"][0].dump();
  // `other` had taken its number, and is gone.
  EXPECT_EQ(summary["timeline"][6]["outcome"], "completed") << summary["timeline"].dump();
  EXPECT_EQ(PhasesOf(summary, "consistencyCheck")[0]["figures"]["errors"], 0);
}

// Nobody else commits between the stop and these commands: only their own records can be stopped
// at.
TEST(DropTable, ARestoreStopsAtItsRecordAndAtThatOfSelectInto) {
  for (const bool before_drop : {true, false}) {
    Json scenario = FullRecovery(
        {At(1, Backup("one", "full")), At(3.05, Into("copy", 100)), At(5.05, DropTable("copy")),
         At(6, Restore(before_drop ? 5.049 : 3.049)), At(9, DropTable("copy"))});
    scenario["workload"]["users"] = 0;
    const Json summary = test::RunCompleted(scenario);
    EXPECT_EQ(summary["restores"][0]["verified"], true);
    EXPECT_EQ(summary["timeline"][4]["outcome"], before_drop ? "completed" : "failed");
  }
}

class DropCutShort : public ::testing::TestWithParam<int> {};

/// The drop takes some 40 ms.
Json CutShort(double after_ms) {
  return ScenarioWith(6, {At(1, Into("copy")), At(3, Create("snap_1")), At(4, DropTable("copy")),
                          At(4 + after_ms / 1000, test::Crash()), At(8, Create("snap_2")),
                          At(9, Into("other")), At(12, Check())});
}

TEST_P(DropCutShort, ACrashAtAnyTimeLeavesTheWholeTableOrNothing) {
  for (const char* model : {"simple", "full"}) {
    Json scenario = CutShort(4 * GetParam());
    scenario["database"]["recoveryModel"] = model;
    const Json summary = test::RunToSummary(scenario);
    test::ExpectVerified(summary, model);
    EXPECT_EQ(summary["timeline"][5]["outcome"], "completed") << model;
    EXPECT_EQ(PhasesOf(summary, "consistencyCheck")[0]["figures"]["errors"], 0) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(DropTable, DropCutShort, ::testing::Range(0, 12));

}  // namespace
}  // namespace snapscope::drop_table_test
