// Online builds of indexes in whole runs: users go on meanwhile, and the new tree is right however
// the build ends. Verification compares every row and every entry with what was committed.
#include <array>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/scenarios.h"
#include "test/support/test_size.h"
#include "test/support/timeline_entries.h"

namespace snapscope::online_build_test {
namespace {

using test::After;
using test::At;
using test::BuildsUnderLoad;
using test::Create;
using test::Json;
using test::MsOf;
using test::Named;
using test::PhasesOf;

struct Build {
  const char* phase;
  const char* kind;
  int index;
  int part_ms;  ///< about a sixteenth of how long it takes

  Json Command(bool online) const { return {{"kind", kind}, {"index", index}, {"online", online}}; }
};

constexpr Build kTable{"indexRebuild", "rebuildIndex", 1, 60};
constexpr Build kIndex{"indexRebuild", "rebuildIndex", 2, 7};
constexpr Build kNewIndex{"indexCreation", "createIndex", 3, 14};

void PrintTo(const Build& build, std::ostream* out) { *out << build.kind << build.index; }

const auto kName = [](const auto& test) {
  return test.param.kind + std::to_string(test.param.index);
};

class EachOnlineBuild : public ::testing::TestWithParam<Build> {};

TEST_P(EachOnlineBuild, HasEveryCommittedRowAndNoOther) {
  for (const char* model : {"simple", "full"}) {
    Json scenario = BuildsUnderLoad(
        {At(1, Create("before")), At(2, GetParam().Command(true)), At(6.5, test::Check())});
    scenario["database"]["recoveryModel"] = model;
    const Json summary = test::RunVerified(scenario);
    EXPECT_EQ(summary["timeline"][1]["outcome"], "completed") << summary["timeline"].dump();
    const std::vector<Json> builds = PhasesOf(summary, GetParam().phase);
    ASSERT_EQ(builds.size(), 1U);
    ASSERT_TRUE(builds[0].contains("figures")) << builds[0].dump() << summary["timeline"].dump();
    EXPECT_GT(builds[0]["figures"]["changesBroughtIn"], 100) << builds[0].dump();
    const std::vector<Json> checks = PhasesOf(summary, "consistencyCheck");
    ASSERT_EQ(checks.size(), 1U);
    EXPECT_EQ(checks[0]["figures"]["errors"], 0);
  }
}

// All rows of a transaction that is under way when the tree has been loaded.
TEST_P(EachOnlineBuild, WaitsForATransactionThatHasChangedEveryRow) {
  const Json update = test::Update(0);
  Json scenario = BuildsUnderLoad({At(2, GetParam().Command(true)), At(2.2, update)});
  scenario["workload"]["users"] = 4;
  scenario["durationSeconds"] = 20;
  const Json summary = test::RunVerified(scenario);
  for (const Json& step : summary["timeline"]) EXPECT_EQ(step["outcome"], "completed");
}

TEST_P(EachOnlineBuild, ASnapshotThatIsCreatedMeanwhileShowsItsSplit) {
  for (const char* event : {"started", "open", "redo"}) {
    for (const char* version : {"2005", "2016"}) {
      Json scenario = BuildsUnderLoad({Named("create", At(3, Create("snap_1"))),
                                       After("create", event, GetParam().Command(true))});
      scenario["server"]["engineVersion"] = version;
      const Json summary = test::RunVerified(scenario);
      EXPECT_EQ(summary["timeline"][1]["outcome"], "completed") << event;
    }
  }
}

TEST_P(EachOnlineBuild, IsCutShortAtAnyTimeAndLeavesOneWholeTree) {
  constexpr int kMoments = 16;
  const int step = test::BySize(3, 1);  // odd: both recovery models have their turn
  int cut = 0;
  for (int moment = 0; moment < kMoments; moment += step) {
    Json scenario =
        BuildsUnderLoad({At(1, Create("snap_1")), At(2, GetParam().Command(true)),
                         At((2005 + GetParam().part_ms * moment) / 1000.0, test::Crash()),
                         At(4, kTable.Command(true))});
    scenario["database"]["recoveryModel"] = moment % 2 == 0 ? "simple" : "full";
    const Json summary = test::RunVerified(scenario);
    EXPECT_EQ(summary["timeline"][3]["outcome"], "completed") << moment << summary.dump();
    cut += summary["timeline"][1]["outcome"] == "failed" ? 1 : 0;
  }
  EXPECT_GE(cut, 12 / step);
}

// Users wait for the begin of the build and for its end alone. How much they get done is
// no measure: in the tree that was packed anew they get more done than before.
TEST_P(EachOnlineBuild, UsersWaitForItForAMomentOnly) {
  const auto longest_wait_with = [](bool online) {
    const Json summary = test::RunVerified(BuildsUnderLoad({At(2, GetParam().Command(online))}));
    return test::WaitOf(summary, "LCK_M_IX")["max_wait_time_ms"].get<double>();
  };
  EXPECT_GT(longest_wait_with(false), 2 * longest_wait_with(true));
}

INSTANTIATE_TEST_SUITE_P(OnlineBuild, EachOnlineBuild, ::testing::Values(kTable, kIndex, kNewIndex),
                         kName);

// In the recovery model simple a rebuild has been fully logged since 2008, a creation is not.
TEST(OnlineBuild, IsLoggedAsItsVersionDoes) {
  for (const char* version : {"2005", "2008", "2016"}) {
    Json scenario = BuildsUnderLoad({At(2, kTable.Command(true)), At(4, kNewIndex.Command(true))});
    scenario["workload"]["users"] = 4;
    scenario["server"]["engineVersion"] = version;
    const Json summary = test::RunVerified(scenario);
    const Json rebuild = PhasesOf(summary, "indexRebuild").at(0)["figures"];
    EXPECT_EQ(rebuild["pagesUnlogged"],
              std::string(version) == "2005" ? rebuild["pages"] : Json(0));
    const Json creation = PhasesOf(summary, "indexCreation").at(0)["figures"];
    EXPECT_EQ(creation["pagesUnlogged"], creation["pages"]);
  }
}

TEST(OnlineBuild, OneAtATime) {
  const Json summary = test::RunVerified(
      BuildsUnderLoad({At(2, kTable.Command(true)), At(2, kIndex.Command(true))}));
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed");
  EXPECT_EQ(summary["timeline"][1]["outcome"], "failed");
}

TEST(OnlineBuild, LeavesTheOldTreeWhenTheFileIsFull) {
  Json scenario = BuildsUnderLoad({At(2, kTable.Command(true))});
  scenario["database"]["filledPercent"] = 85;
  const Json summary = test::RunVerified(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
}

}  // namespace
}  // namespace snapscope::online_build_test
