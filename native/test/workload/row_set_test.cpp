// The rows that users touch: which stay, and which come and go.
#include "workload/row_set.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace snapscope::workload::row_set_test {
namespace {

constexpr KeySpace kKeys{IndexId{1}, 1003, 10};

bool IsInitial(uint64_t key) {
  return key > 0 && key % kKeys.stride == 0 && key / kKeys.stride <= kKeys.rows;
}

TEST(RowSetTest, RowsThatStayAreNeverDeleted) {
  RowSet rows(kKeys);
  Rng rng(1, "rows");
  std::set<uint64_t> staying;
  for (int i = 0; i < 20'000; ++i) staying.insert(rows.DrawStaying(rng));
  EXPECT_EQ(staying.size(), 753u);  // all but every fourth of the thousand and three
  std::set<uint64_t> deleted;
  for (int i = 0; i < 20'000; ++i) {
    const auto exchange = rows.TakeExchange(rng);
    ASSERT_TRUE(exchange);
    deleted.insert(exchange->deleted);
    rows.Release(exchange->deleted);
    rows.Release(exchange->inserted);
  }
  EXPECT_EQ(deleted.size(), 250u);
  for (uint64_t key : staying) EXPECT_TRUE(IsInitial(key) && !deleted.contains(key));
}

TEST(RowSetTest, ADeleteFindsARowAndAnInsertNoneHoweverOftenTheyCome) {
  RowSet rows(kKeys);
  Rng rng(2, "rows");
  std::set<uint64_t> inserted;
  std::set<uint64_t> gone;  // of the initial keys
  for (int i = 0; i < 50'000; ++i) {
    const auto exchange = rows.TakeExchange(rng);
    ASSERT_TRUE(exchange);
    const auto [from, to] = *exchange;
    if (rng.Percent(80)) {  // else the transaction rolls back
      EXPECT_TRUE(IsInitial(from) ? gone.insert(from).second : inserted.erase(from) == 1);
      EXPECT_TRUE(IsInitial(to) ? gone.erase(to) == 1 : inserted.insert(to).second);
      rows.SetPresent(from, false);
      rows.SetPresent(to, true);
    }
    rows.Release(from);
    rows.Release(to);
  }
  EXPECT_EQ(inserted.size(), gone.size());
  EXPECT_NEAR(inserted.size(), 125u, 40u);
}

TEST(RowSetTest, WhatOneTransactionTookNoOtherGets) {
  RowSet rows({IndexId{1}, 64, 2});
  Rng rng(3, "rows");
  std::set<uint64_t> taken;
  while (const auto exchange = rows.TakeExchange(rng)) {
    EXPECT_TRUE(taken.insert(exchange->deleted).second);
    EXPECT_TRUE(taken.insert(exchange->inserted).second);
    ASSERT_LE(taken.size(), 32u);
  }
  EXPECT_GE(taken.size(), 30u);  // nearly all that there are
  rows.ReleaseAll();
  EXPECT_TRUE(rows.TakeExchange(rng));
}

TEST(RowSetTest, OfAHugeTableRowsComeAndGoAllOverIt) {
  constexpr uint64_t kRows = 1'000'000'000;
  RowSet rows({IndexId{1}, kRows, 16});
  Rng rng(4, "rows");
  uint64_t highest = 0;
  for (int i = 0; i < 1'000; ++i) {
    const auto exchange = rows.TakeExchange(rng);
    ASSERT_TRUE(exchange);
    highest = std::max({highest, exchange->deleted, exchange->inserted});
    EXPECT_LE(rows.DrawStaying(rng), kRows * 16);
  }
  EXPECT_GT(highest, kRows * 16 / 100 * 98);
}

}  // namespace
}  // namespace snapscope::workload::row_set_test
