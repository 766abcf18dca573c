// Sessions that read a snapshot: what they cost, what they are refused, and how they end.
#include <algorithm>

#include <gtest/gtest.h>

#include "test/support/kept_run.h"
#include "test/support/outcomes.h"
#include "test/support/timeline_entries.h"

namespace snapscope::reporting_test {
namespace {

using test::At;
using test::Create;
using test::DropSnapshot;
using test::Json;
using test::Report;
using test::RunToSummary;

Json OnceCreated(const Json& command) { return test::After("first", "completed", command); }

/// The small scenario, with its snapshot at 1 s and these entries after it.
Json ScenarioWith(const std::vector<Json>& entries) {
  Json scenario = test::SmallScenario({test::Named("first", At(1, Create("snap_1")))});
  for (const Json& entry : entries) scenario["timeline"].push_back(entry);
  return scenario;
}

void ExpectWhole(const Json& summary) {
  test::ExpectVerified(summary);
  ASSERT_FALSE(summary["reporting"].is_null());
  EXPECT_EQ(summary["reporting"]["sessions"]["eachAddsUp"], true);
}

TEST(Reporting, HasThroughputAndResponsesOfItsOwn) {
  const Json without = RunToSummary(ScenarioWith({}));
  EXPECT_TRUE(without["reporting"].is_null());
  const Json with = RunToSummary(ScenarioWith({At(5, Report("snap_1", 20))}));
  ExpectWhole(with);
  const Json& reporting = with["reporting"];
  EXPECT_EQ(reporting["sessions"]["count"], 20);
  EXPECT_GT(reporting["responses"]["count"], 100);
  EXPECT_GT(reporting["responses"]["p99Ms"], reporting["responses"]["p50Ms"]);
  EXPECT_GE(reporting["rowsRead"], 10 * reporting["responses"]["count"].get<uint64_t>() * 9 / 10);
  EXPECT_EQ(with["sessions"]["count"], without["sessions"]["count"]);
  EXPECT_EQ(with["counters"]["reportUsers"]["max"], 20);
  EXPECT_GT(with["counters"]["reportQueriesPerSecond"]["max"], 0);
}

TEST(Reporting, FillsThePoolWithBuffersOfItsOwnAndTheSourcesUsersPay) {
  Json scenario = ScenarioWith({At(3, Report("snap_1", 60))});
  scenario["durationSeconds"] = 8;
  scenario["workload"]["hotRows"] = 20'000;
  scenario["reporting"] = {{"query", "scan"}, {"rowsPerQuery", 100'000}, {"thinkTimeMs", 0}};
  const Json with = RunToSummary(scenario);
  scenario["timeline"].erase(1);
  const Json without = RunToSummary(scenario);
  ExpectWhole(with);
  EXPECT_LT(with["transactions"]["perSecond"].get<double>(),
            0.9 * without["transactions"]["perSecond"].get<double>());
  EXPECT_GT(with["counters"]["pageReadsPerSecond"]["mean"].get<double>(),
            2 * without["counters"]["pageReadsPerSecond"]["mean"].get<double>());
}

TEST(Reporting, WaitsForPagesThatAreBeingPushed) {
  Json scenario = ScenarioWith({OnceCreated(Report("snap_1", 60))});
  scenario["reporting"] = {{"query", "pointReads"}, {"rowsPerQuery", 50}, {"thinkTimeMs", 0}};
  const Json summary = RunToSummary(scenario);
  ExpectWhole(summary);
  const auto waited = [&summary](const char* type) {
    return std::ranges::any_of(summary["reporting"]["waits"], [type](const Json& wait) {
      return wait["wait_type"] == type && wait["wait_time_ms"] > 0;
    });
  };
  EXPECT_TRUE(waited("FCB_REPLICA_READ"));
  EXPECT_TRUE(waited("PAGEIOLATCH_SH"));
  EXPECT_FALSE(waited("WRITELOG"));
}

TEST(Reporting, NeverFillsTheSparseFile) {
  Json scenario = ScenarioWith({At(5, Report("snap_1", 5))});
  scenario["workload"]["users"] = 0;
  scenario["reporting"] = {{"query", "scan"}, {"rowsPerQuery", 1'000'000}, {"thinkTimeMs", 0}};
  const Json with = RunToSummary(scenario);
  scenario["timeline"].erase(1);
  const Json without = RunToSummary(scenario);
  ExpectWhole(with);
  EXPECT_GT(with["reporting"]["responses"]["count"], 5);
  EXPECT_EQ(with["snapshots"][0]["regionBytes"], without["snapshots"][0]["regionBytes"]);
}

TEST(Reporting, AScanThatGoesOnAtTheBeginningReadsEachRowOnce) {
  Json scenario = ScenarioWith({At(2, Report("snap_1", 3))});
  scenario["workload"]["profile"] = "read-only";
  scenario["reporting"] = {{"query", "scan"}, {"rowsPerQuery", 1'000'000'000}, {"thinkTimeMs", 0}};
  test::KeptRun run(scenario);
  const Json& summary = run.summary();
  const uint64_t rows = run.experiment().initial().accounts().rows;
  ASSERT_GT(summary["reporting"]["responses"]["count"], 3);
  EXPECT_EQ(summary["reporting"]["rowsRead"],
            rows * summary["reporting"]["responses"]["count"].get<uint64_t>());
}

TEST(Reporting, KeepsItsSnapshotFromBeingDropped) {
  const Json summary =
      RunToSummary(ScenarioWith({At(5, Report("snap_1", 4)), At(7, DropSnapshot("snap_1")),
                                 At(8, Report("snap_1", 0)), At(11, DropSnapshot("snap_1"))}));
  ExpectWhole(summary);
  EXPECT_EQ(summary["timeline"][2]["outcome"], "failed");
  EXPECT_EQ(summary["timeline"][2]["message"],
            "Msg 3702, Level 16, State 4: Cannot drop database \"snap_1\" because it is currently "
            "in use.");
  EXPECT_EQ(summary["timeline"][4]["outcome"], "completed") << summary["timeline"].dump();
  EXPECT_EQ(summary["snapshots"][0]["state"], "dropped");
}

TEST(Reporting, EndsWith926WhenItsSnapshotIsSuspect) {
  Json scenario = ScenarioWith({OnceCreated(Report("snap_1", 6))});
  scenario["storage"]["sparseFileLimitMiB"] = 45;
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["snapshots"][0]["state"], "suspect");
  EXPECT_EQ(summary["reporting"]["disconnected"], 6);
  int told = 0;
  for (const Json& line : summary["errorlog"]) {
    const bool of_a_report = line.get<std::string>().find(" spid2000") != std::string::npos;
    if (of_a_report) {
      EXPECT_EQ(line.get<std::string>().substr(35),
                told % 2 == 0
                    ? "Error: 926, Severity: 21, State: 6."
                    : "Database 'snap_1' cannot be opened. It has been marked SUSPECT by recovery. "
                      "See the SQL Server errorlog for more information.");
      ++told;
    }
  }
  EXPECT_EQ(told, 12) << "an error and its text for each session";
}

TEST(Reporting, IsRefusedOnWhatCannotBeOpened) {
  Json scenario = ScenarioWith({});
  scenario["commands"] = {test::LiveAt(1.05, Report("snap_1", 5)),
                          test::LiveAt(8, Report("snap_9", 5))};
  std::string told;
  experiment::CommandQueue commands;
  const Json summary = RunToSummary(scenario, commands, [&](std::vector<std::byte> batch) {
    told.append(reinterpret_cast<const char*>(batch.data()), batch.size());
  });
  EXPECT_TRUE(summary["reporting"].is_null());
  test::ExpectHas(told, "Msg 922, Level 14, State 1: Database 'snap_1' is being recovered.");
  test::ExpectHas(told, "Msg 911, Level 16, State 1: Database 'snap_9' does not exist.");
}

TEST(Reporting, ComesBackAfterARestartAndARevert) {
  const Json summary =
      RunToSummary(ScenarioWith({At(3, Report("snap_1", 5)), At(5, test::ShutDown()),
                                 At(7, test::Crash()), At(9, test::Revert("snap_1"))}));
  ExpectWhole(summary);
  EXPECT_EQ(summary["reporting"]["sessions"]["count"], 20) << "new sessions each time";
  EXPECT_EQ(summary["timeline"][4]["outcome"], "completed");
}

TEST(Reporting, WhoIsAskedForWhileTheServerClosesComesBackWithIt) {
  const Json summary = RunToSummary(ScenarioWith(
      {At(3, Report("snap_1", 5)), At(5, test::ShutDown()), At(5.02, Report("snap_1", 2))}));
  ExpectWhole(summary);
  EXPECT_GT(test::PhaseOf(summary, "serverStart")["startMs"], 5'020);
  EXPECT_EQ(summary["reporting"]["sessions"]["count"], 5 + 2);
}

TEST(Reporting, IsTheSameEachTime) {
  const Json scenario = ScenarioWith({At(3, Report("snap_1", 5))});
  EXPECT_EQ(RunToSummary(scenario)["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
}

}  // namespace
}  // namespace snapscope::reporting_test
