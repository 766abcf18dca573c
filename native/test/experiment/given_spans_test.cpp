// The times in which a creation does nothing because its scenario gives them.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenario/scenario.h"
#include "test/support/run_support.h"
#include "test/support/timeline_entries.h"

namespace snapscope::given_spans_test {
namespace {

using test::After;
using test::At;
using test::Create;
using test::Json;
using test::Named;
using test::PhaseOf;
using test::RunToSummary;

constexpr double kBeforeOpening = 0.75;
constexpr double kBeforeStartUp = 1.25;

/// A creation at 3 s that waits twice; `others` follow it.
Json Waiting(const std::vector<Json>& others = {}) {
  Json scenario = test::SmallScenario({Named("first", At(3, Create("snap_1")))});
  scenario["storage"]["spans"] = {{"beforeOpeningSeconds", kBeforeOpening},
                                  {"beforeStartUpSeconds", kBeforeStartUp}};
  for (const Json& other : others) scenario["timeline"].push_back(other);
  return scenario;
}

void ExpectPhase(const Json& summary, const char* snapshot, const char* before, const char* wait,
                 const char* after, double seconds) {
  const Json phase = PhaseOf(summary, wait, snapshot);
  ASSERT_FALSE(phase.is_null()) << wait << " of " << snapshot;
  EXPECT_EQ(phase["startMs"], PhaseOf(summary, before, snapshot)["endMs"]) << wait;
  EXPECT_EQ(phase["endMs"], PhaseOf(summary, after, snapshot)["startMs"]) << wait;
  const double length = test::MsOf(phase);
  // To a nanosecond; beyond it the creation waits for a scheduler, no more.
  EXPECT_GT(length, seconds * 1000 - 1e-6) << wait;
  EXPECT_LT(length, seconds * 1000 + 5) << wait;
}

void ExpectWaits(const Json& summary, const char* snapshot) {
  ExpectPhase(summary, snapshot, "checkpoint", "openWait", "open", kBeforeOpening);
  ExpectPhase(summary, snapshot, "open", "startupWait", "startup", kBeforeStartUp);
}

TEST(GivenSpans, ArePhasesOfTheirOwnAndWhatUsersChangeInThemIsLeftToRedo) {
  const Json plain = RunToSummary(test::SmallScenario());
  for (const char* wait : {"openWait", "startupWait"}) {
    EXPECT_TRUE(PhaseOf(plain, wait).is_null()) << wait;
  }
  const Json summary = test::RunVerified(Waiting());
  ExpectWaits(summary, "snap_1");
  EXPECT_GE(summary["snapshots"][0]["asOfMs"].get<double>(),
            PhaseOf(summary, "startupWait")["endMs"].get<double>());
  const auto redone = [](const Json& run) {
    return PhaseOf(run, "analysis")["figures"]["records"];
  };
  EXPECT_GT(redone(summary).get<int>(), 3 * redone(plain).get<int>());
  EXPECT_EQ(summary["telemetryHash"], RunToSummary(Waiting())["telemetryHash"]);
}

TEST(GivenSpans, OneMayBeGivenWithoutTheOther) {
  Json scenario = Waiting();
  scenario["storage"]["spans"]["beforeOpeningSeconds"] = 0;
  const Json summary = test::RunVerified(scenario);
  EXPECT_TRUE(PhaseOf(summary, "openWait").is_null());
  ExpectPhase(summary, "snap_1", "open", "startupWait", "startup", kBeforeStartUp);
}

TEST(GivenSpans, ComeAfterThePhasesOfDirtyPagesThatAreCopied) {
  Json scenario = Waiting();
  scenario["storage"]["arming"] = "copyDirtyPages";
  const Json summary = test::RunVerified(scenario);
  ExpectPhase(summary, "snap_1", "secondPass", "openWait", "open", kBeforeOpening);
  ExpectPhase(summary, "snap_1", "arming", "startupWait", "startup", kBeforeStartUp);
}

TEST(GivenSpans, ASecondCreationBeginsOnceTheFirstHasEndedAndWaitsToo) {
  const Json summary = test::RunVerified(Waiting({After("first", "openWait", Create("snap_2"))}));
  ExpectWaits(summary, "snap_1");
  ExpectWaits(summary, "snap_2");
  EXPECT_GE(PhaseOf(summary, "files", "snap_2")["startMs"].get<double>(),
            PhaseOf(summary, "complete", "snap_1")["startMs"].get<double>());
}

TEST(GivenSpans, ADropInOneOfThemIsCarriedOutWhenTheSnapshotIsComplete) {
  const Json drop = test::DropSnapshot("snap_1");
  const Json summary = test::RunVerified(Waiting({After("first", "startupWait", drop)}));
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed");
  EXPECT_EQ(summary["timeline"][1]["outcome"], "completed");
  EXPECT_GE(summary["timeline"][1]["endedMs"].get<double>(),
            PhaseOf(summary, "complete")["startMs"].get<double>());
  EXPECT_EQ(summary["snapshots"][0]["state"], "dropped");
}

// In the first span the snapshot copies no page yet; in the second it does.
TEST(GivenSpans, ACrashInEitherTakesTheSnapshotAway) {
  for (const char* wait : {"openWait", "startupWait"}) {
    Json crash = After("first", wait, test::Crash());
    crash["after"]["delaySeconds"] = 0.3;
    const Json summary = test::RunVerified(Waiting({crash, At(6, Create("snap_2"))}));
    EXPECT_EQ(summary["timeline"][0]["outcome"], "failed") << wait;
    EXPECT_TRUE(PhaseOf(summary, "startup", "snap_1").is_null()) << wait;
    EXPECT_FALSE(PhaseOf(summary, "complete", "snap_2").is_null()) << wait;
  }
}

TEST(GivenSpans, ACleanRestartLetsTheCreationEndFirst) {
  const Json restart = test::ShutDown();
  const Json summary = test::RunVerified(Waiting({After("first", "openWait", restart)}));
  ExpectWaits(summary, "snap_1");
  EXPECT_EQ(summary["timeline"][1]["outcome"], "completed");
  EXPECT_EQ(summary["snapshots"][0]["state"], "online");
}

TEST(GivenSpans, TheRunMayEndInOneOfThem) {
  Json scenario = Waiting();
  scenario["storage"]["spans"]["beforeStartUpSeconds"] = 86'400;
  const Json summary = test::RunCompleted(scenario);
  // There is no snapshot that could be.
  EXPECT_TRUE(summary["run"]["verified"].is_null());
  EXPECT_EQ(summary["timeline"][0]["outcome"], "underWay");
  EXPECT_TRUE(PhaseOf(summary, "startupWait")["endMs"].is_null());
}

TEST(GivenSpans, ARunIsCancelledInOneOfThem) {
  Json scenario = Waiting();
  scenario["pace"] = 50;
  experiment::CommandQueue commands;
  bool cancelled = false;
  const Json summary = RunToSummary(scenario, commands, [&](std::vector<std::byte> batch) {
    const std::string text(reinterpret_cast<const char*>(batch.data()), batch.size());
    if (cancelled || text.find("openWait") == std::string::npos) return;
    cancelled = true;
    test::Give(commands, {{"kind", "cancel"}});
  });
  EXPECT_EQ(summary["run"]["status"], "cancelled");
  EXPECT_TRUE(PhaseOf(summary, "complete").is_null());
}

TEST(GivenSpans, AFullSparseFileEndsTheCreationAfterTheWait) {
  Json scenario = Waiting();
  scenario["workload"]["users"] = 200;
  scenario["server"]["memoryMiB"] = 64;
  scenario["storage"]["sparseFileLimitMiB"] = 1;
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
  EXPECT_TRUE(PhaseOf(summary, "complete").is_null());
  EXPECT_FALSE(test::ErrorLogLines(summary, "Operating system error 665").empty());
}

TEST(GivenSpans, AreOfTheCommandNotOfTheHiddenSnapshotOfAConsistencyCheck) {
  Json scenario = Waiting();
  scenario["timeline"] = Json::array({At(3, test::Check())});
  const Json summary = test::RunVerified(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed");
  EXPECT_TRUE(PhaseOf(summary, "openWait").is_null());
  EXPECT_TRUE(PhaseOf(summary, "startupWait").is_null());
}

}  // namespace
}  // namespace snapscope::given_spans_test
