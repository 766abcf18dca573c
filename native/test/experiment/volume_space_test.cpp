// Volumes have the room that their devices describe: what outgrows it finds the disk full.
#include <gtest/gtest.h>

#include "test/support/timeline_entries.h"

namespace snapscope::volume_space_test {
namespace {

using test::Json;

constexpr uint64_t kMiB = 1 << 20;

/// The volumes of the small scenario: data files on 0, the log on 1, snapshots on 2.
Json WithRoom(size_t volume, uint64_t mebibytes) {
  Json scenario = test::SmallScenario();
  scenario["storage"]["volumes"][volume]["device"]["capacityMiB"] = mebibytes;
  return scenario;
}

/// Texts from the first error on, as many as `count`; times and sources left out.
std::vector<std::string> FirstErrorLines(const Json& summary, size_t count) {
  std::vector<std::string> lines;
  for (const Json& entry : summary["errorlog"]) {
    const std::string text = entry.get<std::string>().substr(35);
    if (lines.size() < count && (!lines.empty() || text.starts_with("Error: "))) {
      lines.push_back(text);
    }
  }
  return lines;
}

TEST(VolumeSpace, AVolumeThatIsFullLosesItsSnapshotAndNothingElse) {
  const Json summary = test::RunCompleted(WithRoom(2, 47));
  const Json& snapshot = summary["snapshots"][0];
  EXPECT_EQ(snapshot["state"], "suspect");
  EXPECT_EQ(snapshot["sizeOnDiskBytes"], 47 * kMiB);
  const std::string no_room =
      "P:\\MSSQL\\snap_1.ss: Operating system error 112(There is not enough space on the disk.) "
      "encountered.";
  const std::string lost =
      "Database snapshot 'snap_1' has failed an IO operation and is marked suspect. It must be "
      "dropped and recreated.";
  const std::vector<std::string> told = {
      "Error: 5128, Severity: 17, State: 2.",
      "Write to sparse file 'P:\\MSSQL\\snap_1.ss' failed due to lack of disk space.",
      "Error: 17053, Severity: 16, State: 1.",
      no_room,
      "Error: 3420, Severity: 21, State: 1.",
      lost,
  };
  EXPECT_EQ(FirstErrorLines(summary, told.size()), told);
  EXPECT_GT(summary["transactions"]["perSecond"], 50);
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
  const Json& volumes = summary["volumes"];
  EXPECT_EQ(volumes[2], Json({{"name", "P"}, {"totalBytes", 47 * kMiB}, {"availableBytes", 0}}));
  EXPECT_EQ(volumes[0], Json({{"name", "Q"}, {"totalBytes", nullptr}, {"availableBytes", nullptr}}))
      << "nothing limits it";
}

TEST(VolumeSpace, ACreationWithoutRoomEndsThePhaseInWhichItFails) {
  const Json summary = test::RunCompleted(WithRoom(2, 1));
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
  for (const Json& phase : summary["phases"]) EXPECT_NE(phase["endMs"], nullptr) << phase.dump();
}

TEST(VolumeSpace, FilesOfAVolumeShareItsRoomAndGiveItBack) {
  Json scenario = WithRoom(2, 120);
  scenario["timeline"].push_back(test::At(4, test::Create("snap_2")));
  const Json both = test::RunToSummary(scenario);
  EXPECT_EQ(both["run"]["verified"], true) << both["run"].dump();
  const uint64_t first = both["snapshots"][0]["sizeOnDiskBytes"];
  const uint64_t second = both["snapshots"][1]["sizeOnDiskBytes"];
  EXPECT_GT(first, 40 * kMiB);
  EXPECT_GT(second, 40 * kMiB);
  EXPECT_EQ(both["volumes"][2]["availableBytes"], 120 * kMiB - first - second);

  scenario = WithRoom(2, 85);
  scenario["timeline"].push_back(test::At(4, test::Create("snap_2")));
  const Json crowded = test::RunToSummary(scenario);
  for (const Json& snapshot : crowded["snapshots"]) EXPECT_EQ(snapshot["state"], "suspect");
  EXPECT_EQ(crowded["volumes"][2]["availableBytes"], 0);

  scenario["timeline"].push_back(test::At(8, test::SetUsers(0)));
  scenario["timeline"].push_back(test::At(8, test::DropSnapshot("snap_1")));
  scenario["timeline"].push_back(test::At(8.5, test::Create("snap_3")));
  const Json dropped = test::RunToSummary(scenario);
  EXPECT_EQ(dropped["snapshots"][2]["state"], "online") << "it has the room of the first";
  EXPECT_EQ(dropped["snapshots"][2]["verified"], true);
}

TEST(VolumeSpace, AnArrayHasTheRoomThatItsLevelLeaves) {
  Json scenario = test::SmallScenario();
  scenario["durationSeconds"] = 2;
  scenario["timeline"] = Json::array();
  scenario["storage"]["volumes"][2]["device"] = Json::parse(R"({
    "member": {"kind": "flash", "capacityGiB": 10, "channels": 8, "pageKiB": 16, "readUs": 80,
               "programUs": 800, "sustainedProgramUs": 0, "fastWriteMiB": 0, "bufferMiB": 64,
               "bufferedWriteUs": 15, "storedPercent": 100},
    "array": {"level": "raid5", "members": 8, "groups": 2, "stripeUnitKiB": 64},
    "cache": null, "link": null})");
  const Json summary = test::RunToSummary(scenario);
  EXPECT_EQ(summary["volumes"][2]["totalBytes"], 60 * 1024 * kMiB);
  EXPECT_EQ(summary["volumes"][2]["availableBytes"], 60 * 1024 * kMiB);
}

TEST(VolumeSpace, DataFilesAreDealtAmongVolumesAndSnapshotsHaveOneForEach) {
  Json scenario = test::SmallScenario();
  scenario["database"]["dataFiles"] = 3;
  scenario["storage"]["placement"]["data"] = {"Q", "J"};
  scenario["durationSeconds"] = 8;
  const Json summary = test::RunToSummary(scenario);
  EXPECT_EQ(summary["run"]["verified"], true) << summary["run"].dump();
  std::vector<std::string> paths;
  for (const Json& file : summary["files"]) {
    paths.push_back(file["path"]);
    EXPECT_EQ(file["path"].get<std::string>().substr(0, 1), file["volume"].get<std::string>());
    EXPECT_GT(file["writes"], 0) << file.dump();
  }
  const std::vector<std::string> placed = {"Q:\\MSSQL\\sales.mdf",   "J:\\MSSQL\\sales_2.ndf",
                                           "Q:\\MSSQL\\sales_3.ndf", "J:\\MSSQL\\sales.ldf",
                                           "P:\\MSSQL\\snap_1.ss",   "P:\\MSSQL\\snap_1.2.ss",
                                           "P:\\MSSQL\\snap_1.3.ss"};
  EXPECT_EQ(paths, placed);
}

}  // namespace
}  // namespace snapscope::volume_space_test
