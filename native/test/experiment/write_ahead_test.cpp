// Beyond the product: a pre-image stays in memory while its page changes, and is durable before the
// changed page is written.
#include <gtest/gtest.h>

#include "experiment/experiment.h"
#include "machine/simulated_machine.h"
#include "test/support/run_support.h"

namespace snapscope::write_ahead_test {
namespace {

using test::Json;
using test::RunToSummary;

Json WriteAhead(uint64_t memory_mib = 64) {
  Json scenario = test::SmallScenario();
  scenario["storage"]["pushPolicy"] = "writeAhead";
  scenario["storage"]["preImageMemoryMiB"] = memory_mib;
  return scenario;
}

Json Entry(double seconds, const char* kind, const char* name) {
  return {{"atSeconds", seconds}, {"command", {{"kind", kind}, {"name", name}}}};
}

uint64_t TasksOf(const Json& summary, const char* wait) {
  return test::WaitOf(summary, wait)["waiting_tasks_count"];
}

void ExpectVerified(const Json& summary) {
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true) << summary["run"].dump();
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
}

TEST(WriteAhead, PushesOfACompleteSnapshotWaitForNothing) {
  const Json synchronous = RunToSummary(test::SmallScenario());
  const Json ahead = RunToSummary(WriteAhead());
  ExpectVerified(ahead);
  EXPECT_EQ(synchronous["snapshots"][0]["pagesDeferred"], 0);
  EXPECT_EQ(synchronous["preImages"]["limitBytes"], 0);
  EXPECT_EQ(synchronous["preImages"]["peakBytes"], 0);
  EXPECT_GT(ahead["snapshots"][0]["pagesDeferred"], 1000);
  EXPECT_EQ(ahead["preImages"]["limitBytes"], 64 << 20);
  EXPECT_GT(ahead["preImages"]["peakBytes"], 500 * 8192);
  EXPECT_LE(ahead["preImages"]["peakBytes"], 64 << 20);
  // What is left of these waits is of pushes during the creation.
  EXPECT_LT(TasksOf(ahead, "PREEMPTIVE_OS_WRITEFILE"),
            TasksOf(synchronous, "PREEMPTIVE_OS_WRITEFILE") / 2);
  EXPECT_GT(ahead["transactions"]["total"], synchronous["transactions"]["total"]);
}

TEST(WriteAhead, ADeferredPushCountsAsPushedOnceItIsDurable) {
  const Json summary = RunToSummary(WriteAhead());
  const Json& snapshot = summary["snapshots"][0];
  EXPECT_GT(snapshot["pagesPushed"], snapshot["verification"]["pagesPushedBeforeSplit"]);
  const uint64_t pushed = snapshot["pagesPushed"];
  for (const Json& file : summary["files"]) {
    if (file["name"] == "snap_1") {
      EXPECT_GE(file["bytesWritten"], pushed * 8192);
    }
  }
  EXPECT_EQ(snapshot["sizeOnDiskBytes"], snapshot["regionBytes"]);
}

TEST(WriteAhead, BeyondItsMemoryPushesAreSynchronous) {
  Json scenario = WriteAhead(1);
  scenario["storage"]["volumes"][2]["device"]["writeServiceUs"] = 40'000;
  const Json summary = RunToSummary(scenario);
  ExpectVerified(summary);
  EXPECT_EQ(summary["preImages"]["peakBytes"], 1 << 20);
  scenario["storage"]["preImageMemoryMiB"] = 64;
  const Json roomy = RunToSummary(scenario);
  EXPECT_GT(TasksOf(summary, "PREEMPTIVE_OS_WRITEFILE"), TasksOf(roomy, "PREEMPTIVE_OS_WRITEFILE"));
}

TEST(WriteAhead, WhoWritesAPageWaitsForItsPreImageAndIsBilled) {
  // A small pool: the lazy writer must write what has just changed.
  Json scenario = WriteAhead();
  scenario["server"]["memoryMiB"] = 4;
  const Json ahead = RunToSummary(scenario);
  ExpectVerified(ahead);
  scenario["storage"]["pushPolicy"] = "synchronous";
  EXPECT_GT(TasksOf(ahead, "REPLICA_WRITES"), TasksOf(RunToSummary(scenario), "REPLICA_WRITES"));
}

TEST(WriteAhead, GathersNeighboursAndExtentsGoWithThem) {
  const auto pages_per_write = [](const Json& summary) {
    for (const Json& file : summary["files"]) {
      if (file["name"] == "snap_1") {
        return file["bytesWritten"].get<double>() / 8192 / file["writes"].get<double>();
      }
    }
    return 0.0;
  };
  Json scenario = WriteAhead();
  const Json page = RunToSummary(scenario);
  scenario["storage"]["pushUnit"] = "extent";
  const Json extent = RunToSummary(scenario);
  ExpectVerified(extent);
  EXPECT_GT(extent["snapshots"][0]["pagesPushedAlong"], 1000);
  EXPECT_GT(pages_per_write(page), pages_per_write(RunToSummary(test::SmallScenario())));
  EXPECT_GT(pages_per_write(extent), 2 * pages_per_write(page));
}

TEST(WriteAhead, ASecondSnapshotIsCreatedOverPagesThatAreHeld) {
  Json scenario = WriteAhead();
  scenario["timeline"].push_back(Entry(6, "createSnapshot", "snap_2"));
  const Json summary = RunToSummary(scenario);
  ExpectVerified(summary);
  EXPECT_GT(summary["snapshots"][0]["pagesDeferred"], 0);
  EXPECT_GT(summary["snapshots"][1]["pagesDeferred"], 0);
}

TEST(WriteAhead, WhatIsHeldForADroppedSnapshotIsNeverWritten) {
  // No page has to be written meanwhile.
  Json scenario = WriteAhead();
  scenario["server"]["memoryMiB"] = 96;
  scenario["timeline"].push_back(Entry(8, "dropSnapshot", "snap_1"));
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  const Json& snapshot = summary["snapshots"][0];
  EXPECT_EQ(snapshot["state"], "dropped");
  EXPECT_EQ(snapshot["verified"], true);
  EXPECT_GT(snapshot["pagesDeferred"], 1000);
  // Those of the creation alone; the witness, which is no session, pushes its page unbilled.
  const uint64_t of_sessions = TasksOf(summary, "PREEMPTIVE_OS_WRITEFILE");
  EXPECT_GE(snapshot["pagesPushed"], of_sessions);
  EXPECT_LE(snapshot["pagesPushed"], of_sessions + 2);
}

TEST(WriteAhead, ACrashPushesAgainWhatWasHeldInMemory) {
  for (const char* mode : {"crash", "clean"}) {
    Json scenario = WriteAhead();
    scenario["timeline"].push_back(
        {{"atSeconds", 9}, {"command", {{"kind", "restartServer"}, {"mode", mode}}}});
    const Json summary = RunToSummary(scenario);
    ExpectVerified(summary);
    EXPECT_EQ(summary["snapshots"][0]["state"], "online") << mode;
  }
}

TEST(WriteAhead, ARevertNeedsNotWhatWasHeldInMemory) {
  Json scenario = WriteAhead();
  scenario["timeline"].push_back(Entry(7, "revertSnapshot", "snap_1"));
  const Json summary = RunToSummary(scenario);
  ExpectVerified(summary);
  EXPECT_FALSE(test::PhaseOf(summary, "revert").is_null());
}

TEST(WriteAhead, AFullDiskMakesTheSnapshotSuspectAndTheSourceWritesItsPages) {
  storage::FaultPlan plan;
  plan.faults.push_back({.kind = storage::FaultKind::kDiskFull,
                         .at_io = 16'000,
                         .count = UINT64_MAX,
                         .path = "P:\\MSSQL\\snap_1.ss"});
  sim::Disk disk(1, plan);
  machine::SimulatedMachine machine(disk);
  experiment::CommandQueue commands;
  Json scenario = WriteAhead(4);
  scenario["timeline"].push_back(Entry(4, "createSnapshot", "snap_2"));
  scenario["server"]["memoryMiB"] = 8;
  experiment::Experiment experiment(scenario::ParseScenario(scenario.dump()).value(), machine,
                                    commands, [](std::vector<std::byte>) {});
  const Json summary = Json::parse(experiment.Run());
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["error"]["code"], "snapshotLost");
  EXPECT_EQ(summary["snapshots"][0]["state"], "suspect");
  EXPECT_EQ(summary["snapshots"][1]["state"], "online");
  EXPECT_EQ(summary["snapshots"][1]["verified"], true);
  EXPECT_EQ(test::CountLines(summary,
                             "spid11s     Database snapshot 'snap_1' has failed an IO operation "
                             "and is marked suspect."),
            1U);
}

TEST(WriteAhead, TheSameSeedGivesTheSameRun) {
  EXPECT_EQ(RunToSummary(WriteAhead())["telemetryHash"],
            RunToSummary(WriteAhead())["telemetryHash"]);
}

}  // namespace
}  // namespace snapscope::write_ahead_test
