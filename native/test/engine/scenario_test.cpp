// Scenarios and commands cross a process boundary as text: whatever it is, the answer is a scenario
// or an error.
#include "engine/scenario.h"

#include <fstream>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "engine/initial_database.h"
#include "test/support/run_support.h"

namespace snapscope {
namespace {

TEST(Scenario, ReadsUnitsIntoNanosecondsAndBytes) {
  const engine::Scenario scenario = engine::ParseScenario(test::SmallScenario().dump()).value();
  EXPECT_EQ(scenario.duration, 12 * kSecond);
  EXPECT_EQ(scenario.sample_interval, 500 * kMillisecond);
  EXPECT_EQ(scenario.data_bytes, 64ULL << 20);
  EXPECT_EQ(scenario.volumes.at(0).device.read_service, 5 * kMillisecond);
  EXPECT_EQ(std::get<engine::AtTime>(scenario.timeline.at(0).trigger).at, 3 * kSecond);
  EXPECT_EQ(scenario.timeline.at(0).command.name, "snap_1");
  EXPECT_EQ(scenario.origin_unix_ms, 1'161'640'087'000);
}

TEST(Scenario, RefusesWhatLacksOrMistypesAnyMember) {
  const test::Json whole = test::SmallScenario();
  for (const auto& [key, value] : whole.items()) {
    // These are for people; the engine does not read them.
    if (key == "formatVersion" || key == "description") continue;
    test::Json lacking = whole;
    lacking.erase(key);
    EXPECT_FALSE(engine::ParseScenario(lacking.dump()).ok()) << key << " is missing";
    test::Json mistyped = whole;
    mistyped[key] = test::Json::object({{"unexpected", true}});
    EXPECT_FALSE(engine::ParseScenario(mistyped.dump()).ok()) << key << " is an object of no sense";
  }
}

TEST(Scenario, RefusesSettingsOfTheWorkloadThatItCannotRun) {
  const auto with = [](const char* key, const test::Json& value) {
    test::Json scenario = test::SmallScenario();
    scenario["workload"][key] = value;
    return engine::ParseScenario(scenario.dump());
  };
  test::Json too_many = test::SmallScenario();
  too_many["database"]["nonclusteredIndexes"] = 9;
  EXPECT_FALSE(engine::ParseScenario(too_many.dump()).ok());
  EXPECT_TRUE(with("hotRows", 64).ok());
  EXPECT_TRUE(with("accessOrder", "random").value().random_access_order);
  EXPECT_FALSE(with("accessOrder", "descending").ok());
  const auto few = with("hotRows", 63);
  ASSERT_FALSE(few.ok());
  EXPECT_NE(few.error().message.find("workload.hotRows is 63"), std::string::npos);
}

TEST(Scenario, TheSmallestDatabaseHoldsATableWithFiveNonclusteredIndexes) {
  const auto plan = [](uint32_t row_bytes, uint32_t fill, uint32_t indexes) {
    test::Json scenario = test::SmallScenario();
    scenario["database"]["sizeMiB"] = 1;
    scenario["database"]["rowBytes"] = row_bytes;
    scenario["database"]["fillFactorPercent"] = fill;
    scenario["database"]["nonclusteredIndexes"] = indexes;
    return engine::InitialDatabase::Plan(engine::ParseScenario(scenario.dump()).value());
  };
  for (const uint32_t row_bytes : {64U, 256U, 4000U}) {
    for (const uint32_t fill : {10U, 90U, 100U}) {
      for (const uint32_t indexes : {0U, 5U}) {
        EXPECT_TRUE(plan(row_bytes, fill, indexes).ok()) << row_bytes << ' ' << fill;
      }
    }
  }
  const auto too_many = plan(64, 90, 6);
  ASSERT_FALSE(too_many.ok());
  EXPECT_NE(too_many.error().message.find("database.sizeMiB is 1"), std::string::npos);
}

TEST(Scenario, RefusesAPlacementOnAVolumeThatIsNotThere) {
  test::Json scenario = test::SmallScenario();
  scenario["storage"]["placement"]["log"] = "Z";
  const auto parsed = engine::ParseScenario(scenario.dump());
  ASSERT_FALSE(parsed.ok());
  EXPECT_NE(parsed.error().message.find("volume 'Z'"), std::string::npos);
}

TEST(Scenario, RefusesGenerationsThatThereAreNotAndWhatTheyCannotDo) {
  test::Json scenario = test::SmallScenario();
  const auto problem = [&scenario] {
    const auto parsed = engine::ParseScenario(scenario.dump());
    return parsed.ok() ? std::string() : parsed.error().message;
  };
  scenario["server"]["engineVersion"] = "2010";
  EXPECT_NE(problem().find("server.engineVersion: '2010' is not allowed"), std::string::npos);
  scenario["server"]["engineVersion"] = "2012";
  scenario["database"]["targetRecoveryTimeSeconds"] = 60;
  EXPECT_EQ(problem(), "");
  scenario["server"]["engineVersion"] = "2008";
  EXPECT_NE(problem().find("targetRecoveryTimeSeconds: 60 is not allowed"), std::string::npos);
}

/// Timelines that the contract's tests go through as well: both readers must judge alike.
test::Json SharedTimelines() {
  std::ifstream file("app/contract/testing/timelines.json");
  return test::Json::parse(file);
}

TEST(Scenario, JudgesTimelinesAsTheContractDoes) {
  int refused = 0;
  for (const test::Json& each : SharedTimelines()) {
    test::Json scenario = test::SmallScenario();
    scenario["durationSeconds"] = 120;
    scenario["warmupSeconds"] = 10;
    scenario["timeline"] = each["timeline"];
    const auto parsed = engine::ParseScenario(scenario.dump());
    if (!each.contains("refusedAt")) {
      EXPECT_TRUE(parsed.ok()) << each["what"] << ": " << parsed.error().message;
      continue;
    }
    ++refused;
    const std::string place = each["refusedAt"].get<std::string>() + ": ";
    ASSERT_FALSE(parsed.ok()) << each["what"];
    EXPECT_NE(parsed.error().message.find(place), std::string::npos)
        << each["what"] << ": " << parsed.error().message;
  }
  EXPECT_GT(refused, 20);
}

TEST(Scenario, ReadsTriggersIntoStepsAndNanoseconds) {
  test::Json scenario = test::SmallScenario();
  const test::Json users = {{"kind", "setUsers"}, {"users", 1}};
  scenario["timeline"][0]["name"] = "create";
  scenario["timeline"].push_back(
      {{"after", {{"step", "create"}, {"event", "redo"}, {"delaySeconds", 1.5}}},
       {"command", users}});
  scenario["timeline"].push_back(
      {{"when", {{"counter", "dirtyPages"}, {"below", 40}, {"fromSeconds", 0.5}}},
       {"command", users}});
  const engine::Scenario parsed = engine::ParseScenario(scenario.dump()).value();
  EXPECT_EQ(parsed.timeline.at(0).name, "create");
  const auto& after = std::get<engine::AfterEvent>(parsed.timeline.at(1).trigger);
  EXPECT_EQ(after.step, 0U);
  EXPECT_EQ(after.event, "redo");
  EXPECT_EQ(after.delay, 1'500 * kMillisecond);
  const auto& when = std::get<engine::WhenCounter>(parsed.timeline.at(2).trigger);
  EXPECT_EQ(when.counter, telemetry::CounterId::kDirtyPages);
  EXPECT_FALSE(when.above);
  EXPECT_EQ(when.value, 40);
  EXPECT_EQ(when.from, kSecond) << "not before the end of the warm-up";
}

TEST(Scenario, RefusesGarbage) {
  Rng rng(1, "garbage");
  const std::string whole = test::SmallScenario().dump();
  for (int round = 0; round < 2'000; ++round) {
    std::string text = whole.substr(0, rng.Below(whole.size()));  // always cut off
    for (int i = 0; i < 3 && !text.empty(); ++i) {
      text[rng.Below(text.size())] = static_cast<char>(rng.Below(256));
    }
    EXPECT_FALSE(engine::ParseScenario(text).ok()) << text;
    EXPECT_FALSE(engine::ParseCommand(text).ok()) << text;
  }
}

TEST(Scenario, CivilTimesAreCheckedByField) {
  EXPECT_EQ(engine::ParseCivilTime("1970-01-01T00:00:00").value(), 0);
  EXPECT_EQ(engine::ParseCivilTime("2000-02-29T00:00:01").value(), 951'782'401'000);
  for (const char* text : {"", "2006-13-01T00:00:00", "2006-10-23T24:00:00", "2006-10-23 xx:00:00",
                           "2006-10-23T21:48"}) {
    EXPECT_FALSE(engine::ParseCivilTime(text).ok()) << text;
  }
}

TEST(Scenario, ATimelineHoldsOnlyWhatChangesTheRun) {
  test::Json scenario = test::SmallScenario();
  scenario["timeline"][0]["command"] = {{"kind", "pause"}};
  const Result<engine::Scenario> refused = engine::ParseScenario(scenario.dump());
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("timeline.0.command.kind: 'pause' steers a run"),
            std::string::npos)
      << refused.error().message;
}

TEST(Scenario, WhatIsOutOfItsRangeIsRefusedByName) {
  test::Json scenario = test::SmallScenario();
  scenario["database"]["filledPercent"] = 86;
  const Result<engine::Scenario> filled = engine::ParseScenario(scenario.dump());
  ASSERT_FALSE(filled.ok());
  EXPECT_NE(filled.error().message.find("database.filledPercent is 86; allowed: 5 to 85"),
            std::string::npos);
  for (const char* command :
       {R"({"kind":"rebuildIndex","index":0})", R"({"kind":"rebuildIndex","index":10})"}) {
    const auto index = engine::ParseCommand(command);
    ASSERT_FALSE(index.ok());
    EXPECT_NE(index.error().message.find("index of rebuildIndex is"), std::string::npos);
  }
  const auto batch = engine::ParseCommand(R"({"kind":"updateTable","batchRows":-1})");
  ASSERT_FALSE(batch.ok());
  EXPECT_NE(batch.error().message.find("batchRows of updateTable is -1"), std::string::npos);
}

TEST(Scenario, ARestartIsCleanOrACrash) {
  const auto crash = engine::ParseCommand(R"({"kind":"restartServer","mode":"crash"})");
  ASSERT_TRUE(crash.ok());
  EXPECT_FALSE(crash.value().clean);
  EXPECT_TRUE(crash.value().ChangesRun());
  EXPECT_TRUE(engine::ParseCommand(R"({"kind":"restartServer","mode":"clean"})").value().clean);
  const auto refused = engine::ParseCommand(R"({"kind":"restartServer","mode":"power"})");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("'power'; allowed: clean, crash"), std::string::npos);
}

TEST(Scenario, TheErrorPastASparseFilesLimitIsOneOfTwo) {
  test::Json scenario = test::SmallScenario();
  scenario["storage"]["sparseFileLimitMiB"] = 3;
  scenario["storage"]["sparseFileLimitError"] = "1450";
  const Result<engine::Scenario> parsed = engine::ParseScenario(scenario.dump());
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().sparse_file_limit_bytes, 3U << 20);
  EXPECT_EQ(parsed.value().sparse_file_limit_error, 1450);
  scenario["storage"]["sparseFileLimitError"] = "112";
  const Result<engine::Scenario> refused = engine::ParseScenario(scenario.dump());
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("sparseFileLimitError is '112'; allowed: 665, 1450"),
            std::string::npos);
}

TEST(Scenario, PushUnitAndPushPolicyAreOfTwoEach) {
  test::Json scenario = test::SmallScenario();
  const engine::Scenario usual = engine::ParseScenario(scenario.dump()).value();
  EXPECT_FALSE(usual.pushes_extents);
  EXPECT_FALSE(usual.pushes_ahead);
  scenario["storage"]["pushUnit"] = "extent";
  scenario["storage"]["pushPolicy"] = "writeAhead";
  scenario["storage"]["preImageMemoryMiB"] = 3;
  const engine::Scenario other = engine::ParseScenario(scenario.dump()).value();
  EXPECT_TRUE(other.pushes_extents);
  EXPECT_TRUE(other.pushes_ahead);
  EXPECT_EQ(other.pre_image_bytes, 3U << 20);
  const auto refusal = [](test::Json wrong) {
    return engine::ParseScenario(wrong.dump()).error().message;
  };
  scenario["storage"]["pushPolicy"] = "lazy";
  EXPECT_NE(refusal(scenario).find("pushPolicy is 'lazy'; allowed: synchronous, writeAhead"),
            std::string::npos);
  scenario["storage"]["pushUnit"] = "row";
  EXPECT_NE(refusal(scenario).find("pushUnit is 'row'; allowed: page, extent"), std::string::npos);
}

}  // namespace
}  // namespace snapscope
