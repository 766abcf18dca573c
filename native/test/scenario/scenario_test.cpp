// Scenarios and commands cross a process boundary as text: whatever it is, the answer is a scenario
// or an error.
#include "scenario/scenario.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "database/initial_database.h"
#include "scenario/number_ranges_generated.h"
#include "test/support/outcomes.h"
#include "test/support/run_support.h"

namespace snapscope::scenario_test {
namespace {

TEST(Scenario, ReadsUnitsIntoNanosecondsAndBytes) {
  const scenario::Scenario scenario = scenario::ParseScenario(test::SmallScenario().dump()).value();
  EXPECT_EQ(scenario.duration, 12 * kSecond);
  EXPECT_EQ(scenario.sample_interval, 500 * kMillisecond);
  EXPECT_EQ(scenario.data_bytes, 64ULL << 20);
  EXPECT_EQ(std::get<scenario::QueueDescription>(scenario.volumes.at(0).device).read_service,
            5 * kMillisecond);
  EXPECT_EQ(std::get<scenario::AtTime>(scenario.timeline.at(0).trigger).at, 3 * kSecond);
  EXPECT_EQ(scenario.timeline.at(0).command.As<scenario::CreateSnapshot>()->name, "snap_1");
  EXPECT_EQ(scenario.origin_unix_ms, 1'161'640'087'000);
}

TEST(Scenario, TakesWhatIsWholeInEachFormat) {
  const auto problem = [](int format) {
    test::Json scenario = test::SmallScenario();
    scenario["formatVersion"] = format;
    const auto parsed = scenario::ParseScenario(scenario.dump());
    return parsed.ok() ? std::string() : parsed.error().message;
  };
  EXPECT_EQ(problem(1), "");
  EXPECT_EQ(problem(2), "");
  test::ExpectHas(problem(3), "formatVersion: 3 is not allowed");
}

TEST(Scenario, RefusesWhatLacksOrMistypesAnyMember) {
  const test::Json whole = test::SmallScenario();
  for (const auto& [key, value] : whole.items()) {
    // These are for people; the engine does not read them.
    if (key == "formatVersion" || key == "description") continue;
    test::Json lacking = whole;
    lacking.erase(key);
    EXPECT_FALSE(scenario::ParseScenario(lacking.dump()).ok()) << key << " is missing";
    test::Json mistyped = whole;
    mistyped[key] = test::Json::object({{"unexpected", true}});
    EXPECT_FALSE(scenario::ParseScenario(mistyped.dump()).ok())
        << key << " is an object of no sense";
  }
}

TEST(Scenario, TheSmallestDatabaseHoldsATableWithFiveNonclusteredIndexes) {
  const auto plan = [](uint32_t row_bytes, uint32_t fill, uint32_t indexes) {
    test::Json scenario = test::SmallScenario();
    scenario["database"]["sizeMiB"] = 1;
    scenario["database"]["rowBytes"] = row_bytes;
    scenario["database"]["fillFactorPercent"] = fill;
    scenario["database"]["nonclusteredIndexes"] = indexes;
    return database::InitialDatabase::Plan(scenario::ParseScenario(scenario.dump()).value());
  };
  for (const uint32_t row_bytes : {64U, 256U}) {
    for (const uint32_t fill : {90U, 100U}) {
      for (const uint32_t indexes : {0U, 5U}) {
        EXPECT_TRUE(plan(row_bytes, fill, indexes).ok()) << row_bytes << ' ' << fill;
      }
    }
  }
  const auto too_many = plan(64, 90, 6);
  ASSERT_FALSE(too_many.ok());
  test::ExpectHas(too_many.error().message, "database.sizeMiB is 1");
}

TEST(Scenario, RefusesATableOfTooFewRowsForATransaction) {
  test::Json scenario = test::SmallScenario();
  scenario["database"].update(
      {{"sizeMiB", 2}, {"filledPercent", 20}, {"rowBytes", 4000}, {"nonclusteredIndexes", 2}});
  const auto planned =
      database::InitialDatabase::Plan(scenario::ParseScenario(scenario.dump()).value());
  ASSERT_FALSE(planned.ok());
  test::ExpectHas(planned.error().message, "allowed: what gives at least 64 rows in 8 pages");
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
  const scenario::Scenario parsed = scenario::ParseScenario(scenario.dump()).value();
  EXPECT_EQ(parsed.timeline.at(0).name, "create");
  const auto& after = std::get<scenario::AfterEvent>(parsed.timeline.at(1).trigger);
  EXPECT_EQ(after.step, 0U);
  EXPECT_EQ(after.event, "redo");
  EXPECT_EQ(after.delay, 1'500 * kMillisecond);
  const auto& when = std::get<scenario::WhenCounter>(parsed.timeline.at(2).trigger);
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
    EXPECT_FALSE(scenario::ParseScenario(text).ok()) << text;
    EXPECT_FALSE(scenario::ParseCommand(text).ok()) << text;
  }
}

TEST(Scenario, CivilTimesAreCheckedByField) {
  EXPECT_EQ(scenario::ParseCivilTime("1970-01-01T00:00:00").value(), 0);
  EXPECT_EQ(scenario::ParseCivilTime("2000-02-29T00:00:01").value(), 951'782'401'000);
  for (const char* text : {"", "2006-13-01T00:00:00", "2006-10-23T24:00:00", "2006-10-23 xx:00:00",
                           "2006-10-23T21:48"}) {
    EXPECT_FALSE(scenario::ParseCivilTime(text).ok()) << text;
  }
}

/// A scenario that has every number there is; the contract's tests use the same.
test::Json EveryNumber() {
  std::ifstream file("app/contract/testing/every-number.json");
  test::Json scenario = test::SmallScenario();
  scenario.update(test::Json::parse(file));
  return scenario;
}

using Places = std::vector<test::Json::json_pointer>;

/// The values below `root` that the path of a range names.
Places PlacesOf(const test::Json& root, std::string_view pattern) {
  Places places = {test::Json::json_pointer()};
  for (size_t begin = 0; begin <= pattern.size();) {
    const size_t end = std::min(pattern.find('.', begin), pattern.size());
    const std::string key(pattern.substr(begin, end - begin));
    begin = end + 1;
    Places below;
    for (const auto& place : places) {
      const test::Json& value = root[place];
      if (key == "*") {
        for (size_t i = 0; i < value.size(); ++i) below.push_back(place / i);
      } else if (key.starts_with('(')) {
        if (value.contains("kind") && '(' + value["kind"].get<std::string>() + ')' == key) {
          below.push_back(place);
        }
      } else if (value.contains(key)) {
        below.push_back(place / key);
      }
    }
    places = std::move(below);
  }
  return places;
}

std::string PlaceInWords(const test::Json::json_pointer& place) {
  std::string words = place.to_string().substr(1);
  std::ranges::replace(words, '/', '.');
  return words;
}

/// Sets what the range is of to what it does not allow, in each of its places, and expects that
/// `problem` of the document names place and value.
template <typename Problem>
size_t ExpectRefusals(const scenario::NumberRange& range, const test::Json& document,
                      Problem problem) {
  const double unit = range.steps_per_unit == 0 ? 1 : 1 / static_cast<double>(range.steps_per_unit);
  std::vector<test::Json> refused = {range.least - unit, range.most + unit, "many", true};
  if (!range.or_null) refused.emplace_back(nullptr);
  if (range.steps_per_unit > 0) refused.emplace_back(range.least + unit / 2);
  const Places places = PlacesOf(document, range.path);
  for (const auto& place : places) {
    for (const test::Json& value : refused) {
      test::Json changed = document;
      changed[place] = value;
      const std::string said = problem(changed.dump());
      EXPECT_NE(said.find(PlaceInWords(place) + ": " + value.dump() + " is not allowed; allowed: "),
                std::string::npos)
          << place << " is " << value << ": '" << said << "'";
    }
  }
  return places.size();
}

TEST(Scenario, RefusesOneBelowAndOneAboveOfEachNumberAsTheContractDoes) {
  const test::Json scenario = EveryNumber();
  for (const scenario::NumberRange& range : scenario::kNumberRanges) {
    size_t places = ExpectRefusals(range, scenario, [](const std::string& text) {
      const auto parsed = scenario::ParseScenario(text);
      return parsed.ok() ? std::string() : parsed.error().message;
    });
    for (const test::Json& entry : scenario["commands"]) {
      places += ExpectRefusals(range, entry["command"], [](const std::string& text) {
        const auto parsed = scenario::ParseCommand(text);
        return parsed.ok() ? std::string() : parsed.error().message;
      });
    }
    EXPECT_GT(places, 0U) << range.path << " is in no document";
  }
}

TEST(Scenario, TakesTheLeastAndTheMostOfEachNumberThatStandsAlone) {
  const auto parses = [](const char* place, double value) {
    test::Json scenario = EveryNumber();
    scenario[test::Json::json_pointer(place)] = value;
    return scenario::ParseScenario(scenario.dump()).ok();
  };
  EXPECT_TRUE(parses("/server/schedulers", 1));
  EXPECT_TRUE(parses("/server/schedulers", 256));
  EXPECT_TRUE(parses("/sampleIntervalMs", 10));
  EXPECT_TRUE(parses("/warmupSeconds", 0.001));
  EXPECT_TRUE(parses("/warmupSeconds", 0.3)) << "three tenths are no double, yet whole steps";
  EXPECT_TRUE(parses("/workload/users", 0));
  EXPECT_TRUE(parses("/commands/4/command/pace", 0.1));
}

TEST(Scenario, TellsEachChoiceWhereANumberIsOneOfSome) {
  test::Json scenario = test::SmallScenario();
  scenario["traceFlags"][1] = 1222;
  EXPECT_EQ(scenario::ParseScenario(scenario.dump()).error().message,
            "the scenario cannot be read: traceFlags.1: 1222 is not allowed; allowed: 1810, 3004, "
            "3213, 3400, 3502, 3504, 3605");
  EXPECT_EQ(scenario::ParseCommand(R"({"kind":"setUsers","users":10001})").error().message,
            "the command cannot be read: users: 10001 is not allowed; allowed: an integer from 0 "
            "to 10000");
}

TEST(Scenario, ReadsWhetherARestartIsACrash) {
  const auto crash = scenario::ParseCommand(R"({"kind":"restartServer","mode":"crash"})");
  ASSERT_TRUE(crash.ok());
  EXPECT_EQ(crash.value().As<scenario::RestartServer>()->mode, scenario::RestartMode::kCrash);
  EXPECT_FALSE(crash.value().Steers());
}

// 1.001 s is a little less as a floating-point number: a commit at that very time would be left
// out.
TEST(Scenario, ARestoreStopsAtTheVeryNanosecond) {
  for (int64_t ms = 0; ms <= 5000; ++ms) {
    const test::Json command = {{"kind", "restore"},
                                {"stopAtSeconds", static_cast<double>(ms) / 1000}};
    const auto parsed = scenario::ParseCommand(command.dump());
    ASSERT_TRUE(parsed.ok()) << parsed.error().message;
    ASSERT_EQ(parsed.value().As<scenario::Restore>()->stop_at, ms * kMillisecond) << command.dump();
  }
}

TEST(Scenario, SpansOfACreationAreGivenToTheMillisecond) {
  test::Json scenario = test::SmallScenario();
  const scenario::Scenario usual = scenario::ParseScenario(scenario.dump()).value();
  EXPECT_EQ(usual.span_before_opening, 0);
  EXPECT_EQ(usual.span_before_start_up, 0);
  scenario["storage"]["spans"] = {{"beforeOpeningSeconds", 58.55},
                                  {"beforeStartUpSeconds", 338.57}};
  const scenario::Scenario given = scenario::ParseScenario(scenario.dump()).value();
  EXPECT_EQ(given.span_before_opening, 58'550 * kMillisecond);
  EXPECT_EQ(given.span_before_start_up, 338'570 * kMillisecond);
}

TEST(Scenario, ReadsChoicesOfTwo) {
  test::Json scenario = test::SmallScenario();
  const scenario::Scenario usual = scenario::ParseScenario(scenario.dump()).value();
  EXPECT_FALSE(usual.pushes_extents);
  EXPECT_FALSE(usual.pushes_ahead);
  scenario["storage"]["pushUnit"] = "extent";
  scenario["storage"]["pushPolicy"] = "writeAhead";
  scenario["storage"]["preImageMemoryMiB"] = 3;
  scenario["storage"]["sparseFileLimitMiB"] = 5;
  scenario["storage"]["sparseFileLimitError"] = "1450";
  scenario["workload"]["accessOrder"] = "random";
  const scenario::Scenario other = scenario::ParseScenario(scenario.dump()).value();
  EXPECT_TRUE(other.pushes_extents);
  EXPECT_TRUE(other.pushes_ahead);
  EXPECT_EQ(other.pre_image_bytes, 3U << 20);
  EXPECT_EQ(other.sparse_file_limit_bytes, 5U << 20);
  EXPECT_EQ(other.sparse_file_limit_error, 1450);
  EXPECT_TRUE(other.random_access_order);
}

TEST(Scenario, AnIndexIsBuiltOnlineOrNot) {
  test::Json scenario = test::SmallScenario();
  const auto parsed = [&scenario](const test::Json& online) {
    scenario["timeline"][0]["command"] = {
        {"kind", "rebuildIndex"}, {"index", 1}, {"online", online}};
    return scenario::ParseScenario(scenario.dump());
  };
  EXPECT_TRUE(parsed(true).value().timeline[0].command.As<scenario::RebuildIndex>()->online);
  EXPECT_FALSE(parsed(false).value().timeline[0].command.As<scenario::RebuildIndex>()->online);
  test::ExpectHas(parsed("yes").error().message,
                  "online: \"yes\" is not allowed; allowed: true, false");
}

}  // namespace
}  // namespace snapscope::scenario_test
