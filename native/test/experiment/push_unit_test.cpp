// Beyond the product: the first change of a page takes along the others of its extent.
#include <gtest/gtest.h>

#include "test/support/scenarios.h"

namespace snapscope::push_unit_test {
namespace {

using test::Json;
using test::ScenarioOfUnit;

TEST(PushUnit, AnExtentIsPushedWithItsFirstChangeInFewerAndLargerWrites) {
  const Json page = test::RunToSummary(ScenarioOfUnit("page"));
  const Json extent = test::RunToSummary(ScenarioOfUnit("extent"));
  EXPECT_EQ(extent["run"]["verified"], true) << extent["run"].dump();
  EXPECT_EQ(extent["sessions"]["eachAddsUp"], true);
  const Json& snapshot = extent["snapshots"][0];
  const Json& alone = page["snapshots"][0];
  EXPECT_EQ(alone["pagesPushedAlong"], 0);
  EXPECT_GT(snapshot["pagesPushed"], alone["pagesPushed"]);
  EXPECT_GT(snapshot["pagesPushedAlong"].get<double>(),
            0.5 * snapshot["pagesPushed"].get<double>());
  const Json of_page = test::FileOf(page, "snap_1");
  const Json of_extent = test::FileOf(extent, "snap_1");
  EXPECT_LT(of_extent["writes"].get<double>(), 0.6 * of_page["writes"].get<double>());
  EXPECT_GT(of_extent["bytesWritten"], of_page["bytesWritten"]);
}

TEST(PushUnit, PagesOfTheExtentThatAreNotInMemoryAreReadAndBilled) {
  Json scenario = ScenarioOfUnit("extent");
  scenario["server"]["memoryMiB"] = 4;
  const Json extent = test::RunToSummary(scenario);
  scenario["storage"]["pushUnit"] = "page";
  const Json page = test::RunToSummary(scenario);
  EXPECT_EQ(extent["run"]["verified"], true) << extent["run"].dump();
  const auto reads = [](const Json& summary) {
    return test::WaitOf(summary, "IO_COMPLETION")["waiting_tasks_count"].get<uint64_t>();
  };
  EXPECT_GT(reads(extent), reads(page) + 100);
}

}  // namespace
}  // namespace snapscope::push_unit_test
