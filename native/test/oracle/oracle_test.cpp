// The oracle on hand-made histories: what a split shows, what is kept, what is refused.
#include "oracle/oracle.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::oracle::oracle_test {
namespace {

constexpr IndexId kTable{1};
constexpr IndexId kWitness{2};

/// Keys 10, 20, ... 10 * count with value = key, in kTable only.
class TenApart : public InitialState {
 public:
  explicit TenApart(uint64_t count) : count_(count) {}
  uint64_t Count(IndexId index) const override { return index == kTable ? count_ : 0; }
  uint64_t KeyAt(IndexId, uint64_t position) const override { return (position + 1) * 10; }
  std::optional<RowState> Initial(IndexId index, uint64_t key) const override {
    if (index != kTable || key == 0 || key % 10 != 0 || key > count_ * 10) return std::nullopt;
    return RowState{static_cast<int64_t>(key), 0, true};
  }

 private:
  uint64_t count_;
};

/// It lives as long as the rows that it begins with.
class TestOracle final : TenApart, public Oracle {
 public:
  explicit TestOracle(uint64_t count) : TenApart(count), Oracle(static_cast<TenApart&>(*this)) {}
};

RowChange Put(uint64_t key, int64_t value) { return {kTable, key, {value, 1, true}}; }
RowChange Remove(uint64_t key) { return {kTable, key, {0, 0, false}}; }

void Commit(Oracle& oracle, uint64_t lsn, std::vector<RowChange> changes) {
  oracle.Commit(TxnId{lsn}, Lsn{lsn}, changes);
}

using Rows = std::vector<std::pair<uint64_t, int64_t>>;
Rows RowsOf(const Oracle& oracle, IndexId index, Lsn split, uint64_t from = 0) {
  Rows rows;
  for (Oracle::Cursor cursor(oracle, index, split, from); cursor.Next();) {
    rows.emplace_back(cursor.key(), cursor.row().value);
  }
  return rows;
}

TEST(OracleTest, InitialRowsAreThereBeforeAnyCommit) {
  const TestOracle oracle(3);
  EXPECT_EQ(RowsOf(oracle, kTable, Oracle::kNewest), (Rows{{10, 10}, {20, 20}, {30, 30}}));
  EXPECT_EQ(oracle.RowsAt(kTable, Lsn{1}), 3u);
  EXPECT_EQ(oracle.At(kTable, 20, Lsn{1})->value, 20);
  EXPECT_FALSE(oracle.At(kTable, 21, Lsn{1}));
  EXPECT_EQ(oracle.versions(), 0u);
}

RowChange Version(uint64_t key, uint32_t version, uint32_t times = 1) {
  return {kTable, key, {1, version, true}, times};
}

TEST(OracleTest, AChangeThatDoesNotGoOnFromTheCommittedRowIsALostUpdate) {
  TestOracle oracle(3);  // initial rows have version 0
  Commit(oracle, 5, {Version(10, 1), Version(20, 3, 3)});
  Commit(oracle, 6, {Version(10, 2)});
  EXPECT_EQ(oracle.lost_update(), std::nullopt);
  Commit(oracle, 7, {Version(10, 2)});
  EXPECT_EQ(
      oracle.lost_update(),
      "transaction 7 leaves row 10 of index 1 with version 2 after 1 changes of version 2: an "
      "update was lost");
  Commit(oracle, 8, {Version(20, 9)});
  EXPECT_TRUE(oracle.lost_update()->starts_with("transaction 7 ")) << "the first is kept";
}

TEST(OracleTest, ALostUpdateOfAnInitialRowIsToldToo) {
  TestOracle oracle(3);
  Commit(oracle, 5, {Version(30, 2)});
  EXPECT_TRUE(oracle.lost_update());
}

TEST(OracleTest, ARowThatWasNotThereMayComeWithAnyVersion) {
  TestOracle oracle(3);
  Commit(oracle, 5, {Version(11, 4)});  // of a ghost that was changed and rolled back
  Commit(oracle, 6, {{kTable, 11, {0, 5, false}}});
  Commit(oracle, 7, {Version(11, 1)});  // its ghost was purged
  EXPECT_EQ(oracle.lost_update(), std::nullopt);
}

TEST(OracleTest, WhatACrashTookIsNotWhatTheNextChangeGoesOnFrom) {
  TestOracle oracle(3);
  oracle.RetainFrom(Lsn{1});
  Commit(oracle, 5, {Version(10, 1)});
  Commit(oracle, 6, {Version(10, 2)});
  oracle.DiscardFrom(Lsn{6});
  Commit(oracle, 6, {Version(10, 2)});
  EXPECT_EQ(oracle.lost_update(), std::nullopt);
}

TEST(OracleTest, SplitShowsCommitsBelowItAndNotTheOneAtIt) {
  TestOracle oracle(2);
  oracle.Pin(Lsn{100});
  oracle.Pin(Lsn{101});
  Commit(oracle, 99, {Put(10, 1)});
  Commit(oracle, 100, {Put(10, 2)});
  Commit(oracle, 101, {Put(10, 3)});
  EXPECT_EQ(oracle.At(kTable, 10, Lsn{100})->value, 1);
  EXPECT_EQ(oracle.At(kTable, 10, Lsn{101})->value, 2);
  EXPECT_EQ(oracle.At(kTable, 10, Lsn{102})->value, 3);
  EXPECT_EQ(oracle.commits(), 3u);
}

TEST(OracleTest, CursorMergesInsertsUpdatesAndDeletesInKeyOrder) {
  TestOracle oracle(4);
  Commit(oracle, 5, {Put(5, 500), Remove(20), Put(30, 333), Put(35, 350), Put(99, 990)});
  EXPECT_EQ(RowsOf(oracle, kTable, Oracle::kNewest),
            (Rows{{5, 500}, {10, 10}, {30, 333}, {35, 350}, {40, 40}, {99, 990}}));
  EXPECT_EQ(oracle.RowsAt(kTable, Oracle::kNewest), 6u);
}

TEST(OracleTest, CursorSkipsToAKeyFromWhereverItIs) {
  TestOracle oracle(40);
  Commit(oracle, 5,
         {Put(5, 500), Remove(20), Put(30, 333), Put(35, 350), Put(390, 1), Put(405, 2)});
  for (uint64_t visited = 0; visited < 12; ++visited) {
    for (uint64_t key = 0; key <= 410; key += 5) {
      Oracle::Cursor cursor(oracle, kTable, Oracle::kNewest);
      uint64_t at = 0;
      for (uint64_t i = 0; i < visited && cursor.Next(); ++i) at = cursor.key();
      cursor.SkipTo(key);
      Rows rows;
      while (cursor.Next()) rows.emplace_back(cursor.key(), cursor.row().value);
      const uint64_t from = visited == 0 ? key : std::max(key, at + 1);
      EXPECT_EQ(rows, RowsOf(oracle, kTable, Oracle::kNewest, from)) << visited << ", " << key;
    }
  }
}

TEST(OracleTest, TellsWhichRowsCommitsHaveChanged) {
  TestOracle oracle(4);
  oracle.RetainFrom(Lsn{1});
  Commit(oracle, 5, {Put(35, 350), Remove(20)});
  Commit(oracle, 6, {Put(10, 11)});
  const std::span<const uint64_t> keys = oracle.ChangedKeys(kTable);
  EXPECT_EQ(std::vector<uint64_t>(keys.begin(), keys.end()), (std::vector<uint64_t>{10, 20, 35}));
  for (const uint64_t key : keys) EXPECT_TRUE(oracle.HasChanged(kTable, key)) << key;
  EXPECT_FALSE(oracle.HasChanged(kTable, 30));
  EXPECT_TRUE(oracle.ChangedKeys(kWitness).empty());
}

TEST(OracleTest, CursorStartsAtTheFirstKeyAskedFor) {
  TestOracle oracle(4);
  Commit(oracle, 5, {Put(25, 250), Remove(30)});
  EXPECT_EQ(RowsOf(oracle, kTable, Oracle::kNewest, 20), (Rows{{20, 20}, {25, 250}, {40, 40}}));
  EXPECT_EQ(RowsOf(oracle, kTable, Oracle::kNewest, 21), (Rows{{25, 250}, {40, 40}}));
  EXPECT_EQ(RowsOf(oracle, kTable, Oracle::kNewest, 41), Rows{});
}

TEST(OracleTest, CursorReachesTheHighestKey) {
  TestOracle oracle(1);
  Commit(oracle, 5, {Put(UINT64_MAX, 7)});
  EXPECT_EQ(RowsOf(oracle, kTable, Oracle::kNewest), (Rows{{10, 10}, {UINT64_MAX, 7}}));
}

TEST(OracleTest, CursorOfASplitIsNotDisturbedByLaterCommits) {
  TestOracle oracle(4);
  Commit(oracle, 5, {Put(15, 150)});
  oracle.Pin(Lsn{6});
  Oracle::Cursor cursor(oracle, kTable, Lsn{6});
  ASSERT_TRUE(cursor.Next());
  Commit(oracle, 7, {Remove(15), Put(17, 170), Remove(20), Put(30, 0)});
  Rows rows;
  while (cursor.Next()) rows.emplace_back(cursor.key(), cursor.row().value);
  EXPECT_EQ(rows, (Rows{{15, 150}, {20, 20}, {30, 30}, {40, 40}}));
}

TEST(OracleTest, CommitBelowAPinnedSplitStillCounts) {
  TestOracle oracle(1);
  Commit(oracle, 5, {Put(10, 1)});
  oracle.Pin(Lsn{50});
  Commit(oracle, 40, {Put(10, 2)});
  Commit(oracle, 60, {Put(10, 3)});
  EXPECT_EQ(oracle.At(kTable, 10, Lsn{50})->value, 2);
}

TEST(OracleTest, LastChangeOfARowInATransactionCounts) {
  TestOracle oracle(1);
  Commit(oracle, 5, {Put(10, 1), Put(10, 2)});
  EXPECT_EQ(oracle.At(kTable, 10, Oracle::kNewest)->value, 2);
  EXPECT_EQ(oracle.versions(), 1u);
}

TEST(OracleTest, KeepsOneVersionOfARowThatNobodyPins) {
  TestOracle oracle(1);
  for (uint64_t lsn = 1; lsn <= 1000; ++lsn) Commit(oracle, lsn, {Put(10, 1)});
  EXPECT_EQ(oracle.versions(), 1u);
}

TEST(OracleTest, RowThatCameAndWentIsForgotten) {
  TestOracle oracle(1);
  Commit(oracle, 1, {Put(15, 1)});
  Commit(oracle, 2, {Remove(15)});
  EXPECT_EQ(oracle.versions(), 0u);
  Commit(oracle, 3, {Remove(10)});
  EXPECT_EQ(oracle.versions(), 1u) << "an initial row's delete has to be remembered";
}

TEST(OracleTest, UnpinDropsWhatOnlyThatSplitShowed) {
  TestOracle oracle(1);
  Commit(oracle, 1, {Put(10, 1)});
  oracle.Pin(Lsn{2});
  oracle.Pin(Lsn{2});
  Commit(oracle, 3, {Put(10, 3)});
  EXPECT_EQ(oracle.versions(), 2u);
  oracle.Unpin(Lsn{2});
  EXPECT_EQ(oracle.At(kTable, 10, Lsn{2})->value, 1) << "pinned twice, unpinned once";
  oracle.Unpin(Lsn{2});
  EXPECT_EQ(oracle.versions(), 1u);
  EXPECT_FALSE(oracle.CanAnswer(Lsn{2}));
  EXPECT_TRUE(oracle.CanAnswer(Lsn{4}));
}

TEST(OracleTest, VersionIsKeptOnlyForSplitsThatShowIt) {
  TestOracle oracle(1);
  oracle.Pin(Lsn{5});
  Commit(oracle, 5, {Put(10, 5)});
  Commit(oracle, 6, {Put(10, 6)});
  EXPECT_EQ(oracle.versions(), 1u) << "the split at 5 shows the initial row, not the commit at 5";
}

TEST(OracleTest, RetainedSplitsStayAnswerable) {
  TestOracle oracle(1);
  oracle.RetainFrom(Lsn{3});
  for (uint64_t lsn = 1; lsn <= 6; ++lsn) {
    Commit(oracle, lsn, {Put(10, static_cast<int64_t>(lsn))});
  }
  for (uint64_t split = 3; split <= 7; ++split) {
    EXPECT_EQ(oracle.At(kTable, 10, Lsn{split})->value, static_cast<int64_t>(split) - 1);
  }
  EXPECT_FALSE(oracle.CanAnswer(Lsn{2}));
}

TEST(OracleTest, RisingFloorFreesVersions) {
  TestOracle oracle(1);
  for (uint64_t lsn = 1; lsn <= 10'000; ++lsn) {
    oracle.RetainFrom(Lsn{lsn});
    Commit(oracle, lsn, {Put(10, static_cast<int64_t>(lsn))});
  }
  EXPECT_LT(oracle.versions(), 3000u);
}

TEST(OracleTest, DiscardGoesBackToTheRecoveredEnd) {
  TestOracle oracle(2);
  oracle.RetainFrom(Lsn{1});
  Commit(oracle, 1, {Put(10, 1)});
  Commit(oracle, 2, {Put(10, 2), Remove(20), Put(25, 25)});
  Commit(oracle, 3, {Put(25, 26), Put(35, 35)});
  oracle.DiscardFrom(Lsn{2});
  EXPECT_EQ(RowsOf(oracle, kTable, Oracle::kNewest), (Rows{{10, 1}, {20, 20}}));
  EXPECT_EQ(oracle.versions(), 1u);
  Commit(oracle, 2, {Put(20, 22)});
  EXPECT_EQ(RowsOf(oracle, kTable, Oracle::kNewest), (Rows{{10, 1}, {20, 22}}));
}

// Restore to 3, then, from the same backups, to 5, and again to what came after the first restore.
TEST(OracleTest, ABranchThatWasLeftIsStillKnown) {
  TestOracle oracle(1);
  oracle.RetainFrom(Lsn{1});
  for (uint64_t lsn = 1; lsn <= 6; ++lsn) {
    Commit(oracle, lsn, {Put(10, static_cast<int64_t>(lsn))});
  }
  oracle.Fork(Lsn{4}, Lsn{100});
  EXPECT_EQ(oracle.At(kTable, 10, Oracle::kNewest)->value, 3);
  Commit(oracle, 101, {Put(10, 101)});
  oracle.Fork(Lsn{6}, Lsn{200});
  EXPECT_EQ(oracle.At(kTable, 10, Oracle::kNewest)->value, 5);
  EXPECT_EQ(oracle.At(kTable, 10, Lsn{102})->value, 101);
  oracle.Fork(Lsn{102}, Lsn{300});
  EXPECT_EQ(oracle.At(kTable, 10, Oracle::kNewest)->value, 101);
  EXPECT_EQ(oracle.At(kTable, 10, Lsn{7})->value, 6);
}

TEST(OracleTest, WhatWasCommittedOnABranchThatWasLeftIsNoLostUpdate) {
  TestOracle oracle(1);
  oracle.RetainFrom(Lsn{1});
  Commit(oracle, 1, {Put(10, 1)});
  oracle.Fork(Lsn{1}, Lsn{100});
  Commit(oracle, 100, {Put(10, 2)});
  EXPECT_FALSE(oracle.lost_update());
}

TEST(OracleTest, BranchesThatNobodyMayAskForTakeNoMemory) {
  TestOracle oracle(1);
  oracle.RetainFrom(Lsn{1});
  for (uint64_t lsn = 1; lsn <= 6; ++lsn) Commit(oracle, lsn, {Put(10, 1), Put(15, 2)});
  oracle.Fork(Lsn{1}, Lsn{100});
  EXPECT_EQ(oracle.versions(), 12u);
  oracle.RetainFrom(Lsn{100});
  EXPECT_EQ(oracle.versions(), 0u);
  EXPECT_FALSE(oracle.CanAnswer(Lsn{7})) << "of the branch that was left";
  EXPECT_FALSE(oracle.history().Has(Oracle::kNewest, Lsn{6})) << "which names of tables go by";
  EXPECT_EQ(RowsOf(oracle, kTable, Oracle::kNewest), (Rows{{10, 10}}));
}

TEST(OracleTest, DiscardedCommitsNoLongerStandInTheWay) {
  TestOracle oracle(1);
  oracle.Pin(Lsn{4});
  for (uint64_t lsn = 3; lsn <= 9; ++lsn) Commit(oracle, lsn, {Put(10, static_cast<int64_t>(lsn))});
  EXPECT_FALSE(oracle.CanAnswer(Lsn{6}));
  oracle.DiscardFrom(Lsn{4});
  ASSERT_TRUE(oracle.CanAnswer(Lsn{6}));
  oracle.Pin(Lsn{6});
  Commit(oracle, 5, {Put(10, 55)});
  EXPECT_EQ(oracle.At(kTable, 10, Lsn{4})->value, 3);
  EXPECT_EQ(oracle.At(kTable, 10, Lsn{6})->value, 55);
}

TEST(OracleTest, LostAcknowledgedCommitIsReported) {
  TestOracle oracle(1);
  EXPECT_FALSE(oracle.CheckAcknowledged(Lsn{1}));
  Commit(oracle, 5, {Put(10, 1)});
  Commit(oracle, 6, {Put(10, 2)});
  oracle.Acknowledge(TxnId{6}, Lsn{6});
  oracle.Acknowledge(TxnId{5}, Lsn{5});
  EXPECT_FALSE(oracle.CheckAcknowledged(Lsn{7}));
  const auto error = oracle.CheckAcknowledged(Lsn{6});
  ASSERT_TRUE(error);
  EXPECT_NE(error->find("transaction 6"), std::string::npos) << *error;
}

using OracleDeathTest = ::testing::Test;

TEST(OracleDeathTest, RefusesWhatItCannotAnswer) {
  TestOracle oracle(1);
  Commit(oracle, 5, {Put(10, 1)});
  Commit(oracle, 7, {Put(10, 2)});
  EXPECT_DEATH((void)oracle.At(kTable, 10, Lsn{6}), "is gone");
  EXPECT_DEATH((void)Oracle::Cursor(oracle, kTable, Lsn{7}), "is gone");
  EXPECT_DEATH(oracle.Pin(Lsn{6}), "is gone");
  EXPECT_DEATH(oracle.RetainFrom(Lsn{6}), "is gone");
  EXPECT_DEATH(oracle.Unpin(Lsn{9}), "not pinned");
  EXPECT_DEATH(Commit(oracle, 7, {}), "commits at");
  EXPECT_DEATH(oracle.Acknowledge(TxnId{9}, Lsn{9}), "before its commit");
}

}  // namespace
}  // namespace snapscope::oracle::oracle_test
