// A filegroup without another free page: who suffers, and what goes on.
#include <gtest/gtest.h>

#include "test/support/run_support.h"

namespace snapscope {
namespace {

using test::Json;

size_t CountLines(const Json& summary, const std::string& text) {
  size_t count = 0;
  for (const Json& line : summary["errorlog"]) {
    count += line.get<std::string>().find(text) != std::string::npos ? 1 : 0;
  }
  return count;
}

/// A small table of full pages, which many inserts want to split.
Json SmallAndFull() {
  Json scenario = test::SmallScenario();
  scenario["database"]["sizeMiB"] = 2;
  scenario["database"]["fillFactorPercent"] = 100;
  scenario["database"]["nonclusteredIndexes"] = 1;
  scenario["workload"]["users"] = 60;
  scenario["workload"]["thinkTimeMs"] = 10;
  return scenario;
}

TEST(FullFilegroup, FailsStatementsAndTheRunGoesOn) {
  const Json summary = test::RunToSummary(SmallAndFull());
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_NE(summary["run"]["verified"], false) << summary["run"].dump();
  EXPECT_GT(summary["transactions"]["filegroupFull"], 10);
  EXPECT_GT(summary["transactions"]["total"], 1000);
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
  const size_t told = CountLines(summary, "Error: 1105, Severity: 17, State: 2.");
  EXPECT_GE(told, 1U);
  EXPECT_LE(told, 3U) << "once of each tree";
  EXPECT_EQ(CountLines(summary, "in database 'sales' because the 'PRIMARY' filegroup is full."),
            told);
}

TEST(FullFilegroup, IsAsFullAfterARestart) {
  Json scenario = SmallAndFull();
  scenario["timeline"].push_back(
      {{"atSeconds", 8}, {"command", {{"kind", "restartServer"}, {"mode", "crash"}}}});
  const Json summary = test::RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_NE(summary["run"]["verified"], false) << summary["run"].dump();
  EXPECT_GE(CountLines(summary, "Error: 1105, Severity: 17, State: 2."), 2U);
}

}  // namespace
}  // namespace snapscope
