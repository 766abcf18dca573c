// The crash simulator notices a known defect, of which a plan may show a row or the LSN of a page;
// scripts/simulate.mjs searches a plan for each.
#include "crash_simulator/simulation.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "test/known_defects/switched_on.h"

namespace snapscope::known_defects::simulation_test {
namespace {

using crash_simulator::DrawPlan;
using crash_simulator::Profile;
using crash_simulator::RunPlan;

TEST(Simulation, ADefectIsNoticedAndSaidInWords) {
  const SwitchedOn defect("pushAfterChange");
  std::optional<std::string> problem;
  for (uint64_t seed = 1; seed <= 5 && !problem; ++seed) {
    problem = RunPlan(DrawPlan(seed, Profile::kPowerCuts)).value().problem;
  }
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->find("split"), std::string::npos) << *problem;
}

}  // namespace
}  // namespace snapscope::known_defects::simulation_test
