// A pool that is warm at the start: what it holds, and what users find.
#include "database/warm_pool.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "scenario/scenario.h"
#include "test/support/run_support.h"

namespace snapscope::database::warm_pool_test {
namespace {

using test::Json;

scenario::Scenario ScenarioOf(const Json& json) {
  Result<scenario::Scenario> scenario = scenario::ParseScenario(json.dump());
  CHECK(scenario.ok(), "%s", scenario.ok() ? "" : scenario.error().message.c_str());
  return std::move(scenario).value();
}

/// Pages by their level, of all trees.
std::map<uint16_t, uint64_t> Levels(const InitialDatabase& initial,
                                    const std::vector<PageId>& pages) {
  std::map<uint16_t, uint64_t> levels;
  for (const PageId page : pages) {
    const auto place = initial.PlaceOf(page);
    EXPECT_TRUE(place) << "a page of no tree";
    if (place) ++levels[place->level];
  }
  return levels;
}

TEST(WarmPool, HoldsInteriorPagesAndTheSameShareOfLeavesEverywhere) {
  Json json = test::SmallScenario();
  json["database"]["nonclusteredIndexes"] = 1;
  const scenario::Scenario scenario = ScenarioOf(json);
  const auto initial = InitialDatabase::Plan(scenario);
  ASSERT_TRUE(initial.ok());
  constexpr uint64_t kMost = 1000;
  const std::vector<PageId> pages = PagesOfWarmPool(*initial, scenario, kMost);
  EXPECT_EQ(pages.size(), kMost);
  EXPECT_EQ(std::set<PageId>(pages.begin(), pages.end()).size(), kMost);
  EXPECT_EQ(Levels(*initial, pages)[1], 16u);  // all of them
  // Each of eight parts has an eighth of the leaves that are held.
  std::map<uint64_t, uint64_t> by_part;
  for (uint64_t leaf = 0; leaf < initial->leaf_pages(); ++leaf) {
    const bool held = std::ranges::find(pages, initial->LeafAt(leaf)) != pages.end();
    if (held) ++by_part[leaf * 8 / initial->leaf_pages()];
  }
  for (const auto& [part, held] : by_part) EXPECT_NEAR(held, kMost / 8, 10) << part;
  EXPECT_FALSE(std::ranges::is_sorted(pages));
}

TEST(WarmPool, HoldsTheLeavesOfHotRowsAndNoOthersOfTheTable) {
  Json json = test::SmallScenario();
  json["workload"]["hotRows"] = 500;
  const scenario::Scenario scenario = ScenarioOf(json);
  const auto initial = InitialDatabase::Plan(scenario);
  ASSERT_TRUE(initial.ok());
  const std::vector<PageId> pages = PagesOfWarmPool(*initial, scenario, 100'000);
  uint64_t leaves = 0;
  for (const PageId page : pages) {
    const auto place = initial->PlaceOf(page);
    ASSERT_TRUE(place);
    if (place->index != kAccounts || place->level > 0) continue;
    ++leaves;
    EXPECT_LE(place->keys.first, 500 * kAccountKeyStride);
  }
  const uint64_t rows_per_leaf = initial->accounts().rows_per_leaf;
  EXPECT_EQ(leaves, (500 + rows_per_leaf - 1) / rows_per_leaf);
}

Json RunFrom(const std::string& pool) {
  Json json = test::SmallScenario();
  json["server"].update({{"memoryMiB", 96}, {"poolAtStart", pool}});
  json["timeline"] = Json::array();
  json["durationSeconds"] = 5;
  json["warmupSeconds"] = 0;
  return test::RunToSummary(json);
}

TEST(WarmPool, ThatHoldsTheWholeTableReadsNothing) {
  const Json warm = RunFrom("warm");
  EXPECT_EQ(warm["counters"]["pageReadsPerSecond"]["max"], 0);
  EXPECT_EQ(test::WaitOf(warm, "PAGEIOLATCH_SH")["waiting_tasks_count"], 0);
  EXPECT_EQ(warm["files"][0]["reads"], 0);
  const Json empty = RunFrom("empty");
  EXPECT_GT(empty["counters"]["pageReadsPerSecond"]["max"], 100);
  EXPECT_GT(warm["transactions"]["perSecond"], empty["transactions"]["perSecond"]);
}

}  // namespace
}  // namespace snapscope::database::warm_pool_test
