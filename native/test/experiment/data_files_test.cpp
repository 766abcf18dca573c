// A database of several data files: each snapshot has a sparse file for each of them, whose figures
// add up, and everything that follows from the files is as with one.
#include <gtest/gtest.h>

#include "test/support/kept_run.h"
#include "test/support/outcomes.h"
#include "test/support/timeline_entries.h"

namespace snapscope::data_files_test {
namespace {

using test::Json;

Json ThreeFiles() {
  Json scenario = test::SmallScenario();
  scenario["database"]["dataFiles"] = 3;
  return scenario;
}

/// The messages that have that text; times and sources left out.
std::vector<std::string> LinesWith(const Json& summary, const std::string& text) {
  std::vector<std::string> messages;
  for (const std::string& line : test::ErrorLogLines(summary, text)) {
    messages.push_back(line.substr(35));
  }
  return messages;
}

TEST(DataFiles, AreOfOneSizeAndShareTheWork) {
  const Json summary = test::RunVerified(ThreeFiles());
  const uint64_t share = (uint64_t{64} << 20) / 3 / 65'536 * 65'536;
  const std::vector<std::string> names{"sales", "sales_2", "sales_3"};
  const std::vector<std::string> paths{"sales.mdf", "sales_2.ndf", "sales_3.ndf"};
  const uint64_t of_first = test::FileOf(summary, "sales")["writes"];
  for (size_t i = 0; i < names.size(); ++i) {
    const Json file = test::FileOf(summary, names[i]);
    EXPECT_EQ(file["sizeBytes"], share);
    EXPECT_EQ(file["path"], "Q:\\MSSQL\\" + paths[i]);
    EXPECT_GT(file["writes"], of_first * 8 / 10);
    EXPECT_LT(file["writes"], of_first * 12 / 10);
  }
}

TEST(DataFiles, ASnapshotHasASparseFileForEachAndItsSizeIsTheirSum) {
  const Json summary = test::RunVerified(ThreeFiles());
  uint64_t size = 0;
  uint64_t size_on_disk = 0;
  for (const char* name : {"snap_1", "snap_1.2", "snap_1.3"}) {
    const Json file = test::FileOf(summary, name);
    EXPECT_GT(file["writes"], 10) << name;
    size += file["sizeBytes"].get<uint64_t>();
    size_on_disk += file["sizeOnDiskBytes"].get<uint64_t>();
  }
  const Json& snapshot = summary["snapshots"][0];
  EXPECT_EQ(snapshot["sizeBytes"], size);
  EXPECT_EQ(snapshot["sizeOnDiskBytes"], size_on_disk);
  EXPECT_EQ(snapshot["regionBytes"], size_on_disk);
}

TEST(DataFiles, EachIsToldOfInTheErrorlogAndADropTakesThemAway) {
  Json scenario = ThreeFiles();
  scenario["timeline"].push_back(test::At(9, test::DropSnapshot("snap_1")));
  const test::KeptRun run(scenario);
  test::ExpectVerified(run.summary());
  const std::vector<std::string> expected{
      "Creating file P:\\MSSQL\\snap_1.ss.",      "Closing file (1):P:\\MSSQL\\snap_1.ss.",
      "Creating file P:\\MSSQL\\snap_1.2.ss.",    "Closing file (3):P:\\MSSQL\\snap_1.2.ss.",
      "Creating file P:\\MSSQL\\snap_1.3.ss.",    "Closing file (4):P:\\MSSQL\\snap_1.3.ss.",
      "Opening file (1):P:\\MSSQL\\snap_1.ss.",   "Opening file (3):P:\\MSSQL\\snap_1.2.ss.",
      "Opening file (4):P:\\MSSQL\\snap_1.3.ss.", "Closing file (1):P:\\MSSQL\\snap_1.ss.",
      "Closing file (3):P:\\MSSQL\\snap_1.2.ss.", "Closing file (4):P:\\MSSQL\\snap_1.3.ss."};
  EXPECT_EQ(LinesWith(run.summary(), "ing file "), expected);
  for (const char* name : {"snap_1.ss", "snap_1.2.ss", "snap_1.3.ss"}) {
    EXPECT_FALSE(run.disk().Exists(std::string("P:\\MSSQL\\") + name)) << name;
  }
}

TEST(DataFiles, AConsistencyCheckHasAHiddenFileBesideEach) {
  Json scenario = ThreeFiles();
  scenario["timeline"].push_back(test::At(6, test::Check()));
  const Json summary = test::RunVerified(scenario);
  EXPECT_EQ(test::PhaseOf(summary, "consistencyCheck")["figures"]["errors"], 0);
  const std::vector<std::string> told = LinesWith(summary, ":MSSQL_DBCC");
  ASSERT_EQ(told.size(), 12U);
  EXPECT_EQ(told[0], "Creating file Q:\\MSSQL\\sales.mdf:MSSQL_DBCC7.");
  EXPECT_EQ(told[2], "Creating file Q:\\MSSQL\\sales_2.ndf:MSSQL_DBCC7.");
  EXPECT_EQ(told[5], "Closing file (4):Q:\\MSSQL\\sales_3.ndf:MSSQL_DBCC7.");
  EXPECT_EQ(LinesWith(summary, "found 0 errors").size(), 1U);
}

TEST(DataFiles, AreRestartedAndRevertedTogether) {
  Json scenario = ThreeFiles();
  scenario["timeline"].push_back(test::At(6, test::Crash()));
  scenario["timeline"].push_back(test::At(9, test::Revert("snap_1")));
  const Json summary = test::RunVerified(scenario);
  EXPECT_EQ(summary["timeline"][2]["outcome"], "completed") << summary["timeline"].dump();
  EXPECT_GT(test::PhaseOf(summary, "revert")["figures"]["pages"], 1000);
  EXPECT_EQ(summary["telemetryHash"], test::RunToSummary(scenario)["telemetryHash"]);
}

// Whichever of its files takes a page no more, the snapshot is lost, and it is lost as a whole.
TEST(DataFiles, APushThatFailsInOneMakesTheWholeSnapshotSuspect) {
  const std::string third = "P:\\MSSQL\\snap_1.3.ss";
  Json scenario = ThreeFiles();
  scenario["timeline"].push_back(test::At(10, test::Crash()));
  const uint64_t ios = test::KeptRun(scenario).disk().ios();
  const test::KeptRun run(
      scenario, test::OneFault(
                    {.kind = storage::FaultKind::kDiskFull, .at_io = ios * 4 / 10, .path = third}));
  const Json& summary = run.summary();
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["snapshots"][0]["state"], "suspect");
  EXPECT_EQ(LinesWith(summary, "Write to sparse file '" + third).size(), 1U);
  EXPECT_EQ(LinesWith(summary, "has failed an IO operation and is marked suspect").size(), 1U);
}

TEST(DataFiles, TooSmallAreRefused) {
  Json scenario = ThreeFiles();
  scenario["database"]["dataFiles"] = 32;
  scenario["database"]["sizeMiB"] = 8;
  const auto plan =
      database::InitialDatabase::Plan(scenario::ParseScenario(scenario.dump()).value());
  ASSERT_FALSE(plan.ok());
  test::ExpectHas(plan.error().message, "32 data files");
}

}  // namespace
}  // namespace snapscope::data_files_test
