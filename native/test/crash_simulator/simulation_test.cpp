// The simulator itself, and the plans that once failed or that must never stop working.
#include "crash_simulator/simulation.h"

#include <fstream>

#include <gtest/gtest.h>

#include "test/support/outcomes.h"
#include "test/support/test_size.h"

namespace snapscope::crash_simulator::simulation_test {
namespace {

constexpr char kPermanentPlans[] = "native/test/crash_simulator/permanent_plans.json";

TEST(Simulation, PermanentPlansHoldAndRepeatThemselves) {
  std::ifstream file(kPermanentPlans);
  const Json plans = Json::parse(file);
  ASSERT_FALSE(plans.empty());
  uint64_t first_hash = 0;
  for (const Json& entry : plans) {
    SCOPED_TRACE(entry.at("because").get<std::string>());
    const Plan plan = ParsePlan(entry.at("plan").dump()).value();
    const Outcome outcome = RunPlan(plan).value();
    EXPECT_EQ(outcome.problem, std::nullopt) << *outcome.problem;
    EXPECT_GT(outcome.counts.lives, 1U);
    const bool is_first = first_hash == 0;
    if (is_first) first_hash = outcome.hash;
    EXPECT_EQ(outcome.hash == first_hash, is_first) << "another plan is another run";
    // The sanitizers see the first time all that they look for.
    if (test::BySize(is_first, true)) {
      EXPECT_EQ(RunPlan(plan).value().hash, outcome.hash);
    }
  }
}

TEST(Plan, IsTheSameAfterBeingWrittenAndRead) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Plan plan = DrawPlan(seed, Profile::kFaults);
    const Plan read = ParsePlan(ToJson(plan).dump()).value();
    EXPECT_EQ(ToJson(read), ToJson(plan));
    EXPECT_EQ(read.scenario, plan.scenario);
  }
}

TEST(Plan, RefusesWhatItCannotRead) {
  Json json = ToJson(DrawPlan(1, Profile::kSwarm));
  test::ExpectHas(ParsePlan("{").error().message, "cannot be read");
  json["lives"][0]["faults"] = {{{"kind", "meteor"}}};
  const std::string message = ParsePlan(json.dump()).error().message;
  test::ExpectHas(message, "'meteor' is not allowed; allowed: error, diskFull");
  test::ExpectFails(ErrorCode::kInvalid, ParseProfile("calm"));
}

TEST(Plan, WhatTheEngineRefusesIsNotRun) {
  Plan plan = DrawPlan(1, Profile::kSwarm);
  plan.scenario["database"]["sizeMiB"] = 0;
  test::ExpectFails(ErrorCode::kInvalid, RunPlan(plan));
}

}  // namespace
}  // namespace snapscope::crash_simulator::simulation_test
