#include "ops/consistency_check.h"

#include <functional>
#include <string>

#include "test/btree/tree_fixture.h"

namespace snapscope::ops::consistency_check_test {
namespace {

constexpr IndexId kTable{1};
constexpr IndexId kEntries{2};
constexpr IndexId kBuild = btree::kBuildSpace;

/// A table of a hundred leaves of ten rows, and its nonclustered index of four leaves.
class CheckTest : public btree::TreeFixture {
 protected:
  CheckTest() {
    database_.emplace(btree::InitialSize{.file_pages = 400, .indexes = 2});
    index_ = btree::PlanIndex(kTable, 800, 1000, kStride, 100, database_->layout(), 0);
    database_->Add(index_);
    entries_ = btree::PlanNonclustered(kEntries, index_, 0, 100, database_->next_page());
    database_->Add(entries_);
    MakePool(512, [initial = *database_](PageId page, page::PageSpan into) {
      initial.Build(page, into);
      return true;
    });
  }

  /// A leaf of that tree, in key order.
  PageId Leaf(const btree::InitialIndex& tree, uint32_t nth) const {
    return database_->layout().PageAt(tree.first_page + nth);
  }

  /// The page has the change, and is sealed: neither its checksum nor its id tell of it.
  void Change(PageId page, const std::function<void(page::PageView)>& change) {
    buffer::PageImage& image = store_->pages[page];
    database_->Build(page, image);
    change(page::PageView(image));
    page::SealPage(image);
  }

  void ChangeRow(PageId leaf, uint16_t slot, const std::function<void(page::Row&)>& change) {
    Change(leaf, [&](page::PageView view) {
      page::Row row = page::PeekRow(view.row_at(slot));
      change(row);
      page::EncodeRow(view.index(), row, view.row_at(slot));
    });
  }

  void ChangeChild(PageId interior, uint16_t slot, PageId child) {
    Change(interior, [&](page::PageView view) {
      view.OverwriteRowAt(slot, page::EncodeEntry(view.key_at(slot), child));
    });
  }

  void ChangeAllocation(PageId page, uint8_t entry) {
    Change(page::PfsOf(page),
           [&](page::PageView pfs) { page::SetMapEntry(pfs, page::PfsSlot(page), entry); });
  }

  Task<void> CheckInto(CheckFigures* figures) {
    CheckScope scope;
    scope.pool = pool_.get();
    scope.db = buffer::kSource;
    scope.size = {.files = 1, .file_pages = database_->size().file_pages};
    scope.known.trees = {index_.info, entries_.info};
    scope.known.nonclustered = {
        {.info = entries_.info, .table = kTable, .column = 0, .key_stride = kStride}};
    *figures = co_await CheckConsistency(worker_, std::move(scope));
  }

  CheckFigures Check() {
    CheckFigures figures;
    Run(CheckInto(&figures));
    EXPECT_FALSE(figures.ended_by);
    return figures;
  }

  void ExpectFound(uint64_t errors, const std::string& problem) {
    const CheckFigures figures = Check();
    EXPECT_EQ(figures.errors, errors);
    EXPECT_EQ(figures.problem, problem);
  }

  btree::InitialIndex entries_;
};

TEST_F(CheckTest, OfASoundDatabaseFindsNothing) {
  const CheckFigures figures = Check();
  EXPECT_EQ(figures.errors, 0U) << figures.problem;
  EXPECT_EQ(figures.rows, 1000U);
  EXPECT_EQ(figures.entries, 1000U);
  EXPECT_FALSE(figures.no_index);
}

TEST_F(CheckTest, WithoutTheBootPageSaysThatNoIndexWasChecked) {
  store_->failing_reads = {page::kBootPage};
  const CheckFigures figures = Check();
  EXPECT_GE(figures.errors, 1U);
  EXPECT_EQ(figures.rows, 0U);
  ASSERT_TRUE(figures.no_index);
  EXPECT_EQ(figures.no_index->code, ErrorCode::kIo);
  EXPECT_EQ(figures.no_index->message,
            "injected read error; without the boot page no index can be found or checked");
}

TEST_F(CheckTest, FindsABootPageThatIsNone) {
  Change(page::kBootPage, [](page::PageView view) {
    view.Format(page::kBootPage, page::PageType::kFree, IndexId{}, 0, 0);
  });
  ExpectFound(1, "page (1:9) is not a boot page");
}

TEST_F(CheckTest, FindsKeysOutOfOrder) {
  const PageId leaf = Leaf(index_, 50);
  uint64_t key = 0;
  ChangeRow(leaf, 4, [&](page::Row& row) { key = row.key -= 2 * kStride; });
  ExpectFound(
      1, "page " + ToString(leaf) + ", slot 4: key " + std::to_string(key) + " is out of order");
}

TEST_F(CheckTest, FindsAKeyBeyondThePagesRange) {
  const PageId leaf = Leaf(index_, 50);
  uint64_t key = 0;
  ChangeRow(leaf, 9, [&](page::Row& row) { key = row.key += kStride; });
  ExpectFound(1, "page " + ToString(leaf) + ", slot 9: key " + std::to_string(key) +
                     " is not in the page's range");
}

TEST_F(CheckTest, FindsAKeyBeforeThePagesRange) {
  const PageId leaf = Leaf(index_, 50);
  uint64_t key = 0;
  ChangeRow(leaf, 0, [&](page::Row& row) { key = row.key -= kStride; });
  ExpectFound(1, "page " + ToString(leaf) + ", slot 0: key " + std::to_string(key) +
                     " is not in the page's range");
}

TEST_F(CheckTest, FindsAWrongSibling) {
  const PageId leaf = Leaf(index_, 50);
  Change(leaf, [&](page::PageView view) { view.set_right_sibling(Leaf(index_, 52)); });
  ExpectFound(1, "page " + ToString(leaf) + " is followed by " + ToString(Leaf(index_, 51)) +
                     ", but says that it is by " + ToString(Leaf(index_, 52)));
}

TEST_F(CheckTest, FindsAPageInTwoPlaces) {
  const PageId leaf = Leaf(index_, 50);
  ChangeChild(entries_.info.root, 0, leaf);
  ExpectFound(1, "page " + ToString(leaf) + " is in two places");
}

TEST_F(CheckTest, FindsAPageBeyondTheEndOfTheFile) {
  ChangeChild(entries_.info.root, 0, PageId::Of(1, 400));
  ExpectFound(1, "page (1:400) is beyond the end of the file");
}

TEST_F(CheckTest, FindsAPageOfAnotherIndex) {
  const PageId leaf = Leaf(index_, 50);
  Change(leaf, [](page::PageView view) { view.set_index(kBuild); });
  ExpectFound(
      1, "page " + ToString(leaf) + " is not the page of index 1 that the level above says it is");
}

TEST_F(CheckTest, FindsARowWhoseBytesAreNotItsOwn) {
  const PageId leaf = Leaf(index_, 50);
  Change(leaf, [](page::PageView view) { view.row_at(3).back() ^= std::byte{1}; });
  const uint64_t key = (50 * 10 + 3 + 1) * kStride;
  ExpectFound(1, "page " + ToString(leaf) + ": the bytes of the row with key " +
                     std::to_string(key) + " in index 1 are not its own");
}

TEST_F(CheckTest, FindsAChainOfIamPagesThatLeadsBack) {
  const PageId iam = PageId::Of(1, 15);  // in the mixed extent, taken by nobody
  ASSERT_FALSE(database_->IsUsed(iam));
  Change(page::kBootPage, [&](page::PageView view) {
    page::BootRecord boot = page::ReadBoot(view.bytes());
    boot.first_iams.at(kBuild.value - 1U) = iam.value;
    page::WriteBoot(view.bytes(), boot);
  });
  Change(iam, [&](page::PageView view) {
    page::FormatMap(view, iam, page::PageType::kIam, kBuild, {.file = 1, .number = 0});
    view.set_right_sibling(iam);
  });
  ExpectFound(1, "IAM page (1:15) is reached twice");
}

TEST_F(CheckTest, FindsAPageInUseThatIsNotAllocated) {
  const PageId leaf = Leaf(index_, 50);
  ChangeAllocation(leaf, 0);
  ExpectFound(1, "page " + ToString(leaf) + " is in use and not allocated");
}

TEST_F(CheckTest, FindsAnAllocatedPageThatIsNotInUse) {
  const PageId page = PageId::Of(1, 399);
  ASSERT_FALSE(database_->IsUsed(page));
  ChangeAllocation(page, page::kPfsAllocated);
  ExpectFound(1, "page (1:399) is allocated and not in use");
}

TEST_F(CheckTest, FindsARowWithoutItsEntry) {
  Change(Leaf(entries_, 2), [](page::PageView view) { view.RemoveRowsAt(7, 1); });
  ExpectFound(1, "nonclustered index 2: 1 rows have no entry, 0 entries have no row");
}

TEST_F(CheckTest, FindsAnEntryWithoutItsRow) {
  Change(Leaf(index_, 50), [](page::PageView view) { view.RemoveRowsAt(3, 1); });
  ExpectFound(1, "nonclustered index 2: 0 rows have no entry, 1 entries have no row");
}

TEST_F(CheckTest, FindsAnEntryThatIsAnotherRows) {
  ChangeRow(Leaf(index_, 50), 3, [](page::Row& row) { ++row.value; });
  ExpectFound(2, "nonclustered index 2: 1 rows have no entry, 1 entries have no row");
}

}  // namespace
}  // namespace snapscope::ops::consistency_check_test
