// What becomes of the source's dirty pages when a snapshot is armed.
#include <gtest/gtest.h>

#include "test/support/run_support.h"

namespace snapscope::arming_test {
namespace {

using test::Json;
using test::PhaseOf;
using test::RunToSummary;

Json Armed(const char* arming, int users = 30) {
  Json scenario = test::SmallScenario();
  scenario["storage"]["arming"] = arming;
  scenario["server"]["memoryMiB"] = 64;
  scenario["workload"]["users"] = users;
  return scenario;
}

Json Copying(int users = 30) { return Armed("copyDirtyPages", users); }

void ExpectVerified(const Json& summary) {
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true) << summary["run"].dump();
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
}

double LengthOf(const Json& phase) {
  return phase["endMs"].get<double>() - phase["startMs"].get<double>();
}

TEST(Arming, CopiesWhatIsDirtyBetweenTheCheckpointAndTheStartUp) {
  const Json summary = RunToSummary(Copying());
  ExpectVerified(summary);
  const Json pass = PhaseOf(summary, "secondPass", "snap_1");
  const Json arming = PhaseOf(summary, "arming", "snap_1");
  EXPECT_EQ(pass["startMs"], PhaseOf(summary, "checkpoint", "snap_1")["endMs"]);
  EXPECT_EQ(pass["endMs"], PhaseOf(summary, "open", "snap_1")["startMs"]);
  EXPECT_EQ(arming["startMs"], PhaseOf(summary, "open", "snap_1")["endMs"]);
  EXPECT_EQ(arming["endMs"], PhaseOf(summary, "startup", "snap_1")["startMs"]);
  EXPECT_GT(pass["figures"]["buffers"], 20);
  EXPECT_GT(arming["figures"]["pagesCopied"], 5);
  EXPECT_LE(arming["figures"]["pagesCopied"], arming["figures"]["pagesDirty"]);
  EXPECT_GE(summary["snapshots"][0]["pagesPushed"], arming["figures"]["pagesCopied"]);
}

TEST(Arming, AtOnceHasNeitherPhase) {
  const Json summary = RunToSummary(Armed("atOnce"));
  ExpectVerified(summary);
  EXPECT_TRUE(PhaseOf(summary, "secondPass").is_null());
  EXPECT_TRUE(PhaseOf(summary, "arming").is_null());
}

TEST(Arming, BothSpansGrowWithTheDirtyPagesAndVanishWithoutWriters) {
  const Json few = RunToSummary(Copying(5));
  const Json many = RunToSummary(Copying(60));
  for (const char* name : {"secondPass", "arming"}) {
    EXPECT_GT(LengthOf(PhaseOf(many, name)), 3 * LengthOf(PhaseOf(few, name))) << name;
  }
  Json reading = Copying(60);
  reading["workload"]["profile"] = "read-only";
  const Json idle = RunToSummary(reading);
  ExpectVerified(idle);
  // Those of the witness, which writes a row now and then.
  EXPECT_LE(PhaseOf(idle, "arming")["figures"]["pagesDirty"], 8);
}

TEST(Arming, TheSecondSnapshotIsArmedOverTheFirst) {
  Json scenario = Copying();
  scenario["timeline"].push_back(
      {{"atSeconds", 7}, {"command", {{"kind", "createSnapshot"}, {"name", "snap_2"}}}});
  const Json summary = RunToSummary(scenario);
  ExpectVerified(summary);
  EXPECT_GT(PhaseOf(summary, "arming", "snap_2")["figures"]["pagesCopied"], 5);
}

TEST(Arming, ACrashInTheMiddleTakesTheSnapshotAway) {
  Json scenario = Copying();
  scenario["timeline"][0]["name"] = "first";
  scenario["timeline"].push_back(
      {{"after", {{"step", "first"}, {"event", "arming"}, {"delaySeconds", 0.02}}},
       {"command", {{"kind", "restartServer"}, {"mode", "crash"}}}});
  scenario["timeline"].push_back(
      {{"atSeconds", 8}, {"command", {{"kind", "createSnapshot"}, {"name", "snap_2"}}}});
  const Json summary = RunToSummary(scenario);
  ExpectVerified(summary);
  ASSERT_EQ(summary["timeline"][1]["outcome"], "completed") << summary["timeline"].dump();
  EXPECT_TRUE(PhaseOf(summary, "startup", "snap_1").is_null());
  EXPECT_FALSE(PhaseOf(summary, "complete", "snap_2").is_null());
}

TEST(Arming, AFullDiskEndsTheCreationWhileDirtyPagesAreCopied) {
  Json scenario = Copying(200);
  scenario["storage"]["sparseFileLimitMiB"] = 1;
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
  std::string errorlog;
  for (const Json& line : summary["errorlog"]) errorlog += line.get<std::string>() + "\n";
  const size_t full = errorlog.find("Operating system error 665");
  ASSERT_NE(full, std::string::npos);
  EXPECT_LT(full, errorlog.find("Starting up database 'snap_1'")) << "its recovery met the limit";
}

}  // namespace
}  // namespace snapscope::arming_test
