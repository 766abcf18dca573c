#include <array>
#include <set>

#include <gtest/gtest.h>

#include "btree/btree.h"
#include "btree/nonclustered.h"

namespace snapscope::btree::initial_index_test {
namespace {

using page::PageType;
using page::PageView;

constexpr uint32_t kFirst = 10;
constexpr InitialLayout kLayout;

uint32_t OrdinalOf(PageId page) { return kLayout.OrdinalOf(page).value(); }

struct Built {
  explicit Built(const InitialIndex& index, uint32_t ordinal) {
    BuildInitialPage(index, ordinal, bytes);
  }
  PageView view() { return PageView(bytes); }
  alignas(8) std::array<std::byte, page::kPageSize> bytes;
};

// Walks the planned tree below the page at `number`; returns the number of rows.
uint64_t Walk(const InitialIndex& index, uint32_t number, uint64_t low, std::set<uint32_t>& seen) {
  EXPECT_TRUE(seen.insert(number).second) << "page " << number << " twice";
  Built built(index, number);
  const PageView view = built.view();
  EXPECT_TRUE(page::VerifyPage(built.bytes, kLayout.PageAt(number)).ok());
  EXPECT_TRUE(view.IsSound());
  EXPECT_EQ(view.index(), index.info.id);
  if (view.level() == 0) {
    for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
      const auto row = page::DecodeRow(index.info.id, view.row_at(slot));
      EXPECT_TRUE(row.ok());
      EXPECT_GE(row.value().key, low);
      EXPECT_EQ(row.value().key % index.key_stride, 0u);
      EXPECT_EQ(row.value().version, 1u);
      EXPECT_EQ(row.value().value, InitialValue(row.value().key));
      low = row.value().key + 1;
    }
    return view.row_count();
  }
  uint64_t rows = 0;
  EXPECT_EQ(view.key_at(0), low);
  for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
    Built child(index, OrdinalOf(view.child_at(slot)));
    EXPECT_EQ(child.view().level() + 1, view.level());
    if (slot > 0 && child.view().level() == 0) {
      EXPECT_EQ(view.key_at(slot), child.view().key_at(0));
    }
    rows += Walk(index, OrdinalOf(view.child_at(slot)), view.key_at(slot), seen);
  }
  return rows;
}

void ExpectWhole(uint64_t rows, uint16_t width, uint32_t fill) {
  SCOPED_TRACE(::testing::Message() << rows << " rows of " << width << " bytes, " << fill << " %");
  const InitialIndex index = PlanIndex(IndexId{1}, width, rows, 16, fill, kLayout, kFirst);
  EXPECT_EQ(OrdinalOf(index.info.root), kFirst + index.pages - 1);
  std::set<uint32_t> seen;
  EXPECT_EQ(Walk(index, OrdinalOf(index.info.root), 0, seen), rows);
  EXPECT_EQ(seen.size(), index.pages);
  EXPECT_EQ(*seen.begin(), kFirst);
  EXPECT_EQ(*seen.rbegin(), kFirst + index.pages - 1);
  // Each level is a chain of right siblings; leaves come first.
  uint32_t ends = 0;
  for (uint32_t number = kFirst; number < kFirst + index.pages; ++number) {
    Built built(index, number);
    const bool is_leaf = number < kFirst + index.leaf_pages;
    EXPECT_EQ(built.view().type() == PageType::kLeaf, is_leaf);
    const PageId sibling = built.view().right_sibling();
    if (sibling == PageId{}) {
      ++ends;
      continue;
    }
    EXPECT_EQ(OrdinalOf(sibling), number + 1);
    EXPECT_EQ(Built(index, number + 1).view().level(), built.view().level());
  }
  EXPECT_EQ(ends, Built(index, OrdinalOf(index.info.root)).view().level() + 1u);
}

TEST(InitialIndexTest, AnEmptyIndexIsOneEmptyLeaf) {
  const InitialIndex index = PlanIndex(IndexId{2}, 64, 0, 1, 90, kLayout, kFirst);
  EXPECT_EQ(index.pages, 1u);
  EXPECT_EQ(index.leaf_pages, 1u);
  EXPECT_EQ(index.info.root, kLayout.PageAt(kFirst));
  ExpectWhole(0, 64, 90);
}

TEST(InitialIndexTest, TreesOfEveryHeightAreWhole) {
  const uint16_t width = 2000;  // 4 rows to a page, 3 at 90 %
  for (const uint64_t rows : {1u, 3u, 4u, 6u, 7u, 1000u}) ExpectWhole(rows, width, 90);
  for (const uint64_t leaves : {kInitialFanout - 1, kInitialFanout + 0, kInitialFanout + 1}) {
    ExpectWhole(leaves * 3, width, 90);
  }
  ExpectWhole(uint64_t{kInitialFanout} * kInitialFanout * 3 + 1, width, 90);
}

TEST(InitialIndexTest, FillFactorLeavesRoomOnLeaves) {
  EXPECT_EQ(PlanIndex(IndexId{1}, 256, 1000, 1, 100, kLayout, kFirst).rows_per_leaf, 31);
  EXPECT_EQ(PlanIndex(IndexId{1}, 256, 1000, 1, 90, kLayout, kFirst).rows_per_leaf, 27);
  EXPECT_EQ(PlanIndex(IndexId{1}, 256, 1000, 1, 1, kLayout, kFirst).rows_per_leaf, 1);
  ExpectWhole(1000, 256, 100);
}

TEST(InitialIndexTest, EveryPageOfANonclusteredIndexCanBeComputed) {
  for (const uint64_t rows : {1U, 100U, 1009U, 1010U, 5000U, 123'457U}) {
    const InitialIndex table = PlanIndex(IndexId{1}, 256, rows, 16, 90, kLayout, kFirst);
    for (const uint32_t column : {0U, 7U}) {
      const InitialIndex planned = PlanNonclustered(IndexId{3}, table, column, 90, 5000);
      const NonclusteredIndex index{planned.info, IndexId{1}, column, 16};
      uint64_t previous = 0;
      std::set<uint64_t> keys;
      for (uint32_t leaf = 0; leaf < planned.leaf_pages; ++leaf) {
        Built built(planned, planned.first_page + leaf);
        const PageView view = built.view();
        ASSERT_TRUE(view.IsSound());
        for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
          const auto entry = page::DecodeRow(IndexId{3}, view.row_at(slot));
          ASSERT_TRUE(entry.ok());
          EXPECT_EQ(*entry, EntryOf(entry->key));
          EXPECT_GT(entry->key, previous);
          previous = entry->key;
          const uint64_t key = ClusteringKeyOf(entry->key);
          EXPECT_EQ(EntryKey(index, key, InitialValue(key)), entry->key);
          keys.insert(key);
        }
      }
      EXPECT_EQ(keys.size(), rows);
      EXPECT_EQ(*keys.rbegin(), rows * 16);
    }
  }
}

TEST(InitialIndexTest, AnEntryMovesWithTheValueOfItsRowAndStaysBelowTheColumnsRange) {
  const NonclusteredIndex index{{IndexId{3}, PageId::Of(1, 10), kEntryBytes}, IndexId{1}, 2, 16};
  std::set<uint64_t> entries;
  for (int64_t value = 0; value < 1'000'000; value += 37) {
    const uint64_t entry = EntryKey(index, 161, value);
    EXPECT_EQ(ClusteringKeyOf(entry), 161u);
    EXPECT_LT(entry >> kClusteringKeyBits, DistinctValues(2));
    entries.insert(entry);
  }
  EXPECT_EQ(entries.size(), DistinctValues(2));  // every value of the column occurs
}

}  // namespace
}  // namespace snapscope::btree::initial_index_test
