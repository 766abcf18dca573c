// A snapshot by itself: what it reads, what it finds again after a restart, and how pushes, pulls
// and reads of one page wait for each other.
#include "snapshot/snapshot.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "runtime/cpu.h"
#include "snapshot/pre_image.h"
#include "telemetry/telemetry.h"
#include "test/storage/test_machine.h"

namespace snapscope {
namespace {

using runtime::WaitType;
using snapshot::Snapshot;
using snapshot::SourceStore;
using snapshot::SparseFile;
using test::Buffer;

constexpr uint32_t kPages = 64;

PageId Page(uint32_t number) { return PageId::Of(1, number); }

std::vector<storage::File*> Pointers(const std::vector<std::unique_ptr<storage::File>>& files) {
  std::vector<storage::File*> pointers;
  for (const auto& file : files) pointers.push_back(file.get());
  return pointers;
}

/// A page that says `value` in its right sibling.
void MakePage(ByteSpan into, PageId page, uint64_t value, Lsn lsn = Lsn{}) {
  page::PageView view(page::PageSpan(into.data(), page::kPageSize));
  view.Format(page, page::PageType::kLeaf, IndexId{1}, 0, 64);
  view.set_right_sibling(PageId{value});
  view.set_lsn(lsn);
  page::SealPage(view.bytes());
}

/// A source of three files of 64 pages that say file * 1000 + number, and a snapshot of it.
class SnapshotTest : public ::testing::Test {
 protected:
  /// Some bytes of the copy of page 9 become others.
  void DecayCopyOf9() {
    Buffer garbage(512);
    garbage.FillRandomly(1);
    const uint64_t offset = 9 * page::kPageSize + 512;
    ASSERT_TRUE(test::Get(executor(), FileOf(Page(9)).WriteDurable(offset, garbage.list())).ok());
  }

  static constexpr uint32_t kFiles = 3;

  SnapshotTest() {
    for (uint32_t position = 0; position < kFiles; ++position) {
      source_files_.push_back(SourceFile(position));
    }
    source_ = std::make_unique<SourceStore>(executor(), Pointers(source_files_));
    snapshot_ = NewSnapshot();
    for (uint32_t position = 0; position < kFiles; ++position) {
      const storage::FilePlace place = PlaceOf(position);
      snapshot_->AddFile(
          SparseFile(page::DataFileId(position), place, Create(place.path, kSparse)));
      const PageId header = PageId::Of(page::DataFileId(position), 0);
      if (position == 0) continue;  // that is the snapshot's, which the tests write
      EXPECT_TRUE(test::Get(executor(), snapshot_->FileOf(header).WriteHeader({})).ok());
    }
  }

  std::unique_ptr<storage::File> SourceFile(uint32_t position) {
    auto file = Create(machine_.Path("source" + std::to_string(position)),
                       {.size = kPages * page::kPageSize});
    Buffer all(kPages * page::kPageSize);
    for (uint32_t number = 0; number < kPages; ++number) {
      const PageId page = PageId::Of(page::DataFileId(position), number);
      MakePage(all.span().subspan(number * page::kPageSize, page::kPageSize), page,
               page.file() * 1000 + number);
    }
    EXPECT_TRUE(test::Get(executor(), file->WriteDurable(0, all.list())).ok());
    return file;
  }

  runtime::Executor& executor() { return machine_.executor(); }

  std::unique_ptr<storage::File> Create(const std::string& path, storage::FileOptions options) {
    return test::Get(executor(), machine_.volume().Create(path, options)).value();
  }

  storage::FilePlace PlaceOf(uint32_t position) {
    return {&machine_.volume(), machine_.Path("snap" + std::to_string(position) + ".ss")};
  }

  std::unique_ptr<Snapshot> NewSnapshot() {
    return std::make_unique<Snapshot>(executor(), "snap", DbId{6}, *source_);
  }

  /// Opens the snapshot's files again, as a restart does.
  std::unique_ptr<Snapshot> Reopened() {
    auto snapshot = NewSnapshot();
    const std::vector<storage::FilePlace> places{PlaceOf(0), PlaceOf(1), PlaceOf(2)};
    EXPECT_TRUE(test::Get(executor(), snapshot->OpenFiles(places, {})).ok());
    return snapshot;
  }

  storage::File& FileOf(PageId page) { return snapshot_->FileOf(page).file(); }

  /// Writes a copied page into the sparse file.
  void Copy(uint32_t number, uint64_t value, Lsn lsn = Lsn{}) { Copy(Page(number), value, lsn); }
  void Copy(PageId page, uint64_t value, Lsn lsn = Lsn{}) {
    Buffer bytes(page::kPageSize);
    MakePage(bytes.span(), page, value, lsn);
    snapshot_->SetCopied(page);
    EXPECT_TRUE(test::Get(executor(), snapshot_->WritePages(page, bytes.list())).ok());
  }

  static uint64_t Shown(Snapshot& snapshot, uint32_t number) {
    return Shown(snapshot, Page(number));
  }
  static uint64_t Shown(Snapshot& snapshot, PageId page) {
    Buffer bytes(page::kPageSize);
    const page::PageSpan span(bytes.span().data(), page::kPageSize);
    const Status read = snapshot.ReadNow(page, span);
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
    return page::PageView(span).right_sibling().value;
  }

  test::SimMachine machine_;
  static constexpr storage::FileOptions kSparse{.size = kPages * page::kPageSize, .sparse = true};

  std::vector<std::unique_ptr<storage::File>> source_files_;
  std::unique_ptr<SourceStore> source_;
  std::unique_ptr<Snapshot> snapshot_;
};

TEST_F(SnapshotTest, ReadsTheSparseFileWhereTheBitIsSetElseTheSource) {
  Copy(9, 7);
  EXPECT_EQ(Shown(*snapshot_, 9), 7U);
  EXPECT_EQ(Shown(*snapshot_, 10), 1010U);
  EXPECT_FALSE(snapshot_->Lacks(Page(9)));
  EXPECT_TRUE(snapshot_->Lacks(Page(10)));
}

TEST_F(SnapshotTest, PagesBeyondItsSizeAndItsHeaderAreNeverLacking) {
  EXPECT_FALSE(snapshot_->Lacks(Page(0)));
  EXPECT_FALSE(snapshot_->Lacks(Page(kPages)));
  EXPECT_FALSE(snapshot_->Lacks(Page(kPages + 1000)));
}

TEST_F(SnapshotTest, RegionsAreBilledOnce) {
  // The fact sheet's example: pages 80 and 81 in one region, page 800 in another; here 8, 9, 40.
  Copy(8, 1);
  const SparseFile& file = snapshot_->FileOf(Page(8));
  EXPECT_EQ(file.region_bytes(), 65'536U);
  Copy(9, 1);
  EXPECT_EQ(file.region_bytes(), 65'536U);
  Copy(40, 1);
  EXPECT_EQ(file.region_bytes(), 131'072U);
  EXPECT_EQ(file.file().SizeOnDisk().value(), 131'072U);
  EXPECT_EQ(file.copied_pages(), 3U);
}

TEST_F(SnapshotTest, WithoutItsCompletionMarkItIsNotFoundAgain) {
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());  // state: creating
  const Status reloaded = Reopened()->Reload();
  ASSERT_FALSE(reloaded.ok());
  EXPECT_EQ(reloaded.error().code, ErrorCode::kNotFound);
}

TEST_F(SnapshotTest, WithTheMarkItsBitmapIsRebuiltFromTheAllocatedRanges) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  Copy(9, 7);
  Copy(40, 8);
  snapshot_->set_state(snapshot::State::kOnline);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(again->Reload().ok());
  EXPECT_EQ(again->split(), Lsn::Of(3, 4, 5));
  EXPECT_EQ(again->as_of(), 77);
  EXPECT_EQ(again->copied_pages(), 2U);
  EXPECT_EQ(Shown(*again, 9), 7U);
  EXPECT_EQ(Shown(*again, 10), 1010U);  // allocated with page 9's region, but never copied
  EXPECT_EQ(again->region_bytes(), snapshot_->region_bytes());
}

TEST_F(SnapshotTest, APageWhoseChecksumFailsAfterARestartCountsAsAbsent) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  Copy(9, 7);
  Copy(10, 8);
  snapshot_->set_state(snapshot::State::kOnline);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  DecayCopyOf9();
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(again->Reload().ok());
  EXPECT_TRUE(again->Lacks(Page(9)));
  EXPECT_FALSE(again->Lacks(Page(10)));
}

TEST_F(SnapshotTest, AWriteThatWentAstrayIsToldByTheRestart) {
  Copy(9, 7);
  Copy(10, 8);
  snapshot_->set_state(snapshot::State::kOnline);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  Buffer stray(page::kPageSize);
  MakePage(stray.span(), Page(12), 1);
  ASSERT_TRUE(
      test::Get(executor(), FileOf(Page(9)).WriteDurable(9 * page::kPageSize, stray.list())).ok());
  const std::unique_ptr<Snapshot> again = Reopened();
  const Status reloaded = again->Reload();
  ASSERT_FALSE(reloaded.ok());
  EXPECT_EQ(reloaded.error().code, ErrorCode::kCorruptPage);
  EXPECT_NE(reloaded.error().message.find("has page (1:12) in the place of page (1:9) (824)"),
            std::string::npos)
      << reloaded.error().message;
  EXPECT_TRUE(again->Lacks(Page(9)));
  EXPECT_FALSE(again->Lacks(Page(10)));  // the rest is known: its header can be written
}

TEST_F(SnapshotTest, AWriteThatWentAstrayToItsHeaderIsToldByTheRestart) {
  Copy(9, 7);
  snapshot_->set_state(snapshot::State::kOnline);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  Buffer stray(page::kPageSize);
  MakePage(stray.span(), Page(12), 1);
  ASSERT_TRUE(test::Get(executor(), FileOf(Page(9)).WriteDurable(0, stray.list())).ok());
  const Status reloaded = Reopened()->Reload();
  ASSERT_FALSE(reloaded.ok());
  EXPECT_EQ(reloaded.error().code, ErrorCode::kCorruptPage) << "not one that was never completed";
  EXPECT_NE(reloaded.error().message.find("has page (1:12) in the place of page (1:0) (824)"),
            std::string::npos)
      << reloaded.error().message;
}

TEST_F(SnapshotTest, ACopyThatDecayedIsToldByTheAgeOfTheSourcesPage) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  Copy(9, 7);
  snapshot_->set_state(snapshot::State::kOnline);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  DecayCopyOf9();
  const std::unique_ptr<Snapshot> before = Reopened();
  ASSERT_TRUE(before->Reload().ok());
  EXPECT_TRUE(test::Get(executor(), before->CheckDoubtful()).ok()) << "it never was durable";
  Buffer bytes(page::kPageSize);
  const page::PageSpan span(bytes.span().data(), page::kPageSize);
  MakePage(bytes.span(), Page(9), 7);
  page::PageView(span).set_lsn(Lsn::Of(3, 4, 6));
  page::SealPage(span);
  ASSERT_TRUE(test::Get(executor(), source_->WritePages(Page(9), bytes.list())).ok());
  const std::unique_ptr<Snapshot> after = Reopened();
  ASSERT_TRUE(after->Reload().ok());
  const Status lost = test::Get(executor(), after->CheckDoubtful());
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().code, ErrorCode::kCorruptPage);
  after->SetCopied(Page(9));
  EXPECT_TRUE(test::Get(executor(), after->CheckDoubtful()).ok()) << "pushed since";
}

TEST_F(SnapshotTest, ALostPageThatUndoChangedIsToldByTheirNumber) {
  const Lsn split = Lsn::Of(3, 4, 5);
  snapshot_->SetSplit(split, 77);
  Copy(9, 7, split);
  Copy(9, 8, split);  // written again: it is one page
  Copy(PageId::Of(4, 9), 8, split);
  Copy(10, 8);
  snapshot_->set_state(snapshot::State::kOnline);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  ASSERT_TRUE(Reopened()->Reload().ok());
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
    const Status reloaded = again->Reload();
    ASSERT_FALSE(reloaded.ok()) << never_written;
    EXPECT_EQ(reloaded.error().code, ErrorCode::kCorruptPage);
    EXPECT_EQ(reloaded.error().message,
              "the sparse files of snapshot snap have 1 of the 2 pages that its recovery undid "
              "(824): a copy is lost");
    EXPECT_FALSE(again->Lacks(Page(10)));  // the rest is known: its header can be written
  }
}

TEST_F(SnapshotTest, ALostPageThatRedoChangedIsToldByTheRedoOfTheSource) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  EXPECT_TRUE(snapshot_->CheckRedo(Page(9), Lsn::Of(3, 4, 4)).ok()) << "its own recovery";
  snapshot_->set_complete();
  EXPECT_TRUE(snapshot_->CheckRedo(Page(9), Lsn::Of(3, 4, 5)).ok()) << "changed after the split";
  const Status lost = snapshot_->CheckRedo(Page(9), Lsn::Of(3, 4, 4));
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().code, ErrorCode::kCorruptPage);
  EXPECT_EQ(lost.error().message,
            "page (1:9) of snapshot snap is not in its sparse file, but the source's lacks a "
            "change at 00000003:00000004:0004, before the split at 00000003:00000004:0005 (824)");
}

TEST_F(SnapshotTest, ACopiedEmptyPageIsToldFromOneNeverCopied) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  // Both are pages without rows; the copied one has a header, the other is zeros beside it.
  Buffer bytes(page::kPageSize);
  page::PageView(page::PageSpan(bytes.span().data(), page::kPageSize))
      .Format(Page(9), page::PageType::kFree, IndexId{}, 0, 0);
  page::SealPage(page::PageSpan(bytes.span().data(), page::kPageSize));
  snapshot_->SetCopied(Page(9));
  ASSERT_TRUE(test::Get(executor(), snapshot_->WritePages(Page(9), bytes.list())).ok());
  snapshot_->set_state(snapshot::State::kOnline);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(again->Reload().ok());
  EXPECT_FALSE(again->Lacks(Page(9)));
  EXPECT_TRUE(again->Lacks(Page(10)));
  EXPECT_EQ(Shown(*again, 9), 0U);
  EXPECT_EQ(Shown(*again, 10), 1010U);
}

TEST_F(SnapshotTest, ASuspectSnapshotIsSuspectAfterARestart) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  snapshot_->set_state(snapshot::State::kSuspect);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(again->Reload().ok());
  EXPECT_EQ(again->state(), snapshot::State::kSuspect);
}

TEST_F(SnapshotTest, AFileThatACrashLeftWithoutItsSizeIsNoSnapshot) {
  storage::FileOptions options;
  options.sparse = true;
  Snapshot empty(executor(), "snap", DbId{6}, *source_);
  const storage::FilePlace place{&machine_.volume(), machine_.Path("empty.ss")};
  empty.AddFile(SparseFile(1, place, Create(place.path, options)));
  const Status reloaded = empty.Reload();
  ASSERT_FALSE(reloaded.ok());
  EXPECT_EQ(reloaded.error().code, ErrorCode::kNotFound);
}

TEST_F(SnapshotTest, APageThatChangedAfterTheSplitButIsNotCopiedIsNeverReadAsGood) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  Buffer bytes(page::kPageSize);
  const page::PageSpan span(bytes.span().data(), page::kPageSize);
  MakePage(bytes.span(), Page(9), 7);
  page::PageView(span).set_lsn(Lsn::Of(3, 4, 5));
  page::SealPage(span);
  ASSERT_TRUE(test::Get(executor(), source_->WritePages(Page(9), bytes.list())).ok());
  for (const Status& read : {snapshot_->ReadNow(Page(9), span),
                             test::Get(executor(), snapshot_->ReadPage(Page(9), span))}) {
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, ErrorCode::kCorruptPage);
    EXPECT_NE(read.error().message.find("after the split"), std::string::npos);
  }
  EXPECT_EQ(Shown(*snapshot_, 10), 1010U);
}

TEST_F(SnapshotTest, ReadingFillsNothing) {
  for (uint32_t number = 1; number < kPages; ++number) {
    Buffer bytes(page::kPageSize);
    const page::PageSpan span(bytes.span().data(), page::kPageSize);
    ASSERT_TRUE(test::Get(executor(), snapshot_->ReadPage(Page(number), span)).ok());
  }
  EXPECT_EQ(snapshot_->copied_pages(), 0U);
  EXPECT_EQ(FileOf(Page(1)).statistics().writes, 0U);
  EXPECT_EQ(FileOf(Page(1)).SizeOnDisk().value(), 0U);
}

TEST_F(SnapshotTest, RegionsBeyondTheLimitAreRefusedThoseInUseStayWritable) {
  const storage::FilePlace place{&machine_.volume(), machine_.Path("limited.ss")};
  SparseFile limited(1, place, Create(place.path, kSparse), {.regions = 2, .os_error = 665});
  EXPECT_TRUE(limited.TakeRegions(8, 1).ok());
  EXPECT_TRUE(limited.TakeRegions(40, 1).ok());
  const Status refused = limited.TakeRegions(48, 1);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kFileLimit);
  EXPECT_TRUE(limited.TakeRegions(15, 1).ok());
  EXPECT_FALSE(limited.TakeRegions(15, 2).ok());
}

TEST_F(SnapshotTest, AHeaderOfGarbageIsRefused) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    Buffer garbage(page::kPageSize);
    garbage.FillRandomly(seed);
    ASSERT_TRUE(test::Get(executor(), FileOf(Page(0)).WriteDurable(0, garbage.list())).ok());
    EXPECT_FALSE(Reopened()->Reload().ok());
  }
}

TEST_F(SnapshotTest, EachFileHasPagesAndABitmapOfItsOwn) {
  snapshot_->SetSplit(Lsn::Of(3, 4, 5), 77);
  Copy(PageId::Of(3, 9), 7);
  Copy(PageId::Of(4, 40), 8);
  snapshot_->set_state(snapshot::State::kOnline);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  const std::unique_ptr<Snapshot> again = Reopened();
  ASSERT_TRUE(again->Reload().ok());
  for (Snapshot* snapshot : {snapshot_.get(), again.get()}) {
    EXPECT_EQ(Shown(*snapshot, PageId::Of(1, 9)), 1009U);
    EXPECT_EQ(Shown(*snapshot, PageId::Of(3, 9)), 7U);
    EXPECT_EQ(Shown(*snapshot, PageId::Of(4, 9)), 4009U);
    EXPECT_EQ(Shown(*snapshot, PageId::Of(4, 40)), 8U);
    EXPECT_EQ(snapshot->copied_pages(), 2U);
    // A header's region in each file, and one of a page in two of them.
    EXPECT_EQ(snapshot->region_bytes(), 5 * 65'536U);
    EXPECT_EQ(snapshot->SizeOnDisk().value(), 5 * 65'536U);
  }
}

TEST_F(SnapshotTest, WithoutOneOfItsFilesItIsNotFoundAgain) {
  snapshot_->set_state(snapshot::State::kOnline);
  ASSERT_TRUE(test::Get(executor(), snapshot_->WriteHeader()).ok());
  ASSERT_TRUE(Reopened()->Reload().ok());
  Buffer garbage(page::kPageSize);
  garbage.FillRandomly(1);
  ASSERT_TRUE(test::Get(executor(), FileOf(PageId::Of(4, 0)).WriteDurable(0, garbage.list())).ok());
  const Status damaged = Reopened()->Reload();
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().code, ErrorCode::kNotFound);
  ASSERT_TRUE(PlaceOf(2).Remove().ok());
  const std::vector<storage::FilePlace> places{PlaceOf(0), PlaceOf(1), PlaceOf(2)};
  const std::unique_ptr<Snapshot> again = NewSnapshot();
  const Status opened = test::Get(executor(), again->OpenFiles(places, {}));
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, ErrorCode::kNotFound);
}

TEST_F(SnapshotTest, NeighboursAmongPreImagesAreRunsUpToACap) {
  Buffer bytes(page::kPageSize);
  snapshot::PreImages images;
  for (const uint32_t number : {20U, 9U, 8U, 10U, 11U, 22U}) {
    MakePage(bytes.span(), Page(number), number);
    images.emplace(Page(number),
                   snapshot::PreImage::Of(page::ConstPageSpan(bytes.span().data(), page::kPageSize),
                                          page::PageForm::kFull));
  }
  std::vector<std::pair<uint32_t, size_t>> runs;
  for (const snapshot::PreImageRun& run : snapshot::RunsOf(images, 3)) {
    runs.emplace_back(run.first.number(), run.buffers().size());
  }
  const std::vector<std::pair<uint32_t, size_t>> expected{{8, 3}, {11, 1}, {20, 1}, {22, 1}};
  EXPECT_EQ(runs, expected);
}

runtime::Task<void> HoldPage(runtime::Executor& executor, Snapshot& snapshot, PageId page,
                             TimeNs until) {
  snapshot.gate().Enter(page);
  co_await executor.SleepUntil(until);
  snapshot.gate().Leave(page);
}

runtime::Task<void> Claim(Snapshot& snapshot, runtime::Worker& worker, PageId page) {
  co_await worker.Start();
  Buffer image(page::kPageSize);
  const page::ConstPageSpan span(image.span().data(), page::kPageSize);
  EXPECT_TRUE((co_await snapshot.Push(worker, page, span)).ok());
  co_await worker.End();
}

TEST_F(SnapshotTest, AClaimWaitsForThePushThatIsUnderWay) {
  runtime::CpuModel cpu(executor(), 1);
  runtime::Worker worker(cpu, nullptr, "spid51");
  const TimeNs start = executor().Now();
  executor().Spawn("push", HoldPage(executor(), *snapshot_, Page(9), start + 5 * kMillisecond));
  executor().Spawn("claim", Claim(*snapshot_, worker, Page(9)));
  test::RunAll(executor());
  const runtime::WorkerAccount account = worker.AccountAt(executor().Now());
  const auto& wait = account.waits[static_cast<size_t>(WaitType::kReplicaWrites)];
  EXPECT_EQ(wait.tasks, 1U);
  EXPECT_EQ(wait.total, 5 * kMillisecond);
  EXPECT_FALSE(snapshot_->Lacks(Page(9)));
  EXPECT_EQ(snapshot_->figures().pages_pulled_by_redo, 1U);
}

runtime::Task<void> ReadThroughPool(buffer::BufferPool& pool, runtime::Worker& worker, DbId db,
                                    uint64_t* shown) {
  co_await worker.Start();
  Result<buffer::PageGuard> guard =
      co_await pool.Fetch(worker, db, Page(9), runtime::LatchMode::kShared);
  EXPECT_TRUE(guard.ok());
  if (guard.ok()) *shown = guard.value().view().right_sibling().value;
  guard = buffer::PageGuard();
  co_await worker.End();
}

TEST_F(SnapshotTest, AReaderIsBilledForThePushItMeetsAndHasABufferOfItsOwn) {
  Copy(9, 7);
  runtime::CpuModel cpu(executor(), 2);
  telemetry::Telemetry telemetry(executor(), {}, [](std::vector<std::byte>) {});
  buffer::BufferPool pool(cpu, telemetry, {.frames = 16});
  pool.Attach(DbId{5}, *source_);
  pool.Attach(DbId{6}, *snapshot_);
  runtime::Worker through_snapshot(cpu, nullptr, "spid51");
  runtime::Worker of_source(cpu, nullptr, "spid52");
  uint64_t old_value = 0;
  uint64_t new_value = 0;
  const TimeNs start = executor().Now();
  executor().Spawn("push", HoldPage(executor(), *snapshot_, Page(9), start + 5 * kMillisecond));
  executor().Spawn("read", ReadThroughPool(pool, through_snapshot, DbId{6}, &old_value));
  executor().Spawn("read", ReadThroughPool(pool, of_source, DbId{5}, &new_value));
  test::RunAll(executor());
  EXPECT_EQ(old_value, 7U);
  EXPECT_EQ(new_value, 1009U);
  EXPECT_EQ(pool.free_frames(), 14U);
  const auto account = through_snapshot.AccountAt(executor().Now());
  const auto waited = account.waits[static_cast<size_t>(WaitType::kFcbReplicaRead)];
  EXPECT_EQ(waited.tasks, 1U);
  EXPECT_EQ(account.cpu + waited.total, 5 * kMillisecond) << "it asks for the I/O, then meets it";
  const auto none =
      of_source.AccountAt(executor().Now()).waits[static_cast<size_t>(WaitType::kFcbReplicaRead)];
  EXPECT_EQ(none.tasks, 0U);
}

runtime::Task<void> ChangeThrough(Snapshot& snapshot, runtime::Worker& worker, Status& status) {
  co_await worker.Start();
  Buffer image(page::kPageSize);
  const page::ConstPageSpan span(image.span().data(), page::kPageSize);
  status = co_await snapshot.Push(worker, Page(9), span);
  co_await worker.End();
}

TEST_F(SnapshotTest, AChangeThroughACompleteSnapshotIsRefused) {
  Copy(9, 7);
  snapshot_->set_state(snapshot::State::kOnline);
  EXPECT_TRUE(snapshot_->NeedsPush(Page(9))) << "every change comes to the hook";
  EXPECT_TRUE(snapshot_->NeedsPush(Page(10)));
  runtime::CpuModel cpu(executor(), 1);
  runtime::Worker worker(cpu, nullptr, "spid51");
  Status status;
  test::RunTask(executor(), ChangeThrough(*snapshot_, worker, status));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message,
            "Msg 3906, Level 16, State 1: Failed to update database \"snap\" because the database "
            "is read-only.");
}

TEST_F(SnapshotTest, AReadWaitsForThePushAndThenReadsTheSparseFile) {
  const TimeNs start = executor().Now();
  executor().Spawn("push", HoldPage(executor(), *snapshot_, Page(9), start + 5 * kMillisecond));
  Buffer bytes(page::kPageSize);
  const page::PageSpan span(bytes.span().data(), page::kPageSize);
  EXPECT_TRUE(test::Get(executor(), snapshot_->ReadPage(Page(9), span)).ok());
  EXPECT_GE(executor().Now(), start + 5 * kMillisecond);
  EXPECT_EQ(snapshot_->gate().size(), 0U);
}

}  // namespace
}  // namespace snapscope
