// What a run tells of itself: its phases, figures, waits and messages, by which one is judged.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "experiment/experiment.h"
#include "test/support/batch_sections.h"
#include "test/support/kept_run.h"
#include "test/support/run_support.h"
#include "test/support/scenarios.h"
#include "test/support/timeline_entries.h"

namespace snapscope::run_telling_test {
namespace {

using test::Json;
using test::KeptRun;
using test::PhaseOf;
using test::RunToSummary;
using test::SmallScenario;
using test::TwoSnapshots;

TEST(RunTells, PhasesFollowEachOtherAndTheSplitIsTheStartOfAnalysis) {
  const Json summary = RunToSummary(SmallScenario());
  EXPECT_TRUE(PhaseOf(summary, "checkpointWait").is_null());
  double previous_end = PhaseOf(summary, "files", "snap_1")["startMs"];
  for (const char* name : {"files", "checkpoint", "open", "startup", "analysis", "redo", "undo",
                           "flush", "complete"}) {
    const Json phase = PhaseOf(summary, name, "snap_1");
    ASSERT_FALSE(phase.is_null()) << name;
    EXPECT_GE(phase["startMs"].get<double>(), previous_end) << name;
    EXPECT_LT(phase["startMs"].get<double>(), previous_end + 1) << name << ": a span of no phase";
    EXPECT_GE(phase["endMs"].get<double>(), phase["startMs"].get<double>()) << name;
    previous_end = phase["endMs"];
  }
  EXPECT_EQ(summary["snapshots"][0]["asOfMs"], PhaseOf(summary, "analysis")["startMs"]);
}

TEST(RunTells, EveryPhaseOfACreationIsAnEventAtItsStart) {
  Json scenario = SmallScenario();
  scenario["timeline"][0]["name"] = "create";
  const std::vector<std::string> phases = {"files", "checkpoint", "open",  "startup", "analysis",
                                           "redo",  "undo",       "flush", "complete"};
  for (const std::string& phase : phases) {
    scenario["timeline"].push_back(test::After("create", phase, test::SetUsers(30)));
  }
  const Json summary = RunToSummary(scenario);
  for (size_t i = 0; i < phases.size(); ++i) {
    EXPECT_EQ(summary["timeline"][i + 1]["firedMs"],
              PhaseOf(summary, phases[i], "snap_1")["startMs"])
        << phases[i];
  }
}

TEST(RunTells, WaitingForACheckpointIsAPhaseOfTheCreation) {
  Json scenario = SmallScenario();
  scenario["server"]["recoveryIntervalSeconds"] = 1;
  scenario["storage"]["volumes"][0]["device"]["parallelism"] = 2;
  scenario["timeline"][0].erase("atSeconds");
  scenario["timeline"][0]["when"] = {
      {"counter", "checkpointPagesPerSecond"}, {"above", 0}, {"fromSeconds", 1}};
  const Json summary = RunToSummary(scenario);
  const Json wait = PhaseOf(summary, "checkpointWait", "snap_1");
  ASSERT_FALSE(wait.is_null());
  EXPECT_EQ(wait["endMs"], PhaseOf(summary, "checkpoint", "snap_1")["startMs"]);
  EXPECT_NEAR(wait["startMs"].get<double>(),
              PhaseOf(summary, "files", "snap_1")["endMs"].get<double>(), 1);
  EXPECT_EQ(wait["endMs"], PhaseOf(summary, "checkpoint", "")["endMs"]);  // the one under way
}

TEST(RunTells, EachPauseTellsThatInstantAndTheNextCommandThatItIsOver) {
  Json scenario = SmallScenario();
  const Json unsteered = RunToSummary(scenario)["telemetryHash"];
  scenario["pace"] = 50;
  experiment::CommandQueue commands;
  std::vector<Json> events;
  std::vector<std::string> states;
  const Json steered = RunToSummary(scenario, commands, [&](const std::vector<std::byte>& batch) {
    const bool first = states.empty();
    for (const Json& event : test::EventsOf(batch)) {
      events.push_back(event);
      if (event["kind"] == "state") states.push_back(event["state"]);
    }
    if (first) test::Give(commands, {{"kind", "stepToNextPhase"}});
    // Ten phases are more than a creation has: after them the run goes on to its end.
    if (!events.empty() && events.back().value("state", "") == "paused") {
      const bool steps = std::ranges::count(states, "paused") < 10;
      test::Give(commands, {{"kind", steps ? "stepToNextPhase" : "resume"}});
    }
  });
  EXPECT_EQ(steered["telemetryHash"], unsteered);
  ASSERT_GE(std::ranges::count(states, "paused"), 5);
  for (size_t i = 0; i + 1 < states.size(); ++i) {
    if (states[i] == "paused") {
      EXPECT_NE(states[i + 1], "paused") << "state " << i;
    }
  }
  size_t pauses = 0;
  for (size_t i = 0; i < events.size(); ++i) {
    if (events[i].value("state", "") != "paused") continue;
    ++pauses;
    const double at = events[i]["atMs"];
    EXPECT_EQ(events[i - 1]["kind"], "partialSample") << "pause " << pauses;
    EXPECT_EQ(events[i - 1]["atMs"], at) << "pause " << pauses;
    // From the second on there is a snapshot, whose size is that of this moment.
    if (pauses < 2) continue;
    EXPECT_EQ(events[i - 2]["kind"], "snapshot") << "pause " << pauses;
    EXPECT_EQ(events[i - 2]["atMs"], at) << "pause " << pauses;
  }
}

TEST(RunTells, AnArrayThatHasNoRoomLeftSaysWhatItDeletesOnWhichVolume) {
  Json scenario = SmallScenario();
  scenario["storage"]["volumes"] = test::VolumesOnArray();
  // Room for ten pages of the data files; the checkpoint of the creation writes more.
  scenario["storage"]["volumes"][0]["arraySnapshots"]["reservePercent"] = 1;
  scenario["timeline"].push_back(
      test::At(1, {{"kind", "createArraySnapshot"}, {"name", "noon"}, {"freeze", "none"}}));
  experiment::CommandQueue commands;
  std::vector<Json> told;
  RunToSummary(scenario, commands, [&](const std::vector<std::byte>& batch) {
    for (const Json& event : test::EventsOf(batch)) {
      if (event["kind"] == "reserve" && event["what"] == "deleted") told.push_back(event);
    }
  });
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0]["volume"], "Q");
  EXPECT_EQ(told[0]["snapshot"], "noon");
}

TEST(RunTells, EverySessionsTimeAddsUp) {
  const Json sessions = RunToSummary(TwoSnapshots())["sessions"];
  EXPECT_EQ(sessions["eachAddsUp"], true);
  EXPECT_GE(sessions["count"], 30);
  EXPECT_NEAR(sessions["elapsedMs"].get<double>(),
              sessions["cpuMs"].get<double>() + sessions["thinkMs"].get<double>() +
                  sessions["waitMs"].get<double>(),
              0.001);
}

TEST(RunTells, NonclusteredIndexesAreKeptAndCostPushes) {
  Json scenario = SmallScenario();
  const Json without = RunToSummary(scenario);
  scenario["database"]["nonclusteredIndexes"] = 3;
  const Json with = test::RunVerified(scenario);
  const Json& verification = with["snapshots"][0]["verification"];
  EXPECT_EQ(verification["pagesCompared"], verification["pagesTotal"]);
  // Each row of the accounts has an entry in each index; the other rows are the witness's.
  const uint64_t entries = verification["entriesCompared"];
  const uint64_t rows = verification["rowsExpected"];
  EXPECT_EQ(entries % 3, 0U);
  EXPECT_LE(entries / 3, rows);
  EXPECT_GT(entries / 3, rows - 200);
  EXPECT_EQ(without["snapshots"][0]["verification"]["entriesCompared"], 0);
  // A change of a value dirties two more pages in each index.
  const auto per_transaction = [](const Json& summary) {
    return summary["snapshots"][0]["pagesPushed"].get<double>() /
           summary["transactions"]["total"].get<double>();
  };
  EXPECT_GT(per_transaction(with), 1.5 * per_transaction(without));
}

/// Its data files are on a disk that takes ten seconds for a page, and all pages have to be read.
Json DiskThatIsDying() {
  Json scenario = SmallScenario();
  scenario["timeline"] = Json::array();
  scenario["server"]["poolAtStart"] = "empty";
  scenario["storage"]["volumes"][0]["device"].update(
      {{"parallelism", 1}, {"readServiceUs", 10'000'000}, {"spread", "fixed"}});
  scenario["durationSeconds"] = 150;
  return scenario;
}

TEST(RunTells, UsersWhoGetNothingDoneAreAStall) {
  const Json run = RunToSummary(DiskThatIsDying())["run"];
  EXPECT_EQ(run["status"], "failed");
  EXPECT_EQ(run["error"]["code"], "stalled");
  EXPECT_NE(run["error"]["message"].get<std::string>().find("got nothing done"), std::string::npos);
}

TEST(RunTells, ANightWithoutUsersIsNoStall) {
  Json scenario = DiskThatIsDying();
  scenario["timeline"].push_back(test::At(40, test::SetUsers(0)));
  EXPECT_EQ(RunToSummary(scenario)["run"]["status"], "completed");
}

TEST(RunTells, SparseFileIsBilledByRegions) {
  const Json snapshot = RunToSummary(SmallScenario())["snapshots"][0];
  const uint64_t region_bytes = snapshot["regionBytes"];
  EXPECT_EQ(region_bytes % 65'536, 0U);
  EXPECT_EQ(snapshot["sizeOnDiskBytes"], region_bytes);
  EXPECT_GE(region_bytes, snapshot["pagesPushed"].get<uint64_t>() * 8192 / 8);
  EXPECT_EQ(snapshot["sizeBytes"], 64 << 20);
}

TEST(RunTells, FlushCacheFiguresAreThoseOfTheCheckpoint) {
  const Json summary = RunToSummary(SmallScenario());
  const Json phase = PhaseOf(summary, "checkpoint", "snap_1");
  const Json& done = summary["checkpoints"][0];
  EXPECT_EQ(done["kind"], "snapshot");
  EXPECT_EQ(phase["figures"]["buffers"], done["buffers"]);
  const std::string expected =
      "FlushCache: cleaned up " + std::to_string(done["buffers"].get<int>()) + " bufs with " +
      std::to_string(done["writes"].get<int>()) + " writes in " +
      std::to_string(phase["figures"]["durationMs"].get<int>()) + " ms (avoided " +
      std::to_string(done["avoided"].get<int>()) + " new dirty bufs)";
  EXPECT_EQ(test::CountLines(summary, expected), 1U) << expected;
  EXPECT_GT(done["buffers"], 0);
  EXPECT_LE(done["writes"], done["buffers"]);
}

TEST(RunTells, BytesOfTheFilesAreThoseOfTheOperations) {
  // No eviction between the last whole write and the end: what is in flight then is counted
  // nowhere.
  Json scenario = SmallScenario();
  scenario["server"]["memoryMiB"] = 96;
  scenario["timeline"].push_back(test::At(10, test::SetUsers(0)));
  KeptRun run(scenario);
  const Json& summary = run.summary();
  ASSERT_EQ(summary["run"]["verified"], true) << summary["run"].dump();
  const telemetry::Telemetry& telemetry = run.experiment().telemetry();
  const Json& data = summary["files"][0];
  const Json& log = summary["files"][1];
  const Json& sparse = summary["files"][2];
  const Json& snapshot = summary["snapshots"][0];

  uint64_t checkpoint_buffers = 0;
  uint64_t checkpoint_writes = 0;
  for (const Json& checkpoint : summary["checkpoints"]) {
    checkpoint_buffers += checkpoint["buffers"].get<uint64_t>();
    checkpoint_writes += checkpoint["writes"].get<uint64_t>();
  }
  EXPECT_EQ(telemetry.Total(telemetry::CounterId::kLazyWritesPerSecond), 0U);
  EXPECT_EQ(data["bytesWritten"], checkpoint_buffers * 8192);
  EXPECT_EQ(data["writes"], checkpoint_writes);
  EXPECT_EQ(telemetry.Total(telemetry::CounterId::kCheckpointPagesPerSecond), checkpoint_buffers);

  // Every page that was read is a data or sparse file read of 8 KB.
  EXPECT_EQ((data["bytesRead"].get<uint64_t>() + sparse["bytesRead"].get<uint64_t>()) / 8192,
            telemetry.Total(telemetry::CounterId::kPageReadsPerSecond));

  // The sparse file: pushes, recovered pages, and the header page twice.
  const uint64_t flushed =
      telemetry.Total(telemetry::CounterId::kPageWritesPerSecond) - checkpoint_buffers;
  EXPECT_EQ(sparse["bytesWritten"], (snapshot["pagesPushed"].get<uint64_t>() + flushed + 2) * 8192);

  // The log: what was flushed, and a 512-byte header at creation and at each checkpoint.
  EXPECT_EQ(log["bytesWritten"], telemetry.Total(telemetry::CounterId::kLogBytesFlushedPerSecond) +
                                     512 * (1 + summary["checkpoints"].size()));
}

TEST(RunTells, RedoBytesAreTheLogFromTheCheckpointsBeginToTheSplit) {
  KeptRun run(SmallScenario());
  const Json redo = PhaseOf(run.summary(), "redo", "snap_1");
  database::Database& database = *run.experiment().database();
  const checkpoint::CheckpointFigures& checkpoint = database.checkpointer().history().at(0);
  const Lsn split = database.snapshots().snapshots().at(0)->split();
  EXPECT_EQ(redo["figures"]["estimateRedoBytes"],
            database.log().BytesBetween(checkpoint.begin_lsn, split));
  EXPECT_EQ(redo["figures"]["estimateUndoRecords"],
            database.log().RecordsBetween(checkpoint.begin_lsn, split));
  EXPECT_GT(redo["figures"]["estimateRedoBytes"], 0);
}

TEST(RunTells, TraceFlagsDecideWhatTheErrorlogShows) {
  Json scenario = SmallScenario();
  scenario["traceFlags"] = {3605, 3504};
  Json summary = RunToSummary(scenario);
  EXPECT_EQ(test::CountLines(summary, "Creating file"), 0U);
  EXPECT_EQ(test::CountLines(summary, "RECOVERY ("), 0U);
  EXPECT_GT(test::CountLines(summary, "FlushCache"), 0U);
  EXPECT_EQ(test::CountLines(summary, "Starting up database 'snap_1'."), 1U);
  scenario["traceFlags"] = {1810, 3400, 3504};  // without 3605 they go nowhere
  summary = RunToSummary(scenario);
  EXPECT_EQ(test::CountLines(summary, "FlushCache"), 0U);
  EXPECT_EQ(test::CountLines(summary, "Starting up database 'snap_1'."), 1U);
}

}  // namespace
}  // namespace snapscope::run_telling_test
