// Backups and restores in a run: what comes back is what was committed by then, by the oracle.
#include <functional>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/scenarios.h"
#include "test/support/timeline_entries.h"

namespace snapscope::backup_test {
namespace {

using test::At;
using test::Backup;
using test::Create;
using test::ErrorlogOf;
using test::FullRecovery;
using test::Json;
using test::LiveAt;
using test::RefusalOf;
using test::Restore;
using test::RunToSummary;

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Backup, AFullOneBringsBackWhatWasCommittedByItsEnd) {
  Json scenario = test::SmallScenario();
  scenario["timeline"] = {At(3, Backup("one", "full")), At(8, Restore(nullptr, false))};
  const Json summary = test::RunCompleted(scenario);
  const Json& backup = summary["backups"][0];
  EXPECT_EQ(backup["state"], "complete");
  EXPECT_GT(backup["pages"], 1000);
  EXPECT_GT(backup["logBytes"], 512);
  const Json& restore = summary["restores"][0];
  EXPECT_EQ(restore["verified"], true);
  EXPECT_EQ(restore["from"], Json::array({"one"}));
  EXPECT_EQ(restore["pages"], backup["pages"]);
  EXPECT_GT(restore["logRecords"], 100) << "what users changed while the pages were read";
  const std::string errorlog = ErrorlogOf(summary);
  EXPECT_TRUE(Has(errorlog, "Database backed up. Database: sales, creation date(time): "));
  EXPECT_TRUE(Has(errorlog, "Database was restored: Database: sales, "));
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
}

TEST(Backup, TheLogRollsForwardToAPointInTime) {
  const Json summary =
      test::RunCompleted(FullRecovery({At(2, Backup("one", "full")), At(4, Backup("log_1", "log")),
                                       At(6, Backup("log_2", "log")), At(9, Restore(5.25))}));
  const Json& restore = summary["restores"][0];
  EXPECT_EQ(restore["verified"], true);
  EXPECT_EQ(restore["from"], Json({"one", "log_1", "log_2"}));
  EXPECT_EQ(restore["stopAtMs"], 5250);
  EXPECT_GT(restore["rolledBack"], 0) << "what was under way then";
  EXPECT_TRUE(Has(ErrorlogOf(summary), "Log was restored. Database: sales, "));
}

TEST(Backup, TheLogRollsForwardToAMark) {
  const auto restored = [](const char* kind, const Json& mark) {
    Json restore = Restore();
    restore[kind] = mark;
    return RunToSummary(FullRecovery({At(2, Backup("one", "full")), At(4, Backup("log_1", "log")),
                                      At(6, Backup("log_2", "log")), At(9, restore)}));
  };
  // Until its restore a run is the same, whatever that will be.
  const Json marks = restored("stopAtMark", nullptr)["backups"];
  const Json before = restored("stopBeforeMark", marks[1]["lastLsn"]);
  ASSERT_EQ(before["run"]["status"], "completed") << before["run"].dump();
  EXPECT_EQ(before["restores"][0]["verified"], true);
  EXPECT_EQ(before["restores"][0]["from"], Json({"one", "log_1"}));
  EXPECT_EQ(before["restores"][0]["stopBeforeLsn"], marks[1]["lastLsn"]);
  const Json at = restored("stopAtMark", marks[2]["firstLsn"]);
  ASSERT_EQ(at["run"]["status"], "completed") << at["run"].dump();
  EXPECT_EQ(at["restores"][0]["verified"], true);
  EXPECT_EQ(at["restores"][0]["from"], Json({"one", "log_1", "log_2"}));
  const Json never = restored("stopAtMark", "000000FF:00000001:0001");
  EXPECT_TRUE(Has(RefusalOf(never, 3), "beyond the log, which ends at ")) << RefusalOf(never, 3);
}

/// The records of a restore: the source of each, or "session", and how its text begins.
std::vector<std::string> RestoreRecordsOf(const Json& summary) {
  const std::regex record(R"(^\S+ \S+ (\S+) +(.*)$)");
  const std::regex told(
      "^(Starting up database 'sales'|The database 'sales' is marked RESTORING|Database was "
      "restored|Database changes were restored|Log was restored|RESTORE (DATABASE|LOG) "
      "successfully "
      "processed|Restore is complete on database 'sales')");
  std::vector<std::string> records;
  for (const Json& line : summary["errorlog"]) {
    const std::string text = line.get<std::string>();
    std::smatch parts;
    std::smatch begin;
    if (!std::regex_match(text, parts, record)) continue;
    const std::string message = parts[2];
    if (!std::regex_search(message, begin, told)) continue;
    records.push_back((parts[1] == "Backup" ? "Backup: " : "session: ") + begin[0].str());
  }
  return records;
}

TEST(Backup, TheErrorlogTellsOfEachStepOfARestoreAsOfACommand) {
  Json scenario = FullRecovery({At(2, Backup("one", "full")), At(4, Backup("two", "differential")),
                                At(6, Backup("log_1", "log")), At(9, Restore(5.25))});
  scenario["server"]["engineVersion"] = "2016";
  const std::string starts = "session: Starting up database 'sales'";
  const std::string restoring = "session: The database 'sales' is marked RESTORING";
  const std::string complete = "Backup: Restore is complete on database 'sales'";
  const Json summary = RunToSummary(scenario);
  ASSERT_EQ(summary["restores"][0]["from"], Json({"one", "two", "log_1"}));
  const std::string pages = "Backup: RESTORE DATABASE successfully processed";
  EXPECT_EQ(
      RestoreRecordsOf(summary),
      (std::vector<std::string>{starts, restoring, "Backup: Database was restored", pages, starts,
                                restoring, "Backup: Database changes were restored", pages, starts,
                                restoring, "Backup: Log was restored",
                                "Backup: RESTORE LOG successfully processed", starts, complete}));
  const std::regex last_words(
      "Log was restored\\..*\\)\\. This is an informational message\\. No user action is "
      "required\\.\n");
  EXPECT_TRUE(std::regex_search(ErrorlogOf(summary), last_words));
  // The figures came with 2012.
  scenario["server"]["engineVersion"] = "2008";
  EXPECT_FALSE(Has(ErrorlogOf(RunToSummary(scenario)), "successfully processed"));
}

TEST(Backup, ARestoreWritesItsDirtyPagesAsFastAsTheDiskTakesThem) {
  Json scenario = FullRecovery({At(2, Backup("one", "full")), At(9, Restore())});
  Json& disks = scenario["storage"]["volumes"][0]["device"];
  disks["parallelism"] = 64;
  disks["writeServiceUs"] = 5000;
  const Json flush = test::PhaseOf(RunToSummary(scenario), "restoreFlush");
  ASSERT_FALSE(flush.is_null());
  const double writes = flush["figures"]["writes"];
  EXPECT_GT(writes, 200);
  const double milliseconds = test::MsOf(flush);
  // With 32 at a time, of which a checkpoint would leave 8 where writes are slow.
  EXPECT_LT(milliseconds, writes * 5 / 16);
}

TEST(Backup, AUsersMayBeCalledAsTheTailIs) {
  const Json summary = test::RunCompleted(
      FullRecovery({At(2, Backup("one", "full")), At(4, Backup("tail_1", "log")),
                    At(6, Backup("tail_of_day", "log")), At(9, Restore(nullptr, false, true))}));
  EXPECT_EQ(summary["restores"].at(0)["verified"], true);
  EXPECT_GT(summary["restores"].at(0)["discardedCommits"], 0);
  const Json with_tail = test::RunCompleted(FullRecovery(
      {At(2, Backup("one", "full")), At(4, Backup("tail_1", "log")), At(7, Restore())}));
  EXPECT_EQ(with_tail["restores"].at(0)["from"], Json({"one", "tail_1", "tail_2"}));
  EXPECT_EQ(with_tail["restores"].at(0)["verified"], true);
}

TEST(Backup, TheNewestOfANameIsVerified) {
  Json refused = Backup("one", "differential");
  refused["files"] = 2;
  const Json summary =
      test::RunCompleted(FullRecovery({At(1, refused), At(2, Backup("one", "full")),
                                       At(5, {{"kind", "verifyBackup"}, {"name", "one"}})}));
  EXPECT_TRUE(RefusalOf(summary, 0).starts_with("Msg 3035, "));
  EXPECT_EQ(RefusalOf(summary, 2), "");
}

TEST(Backup, IsVerifiedWithoutBeingRestored) {
  const Json verify = {{"kind", "verifyBackup"}, {"name", "one"}};
  const Json other = {{"kind", "verifyBackup"}, {"name", "two"}};
  const Json summary =
      test::RunCompleted(FullRecovery({At(2, Backup("one", "full")), At(5, verify), At(6, other)}));
  EXPECT_EQ(RefusalOf(summary, 1), "");
  EXPECT_EQ(test::PhaseOf(summary, "verifyBackup")["figures"]["pages"],
            summary["backups"][0]["pages"]);
  EXPECT_EQ(RefusalOf(summary, 2), "There is no backup 'two'; allowed: one");
}

TEST(Backup, WithTheTailOfTheLogNothingThatWasCommittedIsLost) {
  const Json summary =
      test::RunCompleted(FullRecovery({At(2, Backup("one", "full")), At(9, Restore())}));
  const Json& restore = summary["restores"][0];
  EXPECT_EQ(restore["verified"], true);
  EXPECT_EQ(restore["from"], Json({"one", "tail_1"}));
  EXPECT_EQ(restore["rolledBack"], 0) << "users had finished what they did";
}

/// From those alone, whatever else there is.
Json RestoreFrom(const Json& backups, Json stop_at = nullptr) {
  Json restore = Restore(std::move(stop_at), false, true);
  restore["backups"] = backups;
  return restore;
}

TEST(Backup, ADifferentialTakesThePlaceOfTheLogBeforeIt) {
  const Json summary = test::RunCompleted(FullRecovery(
      {At(2, Backup("one", "full")), At(4, Backup("log_1", "log")),
       At(5, Backup("two", "differential")), At(7, Backup("log_2", "log")), At(9, Restore(8.5))}));
  EXPECT_LT(summary["backups"][2]["pages"], summary["backups"][0]["pages"]);
  const Json& restore = summary["restores"][0];
  EXPECT_EQ(restore["verified"], true);
  EXPECT_EQ(restore["from"], Json({"one", "two", "log_2", "tail_1"}));
}

TEST(Backup, ACopyLeavesTheChangesToTheDifferentialsOfTheFullBackupBeforeIt) {
  Json scenario =
      FullRecovery({At(2, Backup("one", "full")), At(5, Backup("two", "differential")),
                    At(6, Backup("copy", "full", true)), At(7, Backup("three", "differential")),
                    At(9, Restore(8.5)), At(13, RestoreFrom({"one", "three"}))});
  scenario["durationSeconds"] = 16;
  const Json summary = test::RunCompleted(scenario);
  const Json& backups = summary["backups"];
  EXPECT_GE(backups[3]["pages"], backups[1]["pages"]);
  const Json& restores = summary["restores"];
  ASSERT_EQ(restores.size(), 2);
  EXPECT_EQ(restores[0]["from"], Json({"copy", "tail_1"})) << "the last full backup by then";
  EXPECT_EQ(restores[0]["verified"], true);
  EXPECT_EQ(restores[1]["from"], Json({"one", "three"}));
  EXPECT_EQ(restores[1]["verified"], true);
}

TEST(Backup, ADifferentialGoesWithItsFullBackup) {
  Json scenario = test::SmallScenario();
  scenario["timeline"] = {At(2, Backup("one", "full")), At(6, Backup("two", "differential")),
                          At(9, Restore(nullptr, false))};
  const Json summary = test::RunCompleted(scenario);
  const Json& backups = summary["backups"];
  EXPECT_EQ(backups[0]["databaseBackupLsn"], nullptr) << "there was none before";
  EXPECT_EQ(backups[1]["databaseBackupLsn"], backups[0]["checkpointLsn"]);
  const Json& restore = summary["restores"][0];
  EXPECT_EQ(restore["from"], Json({"one", "two"}));
  EXPECT_EQ(restore["verified"], true);
  EXPECT_TRUE(Has(ErrorlogOf(summary), "Database differential changes were backed up. "));
}

TEST(Backup, FullAndDifferentialOnesComeOneAfterTheOther) {
  const Json summary = test::RunCompleted(FullRecovery(
      {At(2, Backup("one", "full")), At(2, Backup("two", "full")),
       At(2.001, Backup("three", "differential")), At(9, Restore(nullptr, false, true))}));
  const Json& backups = summary["backups"];
  EXPECT_GT(backups[0]["endMs"], 2001) << "the others were asked for meanwhile";
  EXPECT_GE(backups[1]["startMs"], backups[0]["endMs"]);
  EXPECT_GE(backups[2]["startMs"], backups[1]["endMs"]);
  EXPECT_EQ(summary["restores"][0]["from"], Json({"two", "three"}));
  EXPECT_EQ(summary["restores"][0]["verified"], true);
}

TEST(Backup, OfTheLogRunsBesideAFullOne) {
  const Json summary = test::RunCompleted(FullRecovery(
      {At(2, Backup("one", "full")), At(4, Backup("two", "full")), At(4, Backup("log", "log"))}));
  const Json& full = summary["backups"][1];
  const Json& log = summary["backups"][2];
  EXPECT_EQ(log["name"], "log");
  EXPECT_LT(log["endMs"], full["endMs"]) << "it did not wait for the full one";
}

TEST(Backup, ToSeveralFilesIsDealtToTheVolumesInTurn) {
  Json striped = Backup("one", "full");
  striped["files"] = 3;
  Json scenario = FullRecovery({At(2, striped), At(5, {{"kind", "verifyBackup"}, {"name", "one"}}),
                                At(6, Restore(nullptr, false, true))});
  scenario["storage"]["placement"]["backup"] = Json::array({"Q", "J"});
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["backups"][0]["files"],
            Json({"Q:\\MSSQL\\sales_one.bak", "J:\\MSSQL\\sales_one.2.bak",
                  "Q:\\MSSQL\\sales_one.3.bak"}));
  EXPECT_EQ(RefusalOf(summary, 1), "");
  EXPECT_EQ(summary["restores"][0]["verified"], true);
  EXPECT_TRUE(Has(ErrorlogOf(summary),
                  "number of dump devices: 3, device information: (FILE=1, "
                  "TYPE=DISK: {'Q:\\MSSQL\\sales_one.bak', 'J:"));
}

TEST(Backup, UsersGoOnAfterARestoreWhichCanBeBackedUpAndRestoredAgain) {
  Json scenario =
      FullRecovery({At(1, Backup("one", "full")), At(3, Restore(2.5)), At(6, Backup("two", "full")),
                    At(7, Backup("log_2", "log")), At(8, test::Crash()), At(10, Restore(6.9)),
                    At(13, RestoreFrom({"one", "tail_1"}, 2.8))});
  scenario["durationSeconds"] = 16;
  const Json summary = test::RunCompleted(scenario);
  const Json& restores = summary["restores"];
  ASSERT_EQ(restores.size(), 3);
  EXPECT_EQ(restores[1]["verified"], true);
  EXPECT_EQ(restores[1]["from"], Json({"two", "log_2"}));
  EXPECT_EQ(restores[2]["verified"], true) << "what the first of them had given up";
  EXPECT_EQ(restores[2]["stopAtMs"], 2800);
}

TEST(Backup, IsRefusedForTheReasonsOfTheProduct) {
  const Json simple = [] {
    Json scenario = test::SmallScenario();
    scenario["timeline"] = {At(1, Backup("d", "differential")), At(2, Backup("l", "log")),
                            At(3, Restore(2)), At(4, Backup("one", "full")), At(7, Restore(10))};
    scenario["commands"] = Json::array({LiveAt(6, Backup("one", "full"))});
    return RunToSummary(scenario);
  }();
  EXPECT_TRUE(Has(RefusalOf(simple, 0), "Msg 3035"));
  EXPECT_TRUE(Has(RefusalOf(simple, 1), "Msg 4208"));
  EXPECT_TRUE(Has(RefusalOf(simple, 2), "Msg 4335"));
  EXPECT_TRUE(Has(RefusalOf(simple, 4), "has not come yet"));
  EXPECT_EQ(simple["backups"].back()["state"], "failed") << "there is a file of that name";
  EXPECT_TRUE(Has(ErrorlogOf(simple), "Error: 3041, Severity: 16, State: 1."));
  const Json full =
      RunToSummary(FullRecovery({At(1, Backup("one", "full")), At(3, Restore(nullptr, false)),
                                 At(4, Create("snap_1")), At(9, Restore())}));
  EXPECT_TRUE(Has(RefusalOf(full, 1), "Msg 3159"));
  EXPECT_TRUE(Has(RefusalOf(full, 3), "Msg 3709"));
  EXPECT_EQ(full["run"]["status"], "completed") << full["run"].dump();
}

TEST(Backup, ReplaceGivesTheTailUp) {
  const Json summary =
      test::RunCompleted(FullRecovery({At(2, Backup("one", "full")), At(4, Backup("log_1", "log")),
                                       At(8, Restore(nullptr, false, true))}));
  EXPECT_EQ(summary["restores"][0]["from"], Json({"one", "log_1"}));
  EXPECT_EQ(summary["restores"][0]["verified"], true);
}

TEST(Backup, IsToldAsTheVersionTellsIt) {
  for (const auto& [version, told] : {std::pair("2008", false), {"2012", true}}) {
    Json scenario = test::SmallScenario();
    scenario["server"]["engineVersion"] = version;
    scenario["timeline"] = Json::array({At(1, Backup("one", "full"))});
    EXPECT_EQ(Has(ErrorlogOf(RunToSummary(scenario)), "BACKUP DATABASE successfully processed "),
              told)
        << version;
  }
}

TEST(Backup, TellsItsStepsAndItsBuffersUnderTraceFlags) {
  const auto errorlog = [](const char* version, const Json& flags, Json buffers = nullptr) {
    Json backup = Backup("one", "full");
    backup["bufferCount"] = std::move(buffers);
    Json scenario = FullRecovery({At(2, backup), At(6, Restore())});
    scenario["traceFlags"] = flags;
    scenario["server"]["engineVersion"] = version;
    return ErrorlogOf(RunToSummary(scenario));
  };
  const std::string steps = errorlog("2016", Json::array({3004, 3605}));
  for (const char* step :
       {"Backup(sales): BACKUP DATABASE started", "Backup(sales): Writing a checkpoint",
        "Backup(sales): Checkpoint is complete (elapsed = ", "Backup(sales): Copying data files",
        "Backup(sales): Copying transaction log", "Backup(sales): BACKUP DATABASE finished",
        "Backup(sales): BACKUP LOG finished", "Restore(sales): Opening backup set",
        "Restore(sales): Transferring data", "Restore(sales): Rollforward complete"}) {
    EXPECT_TRUE(Has(steps, step)) << step;
  }
  EXPECT_FALSE(Has(steps, "BufferCount"));
  EXPECT_TRUE(Has(errorlog("2008", Json::array({3004, 3605})), " Backup: Copying data files"));
  const std::string buffers = errorlog("2016", Json::array({3213, 3605}));
  EXPECT_TRUE(Has(buffers, "BufferCount:                7\n")) << "4 + 1 + 2 volumes: one";
  EXPECT_TRUE(Has(buffers, "Total buffer space:         7 MB\n"));
  EXPECT_TRUE(
      Has(errorlog("2016", Json::array({3213, 3605}), 24), "BufferCount:                24\n"));
  EXPECT_FALSE(Has(buffers, "Backup(sales)"));
  EXPECT_TRUE(Has(errorlog("2005", Json::array({3213, 3605})), "Buffer count:               6\n"));
  EXPECT_FALSE(Has(errorlog("2016", Json::array({3004, 3213})), "Backup(sales)")) << "without 3605";
}

using Options = std::vector<std::pair<std::string, Json>>;

Json FullBackup(const Options& options) {
  Json backup = Backup("one", "full");
  for (const auto& [name, value] : options) backup[name] = value;
  return backup;
}

Json BackedUpWith(const Options& options, const std::function<void(Json&)>& change = {}) {
  const Json backup = FullBackup(options);
  Json scenario = FullRecovery({At(2, backup), At(14, Restore(nullptr, false, true))});
  scenario["durationSeconds"] = 18;
  if (change) change(scenario);
  return RunToSummary(scenario);
}

double LengthOf(const Json& summary) {
  EXPECT_EQ(summary.at("restores").at(0)["verified"], true) << summary["timeline"].dump();
  return test::MsOf(summary["backups"][0]);
}

TEST(Backup, HasItsReaderWaitForTheWriterOfItsOnlyBuffer) {
  const double usual = LengthOf(BackedUpWith({}));
  EXPECT_GT(LengthOf(BackedUpWith({{"bufferCount", 1}})), 1.2 * usual);
  EXPECT_LE(LengthOf(BackedUpWith({{"bufferCount", 24}})), usual) << "one reader, and one writer";
}

TEST(Backup, IsFasterWithMoreFilesWhereTheyAreSlow) {
  const auto slow_files = [](Json& scenario) {
    scenario["storage"]["volumes"][2]["device"]["sequentialWriteServiceUs"] = 50'000;
  };
  const double one = LengthOf(BackedUpWith({}, slow_files));
  EXPECT_LT(LengthOf(BackedUpWith({{"files", 4}}, slow_files)), 0.6 * one);
}

/// Text on slow cores: compressing is what takes time.
void SlowText(Json& scenario) {
  scenario["database"]["content"] = "text";
  scenario["server"]["schedulers"] = 16;
  scenario["server"]["coreSpeedPercent"] = 5;
}

TEST(Backup, CompressesInAllItsBuffersAtOnce) {
  const Json usual = BackedUpWith({{"compression", true}}, SlowText);
  const Json few = BackedUpWith({{"compression", true}, {"bufferCount", 2}}, SlowText);
  EXPECT_LT(LengthOf(usual), 0.7 * LengthOf(few));
  const Json plain = BackedUpWith({}, SlowText);
  const auto bytes = [](const Json& summary) {
    return summary["backups"][0]["bytes"].get<double>();
  };
  EXPECT_LT(bytes(usual), 0.45 * bytes(plain)) << "text packs to about a third";
  EXPECT_GT(bytes(usual), 0.3 * bytes(plain));
}

TEST(Backup, OfAnyShapeIsRestored) {
  for (const uint32_t transfer : {64, 192, 4096}) {
    for (const uint32_t block : {512, 65'536}) {
      for (const bool compression : {false, true}) {
        const Json summary = BackedUpWith({{"maxTransferSizeKiB", transfer},
                                           {"blockSizeBytes", block},
                                           {"compression", compression},
                                           {"files", transfer == 192 ? 64 : 3}},
                                          SlowText);
        LengthOf(summary);
        EXPECT_EQ(summary["backups"][0]["state"], "complete");
      }
    }
  }
}

TEST(Backup, ToNulIsReadAndDropped) {
  Json scenario = FullRecovery({At(2, FullBackup({{"toNul", true}})),
                                At(6, {{"kind", "verifyBackup"}, {"name", "one"}}),
                                At(8, Restore(nullptr, false, true))});
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["backups"][0]["state"], "complete");
  EXPECT_EQ(summary["backups"][0]["file"], "NUL");
  EXPECT_EQ(test::WaitOf(summary, "BACKUPIO")["waiting_tasks_count"], 0);
  EXPECT_TRUE(Has(RefusalOf(summary, 1), "went to NUL"));
  EXPECT_TRUE(Has(RefusalOf(summary, 2), "full backup")) << RefusalOf(summary, 2);
  EXPECT_TRUE(Has(ErrorlogOf(summary), "Database backed up. ")) << ErrorlogOf(summary);
}

TEST(Backup, OverwritesAnEarlierOneOnlyWhenTold) {
  const auto again = [](const Options& first, const Options& second) {
    return RunToSummary(FullRecovery({At(2, FullBackup(first)), At(5, FullBackup(second)),
                                      At(9, Restore(nullptr, false, true))}));
  };
  const Options large = {{"blockSizeBytes", 65'536}};
  const Options init = {{"init", true}};
  const Json over = again({}, init);
  EXPECT_EQ(over["backups"][0]["state"], "failed") << "it is there no more";
  EXPECT_EQ(over["backups"][1]["state"], "complete");
  EXPECT_EQ(over["restores"][0]["verified"], true);
  const Json refused = again(large, init);
  EXPECT_TRUE(
      Has(RefusalOf(refused, 1), "Msg 3268, Level 16, State 1: Cannot use the backup file"));
  EXPECT_TRUE(Has(RefusalOf(refused, 1),
                  "because it was originally formatted with sector size 65536 and is now on a "
                  "device with sector size 512. Msg 3013, Level 16, State 1: BACKUP DATABASE is "
                  "terminating abnormally."));
  EXPECT_EQ(refused["backups"][0]["state"], "complete");
  EXPECT_EQ(refused["restores"][0]["verified"], true) << "what was there is there";
  EXPECT_EQ(again(large, {{"format", true}})["backups"][1]["state"], "complete");
}

TEST(Backup, OfAFilegroupCannotBeRestoredByItself) {
  Json some = Backup("some", "full");
  some["filegroups"] = Json::array({"P"});
  Json scenario = FullRecovery({At(2, some), At(6, Restore(nullptr, false, true))});
  scenario["storage"]["placement"]["data"] = Json::array({"P", "Q"});
  scenario["database"]["dataFiles"] = 2;
  Json named = scenario;
  named["timeline"][1]["command"]["backups"] = Json::array({"some"});
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["backups"][0]["state"], "complete") << summary["timeline"].dump();
  EXPECT_TRUE(Has(RefusalOf(summary, 1), "full backup"));
  EXPECT_TRUE(Has(RefusalOf(RunToSummary(named), 1), "Msg 3135"));
}

TEST(Backup, WithBuffersThatTheServerHasNoMemoryForIsRefused) {
  const Json large = FullBackup({{"bufferCount", 2200}, {"maxTransferSizeKiB", 2048}});
  const Json summary = RunToSummary(FullRecovery({At(2, large)}));
  EXPECT_TRUE(Has(RefusalOf(summary, 0), "Msg 701")) << RefusalOf(summary, 0);
  EXPECT_TRUE(Has(RefusalOf(summary, 0), "4613734400 bytes"));
}

// A reader that another was faster than has a scheduler and no buffer, the other way round the
// other.
TEST(Backup, GoesOnWithMoreReadersThanBuffersOnOneProcessor) {
  Json scenario =
      FullRecovery({At(2, Backup("one", "full")), At(10, Restore(nullptr, false, true))});
  scenario["database"]["dataFiles"] = 8;
  scenario["server"]["schedulers"] = 1;
  scenario["storage"]["volumes"][2]["device"]["writeServiceUs"] = 20'000;
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "completed") << summary["timeline"].dump();
  EXPECT_EQ(summary["restores"][0]["verified"], true);
}

TEST(Backup, TellsHowFarItIs) {
  const std::string told =
      test::ToldBy(FullRecovery({At(2, Backup("one", "full")), At(5, Backup("log", "log")),
                                 At(7, {{"kind", "verifyBackup"}, {"name", "one"}})}));
  for (const char* phase :
       {R"("name":"backup","startMs":2000)", R"("name":"backup","startMs":5000)",
        R"("name":"verifyBackup","startMs":7000)"}) {
    const std::regex progress(std::string(phase) + R"([^}]*\}[^}]*"progress":0\.[0-9])");
    EXPECT_TRUE(std::regex_search(told, progress)) << phase;
  }
}

}  // namespace
}  // namespace snapscope::backup_test
