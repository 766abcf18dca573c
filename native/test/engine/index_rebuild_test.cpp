// Offline rebuilds of an index: the table stands still, the new tree takes the old one's place at
// once, whatever interrupts it, and its new pages are pushed to snapshots.
#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/run_support.h"

namespace snapscope {
namespace {

using test::Json;

Json At(double seconds, Json command) {
  return {{"atSeconds", seconds}, {"command", std::move(command)}};
}

Json Rebuild(int index) { return {{"kind", "rebuildIndex"}, {"index", index}}; }

Json Create(const std::string& name) { return {{"kind", "createSnapshot"}, {"name", name}}; }

Json ScenarioWith(uint32_t users, std::initializer_list<Json> timeline) {
  Json scenario = test::SmallScenario();
  scenario["database"]["sizeMiB"] = 16;
  scenario["database"]["filledPercent"] = 25;
  scenario["database"]["nonclusteredIndexes"] = 1;
  scenario["workload"]["users"] = users;
  scenario["timeline"] = std::vector<Json>(timeline);
  return scenario;
}

std::vector<Json> RebuildsOf(const Json& summary) {
  std::vector<Json> rebuilds;
  for (const Json& phase : summary["phases"]) {
    if (phase["name"] == "indexRebuild") rebuilds.push_back(phase);
  }
  return rebuilds;
}

double MsOf(const Json& phase) {
  return phase["endMs"].get<double>() - phase["startMs"].get<double>();
}

class EachModel : public ::testing::TestWithParam<const char*> {};

TEST_P(EachModel, TheNewTreeHoldsEveryRowAndTheOldOnesPagesAreFree) {
  // A second copy has room three times over: five rebuilds of both indexes need what the ones
  // before have freed.
  std::vector<Json> timeline = {At(1, Create("snap_1"))};
  for (int i = 0; i < 5; ++i) {
    timeline.push_back(At(2 + 5 * i, Rebuild(1)));
    timeline.push_back(At(5 + 5 * i, Rebuild(2)));
  }
  timeline.push_back(At(28, Create("snap_2")));
  Json scenario = ScenarioWith(4, {});
  scenario["timeline"] = timeline;
  scenario["durationSeconds"] = 30;
  scenario["database"]["recoveryModel"] = GetParam();
  const Json summary = test::RunToSummary(scenario);
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true);
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
  for (const Json& entry : summary["timeline"]) {
    EXPECT_EQ(entry["outcome"], "completed") << entry.dump();
  }
  const std::vector<Json> rebuilds = RebuildsOf(summary);
  ASSERT_EQ(rebuilds.size(), 10U);
  const bool logged = std::string(GetParam()) == "full";
  for (const Json& rebuild : rebuilds) {
    const Json& figures = rebuild["figures"];
    EXPECT_GT(figures["rows"], 10'000);
    EXPECT_GT(figures["extentsFreed"], 3);
    EXPECT_EQ(figures["pagesUnlogged"], logged ? 0 : figures["pages"].get<int>() - 1);
  }
  EXPECT_GT(rebuilds[0]["figures"]["pagesPushed"], rebuilds[0]["figures"]["pages"].get<int>() / 2);
}

INSTANTIATE_TEST_SUITE_P(IndexRebuild, EachModel, ::testing::Values("simple", "full"));

TEST(IndexRebuild, UsersOfTheTableWaitForIt) {
  Json scenario = ScenarioWith(40, {At(3, Rebuild(1))});
  scenario["workload"]["thinkTimeMs"] = 10;
  scenario["durationSeconds"] = 6;
  const Json summary = test::RunToSummary(scenario);
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
  ASSERT_EQ(RebuildsOf(summary).size(), 1U);
  const Json readers = test::WaitOf(summary, "LCK_M_IS");
  const Json writers = test::WaitOf(summary, "LCK_M_IX");
  EXPECT_GT(readers["waiting_tasks_count"].get<int>() + writers["waiting_tasks_count"].get<int>(),
            10);
  EXPECT_GT(test::WaitOf(summary, "LCK_M_SCH_M")["waiting_tasks_count"], 0);
}

TEST(IndexRebuild, EachSnapshotMakesItSlower) {
  std::vector<double> elapsed;
  for (int snapshots = 0; snapshots <= 2; ++snapshots) {
    std::vector<Json> timeline;
    for (int each = 1; each <= snapshots; ++each) {
      timeline.push_back(At(each, Create("snap_" + std::to_string(each))));
    }
    timeline.push_back(At(4, Rebuild(1)));
    Json scenario = ScenarioWith(0, {});
    scenario["timeline"] = timeline;
    scenario["durationSeconds"] = 30;
    const Json summary = test::RunToSummary(scenario);
    ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
    ASSERT_EQ(RebuildsOf(summary).size(), 1U);
    ASSERT_TRUE(RebuildsOf(summary)[0]["endMs"].is_number());
    elapsed.push_back(MsOf(RebuildsOf(summary)[0]));
  }
  EXPECT_LT(elapsed[0], elapsed[1]);
  EXPECT_LT(elapsed[1], elapsed[2]);
}

class CutShort : public ::testing::TestWithParam<int> {};

TEST_P(CutShort, ACrashAtAnyTimeLeavesOneWholeTreeAndNoPageLost) {
  Json scenario = ScenarioWith(
      6, {At(1, Create("snap_1")), At(2, Rebuild(1)),
          At(2 + 0.06 * GetParam(), {{"kind", "restartServer"}, {"mode", "crash"}}),
          At(9, Create("snap_2")), At(10, Rebuild(1)), At(11, Rebuild(2)),
          At(12, Create("snap_3"))});  // which shows what the rebuilds after the crash have left
  scenario["durationSeconds"] = 14;
  scenario["timeline"][2]["name"] = "crash";
  for (const char* model : {"simple", "full"}) {
    scenario["database"]["recoveryModel"] = model;
    const Json summary = test::RunToSummary(scenario);
    ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
    EXPECT_EQ(summary["run"]["verified"], true) << model;
    const std::vector<Json> rebuilds = RebuildsOf(summary);
    ASSERT_EQ(rebuilds.size(), 3U);
    EXPECT_EQ(summary["snapshots"].back()["verified"], true) << model;
    EXPECT_TRUE(rebuilds[2]["endMs"].is_number());
  }
}

INSTANTIATE_TEST_SUITE_P(IndexRebuild, CutShort, ::testing::Range(0, 12));

// A new page that went unlogged between the arming and the split would be lost to the snapshot,
// which has its pre-image and learns the rest from the log.
TEST(IndexRebuild, ASnapshotThatIsCreatedMeanwhileShowsItsSplit) {
  for (const char* event : {"started", "checkpoint", "open", "startup", "analysis", "redo"}) {
    Json create = At(3, Create("snap_1"));
    create["name"] = "create";
    const Json after = {{"step", "create"}, {"event", event}, {"delaySeconds", 0}};
    const Json rebuild = {{"after", after}, {"command", Rebuild(1)}};
    const Json summary = test::RunToSummary(ScenarioWith(6, {create, rebuild}));
    ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
    EXPECT_EQ(summary["run"]["verified"], true) << event;
    EXPECT_EQ(summary["snapshots"][0]["verified"], true) << event;
    ASSERT_EQ(RebuildsOf(summary).size(), 1U);
    const Json ended = RebuildsOf(summary)[0];
    ASSERT_TRUE(ended["endMs"].is_number()) << event << summary.dump();
    const Json& figures = ended["figures"];
    if (std::string(event) == "open") {
      EXPECT_LT(figures["pagesUnlogged"], figures["pages"].get<int>() - 1);
    }
  }
}

TEST(IndexRebuild, FindsNoRoomBesideAFullTable) {
  Json scenario = ScenarioWith(4, {At(1, Rebuild(1)), At(6, Create("snap_1"))});
  scenario["database"]["filledPercent"] = 85;
  scenario["workload"]["thinkTimeMs"] = 1000;
  const Json summary = test::RunToSummary(scenario);
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
  EXPECT_NE(summary["timeline"][0]["message"].get<std::string>().find("no page can be allocated"),
            std::string::npos);
}

TEST(IndexRebuild, OneBuildAtATime) {
  const Json summary = test::RunToSummary(ScenarioWith(2, {At(1, Rebuild(1)), At(1, Rebuild(2))}));
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed");
  EXPECT_EQ(summary["timeline"][1]["outcome"], "failed");
}

}  // namespace
}  // namespace snapscope
