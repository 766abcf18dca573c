// Beyond the product: a pre-image stays in memory while its page changes, and is durable before the
// changed page is written.
#include <gtest/gtest.h>

#include "test/support/kept_run.h"
#include "test/support/timeline_entries.h"

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

uint64_t TasksOf(const Json& summary, const char* wait) {
  return test::WaitOf(summary, wait)["waiting_tasks_count"];
}

TEST(WriteAhead, PushesOfACompleteSnapshotWaitForNothing) {
  const Json synchronous = RunToSummary(test::SmallScenario());
  const Json ahead = test::RunVerified(WriteAhead());
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
  EXPECT_GE(test::FileOf(summary, "snap_1")["bytesWritten"], pushed * 8192);
  EXPECT_EQ(snapshot["sizeOnDiskBytes"], snapshot["regionBytes"]);
}

TEST(WriteAhead, BeyondItsMemoryPushesAreSynchronous) {
  Json scenario = WriteAhead(1);
  scenario["storage"]["volumes"][2]["device"]["writeServiceUs"] = 40'000;
  const Json summary = test::RunVerified(scenario);
  EXPECT_EQ(summary["preImages"]["peakBytes"], 1 << 20);
  scenario["storage"]["preImageMemoryMiB"] = 64;
  const Json roomy = RunToSummary(scenario);
  EXPECT_GT(TasksOf(summary, "PREEMPTIVE_OS_WRITEFILE"), TasksOf(roomy, "PREEMPTIVE_OS_WRITEFILE"));
}

TEST(WriteAhead, WhoWritesAPageWaitsForItsPreImageAndIsBilled) {
  // A small pool: the lazy writer must write what has just changed.
  Json scenario = WriteAhead();
  scenario["server"]["memoryMiB"] = 4;
  const Json ahead = test::RunVerified(scenario);
  scenario["storage"]["pushPolicy"] = "synchronous";
  EXPECT_GT(TasksOf(ahead, "REPLICA_WRITES"), TasksOf(RunToSummary(scenario), "REPLICA_WRITES"));
}

TEST(WriteAhead, GathersNeighboursAndExtentsGoWithThem) {
  const auto pages_per_write = [](const Json& summary) {
    const Json file = test::FileOf(summary, "snap_1");
    return file["bytesWritten"].get<double>() / 8192 / file["writes"].get<double>();
  };
  Json scenario = WriteAhead();
  const Json page = RunToSummary(scenario);
  scenario["storage"]["pushUnit"] = "extent";
  const Json extent = test::RunVerified(scenario);
  EXPECT_GT(extent["snapshots"][0]["pagesPushedAlong"], 1000);
  EXPECT_GT(pages_per_write(page), pages_per_write(RunToSummary(test::SmallScenario())));
  EXPECT_GT(pages_per_write(extent), 2 * pages_per_write(page));
}

TEST(WriteAhead, ASecondSnapshotIsCreatedOverPagesThatAreHeld) {
  Json scenario = WriteAhead();
  scenario["timeline"].push_back(test::At(6, test::Create("snap_2")));
  const Json summary = test::RunVerified(scenario);
  EXPECT_GT(summary["snapshots"][0]["pagesDeferred"], 0);
  EXPECT_GT(summary["snapshots"][1]["pagesDeferred"], 0);
}

TEST(WriteAhead, WhatIsHeldForADroppedSnapshotIsNeverWritten) {
  // No page has to be written meanwhile.
  Json scenario = WriteAhead();
  scenario["server"]["memoryMiB"] = 96;
  scenario["timeline"].push_back(test::At(8, test::DropSnapshot("snap_1")));
  const Json summary = test::RunCompleted(scenario);
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
  for (const Json& restart : {test::Crash(), test::ShutDown()}) {
    Json scenario = WriteAhead();
    scenario["timeline"].push_back(test::At(9, restart));
    const Json summary = test::RunVerified(scenario);
    EXPECT_EQ(summary["snapshots"][0]["state"], "online") << restart;
  }
}

TEST(WriteAhead, ARevertNeedsNotWhatWasHeldInMemory) {
  Json scenario = WriteAhead();
  scenario["timeline"].push_back(test::At(7, test::Revert("snap_1")));
  const Json summary = test::RunVerified(scenario);
  EXPECT_FALSE(test::PhaseOf(summary, "revert").is_null());
}

TEST(WriteAhead, AFullDiskMakesTheSnapshotSuspectAndTheSourceWritesItsPages) {
  Json scenario = WriteAhead(4);
  scenario["timeline"].push_back(test::At(4, test::Create("snap_2")));
  scenario["server"]["memoryMiB"] = 8;
  const test::KeptRun run(scenario, test::OneFault({.kind = storage::FaultKind::kDiskFull,
                                                    .at_io = 16'000,
                                                    .count = UINT64_MAX,
                                                    .path = "P:\\MSSQL\\snap_1.ss"}));
  const Json& summary = run.summary();
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
