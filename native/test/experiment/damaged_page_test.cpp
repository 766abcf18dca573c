// A page that the disk has damaged: who meets it, what goes on, and what mends it.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/timeline_entries.h"

namespace snapscope::damaged_page_test {
namespace {

using test::At;
using test::Backup;
using test::Create;
using test::Json;
using test::Restore;
using test::RunToSummary;

Json Damage(Json page = nullptr) { return {{"kind", "damagePage"}, {"page", std::move(page)}}; }

/// Users come by each page within seconds, and memory holds a quarter of them.
Json ScenarioWith(const std::vector<Json>& timeline) {
  Json scenario = test::ScenarioWith(
      {{"sizeMiB", 8}, {"filledPercent", 60}, {"recoveryModel", "full"}}, 10, timeline);
  scenario["server"]["memoryMiB"] = 1;
  scenario["workload"]["accessOrder"] = "random";
  return scenario;
}

constexpr char kText[] =
    "SQL Server detected a logical consistency-based I/O error: incorrect page";

TEST(DamagedPage, UsersAreRolledBackTheServerGoesOnAndTheRunSaysThatItIsStillThere) {
  const Json summary = RunToSummary(
      ScenarioWith({At(4, Damage()), At(6, test::Check()), At(9, Backup("late", "full"))}));
  EXPECT_EQ(summary["run"]["verified"], false) << summary["run"].dump();
  const std::string error = summary["run"]["error"]["message"];
  EXPECT_TRUE(error.starts_with("The database is damaged, and nobody has restored it: page (1:"))
      << error;
  const size_t met = summary["transactions"]["damagedPage"];
  EXPECT_GT(met, 0U) << summary["timeline"].dump();
  EXPECT_EQ(test::CountLines(summary, kText), met);
  EXPECT_EQ(test::CountLines(summary, "Error: 824, Severity: 24, State: 2."), met);
  EXPECT_EQ(test::PhaseOf(summary, "consistencyCheck")["figures"]["errors"], 1);
  EXPECT_NE(summary["timeline"][2].dump().find("Msg 3043"), std::string::npos)
      << summary["timeline"].dump();
  EXPECT_EQ(summary["run"]["engineMs"], 12'000) << "it came to its end";
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
}

TEST(DamagedPage, ARestoreWithTheTailMendsIt) {
  const Json summary = test::RunVerified(
      ScenarioWith({At(2, Backup("one", "full")), At(4, Damage()), At(7, Restore()),
                    At(10, Backup("two", "full")), At(11, Create("snap"))}));
  EXPECT_EQ(summary["restores"][0]["verified"], true);
  EXPECT_GT(summary["transactions"]["damagedPage"], 0);
  EXPECT_EQ(summary["timeline"][3]["outcome"], "completed") << "every page can be read again";
}

TEST(DamagedPage, IsOneThatIsOnTheDiskAlone) {
  Json scenario = ScenarioWith(
      {At(2, Damage("1:24")), At(3, Damage()), At(4, Damage("1:999999")), At(5, Damage("9:1"))});
  scenario["server"]["memoryMiB"] = 16;
  scenario["server"]["poolAtStart"] = "warm";
  const Json summary = test::RunCompleted(scenario);
  const auto refusal = [&summary](size_t step) {
    const Json& message = summary["timeline"][step]["message"];
    return message.is_null() ? std::string() : message.get<std::string>();
  };
  EXPECT_TRUE(refusal(0).starts_with("Page (1:24) is in memory")) << refusal(0);
  EXPECT_TRUE(refusal(1).starts_with("No page of the table was found")) << refusal(1);
  EXPECT_EQ(refusal(2),
            "There is no page (1:999999) in use: the database has 1 data files of 1024 pages.");
  EXPECT_TRUE(refusal(3).starts_with("There is no page (9:1) in use")) << refusal(3);
}

}  // namespace
}  // namespace snapscope::damaged_page_test
