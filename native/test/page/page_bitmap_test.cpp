// Sets of pages of a file and of a database.
#include "page/page_bitmap.h"

#include <vector>

#include <gtest/gtest.h>

namespace snapscope::page::page_bitmap_test {
namespace {

std::vector<PageId> PagesOf(const PageSet& set) {
  std::vector<PageId> pages;
  set.ForEach([&pages](PageId page) { pages.push_back(page); });
  return pages;
}

TEST(PageSetTest, HasWhatWasAddedInPageOrder) {
  PageSet set({.files = 3, .file_pages = 130});
  const std::vector<PageId> pages = {PageId::Of(1, 0), PageId::Of(1, 129), PageId::Of(3, 63),
                                     PageId::Of(3, 64), PageId::Of(4, 128)};
  for (auto page = pages.rbegin(); page != pages.rend(); ++page) EXPECT_TRUE(set.Add(*page));
  EXPECT_FALSE(set.Add(pages.front())) << "it is there already";
  EXPECT_EQ(set.Count(), pages.size());
  EXPECT_EQ(PagesOf(set), pages);
  EXPECT_TRUE(set.Has(PageId::Of(3, 63)));
  EXPECT_FALSE(set.Has(PageId::Of(1, 63)));
}

TEST(PageSetTest, TakesThePagesOfAFile) {
  PageSet set({.files = 2, .file_pages = 100});
  set.Add(PageId::Of(3, 7));
  PageBitmap file(100);
  file.Set(7);
  file.Set(99);
  set.Add(1, file);
  EXPECT_EQ(PagesOf(set), (std::vector<PageId>{PageId::Of(3, 7), PageId::Of(3, 99)}));
  EXPECT_EQ(set.Count(), 2U);
}

}  // namespace
}  // namespace snapscope::page::page_bitmap_test
