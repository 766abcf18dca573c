// The ghost clean-up in a run: its pace, its wait, and what it costs a snapshot.
#include <gtest/gtest.h>

#include "test/support/timeline_entries.h"

namespace snapscope::ghost_cleanup_test {
namespace {

using test::At;
using test::Create;
using test::Json;

/// Users for two seconds, a snapshot after they have gone, and nobody any more.
Json QuietAfterDeletes(const std::string& version) {
  Json scenario = test::SmallScenario();
  scenario["server"]["engineVersion"] = version;
  scenario["database"]["nonclusteredIndexes"] = 1;
  scenario["durationSeconds"] = 24;
  scenario["timeline"] = Json::array({At(2, test::SetUsers(0)), At(3, Create("snap_1"))});
  return scenario;
}

TEST(GhostCleanup, GrowsASnapshotThatNobodyElsePushesTo) {
  const Json summary = test::RunVerified(QuietAfterDeletes("2005"));
  // At 5, 10, 15 and 20 s, ten pages each, less those of one extent's map and the like.
  const uint64_t pushed = summary["snapshots"][0]["pagesPushed"];
  EXPECT_GE(pushed, 35U);
  EXPECT_LE(pushed, 60U);
  EXPECT_GE(test::WaitOf(summary, "SLEEP_TASK")["waiting_tasks_count"], 4);

  const Json newer = test::RunToSummary(QuietAfterDeletes("2016"));
  EXPECT_EQ(newer["run"]["verified"], true);
  const uint64_t pushed_since_2008 = newer["snapshots"][0]["pagesPushed"];
  EXPECT_GE(pushed_since_2008, 18U) << "at 10 and 20 s";
  EXPECT_LT(pushed_since_2008, pushed);
}

}  // namespace
}  // namespace snapscope::ghost_cleanup_test
