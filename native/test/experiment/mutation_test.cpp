// The verification can fail: known defects are built in, and it notices each.
#include "base/mutation.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "test/support/run_support.h"

#ifdef SNAPSCOPE_MUTATIONS

namespace snapscope::mutation_test {
namespace {

using test::Json;
using test::RunToSummary;
using test::SmallScenario;

class MutationTest : public ::testing::TestWithParam<Mutation> {
 protected:
  void TearDown() override { active_mutation = Mutation::kNone; }
};

TEST_F(MutationTest, VerificationNoticesAnIndexThatIsNotKept) {
  Json scenario = SmallScenario();
  scenario["database"]["nonclusteredIndexes"] = 1;
  // Soon the engine itself would stumble over what was left; the verification comes before that.
  scenario["durationSeconds"] = 3;
  scenario["timeline"][0]["atSeconds"] = 1;
  active_mutation = Mutation::kIndexEntryKept;
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["verified"], false);
  EXPECT_NE(summary["run"]["error"]["message"].get<std::string>().find("of index 3"),
            std::string::npos)
      << summary["run"].dump();
}

TEST_P(MutationTest, VerificationNoticesTheDefect) {
  // The whole database stays in memory, so that no eviction writes a stale page and heals it.
  Json scenario = SmallScenario();
  scenario["server"]["memoryMiB"] = 96;
  int noticed = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    scenario["seed"] = seed;
    active_mutation = Mutation::kNone;
    EXPECT_EQ(RunToSummary(scenario)["run"]["verified"], true);
    active_mutation = GetParam();
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

INSTANTIATE_TEST_SUITE_P(EachDefect, MutationTest,
                         ::testing::Values(Mutation::kPushAfterChange, Mutation::kRedoSkipsUnpushed,
                                           Mutation::kUndoSkipped),
                         [](const auto& info) {
                           const auto* const named =
                               std::ranges::find(kMutations, info.param, &NamedMutation::mutation);
                           return std::string(named->name);
                         });

}  // namespace
}  // namespace snapscope::mutation_test

#endif
