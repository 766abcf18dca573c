// A table that is page-compressed by a rebuild, or from the start: what it has, and that nobody
// changes it.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/kept_run.h"
#include "test/support/outcomes.h"
#include "test/support/timeline_entries.h"

namespace snapscope::page_compression_test {
namespace {

using test::At;
using test::Compress;
using test::Create;
using test::Json;
using test::KeptRun;
using test::PhasesOf;
using test::Scan;
using test::Update;

Json ScenarioWith(uint32_t users, const std::vector<Json>& timeline) {
  Json scenario = test::ScenarioWith({{"sizeMiB", 16},
                                      {"filledPercent", 40},
                                      {"rowBytes", 112},
                                      {"fillFactorPercent", 100},
                                      {"content", "lineitem"}},
                                     users, timeline);
  scenario["server"].update({{"memoryMiB", 64}, {"schedulers", 8}});
  return scenario;
}

class InEachModel : public ::testing::TestWithParam<const char*> {};

TEST_P(InEachModel, ARebuildMakesTheTableHalfAsLargeAndItsRowsStay) {
  Json scenario =
      ScenarioWith(0, {At(1, Scan(8)), At(2, Create("before")), At(3, Compress()), At(6, Scan(8)),
                       At(7, Create("after")), At(8, test::Check()), At(9, Scan(8, "after"))});
  scenario["database"]["recoveryModel"] = GetParam();
  scenario["database"]["nonclusteredIndexes"] = 1;
  for (const page::PageForm form : {page::PageForm::kFull, page::PageForm::kCompact}) {
    KeptRun run(scenario, form);
    test::ExpectVerified(run.summary());
    const Json& scans = run.summary()["scans"];
    ASSERT_EQ(scans.size(), 3U) << run.summary()["timeline"].dump();
    EXPECT_EQ(scans[0]["rows"], scans[1]["rows"]);
    EXPECT_EQ(scans[0]["rows"], scans[2]["rows"]);
    const double smaller = 1 - scans[1]["pages"].get<double>() / scans[0]["pages"].get<double>();
    EXPECT_GT(smaller, 0.40);
    EXPECT_LT(smaller, 0.65);
    EXPECT_EQ(PhasesOf(run.summary(), "consistencyCheck")[0]["figures"]["errors"], 0);
  }
}

INSTANTIATE_TEST_SUITE_P(PageCompression, InEachModel, ::testing::Values("simple", "full"));

TEST(PageCompression, ACompressedTableIsReadOnlyUntilItIsRebuiltWithout) {
  const Json summary = test::RunVerified(
      ScenarioWith(10, {At(2, Compress()), At(5, Update(100)), At(6, test::Rebuild(1)),
                        At(9, Update(1000)), At(11, Create("last"))}));
  const std::vector<Json>& steps = summary["timeline"];
  EXPECT_EQ(steps[0]["outcome"], "completed") << steps[0].dump();
  test::ExpectHas(test::RefusalOf(summary, 1), "page-compressed");
  EXPECT_EQ(steps[2]["outcome"], "completed") << steps[2].dump();
  EXPECT_EQ(steps[3]["outcome"], "completed") << steps[3].dump();
  EXPECT_GT(summary["transactions"]["compressedTable"], 0);
}

TEST(PageCompression, ACrashLeavesTheTableAsItWasOrCompressed) {
  for (int tenths = 0; tenths <= 10; tenths += 2) {
    const Json summary = test::RunVerified(ScenarioWith(
        4, {At(1, Create("snap")), At(2, Compress()), At(2 + 0.1 * tenths, test::Crash()),
            At(6, Scan(8)), At(7, test::Check())}));
    EXPECT_EQ(summary["timeline"][3]["outcome"], "completed") << summary["timeline"].dump();
    EXPECT_EQ(PhasesOf(summary, "consistencyCheck")[0]["figures"]["errors"], 0) << tenths;
  }
}

TEST(PageCompression, ATableMayBeginCompressed) {
  Json scenario = ScenarioWith(0, {At(1, Scan(8)), At(2, Update(0)), At(3, test::Check())});
  const Json plain = test::RunCompleted(scenario);
  scenario["database"]["compression"] = "page";
  const Json compressed = test::RunCompleted(scenario);
  const auto rows_of_a_page = [](const Json& summary) {
    return summary["scans"][0]["rows"].get<double>() / summary["scans"][0]["pages"].get<double>();
  };
  const double smaller = 1 - rows_of_a_page(plain) / rows_of_a_page(compressed);
  EXPECT_GT(smaller, 0.40);
  EXPECT_LT(smaller, 0.65);
  EXPECT_EQ(plain["timeline"][1]["outcome"], "completed");
  test::ExpectHas(test::RefusalOf(compressed, 1), "page-compressed");
  EXPECT_EQ(PhasesOf(compressed, "consistencyCheck")[0]["figures"]["errors"], 0);
}

}  // namespace
}  // namespace snapscope::page_compression_test
