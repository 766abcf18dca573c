// Revert: the source goes back to what its one snapshot shows, at a fixed cost and a slope, and a
// power cut at any I/O of it leaves it to be completed.
#include <cmath>

#include <gtest/gtest.h>

#include "test/support/outcomes.h"
#include "test/support/reopened.h"
#include "test/support/timeline_entries.h"

namespace snapscope::revert_test {
namespace {

using test::At;
using test::Create;
using test::ErrorlogOf;
using test::Json;
using test::Revert;
using test::RunToSummary;
using test::SmallScenario;

TEST(Revert, TheDatabaseShowsWhatTheSnapshotShowsAndWorksOn) {
  const Json summary =
      test::RunVerified(SmallScenario({At(1, Create("snap_1")), At(7, Revert("snap_1"))}));
  EXPECT_EQ(summary["snapshots"][0]["state"], "online") << "it can be reverted to again";
  const Json phase = test::PhaseOf(summary, "revert");
  ASSERT_FALSE(phase.is_null());
  EXPECT_GT(phase["figures"]["pages"], 100);
  EXPECT_EQ(phase["figures"]["logBytes"], 512 * 1024);
  EXPECT_EQ(phase["figures"]["vlfs"], 2);
  EXPECT_LT(phase["endMs"], 12'000);
  test::ExpectHas(ErrorlogOf(summary),
                  "Reverting database 'sales' to the point in time of database "
                  "snapshot 'snap_1' with split point LSN ");
}

// Users come after the first snapshot, so that it loses all that they committed.
TEST(Revert, CountsTheCommitsThatAreLost) {
  Json scenario =
      SmallScenario({At(1, Create("snap_1")), At(5, test::SetUsers(10)), At(8, test::SetUsers(0))});
  scenario["workload"]["users"] = 0;
  scenario["warmupSeconds"] = 0;
  const Json committed = RunToSummary(scenario)["transactions"];
  // A transaction that only reads (the fifth) loses nothing.
  const int total = committed["total"].get<int>() - committed["byType"][4]["count"].get<int>();
  ASSERT_GT(total, 100) << committed.dump();
  for (const Json& entry :
       {At(9, Revert("snap_1")), At(10, test::SetUsers(10)), At(11, Revert("snap_1"))}) {
    scenario["timeline"].push_back(entry);
  }
  const Json reverts = RunToSummary(scenario)["reverts"];
  ASSERT_EQ(reverts.size(), 2U) << reverts.dump();
  EXPECT_EQ(reverts[0], (Json{{"snapshot", "snap_1"}, {"discardedCommits", total}}));
  // What the first one lost is not lost again.
  EXPECT_GT(reverts[1]["discardedCommits"], 10);
  EXPECT_LT(reverts[1]["discardedCommits"], total);
}

// Whoever reverts gets the log back at 0.5 MB and makes it large again: that takes its time after
// the revert, and more of it the larger the log was.
TEST(Revert, TakesNoLongerWithALargerLogWhichIsGrownAfterIt) {
  std::vector<double> revert;
  std::vector<double> growth;
  for (const int log_mib : {64, 512}) {
    Json scenario = SmallScenario({At(1, Create("snap_1")), At(1.5, Revert("snap_1"))});
    scenario["database"]["logSizeMiB"] = log_mib;
    const Json summary = test::RunCompleted(scenario);
    const Json back = test::PhaseOf(summary, "revert");
    const Json grown = test::PhaseOf(summary, "logGrowth");
    const Json recovery = test::PhaseOf(summary, "recovery");
    EXPECT_GE(back["startMs"], 1'500);
    EXPECT_EQ(back["endMs"], grown["startMs"]);
    EXPECT_EQ(grown["endMs"], recovery["startMs"]);
    EXPECT_EQ(recovery["endMs"], summary["timeline"][1]["endedMs"]) << "then users work again";
    EXPECT_GT(grown["figures"]["logBytes"], (log_mib - 1) * (int64_t{1} << 20));
    revert.push_back(test::MsOf(back));
    growth.push_back(test::MsOf(grown));
  }
  EXPECT_EQ(revert[0], revert[1]);
  EXPECT_GT(growth[1], 7 * growth[0]);
}

// The server knows what the snapshot holds: it reads each region once, to copy it back.
TEST(Revert, ReadsTheSparseFileForItsPagesAlone) {
  const Json summary =
      RunToSummary(SmallScenario({At(1, Create("snap_1")), At(7, Revert("snap_1"))}));
  const Json& file = summary["files"].back();
  ASSERT_EQ(file["name"], "snap_1");
  const Json revert = test::PhaseOf(summary, "revert");
  EXPECT_GE(file["bytesRead"], revert["figures"]["bytes"]);
  EXPECT_LT(file["bytesRead"], revert["figures"]["bytes"].get<double>() * 1.1);
  const Json& rate = summary["counters"]["snapshotReadBytesPerSecond"];
  EXPECT_GT(rate["max"], rate["mean"]);
  EXPECT_GT(rate["max"], 0);
}

TEST(Revert, TellsTheStatementThatItEndsWhatHasEndedIt) {
  const Json update = test::Update(0);
  const Json summary = test::RunCompleted(
      SmallScenario({At(1, Create("snap_1")), At(6.9, update), At(7, Revert("snap_1"))}));
  const Json& outcome = summary["timeline"][1];
  EXPECT_EQ(outcome["outcome"], "failed");
  EXPECT_EQ(outcome["message"],
            "The revert to 'snap_1' closed the command's connection before it had ended.");
  const Json statement = test::PhaseOf(summary, "tableUpdate");
  EXPECT_EQ(statement["endMs"], outcome["endedMs"]);
  EXPECT_EQ(statement["endMs"], test::PhaseOf(summary, "revert")["startMs"]);
}

TEST(Revert, AgainAndAgainAndThroughACrash) {
  const Json summary =
      test::RunVerified(SmallScenario({At(1, Create("snap_1")), At(4, Revert("snap_1")),
                                       At(7, Revert("snap_1")), At(10, test::Crash())}));
  EXPECT_EQ(test::PhasesOf(summary, "revert").size(), 2U);
}

/// The messages of refused commands, from the batches of a run. They come as if given live: a
/// timeline that cannot succeed is refused before it runs.
std::string RefusalsOf(Json scenario) {
  for (const Json& entry : scenario["timeline"]) {
    scenario["commands"].push_back(test::LiveAt(entry["atSeconds"], entry["command"]));
  }
  scenario["timeline"] = Json::array();
  return test::ToldBy(scenario);
}

TEST(Revert, BreaksTheChainOfLogBackups) {  // between two of them
  Json scenario = SmallScenario({At(1, Create("snap_1")), At(7.5, Revert("snap_1"))});
  scenario["database"]["recoveryModel"] = "full";
  scenario["database"]["logBackupIntervalSeconds"] = 1;
  const Json summary = test::RunCompleted(scenario);
  const std::string errorlog = ErrorlogOf(summary);
  const size_t reverting = errorlog.find("Reverting database");
  ASSERT_NE(reverting, std::string::npos);
  EXPECT_LT(errorlog.find("Log was backed up."), reverting);
  EXPECT_LT(errorlog.rfind("Log was backed up."), reverting);
  const size_t failed = errorlog.find("Error: 3041, Severity: 16, State: 1.");
  ASSERT_NE(failed, std::string::npos);
  EXPECT_GT(failed, reverting);
  test::ExpectHas(errorlog, "Backup      BACKUP failed to complete the command BACKUP LOG sales. ");
  EXPECT_EQ(summary["transactions"]["logFull"], 0) << "without a chain a checkpoint frees the log";
}

TEST(Revert, IsRefusedWhileThereIsAnotherSnapshotOrNone) {
  const std::string two = RefusalsOf(
      SmallScenario({At(1, Create("snap_1")), At(3, Create("snap_2")), At(7, Revert("snap_1"))}));
  test::ExpectHas(two, "Msg 3137, Level 16, State 4: Database cannot be reverted.");
  test::ExpectHas(two, "drop 'snap_2' first");
  const std::string none = RefusalsOf(SmallScenario({At(7, Revert("snap_1"))}));
  test::ExpectHas(none, "'snap_1' is not a snapshot of 'sales'");
}

size_t CountIn(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Seconds, to the millisecond.
double MiddleOf(const Json& phase) {
  const double middle_ms = (phase["startMs"].get<double>() + phase["endMs"].get<double>()) / 2;
  return std::floor(middle_ms) / 1'000;
}

TEST(Revert, RefusesWhoeverOpensTheDatabaseMeanwhile) {
  std::vector<Json> timeline = {At(1, Create("snap_1")), At(7, Revert("snap_1"))};
  const Json phase = test::PhaseOf(RunToSummary(SmallScenario(timeline)), "revert");
  ASSERT_FALSE(phase.is_null());
  const double middle = MiddleOf(phase);
  for (const Json& command : std::vector<Json>{
           test::SetUsers(3),
           test::Update(10),
           test::Rebuild(1),
           test::CreateIndex(9),
           test::Into("copy", 10),
           test::Check(),
           test::Report("snap_1", 2),
           test::Report("snap_2", 2),
           Create("snap_2"),
           Revert("snap_1"),
           test::DropSnapshot("snap_1"),
           test::DropSnapshot("snap_2"),
           test::DropSnapshot("sales"),
           test::Crash(),
           test::Restore(),
       }) {
    timeline.push_back(At(middle, command));
  }
  // All in one run: a command that is refused changes nothing for the next.
  const std::string text = RefusalsOf(SmallScenario(timeline));
  EXPECT_EQ(CountIn(text,
                    "Msg 927, Level 14, State 2: Database 'sales' cannot be opened. It is in "
                    "the middle of a restore."),
            6U);
  for (const char* message : {
           "Msg 927, Level 14, State 2: Database 'snap_1' cannot be opened.",
           "Msg 911, Level 16, State 1: Database 'snap_2' does not exist.",
           "Msg 1822, Level 16, State 1: The database must be online",
           "Msg 3101, Level 16, State 1: Exclusive access could not be",
           "Msg 3702, Level 16, State 4: Cannot drop database \\\"snap_1\\\"",
           "Msg 3701, Level 11, State 5: Cannot drop the database snapshot",
           "Msg 3709, Level 16, State 2: Cannot drop the database while",
       }) {
    EXPECT_EQ(CountIn(text, message), 1U) << message;
  }
  EXPECT_EQ(CountIn(text, "A restart, a revert or a restore is under way;"), 2U);
}

TEST(Revert, LetsABackupBeVerifiedWhichNeedsNoDatabase) {
  std::vector<Json> timeline = {At(1, test::Backup("one", "full")), At(4, Create("snap_1")),
                                At(8, Revert("snap_1"))};
  const Json phase = test::PhaseOf(RunToSummary(SmallScenario(timeline)), "revert");
  timeline.push_back(At(MiddleOf(phase), {{"kind", "verifyBackup"}, {"name", "one"}}));
  EXPECT_EQ(test::RunCompleted(SmallScenario(timeline))["timeline"][3]["outcome"], "completed");
}

TEST(Revert, ThatWaitsForACreationLetsTheServerBeRestarted) {
  for (const Json& restart : {test::Crash(), test::ShutDown()}) {
    const Json summary = test::RunCompleted(SmallScenario(
        {test::Named("create", At(3, Create("snap_1"))),
         test::After("create", "redo", Revert("snap_1")), test::After("create", "undo", restart)}));
    EXPECT_NE(test::RefusalOf(summary, 1), "");
    EXPECT_EQ(test::RefusalOf(summary, 2), "");
    EXPECT_EQ(test::PhasesOf(summary, "serverStart").size(), 1U);
  }
}

TEST(Revert, RefusesAnEntryOfTheTimelineThatComesMeanwhile) {
  std::vector<Json> timeline = {At(1, Create("snap_1")), At(7, Revert("snap_1"))};
  const Json phase = test::PhaseOf(RunToSummary(SmallScenario(timeline)), "revert");
  const double middle = MiddleOf(phase);
  timeline.push_back(At(middle, test::SetUsers(3)));
  const Json summary = test::RunCompleted(SmallScenario(timeline));
  const Json& entry = summary["timeline"][2];
  EXPECT_EQ(entry["firedMs"], entry["endedMs"]) << entry.dump();
  test::ExpectHas(entry.dump(), "Msg 927, Level 14, State 2");
}

TEST(Revert, WhoseMarkCannotBeWrittenLosesTheSnapshotAndNothingElse) {
  // The header is in a region that is allocated: its write fails for the device alone.
  Json scenario = SmallScenario({At(1, Create("snap_1")), At(7, Revert("snap_1"))});
  scenario["workload"]["profile"] = "read-only";
  Json until = scenario;
  until["timeline"].erase(1);
  until["durationSeconds"] = 7;
  const uint64_t ios_at_revert = test::KeptRun(until).disk().ios();
  const test::KeptRun run(scenario, test::OneFault({.kind = storage::FaultKind::kError,
                                                    .at_io = ios_at_revert,
                                                    .count = 1,
                                                    .path = "P:\\MSSQL\\snap_1.ss"}));
  const Json& summary = run.summary();
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["snapshots"][0]["state"], "suspect");
  EXPECT_TRUE(test::PhaseOf(summary, "revert").is_null());
}

TEST(Refusals, OfDropsAndCreationsComeAsTheProductSaysThem) {
  const std::string text = RefusalsOf(
      SmallScenario({At(1, test::DropSnapshot("sales")), At(1, test::DropSnapshot("nothing")),
                     At(1.5, Create("sales")), At(2, Create("snap_1")), At(6, Create("snap_1")),
                     At(7, test::DropSnapshot("sales"))}));
  const std::string referred =
      "Msg 3709, Level 16, State 2: Cannot drop the database while the database snapshot "
      "\\\"snap_1\\\" refers to it.";
  for (const std::string& message :
       {std::string("Msg 3702, Level 16, State 4: Cannot drop database \\\"sales\\\""),
        std::string("Msg 3701, Level 11, State 5: Cannot drop the database snapshot 'nothing'"),
        std::string("Msg 1801, Level 16, State 3: Database 'sales' already exists."),
        std::string("Msg 1801, Level 16, State 3: Database 'snap_1' already exists."), referred}) {
    EXPECT_NE(text.find(message), std::string::npos) << message;
  }
}

TEST(Revert, TakesAFixedTimeAndASlopeWithTheSnapshotsSize) {
  double n = 0;
  double sum_x = 0;
  double sum_y = 0;
  double sum_xx = 0;
  double sum_xy = 0;
  double sum_yy = 0;
  for (const double seconds : {1.0, 1.5, 2.5, 4.0, 6.0, 8.5}) {
    Json scenario = SmallScenario({At(0.2, Create("snap_1")), At(seconds, Revert("snap_1"))});
    scenario["durationSeconds"] = 10;
    scenario["database"]["sizeMiB"] = 128;
    scenario["workload"]["users"] = 6;
    scenario["server"]["memoryMiB"] = 160;
    const Json summary = test::RunCompleted(scenario);
    const Json phase = test::PhaseOf(summary, "revert");
    const double x = phase["figures"]["bytes"].get<double>();
    const double y = test::MsOf(phase);
    n += 1;
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
    sum_yy += y * y;
  }
  const double covariance = n * sum_xy - sum_x * sum_y;
  const double spread_x = n * sum_xx - sum_x * sum_x;
  const double spread_y = n * sum_yy - sum_y * sum_y;
  EXPECT_GE(covariance * covariance / (spread_x * spread_y), 0.98);
  const double slope = covariance / spread_x;
  EXPECT_GT(slope, 0);
  EXPECT_GT((sum_y - slope * sum_x) / n, 0) << "the fixed part, ms";
}

// --- Power cuts ------------------------------------------------------------------------------

Json TinyScenario() {
  Json scenario = SmallScenario();
  scenario["durationSeconds"] = 2;
  scenario["warmupSeconds"] = 0;
  scenario["server"]["memoryMiB"] = 4;
  scenario["database"]["sizeMiB"] = 2;
  scenario["database"]["logSizeMiB"] = 4;
  scenario["workload"]["users"] = 4;
  scenario["timeline"] = {At(0.1, Create("snap_1")), At(1, Revert("snap_1"))};
  return scenario;
}

struct CutRun : test::KeptRun {
  explicit CutRun(uint64_t cut_at_io)
      : KeptRun(scenario::ParseScenario(TinyScenario().dump()).value(),
                test::OneFault({.kind = storage::FaultKind::kPowerCut, .at_io = cut_at_io}),
                {"Q:\\MSSQL\\sales.mdf"}) {}
};

/// Restarts after the cut; the source must be at the split or, if the revert had not begun, at the
/// end of its log. True if it is at the split.
bool RestartAndCompare(CutRun& run) {
  test::Reopened reopened(run);
  reopened.Run();
  EXPECT_FALSE(reopened.error()) << reopened.error()->message;
  if (reopened.error()) return false;
  const auto snapshot = reopened.database()->snapshots().Find("snap_1");
  EXPECT_NE(snapshot, nullptr);
  if (snapshot == nullptr) return false;
  // A log that was built anew begins far above the commits before.
  const Lsn end = reopened.figures().end;
  const bool reverted = end.vlf() > run.experiment().oracle().last_commit().vlf() + 100;
  const auto source = reopened.CompareSource(reverted ? snapshot->split() : end);
  EXPECT_TRUE(source.passed()) << source.problem;
  const auto shown = reopened.CompareSnapshot(*snapshot);
  EXPECT_TRUE(shown.passed()) << shown.problem;
  return reverted;
}

TEST(Revert, IsCompletedAfterAPowerCutAtAnyOfItsIos) {
  const CutRun whole(UINT64_MAX);
  ASSERT_EQ(whole.summary()["run"]["status"], "completed") << whole.summary()["run"].dump();
  const Json revert = test::PhaseOf(whole.summary(), "revert");
  ASSERT_FALSE(revert.is_null());
  // The first cut at which the revert is on its way, by bisection: the I/Os before it are the same.
  uint64_t low = 1;
  uint64_t high = whole.disk().ios();
  auto begun = [](const CutRun& run) { return !test::PhaseOf(run.summary(), "revert").is_null(); };
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    if (begun(CutRun(middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  // The phase begins when the header with the mark was read: the mark was durable some I/Os before.
  uint64_t first = low;
  for (bool reverted = true; reverted && first > 1;) {
    CutRun run(--first);
    reverted = RestartAndCompare(run);
  }
  int before = 0;
  int completed_by_restart = 0;
  for (uint64_t cut = first;; ++cut) {
    SCOPED_TRACE("power cut at I/O " + std::to_string(cut));
    CutRun run(cut);
    ASSERT_FALSE(run.disk().powered());
    const bool reverted = RestartAndCompare(run);
    ++(reverted ? completed_by_restart : before);
    const Json phase = test::PhaseOf(run.summary(), "revert");
    EXPECT_TRUE(reverted || phase.is_null());
    if (phase.is_null()) continue;
    EXPECT_FALSE(phase["endMs"].is_null()) << "what fails leaves no phase open";
    if (!phase["figures"].empty()) break;  // it was not cut off
  }
  EXPECT_GT(before, 0);
  EXPECT_GT(completed_by_restart, 50);
}

}  // namespace
}  // namespace snapscope::revert_test
