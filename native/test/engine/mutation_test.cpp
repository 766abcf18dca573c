// The verification can fail: known defects are built in, and it notices each.
#include "base/mutation.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "test/support/run_support.h"

#ifdef SNAPSCOPE_MUTATIONS

namespace snapscope {
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
  EXPECT_EQ(RunToSummary(scenario)["run"]["verified"], true);
  active_mutation = GetParam();
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["verified"], false);
  EXPECT_EQ(summary["run"]["status"], "failed");
  EXPECT_FALSE(summary["run"]["error"]["message"].get<std::string>().empty());
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
}  // namespace snapscope

#endif
