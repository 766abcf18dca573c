// DBCC CHECKDB: through a hidden snapshot, with the product's names and messages.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "test/support/kept_run.h"
#include "test/support/outcomes.h"
#include "test/support/timeline_entries.h"

namespace snapscope::consistency_check_test {
namespace {

using test::Json;
using test::RunToSummary;

constexpr char kHidden[] = "Q:\\MSSQL\\sales.mdf:MSSQL_DBCC6";

/// The small scenario without its snapshot, checked at 2 s.
Json CheckedScenario() { return test::SmallScenario({test::At(2, test::Check())}); }

/// Texts of the records of the session that checks; times and source left out.
std::vector<std::string> LinesOf(const Json& summary, const std::string& spid = "spid1002") {
  std::vector<std::string> lines;
  for (const Json& entry : summary["errorlog"]) {
    const auto line = entry.get<std::string>();
    if (line.substr(23, spid.size() + 1) == spid + " ") lines.push_back(line.substr(35));
  }
  return lines;
}

bool Has(const std::vector<std::string>& lines, const std::string& text) {
  return std::ranges::any_of(
      lines, [&text](const std::string& line) { return line.find(text) != std::string::npos; });
}

TEST(ConsistencyCheck, FindsNothingWrongWhileUsersWrite) {
  Json scenario = CheckedScenario();
  scenario["database"]["nonclusteredIndexes"] = 2;
  const Json summary = test::RunVerified(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed") << summary["timeline"].dump();
  const Json phase = test::PhaseOf(summary, "consistencyCheck");
  ASSERT_FALSE(phase.is_null());
  EXPECT_EQ(phase["figures"]["errors"], 0);
  EXPECT_GT(phase["figures"]["rows"], 10'000);
  EXPECT_GT(phase["figures"]["entries"], 2 * 10'000);
  EXPECT_GT(phase["figures"]["pagesPushed"], 0) << "changes pay for it as for any other";
  EXPECT_TRUE(summary["snapshots"].empty()) << "it is of no list of snapshots";
  EXPECT_EQ(RunToSummary(scenario)["telemetryHash"], summary["telemetryHash"]);
}

TEST(ConsistencyCheck, TellsItsSplitPointAndItsRecoveryUnderTheNameOfTheSource) {
  const Json summary = RunToSummary(CheckedScenario());
  const std::vector<std::string> lines = LinesOf(summary);
  EXPECT_TRUE(Has(lines, "Creating file Q:\\MSSQL\\sales.mdf:MSSQL_DBCC6."));
  EXPECT_TRUE(Has(lines, "RECOVERY (sales, 6): Analysis starting"));
  EXPECT_TRUE(Has(lines, "transactions rolled forward in database 'sales' (6)."));
  EXPECT_TRUE(Has(lines, "Recovery completed for database sales (database ID 6) in "));
  EXPECT_FALSE(Has(lines, "Starting up database"));
  EXPECT_FALSE(Has(lines, "% complete"));
  EXPECT_TRUE(Has(lines,
                  "DBCC CHECKDB (sales) executed by sa found 0 errors and repaired 0 errors. "
                  "Elapsed time: 0 hours 0 minutes "));
  EXPECT_TRUE(Has(lines, " seconds.  Internal database snapshot has split point LSN = 0000"));
}

TEST(ConsistencyCheck, SinceThe2014WayItsFileIsOneOfItsOwn) {
  Json scenario = CheckedScenario();
  scenario["server"]["engineVersion"] = "2016";
  const Json summary = RunToSummary(scenario);
  EXPECT_TRUE(Has(LinesOf(summary), "Creating file Q:\\MSSQL\\sales.mdf_MSSQL_DBCC6."));
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed") << summary["timeline"].dump();
}

/// Runs on a disk with one fault.
Json RunWith(const Json& scenario, storage::Fault fault) {
  const test::KeptRun run(scenario, test::OneFault(std::move(fault)));
  EXPECT_FALSE(run.disk().Exists(kHidden)) << "it goes with its check";
  return run.summary();
}

/// The I/O with which the check's reading is on its way: well after its creation.
uint64_t IosBy(Json scenario, double seconds) {
  scenario["durationSeconds"] = seconds;
  return test::KeptRun(scenario).disk().ios();
}

TEST(ConsistencyCheck, CountsPagesThatItCannotReadAndGoesOn) {
  Json scenario = CheckedScenario();
  scenario["durationSeconds"] = 60;   // each page that fails is waited for
  scenario["workload"]["users"] = 0;  // whoever else met the damage would end the run
  const Json whole = RunToSummary(scenario);
  const Json phase = test::PhaseOf(whole, "consistencyCheck");
  const double middle = (2'000 + phase["endMs"].get<double>()) / 2'000;
  const Json summary =
      RunWith(scenario, {.kind = storage::FaultKind::kError,
                         .at_io = IosBy(scenario, std::round(middle * 1000) / 1000),
                         .count = 400,
                         .path = "Q:\\MSSQL\\sales.mdf"});
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed") << summary["run"].dump();
  ASSERT_EQ(summary["timeline"][0]["outcome"], "completed");
  const Json damaged = test::PhaseOf(summary, "consistencyCheck");
  EXPECT_GT(damaged["figures"]["errors"], 50);
  EXPECT_EQ(
      damaged["figures"]["errors"].get<int64_t>() + damaged["figures"]["pages"].get<int64_t>(),
      phase["figures"]["pages"].get<int64_t>())
      << "each page is read or an error";
  EXPECT_TRUE(Has(LinesOf(summary), "found " + damaged["figures"]["errors"].dump() +
                                        " errors and repaired 0 errors."));
}

TEST(ConsistencyCheck, EndsWith926WhenItsSnapshotIsLost) {
  const Json scenario = CheckedScenario();
  const Json whole = RunToSummary(scenario);
  const double completed = test::PhaseOf(whole, "complete")["endMs"].get<double>() / 1000;
  const Json summary =
      RunWith(scenario, {.kind = storage::FaultKind::kDiskFull,
                         .at_io = IosBy(scenario, std::ceil(completed * 1000) / 1000),
                         .count = UINT64_MAX,
                         .path = kHidden});
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
  EXPECT_EQ(summary["timeline"][0]["message"],
            "Msg 926, Level 21, State 6: Database 'sales' cannot be opened. It has been marked "
            "SUSPECT by recovery. See the SQL Server errorlog for more information.");
  const std::vector<std::string> lines = LinesOf(summary);
  EXPECT_TRUE(Has(lines, "found 0 errors and repaired 0 errors")) << "as if it had ended well";
  EXPECT_TRUE(Has(lines, "Error: 926, Severity: 21, State: 6."));
  const std::string all = test::ErrorlogOf(summary);
  test::ExpectHas(all, "sales.mdf:MSSQL_DBCC6: Operating system error 112(");
  EXPECT_EQ(all.find("3420"), std::string::npos) << "it is no snapshot of anybody's";
}

TEST(ConsistencyCheck, ThatGetsNoSnapshotEndsWith7928) {
  Json scenario = CheckedScenario();
  scenario["storage"]["sparseFileLimitMiB"] = 1;
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
  test::ExpectHas(summary["timeline"][0]["message"], "Msg 7928, Level 16");
}

TEST(ConsistencyCheck, ACrashTakesTheHiddenSnapshotWithIt) {
  Json scenario = CheckedScenario();
  const double end = test::PhaseOf(RunToSummary(scenario), "complete")["endMs"];
  scenario["timeline"].push_back(test::At(std::ceil(end + 200) / 1000, test::Crash()));
  const Json summary = RunWith(scenario, {.kind = storage::FaultKind::kLatency, .delay = 0});
  test::ExpectVerified(summary);
  EXPECT_EQ(summary["timeline"][0]["message"], "The server ended before the command did.");
}

TEST(ConsistencyCheck, KeepsTheSourceFromBeingReverted) {
  Json scenario = CheckedScenario();
  scenario["timeline"].push_back(test::At(1, test::Create("snap_1")));
  Json summary = RunToSummary(scenario);
  const double end = test::PhaseOf(summary, "complete", "sales.mdf:MSSQL_DBCC7")["endMs"];
  scenario["timeline"].push_back(test::At(std::ceil(end + 100) / 1000, test::Revert("snap_1")));
  summary = RunToSummary(scenario);
  EXPECT_EQ(summary["timeline"][2]["outcome"], "failed") << summary["timeline"].dump();
  test::ExpectHas(summary["timeline"][2]["message"], "(a consistency check of it is under way)");
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed");
}

}  // namespace
}  // namespace snapscope::consistency_check_test
