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
#include "test/support/timeline_entries.h"

namespace snapscope::restart_test {
namespace {

using test::After;
using test::At;
using test::Crash;
using test::Create;
using test::Json;
using test::Named;
using test::RunToSummary;
using test::ShutDown;
using test::SmallScenario;

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

class EachMode : public ::testing::TestWithParam<Json> {};

// Reads that take 5 ms longer each hardly make a start longer: of some regions far apart.
TEST(Restart, ReadsWhatASnapshotHoldsWithManyReadsAtOnce) {
  double regions = 0;
  const auto start_with_reads_of = [&regions](int read_us) {
    Json scenario = SmallScenario({At(1, Create("snap_1")), At(4, Crash())});
    scenario["database"]["sizeMiB"] = 1024;
    scenario["storage"]["volumes"][2]["device"].update(
        {{"parallelism", 64}, {"readServiceUs", read_us}, {"spread", "fixed"}});
    const Json summary = test::RunCompleted(scenario);
    regions = summary["snapshots"][0]["regionBytes"].get<double>() / 65536;
    return test::MsOf(test::PhaseOf(summary, "serverStart"));
  };
  const double fast = start_with_reads_of(100);
  const double slow = start_with_reads_of(5100);
  EXPECT_GT(regions, 300);
  EXPECT_LT(slow - fast, regions * 5 / 8);
}

TEST_P(EachMode, SnapshotsOutliveTheServerAndGoOnBeingPushedTo) {
  const Json summary = test::RunVerified(
      SmallScenario({At(1, Create("snap_1")), At(3, Create("snap_2")), At(6, GetParam())}));
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
  EXPECT_GE(summary["sessions"]["count"], 2 * 30);
  EXPECT_EQ(summary["telemetryHash"],
            RunToSummary(SmallScenario({At(1, Create("snap_1")), At(3, Create("snap_2")),
                                        At(6, GetParam())}))["telemetryHash"]);
}

TEST_P(EachMode, TheRunsFiguresCoverAllLivesOfTheServer) {
  const Json once = RunToSummary(SmallScenario({At(1, Create("snap_1"))}));
  const Json twice =
      test::RunCompleted(SmallScenario({At(1, Create("snap_1")), At(11, GetParam())}));
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

TEST(Restart, ASnapshotThatWasDroppedBeforeItTellsTheIosOfItsFileInAllLives) {
  const Json summary =
      RunToSummary(SmallScenario({At(1, Create("snap_1")), At(6, Crash()),
                                  At(8, test::DropSnapshot("snap_1")), At(9, Crash())}));
  EXPECT_GE(test::FileOf(summary, "snap_1")["bytesWritten"],
            8192 * summary["snapshots"][0]["pagesPushed"].get<uint64_t>());
}

TEST(Restart, ASnapshotOfTheNameOfOneThatIsGoneTellsOfItsOwnIosAlone) {
  const Json summary = RunToSummary(
      SmallScenario({At(1, Create("snap_1")), At(5, Crash()), At(8, test::DropSnapshot("snap_1")),
                     At(9, test::SetUsers(0)), At(10, Create("snap_1"))}));
  std::vector<uint64_t> bytes_written;
  for (const Json& file : summary["files"]) {
    if (file["name"] == "snap_1") bytes_written.push_back(file["bytesWritten"]);
  }
  ASSERT_EQ(bytes_written.size(), 2U);
  EXPECT_LT(bytes_written[1], bytes_written[0] / 2);
}

TEST(Restart, UsersWhoAreAskedForWhileTheServerClosesComeBackWithIt) {
  const Json summary =
      test::RunCompleted(SmallScenario({At(6, ShutDown()), At(6.02, test::SetUsers(3))}));
  EXPECT_GT(test::PhaseOf(summary, "serverStart")["startMs"], 6'020);
  EXPECT_EQ(summary["sessions"]["count"], 30 + 3);
}

// What a start reads and computes is told as it happens, not all at once when the server is up.
TEST(Restart, CountersGoOnWhileTheServerStarts) {
  Json scenario = SmallScenario({At(11, Crash())});
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
  const Json planned =
      SmallScenario({Named("create", At(3.99, Create("snap_1"))), Named("restart", At(4, Crash())),
                     After("create", "failed", Create("snap_2")),
                     After("restart", "completed", Create("snap_3"))});
  const Json summary = test::RunCompleted(planned);
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

  Json live = SmallScenario(std::vector<Json>());
  for (const Json& outcome : outcomes) {
    const int64_t at = std::llround(outcome["firedMs"].get<double>() * kMillisecond);
    live["commands"].push_back({{"atNs", at}, {"command", outcome["command"]}});
  }
  EXPECT_EQ(RunToSummary(live)["telemetryHash"], summary["telemetryHash"]);
}

INSTANTIATE_TEST_SUITE_P(Restart, EachMode, ::testing::Values(ShutDown(), Crash()),
                         [](const auto& info) {
                           return info.param.at("mode").template get<std::string>();
                         });

TEST(Restart, ACleanOneLeavesNothingToUndo) {
  const Json clean = test::RunCompleted(SmallScenario({At(6, ShutDown())}));
  const Json crash = test::RunCompleted(SmallScenario({At(6, Crash())}));
  const auto length = [](const Json& summary) {
    return test::MsOf(test::PhaseOf(summary, "serverStart"));
  };
  EXPECT_LT(length(clean), length(crash));
}

TEST(Restart, ACreationThatACrashCutsOffLeavesNothing) {
  // At many moments of a creation: it takes about a second and a half here.
  for (const double at : {3.05, 3.5, 4.1, 4.7}) {
    SCOPED_TRACE("crash at " + std::to_string(at) + " s");
    const Json summary = test::RunVerified(
        SmallScenario({At(1, Create("kept")), At(3, Create("cut")), At(at, Crash())}));
    ASSERT_EQ(summary["snapshots"].size(), 2U);
    for (const Json& snapshot : summary["snapshots"]) {
      const bool whole = snapshot["name"] == "kept" || !snapshot["createdMs"].is_null();
      EXPECT_EQ(snapshot["state"], whole ? "online" : "dropped");
    }
  }
}

TEST(Restart, ADropThatACrashCutsOffIsFinishedAndItsNameIsFree) {
  const Json drop = test::At(5, test::DropSnapshot("cut"));
  // While pages are on their way to it, the drop takes some milliseconds.
  for (const double crash : {5.0, 5.001, 5.003}) {
    SCOPED_TRACE("crash at " + std::to_string(crash) + " s");
    const Json summary = test::RunVerified(
        SmallScenario({At(1, Create("cut")), drop, At(crash, Crash()), At(9, Create("cut"))}));
    ASSERT_EQ(summary["snapshots"].size(), 2U);
    EXPECT_EQ(summary["snapshots"][0]["state"], "dropped");
    EXPECT_EQ(summary["snapshots"][1]["state"], "online");
  }
}

TEST(Restart, WhatComesDueWhileTheServerIsDownIsDoneWhenItIsUp) {
  const Json summary =
      test::RunCompleted(SmallScenario({At(6, Crash()), At(6.001, Create("snap_1"))}));
  ASSERT_EQ(summary["snapshots"].size(), 1U);
  EXPECT_EQ(summary["snapshots"][0]["verified"], true);
  EXPECT_GE(test::PhaseOf(summary, "files")["startMs"],
            test::PhaseOf(summary, "serverStart")["endMs"]);
}

TEST(Restart, ASecondOneIsRefusedWhileTheFirstIsUnderWay) {
  const Json summary = test::RunCompleted(SmallScenario({At(6, ShutDown()), At(6, Crash())}));
  EXPECT_EQ(test::PhasesOf(summary, "serverStart").size(), 1U);
}

TEST(Restart, BackupsThatACrashOrTheRunsEndCutsOffAreToldToHaveFailed) {
  const Json summary =
      test::RunCompleted(SmallScenario({At(4.99, test::Backup("before", "full")), At(5, Crash()),
                                        At(11.99, test::Backup("last", "full"))}));
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
  Json scenario = SmallScenario({At(11.7, Create("snap_1")), At(11.8, ShutDown())});
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["run"]["engineMs"], 12'000);
  EXPECT_TRUE(test::PhaseOf(summary, "serverStart").is_null());
}

TEST(Restart, GivenLiveItIsRepeatedFromTheRecordedCommands) {
  Json scenario = SmallScenario({At(1, Create("snap_1"))});
  scenario["pace"] = 100;
  experiment::CommandQueue commands;
  int batches = 0;
  const Json steered = RunToSummary(scenario, commands, [&](std::vector<std::byte>) {
    if (++batches != 8) return;
    for (const Json& command : {Crash(), Create("live"), Json{{"kind", "setPace"}, {"pace", 0}}}) {
      test::Give(commands, command);
    }
  });
  ASSERT_EQ(steered["run"]["status"], "completed") << steered["run"].dump();
  EXPECT_EQ(steered["scenario"]["commands"].size(), 3U);
  const Json repeated = RunToSummary(steered["scenario"]);
  EXPECT_EQ(repeated["telemetryHash"], steered["telemetryHash"]);
}

}  // namespace
}  // namespace snapscope::restart_test
