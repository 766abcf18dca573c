// A restore under another name, while the history that it is checked against outgrows its limit.
#include <utility>

#include <gtest/gtest.h>

#include "test/support/kept_run.h"
#include "test/support/scenarios.h"

namespace snapscope::forgotten_history_test {
namespace {

using test::At;
using test::Json;

Json RunWith(uint64_t versions) {
  const Json restore = {{"kind", "restore"},   {"as", "copy"},     {"stopAtSeconds", 4.5},
                        {"backUpTail", false}, {"replace", false}, {"recovery", true}};
  Json scenario = test::FullRecovery(
      {At(2, test::Backup("one", "full")), At(6, test::Backup("log_1", "log")), At(7, restore)});
  scenario["workload"]["hotRows"] = 64;
  scenario::Scenario parsed = scenario::ParseScenario(scenario.dump()).value();
  parsed.restore_history_bytes = versions * server::BackupHistory::kBytesOfVersion;
  return test::KeptRun(std::move(parsed), {}).summary();
}

TEST(ForgottenHistory, IsKeptWhileSomethingIsRestoredThatItIsToCheck) {
  const Json whole = RunWith(1'000'000)["restores"].at(0);
  EXPECT_EQ(whole["verified"], true);
  int refused = 0;
  int restored = 0;
  for (uint64_t versions = 6600; versions <= 7800; versions += 200) {
    SCOPED_TRACE(versions);
    const Json summary = RunWith(versions);
    EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
    if (summary["restores"].empty()) {
      ++refused;
      continue;
    }
    ++restored;
    EXPECT_EQ(summary["restores"][0], whole);
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(restored, 0);
}

}  // namespace
}  // namespace snapscope::forgotten_history_test
