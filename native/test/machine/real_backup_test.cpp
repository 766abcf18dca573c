// Backups to real files, packed by the codec of this machine.
#include <gtest/gtest.h>

#include "os/zstd_codec.h"
#include "test/machine/temporary_folder.h"
#include "test/support/run_support.h"

namespace snapscope::test::real_backup_test {
namespace {

bool HasCodec() {
  os::IoThreads threads(1);
  return os::CreateZstdCodec(threads) != nullptr;
}

Json ScenarioIn(const std::string& folder) {
  Json scenario = SmallScenario();
  scenario["mode"] = "real";
  scenario["durationSeconds"] = 4;
  scenario["warmupSeconds"] = 0;
  scenario["database"].update(
      {{"sizeMiB", 16}, {"logSizeMiB", 8}, {"content", "text"}, {"recoveryModel", "full"}});
  scenario["workload"].update({{"users", 4}, {"thinkTimeMs", 5}});
  for (Json& volume : scenario["storage"]["volumes"]) {
    volume.erase("device");
    volume["folder"] = folder;
  }
  return scenario;
}

/// The steps one after the other.
Json TimelineOf(const std::vector<Json>& commands) {
  Json timeline = Json::array({{{"atSeconds", 0.5}}});
  for (const Json& command : commands) {
    timeline.back()["command"] = command;
    const std::string name = "step " + std::to_string(timeline.size());
    timeline.back()["name"] = name;
    timeline.push_back({{"after", {{"step", name}, {"event", "completed"}, {"delaySeconds", 0}}}});
  }
  timeline.erase(timeline.size() - 1);
  return timeline;
}

TEST(RealBackup, CompressedToSeveralFilesIsRestoredBesideAndOverTheDatabase) {
  if (!HasCodec()) GTEST_SKIP() << "this build has no zstd library";
  const TemporaryFolder folder;
  Json full = {{"kind", "backup"},    {"name", "full"}, {"type", "full"},
               {"compression", true}, {"files", 3},     {"maxTransferSizeKiB", 192},
               {"copyOnly", false}};
  Json log = full;
  log.update({{"name", "log"}, {"type", "log"}});
  Json over = {{"kind", "restore"}, {"stopAtSeconds", nullptr}, {"backUpTail", true}};
  over["replace"] = false;
  Json beside = over;
  beside.update({{"as", "copy"}, {"backUpTail", false}});
  Json scenario = ScenarioIn(folder.path());
  scenario["timeline"] =
      TimelineOf({full, log, {{"kind", "verifyBackup"}, {"name", "full"}}, beside, over});
  const Json summary = RunCompleted(scenario);
  for (const Json& step : summary["timeline"]) EXPECT_EQ(step["outcome"], "completed") << step;
  ASSERT_EQ(summary["restores"].size(), 2U);
  for (const Json& restore : summary["restores"]) EXPECT_EQ(restore["verified"], true) << restore;
  EXPECT_LT(summary["backups"][0]["bytes"].get<double>(), 0.6 * (16 << 20));
}

}  // namespace
}  // namespace snapscope::test::real_backup_test
