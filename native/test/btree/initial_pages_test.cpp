// A new database: its maps, computed page by page, tell exactly what is there.
#include "btree/initial_pages.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

#include "page/compact.h"
#include "verification/allocation_check.h"

namespace snapscope::btree::initial_pages_test {
namespace {

struct Case {
  InitialSize size;
  uint64_t rows = 0;  ///< of each index; about 90 to a page
};

InitialPages Plan(const Case& planned) {
  InitialPages pages(planned.size);
  for (uint16_t i = 1; i <= planned.size.indexes; ++i) {
    pages.Add(PlanIndex(IndexId{i}, 90, planned.rows, 1, 100, pages.layout(), pages.next_page()));
  }
  return pages;
}

class InitialPagesTest : public ::testing::TestWithParam<Case> {};

TEST_P(InitialPagesTest, MapsTellWhatIsThere) {
  const InitialPages pages = Plan(GetParam());
  ASSERT_LE(pages.next_page(), pages.capacity());
  verification::ReachedPages reached(
      {.files = pages.size().files, .file_pages = pages.size().file_pages});
  for (const InitialIndex& index : pages.indexes()) {
    for (uint32_t i = 0; i < index.pages; ++i) {
      const PageId page = pages.layout().PageAt(index.first_page + i);
      ASSERT_TRUE(reached.Note(page, index.info.id)) << page.file() << ":" << page.number();
      ASSERT_EQ(pages.layout().OrdinalOf(page), index.first_page + i);
    }
  }
  uint64_t others = 0;
  const verification::PageReader read = [&](PageId page, page::PageSpan into) {
    pages.Build(page, into);
    ++others;
    return page::VerifyPage(into, page);
  };
  const verification::AllocationFigures figures =
      verification::CheckAllocation(read, reached, nullptr);
  EXPECT_EQ(figures.problem, "");
  uint64_t of_indexes = 0;
  for (const InitialIndex& index : pages.indexes()) of_indexes += index.pages;
  EXPECT_EQ(figures.allocated, of_indexes + figures.read);
  EXPECT_EQ(figures.read, others + pages.size().files);  // the headers are not read
}

/// Walks down from a page, which must lie at that place, and counts pages.
uint64_t WalkFrom(const InitialPages& pages, PageId page, const TreePlace& place) {
  EXPECT_EQ(pages.PlaceOf(page), place) << ToString(page);
  if (place.level == 0) return 1;
  alignas(8) std::array<std::byte, page::kPageSize> bytes;
  pages.Build(page, bytes);
  const page::PageView view(bytes);
  uint64_t count = 1;
  TreePlace child{
      .index = place.index, .level = static_cast<uint16_t>(place.level - 1), .keys = {}};
  for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
    const bool is_last = slot + 1 == view.row_count();
    child.keys.first = slot == 0 ? place.keys.first : view.key_at(slot);
    child.keys.last = is_last ? place.keys.last : view.key_at(static_cast<uint16_t>(slot + 1)) - 1;
    for (const uint64_t key : {child.keys.first, child.keys.last}) {
      const page::Branch branch{place.index, place.level, view.child_at(slot)};
      EXPECT_EQ(pages.BranchAt(page, key), branch) << ToString(page) << " key " << key;
    }
    count += WalkFrom(pages, view.child_at(slot), child);
  }
  return count;
}

TEST_P(InitialPagesTest, EveryPageIsInThePlaceWhereItsTreeHasIt) {
  const InitialPages pages = Plan(GetParam());
  uint64_t leaves = 0;
  for (const InitialIndex& index : pages.indexes()) {
    const auto root = pages.PlaceOf(index.info.root);
    ASSERT_TRUE(root);
    EXPECT_EQ(root->keys, KeyRange{});
    EXPECT_EQ(WalkFrom(pages, index.info.root, *root), index.pages);
    EXPECT_EQ(pages.LeafAt(leaves), index.layout.PageAt(index.first_page));
    leaves += index.leaf_pages;
  }
  EXPECT_EQ(pages.leaf_pages(), leaves);
  EXPECT_FALSE(pages.BranchAt(pages.LeafAt(0), 1));
  EXPECT_FALSE(pages.BranchAt(page::kBootPage, 1));
  EXPECT_FALSE(pages.PlaceOf(page::kBootPage));
  EXPECT_FALSE(pages.PlaceOf(page::PfsOf(page::kBootPage)));
}

TEST_P(InitialPagesTest, ACompactPageExpandsToTheFullOne) {
  const InitialPages pages = Plan(GetParam());
  alignas(8) std::array<std::byte, page::kPageSize> full;
  alignas(8) std::array<std::byte, page::kPageSize> compact;
  // All kinds of pages lie at the beginning; of the rest some will do.
  for (uint32_t number = 0; number < pages.size().file_pages; number += number < 2000 ? 1 : 977) {
    const PageId page = PageId::Of(1, number);
    pages.Build(page, full);
    compact.fill(std::byte{0xAB});
    pages.Build(page, compact, page::PageForm::kCompact);
    EXPECT_TRUE(page::VerifyPage(compact, page, page::PageForm::kCompact).ok());
    page::ExpandPage(compact);
    ASSERT_EQ(compact, full) << number;
  }
}

TEST_P(InitialPagesTest, WhatIsFreeReadsAsAFreePage) {
  const InitialPages pages = Plan(GetParam());
  alignas(8) std::array<std::byte, page::kPageSize> bytes;
  const PageId last =
      PageId::Of(page::DataFileId(pages.size().files - 1), pages.size().file_pages - 1);
  pages.Build(last, bytes);
  EXPECT_EQ(page::PageView(bytes).type(), page::PageType::kFree);
  EXPECT_TRUE(page::VerifyPage(bytes, last).ok());
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, InitialPagesTest,
    ::testing::Values(Case{{.files = 1, .file_pages = 128, .indexes = 2}, 1000},
                      Case{{.files = 1, .file_pages = 8192, .indexes = 10}, 50'000},
                      Case{{.files = 1, .file_pages = 1'200'000, .indexes = 2}, 50'000'000},
                      Case{{.files = 3, .file_pages = 16'384, .indexes = 3}, 1'000'000},
                      Case{{.files = 32, .file_pages = 600'000, .indexes = 2}, 30'000}));

TEST(InitialLayoutTest, FilesTakeExtentsInTurn) {
  const InitialLayout layout{.files = 3, .first_extent = 2};
  EXPECT_EQ(layout.PageAt(0), PageId::Of(1, 16));
  EXPECT_EQ(layout.PageAt(7), PageId::Of(1, 23));
  EXPECT_EQ(layout.PageAt(8), PageId::Of(3, 16)) << "file 2 is the log";
  EXPECT_EQ(layout.PageAt(16), PageId::Of(4, 16));
  EXPECT_EQ(layout.PageAt(24), PageId::Of(1, 24));
}

TEST(InitialLayoutTest, ARunGoesWhereEachOrdinalLies) {
  for (const uint32_t files : {1U, 3U}) {
    const InitialLayout layout{.files = files, .first_extent = 2};
    // Past extents with maps of both kinds; from the middle of an extent too.
    for (const uint32_t first : {0U, 3U, 8'000U * files + 5, 511'000U * files}) {
      InitialRun run(layout, first);
      for (uint32_t i = 0; i < 2'000 * files; ++i) {
        ASSERT_EQ(run.Next(), layout.PageAt(first + i)) << first << " + " << i;
      }
    }
  }
}

TEST(InitialLayoutTest, ExtentsWithMapsAreLeftOut) {
  const InitialLayout layout;
  const uint32_t before = layout.OrdinalOf(PageId::Of(1, 8'087)).value();
  EXPECT_EQ(layout.PageAt(before + 1), PageId::Of(1, 8'096));
  EXPECT_FALSE(layout.OrdinalOf(PageId::Of(1, 8'088)));
  EXPECT_FALSE(layout.OrdinalOf(PageId::Of(1, 9)));
  EXPECT_FALSE(layout.OrdinalOf(PageId::Of(1, 511'235)));
}

}  // namespace
}  // namespace snapscope::btree::initial_pages_test
