// A whole run in virtual time: what its summary must say, whatever the load.
#include "experiment/experiment.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "page/allocation_map.h"
#include "page/page_buffer.h"
#include "test/support/kept_run.h"
#include "test/support/run_support.h"

namespace snapscope::experiment_test {
namespace {

using test::Json;
using test::KeptRun;
using test::PhaseOf;
using test::RunToSummary;
using test::SmallScenario;
using test::WaitOf;

Json TwoSnapshots() {
  Json scenario = SmallScenario();
  scenario["timeline"].push_back(
      {{"atSeconds", 7}, {"command", {{"kind", "createSnapshot"}, {"name", "snap_2"}}}});
  return scenario;
}

TEST(Experiment, SnapshotUnderLoadShowsExactlyWhatWasCommittedAtItsSplit) {
  const Json summary = RunToSummary(SmallScenario());
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true);
  ASSERT_EQ(summary["snapshots"].size(), 1U);
  const Json& verification = summary["snapshots"][0]["verification"];
  EXPECT_EQ(verification["pagesCompared"], verification["pagesTotal"]);
  EXPECT_EQ(verification["rowsCompared"], verification["rowsExpected"]);
  EXPECT_EQ(verification["rowsMismatched"], 0);
  EXPECT_GT(verification["rowsCompared"], 100'000);
  EXPECT_GT(verification["pagesPushedBeforeSplit"], 0);
  EXPECT_GT(verification["pagesPulledByRedo"], 0);
  EXPECT_GT(verification["transactionsUndone"], 0);
  EXPECT_EQ(verification["witness"]["newestMs"], verification["witness"]["expectedMs"]);
  EXPECT_GT(summary["transactions"]["total"], 100);
  EXPECT_GT(summary["transactions"]["rolledBack"], 0);
}

TEST(Experiment, PhasesFollowEachOtherAndTheSplitIsTheStartOfAnalysis) {
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

TEST(Experiment, SameSeedSameHashOtherSeedOtherHash) {
  Json scenario = SmallScenario();
  const Json first = RunToSummary(scenario);
  EXPECT_EQ(first["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
  scenario["seed"] = 2;
  EXPECT_NE(first["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
}

TEST(Experiment, PaceDoesNotChangeTheHash) {
  Json scenario = SmallScenario();
  scenario["durationSeconds"] = 5;
  const Json unpaced = RunToSummary(scenario);
  scenario["pace"] = 20;
  EXPECT_EQ(unpaced["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
}

TEST(Experiment, SteeredRunIsRepeatedFromItsRecordedCommands) {
  Json scenario = SmallScenario();
  experiment::CommandQueue commands;
  int batches = 0;
  auto push = [&commands](const char* json) {
    commands.Push(scenario::ParseCommand(json).value());
  };
  // One sample a batch: steered from the reader's side, between samples.
  scenario["pace"] = 100;
  const Json steered = RunToSummary(scenario, commands, [&](std::vector<std::byte>) {
    switch (++batches) {
      case 6:
        push(R"({"kind":"setUsers","users":50})");
        push(R"({"kind":"pause"})");
        push(R"({"kind":"resume"})");
        push(R"({"kind":"setPace","pace":0})");
        push(R"({"kind":"createSnapshot","name":"live_1"})");
        push(R"({"kind":"createSnapshot","name":"live_2"})");
        break;
      default:
        break;
    }
  });
  ASSERT_EQ(steered["run"]["status"], "completed") << steered["run"].dump();
  EXPECT_EQ(steered["scenario"]["commands"].size(), 6U);
  EXPECT_EQ(steered["snapshots"].size(), 3U);
  const Json repeated = RunToSummary(steered["scenario"]);
  EXPECT_EQ(repeated["telemetryHash"], steered["telemetryHash"]);
  EXPECT_EQ(repeated["scenario"]["commands"], steered["scenario"]["commands"]);
  EXPECT_NE(RunToSummary(SmallScenario())["telemetryHash"], steered["telemetryHash"]);
}

/// Each trigger, in chains: a creation, users after its redo, a drop of what a counter created.
Json Triggered() {
  Json scenario = SmallScenario();
  auto after = [](const char* step, const char* event, double delay) -> Json {
    return {{"step", step}, {"event", event}, {"delaySeconds", delay}};
  };
  const Json busy = {{"counter", "dirtyPages"}, {"above", 100}, {"fromSeconds", 2}};
  const Json never = {{"counter", "userConnections"}, {"above", 9999}, {"fromSeconds", 0}};
  auto snapshot = [](const char* kind, const char* name) -> Json {
    return {{"kind", kind}, {"name", name}};
  };
  scenario["timeline"] = Json::array({
      {{"name", "first"}, {"atSeconds", 3}, {"command", snapshot("createSnapshot", "snap_1")}},
      {{"after", after("first", "redo", 0)}, {"command", {{"kind", "setUsers"}, {"users", 40}}}},
      {{"name", "second"}, {"when", busy}, {"command", snapshot("createSnapshot", "snap_2")}},
      {{"after", after("second", "completed", 0.25)},
       {"command", snapshot("dropSnapshot", "snap_2")}},
      {{"after", after("first", "failed", 0)}, {"command", snapshot("createSnapshot", "snap_3")}},
      {{"when", never}, {"command", snapshot("createSnapshot", "snap_4")}},
  });
  return scenario;
}

TEST(Experiment, EntriesOfTheTimelineFollowEachOtherAndCounters) {
  const Json summary = RunToSummary(Triggered());
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  const Json& outcomes = summary["timeline"];
  ASSERT_EQ(outcomes.size(), 6U);
  EXPECT_EQ(outcomes[0]["name"], "first");
  EXPECT_EQ(outcomes[0]["firedMs"], 3000);
  EXPECT_EQ(outcomes[0]["outcome"], "completed");
  EXPECT_EQ(outcomes[1]["firedMs"], PhaseOf(summary, "redo", "snap_1")["startMs"]);
  EXPECT_EQ(outcomes[1]["endedMs"], outcomes[1]["firedMs"]);
  // The first sample that starts at 2 s or later ends at 2.5 s.
  EXPECT_EQ(outcomes[2]["firedMs"], 2500);
  EXPECT_EQ(outcomes[3]["firedMs"], outcomes[2]["endedMs"].get<double>() + 250);
  EXPECT_EQ(outcomes[3]["outcome"], "completed");
  EXPECT_EQ(outcomes[4]["outcome"], "notFired");
  EXPECT_EQ(outcomes[4]["message"], "\"first\" completed");
  EXPECT_TRUE(outcomes[4]["firedMs"].is_null());
  EXPECT_EQ(outcomes[5]["message"].get<std::string>().find("userConnections was never above 9999"),
            0U);
  EXPECT_EQ(summary["snapshots"].size(), 2U);
}

TEST(Experiment, TheTimelineIsTheSameAsItsCommandsGivenLive) {
  const Json planned = RunToSummary(Triggered());
  Json live = Triggered();
  live["timeline"] = Json::array();
  std::map<int64_t, Json> fired;
  for (const Json& outcome : planned["timeline"]) {
    if (outcome["firedMs"].is_null()) continue;
    const int64_t at = std::llround(outcome["firedMs"].get<double>() * kMillisecond);
    fired[at] = {{"atNs", at}, {"command", outcome["command"]}};
  }
  ASSERT_EQ(fired.size(), 4U);
  for (const auto& [at, command] : fired) live["commands"].push_back(command);
  const Json given = RunToSummary(live);
  EXPECT_EQ(given["telemetryHash"], planned["telemetryHash"]);
  EXPECT_EQ(given["executor"]["events"], planned["executor"]["events"]);
  EXPECT_EQ(RunToSummary(Triggered())["telemetryHash"], planned["telemetryHash"]);
}

TEST(Experiment, EveryPhaseOfACreationIsAnEventAtItsStart) {
  Json scenario = SmallScenario();
  scenario["timeline"][0]["name"] = "create";
  const std::vector<std::string> phases = {"files", "checkpoint", "open",  "startup", "analysis",
                                           "redo",  "undo",       "flush", "complete"};
  for (const std::string& phase : phases) {
    scenario["timeline"].push_back(
        {{"after", {{"step", "create"}, {"event", phase}, {"delaySeconds", 0}}},
         {"command", {{"kind", "setUsers"}, {"users", 30}}}});
  }
  const Json summary = RunToSummary(scenario);
  for (size_t i = 0; i < phases.size(); ++i) {
    EXPECT_EQ(summary["timeline"][i + 1]["firedMs"],
              PhaseOf(summary, phases[i], "snap_1")["startMs"])
        << phases[i];
  }
}

TEST(Experiment, WaitingForACheckpointIsAPhaseOfTheCreation) {
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

TEST(Experiment, ARefusedCommandIsAFailureOfItsEntryAndOthersCanFollowIt) {
  Json scenario = TwoSnapshots();
  scenario["timeline"].push_back({{"name", "again"},
                                  {"atSeconds", 8},
                                  {"command", {{"kind", "createSnapshot"}, {"name", "snap_1"}}}});
  scenario["timeline"].push_back(
      {{"after", {{"step", "again"}, {"event", "failed"}, {"delaySeconds", 1}}},
       {"command", {{"kind", "dropSnapshot"}, {"name", "snap_1"}}}});
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["timeline"][2]["outcome"], "failed");
  EXPECT_EQ(summary["timeline"][2]["message"],
            "Msg 1801, Level 16, State 3: Database 'snap_1' already exists. Choose a different "
            "database name.");
  EXPECT_EQ(summary["timeline"][3]["outcome"], "completed");
  EXPECT_EQ(summary["snapshots"][0]["state"], "dropped");
}

TEST(Experiment, AnEntryThatIsUnderWayAtTheEndSaysSo) {
  Json scenario = SmallScenario();
  scenario["timeline"][0]["atSeconds"] = scenario["durationSeconds"];
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "underWay");
  EXPECT_EQ(summary["timeline"][0]["firedMs"], 12'000);
  EXPECT_TRUE(summary["timeline"][0]["endedMs"].is_null());
}

TEST(Experiment, StepToNextPhasePausesThereAndCancelEndsTheRun) {
  Json scenario = SmallScenario();
  scenario["pace"] = 50;
  experiment::CommandQueue commands;
  bool stepped = false;
  const Json summary = RunToSummary(scenario, commands, [&](std::vector<std::byte> batch) {
    const std::string text(reinterpret_cast<const char*>(batch.data()), batch.size());
    if (!stepped) {
      stepped = true;
      commands.Push(scenario::ParseCommand(R"({"kind":"stepToNextPhase"})").value());
    } else if (text.find("\"paused\"") != std::string::npos) {
      commands.Push(scenario::ParseCommand(R"({"kind":"cancel"})").value());
    }
  });
  EXPECT_EQ(summary["run"]["status"], "cancelled");
  ASSERT_EQ(summary["phases"].size(), 1U);
  EXPECT_EQ(summary["phases"][0]["name"], "files");
}

/// Of a batch; its last part is the events' JSON.
Json EventsOf(const std::vector<std::byte>& batch) {
  uint32_t length = 0;
  std::memcpy(&length, batch.data() + 16, sizeof(length));
  const char* text = reinterpret_cast<const char*>(batch.data());
  return Json::parse(text + batch.size() - length, text + batch.size());
}

TEST(Experiment, EachPauseTellsThatInstantAndTheNextCommandThatItIsOver) {
  Json scenario = SmallScenario();
  const Json unsteered = RunToSummary(scenario)["telemetryHash"];
  scenario["pace"] = 50;
  experiment::CommandQueue commands;
  auto push = [&commands](const char* json) {
    commands.Push(scenario::ParseCommand(json).value());
  };
  std::vector<Json> events;
  std::vector<std::string> states;
  const Json steered = RunToSummary(scenario, commands, [&](const std::vector<std::byte>& batch) {
    const bool first = states.empty();
    for (const Json& event : EventsOf(batch)) {
      events.push_back(event);
      if (event["kind"] == "state") states.push_back(event["state"]);
    }
    if (first) push(R"({"kind":"stepToNextPhase"})");
    // Ten phases are more than a creation has: after them the run goes on to its end.
    if (!events.empty() && events.back().value("state", "") == "paused") {
      push(std::ranges::count(states, "paused") < 10 ? R"({"kind":"stepToNextPhase"})"
                                                     : R"({"kind":"resume"})");
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

TEST(Experiment, EverySessionsTimeAddsUp) {
  const Json sessions = RunToSummary(TwoSnapshots())["sessions"];
  EXPECT_EQ(sessions["eachAddsUp"], true);
  EXPECT_GE(sessions["count"], 30);
  EXPECT_NEAR(sessions["elapsedMs"].get<double>(),
              sessions["cpuMs"].get<double>() + sessions["thinkMs"].get<double>() +
                  sessions["waitMs"].get<double>(),
              0.001);
}

TEST(Experiment, DeadlocksAreFoundTheirVictimsRunAgainAndNothingIsLost) {
  Json scenario = SmallScenario();
  scenario["workload"]["accessOrder"] = "random";
  scenario["workload"]["hotRows"] = 64;
  scenario["workload"]["users"] = 100;
  scenario["workload"]["thinkTimeMs"] = 20;
  const Json summary = RunToSummary(scenario);
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true);
  EXPECT_GT(summary["transactions"]["deadlocked"], 0);
  EXPECT_GT(summary["counters"]["deadlocksPerSecond"]["max"], 0);
  EXPECT_GT(WaitOf(summary, "LCK_M_U")["waiting_tasks_count"], 0);
  EXPECT_GT(WaitOf(summary, "REQUEST_FOR_DEADLOCK_SEARCH")["waiting_tasks_count"], 0);
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
  EXPECT_EQ(summary["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
  scenario["workload"]["accessOrder"] = "ascending";
  EXPECT_EQ(RunToSummary(scenario)["transactions"]["deadlocked"], 0);
}

TEST(Experiment, NonclusteredIndexesAreKeptAndCostPushes) {
  Json scenario = SmallScenario();
  const Json without = RunToSummary(scenario);
  scenario["database"]["nonclusteredIndexes"] = 3;
  const Json with = RunToSummary(scenario);
  ASSERT_EQ(with["run"]["status"], "completed") << with["run"].dump();
  EXPECT_EQ(with["run"]["verified"], true);
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

TEST(Experiment, ReplicaWaitNeedsTwoSnapshots) {
  const Json one = RunToSummary(SmallScenario());
  EXPECT_EQ(WaitOf(one, "FCB_REPLICA_WRITE")["waiting_tasks_count"], 0);
  EXPECT_GT(WaitOf(one, "PREEMPTIVE_OS_WRITEFILE")["waiting_tasks_count"], 0);
  EXPECT_GT(WaitOf(one, "WRITE_COMPLETION")["waiting_tasks_count"], 0);
  const Json two = RunToSummary(TwoSnapshots());
  EXPECT_EQ(two["run"]["verified"], true) << two["run"].dump();
  EXPECT_GT(WaitOf(two, "FCB_REPLICA_WRITE")["waiting_tasks_count"], 0);
  for (const char* type : {"WRITELOG", "PAGEIOLATCH_SH", "PAGEIOLATCH_EX"}) {
    EXPECT_GT(WaitOf(two, type)["waiting_tasks_count"], 0) << type;
  }
}

TEST(Experiment, SnapshotsCanBeDroppedUnderLoad) {
  Json scenario = TwoSnapshots();
  scenario["timeline"].push_back(
      {{"atSeconds", 6}, {"command", {{"kind", "dropSnapshot"}, {"name", "snap_1"}}}});
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["snapshots"][0]["state"], "dropped");
  EXPECT_EQ(summary["snapshots"][0]["verified"], true);
  EXPECT_EQ(summary["snapshots"][1]["state"], "online");
  EXPECT_EQ(WaitOf(summary, "FCB_REPLICA_WRITE")["waiting_tasks_count"], 0);
}

TEST(Experiment, SparseFileIsBilledByRegions) {
  const Json snapshot = RunToSummary(SmallScenario())["snapshots"][0];
  const uint64_t region_bytes = snapshot["regionBytes"];
  EXPECT_EQ(region_bytes % 65'536, 0U);
  EXPECT_EQ(snapshot["sizeOnDiskBytes"], region_bytes);
  EXPECT_GE(region_bytes, snapshot["pagesPushed"].get<uint64_t>() * 8192 / 8);
  EXPECT_EQ(snapshot["sizeBytes"], 64 << 20);
}

TEST(Experiment, FlushCacheFiguresAreThoseOfTheCheckpoint) {
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
  bool found = false;
  for (const Json& line : summary["errorlog"]) {
    found = found || line.get<std::string>().find(expected) != std::string::npos;
  }
  EXPECT_TRUE(found) << expected;
  EXPECT_GT(done["buffers"], 0);
  EXPECT_LE(done["writes"], done["buffers"]);
}

TEST(Experiment, BytesOfTheFilesAreThoseOfTheOperations) {
  // No eviction between the last whole write and the end: what is in flight then is counted
  // nowhere.
  Json scenario = SmallScenario();
  scenario["server"]["memoryMiB"] = 96;
  scenario["timeline"].push_back(
      {{"atSeconds", 10}, {"command", {{"kind", "setUsers"}, {"users", 0}}}});
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

TEST(Experiment, NewlyAllocatedPagesInsideTheSizeAtCreationArePushed) {
  Json scenario = SmallScenario();
  scenario["timeline"][0]["atSeconds"] = 0.1;
  scenario["timeline"].push_back(
      {{"atSeconds", 8}, {"command", {{"kind", "createSnapshot"}, {"name", "later"}}}});
  scenario["database"]["fillFactorPercent"] = 100;  // an insert splits its page
  KeptRun run(scenario);
  const auto& snapshots = run.experiment().database()->snapshots().snapshots();
  snapshot::Snapshot& snapshot = *snapshots.at(0);
  const auto page = std::make_unique<page::PageBuffer>();
  auto allocated = [&](auto& store) {
    const PageId pfs = page::PfsOf(PageId::Of(1, 0));
    EXPECT_TRUE(store.ReadNow(pfs, page->span()).ok());
    std::set<PageId> pages;
    for (uint16_t slot = 0; slot < page::kPfsPages; ++slot) {
      if (page::MapEntry(page::PageView(page->span()), slot) != 0) {
        pages.insert(page::PageOfPfsEntry(pfs, slot));
      }
    }
    return pages;
  };
  const std::set<PageId> at_split = allocated(snapshot);
  const std::set<PageId> later = allocated(*snapshots.at(1));
  ASSERT_GT(later.size(), at_split.size());
  for (const PageId id : later) {
    if (at_split.contains(id)) continue;
    EXPECT_FALSE(snapshot.Lacks(id)) << id.number();
    ASSERT_TRUE(snapshot.ReadNow(id, page->span()).ok()) << id.number();
    EXPECT_EQ(page::PageView(page->span()).type(), page::PageType::kFree) << id.number();
  }
}

TEST(Experiment, RedoBytesAreTheLogFromTheCheckpointsBeginToTheSplit) {
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

TEST(Experiment, NothingIsLeftHeldOnceEverybodyHasLeft) {
  Json scenario = SmallScenario();
  scenario["timeline"].push_back(
      {{"atSeconds", 9}, {"command", {{"kind", "setUsers"}, {"users", 0}}}});
  KeptRun run(scenario);
  // The witness alone is left; it is between two inserts at the end of a whole second.
  EXPECT_EQ(run.experiment().database()->pool().pins(), 0U);
  EXPECT_EQ(run.experiment().database()->transactions().locks_held(), 0U);
}

TEST(Experiment, TraceFlagsDecideWhatTheErrorlogShows) {
  auto lines_with = [](const Json& summary, const char* text) {
    int count = 0;
    for (const Json& line : summary["errorlog"]) {
      count += line.get<std::string>().find(text) != std::string::npos ? 1 : 0;
    }
    return count;
  };
  Json scenario = SmallScenario();
  scenario["traceFlags"] = {3605, 3504};
  Json summary = RunToSummary(scenario);
  EXPECT_EQ(lines_with(summary, "Creating file"), 0);
  EXPECT_EQ(lines_with(summary, "RECOVERY ("), 0);
  EXPECT_GT(lines_with(summary, "FlushCache"), 0);
  EXPECT_EQ(lines_with(summary, "Starting up database 'snap_1'."), 1);
  scenario["traceFlags"] = {1810, 3400, 3504};  // without 3605 they go nowhere
  summary = RunToSummary(scenario);
  EXPECT_EQ(lines_with(summary, "FlushCache"), 0);
  EXPECT_EQ(lines_with(summary, "Starting up database 'snap_1'."), 1);
}

TEST(Experiment, IdleCreationIsQuick) {
  Json scenario = SmallScenario();
  scenario["workload"]["users"] = 0;
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["verified"], true);
  EXPECT_LE(summary["snapshots"][0]["createdMs"], 2000);
}

}  // namespace
}  // namespace snapscope::experiment_test
