// Snapshots of the array in a run: what they hold up, what they tell, and which are refused.
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/scenarios.h"
#include "test/support/timeline_entries.h"

namespace snapscope::array_snapshot_test {
namespace {

using test::At;
using test::Backup;
using test::ErrorlogOf;
using test::Json;
using test::PhaseOf;
using test::RefusalOf;
using test::RunToSummary;
using test::WaitOf;

Json Take(const std::string& name, const char* freeze = "vss") {
  return {{"kind", "createArraySnapshot"}, {"name", name}, {"freeze", freeze}};
}

Json Delete(const std::string& name) { return {{"kind", "deleteArraySnapshot"}, {"name", name}}; }

Json OnArray(const std::vector<Json>& timeline) {
  Json scenario = test::FullRecovery(timeline);
  scenario["server"]["engineVersion"] = "2016";
  scenario["storage"]["volumes"] = test::VolumesOnArray();
  return scenario;
}

Json& TimesOf(Json& scenario) { return scenario["storage"]["arraySnapshotTimes"]; }

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The numbers of the messages that tell of a snapshot backup, in their order.
std::string ToldIn(const Json& summary) {
  const std::vector<std::pair<std::string, std::regex>> known = {
      {"3197", std::regex("I/O is frozen on database sales\\. No user action is required\\.")},
      {"3198", std::regex("I/O was resumed on database sales\\. No user action is required\\.")},
      {"18264", std::regex("Database backed up\\. Database: sales")},
      {"3014", std::regex("BACKUP DATABASE successfully processed 0 pages in ")},
      {"18210", std::regex("BackupVirtualDeviceFile::SendFileInfoBegin:  failure")},
      {"3041", std::regex("BACKUP failed to complete the command BACKUP DATABASE sales\\.")}};
  std::string told;
  for (const Json& line : summary["errorlog"]) {
    for (const auto& [number, text] : known) {
      if (std::regex_search(line.get<std::string>(), text)) told += number + " ";
    }
  }
  return told;
}

TEST(ArraySnapshot, OfVssIsAFullBackupWithoutPages) {
  const Json summary = test::RunCompleted(OnArray({At(3, Take("first")), At(8, Take("second"))}));
  const Json& first = summary["arraySnapshots"][0];
  EXPECT_EQ(first["state"], "complete");
  EXPECT_EQ(first["isBackup"], true);
  EXPECT_EQ(first["torn"], nullptr);
  EXPECT_EQ(first["volumes"], Json({"J", "Q"}));
  EXPECT_GE(first["frozenFromMs"], 6'000.0) << "after the time to prepare";
  EXPECT_GE(first["frozenToMs"].get<double>() - first["frozenFromMs"].get<double>(), 400.0)
      << "what two volumes take to commit";
  const Json freeze = PhaseOf(summary, "ioFreeze", "");
  EXPECT_EQ(freeze["startMs"], first["frozenFromMs"]);
  EXPECT_EQ(freeze["endMs"], first["frozenToMs"]);
  EXPECT_EQ(PhaseOf(summary, "arraySnapshot", "")["figures"]["volumes"], 2);
  EXPECT_EQ(ToldIn(summary), "3197 3198 18264 3014 3197 3198 18264 3014 ");
  const std::regex device(
      "device information: \\(FILE=1, TYPE=VIRTUAL_DEVICE: \\{'\\{[0-9A-F]{8}(-[0-9A-F]{4}){3}"
      "-[0-9A-F]{12}\\}1'\\}\\)");
  EXPECT_TRUE(std::regex_search(ErrorlogOf(summary), device));
  EXPECT_GT(WaitOf(summary, "DISKIO_SUSPEND")["wait_time_ms"], 100);
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
}

TEST(ArraySnapshot, HasTheSameDeviceInEveryRunOfASeed) {
  const Json scenario = OnArray({At(3, Take("first"))});
  EXPECT_EQ(RunToSummary(scenario)["errorlog"], RunToSummary(scenario)["errorlog"]);
}

TEST(ArraySnapshot, OtherDatabasesAreFrozenBeforeAndCountedInTheDevice) {
  Json scenario = OnArray({At(3, Take("first"))});
  TimesOf(scenario).update({{"otherDatabases", 20}, {"otherDatabaseMs", 100}});
  const Json summary = test::RunCompleted(scenario);
  EXPECT_GE(summary["arraySnapshots"][0]["frozenFromMs"], 8'000.0);
  EXPECT_TRUE(Has(ErrorlogOf(summary), "}21'})"));
}

TEST(ArraySnapshot, IsGivenUpAtTheLimitOfWriters) {
  Json scenario = OnArray({At(3, Take("first"))});
  scenario["durationSeconds"] = 75;
  TimesOf(scenario).update(
      {{"otherDatabases", 599}, {"otherDatabaseMs", 100}, {"commitMsPerVolume", 200}});
  const Json summary = test::RunToSummary(scenario);
  EXPECT_TRUE(Has(RefusalOf(summary, 0), "thawed after 60 s, the limit of VSS."))
      << RefusalOf(summary, 0);
  EXPECT_TRUE(Has(RefusalOf(summary, 0), "Freezing 599 others takes 59900 ms"));
  const Json& account = summary["arraySnapshots"][0];
  EXPECT_EQ(account["state"], "failed");
  EXPECT_EQ(account["isBackup"], false);
  EXPECT_EQ(account["frozenToMs"], 66'000.0) << "60 s after the first one was frozen";
  EXPECT_EQ(ToldIn(summary), "3197 3198 18210 3041 ");
}

TEST(ArraySnapshot, IsGivenUpAtTheLimitOfAProvider) {
  Json scenario = OnArray({At(3, Take("first"))});
  scenario["durationSeconds"] = 25;
  TimesOf(scenario)["commitMsPerVolume"] = 6'000;
  const Json summary = test::RunToSummary(scenario);
  EXPECT_TRUE(Has(RefusalOf(summary, 0), "let go after 10 s, the limit of VSS for a provider"));
  EXPECT_TRUE(Has(RefusalOf(summary, 0), "Committing 2 volumes takes 12000 ms"));
  EXPECT_EQ(ToldIn(summary), "3197 3198 18210 3041 ");
  EXPECT_EQ(summary["run"]["status"], "completed");
}

TEST(ArraySnapshot, OfASuspendedDatabaseHasNoLimit) {
  Json scenario = OnArray({At(3, Take("first", "suspend"))});
  scenario["durationSeconds"] = 30;
  TimesOf(scenario)["commitMsPerVolume"] = 6'000;
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["arraySnapshots"][0]["isBackup"], true);
  EXPECT_EQ(ToldIn(summary), "3197 3198 18264 3014 ");
  EXPECT_TRUE(Has(ErrorlogOf(summary), "TYPE=DISK: {'P:\\MSSQL\\sales_first.bkm'}"));
}

TEST(ArraySnapshot, WithoutAFreezeIsTakenAtOnceAndTellsNothing) {
  const Json summary = test::RunCompleted(OnArray({At(3, Take("first", "none"))}));
  const Json& account = summary["arraySnapshots"][0];
  EXPECT_EQ(account["state"], "complete");
  EXPECT_EQ(account["isBackup"], false) << "no log can be applied to it";
  EXPECT_EQ(account["endMs"], account["startMs"]);
  EXPECT_EQ(account["frozenFromMs"], nullptr);
  EXPECT_EQ(ToldIn(summary), "");
}

TEST(ArraySnapshot, WithoutTheLogIsTornAndNoBackup) {
  Json take = Take("first");
  take["volumes"] = {"Q"};
  const Json summary = test::RunCompleted(OnArray({At(3, take)}));
  const Json& account = summary["arraySnapshots"][0];
  EXPECT_EQ(account["state"], "complete");
  EXPECT_EQ(account["isBackup"], false);
  EXPECT_TRUE(Has(account["torn"], "it lacks J:\\MSSQL\\sales.ldf on volume J."));
  EXPECT_EQ(summary["run"]["warnings"][0], account["torn"]);
  EXPECT_EQ(ToldIn(summary), "3197 3198 18210 3041 ");
}

TEST(ArraySnapshot, IsTheBaseOfDifferentialsUnlessItIsACopy) {
  Json copy = Take("copy");
  copy["copyOnly"] = true;
  Json scenario = OnArray({At(1, Backup("full", "full")), At(6, Take("base")),
                           At(11, Backup("after_base", "differential")), At(12, copy),
                           At(17, Backup("after_copy", "differential"))});
  scenario["durationSeconds"] = 20;
  const Json summary = test::RunCompleted(scenario);
  const Json& backups = summary["backups"];
  EXPECT_EQ(backups[1]["databaseBackupLsn"], backups[2]["databaseBackupLsn"]);
  EXPECT_LT(backups[1]["pages"], backups[0]["pages"]);
}

TEST(ArraySnapshot, WaitsForItsTurnAmongFullBackups) {
  Json scenario = OnArray({At(3, Take("first")), At(4, Take("second")),
                           At(5, Backup("full", "full")), At(6.2, Backup("log", "log"))});
  scenario["durationSeconds"] = 20;
  const Json summary = test::RunCompleted(scenario);
  const Json& snapshots = summary["arraySnapshots"];
  EXPECT_GE(snapshots[1]["frozenFromMs"].get<double>(),
            snapshots[0]["endMs"].get<double>() + 3'000);
  EXPECT_GE(summary["backups"][0]["startMs"], snapshots[1]["endMs"]);
  EXPECT_EQ(summary["backups"][0]["state"], "complete");
  EXPECT_EQ(summary["backups"][1]["state"], "complete");
}

TEST(ArraySnapshot, OfASuspendedDatabaseIsRefusedToASecondSession) {
  const Json summary = test::RunToSummary(
      OnArray({At(3, Take("first", "suspend")), At(4, Take("second", "suspend"))}));
  EXPECT_EQ(RefusalOf(summary, 1),
            "Msg 3081, Level 16, State 1: Database 'sales' was previously suspended for snapshot "
            "backup.");
}

TEST(ArraySnapshot, MeetsWhatElseWritesWithoutStandingStill) {
  const std::vector<Json> meets = {
      test::Create("snap"),  test::Update(500),    test::Rebuild(1), test::Check(),
      test::Into("copy_of"), Backup("log", "log"), test::ShutDown(), test::Crash()};
  for (const Json& other : meets) {
    for (const double at : {3.0, 5.9, 6.1}) {
      const Json summary = test::RunToSummary(OnArray({At(3, Take("first")), At(at, other)}));
      EXPECT_EQ(summary["run"]["status"], "completed") << at << other << summary["run"];
      EXPECT_NE(summary["run"]["verified"], false) << at << other << summary["run"];
      EXPECT_EQ(summary["sessions"]["eachAddsUp"], true) << at << other;
    }
  }
}

TEST(ArraySnapshot, IsRefusedWhereItCannotBeTaken) {
  const auto refusal = [](const Json& scenario, size_t step = 0) {
    return RefusalOf(RunToSummary(scenario), step);
  };
  Json without = test::FullRecovery({At(3, Take("first"))});
  EXPECT_TRUE(Has(refusal(without), "No array takes snapshots here"));
  without["storage"]["volumes"][0]["arraySnapshots"] = test::VolumesOnArray()[0]["arraySnapshots"];
  EXPECT_TRUE(Has(refusal(without), "no snapshots of volume 'J'")) << refusal(without);
  Json empty = OnArray({At(3, Take("first"))});
  empty["storage"]["volumes"][1]["arraySnapshots"]["reservePercent"] = 0;
  EXPECT_TRUE(Has(refusal(empty), "Volume 'J' has no reserve")) << refusal(empty);
  Json old = OnArray({At(3, Take("first", "suspend"))});
  old["server"]["engineVersion"] = "2012";
  EXPECT_TRUE(Has(refusal(old), "came with SQL Server 2022")) << refusal(old);
  EXPECT_TRUE(Has(refusal(OnArray({At(3, Take("a")), At(8, Take("a"))}), 1),
                  "There is an array snapshot 'a' already"));
  EXPECT_TRUE(Has(refusal(OnArray({At(3, Take("a")), At(4, Take("a"))}), 1),
                  "There is an array snapshot 'a' already"));
  EXPECT_TRUE(Has(refusal(OnArray({At(1, Backup("a", "full")), At(8, Take("a"))}), 1),
                  "There is a backup 'a' already"));
}

TEST(ArraySnapshot, ThatHasFailedHasNothingOfALaterOneOfItsName) {
  Json scenario = OnArray({At(1, Take("a")), At(15, Take("a", "none")), At(16, Delete("a")),
                           At(17, Take("a", "none"))});
  scenario["durationSeconds"] = 18;
  TimesOf(scenario)["commitMsPerVolume"] = 6'000;
  const Json summary = RunToSummary(scenario);
  const Json& snapshots = summary["arraySnapshots"];
  EXPECT_EQ(snapshots[0]["state"], "failed");
  EXPECT_EQ(snapshots[0]["goneMs"], nullptr);
  EXPECT_TRUE(snapshots[0]["reserve"].empty());
  EXPECT_EQ(snapshots[1]["goneMs"], 16'000.0);
  EXPECT_TRUE(snapshots[1]["reserve"].empty());
  EXPECT_EQ(snapshots[2]["goneMs"], nullptr);
  EXPECT_EQ(snapshots[2]["reserve"].size(), 2U);
}

TEST(ArraySnapshot, ThatTheArrayHasDeletedForRoomStaysLost) {
  Json take = Take("a");
  take["volumes"] = {"Q"};
  Json off_host = Backup("off", "full");
  off_host["arraySnapshot"] = "a";
  // The checkpoint of a backup writes what users have changed.
  Json scenario = OnArray({At(1, take), At(5, Backup("full", "full", true)), At(8, off_host),
                           At(9, Take("a", "none")), At(9.5, Delete("a"))});
  scenario["storage"]["volumes"][0]["arraySnapshots"]["reservePercent"] = 1;
  scenario["storage"]["volumes"][1]["arraySnapshots"]["reservePercent"] = 1;
  const Json summary = RunToSummary(scenario);
  const Json& snapshots = summary["arraySnapshots"];
  EXPECT_EQ(snapshots[0]["state"], "lost");
  EXPECT_LT(snapshots[0]["goneMs"], 8'000.0);
  EXPECT_EQ(snapshots[1]["state"], "deleted");
  EXPECT_TRUE(RefusalOf(summary, 2).ends_with("in a reserve: no database can be opened from it."))
      << RefusalOf(summary, 2);
  EXPECT_TRUE(Has(summary["run"]["warnings"].dump(),
                  "the array deleted what its snapshot 'a' had of volume Q, to have room in the "
                  "reserve: no database can be opened from it any more."))
      << summary["run"]["warnings"];
}

TEST(ArraySnapshot, ThatIsNotThereIsNotToldDeleted) {
  const std::string told = test::ToldBy(OnArray({At(1, Delete("b"))}));
  const size_t first = told.find("deleteArraySnapshot");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(told.find("deleteArraySnapshot", first + 1), std::string::npos);
}

TEST(ArraySnapshot, ThatIsDeletedLeavesItsName) {
  const Json summary =
      RunToSummary(OnArray({At(1, Take("a")), At(5, Delete("a")), At(5.5, Delete("a")),
                            At(6, Take("a", "none")), At(7, Delete("b"))}));
  EXPECT_EQ(summary["arraySnapshots"][0]["state"], "deleted");
  EXPECT_EQ(summary["arraySnapshots"][0]["goneMs"], 5'000.0);
  EXPECT_EQ(summary["arraySnapshots"][1]["state"], "complete");
  EXPECT_EQ(RefusalOf(summary, 2), "There is no array snapshot 'a'; there is none");
  EXPECT_EQ(RefusalOf(summary, 4), "There is no array snapshot 'b'; allowed: a");
}

}  // namespace
}  // namespace snapscope::array_snapshot_test
