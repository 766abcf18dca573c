// Which backups restore a database, and why others do not.
#include <gtest/gtest.h>

#include "backup/restore.h"

namespace snapscope::backup {
namespace {

Lsn At(uint32_t block) { return Lsn::Of(1, block, 0); }

BackupSet Of(BackupKind kind, const char* name, uint32_t first, uint32_t last) {
  BackupSet set;
  set.kind = kind;
  set.name = name;
  set.id = std::hash<std::string>()(name);
  set.family = 7;
  set.database = "sales";
  set.complete = true;
  set.first = At(first);
  set.last = At(last);
  set.checkpoint = kind == BackupKind::kLog ? Lsn{} : At(first);
  set.reached = set.finished = last * kSecond;  // a block a second
  set.data_files = 1;
  set.file_pages = 1000;
  return set;
}

BackupSet Full(const char* name, uint32_t first, uint32_t last) {
  return Of(BackupKind::kFull, name, first, last);
}
BackupSet Log(const char* name, uint32_t first, uint32_t last) {
  return Of(BackupKind::kLog, name, first, last);
}
BackupSet Differential(const char* name, const BackupSet& full, uint32_t first, uint32_t last) {
  BackupSet set = Of(BackupKind::kDifferential, name, first, last);
  set.base = full.checkpoint;
  return set;
}

std::string RefusalOf(const std::vector<BackupSet>& sets, const StopPoint& stop = {}) {
  const Status checked = CheckChain(sets, stop);
  return checked.ok() ? "" : checked.error().message.substr(0, 8);
}

std::vector<std::string> NamesOf(const Result<std::vector<BackupSet>>& chain) {
  std::vector<std::string> names;
  if (!chain.ok()) return {chain.error().message.substr(0, 8)};
  for (const BackupSet& set : *chain) names.push_back(set.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(RestoreChain, GoesOnFromAFullBackupWithoutAGap) {
  const BackupSet full = Full("full", 10, 20);
  EXPECT_EQ(RefusalOf({full}), "");
  EXPECT_EQ(RefusalOf({full, Log("a", 5, 25), Log("b", 25, 30)}), "");
  EXPECT_EQ(RefusalOf({full, Log("b", 25, 30)}), "Msg 4305");
  EXPECT_EQ(RefusalOf({full, Log("a", 5, 25), Log("c", 26, 30)}), "Msg 4305");
  EXPECT_EQ(RefusalOf({full, Log("old", 5, 20)}), "Msg 4326");
}

TEST(RestoreChain, BeginsWithAFullBackupOfTheSameDatabase) {
  const BackupSet full = Full("full", 10, 20);
  EXPECT_EQ(RefusalOf({}), "Msg 3117");
  EXPECT_EQ(RefusalOf({Log("a", 5, 25)}), "Msg 3117");
  EXPECT_EQ(RefusalOf({Differential("d", full, 30, 40)}), "Msg 3117");
  EXPECT_EQ(RefusalOf({full, Full("other", 30, 40)}), "Msg 3136");
  BackupSet foreign = Log("a", 5, 25);
  foreign.family = 8;
  EXPECT_EQ(RefusalOf({full, foreign}), "Msg 3154");
}

TEST(RestoreChain, ADifferentialGoesWithTheFullBackupThatItNames) {
  const BackupSet full = Full("full", 10, 20);
  const BackupSet other = Full("other", 12, 22);
  const BackupSet differential = Differential("d", full, 30, 40);
  EXPECT_EQ(RefusalOf({full, differential, Log("a", 35, 50)}), "");
  EXPECT_EQ(RefusalOf({other, differential}), "Msg 3136");
  EXPECT_EQ(RefusalOf({full, Log("a", 5, 25), differential}), "Msg 3136");
}

TEST(RestoreChain, SetsOfOneCheckpointAreToldApart) {
  const BackupSet first = Full("first", 10, 20);
  const BackupSet second = Full("second", 10, 22);
  BackupSet differential = Differential("d", second, 30, 40);
  differential.base_set = second.id;
  EXPECT_EQ(RefusalOf({second, differential}), "");
  EXPECT_EQ(CheckChain({first, differential}, {}).error().message,
            "Msg 3136, Level 16, State 1: the differential backup d does not go with the full "
            "backup first: it goes with the last full backup before it that was not copy-only.");
}

TEST(RestoreChain, IsNotBrokenByALogBackupThatHasNothingNew) {
  const std::vector<BackupSet> sets{Full("full", 10, 20), Log("empty", 30, 30), Log("log", 5, 30),
                                    Log("later", 30, 40)};
  EXPECT_EQ(NamesOf(ChooseChain(sets, {})), (Names{"full", "log", "later"}));
}

TEST(RestoreChain, StopsWithinWhatItHas) {
  const std::vector<BackupSet> sets{Full("full", 10, 20), Log("a", 5, 30)};
  EXPECT_EQ(RefusalOf(sets, {.at = 25 * kSecond}), "");
  EXPECT_EQ(RefusalOf(sets, {.at = 19 * kSecond}), "Msg 4335");
  EXPECT_EQ(RefusalOf(sets, {.at = 31 * kSecond}), "Msg 4322");
  EXPECT_EQ(RefusalOf(sets, {.at = {}, .before = At(25)}), "");
  EXPECT_EQ(RefusalOf(sets, {.at = {}, .before = At(19)}), "Msg 4335");
  EXPECT_EQ(RefusalOf(sets, {.at = {}, .before = At(31)}), "Msg 4322");
}

TEST(RestoreChain, WhatIsCommittedWhileABackupIsWrittenIsInTheNextOne) {
  BackupSet full = Full("full", 10, 20);
  BackupSet log = Log("a", 5, 30);
  log.finished = 35 * kSecond;
  EXPECT_EQ(RefusalOf({full, log}, {.at = 30 * kSecond}), "");
  EXPECT_EQ(RefusalOf({full, log}, {.at = 33 * kSecond}), "Msg 4322");
  EXPECT_EQ(NamesOf(ChooseChain({full, log, Log("b", 30, 50)}, {.at = 33 * kSecond})),
            Names({"full", "a", "b"}));
}

TEST(RestoreChain, IsTheShortestThatReachesTheStop) {
  const BackupSet first = Full("first", 10, 20);
  const std::vector<BackupSet> sets{first,
                                    Log("a", 5, 25),
                                    Differential("d", first, 30, 40),
                                    Log("b", 25, 45),
                                    Full("second", 50, 60),
                                    Log("c", 45, 65)};
  EXPECT_EQ(NamesOf(ChooseChain(sets, {})), Names({"second", "c"}));
  EXPECT_EQ(NamesOf(ChooseChain(sets, {.at = 24 * kSecond})), Names({"first", "a"}));
  EXPECT_EQ(NamesOf(ChooseChain(sets, {.at = 35 * kSecond})), Names({"first", "a", "b"}));
  EXPECT_EQ(NamesOf(ChooseChain(sets, {.at = 42 * kSecond})), Names({"first", "d", "b"}));
  EXPECT_EQ(NamesOf(ChooseChain(sets, {.at = 60 * kSecond})), Names({"second"}));
  EXPECT_EQ(NamesOf(ChooseChain(sets, {.at = 15 * kSecond})), Names({"Msg 4335"}));
  EXPECT_EQ(NamesOf(ChooseChain(sets, {.at = 70 * kSecond})), Names({"Msg 4322"}));
}

}  // namespace
}  // namespace snapscope::backup
