// UPDATE of every row of the table while snapshots, users and crashes come in between.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/timeline_entries.h"

namespace snapscope::table_update_test {
namespace {

using test::At;
using test::Create;
using test::Json;
using test::PhasesOf;
using test::Update;

Json ScenarioWith(uint32_t users, const std::vector<Json>& timeline) {
  return test::ScenarioWith({{"sizeMiB", 4}, {"nonclusteredIndexes", 1}}, users, timeline);
}

/// Pages of the table, of 4 MiB less its index.
constexpr int kTablePages = 350;

class InBatches : public ::testing::TestWithParam<uint64_t> {};

TEST_P(InBatches, TheFirstUpdateAfterASnapshotPushesEveryPageAndTheSecondNone) {
  const Json summary = test::RunVerified(ScenarioWith(
      0, {At(1, Create("snap_1")), At(3, Update(GetParam())), At(8, Update(GetParam()))}));
  const std::vector<Json> updates = PhasesOf(summary, "tableUpdate");
  ASSERT_EQ(updates.size(), 2U);
  const Json& first = updates[0]["figures"];
  const Json& second = updates[1]["figures"];
  EXPECT_LT(updates[0]["endMs"], 8000);
  EXPECT_GT(first["pagesPushed"], kTablePages);
  EXPECT_EQ(second["pagesPushed"], 0);
  EXPECT_GT(first["rows"], 25 * kTablePages);
  EXPECT_EQ(first["rows"], second["rows"]);
  const uint64_t rows = first["rows"];
  EXPECT_EQ(first["transactions"], GetParam() == 0 ? 1 : (rows - 1) / GetParam() + 1);
}

INSTANTIATE_TEST_SUITE_P(TableUpdate, InBatches, ::testing::Values(0, 1000), [](const auto& test) {
  return test.param == 0 ? "OneTransaction" : "Batches";
});

TEST(TableUpdate, GoesOnBesideUsersWhoDeadlockWithIt) {
  Json scenario = ScenarioWith(20, {At(2, Create("snap_1")), At(2.5, Update(1000))});
  scenario["database"]["sizeMiB"] = 16;
  scenario["workload"].update({{"accessOrder", "random"}, {"hotRows", 64}, {"thinkTimeMs", 3}});
  scenario["durationSeconds"] = 40;
  const Json summary = test::RunVerified(scenario);
  const std::vector<Json> updates = PhasesOf(summary, "tableUpdate");
  ASSERT_EQ(updates.size(), 1U);
  ASSERT_TRUE(updates[0]["endMs"].is_number()) << updates[0].dump();
  EXPECT_GT(updates[0]["figures"]["deadlocks"], 0);
  EXPECT_GT(updates[0]["figures"]["rows"], 25 * kTablePages);
}

TEST(TableUpdate, IsTakenBackWhenTheServerCrashes) {
  const Json summary = test::RunVerified(
      ScenarioWith(4, {At(1, Create("snap_1")), At(3, Update(0)), At(3.1, test::Crash())}));
  const std::vector<Json> updates = PhasesOf(summary, "tableUpdate");
  ASSERT_EQ(updates.size(), 1U);
  EXPECT_EQ(updates[0]["endMs"], 3100) << "with the server";
}

TEST(TableUpdate, RollsBackAndEndsWhenTheLogIsFull) {
  Json scenario = ScenarioWith(0, {At(1, Update(0)), At(8, Create("snap_1"))});
  scenario["database"]["logSizeMiB"] = 4;
  scenario["database"]["rowBytes"] = 100;
  const Json summary = test::RunVerified(scenario);
  ASSERT_EQ(summary["timeline"].size(), 2U);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed") << summary["timeline"].dump();
  const std::string message = summary["timeline"][0]["message"];
  EXPECT_NE(message.find("9002"), std::string::npos) << message;
  EXPECT_EQ(summary["timeline"][1]["outcome"], "completed");
  EXPECT_EQ(summary["snapshots"][0]["verified"], true) << "it shows what was rolled back";
}

}  // namespace
}  // namespace snapscope::table_update_test
