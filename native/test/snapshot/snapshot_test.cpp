// A snapshot by itself: what it reads, and how pushes, pulls and reads of one page wait for each
// other.
#include "snapshot/snapshot.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "runtime/cpu.h"
#include "snapshot/pre_image.h"
#include "telemetry/telemetry.h"
#include "test/snapshot/snapshot_fixture.h"

namespace snapscope::snapshot_test {
namespace {

using runtime::WaitType;
using snapshot::Snapshot;
using snapshot::SparseFile;
using test::Buffer;
using test::kPages;
using test::MakePage;
using test::Page;
using test::SnapshotTest;

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
  const SparseFile& file = snapshot_->files().Of(Page(8));
  EXPECT_EQ(file.region_bytes(), 65'536U);
  Copy(9, 1);
  EXPECT_EQ(file.region_bytes(), 65'536U);
  Copy(40, 1);
  EXPECT_EQ(file.region_bytes(), 131'072U);
  EXPECT_EQ(file.file().SizeOnDisk().value(), 131'072U);
  EXPECT_EQ(file.copied_pages(), 3U);
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
    test::ExpectFails(ErrorCode::kCorruptPage, read, "after the split");
  }
  EXPECT_EQ(Shown(*snapshot_, 10), 1010U);
}

TEST_F(SnapshotTest, ReadingFillsNothing) {
  for (uint32_t number = 1; number < kPages; ++number) {
    Buffer bytes(page::kPageSize);
    const page::PageSpan span(bytes.span().data(), page::kPageSize);
    ASSERT_TRUE(test::Get(executor(), snapshot_->ReadPage(Page(number), span)).ok());
  }
  EXPECT_EQ(snapshot_->files().copied_pages(), 0U);
  EXPECT_EQ(FileOf(Page(1)).statistics().writes, 0U);
  EXPECT_EQ(FileOf(Page(1)).SizeOnDisk().value(), 0U);
}

TEST_F(SnapshotTest, RegionsBeyondTheLimitAreRefusedThoseInUseStayWritable) {
  const storage::FilePlace place{&machine_.volume(), machine_.Path("limited.ss")};
  SparseFile limited(1, place, Create(place.path, kSparse), {.regions = 2, .os_error = 665});
  EXPECT_TRUE(limited.TakeRegions(8, 1).ok());
  EXPECT_TRUE(limited.TakeRegions(40, 1).ok());
  test::ExpectFails(ErrorCode::kFileLimit, limited.TakeRegions(48, 1));
  EXPECT_TRUE(limited.TakeRegions(15, 1).ok());
  EXPECT_FALSE(limited.TakeRegions(15, 2).ok());
}

TEST_F(SnapshotTest, NeighboursAmongPreImagesAreRunsUpToACap) {
  Buffer bytes(page::kPageSize);
  snapshot::PreImages images;
  for (const uint32_t number : {20U, 9U, 8U, 10U, 11U, 22U}) {
    MakePage(bytes.span(), Page(number), number);
    images.emplace(Page(number),
                   snapshot::PreImage::Of(page::ConstPageSpan(bytes.span().data(), page::kPageSize),
                                          page::PageForm::kFull, snapshot::PushCause::kWorkload));
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

TEST_F(SnapshotTest, ItsPagesMayChangeUntilItsRecoveryIsOver) {
  EXPECT_TRUE(snapshot_->MayChange().ok());
  snapshot_->life().Become(snapshot::State::kOnline);
  EXPECT_EQ(snapshot_->MayChange().error().message,
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
}  // namespace snapscope::snapshot_test
