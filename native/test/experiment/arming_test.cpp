// What becomes of the source's dirty pages when a snapshot is armed.
#include <gtest/gtest.h>

#include "test/support/timeline_entries.h"

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

TEST(Arming, CopiesWhatIsDirtyBetweenTheCheckpointAndTheStartUp) {
  const Json summary = test::RunVerified(Copying());
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
  const Json summary = test::RunVerified(Armed("atOnce"));
  EXPECT_TRUE(PhaseOf(summary, "secondPass").is_null());
  EXPECT_TRUE(PhaseOf(summary, "arming").is_null());
}

TEST(Arming, BothSpansGrowWithTheDirtyPagesAndVanishWithoutWriters) {
  const Json few = RunToSummary(Copying(5));
  const Json many = RunToSummary(Copying(60));
  for (const char* name : {"secondPass", "arming"}) {
    EXPECT_GT(test::MsOf(PhaseOf(many, name)), 3 * test::MsOf(PhaseOf(few, name))) << name;
  }
  Json reading = Copying(60);
  reading["workload"]["profile"] = "read-only";
  const Json idle = test::RunVerified(reading);
  // Those of the witness, which writes a row now and then.
  EXPECT_LE(PhaseOf(idle, "arming")["figures"]["pagesDirty"], 8);
}

TEST(Arming, TheSecondSnapshotIsArmedOverTheFirst) {
  Json scenario = Copying();
  scenario["timeline"].push_back(test::At(7, test::Create("snap_2")));
  const Json summary = test::RunVerified(scenario);
  EXPECT_GT(PhaseOf(summary, "arming", "snap_2")["figures"]["pagesCopied"], 5);
}

TEST(Arming, ACrashInTheMiddleTakesTheSnapshotAway) {
  Json scenario = Copying();
  scenario["timeline"][0]["name"] = "first";
  scenario["timeline"].push_back(test::After("first", "arming", test::Crash(), 0.02));
  scenario["timeline"].push_back(test::At(8, test::Create("snap_2")));
  const Json summary = test::RunVerified(scenario);
  ASSERT_EQ(summary["timeline"][1]["outcome"], "completed") << summary["timeline"].dump();
  EXPECT_TRUE(PhaseOf(summary, "startup", "snap_1").is_null());
  EXPECT_FALSE(PhaseOf(summary, "complete", "snap_2").is_null());
}

TEST(Arming, AFullDiskEndsTheCreationWhileDirtyPagesAreCopied) {
  Json scenario = Copying(200);
  scenario["storage"]["sparseFileLimitMiB"] = 1;
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
  const std::string errorlog = test::ErrorlogOf(summary);
  const size_t full = errorlog.find("Operating system error 665");
  ASSERT_NE(full, std::string::npos);
  EXPECT_LT(full, errorlog.find("Starting up database 'snap_1'")) << "its recovery met the limit";
}

}  // namespace
}  // namespace snapscope::arming_test
