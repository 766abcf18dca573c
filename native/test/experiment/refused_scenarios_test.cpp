// What the contract refuses, and what becomes of it in the engine of someone who calls it past the
// contract: it is refused where it would do harm, and is else carried out without any. The
// contract's own test goes through the same file (app/contract/refused-scenarios.test.ts).
#include <fstream>

#include <gtest/gtest.h>

#include "scenario/default_scenario_generated.h"
#include "scenario/scenario.h"
#include "test/support/run_support.h"

namespace snapscope::refused_scenarios_test {
namespace {

TEST(RefusedScenarios, AreRefusedByTheEngineForHarmAloneAndElseDoNone) {
  std::ifstream file("app/contract/testing/refused-scenarios.json");
  const test::Json document = test::Json::parse(file);
  int harmless = 0;
  for (const test::Json& each : document.at("refused")) {
    SCOPED_TRACE(each.at("what").get<std::string>());
    test::Json scenario = test::Json::parse(scenario::kDefaultScenario);
    scenario.merge_patch(document.at("base"));
    scenario.merge_patch(each.at("change"));
    const auto parsed = scenario::ParseScenario(scenario.dump());
    const std::string refusal = parsed.ok() ? "" : parsed.error().message;
    EXPECT_NE(refusal.find(each.value("engine", "")), std::string::npos) << refusal;
    EXPECT_EQ(parsed.ok(), !each.contains("engine")) << refusal;
    if (!parsed.ok() || parsed->real) continue;
    ++harmless;
    EXPECT_FALSE(test::RunToSummary(scenario).empty());
  }
  EXPECT_GT(harmless, 30);
}

}  // namespace
}  // namespace snapscope::refused_scenarios_test
