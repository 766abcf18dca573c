// What backups, restores and verifications do about checksums and damaged pages.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/scenarios.h"
#include "test/support/timeline_entries.h"

namespace snapscope::backup_options_test {
namespace {

using test::At;
using test::Json;
using test::RefusalOf;
using test::Restore;

Json Backup(const std::string& name, const std::string& type, const Json& options) {
  Json backup = test::Backup(name, type);
  backup.update(options);
  return backup;
}

Json Verify(const std::string& name, bool checksum) {
  return {{"kind", "verifyBackup"}, {"name", name}, {"checksum", checksum}};
}

Json RestoreAs(const std::string& name, const Json& backups, const Json& options) {
  Json restore = Restore(nullptr, false, true);
  restore["as"] = name;
  restore["backups"] = backups;
  restore.update(options);
  return restore;
}

Json Damage() { return {{"kind", "damagePage"}, {"page", nullptr}}; }

/// Memory holds a quarter of the pages, so that some are on the disk alone.
Json ScenarioWith(const std::vector<Json>& timeline) {
  Json scenario = test::ScenarioWith(
      {{"sizeMiB", 8}, {"filledPercent", 60}, {"recoveryModel", "full"}}, 10, timeline);
  scenario["server"]["memoryMiB"] = 1;
  scenario["workload"]["accessOrder"] = "random";
  return scenario;
}

const Json kContinue = {{"continueAfterError", true}};
const Json kNoChecksum = {{"checksum", false}};

TEST(BackupOptions, PastADamagedPageTheSetIsMarkedAndRestoredByWhoContinuesToo) {
  const Json summary = test::RunToSummary(ScenarioWith(
      {At(2, test::Backup("one", "full")), At(4, Damage()),
       At(5, Backup("late", "full", kContinue)), At(6, Verify("late", false)),
       At(6.5, Verify("late", true)), At(7, RestoreAs("copy", {"late"}, Json::object())),
       At(7.5, RestoreAs("copy", {"late"}, kContinue)), At(9, Restore())}));
  const Json& late = summary["backups"][1];
  EXPECT_EQ(late["state"], "complete") << summary["timeline"].dump();
  EXPECT_EQ(late["damagedPages"], 1);
  EXPECT_EQ(RefusalOf(summary, 3), "") << "its chunks are as they were written";
  EXPECT_TRUE(RefusalOf(summary, 4).starts_with("Msg 3189, Level 16, State 1: Damage to the"))
      << RefusalOf(summary, 4);
  EXPECT_TRUE(
      RefusalOf(summary, 5).starts_with("Msg 3182, Level 16, State 1: the full backup late"))
      << RefusalOf(summary, 5);
  EXPECT_EQ(RefusalOf(summary, 6), "");
  const Json& copy = summary["restores"][0];
  EXPECT_EQ(copy["suspectPages"], 1);
  EXPECT_EQ(copy["verified"], nullptr) << "of a damaged page nothing can be compared";
  const Json& mended = summary["restores"][1];
  EXPECT_EQ(mended["from"], Json({"one", "tail_1"})) << "the damaged one is left out";
  EXPECT_EQ(mended["verified"], true);
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  const size_t met = summary["transactions"]["damagedPage"];
  EXPECT_EQ(test::CountLines(summary, "Error: 824, Severity: 24, State: 2."), met + 1)
      << "the backup tells of it as well";
}

TEST(BackupOptions, WithoutChecksumsADamagedPageGoesUnnoticed) {
  const Json summary = test::RunToSummary(
      ScenarioWith({At(2, test::Backup("one", "full")), At(4, Damage()),
                    At(5, Backup("blind", "full", kNoChecksum)), At(6, Verify("blind", false)),
                    At(6.5, Verify("blind", true)), At(7, Verify("one", true)), At(9, Restore())}));
  const Json& blind = summary["backups"][1];
  EXPECT_EQ(blind["state"], "complete");
  EXPECT_EQ(blind["hasChecksums"], false);
  EXPECT_EQ(blind["damagedPages"], 0);
  EXPECT_EQ(RefusalOf(summary, 3), "");
  EXPECT_EQ(RefusalOf(summary, 4),
            "Msg 3187, Level 16, State 1: RESTORE WITH CHECKSUM cannot be specified because the "
            "backup set does not contain checksum information.");
  EXPECT_EQ(RefusalOf(summary, 5), "");
  EXPECT_EQ(summary["restores"].size() + summary["timeline"].size(), 8U);
  EXPECT_NE(summary["run"]["verified"], true) << "the damage has come back with the backup";
}

TEST(BackupOptions, TheTailOfADamagedDatabaseIsBackedUpAndTheChainGoesOnWithoutIt) {
  const Json no_truncate = {{"noTruncate", true}};
  Json restore = Restore(nullptr, false, true);
  restore["backups"] = {"one", "first", "tail"};
  const Json summary = test::RunVerified(
      ScenarioWith({At(2, test::Backup("one", "full")), At(3, test::Backup("first", "log")),
                    At(4, Damage()), At(6, Backup("tail", "log", no_truncate)),
                    At(7, test::Backup("second", "log")), At(8, restore)}));
  const Json& backups = summary["backups"];
  EXPECT_EQ(backups[2]["copyOnly"], true);
  EXPECT_EQ(backups[2]["firstLsn"], backups[1]["lastLsn"]);
  EXPECT_EQ(backups[3]["firstLsn"], backups[1]["lastLsn"]) << "it has freed nothing of the log";
  EXPECT_EQ(summary["restores"][0]["verified"], true);
  EXPECT_EQ(summary["restores"][0]["suspectPages"], 0);
}

TEST(BackupOptions, ChecksumsAreMostOfWhatABackupCostsAProcessor) {
  const auto checksums = [](const Json& options) {
    Json scenario = test::FullRecovery({At(2, Backup("one", "full", options))});
    scenario["workload"]["users"] = 0;
    return test::RunToSummary(scenario);
  };
  const auto of = [](const Json& summary, const char* work) {
    return summary["processorWork"][work]["count"].get<int64_t>();
  };
  const Json with = checksums(Json::object());
  const Json without = checksums(kNoChecksum);
  const int64_t pages = with["backups"][0]["pages"];
  EXPECT_EQ(with["backups"][0]["pages"], without["backups"][0]["pages"]);
  EXPECT_EQ(of(with, "ioRequest"), of(without, "ioRequest"));
  const int64_t kib = of(with, "checksumKiB") - of(without, "checksumKiB");
  EXPECT_GE(kib, 2 * 8 * pages) << "each page once as it is read, and once with its chunk";
  EXPECT_LE(kib, 2 * 8 * pages + 1024) << "and the log";
}

}  // namespace
}  // namespace snapscope::backup_options_test
