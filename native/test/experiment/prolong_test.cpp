// A run under way that is made to end later: by hand, and again when it is repeated.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "experiment/experiment.h"
#include "test/support/batch_sections.h"
#include "test/support/timeline_entries.h"

namespace snapscope::experiment_test {
namespace {

using test::Json;
using test::LiveAt;
using test::RunToSummary;
using test::SmallScenario;

Json ProlongBy(double seconds) { return {{"kind", "prolong"}, {"seconds", seconds}}; }

/// What its run told of the prolongations, in order: "" of one that was carried out.
std::vector<std::string> ToldOfProlongations(const Json& scenario, Json& summary) {
  experiment::CommandQueue commands;
  std::vector<std::string> told;
  summary = RunToSummary(scenario, commands, [&](const std::vector<std::byte>& batch) {
    for (const Json& event : test::EventsOf(batch)) {
      if (event["kind"] != "command" || event["command"]["kind"] != "prolong") continue;
      told.push_back(event["outcome"] == "applied" ? "" : event["message"].get<std::string>());
    }
  });
  return told;
}

TEST(Prolong, AProlongedRunIsTheRunThatWasAskedForAsLong) {
  base::Rng rng(57, "prolong");
  for (int round = 0; round < 3; ++round) {
    const auto longer = static_cast<int>(rng.Between(1, 6000));
    const auto again = static_cast<int>(rng.Between(1, 2000));
    const auto at = static_cast<int>(rng.Between(0, 12'000));
    SCOPED_TRACE(std::to_string(at) + " ms: " + std::to_string(longer));
    Json prolonged = SmallScenario();
    // The creation is under way at the end that was asked for first.
    prolonged["timeline"][0]["atSeconds"] = 11.9;
    Json asked = prolonged;
    prolonged["commands"] = {LiveAt(at / 1e3, ProlongBy(longer / 1e3)),
                             LiveAt(12, ProlongBy(again / 1e3))};
    asked["durationSeconds"] = (12'000 + longer + again) / 1e3;
    const Json one = test::RunVerified(prolonged);
    const Json other = test::RunVerified(asked);
    EXPECT_EQ(one["telemetryHash"], other["telemetryHash"]);
    EXPECT_EQ(one["run"]["engineMs"], other["run"]["engineMs"]);
    EXPECT_EQ(one["scenario"]["commands"].size(), 2U);
  }
}

TEST(Prolong, OneThatIsGivenLiveIsRepeated) {
  Json scenario = SmallScenario();
  scenario["pace"] = 100;
  experiment::CommandQueue commands;
  bool given = false;
  const Json live = RunToSummary(scenario, commands, [&](std::vector<std::byte>) {
    if (given) return;
    given = true;
    for (const Json& command : {Json{{"kind", "pause"}}, ProlongBy(3), Json{{"kind", "resume"}},
                                Json{{"kind", "setPace"}, {"pace", 0}}}) {
      test::Give(commands, command);
    }
  });
  EXPECT_EQ(live["run"]["status"], "completed");
  EXPECT_EQ(live["run"]["engineMs"], 15'000);
  const Json repeated = RunToSummary(live["scenario"]);
  EXPECT_EQ(repeated["telemetryHash"], live["telemetryHash"]);
  EXPECT_EQ(repeated["run"]["engineMs"], 15'000);
}

TEST(Prolong, WhatFollowsAnEventAfterTheOldEndIsCarriedOut) {
  Json scenario = SmallScenario({
      test::Named("first", test::At(10, test::Create("snap_1"))),
      test::After("first", "started", test::SetUsers(40), 4),
  });
  const Json ended = RunToSummary(scenario);
  EXPECT_EQ(ended["timeline"][1]["outcome"], "notFired");
  scenario["commands"] = Json::array({LiveAt(11, ProlongBy(4))});
  const Json prolonged = RunToSummary(scenario);
  EXPECT_EQ(prolonged["timeline"][1]["outcome"], "completed");
  EXPECT_EQ(prolonged["timeline"][1]["firedMs"], 14'000);
}

TEST(Prolong, ARunTakesNoLongerThanItMayBeAskedFor) {
  Json scenario = SmallScenario();
  scenario["commands"] = Json::array({LiveAt(1, ProlongBy(86'400)), LiveAt(2, ProlongBy(1))});
  Json summary;
  const std::vector<std::string> told = ToldOfProlongations(scenario, summary);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].find("the run cannot be prolonged: durationSeconds: 86412"), 0U) << told[0];
  EXPECT_EQ(told[1], "");
  EXPECT_EQ(summary["run"]["engineMs"], 13'000);
}

TEST(Prolong, OneThatComesAfterTheEndIsRefused) {
  experiment::CommandQueue commands;
  std::string message;
  const Json summary =
      RunToSummary(SmallScenario(), commands, [&](const std::vector<std::byte>& b) {
        for (const Json& event : test::EventsOf(b)) {
          if (event.value("state", "") == "verifying") test::Give(commands, ProlongBy(60));
          if (event["kind"] == "command" && event["command"]["kind"] == "prolong") {
            message = event["message"];
          }
        }
      });
  EXPECT_EQ(message, "the run cannot be prolonged: its end had come already");
  EXPECT_EQ(summary["run"]["engineMs"], 12'000);
  EXPECT_TRUE(summary["scenario"]["commands"].empty());
}

TEST(Prolong, ARestartUnderWayAtTheOldEndIsFollowedByTheRest) {
  Json scenario = SmallScenario();
  scenario["timeline"].push_back(test::At(11.9, {{"kind", "restartServer"}, {"mode", "crash"}}));
  scenario["commands"] = Json::array({LiveAt(5, ProlongBy(6))});
  EXPECT_EQ(test::RunVerified(scenario)["run"]["engineMs"], 18'000);
}

}  // namespace
}  // namespace snapscope::experiment_test
