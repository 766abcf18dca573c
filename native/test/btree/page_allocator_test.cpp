#include "btree/page_allocator.h"

#include "test/btree/tree_fixture.h"

namespace snapscope::btree::page_allocator_test {
namespace {

constexpr IndexId kOther{2};
constexpr uint16_t kWidth = 800;

class PageAllocatorTest : public TreeFixture {
 protected:
  Task<void> TakeIn(IndexId index, uint32_t count, bool keep, std::vector<PageId>* taken,
                    Status* status) {
    SystemChange change(*pool_, buffer::kSource, index, system_);
    *status = co_await change.Begin(worker_);
    for (uint32_t i = 0; i < count && status->ok(); ++i) {
      const auto page = co_await system_.pages->Take(worker_, change);
      if (page.ok()) {
        taken->push_back(page.value());
      } else {
        *status = page.error();
      }
    }
    if (keep) {
      change.Commit();
    } else {
      const Error cause{ErrorCode::kIo, "given up"};
      (void)co_await change.Undo(worker_, cause);
    }
  }
  /// Takes up to `count` pages in one transaction, which ends well or is taken back.
  std::vector<PageId> Take(IndexId index, uint32_t count, bool keep = true) {
    std::vector<PageId> taken;
    Run(TakeIn(index, count, keep, &taken, &status_));
    return taken;
  }
  /// A database of data files that have so many free extents each, of 640.
  void MakeFiles(std::vector<uint32_t> free) {
    database_.emplace(InitialSize{
        .files = static_cast<uint32_t>(free.size()), .file_pages = 640 * 8, .indexes = 1});
    index_ = PlanIndex(IndexId{1}, kWidth, 0, kStride, 100, database_->layout(), 0);
    database_->Add(index_);
    MakePool(64, [initial = *database_, free](PageId page, page::PageSpan into) {
      initial.Build(page, into);
      if (page != page::GamOf({page.file(), 0})) return true;
      page::PageView gam(into);
      while (page::SetBits(gam) > free.at(page::DataFilePosition(page.file()))) {
        page::SetMapEntry(gam, static_cast<uint16_t>(page::LastSetBit(gam)), 0);
      }
      page::SealPage(into);
      return true;
    });
    system_.pages = std::make_unique<PageAllocator>(*pool_, buffer::kSource, system_);
  }
  /// A database of one file of two intervals. In the first one an extent is free, and no mixed one
  /// has a free page.
  void MakeTwoIntervals() {
    database_.emplace(InitialSize{.file_pages = page::kMapPages + 8000, .indexes = 1});
    index_ = PlanIndex(IndexId{1}, kWidth, 0, kStride, 100, database_->layout(), 0);
    database_->Add(index_);
    MakePool(64, [initial = *database_](PageId page, page::PageSpan into) {
      initial.Build(page, into);
      const bool is_gam = page == page::GamOf({page.file(), 0});
      if (!is_gam && page != page::SgamOf({page.file(), 0})) return true;
      page::PageView map(into);
      uint32_t slot = page::NextSetBit(map, 0);
      if (is_gam) slot = page::NextSetBit(map, slot + 1);
      for (; slot < page::kMapExtents; slot = page::NextSetBit(map, slot + 1)) {
        page::SetMapEntry(map, static_cast<uint16_t>(slot), 0);
      }
      page::SealPage(into);
      return true;
    });
    Restart();
  }
  /// How many extents of each data file these pages are the first of.
  static std::map<uint32_t, uint32_t> ExtentsByFile(const std::vector<PageId>& pages) {
    std::map<uint32_t, uint32_t> extents;
    for (const PageId page : pages) {
      if (page.number() % page::kPagesPerExtent == 0) ++extents[page.file()];
    }
    return extents;
  }

  void Restart() {
    system_.pages = std::make_unique<PageAllocator>(*pool_, buffer::kSource, system_);
  }
  Task<void> ReadEntry(PageId map, uint16_t slot, uint8_t* entry) {
    auto fetched = co_await pool_->Fetch(worker_, buffer::kSource, map, LatchMode::kShared);
    *entry = page::MapEntry(fetched.value().view(), slot);
  }
  uint8_t Entry(PageId map, uint16_t slot) {
    uint8_t entry = 0;
    Run(ReadEntry(map, slot, &entry));
    return entry;
  }
  Task<void> CountSetBits(PageId map, uint32_t* bits) {
    auto fetched = co_await pool_->Fetch(worker_, buffer::kSource, map, LatchMode::kShared);
    *bits = page::SetBits(fetched.value().view());
  }
  uint32_t SetBitsOf(PageId map) {
    uint32_t bits = 0;
    Run(CountSetBits(map, &bits));
    return bits;
  }

  Status status_;
};

TEST_F(PageAllocatorTest, AnIndexTakesThePagesOfItsExtentThenAnExtentOfItsOwn) {
  MakeTree(64, kWidth, 0, 1000);  // the root is the first page of the first extent
  const uint32_t first = index_.info.root.number();
  const std::vector<PageId> taken = Take(IndexId{1}, 9);
  ASSERT_EQ(taken.size(), 9u);
  for (uint32_t i = 0; i < 9; ++i) EXPECT_EQ(taken[i].number(), first + 1 + i);
  EXPECT_EQ(system_.begun(), 2u) << "the extent has a transaction of its own";
  EXPECT_EQ(system_.active(), 0u);

  const std::vector<PageId> others = Take(kOther, 1);
  ASSERT_EQ(others.size(), 1u);
  EXPECT_EQ(others[0].number(), first + 16) << "an extent belongs to one index";
}

TEST_F(PageAllocatorTest, TheFirstExtentOfAnIndexBringsItsIamPageOfAMixedExtent) {
  MakeTree(64, kWidth, 0, 1000);
  EXPECT_EQ(Entry(PageId::Of(1, 1), 10), 0);
  const std::vector<PageId> taken = Take(kOther, 1);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(Entry(PageId::Of(1, 1), 10), page::kPfsAllocated | page::kPfsIam | page::kPfsMixed);
  EXPECT_EQ(Entry(PageId::Of(1, 10), page::MapSlot(page::ExtentOf(taken[0]))), 1);
  EXPECT_EQ(Entry(PageId::Of(1, 2), page::MapSlot(page::ExtentOf(taken[0]))), 0);
  // The mixed extent has room for five more; the index after those gets a mixed extent more.
  for (uint16_t id = 3; id <= 8; ++id) {
    EXPECT_EQ(Entry(PageId::Of(1, 3), 1), id <= 7 ? 1 : 0) << id;
    Take(IndexId{id}, 1);
    EXPECT_TRUE(status_.ok());
  }
  EXPECT_EQ(Entry(PageId::Of(1, 3), 1), 0);
}

TEST_F(PageAllocatorTest, APageThatIsGivenBackIsTakenAgain) {
  MakeTree(64, kWidth, 0, 1000);
  const std::vector<PageId> given_back = Take(IndexId{1}, 12, false);
  for (const PageId page : given_back) EXPECT_EQ(Entry(page::PfsOf(page), page::PfsSlot(page)), 0);
  const std::vector<PageId> again = Take(IndexId{1}, 12);
  EXPECT_EQ(std::set<PageId>(given_back.begin(), given_back.end()),
            std::set<PageId>(again.begin(), again.end()));
}

TEST_F(PageAllocatorTest, AfterAStartTheIndexGoesOnInItsNewestExtent) {
  MakeTree(64, kWidth, 0, 1000);
  const PageId last = Take(IndexId{1}, 10).back();
  Restart();
  const std::vector<PageId> next = Take(IndexId{1}, 1);
  ASSERT_EQ(next.size(), 1u);
  EXPECT_EQ(next[0].number(), last.number() + 1);
}

TEST_F(PageAllocatorTest, TheLastFreePageIsFoundBeforeTheDatabaseIsFull) {
  MakeTree(64, kWidth, 0, 10 * 8);
  std::vector<PageId> taken = Take(IndexId{1}, 12);
  Restart();  // nobody remembers what is given back before it
  const std::vector<PageId> more = Take(IndexId{1}, 1000);
  EXPECT_EQ(status_.error().code, ErrorCode::kDatabaseFull);
  EXPECT_EQ(1 + taken.size() + more.size(), 8u * 8u) << "every page that holds no map";
  Take(IndexId{1}, 1);
  EXPECT_EQ(status_.error().code, ErrorCode::kDatabaseFull);
}

TEST_F(PageAllocatorTest, PagesGivenBackBeforeAStartAreFoundWhenNoExtentIsFree) {
  MakeTree(64, kWidth, 0, 10 * 8);
  Take(IndexId{1}, 7);
  const std::vector<PageId> given_back = Take(IndexId{1}, 16, false);  // two extents stay
  Take(kOther, 1000);
  Restart();
  const std::vector<PageId> taken = Take(IndexId{1}, 1000);
  EXPECT_EQ(std::set<PageId>(given_back.begin(), given_back.end()),
            std::set<PageId>(taken.begin(), taken.end()));
}

// The index fills the first interval but for a few extents.
TEST_F(PageAllocatorTest, TheNextIntervalGetsAnIamPageAtTheFrontOfTheChain) {
  constexpr uint32_t kRowsPerPage = 10;
  MakeTree(64, kWidth, uint64_t{509'000} * kRowsPerPage, page::kMapPages + 8000);
  const PageId old_front = PageId::Of(1, 8);
  const uint32_t room = page::kMapPages - index_.info.root.number();
  const std::vector<PageId> taken = Take(IndexId{1}, room + 20);
  ASSERT_TRUE(status_.ok()) << status_.error().message;
  ASSERT_GT(taken.back().number(), page::kMapPages);
  // The index has the first extent without maps; the one behind it is mixed.
  const PageId iam = PageId::Of(1, page::kMapPages + 16);
  EXPECT_EQ(Entry(iam, page::MapSlot(page::ExtentOf(taken.back()))), 1);
  EXPECT_EQ(Entry(PageId::Of(1, page::kMapPages + 1), 2), 1) << "a mixed extent with room";
  store_->pages.clear();
  Restart();
  EXPECT_EQ(Take(IndexId{1}, 1).at(0).number(), taken.back().number() + 1);
  EXPECT_EQ(Entry(old_front, page::MapSlot(page::ExtentOf(taken.front()))), 1);
}

// The index has no IAM page in the first interval, and the extent that is free there cannot give
// both that page and others.
TEST_F(PageAllocatorTest, AnIntervalWithoutRoomForItsIamPageLeavesTheNextOne) {
  MakeTwoIntervals();
  const std::vector<PageId> taken = Take(kOther, 9);
  ASSERT_TRUE(status_.ok()) << status_.error().message;
  for (const PageId page : taken) EXPECT_GT(page.number(), page::kMapPages);
  const page::ExtentId first{1, 0};
  EXPECT_EQ(SetBitsOf(page::GamOf(first)), 1U) << "what was tried there is taken back";
  EXPECT_EQ(SetBitsOf(page::SgamOf(first)), 0U);
}

// The extent that is left in the first interval can be no other index's.
TEST_F(PageAllocatorTest, ADatabaseIsFullForAnIndexThatCannotHaveItsLastExtent) {
  MakeTwoIntervals();
  Take(kOther, 10'000);
  EXPECT_EQ(status_.error().code, ErrorCode::kDatabaseFull);
  EXPECT_EQ(Take(IndexId{1}, 100).size(), 15U) << "it has an IAM page there, and its own extent";
}

using ByFile = std::map<uint32_t, uint32_t>;

TEST_F(PageAllocatorTest, FilesAreFilledInProportionToTheirFreeSpace) {
  MakeFiles({600, 300, 120});
  const std::vector<PageId> taken = Take(kOther, 170 * 8);
  ASSERT_TRUE(status_.ok()) << status_.error().message;
  EXPECT_EQ(ExtentsByFile(taken), (ByFile{{1, 100}, {3, 50}, {4, 20}}));
}

TEST_F(PageAllocatorTest, FilesWithTheSameFreeSpaceTakeTurns) {
  MakeFiles({500, 500, 500});
  const std::vector<PageId> taken = Take(kOther, 30 * 8);
  for (size_t i = 0; i + 24 < taken.size(); i += 24) {
    EXPECT_EQ(taken[i].file(), 1U);
    EXPECT_EQ(taken[i + 8].file(), 3U);
    EXPECT_EQ(taken[i + 16].file(), 4U);
  }
}

TEST_F(PageAllocatorTest, ADatabaseIsFullWhenAllOfItsFilesAre) {
  MakeFiles({40, 9, 20});
  const std::vector<PageId> taken = Take(kOther, 1000);
  EXPECT_EQ(status_.error().code, ErrorCode::kDatabaseFull);
  // In two files the IAM page needs an extent that becomes mixed; in the first one there is one.
  EXPECT_EQ(ExtentsByFile(taken), (ByFile{{1, 40}, {3, 8}, {4, 19}}));
}

TEST_F(PageAllocatorTest, TargetsAreFoundAgainWhenAFileHasNoneLeft) {
  MakeFiles({10, 400, 100});
  Take(kOther, 100 * 8);  // leaves none in the first, and about 5 of 6 in the others
  const std::vector<PageId> taken = Take(kOther, 50 * 8);
  EXPECT_EQ(ExtentsByFile(taken), (ByFile{{3, 40}, {4, 10}}));
}

TEST_F(PageAllocatorTest, AnErrorAtAnyStepLeavesTheMapsAsTheyWere) {
  for (uint64_t fail_at = 0;; ++fail_at) {
    ASSERT_LT(fail_at, 20u) << "the allocation never ran to its end";
    MakeTree(64, kWidth, 0, 1000);
    store_->armed = true;
    store_->pushes_until_error = fail_at;
    Take(kOther, 1);
    store_->armed = false;
    const bool done = status_.ok();
    EXPECT_EQ(Entry(PageId::Of(1, 1), 10) != 0, done) << fail_at;
    EXPECT_EQ(Entry(PageId::Of(1, 2), 3) == 0, done) << fail_at;
    EXPECT_EQ(Entry(PageId::Of(1, 3), 1), 1);
    EXPECT_EQ(system_.active(), 0u);
    EXPECT_EQ(pool_->pins(), 0u);
    system_.pages.reset();
    tree_.reset();
    pool_.reset();
    if (done) break;
  }
}

}  // namespace
}  // namespace snapscope::btree::page_allocator_test
