// Array snapshots in use: restored in place and beside, read, checked, and backed up by another
// host.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/outcomes.h"
#include "test/support/scenarios.h"

namespace snapscope::array_restore_test {
namespace {

using test::At;
using test::Backup;
using test::ExpectHas;
using test::Json;
using test::PhasesOf;
using test::RefusalOf;
using test::RunCompleted;

Json Take(const std::string& name, const char* freeze = "vss", bool copy_only = false) {
  return {
      {"kind", "createArraySnapshot"}, {"name", name}, {"freeze", freeze}, {"copyOnly", copy_only}};
}

Json Delete(const std::string& name) { return {{"kind", "deleteArraySnapshot"}, {"name", name}}; }

/// In place, without a backup of the tail of the log.
Json RestoreOf(const std::string& name, const Json& changes = Json::object()) {
  Json restore = {{"kind", "restore"},
                  {"arraySnapshot", name},
                  {"stopAtSeconds", nullptr},
                  {"backUpTail", false},
                  {"replace", true}};
  restore.update(changes);
  return restore;
}

Json Beside(const std::string& name, const char* as, Json changes = Json::object()) {
  changes["as"] = as;
  changes["recovery"] = changes.value("recovery", true);
  return RestoreOf(name, changes);
}

Json OffHost(const std::string& backup, const std::string& of) {
  Json command = Backup(backup, "full");
  command["arraySnapshot"] = of;
  return command;
}

Json CheckOf(const char* database) { return {{"kind", "checkDatabase"}, {"database", database}}; }

Json OnArray(const std::vector<Json>& timeline, int seconds = 20) {
  Json scenario = test::FullRecovery(timeline);
  scenario["durationSeconds"] = seconds;
  scenario["server"]["engineVersion"] = "2016";
  scenario["workload"]["users"] = 4;
  scenario["storage"]["volumes"] = test::VolumesOnArray();
  scenario["storage"]["arraySnapshotTimes"].update(
      {{"prepareSeconds", 0.2}, {"commitMsPerVolume", 50}, {"restoreSecondsPerVolume", 0.5}});
  return scenario;
}

void ExpectVerified(const Json& restore) {
  EXPECT_EQ(restore["verified"], true) << restore.dump(1);
}

TEST(ArrayRestore, InPlaceGoesBackToTheFreezeAndKeepsWhatWasThere) {
  const Json summary = RunCompleted(
      OnArray({At(3, Take("smart")), At(8, RestoreOf("smart")), At(13, Take("after"))}));
  ASSERT_EQ(RefusalOf(summary, 1), "");
  const Json& restore = summary["restores"][0];
  ExpectVerified(restore);
  EXPECT_EQ(restore["arraySnapshot"], "smart");
  EXPECT_EQ(restore["kept"], "before_restore_1");
  EXPECT_EQ(restore["pages"], 0);
  EXPECT_GT(restore["discardedCommits"], 0);
  EXPECT_EQ(summary["arraySnapshots"][1]["name"], "before_restore_1");
  EXPECT_EQ(summary["arraySnapshots"][1]["state"], "complete");
  const auto phases = PhasesOf(summary, "arrayRestore");
  ASSERT_EQ(phases.size(), 1U);
  EXPECT_GE(test::MsOf(phases[0]), 1000.0) << "what two volumes take";
}

TEST(ArrayRestore, LogsGoOnFromItToATime) {
  const Json summary =
      RunCompleted(OnArray({At(3, Take("smart")), At(8, Backup("log_1", "log")),
                            At(9, RestoreOf("smart", {{"stopAtSeconds", 6.0}})),
                            At(14, Beside("smart", "yesterday", {{"stopAtSeconds", 6.5}}))}));
  ASSERT_EQ(RefusalOf(summary, 2), "");
  ASSERT_EQ(RefusalOf(summary, 3), "");
  for (const Json& restore : summary["restores"]) {
    ExpectVerified(restore);
    EXPECT_EQ(restore["from"], Json::array({"log_1"}));
    EXPECT_GT(restore["logRecords"], 0);
  }
}

TEST(ArrayRestore, TheTailIsBackedUpAndGoesOnFromIt) {
  const Json summary = RunCompleted(
      OnArray({At(3, Take("smart")),
               At(8, RestoreOf("smart", {{"backUpTail", true}, {"replace", false}}))}));
  ASSERT_EQ(RefusalOf(summary, 1), "");
  ExpectVerified(summary["restores"][0]);
  EXPECT_EQ(summary["restores"][0]["from"], Json::array({"tail_1"}));
  EXPECT_EQ(summary["restores"][0]["discardedCommits"], 0);
}

TEST(ArrayRestore, ADifferentialGoesOnFromTheSnapshotThatItIsBasedOn) {
  const Json summary = RunCompleted(
      OnArray({At(2, Backup("full", "full")), At(4, Take("first")), At(6, Take("second")),
               At(9, Backup("changed", "differential")), At(12, Backup("log_1", "log")),
               At(13, Beside("second", "copy")), At(16, RestoreOf("second")),
               At(17.5, Beside("first", "other", {{"backups", {"changed"}}}))},
              22));
  ASSERT_EQ(RefusalOf(summary, 5), "");
  ASSERT_EQ(RefusalOf(summary, 6), "");
  EXPECT_EQ(summary["restores"][0]["from"], Json({"changed", "log_1"}));
  EXPECT_GT(summary["restores"][0]["pages"], 0);
  ExpectVerified(summary["restores"][0]);
  ExpectVerified(summary["restores"][1]);
  EXPECT_TRUE(RefusalOf(summary, 7).starts_with("Msg 3136, ")) << RefusalOf(summary, 7);
}

TEST(ArrayRestore, WithoutAFreezeItIsOpenedByRecoveryAlone) {
  const Json summary = RunCompleted(OnArray(
      {At(3, Take("crash", "none")), At(6, Backup("full", "full")), At(7, Backup("log_1", "log")),
       At(8, Beside("crash", "copy")), At(10, Beside("crash", "later", {{"stopAtSeconds", 6.5}})),
       At(11, RestoreOf("crash")), At(16, RestoreOf("before_restore_1"))},
      22));
  ASSERT_EQ(RefusalOf(summary, 3), "");
  ExpectHas(RefusalOf(summary, 4), "was taken without a freeze of the database");
  ASSERT_EQ(RefusalOf(summary, 5), "");
  ASSERT_EQ(RefusalOf(summary, 6), "");
  for (const Json& restore : summary["restores"]) ExpectVerified(restore);
  EXPECT_GT(summary["restores"][1]["discardedCommits"], 0);
}

TEST(ArrayRestore, ACopyIsReadAndCheckedAndStaysWhatItWas) {
  const Json summary = RunCompleted(
      OnArray({At(3, Take("smart")), At(6, Beside("smart", "copy")), At(9, test::Report("copy", 3)),
               At(10, CheckOf("copy")), At(12, test::Crash()), At(15, Delete("smart")),
               At(16, test::Report("copy", 0)), At(18, test::DropSnapshot("copy")),
               At(19, Delete("smart"))},
              22));
  for (const size_t step : {1U, 2U, 3U, 6U, 7U, 8U})
    EXPECT_EQ(RefusalOf(summary, step), "") << step;
  ExpectVerified(summary["restores"][0]);
  EXPECT_GT(summary["reporting"]["responses"]["count"].get<double>(), 0);
  const auto checks = PhasesOf(summary, "consistencyCheck");
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0]["database"], "copy");
  EXPECT_EQ(checks[0]["figures"]["errors"], 0);
  EXPECT_GT(checks[0]["figures"]["rows"], 0);
  EXPECT_NE(RefusalOf(summary, 5), "") << "files of it are mounted";
  EXPECT_EQ(summary["arraySnapshots"][0]["state"], "deleted");
}

TEST(ArrayRestore, ACopyThatIsReplacedThrowsItsReadersOut) {
  const Json summary = RunCompleted(
      OnArray({At(3, Take("smart")), At(5, Beside("smart", "copy")), At(7, test::Report("copy", 3)),
               At(8, Beside("smart", "copy", {{"closeConnections", false}})),
               At(9, test::DropSnapshot("copy")), At(11, Beside("smart", "copy"))},
              16));
  EXPECT_TRUE(RefusalOf(summary, 3).starts_with("Msg 3101, ")) << RefusalOf(summary, 3);
  EXPECT_TRUE(RefusalOf(summary, 4).starts_with("Msg 3702, ")) << RefusalOf(summary, 4);
  EXPECT_EQ(RefusalOf(summary, 5), "");
  ExpectVerified(summary["restores"].back());
}

TEST(ArrayRestore, ACopyOfABackupIsReadToo) {
  const Json summary =
      RunCompleted(OnArray({At(2, Backup("full", "full")),
                            At(4, {{"kind", "restore"},
                                   {"as", "copy"},
                                   {"stopAtSeconds", nullptr},
                                   {"backUpTail", false},
                                   {"replace", false},
                                   {"recovery", true}}),
                            At(9, test::Report("copy", 2)), At(10, CheckOf("copy")),
                            At(11, CheckOf("other")), At(12, test::Report("other", 1))}));
  EXPECT_EQ(RefusalOf(summary, 2), "");
  EXPECT_EQ(RefusalOf(summary, 3), "");
  EXPECT_TRUE(RefusalOf(summary, 4).starts_with("Msg 911, ")) << RefusalOf(summary, 4);
  EXPECT_TRUE(RefusalOf(summary, 5).starts_with("Msg 911, ")) << RefusalOf(summary, 5);
  EXPECT_GT(summary["reporting"]["responses"]["count"].get<double>(), 0);
}

TEST(ArrayRestore, AnotherHostBacksItUpAndTheServerPaysNothing) {
  const std::vector<Json> timeline = {At(4, Take("smart")), At(7, OffHost("off", "smart")),
                                      At(14, Backup("log_1", "log")),
                                      At(16, {{"kind", "restore"},
                                              {"as", "copy"},
                                              {"stopAtSeconds", 13.0},
                                              {"backups", {"off", "log_1"}},
                                              {"backUpTail", false},
                                              {"replace", false},
                                              {"recovery", true}})};
  const Json summary = RunCompleted(OnArray(timeline, 24));
  ASSERT_EQ(RefusalOf(summary, 1), "");
  ASSERT_EQ(RefusalOf(summary, 3), "");
  const Json& backup = summary["backups"][0];
  EXPECT_EQ(backup["state"], "complete");
  EXPECT_EQ(backup["copyOnly"], true);
  EXPECT_GT(backup["pages"], 0);
  ExpectVerified(summary["restores"][0]);
  // Nobody waits for a buffer of a backup but the writer of the log's, for its only one.
  EXPECT_LE(test::WaitOf(summary, "BACKUPBUFFER")["waiting_tasks_count"], 1);
}

TEST(ArrayRestore, ACopyOnAnotherVolumeLeavesNothingMounted) {
  Json moved = test::Restore(nullptr, false, true);
  moved.update({{"as", "copy"}, {"recovery", true}, {"volume", "P"}, {"backups", {"full"}}});
  const Json summary =
      RunCompleted(OnArray({At(2, Backup("full", "full")), At(4, Take("smart")),
                            At(7, Beside("smart", "copy")), At(10, moved), At(18, Delete("smart"))},
                           19));
  ASSERT_EQ(RefusalOf(summary, 3), "");
  EXPECT_EQ(RefusalOf(summary, 4), "");
  ExpectVerified(summary["restores"][1]);
}

TEST(ArrayRestore, WhatItsWholeVolumesWouldTakeBackIsTold) {
  Json beside = test::Restore(nullptr, false, true);
  beside.update({{"as", "second"}, {"recovery", true}, {"backups", {"full"}}});
  const std::string told = test::ToldBy(
      OnArray({At(2, Take("smart")), At(5, Backup("full", "full")), At(8, Beside("smart", "first")),
               At(10, beside), At(16, RestoreOf("smart"))},
              20));
  const size_t at = told.find("would also take back");
  ASSERT_NE(at, std::string::npos);
  const std::string sentence = told.substr(at, told.find('"', at) - at);
  ExpectHas(sentence, "second.ldf");
  EXPECT_EQ(sentence.find("first"), std::string::npos) << "the array has mounted that elsewhere";
}

TEST(ArrayRestore, OffHostToAVolumeOfTheSnapshotItTellsOfTheReserve) {
  const std::vector<Json> timeline = {At(4, Take("smart")), At(7, OffHost("off", "smart"))};
  Json scenario = OnArray(timeline, 12);
  const char* told = "Backup 'off' is written to volume Q, of which it reads a snapshot: ";
  EXPECT_EQ(test::ToldBy(scenario).find(told), std::string::npos);
  scenario["storage"]["placement"]["backup"] = Json::array({"Q"});
  ExpectHas(test::ToldBy(scenario), told);
}

TEST(ArrayRestore, OffHostThatIsCutOffIsACopyToo) {
  const Json summary =
      test::RunToSummary(OnArray({At(4, Take("smart")), At(7.95, OffHost("off", "smart"))}, 8));
  EXPECT_EQ(summary["backups"][0]["state"], "failed");
  EXPECT_EQ(summary["backups"][0]["copyOnly"], true);
}

TEST(ArrayRestore, OffHostOnlyAFullBackupOfAFrozenSnapshotIsTaken) {
  Json differential = OffHost("diff", "smart");
  differential["type"] = "differential";
  const Json summary =
      RunCompleted(OnArray({At(2, Take("smart")), At(3, Take("crash", "none")), At(5, differential),
                            At(6, OffHost("off_2", "crash")), At(7, OffHost("off_3", "never"))},
                           9));
  ExpectHas(RefusalOf(summary, 2), "only a full backup can be taken");
  ExpectHas(RefusalOf(summary, 3), "without a freeze of the database");
  ExpectHas(RefusalOf(summary, 4), "There is no array snapshot 'never'");
}

TEST(ArrayRestore, IsRefusedWhereItCannotSucceed) {
  Json torn = Take("torn");
  torn["volumes"] = Json::array({"Q"});
  Json scenario = OnArray({At(2, torn), At(4, RestoreOf("torn")), At(5, Beside("torn", "copy")),
                           At(6, Take("whole")), At(7, Beside("whole", "copy", {{"volume", "P"}})),
                           At(8, test::Create("snap")), At(10, RestoreOf("whole"))},
                          13);
  const Json summary = RunCompleted(scenario);
  ExpectHas(RefusalOf(summary, 1), "it lacks ");
  ExpectHas(RefusalOf(summary, 2), "is torn");
  ExpectHas(RefusalOf(summary, 4), "are mounted on the volumes");
  EXPECT_TRUE(RefusalOf(summary, 6).starts_with("Msg 3709, ")) << RefusalOf(summary, 6);
  EXPECT_TRUE(summary["restores"].empty());
}

TEST(ArrayRestore, IsRefusedBeforeAnybodyIsThrownOutWhereTheReserveCannotKeepWhatIsThere) {
  // The checkpoint of a backup writes what users have changed.
  Json scenario = OnArray(
      {At(2, Take("smart")), At(6, Backup("full", "full", true)), At(9, RestoreOf("smart"))}, 10);
  for (Json& volume : scenario["storage"]["volumes"]) {
    volume["arraySnapshots"].update(
        {{"reservePercent", 7}, {"whenFull", "takeOffline"}, {"pageKiB", 1024}});
  }
  scenario["workload"]["users"] = 2;
  const Json summary = RunCompleted(scenario);
  ExpectHas(RefusalOf(summary, 2), "keeps what is there before it as one more array snapshot");
  EXPECT_TRUE(summary["restores"].empty());
  EXPECT_EQ(summary["arraySnapshots"].size(), 1U);
}

// One of which files are mounted does not go, so that what the restore is to keep would have to.
TEST(ArrayRestore, IsRefusedWhereAMountedSnapshotTakesTheRoomOfWhatIsThere) {
  Json scenario = OnArray({At(2, Take("mounted")), At(3, Beside("mounted", "copy")),
                           At(6, Backup("full", "full", true)), At(8, Take("smart")),
                           At(12, Backup("full_2", "full", true)), At(15, RestoreOf("smart"))},
                          20);
  for (Json& volume : scenario["storage"]["volumes"]) {
    volume["arraySnapshots"]["reservePercent"] = 18;
  }
  scenario["workload"]["users"] = 2;
  const Json summary = RunCompleted(scenario);
  ExpectHas(RefusalOf(summary, 5), "keeps what is there before it as one more array snapshot");
  EXPECT_EQ(summary["restores"].size(), 1U);
}

}  // namespace
}  // namespace snapscope::array_restore_test
