// What a restart finds of a snapshot: its mark, its bitmap, pages that were lost or have decayed.
#include <gtest/gtest.h>

#include "test/snapshot/snapshot_fixture.h"

namespace snapscope::snapshot_restart_test {
namespace {

using snapshot::Snapshot;
using snapshot::SparseFile;
using test::Buffer;
using test::kPages;
using test::MakePage;
using test::Page;

class SnapshotRestartTest : public test::SnapshotTest {
 protected:
  /// Opens the snapshot's files again, as a restart does.
  std::unique_ptr<Snapshot> Reopened() {
    auto snapshot = NewSnapshot();
    const std::vector<storage::FilePlace> places{PlaceOf(0), PlaceOf(1), PlaceOf(2)};
    EXPECT_TRUE(OpenFiles(*snapshot, places).ok());
    return snapshot;
  }

  /// Some bytes of the copy of page 9 become others.
  void DecayCopyOf9() {
    Buffer garbage(512);
    garbage.FillRandomly(1);
    const uint64_t offset = 9 * page::kPageSize + 512;
    ASSERT_TRUE(test::Get(executor(), FileOf(Page(9)).WriteDurable(offset, garbage.list())).ok());
  }
};

TEST_F(SnapshotRestartTest, WithoutItsCompletionMarkItIsNotFoundAgain) {
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());  // state: creating
  test::ExpectFails(ErrorCode::kNotFound, Reload(*Reopened()));
}

TEST_F(SnapshotRestartTest, WithTheMarkItsBitmapIsRebuiltFromTheAllocatedRanges) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  Copy(9, 7);
  Copy(40, 8);
  Complete();
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(Reload(*again).ok());
  EXPECT_EQ(again->split(), Lsn::Of(3, 4, 5));
  EXPECT_EQ(again->as_of(), 77);
  EXPECT_EQ(again->files().copied_pages(), 2U);
  EXPECT_EQ(Shown(*again, 9), 7U);
  EXPECT_EQ(Shown(*again, 10), 1010U);  // allocated with page 9's region, but never copied
  EXPECT_EQ(again->files().region_bytes(), snapshot_->files().region_bytes());
}

TEST_F(SnapshotRestartTest, EachPageOfAShortenedLastRegionIsFoundAgain) {
  constexpr uint32_t kFirstOfLastRegion = kPages / page::kPagesPerRegion * page::kPagesPerRegion;
  static_assert(kFirstOfLastRegion < kPages);
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  for (uint32_t number = kFirstOfLastRegion; number < kPages; ++number) Copy(number, number);
  Complete();
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(Reload(*again).ok());
  for (uint32_t number = kFirstOfLastRegion; number < kPages; ++number) {
    EXPECT_FALSE(again->Lacks(Page(number))) << number;
    EXPECT_EQ(Shown(*again, number), number);
  }
  EXPECT_EQ(again->files().copied_pages(), kPages - kFirstOfLastRegion);
  EXPECT_EQ(again->files().region_bytes(), snapshot_->files().region_bytes());
}

TEST_F(SnapshotRestartTest, APageWhoseChecksumFailsAfterARestartCountsAsAbsent) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  Copy(9, 7);
  Copy(10, 8);
  Complete();
  DecayCopyOf9();
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(Reload(*again).ok());
  EXPECT_TRUE(again->Lacks(Page(9)));
  EXPECT_FALSE(again->Lacks(Page(10)));
}

TEST_F(SnapshotRestartTest, AWriteThatWentAstrayIsToldByTheRestart) {
  Copy(9, 7);
  Copy(10, 8);
  Complete();
  Buffer stray(page::kPageSize);
  MakePage(stray.span(), Page(12), 1);
  ASSERT_TRUE(
      test::Get(executor(), FileOf(Page(9)).WriteDurable(9 * page::kPageSize, stray.list())).ok());
  const std::unique_ptr<Snapshot> again = Reopened();
  test::ExpectFails(ErrorCode::kCorruptPage, Reload(*again),
                    "has page (1:12) in the place of page (1:9) (824)");
  EXPECT_TRUE(again->Lacks(Page(9)));
  EXPECT_FALSE(again->Lacks(Page(10)));  // the rest is known: its header can be written
}

TEST_F(SnapshotRestartTest, AWriteThatWentAstrayToItsHeaderIsToldByTheRestart) {
  Copy(9, 7);
  Complete();
  Buffer stray(page::kPageSize);
  MakePage(stray.span(), Page(12), 1);
  ASSERT_TRUE(test::Get(executor(), FileOf(Page(9)).WriteDurable(0, stray.list())).ok());
  // It is not one that was never completed.
  test::ExpectFails(ErrorCode::kCorruptPage, Reload(*Reopened()),
                    "has page (1:12) in the place of page (1:0) (824)");
}

TEST_F(SnapshotRestartTest, ACopyThatDecayedIsToldByTheAgeOfTheSourcesPage) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  Copy(9, 7);
  Complete();
  DecayCopyOf9();
  const std::unique_ptr<Snapshot> before = Reopened();
  ASSERT_TRUE(Reload(*before).ok());
  EXPECT_TRUE(test::Get(executor(), before->CheckDoubtful()).ok()) << "it never was durable";
  Buffer bytes(page::kPageSize);
  const page::PageSpan span(bytes.span().data(), page::kPageSize);
  MakePage(bytes.span(), Page(9), 7);
  page::PageView(span).set_lsn(Lsn::Of(3, 4, 6));
  page::SealPage(span);
  ASSERT_TRUE(test::Get(executor(), source_->WritePages(Page(9), bytes.list())).ok());
  const std::unique_ptr<Snapshot> after = Reopened();
  ASSERT_TRUE(Reload(*after).ok());
  test::ExpectFails(ErrorCode::kCorruptPage, test::Get(executor(), after->CheckDoubtful()));
  after->SetCopied(Page(9));
  EXPECT_TRUE(test::Get(executor(), after->CheckDoubtful()).ok()) << "pushed since";
}

TEST_F(SnapshotRestartTest, ALostPageThatUndoChangedIsToldByTheirNumber) {
  const Lsn split = Lsn::Of(3, 4, 5);
  snapshot_->SetSplit(split, 77);
  Copy(9, 7, split);
  Copy(9, 8, split);  // written again: it is one page
  Copy(PageId::Of(4, 9), 8, split);
  Copy(10, 8);
  Complete();
  ASSERT_TRUE(Reload(*Reopened()).ok());
  // What undo took back may have committed: the source's page, older than the split, shows it.
  for (const bool never_written : {false, true}) {
    DecayCopyOf9();
    Buffer zeros(page::kPageSize);
    if (never_written) {
      ASSERT_TRUE(
          test::Get(executor(), FileOf(Page(9)).WriteDurable(9 * page::kPageSize, zeros.list()))
              .ok());
    }
    const std::unique_ptr<Snapshot> again = Reopened();
    const Status reloaded = Reload(*again);
    ASSERT_FALSE(reloaded.ok()) << never_written;
    test::ExpectFails(ErrorCode::kCorruptPage, reloaded);
    EXPECT_EQ(reloaded.error().message,
              "the sparse files of snapshot snap have 1 of the 2 pages that its recovery undid "
              "(824): a copy is lost");
    EXPECT_FALSE(again->Lacks(Page(10)));  // the rest is known: its header can be written
  }
}

TEST_F(SnapshotRestartTest, ALostPageThatRedoChangedIsToldByTheRedoOfTheSource) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  EXPECT_TRUE(snapshot_->CheckRedo(Page(9), Lsn::Of(3, 4, 4)).ok()) << "its own recovery";
  snapshot_->life().Become(snapshot::State::kOnline);
  EXPECT_TRUE(snapshot_->CheckRedo(Page(9), Lsn::Of(3, 4, 5)).ok()) << "changed after the split";
  const Status lost = snapshot_->CheckRedo(Page(9), Lsn::Of(3, 4, 4));
  ASSERT_FALSE(lost.ok());
  test::ExpectFails(ErrorCode::kCorruptPage, lost);
  EXPECT_EQ(lost.error().message,
            "page (1:9) of snapshot snap is not in its sparse file, but the source's lacks a "
            "change at 00000003:00000004:0004, before the split at 00000003:00000004:0005 (824)");
}

TEST_F(SnapshotRestartTest, ACopiedEmptyPageIsToldFromOneNeverCopied) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  // Both are pages without rows; the copied one has a header, the other is zeros beside it.
  Buffer bytes(page::kPageSize);
  page::PageView(page::PageSpan(bytes.span().data(), page::kPageSize))
      .Format(Page(9), page::PageType::kFree, IndexId{}, 0, 0);
  page::SealPage(page::PageSpan(bytes.span().data(), page::kPageSize));
  snapshot_->SetCopied(Page(9));
  ASSERT_TRUE(test::Get(executor(), snapshot_->WritePages(Page(9), bytes.list())).ok());
  Complete();
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(Reload(*again).ok());
  EXPECT_FALSE(again->Lacks(Page(9)));
  EXPECT_TRUE(again->Lacks(Page(10)));
  EXPECT_EQ(Shown(*again, 9), 0U);
  EXPECT_EQ(Shown(*again, 10), 1010U);
}

TEST_F(SnapshotRestartTest, ASuspectSnapshotIsSuspectAfterARestart) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  snapshot_->life().Become(snapshot::State::kSuspect);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(Reload(*again).ok());
  EXPECT_EQ(again->state(), snapshot::State::kSuspect);
}

TEST_F(SnapshotRestartTest, AFileThatACrashLeftWithoutItsSizeIsNoSnapshot) {
  storage::FileOptions options;
  options.sparse = true;
  Snapshot empty(executor(), "snap", DbId{6}, *source_);
  const storage::FilePlace place{&machine_.volume(), machine_.Path("empty.ss")};
  empty.files().Add(SparseFile(1, place, Create(place.path, options)));
  test::ExpectFails(ErrorCode::kNotFound, Reload(empty));
}

TEST_F(SnapshotRestartTest, AHeaderOfGarbageIsRefused) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    Buffer garbage(page::kPageSize);
    garbage.FillRandomly(seed);
    ASSERT_TRUE(test::Get(executor(), FileOf(Page(0)).WriteDurable(0, garbage.list())).ok());
    EXPECT_FALSE(Reload(*Reopened()).ok());
  }
}

TEST_F(SnapshotRestartTest, EachFileHasPagesAndABitmapOfItsOwn) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  Copy(PageId::Of(3, 9), 7);
  Copy(PageId::Of(4, 40), 8);
  Complete();
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(Reload(*again).ok());
  for (Snapshot* snapshot : {snapshot_.get(), again.get()}) {
    EXPECT_EQ(Shown(*snapshot, PageId::Of(1, 9)), 1009U);
    EXPECT_EQ(Shown(*snapshot, PageId::Of(3, 9)), 7U);
    EXPECT_EQ(Shown(*snapshot, PageId::Of(4, 9)), 4009U);
    EXPECT_EQ(Shown(*snapshot, PageId::Of(4, 40)), 8U);
    EXPECT_EQ(snapshot->files().copied_pages(), 2U);
    // A header's region in each file, and one of a page in two of them.
    EXPECT_EQ(snapshot->files().region_bytes(), 5 * 65'536U);
    EXPECT_EQ(snapshot->files().SizeOnDisk().value(), 5 * 65'536U);
  }
}

TEST_F(SnapshotRestartTest, WithoutOneOfItsFilesItIsNotFoundAgain) {
  Complete();
  ASSERT_TRUE(Reload(*Reopened()).ok());
  Buffer garbage(page::kPageSize);
  garbage.FillRandomly(1);
  ASSERT_TRUE(test::Get(executor(), FileOf(PageId::Of(4, 0)).WriteDurable(0, garbage.list())).ok());
  test::ExpectFails(ErrorCode::kNotFound, Reload(*Reopened()));
  ASSERT_TRUE(PlaceOf(2).RemoveNow().ok());
  const std::vector<storage::FilePlace> places{PlaceOf(0), PlaceOf(1), PlaceOf(2)};
  const std::unique_ptr<Snapshot> again = NewSnapshot();
  test::ExpectFails(ErrorCode::kNotFound, OpenFiles(*again, places));
}

}  // namespace
}  // namespace snapscope::snapshot_restart_test
