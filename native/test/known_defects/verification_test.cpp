// The verification can fail: known defects are built in, and it notices each.
#include <string>

#include <gtest/gtest.h>

#include "test/known_defects/switched_on.h"
#include "test/support/kept_run.h"
#include "test/support/scenarios.h"

namespace snapscope::known_defects::verification_test {
namespace {

using test::Json;
using test::RunToSummary;
using test::SmallScenario;

TEST(Defect, VerificationNoticesAnIndexThatIsNotKept) {
  Json scenario = SmallScenario();
  scenario["database"]["nonclusteredIndexes"] = 1;
  // Soon the engine itself would stumble over what was left; the verification comes before that.
  scenario["durationSeconds"] = 3;
  scenario["timeline"][0]["atSeconds"] = 1;
  const SwitchedOn defect("indexEntryKept");
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["verified"], false);
  EXPECT_NE(summary["run"]["error"]["message"].get<std::string>().find("of index 3"),
            std::string::npos)
      << summary["run"].dump();
}

TEST(Defect, VerificationNoticesAnExtentThatIsCopiedOverWhatWasCopiedBefore) {
  const SwitchedOn defect("extentPushedWhole");
  const Json summary = RunToSummary(test::ScenarioOfUnit("extent"));
  EXPECT_EQ(summary["run"]["verified"], false);
}

TEST(Defect, VerificationNoticesChangesThatAreMissing) {
  const SwitchedOn defect("changesNotBroughtIn");
  const Json rebuild = {{"kind", "rebuildIndex"}, {"index", 1}, {"online", true}};
  const Json summary = RunToSummary(test::BuildsUnderLoad({test::At(2, rebuild)}));
  EXPECT_EQ(summary["run"]["status"], "failed") << summary["run"].dump();
}

const auto kName = [](const testing::TestParamInfo<std::string>& info) { return info.param; };

class DefectInASmallDatabase : public testing::TestWithParam<std::string> {};

TEST_P(DefectInASmallDatabase, VerificationNoticesTheDefect) {
  // The whole database stays in memory, so that no eviction writes a stale page and heals it.
  Json scenario = SmallScenario();
  scenario["server"]["memoryMiB"] = 96;
  int noticed = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    scenario["seed"] = seed;
    EXPECT_EQ(RunToSummary(scenario)["run"]["verified"], true);
    const SwitchedOn defect(GetParam());
    const Json summary = RunToSummary(scenario);
    // Undo may stumble over a row that redo left out: then there is no snapshot to be verified.
    if (summary["timeline"][0]["outcome"] == "failed") continue;
    ++noticed;
    EXPECT_EQ(summary["run"]["verified"], false);
    EXPECT_EQ(summary["run"]["status"], "failed");
    ASSERT_FALSE(summary["run"]["error"].is_null());
    EXPECT_FALSE(summary["run"]["error"]["message"].get<std::string>().empty());
  }
  EXPECT_GT(noticed, 0);
}

INSTANTIATE_TEST_SUITE_P(Each, DefectInASmallDatabase,
                         testing::Values("pushAfterChange", "redoSkipsUnpushed", "undoSkipped"),
                         kName);

class DefectInALargeDatabase : public testing::TestWithParam<std::string> {};

TEST_P(DefectInALargeDatabase, ADefectIsNoticedInALargeDatabase) {
  const SwitchedOn defect(GetParam());
  test::KeptRun run(test::LargeScenario(), page::PageForm::kCompact);
  EXPECT_EQ(run.summary()["run"]["verified"], false);
  EXPECT_EQ(run.summary()["snapshots"][0]["verification"]["coverage"], "changedAndSampled");
}

INSTANTIATE_TEST_SUITE_P(Each, DefectInALargeDatabase,
                         testing::Values("pushAfterChange", "undoSkipped"), kName);

}  // namespace
}  // namespace snapscope::known_defects::verification_test
