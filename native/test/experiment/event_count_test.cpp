// Golden: executor events per transaction. What the benchmarks count a second means something only
// while a transaction takes the same number of them: an event that does no work would make the
// engine look faster. Who adds events for good reason raises the figure here, and says why.
#include <gtest/gtest.h>

#include "test/support/run_support.h"

namespace snapscope::event_count_test {
namespace {

using test::Json;

/// Events per transaction, rounded up.
uint64_t EventsPerTransaction(Json scenario) {
  scenario["warmupSeconds"] = 0;  // the statistics then count every transaction
  const Json summary = test::RunToSummary(scenario);
  const auto events = summary["executor"]["events"].get<uint64_t>();
  const uint64_t transactions = summary["transactions"]["total"].get<uint64_t>() +
                                summary["transactions"]["rolledBack"].get<uint64_t>();
  CHECK(transactions > 1000, "a run that says nothing");
  return (events + transactions - 1) / transactions;
}

TEST(EventCount, OfATransactionDoesNotGrow) {
  Json with_snapshot = test::SmallScenario();
  Json without = with_snapshot;
  without["timeline"] = Json::array();
  Json read_only = without;
  read_only["workload"]["profile"] = "read-only";
  EXPECT_LE(EventsPerTransaction(read_only), 18U);
  // Checkpoint, lazy writer, log and pushes pay for each I/O that they ask for.
  EXPECT_LE(EventsPerTransaction(without), 31U);
  EXPECT_LE(EventsPerTransaction(with_snapshot), 43U);
}

// A frame that is freed wakes one of them, however many there are.
TEST(EventCount, DoesNotGrowWithThoseWhoWaitForAFrame) {
  Json scenario = test::SmallScenario();
  scenario["timeline"] = Json::array();
  scenario["server"]["memoryMiB"] = 4;
  scenario["workload"].update({{"users", 256}, {"thinkTimeMs", 0}});
  EXPECT_LE(EventsPerTransaction(scenario), 90U);
}

}  // namespace
}  // namespace snapscope::event_count_test
