#include <algorithm>

#include "test/buffer/leaf_pages.h"

namespace snapscope::buffer::buffer_pool_test {
namespace {

class BufferPoolTest : public LeafPagesFixture {};

TEST_F(BufferPoolTest, EvictionSkipsPinnedFrames) {
  Make(16);
  pool_->Start();
  Run(PinWhileOthersAreRead(3, 10, 100));
  const uint64_t reads = store_->reads;
  Run(ReadMany(10, 10));
  EXPECT_EQ(store_->reads, reads + 1) << "a page long ago evicted is read again";
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(BufferPoolTest, ACachedPageIsNotReadAgain) {
  Make(64);
  Run(ReadMany(1, 20));
  Run(ReadMany(1, 20));
  EXPECT_EQ(store_->reads, 20u);
}

TEST_F(BufferPoolTest, DirtyPagesAreWrittenBeforeTheirFramesAreReused) {
  Make(64);
  pool_->Start();
  Run(ChangeMany(1, 50, 1000, Lsn{5}));
  EXPECT_EQ(pool_->dirty_count(kSource), 50u);
  Run(ReadMany(100, 300));
  Run(ExpectValues(1, 50, 1000));
  EXPECT_GT(store_->writes.size(), 0u);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(BufferPoolTest, TheLazyWriterFreesWhatItWrites) {
  Make(256, 4);
  pool_->Start();
  Run(ChangeMany(1, 256, 0, Lsn{5}));
  Run(ReadMany(1000, 1000));
  size_t written = 0;
  for (const MemoryStore::Write& write : store_->writes) written += write.pages;
  EXPECT_GE(pool_->free_frames(), 8u);
  EXPECT_LE(written, 100u) << "far more than what was short";
}

TEST_F(BufferPoolTest, EveryPageChangedConcurrentlyKeepsItsValue) {
  Make(32);
  pool_->Start();
  for (uint32_t round = 0; round < 5; ++round) {
    for (uint32_t reader = 0; reader < 20; ++reader) {
      executor_.Spawn("hold", Hold(1 + (reader * 13 + round) % 90, LatchMode::kShared,
                                   executor_.Now(), 50 * kMicrosecond * reader));
    }
    Run(ChangeMany(1, 90, round * 1000, Lsn{round + 1}));
  }
  Run(ExpectValues(1, 90, 4000));
  EXPECT_EQ(held_at_.size(), 100u);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(BufferPoolTest, WaitsForALatchAreBilledByMode) {
  Make(64);
  Run(ReadMany(1, 3));
  const TimeNs now = executor_.Now();
  for (uint32_t number = 1; number <= 3; ++number) {
    executor_.Spawn("ex", Hold(number, LatchMode::kExclusive, now, kMillisecond));
  }
  executor_.Spawn("sh", Hold(1, LatchMode::kShared, now + 1, 0));
  executor_.Spawn("up", Hold(2, LatchMode::kUpdate, now + 1, 0));
  executor_.Spawn("ex", Hold(3, LatchMode::kExclusive, now + 1, 0));
  executor_.Run();
  for (const WaitType type :
       {WaitType::kPagelatchSh, WaitType::kPagelatchUp, WaitType::kPagelatchEx}) {
    EXPECT_EQ(Waits(type).tasks, 1u);
    EXPECT_GE(Waits(type).total, kMillisecond - 1);
    EXPECT_LT(Waits(type).total, 2 * kMillisecond);
  }
  EXPECT_EQ(Waits(WaitType::kPageiolatchEx).tasks, 0u);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(BufferPoolTest, ReadersShareALatchWithoutWaiting) {
  Make(64);
  Run(ReadMany(1, 1));
  executor_.Spawn("sh", Hold(1, LatchMode::kShared, 0, kMillisecond));
  executor_.Spawn("up", Hold(1, LatchMode::kUpdate, 0, kMillisecond));
  executor_.Spawn("sh", Hold(1, LatchMode::kShared, 0, kMillisecond));
  executor_.Run();
  EXPECT_EQ(Waits(WaitType::kPagelatchSh).tasks, 0u);
  EXPECT_EQ(Waits(WaitType::kPagelatchUp).tasks, 0u);
}

TEST_F(BufferPoolTest, ReadingAPageIsBilledToTheReaderAndToWhoWaitsForIt) {
  Make(64);
  executor_.Spawn("first", Hold(1, LatchMode::kShared, 0, 0));
  executor_.Spawn("second", Hold(1, LatchMode::kExclusive, 1, 0));
  executor_.Run();
  EXPECT_EQ(store_->reads, 1u);
  EXPECT_EQ(Waits(WaitType::kPageiolatchSh).tasks, 1u);
  EXPECT_EQ(Waits(WaitType::kPageiolatchSh).total, store_->read_time);
  EXPECT_EQ(Waits(WaitType::kPageiolatchEx).tasks, 1u);
  EXPECT_EQ(Waits(WaitType::kPagelatchEx).tasks, 0u);
}

TEST_F(BufferPoolTest, WritersWaitForAPageBeingWrittenAndReadersDoNot) {
  Make(64);
  Run(ChangeMany(1, 1, 50, Lsn{5}));
  const TimeNs start = executor_.Now();
  const uint64_t reads_billed = Waits(WaitType::kPageiolatchSh).tasks;
  const uint64_t writes_billed = Waits(WaitType::kPageiolatchEx).tasks;
  executor_.Spawn("reader", Hold(1, LatchMode::kShared, start + 10, 0));
  executor_.Spawn("writer", Hold(1, LatchMode::kExclusive, start + 20, 0));
  EXPECT_EQ(Write(1), 1u);
  ASSERT_EQ(held_at_.size(), 2u);
  EXPECT_EQ(held_at_[0], start + 10);
  EXPECT_EQ(held_at_[1], start + store_->write_time);
  EXPECT_EQ(Waits(WaitType::kPageiolatchSh).tasks, reads_billed);
  EXPECT_EQ(Waits(WaitType::kPageiolatchEx).tasks, writes_billed + 1);
}

TEST_F(BufferPoolTest, AGatherWriteTakesDirtyNeighboursUpToTheCap) {
  Make(128, 8);
  Run(ChangeMany(10, 40, 0, Lsn{5}));
  EXPECT_EQ(Write(20), 8u);
  ASSERT_EQ(store_->writes.size(), 1u);
  EXPECT_LE(store_->writes[0].first.number(), 20u);
  EXPECT_GT(store_->writes[0].first.number() + 8, 20u);
  EXPECT_EQ(pool_->dirty_count(kSource), 23u);
  EXPECT_EQ(Write(20), 0u) << "it is clean now";
}

TEST_F(BufferPoolTest, AGatherWriteStopsAtCleanAndLatchedPages) {
  Make(128);
  Run(ChangeMany(10, 20, 0, Lsn{5}));
  Run(ReadMany(21, 21));
  Run(ChangeMany(22, 25, 0, Lsn{5}));
  executor_.Spawn("holder", Hold(13, LatchMode::kExclusive, executor_.Now(), kMillisecond));
  EXPECT_EQ(Write(16), 7u) << "14 to 20";
  ASSERT_EQ(store_->writes.size(), 1u);
  EXPECT_EQ(store_->writes[0].first, Page(14));
  EXPECT_EQ(Write(23), 4u) << "22 to 25";
  EXPECT_EQ(Write(11), 4u) << "10 to 13, no longer latched";
  EXPECT_EQ(pool_->dirty_count(kSource), 0u);
  for (const auto& [id, bytes] : store_->pages) EXPECT_TRUE(page::VerifyPage(bytes, id).ok());
}

TEST_F(BufferPoolTest, RecoveryLsnIsThatOfTheFirstChangeSinceThePageWasClean) {
  Make(64);
  EXPECT_FALSE(pool_->OldestDirty(kSource).has_value());
  Run(ChangeMany(1, 1, 0, Lsn{50}));
  Run(ChangeMany(2, 2, 0, Lsn{60}));
  Run(ChangeMany(1, 1, 1, Lsn{70}));
  EXPECT_EQ(pool_->OldestDirty(kSource), Lsn{50});
  EXPECT_EQ(pool_->DirtyPages(kSource, Lsn{50}), std::vector<PageId>{});
  EXPECT_EQ(pool_->DirtyPages(kSource, Lsn{51}), std::vector<PageId>{Page(1)});
  EXPECT_EQ(pool_->DirtyPages(kSource, Lsn{100}), (std::vector<PageId>{Page(1), Page(2)}));
  EXPECT_EQ(pool_->DirtySince(kSource, Lsn{50}), 2u);
  EXPECT_EQ(pool_->DirtySince(kSource, Lsn{51}), 1u);
  EXPECT_EQ(Write(1), 2u);
  EXPECT_FALSE(pool_->OldestDirty(kSource).has_value());
  EXPECT_EQ(pool_->dirty_count(kSource), 0u);
  Run(ChangeMany(1, 1, 2, Lsn{80}));
  EXPECT_EQ(pool_->OldestDirty(kSource), Lsn{80});
}

TEST_F(BufferPoolTest, AFailedWriteLeavesThePageDirty) {
  Make(64);
  Run(ChangeMany(1, 3, 0, Lsn{50}));
  store_->fail_writes = true;
  size_t pages = 0;
  Status status;
  Run(WriteOne(2, WriteReason::kCheckpoint, &pages, &status));
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(pool_->dirty_count(kSource), 3u);
  EXPECT_EQ(pool_->OldestDirty(kSource), Lsn{50});
  EXPECT_EQ(pool_->pins(), 0u);
  store_->fail_writes = false;
  EXPECT_EQ(Write(2), 3u);
}

class FailedWritesTest : public BufferPoolTest {
 protected:
  /// Changes pages until the frames are used up; what the page after them ended with.
  Task<void> ChangeUntilRefused() {
    store_->fail_writes = true;
    for (uint32_t number = 1; number <= kFrames; ++number)
      co_await ChangeMany(number, number, 0, Lsn{5});
    const auto refused =
        co_await pool_->Fetch(worker_, kSource, Page(kFrames + 1), LatchMode::kShared);
    if (!refused.ok()) refusal_ = refused.error().message;
    executor_.Stop();
  }

  static constexpr uint32_t kFrames = 16;
  std::string refusal_;
};

TEST_F(FailedWritesTest, WhoNeedsAFrameThatOnlyTheyCouldFreeIsTold) {
  Make(kFrames);
  pool_->Start();
  Run(ChangeUntilRefused());
  EXPECT_EQ(refusal_, "injected write error");
  EXPECT_EQ(pool_->dirty_count(kSource), uint64_t{kFrames});
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(FailedWritesTest, OneThatSucceedsLetsFramesBeFreedAgain) {
  Make(kFrames);
  pool_->Start();
  Run(ChangeUntilRefused());
  store_->fail_writes = false;
  EXPECT_GT(Write(1), 0U);
  Run(ReadMany(kFrames + 1, kFrames + 3));
  EXPECT_EQ(pool_->pins(), 0u);
}

// --- Before the first change ---------------------------------------------------------------------

class FirstWriteTest : public BufferPoolTest {
 protected:
  Task<void> FailingChange(uint32_t number) {
    PageGuard guard = co_await MustFetch(worker_, number, LatchMode::kExclusive);
    const PageImage before = ImageIn(guard);
    const auto changed = co_await pool_->Change(worker_, guard, UpdateTo(guard, 4711), Lsn{5});
    EXPECT_FALSE(changed.ok());
    EXPECT_EQ(ImageIn(guard), before);
  }
  static PageImage ImageIn(const PageGuard& guard) {
    PageImage image;
    std::copy(guard.view().bytes().begin(), guard.view().bytes().end(), image.begin());
    return image;
  }
  static int64_t ValueIn(PageImage image) { return page::PeekRow(PageView(image).row_at(0)).value; }
  Task<void> FormatPage(uint32_t number, bool armed_meanwhile = false) {
    auto fetched = co_await pool_->FetchForFormat(worker_, kSource, Page(number));
    EXPECT_TRUE(fetched.ok());
    if (!fetched.ok()) co_return;
    PageGuard guard = std::move(fetched).value();
    if (armed_meanwhile) store_->armed = true;
    PageImage bytes;
    LeafWithOneRow(Page(number), bytes);
    page::LogRecord record;
    record.type = RecordType::kFormatPage;
    record.index = kIndex;
    record.page = guard.id();
    record.after = page::ImageOf(PageView(bytes));
    const auto changed = co_await pool_->Change(worker_, guard, std::move(record), Lsn{5});
    EXPECT_TRUE(changed.ok());
    EXPECT_EQ(ValueOn(guard), number);
  }
  Task<void> TakeAndGiveBack(uint32_t number) {
    const auto fetched = co_await pool_->FetchForFormat(worker_, kSource, Page(number));
    EXPECT_TRUE(fetched.ok());
    EXPECT_FALSE(pool_->Cached(kSource, Page(number))) << "nobody may take it for the page";
  }
  Task<void> TakeAndFailToFormat(uint32_t number) {
    auto fetched = co_await pool_->FetchForFormat(worker_, kSource, Page(number));
    EXPECT_TRUE(fetched.ok());
    if (!fetched.ok()) co_return;
    store_->armed = true;
    page::LogRecord record;
    record.type = RecordType::kFormatPage;
    record.index = kIndex;
    record.page = Page(number);
    const auto changed = co_await pool_->Change(worker_, *fetched, std::move(record), Lsn{5});
    EXPECT_FALSE(changed.ok());
  }
};

TEST_F(FirstWriteTest, NothingIsPushedForAChangeThatMayNotBe) {
  Make(64);
  store_->armed = store_->read_only = true;
  Run(FailingChange(1));
  EXPECT_TRUE(store_->pushed.empty());
}

TEST_F(FirstWriteTest, OnlyTheFirstChangePushesAndItPushesThePreImage) {
  Make(64);
  store_->armed = true;
  Run(ChangeMany(1, 1, 1000, Lsn{5}));
  Run(ChangeMany(1, 1, 2000, Lsn{6}));
  ASSERT_EQ(store_->pushed.size(), 1u);
  EXPECT_EQ(ValueIn(store_->pushed[Page(1)]), 1);
  Run(ExpectValues(1, 1, 2000));
}

TEST_F(FirstWriteTest, PushesUntilNoSnapshotLacksThePage) {
  Make(64);
  store_->armed = true;
  store_->push_always = 3;  // as if a snapshot were armed during each push
  Run(ChangeMany(1, 1, 1000, Lsn{5}));
  EXPECT_EQ(store_->push_always, 0u);
  EXPECT_FALSE(store_->NeedsPush(Page(1)));
  Run(ExpectValues(1, 1, 1000));
}

TEST_F(FirstWriteTest, AFailedPushLeavesThePageUnchanged) {
  Make(64);
  store_->armed = true;
  store_->pushes_until_error = 0;
  Run(FailingChange(1));
  EXPECT_EQ(pool_->dirty_count(kSource), 0u);
  EXPECT_EQ(pool_->pins(), 0u);
  Run(ExpectValues(1, 1, 0));
}

TEST_F(FirstWriteTest, AFormattedPageIsNotReadUnlessASnapshotLacksIt) {
  Make(64);
  Run(FormatPage(1));
  EXPECT_EQ(store_->reads, 0u);
  store_->armed = true;
  Run(FormatPage(2));
  EXPECT_EQ(store_->reads, 1u);
  EXPECT_EQ(ValueIn(store_->pushed[Page(2)]), 2);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(FirstWriteTest, ASnapshotArmedAfterAPageWasTakenToBeFormattedGetsWhatItWas) {
  Make(64);
  Run(FormatPage(3, /*armed_meanwhile=*/true));
  EXPECT_EQ(store_->reads, 1u);
  EXPECT_EQ(ValueIn(store_->pushed[Page(3)]), 3);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(FirstWriteTest, APageThatIsToBeFormattedAndCannotBeReadIsNotPushed) {
  Make(64);
  store_->failing_reads.insert(Page(3));
  Run(TakeAndFailToFormat(3));
  EXPECT_TRUE(store_->pushed.empty());
  EXPECT_EQ(pool_->dirty_count(kSource), 0u);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(FirstWriteTest, AFrameThatWasNotFormattedIsForgotten) {
  Make(64);
  Run(TakeAndGiveBack(3));
  EXPECT_FALSE(pool_->Cached(kSource, Page(3)));
  EXPECT_EQ(pool_->free_frames(), 64u);
  Run(ExpectValues(3, 1, 0));
}

// --- Errors and read-ahead ----------------------------------------------------------------------

class ReadErrorTest : public BufferPoolTest {
 protected:
  Task<void> FailToFetch(uint32_t number, TimeNs start, ErrorCode* code) {
    co_await executor_.SleepUntil(start);
    Worker worker(cpu_, &telemetry_, "reader");
    co_await worker.Start();
    const auto fetched =
        co_await pool_->Fetch(worker, kSource, Page(number), LatchMode::kExclusive);
    EXPECT_FALSE(fetched.ok());
    if (!fetched.ok()) *code = fetched.error().code;
    co_await worker.End();
  }
};

TEST_F(ReadErrorTest, GoesToEverybodyWhoWantedThePage) {
  Make(16);
  store_->failing_reads.insert(Page(1));
  ErrorCode first{};
  ErrorCode second{};
  executor_.Spawn("first", FailToFetch(1, 0, &first));
  executor_.Spawn("second", FailToFetch(1, 1, &second));
  executor_.Run();
  EXPECT_EQ(first, ErrorCode::kIo);
  EXPECT_EQ(second, ErrorCode::kIo);
  EXPECT_EQ(pool_->pins(), 0u);
  EXPECT_EQ(pool_->free_frames(), 16u);
  store_->failing_reads.clear();
  Run(ReadMany(1, 1));
}

TEST_F(ReadErrorTest, ADamagedPageIsNotServed) {
  Make(16);
  LeafWithOneRow(Page(1), store_->pages[Page(1)]);
  store_->pages[Page(1)][5000] ^= std::byte{1};
  ErrorCode code{};
  Run(FailToFetch(1, 0, &code));
  EXPECT_EQ(code, ErrorCode::kCorruptPage);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(ReadErrorTest, ReadAheadKeepsItToItself) {
  Make(16);
  store_->failing_reads.insert(Page(1));
  pool_->Prefetch(worker_, kSource, Page(1));
  executor_.Run();
  EXPECT_EQ(pool_->free_frames(), 16u);
  ErrorCode code{};
  Run(FailToFetch(1, 0, &code));
  EXPECT_EQ(code, ErrorCode::kIo);
}

TEST_F(BufferPoolTest, ReadAheadSavesTheReaderTheRead) {
  Make(64);
  for (uint32_t number = 1; number <= 10; ++number) pool_->Prefetch(worker_, kSource, Page(number));
  pool_->Prefetch(worker_, kSource, Page(1));
  executor_.Run();
  EXPECT_EQ(store_->reads, 10u);
  EXPECT_EQ(pool_->pins(), 0u);
  Run(ExpectValues(1, 10, 0));
  EXPECT_EQ(store_->reads, 10u);
  EXPECT_EQ(Waits(WaitType::kPageiolatchSh).tasks, 0u);
}

TEST_F(BufferPoolTest, ReadAheadGivesUpWhenNoFrameIsFree) {
  Make(16);
  for (uint32_t number = 1; number <= 16; ++number) {
    executor_.Spawn("holder", Hold(number, LatchMode::kShared, 0, kSecond));
  }
  executor_.Spawn("prefetch", PrefetchAt(99, kMillisecond));
  executor_.Run();
  EXPECT_EQ(store_->reads, 16u);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(BufferPoolTest, WhoFindsNoFrameWaitsUntilOneIsUnpinned) {
  Make(16);
  pool_->Start();
  for (uint32_t number = 1; number <= 16; ++number) {
    executor_.Spawn("holder", Hold(number, LatchMode::kShared, 0, 10 * kMillisecond));
  }
  executor_.Spawn("late", Hold(50, LatchMode::kShared, kMillisecond, 0));
  executor_.Run();
  EXPECT_EQ(held_at_.size(), 17u);
  EXPECT_GE(held_at_.back(), 10 * kMillisecond);
  EXPECT_GT(Waits(WaitType::kSleepBufferpoolHelplw).total, 5 * kMillisecond);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(BufferPoolTest, DetachDropsThePagesOfOneDatabaseOnly) {
  Make(64);
  MemoryStore other(executor_, LeafWithOneRow);
  pool_->Attach(DbId{6}, other);
  Run(ReadMany(1, 5));
  pool_->Prefetch(worker_, DbId{6}, Page(1));
  executor_.Run();
  EXPECT_EQ(other.reads, 1u) << "the same page of another database has a frame of its own";
  EXPECT_EQ(pool_->free_frames(), 58u);
  Run(pool_->Detach(worker_, DbId{6}));
  EXPECT_EQ(pool_->free_frames(), 59u);
  Run(ExpectValues(1, 5, 0));
  EXPECT_EQ(store_->reads, 5u);
}

}  // namespace
}  // namespace snapscope::buffer::buffer_pool_test
