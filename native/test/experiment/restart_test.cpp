// A server that goes down and comes up within a run: nothing committed is lost, nothing else stays,
// every complete snapshot shows its split for its whole life, and the run's figures cover all
// lives.
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "experiment/experiment.h"
#include "machine/simulated_machine.h"
#include "telemetry/batch_encoder.h"
#include "test/support/run_support.h"

namespace snapscope::restart_test {
namespace {

using test::Json;
using test::RunToSummary;

Json Restart(double at_seconds, const char* mode) {
  return {{"atSeconds", at_seconds}, {"command", {{"kind", "restartServer"}, {"mode", mode}}}};
}

Json Create(double at_seconds, const char* name) {
  return {{"atSeconds", at_seconds}, {"command", {{"kind", "createSnapshot"}, {"name", name}}}};
}

Json ScenarioWith(const std::vector<Json>& timeline) {
  Json scenario = test::SmallScenario();
  scenario["timeline"] = timeline;
  return scenario;
}

/// What the samples say of a counter, by their times in milliseconds.
std::map<double, double> SamplesOf(telemetry::CounterId counter,
                                   const std::vector<std::vector<std::byte>>& batches) {
  std::map<double, double> samples;
  for (const std::vector<std::byte>& batch : batches) {
    const auto count = Load<uint32_t>(batch, 4);
    const size_t times = telemetry::kBatchHeaderBytes;
    const size_t values = times + (1 + static_cast<size_t>(counter)) * count * sizeof(double);
    for (size_t i = 0; i < count; ++i) {
      const auto at_ms = static_cast<double>(Load<TimeNs>(batch, times + i * sizeof(double))) / 1e6;
      samples[at_ms] = Load<double>(batch, values + i * sizeof(double));
    }
  }
  return samples;
}

class EachMode : public ::testing::TestWithParam<const char*> {};

// Reads that take 5 ms longer each hardly make a start longer: of some regions far apart.
TEST(Restart, ReadsWhatASnapshotHoldsWithManyReadsAtOnce) {
  double regions = 0;
  const auto start_with_reads_of = [&regions](int read_us) {
    Json scenario = ScenarioWith({Create(1, "snap_1"), Restart(4, "crash")});
    scenario["database"]["sizeMiB"] = 1024;
    scenario["storage"]["volumes"][2]["device"].update(
        {{"parallelism", 64}, {"readServiceUs", read_us}, {"spread", "fixed"}});
    const Json summary = RunToSummary(scenario);
    EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
    regions = summary["snapshots"][0]["regionBytes"].get<double>() / 65536;
    const Json start = test::PhaseOf(summary, "serverStart");
    return start["endMs"].get<double>() - start["startMs"].get<double>();
  };
  const double fast = start_with_reads_of(100);
  const double slow = start_with_reads_of(5100);
  EXPECT_GT(regions, 300);
  EXPECT_LT(slow - fast, regions * 5 / 8);
}

TEST_P(EachMode, SnapshotsOutliveTheServerAndGoOnBeingPushedTo) {
  const Json summary = RunToSummary(
      ScenarioWith({Create(1, "snap_1"), Create(3, "snap_2"), Restart(6, GetParam())}));
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true);
  ASSERT_EQ(summary["snapshots"].size(), 2U);
  for (const Json& snapshot : summary["snapshots"]) {
    EXPECT_EQ(snapshot["state"], "online");
    EXPECT_EQ(snapshot["verified"], true);
    EXPECT_GT(snapshot["createdMs"], 0);
    EXPECT_EQ(snapshot["sizeOnDiskBytes"], snapshot["regionBytes"]);
  }
  const Json start = test::PhaseOf(summary, "serverStart");
  ASSERT_FALSE(start.is_null());
  EXPECT_GE(start["startMs"], 6000);
  EXPECT_LT(start["endMs"], 12'000);
  EXPECT_EQ(start["figures"]["snapshots"], 2);
  EXPECT_EQ(test::CountLines(summary, "Starting up database 'sales'."), 1U);
  EXPECT_EQ(test::CountLines(summary, "Starting up database 'snap_1'."), 2U);
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
  EXPECT_GE(summary["sessions"]["count"], 2 * 30);
  EXPECT_EQ(summary["telemetryHash"],
            RunToSummary(ScenarioWith({Create(1, "snap_1"), Create(3, "snap_2"),
                                       Restart(6, GetParam())}))["telemetryHash"]);
}

TEST_P(EachMode, TheRunsFiguresCoverAllLivesOfTheServer) {
  const Json once = RunToSummary(ScenarioWith({Create(1, "snap_1")}));
  const Json twice = RunToSummary(ScenarioWith({Create(1, "snap_1"), Restart(11, GetParam())}));
  ASSERT_EQ(twice["run"]["status"], "completed") << twice["run"].dump();
  EXPECT_GT(twice["transactions"]["total"], once["transactions"]["total"].get<uint64_t>() / 2);
  EXPECT_GT(twice["snapshots"][0]["pagesPushed"],
            once["snapshots"][0]["pagesPushed"].get<uint64_t>() / 2);
  for (size_t file = 0; file < 3; ++file) {
    EXPECT_GT(twice["files"][file]["bytesWritten"],
              once["files"][file]["bytesWritten"].get<uint64_t>() / 2)
        << twice["files"][file]["name"];
  }
  EXPECT_EQ(twice["checkpoints"][0], once["checkpoints"][0]);
}

// What a start reads and computes is told as it happens, not all at once when the server is up.
TEST(Restart, CountersGoOnWhileTheServerStarts) {
  Json scenario = ScenarioWith({Restart(11, "crash")});
  scenario["sampleIntervalMs"] = 50;
  experiment::CommandQueue commands;
  std::vector<std::vector<std::byte>> batches;
  const Json summary = RunToSummary(
      scenario, commands, [&](const std::vector<std::byte>& batch) { batches.push_back(batch); });
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  const Json start = test::PhaseOf(summary, "serverStart");
  const auto begin = start["startMs"].get<double>();
  const auto end = start["endMs"].get<double>();
  ASSERT_GT(end - begin, 500);
  int reading = 0;
  for (const auto& [at, read] : SamplesOf(telemetry::CounterId::kDataReadBytesPerSecond, batches)) {
    reading += begin < at && at <= end && read > 0 ? 1 : 0;
  }
  EXPECT_GT(reading, 5);
  for (const auto& [at, busy] : SamplesOf(telemetry::CounterId::kProcessorTimePercent, batches)) {
    EXPECT_LE(busy, 100.1) << "at " << at << " ms";
  }
}

TEST(Restart, EntriesOfTheTimelineOutliveTheServerAndFollowItsStart) {
  Json restart = Restart(4, "crash");
  restart["name"] = "restart";
  Json create = Create(3.99, "snap_1");
  create["name"] = "create";
  auto after = [](const char* step, const char* event, const char* snapshot) -> Json {
    return {{"after", {{"step", step}, {"event", event}, {"delaySeconds", 0}}},
            {"command", {{"kind", "createSnapshot"}, {"name", snapshot}}}};
  };
  const Json planned = ScenarioWith({create, restart, after("create", "failed", "snap_2"),
                                     after("restart", "completed", "snap_3")});
  const Json summary = RunToSummary(planned);
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  const Json& outcomes = summary["timeline"];
  EXPECT_EQ(outcomes[0]["outcome"], "failed");
  EXPECT_EQ(outcomes[0]["message"], "The server ended before the command did.");
  EXPECT_EQ(outcomes[0]["endedMs"], 4000);
  EXPECT_EQ(outcomes[1]["outcome"], "completed");
  EXPECT_EQ(outcomes[1]["endedMs"], test::PhaseOf(summary, "serverStart")["endMs"]);
  // Due while the server was down: carried out as it is up, in the timeline's order.
  EXPECT_EQ(outcomes[2]["firedMs"], outcomes[1]["endedMs"]);
  EXPECT_EQ(outcomes[3]["firedMs"], outcomes[1]["endedMs"]);
  EXPECT_EQ(outcomes[2]["outcome"], "completed");
  EXPECT_EQ(outcomes[3]["outcome"], "completed");

  Json live = ScenarioWith(Json::array());
  for (const Json& outcome : outcomes) {
    const int64_t at = std::llround(outcome["firedMs"].get<double>() * kMillisecond);
    live["commands"].push_back({{"atNs", at}, {"command", outcome["command"]}});
  }
  EXPECT_EQ(RunToSummary(live)["telemetryHash"], summary["telemetryHash"]);
}

INSTANTIATE_TEST_SUITE_P(Restart, EachMode, ::testing::Values("clean", "crash"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Restart, ACleanOneLeavesNothingToUndo) {
  const Json clean = RunToSummary(ScenarioWith({Restart(6, "clean")}));
  ASSERT_EQ(clean["run"]["status"], "completed") << clean["run"].dump();
  const Json crash = RunToSummary(ScenarioWith({Restart(6, "crash")}));
  ASSERT_EQ(crash["run"]["status"], "completed") << crash["run"].dump();
  auto length = [](const Json& summary) {
    const Json phase = test::PhaseOf(summary, "serverStart");
    return phase["endMs"].get<double>() - phase["startMs"].get<double>();
  };
  EXPECT_LT(length(clean), length(crash));
}

TEST(Restart, ACreationThatACrashCutsOffLeavesNothing) {
  // At many moments of a creation: it takes about a second and a half here.
  for (const double at : {3.05, 3.5, 4.1, 4.7}) {
    SCOPED_TRACE("crash at " + std::to_string(at) + " s");
    const Json summary =
        RunToSummary(ScenarioWith({Create(1, "kept"), Create(3, "cut"), Restart(at, "crash")}));
    ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
    EXPECT_EQ(summary["run"]["verified"], true);
    ASSERT_EQ(summary["snapshots"].size(), 2U);
    for (const Json& snapshot : summary["snapshots"]) {
      const bool whole = snapshot["name"] == "kept" || !snapshot["createdMs"].is_null();
      EXPECT_EQ(snapshot["state"], whole ? "online" : "dropped");
    }
  }
}

TEST(Restart, ADropThatACrashCutsOffIsFinishedAndItsNameIsFree) {
  const Json drop = {{"atSeconds", 5}, {"command", {{"kind", "dropSnapshot"}, {"name", "cut"}}}};
  // While pages are on their way to it, the drop takes some milliseconds.
  for (const double crash : {5.0, 5.001, 5.003}) {
    SCOPED_TRACE("crash at " + std::to_string(crash) + " s");
    const Json summary = RunToSummary(
        ScenarioWith({Create(1, "cut"), drop, Restart(crash, "crash"), Create(9, "cut")}));
    ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
    EXPECT_EQ(summary["run"]["verified"], true);
    ASSERT_EQ(summary["snapshots"].size(), 2U);
    EXPECT_EQ(summary["snapshots"][0]["state"], "dropped");
    EXPECT_EQ(summary["snapshots"][1]["state"], "online");
  }
}

TEST(Restart, WhatComesDueWhileTheServerIsDownIsDoneWhenItIsUp) {
  const Json summary = RunToSummary(ScenarioWith({Restart(6, "crash"), Create(6.001, "snap_1")}));
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  ASSERT_EQ(summary["snapshots"].size(), 1U);
  EXPECT_EQ(summary["snapshots"][0]["verified"], true);
  EXPECT_GE(test::PhaseOf(summary, "files")["startMs"],
            test::PhaseOf(summary, "serverStart")["endMs"]);
}

TEST(Restart, ASecondOneIsRefusedWhileTheFirstIsUnderWay) {
  const Json summary = RunToSummary(ScenarioWith({Restart(6, "clean"), Restart(6, "crash")}));
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  int starts = 0;
  for (const Json& phase : summary["phases"]) starts += phase["name"] == "serverStart" ? 1 : 0;
  EXPECT_EQ(starts, 1);
}

TEST(Restart, BackupsThatACrashOrTheRunsEndCutsOffAreToldToHaveFailed) {
  const Json before = {{"kind", "backup"}, {"name", "before"}, {"type", "full"}};
  const Json last = {{"kind", "backup"}, {"name", "last"}, {"type", "full"}};
  const Json summary = RunToSummary(ScenarioWith({{{"atSeconds", 4.99}, {"command", before}},
                                                  Restart(5, "crash"),
                                                  {{"atSeconds", 11.99}, {"command", last}}}));
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  const Json& backups = summary["backups"];
  ASSERT_EQ(backups.size(), 2U) << backups.dump();
  EXPECT_EQ(backups[0]["name"], "before");
  EXPECT_EQ(backups[0]["state"], "failed");
  EXPECT_EQ(backups[0]["endMs"], 5000);
  EXPECT_EQ(summary["timeline"][0]["message"], "The server ended before the command did.");
  EXPECT_EQ(test::PhaseOf(summary, "backup")["endMs"], 5000);
  EXPECT_EQ(backups[1]["name"], "last");
  EXPECT_EQ(backups[1]["state"], "failed");
  EXPECT_TRUE(backups[1]["endMs"].is_null()) << "the run ended before it did";
}

TEST(Restart, OneThatTheRunsEndOvertakesDoesNotHappen) {
  // A creation is under way: a clean restart waits for it, beyond the end.
  Json scenario = ScenarioWith({Create(11.7, "snap_1"), Restart(11.8, "clean")});
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["engineMs"], 12'000);
  EXPECT_TRUE(test::PhaseOf(summary, "serverStart").is_null());
}

TEST(Restart, GivenLiveItIsRepeatedFromTheRecordedCommands) {
  Json scenario = ScenarioWith({Create(1, "snap_1")});
  scenario["pace"] = 100;
  experiment::CommandQueue commands;
  int batches = 0;
  const Json steered = RunToSummary(scenario, commands, [&](std::vector<std::byte>) {
    if (++batches == 8) {
      commands.Push(scenario::ParseCommand(R"({"kind":"restartServer","mode":"crash"})").value());
      commands.Push(scenario::ParseCommand(R"({"kind":"createSnapshot","name":"live"})").value());
      commands.Push(scenario::ParseCommand(R"({"kind":"setPace","pace":0})").value());
    }
  });
  ASSERT_EQ(steered["run"]["status"], "completed") << steered["run"].dump();
  EXPECT_EQ(steered["scenario"]["commands"].size(), 3U);
  const Json repeated = RunToSummary(steered["scenario"]);
  EXPECT_EQ(repeated["telemetryHash"], steered["telemetryHash"]);
}

}  // namespace
}  // namespace snapscope::restart_test
