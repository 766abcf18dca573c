// Restores under another name, while users go on with the database itself.
#include <gtest/gtest.h>

#include "test/support/scenarios.h"

namespace snapscope::restore_beside_test {
namespace {

using test::At;
using test::Backup;
using test::Json;
using test::PhasesOf;
using test::RefusalOf;
using test::RunToSummary;

/// WITH RECOVERY, of what leads to the end of what is backed up.
Json RestoreAs(const char* name, const Json& changes = Json::object()) {
  Json restore = {{"kind", "restore"},   {"as", name},       {"stopAtSeconds", nullptr},
                  {"backUpTail", false}, {"replace", false}, {"recovery", true}};
  restore.update(changes);
  return restore;
}

const Json kNoRecovery = {{"recovery", false}};

Json FullRecovery(const std::vector<Json>& timeline, int seconds = 12) {
  Json scenario = test::FullRecovery(timeline);
  scenario["durationSeconds"] = seconds;
  scenario["workload"]["users"] = 4;
  return scenario;
}

TEST(RestoreBeside, ACopyShowsWhatWasCommittedByThenAndUsersGoOn) {
  Json scenario = FullRecovery({At(2, Backup("one", "full")), At(6, Backup("log_1", "log")),
                                At(7, RestoreAs("yesterday", {{"stopAtSeconds", 4.5}}))});
  const Json summary = test::RunCompleted(scenario);
  ASSERT_EQ(RefusalOf(summary, 2), "");
  const Json& restore = summary["restores"][0];
  EXPECT_EQ(restore["database"], "yesterday");
  EXPECT_EQ(restore["verified"], true);
  EXPECT_EQ(restore["from"], Json({"one", "log_1"}));
  EXPECT_GT(restore["rolledBack"], 0);
  EXPECT_GT(restore["discardedCommits"], 0) << "what was committed between 4.5 s and now";
  scenario["timeline"].erase(2);
  const Json without = RunToSummary(scenario);
  EXPECT_GT(summary["transactions"]["total"].get<double>(),
            0.5 * without["transactions"]["total"].get<double>());
  EXPECT_EQ(PhasesOf(summary, "restore").at(0)["database"], "yesterday");
}

TEST(RestoreBeside, ASnapshotOfTheSourceStaysWhatItWas) {
  const Json summary = test::RunCompleted(FullRecovery(
      {At(2, test::Create("snap")), At(5, Backup("one", "full")), At(7, RestoreAs("yesterday"))}));
  ASSERT_EQ(RefusalOf(summary, 2), "");
  EXPECT_EQ(summary["restores"][0]["verified"], true);
  EXPECT_EQ(summary["snapshots"][0]["verified"], true);
}

TEST(RestoreBeside, FollowsItsSourceFromLogToLog) {
  const Json summary = test::RunCompleted(
      FullRecovery({At(3, Backup("one", "full")), At(6, RestoreAs("standby", kNoRecovery)),
                    At(9, Backup("log_1", "log")), At(12, RestoreAs("standby", kNoRecovery)),
                    At(15, RestoreAs("standby", kNoRecovery)), At(18, Backup("log_2", "log")),
                    At(21, RestoreAs("standby")), At(27, RestoreAs("standby"))},
                   32));
  const Json& restores = summary["restores"];
  ASSERT_EQ(restores.size(), 3U);
  EXPECT_EQ(restores[0]["from"], Json::array({"one"}));
  EXPECT_EQ(restores[0]["recovered"], false);
  EXPECT_EQ(restores[0]["verified"], nullptr) << "it cannot be read yet";
  EXPECT_EQ(restores[1]["from"], Json::array({"log_1"}));
  EXPECT_TRUE(RefusalOf(summary, 4).starts_with("No backup goes on from what standby "));
  EXPECT_EQ(restores[2]["from"], Json::array({"log_2"}));
  EXPECT_EQ(restores[0]["pages"], summary["backups"][0]["pages"]);
  EXPECT_EQ(restores[2]["pages"], 0) << "its own";
  EXPECT_EQ(restores[2]["verified"], true);
  EXPECT_TRUE(RefusalOf(summary, 7).starts_with("Msg 3159, ")) << RefusalOf(summary, 7);
}

TEST(RestoreBeside, ADifferentialGoesOnFromAFullBackupThatWasRestoredBefore) {
  const Json summary = test::RunCompleted(FullRecovery(
      {At(1, Backup("one", "full")), At(2, RestoreAs("standby", kNoRecovery)),
       At(4, Backup("two", "differential")), At(5.5, RestoreAs("standby", kNoRecovery)),
       At(7, Backup("log_1", "log")), At(8, RestoreAs("standby", {{"stopAtSeconds", 5.8}}))}));
  ASSERT_EQ(summary["restores"].size(), 3U) << RefusalOf(summary, 3) << RefusalOf(summary, 5);
  EXPECT_EQ(summary["restores"][1]["from"], Json::array({"two"}));
  EXPECT_EQ(summary["restores"][2]["verified"], true);
}

TEST(RestoreBeside, TheChainIsCheckedFromStepToStep) {
  const auto with = [](const Json& backups, Json more = Json::object()) {
    more["backups"] = backups;
    more["recovery"] = false;
    return RestoreAs("standby", more);
  };
  const Json summary = test::RunCompleted(
      FullRecovery({At(3, Backup("one", "full")), At(6, Backup("log_1", "log")),
                    At(9, Backup("log_2", "log")), At(10.5, with(Json::array({"log_1"}))),
                    At(12, with(Json::array({"one"}))), At(18, with(Json::array({"log_2"}))),
                    At(19.5, with(Json::array({"log_1"}))), At(24, with(Json::array({"log_1"}))),
                    At(24.3, with(Json::array({"log_2"}), {{"stopAtSeconds", 1.5}})),
                    At(24.6, with(Json::array({"never"}))), At(24.9, with(Json::array({"log_2"}))),
                    At(27, RestoreAs("standby"))},
                   32));
  EXPECT_TRUE(RefusalOf(summary, 3).starts_with("Msg 3117, ")) << RefusalOf(summary, 3);
  EXPECT_EQ(RefusalOf(summary, 4), "");
  EXPECT_TRUE(RefusalOf(summary, 5).starts_with("Msg 4305, ")) << RefusalOf(summary, 5);
  EXPECT_EQ(RefusalOf(summary, 6), "");
  EXPECT_TRUE(RefusalOf(summary, 7).starts_with("Msg 4326, ")) << RefusalOf(summary, 7);
  EXPECT_TRUE(RefusalOf(summary, 8).starts_with("Msg 4335, ")) << RefusalOf(summary, 8);
  EXPECT_TRUE(RefusalOf(summary, 9).starts_with("There is no backup 'never'"));
  EXPECT_EQ(summary["restores"].back()["verified"], true);
}

TEST(RestoreBeside, BeginsAnewOverWhatIsThere) {
  const Json summary = test::RunCompleted(
      FullRecovery({At(1, Backup("one", "full")), At(2, RestoreAs("standby", kNoRecovery)),
                    At(3, Backup("log_1", "log")), At(4, RestoreAs("standby", {{"replace", true}})),
                    At(6, RestoreAs("standby", {{"replace", true}}))}));
  ASSERT_EQ(summary["restores"].size(), 3U);
  EXPECT_EQ(summary["restores"][1]["from"], Json({"one", "log_1"}));
  EXPECT_EQ(summary["restores"][1]["verified"], true);
  EXPECT_EQ(summary["restores"][2]["verified"], true);
  EXPECT_EQ(PhasesOf(summary, "restoreFiles").size(), 1U) << "its files were there";
}

TEST(RestoreBeside, ARestartOfTheServerEndsIt) {
  const Json summary = test::RunCompleted(FullRecovery(
      {At(1, Backup("one", "full")), At(2, RestoreAs("standby", kNoRecovery)), At(3, test::Crash()),
       At(5, Backup("log_1", "log")), At(6, RestoreAs("standby", {{"backups", {"log_1"}}})),
       At(7, RestoreAs("standby"))}));
  EXPECT_TRUE(RefusalOf(summary, 4).starts_with("Msg 3117, ")) << RefusalOf(summary, 4);
  EXPECT_EQ(summary["restores"].back()["from"], Json({"one", "log_1"}));
  EXPECT_EQ(summary["restores"].back()["verified"], true);
}

TEST(RestoreBeside, NewFilesAreFilledWithZerosUnlessThatMayBeLeftOut) {
  const auto bytes_of = [](bool instant) {
    Json scenario = FullRecovery({At(1, Backup("one", "full")), At(2, RestoreAs("standby"))});
    scenario["server"]["instantFileInitialization"] = instant;
    scenario["traceFlags"] = {3004, 3605};
    const Json summary = RunToSummary(scenario);
    EXPECT_EQ(summary["restores"][0]["verified"], true) << summary["run"].dump();
    EXPECT_EQ(test::CountLines(summary, "Zeroing completed on "), instant ? 1U : 2U);
    return PhasesOf(summary, "restoreFiles").at(0)["figures"]["bytes"].get<uint64_t>();
  };
  const Json scenario = test::SmallScenario();
  const uint64_t log = scenario["database"]["logSizeMiB"].get<uint64_t>() << 20;
  const uint64_t data = scenario["database"]["sizeMiB"].get<uint64_t>() << 20;
  EXPECT_EQ(bytes_of(true), log) << "the log is never left out";
  EXPECT_EQ(bytes_of(false), log + data);
}

TEST(RestoreBeside, AVolumeWithoutRoomIsToldAndNothingIsLeft) {
  Json scenario = FullRecovery({At(1, Backup("one", "full")),
                                At(2, RestoreAs("standby", {{"volume", "small"}})),
                                At(2.5, RestoreAs("lost", {{"volume", "small"}})),
                                At(3, test::Create("lost")), At(4, RestoreAs("standby"))});
  Json small = scenario["storage"]["volumes"][0];
  small["name"] = "small";
  small["device"]["capacityMiB"] = 8;
  scenario["storage"]["volumes"].push_back(small);
  const Json summary = test::RunCompleted(scenario);
  EXPECT_TRUE(RefusalOf(summary, 1).starts_with("Msg 3257, ")) << RefusalOf(summary, 1);
  EXPECT_EQ(RefusalOf(summary, 3), "") << "the name is free";
  EXPECT_EQ(summary["restores"].back()["verified"], true);
  const Json& volume = summary["volumes"].back();
  EXPECT_EQ(volume["name"], "small");
  EXPECT_EQ(volume["availableBytes"], volume["totalBytes"]) << "something is left";
}

TEST(RestoreBeside, TheServersOwnDatabasesKeepTheirNames) {
  const Json summary = test::RunCompleted(
      FullRecovery({At(1, Backup("one", "full")), At(2, RestoreAs("TempDB"))}, 3));
  EXPECT_TRUE(RefusalOf(summary, 1).starts_with("Msg 1801, ")) << RefusalOf(summary, 1);
}

TEST(RestoreInPlace, NeedsTheDatabaseAlone) {
  Json restore = RestoreAs("", {{"as", nullptr}, {"closeConnections", false}});
  const Json nobody = test::SetUsers(0);
  const Json summary =
      RunToSummary(FullRecovery({At(1, Backup("one", "full")), At(2, Backup("log_1", "log")),
                                 At(3, restore), At(4, nobody), At(5, [&restore] {
                                   restore["backups"] = {"one", "log_1"};
                                   restore["replace"] = true;
                                   return restore;
                                 }())}));
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_TRUE(RefusalOf(summary, 2).starts_with("Msg 3101, ")) << RefusalOf(summary, 2);
  EXPECT_EQ(RefusalOf(summary, 4), "");
  EXPECT_EQ(summary["restores"][0]["verified"], true);
}

}  // namespace
}  // namespace snapscope::restore_beside_test
