// A filegroup without another free page: who suffers, and what goes on.
#include <gtest/gtest.h>

#include "test/support/run_support.h"
#include "test/support/timeline_entries.h"

namespace snapscope::full_filegroup_test {
namespace {

using test::At;
using test::CountLines;
using test::Json;

/// A small table of full pages, which many inserts want to split.
Json SmallAndFull() {
  Json scenario = test::SmallScenario();
  scenario["database"].update(
      {{"sizeMiB", 2}, {"fillFactorPercent", 100}, {"nonclusteredIndexes", 1}});
  scenario["workload"]["users"] = 60;
  scenario["workload"]["thinkTimeMs"] = 10;
  return scenario;
}

TEST(FullFilegroup, FailsStatementsAndTheRunGoesOn) {
  const Json summary = test::RunCompleted(SmallAndFull());
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
  scenario["timeline"].push_back(test::At(3, test::Crash()));
  scenario["durationSeconds"] = 6;
  const Json summary = test::RunCompleted(scenario);
  EXPECT_NE(summary["run"]["verified"], false) << summary["run"].dump();
  size_t told = 0;
  size_t told_before = 0;
  for (const std::string line : summary["errorlog"]) {
    if (line.find("Starting up database") != std::string::npos) told_before = told;
    told += line.find("Error: 1105, Severity: 17, State: 2.") != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(told_before, 1U);
  EXPECT_GT(told, told_before);
}

TEST(FullFilegroup, IsToldOfWhatIsBeingBuilt) {
  Json scenario = test::SmallScenario();
  scenario["database"]["filledPercent"] = 85;
  scenario["database"]["rowBytes"] = 120;
  scenario["workload"]["users"] = 0;
  scenario["timeline"] = {
      At(1, test::Rebuild(1)),
      At(4, test::CreateIndex(3)),
      At(7, test::Into("First", 100'000)),
      At(10, test::Into("second", 100'000)),
  };
  const Json summary = test::RunCompleted(scenario);
  for (const char* object : {"'dbo.accounts'.'PK_accounts'", "'dbo.accounts'.'IX_accounts_2'",
                             "'dbo.First'", "'dbo.second'"}) {
    EXPECT_EQ(CountLines(summary, std::string("Could not allocate space for object ") + object +
                                      " in database 'sales' because the 'PRIMARY' filegroup"),
              1U)
        << object;
  }
  EXPECT_EQ(CountLines(summary, "Error: 1105, Severity: 17, State: 2."), 4U);
}

}  // namespace
}  // namespace snapscope::full_filegroup_test
