// Offline builds of indexes: who uses the table meanwhile, a tree that is there at once, whatever
// interrupts it, and new pages that are pushed to snapshots.
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/outcomes.h"
#include "test/support/timeline_entries.h"

namespace snapscope::index_build_test {
namespace {

using test::After;
using test::At;
using test::Create;
using test::CreateIndex;
using test::Json;
using test::MsOf;
using test::Named;
using test::PhasesOf;
using test::Rebuild;

Json ScenarioWith(uint32_t users, const std::vector<Json>& timeline) {
  const Json database = {{"sizeMiB", 16}, {"filledPercent", 25}, {"nonclusteredIndexes", 1}};
  return test::ScenarioWith(database, users, timeline);
}

/// A build, and the name of its phase.
struct Build {
  const char* phase;
  Json command;
};

void PrintTo(const Build& build, std::ostream* out) { *out << build.phase; }

std::vector<Build> BothBuilds() {
  return {{"indexRebuild", Rebuild(1)}, {"indexCreation", CreateIndex(3)}};
}

const auto kPhaseName = [](const auto& test) { return test.param.phase; };

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
  Json scenario = ScenarioWith(4, timeline);
  scenario["durationSeconds"] = 30;
  scenario["database"]["recoveryModel"] = GetParam();
  const Json summary = test::RunVerified(scenario);
  for (const Json& entry : summary["timeline"]) {
    EXPECT_EQ(entry["outcome"], "completed") << entry.dump();
  }
  const std::vector<Json> rebuilds = PhasesOf(summary, "indexRebuild");
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
  // Without think time each of them has the table in use, or waits for it, at any time.
  Json scenario = ScenarioWith(20, {At(1, Rebuild(1))});
  scenario["workload"]["thinkTimeMs"] = 0;
  scenario["warmupSeconds"] = 0;
  scenario["durationSeconds"] = 2;
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
  ASSERT_EQ(PhasesOf(summary, "indexRebuild").size(), 1U);
  const Json readers = test::WaitOf(summary, "LCK_M_IS");
  const Json writers = test::WaitOf(summary, "LCK_M_IX");
  EXPECT_GT(readers["waiting_tasks_count"].get<int>() + writers["waiting_tasks_count"].get<int>(),
            10);
  EXPECT_GT(test::WaitOf(summary, "LCK_M_SCH_M")["waiting_tasks_count"], 0);
}

class EachBuild : public ::testing::TestWithParam<Build> {};

TEST_P(EachBuild, IsSlowerWithEachSnapshot) {
  std::vector<double> elapsed;
  for (int snapshots = 0; snapshots <= 2; ++snapshots) {
    Json scenario = ScenarioWith(0, test::BesideSnapshots(snapshots, GetParam().command));
    scenario["durationSeconds"] = 30;
    const Json summary = test::RunCompleted(scenario);
    const std::vector<Json> builds = PhasesOf(summary, GetParam().phase);
    ASSERT_EQ(builds.size(), 1U);
    ASSERT_TRUE(builds[0]["endMs"].is_number());
    elapsed.push_back(MsOf(builds[0]));
  }
  EXPECT_LT(elapsed[0], elapsed[1]);
  EXPECT_LT(elapsed[1], elapsed[2]);
}

// A new page that went unlogged between the arming and the split would be lost to the snapshot,
// which has its pre-image and learns the rest from the log.
TEST_P(EachBuild, ASnapshotThatIsCreatedMeanwhileShowsItsSplit) {
  for (const char* event : {"started", "checkpoint", "open", "startup", "analysis", "redo"}) {
    const Json summary = test::RunToSummary(ScenarioWith(
        6, {Named("create", At(3, Create("snap_1"))), After("create", event, GetParam().command)}));
    test::ExpectVerified(summary, event);
    EXPECT_EQ(summary["snapshots"][0]["verified"], true) << event;
    const std::vector<Json> builds = PhasesOf(summary, GetParam().phase);
    ASSERT_EQ(builds.size(), 1U);
    ASSERT_TRUE(builds[0]["endMs"].is_number()) << event << summary.dump();
    const Json& figures = builds[0]["figures"];
    if (std::string(event) == "open" && figures["index"] == 1) {
      EXPECT_LT(figures["pagesUnlogged"], figures["pages"].get<int>() - 1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(IndexBuild, EachBuild, ::testing::ValuesIn(BothBuilds()), kPhaseName);

class CutShort : public ::testing::TestWithParam<std::tuple<int, Build>> {};

TEST_P(CutShort, ACrashAtAnyTimeLeavesOneWholeTreeAndNoPageLost) {
  const auto& [moment, build] = GetParam();
  Json scenario = ScenarioWith(
      6, {At(1, Create("snap_1")), At(2, build.command), At(2 + 0.06 * moment, test::Crash()),
          At(7, Create("snap_2")), Named("first", At(8, Rebuild(1))),
          Named("second", After("first", "completed", Rebuild(2))),
          Named("third", After("second", "completed", CreateIndex(3))), At(13, Rebuild(3)),
          At(15, Create("snap_3"))});
  scenario["durationSeconds"] = 18;
  for (const char* model : {"simple", "full"}) {
    scenario["database"]["recoveryModel"] = model;
    const Json summary = test::RunToSummary(scenario);
    test::ExpectVerified(summary, model);
    EXPECT_EQ(summary["snapshots"].back()["verified"], true) << model;
    const std::vector<Json>& steps = summary["timeline"];
    const bool survived = steps[1]["outcome"] == "completed" && build.command == CreateIndex(3);
    for (const size_t step : {4, 5, 7}) EXPECT_EQ(steps[step]["outcome"], "completed") << step;
    EXPECT_TRUE(!survived || steps[6]["outcome"] == "failed") << model << ": it was lost";
  }
}

INSTANTIATE_TEST_SUITE_P(IndexBuild, CutShort,
                         ::testing::Combine(::testing::Range(0, 12),
                                            ::testing::ValuesIn(BothBuilds())));

/// Each row of the accounts has an entry in each of `indexes`; the other rows are the witness's.
void ExpectEntries(const Json& figures, const char* entries_name, uint64_t rows, uint64_t indexes) {
  const uint64_t entries = figures.at(entries_name);
  EXPECT_EQ(entries % indexes, 0U);
  EXPECT_LE(entries / indexes, rows);
  EXPECT_GT(entries / indexes, rows - 500);
}

TEST(IndexCreation, EveryChangeKeepsItFromThenOn) {
  const Json check = test::Check();
  for (const char* model : {"simple", "full"}) {
    Json scenario = ScenarioWith(
        30, {At(1, Create("before")), At(2, CreateIndex(3)), At(3, CreateIndex(9)),
             At(5, Create("after")), At(6, check), At(8, test::Crash()), At(9, check)});
    scenario["database"]["recoveryModel"] = model;
    const Json summary = test::RunVerified(scenario);
    for (size_t snapshot : {0, 1}) {
      const Json& compared = summary["snapshots"][snapshot]["verification"];
      ExpectEntries(compared, "entriesCompared", compared["rowsCompared"], 1 + 2 * snapshot);
    }
    const std::vector<Json> checks = PhasesOf(summary, "consistencyCheck");
    ASSERT_EQ(checks.size(), 2U);
    for (const Json& each : checks) {
      EXPECT_EQ(each["figures"]["errors"], 0);
      ExpectEntries(each["figures"], "entries", each["figures"]["rows"], 3);
    }
    for (const Json& creation : PhasesOf(summary, "indexCreation")) {
      const Json& figures = creation["figures"];
      EXPECT_EQ(figures["pagesUnlogged"],
                std::string(model) == "full" ? 0 : figures["pages"].get<int>());
      EXPECT_EQ(figures["extentsFreed"], 0);
    }
  }
}

// It writes its pages at the end, which some of these creations of a snapshot meet.
TEST(IndexCreation, LogsThePagesThatItWritesWhileASnapshotIsBeingCreated) {
  int met = 0;
  for (int moment = 0; moment < 12; ++moment) {
    const Json summary = test::RunToSummary(
        ScenarioWith(6, {At(3, CreateIndex(3)), At(3 + 0.1 * moment, Create("snap_1"))}));
    test::ExpectVerified(summary, std::to_string(moment));
    EXPECT_EQ(summary["snapshots"][0]["verified"], true) << moment;
    const std::vector<Json> creations = PhasesOf(summary, "indexCreation");
    ASSERT_EQ(creations.size(), 1U);
    const Json& figures = creations[0]["figures"];
    met += figures["pagesUnlogged"] < figures["pages"] ? 1 : 0;
  }
  EXPECT_GT(met, 0);
}

TEST(IndexCreation, WritersWaitForItAndReadersDoNot) {
  for (const char* profile : {"sqlcat", "read-only"}) {
    Json scenario = ScenarioWith(40, {At(3, CreateIndex(3))});
    scenario["workload"]["profile"] = profile;
    scenario["workload"]["thinkTimeMs"] = 10;
    scenario["durationSeconds"] = 6;
    const Json summary = test::RunCompleted(scenario);
    EXPECT_EQ(summary["timeline"][0]["outcome"], "completed");
    const auto waits = [&summary](const char* type) {
      return test::WaitOf(summary, type)["waiting_tasks_count"].get<int>();
    };
    const bool writers = std::string(profile) == "sqlcat";
    EXPECT_EQ(waits("LCK_M_S") > 0, writers);
    EXPECT_EQ(waits("LCK_M_IX") > 10, writers);
    EXPECT_EQ(waits("LCK_M_IS"), 0);
  }
}

TEST(IndexCreation, OfAnIndexThatIsThereIsRefusedAndARevertTakesItBack) {
  const Json summary = test::RunVerified(
      ScenarioWith(4, {At(1, Create("snap_1")), At(2, CreateIndex(3)), At(4, CreateIndex(3)),
                       At(5, test::Revert("snap_1")), At(8, Rebuild(3)), At(9, CreateIndex(3)),
                       At(10, Rebuild(3))}));
  const std::vector<Json>& steps = summary["timeline"];
  EXPECT_EQ(steps[1]["outcome"], "completed");
  EXPECT_EQ(steps[2]["message"], "The table has an index 3 already.");
  EXPECT_EQ(steps[4]["message"], "The table has no index 3.");
  EXPECT_EQ(steps[5]["outcome"], "completed");
  EXPECT_EQ(steps[6]["outcome"], "completed");
}

TEST(IndexRebuild, FindsNoRoomBesideAFullTable) {
  Json scenario = ScenarioWith(4, {At(1, Rebuild(1)), At(6, Create("snap_1"))});
  scenario["database"]["filledPercent"] = 85;
  scenario["workload"]["thinkTimeMs"] = 1000;
  const Json summary = test::RunVerified(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
  test::ExpectHas(summary["timeline"][0]["message"], "no page can be allocated");
}

TEST(IndexRebuild, OneBuildAtATime) {
  const Json summary = test::RunCompleted(ScenarioWith(2, {At(1, Rebuild(1)), At(1, Rebuild(2))}));
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed");
  EXPECT_EQ(summary["timeline"][1]["outcome"], "failed");
}

}  // namespace
}  // namespace snapscope::index_build_test
