// Where a run pauses by itself, and that nothing of it is measured.
#include "experiment/breakpoints.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "experiment/experiment.h"
#include "test/support/batch_sections.h"
#include "test/support/timeline_entries.h"

namespace snapscope::experiment_test {
namespace {

using test::Json;
using test::RunToSummary;

Json BreakOn(Json fields) {
  fields["kind"] = "breakOn";
  return fields;
}

struct BrokenRun {
  Json summary;
  std::vector<Json> events;
  std::vector<Json> pauses;  ///< the states "paused"
};

/// Gives `commands` with the first batch, and lets the run go on at each pause.
BrokenRun RunWith(const std::vector<Json>& given, Json scenario = test::TwoSnapshots()) {
  scenario["pace"] = 1000;
  experiment::CommandQueue commands;
  BrokenRun run;
  bool first = true;
  run.summary = RunToSummary(scenario, commands, [&](const std::vector<std::byte>& batch) {
    if (std::exchange(first, false)) {
      for (const Json& command : given) test::Give(commands, command);
    }
    for (Json& event : test::EventsOf(batch)) {
      run.events.push_back(event);
      if (event.value("state", "") != "paused") continue;
      run.pauses.push_back(event);
      test::Give(commands, {{"kind", "resume"}});
    }
  });
  EXPECT_EQ(run.summary["run"]["status"], "completed");
  EXPECT_EQ(run.summary["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
  return run;
}

TEST(Breakpoints, PauseWhereASnapshotIsArmedOnce) {
  const BrokenRun run = RunWith({BreakOn({{"event", "armed"}})});
  ASSERT_EQ(run.pauses.size(), 1U);
  EXPECT_EQ(run.pauses[0]["brokeOn"], Json::parse(R"({"event":"armed","snapshot":"snap_1"})"));
  EXPECT_EQ(run.pauses[0]["atMs"], test::PhaseOf(run.summary, "open", "snap_1")["startMs"]);
}

TEST(Breakpoints, PauseAtTheInstantAtWhichTheFirstWaitOfATypeEnds) {
  const BrokenRun run = RunWith({BreakOn({{"event", "wait"}, {"waitType", "FCB_REPLICA_WRITE"}})});
  ASSERT_EQ(run.pauses.size(), 1U);
  EXPECT_EQ(run.pauses[0]["brokeOn"]["waitType"], "FCB_REPLICA_WRITE");
  const double at = run.pauses[0]["atMs"];
  // It is no end of a sample, and what the sample had until then is that one instant's waits.
  EXPECT_NE(at, std::floor(at / 500) * 500);
  std::optional<Json> told;
  for (const Json& event : run.events) {
    if (event["kind"] == "partialSample" && event["atMs"] == at) told = event["waits"];
  }
  ASSERT_TRUE(told);
  EXPECT_GE((*told)["FCB_REPLICA_WRITE"]["tasks"], 1);
}

TEST(Breakpoints, PauseWhereSparseFilesPassASizeAndNotWhereTheyHadItBefore) {
  const BrokenRun run = RunWith({BreakOn({{"event", "sizeOnDisk"}, {"sizeMiB", 1}})});
  ASSERT_EQ(run.pauses.size(), 1U);
  EXPECT_EQ(run.pauses[0]["brokeOn"]["snapshot"], "snap_1");
  const double at = run.pauses[0]["atMs"];
  // The size that is told at a pause is that of its instant.
  double before = 0;
  double there = 0;
  for (const Json& event : run.events) {
    if (event["kind"] != "snapshot" || event["name"] != "snap_1") continue;
    if (event["atMs"] < at) before = event["sizeOnDiskBytes"];
    if (event["atMs"] == at) there = event["sizeOnDiskBytes"];
  }
  EXPECT_LT(before, kMiB);
  EXPECT_GE(there, kMiB);
  EXPECT_LT(there, kMiB + 2 * 64 * 1024);
}

TEST(Breakpoints, ThatAreTakenAwayAreNotHit) {
  Json away = BreakOn({{"event", "armed"}, {"set", false}});
  EXPECT_TRUE(RunWith({BreakOn({{"event", "armed"}}), away}).pauses.empty());
  const Json wait = BreakOn({{"event", "wait"}, {"waitType", "WRITELOG"}});
  Json no_wait = wait;
  no_wait["set"] = false;
  EXPECT_TRUE(RunWith({wait, no_wait}).pauses.empty());
}

TEST(Breakpoints, OfOneInstantAreHitOneAfterTheOther) {
  const BrokenRun run = RunWith({BreakOn({{"event", "armed"}}),
                                 BreakOn({{"event", "wait"}, {"waitType", "WRITELOG"}}),
                                 BreakOn({{"event", "wait"}, {"waitType", "FCB_REPLICA_WRITE"}})});
  EXPECT_EQ(run.pauses.size(), 3U);
}

}  // namespace
}  // namespace snapscope::experiment_test
