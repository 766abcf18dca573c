// Keys come back in one ascending order, whatever the grant, and what it does not hold goes to the
// sort space in extents, is read once, and leaves nothing there.
#include "ops/entry_sort.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/aligned_buffer.h"
#include "base/rng.h"
#include "ops/tempdb.h"
#include "sim/disk.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"
#include "telemetry/telemetry.h"
#include "test/support/outcomes.h"

namespace snapscope::ops::entry_sort_test {
namespace {

constexpr uint64_t kMiB = 1024 * 1024;
constexpr char kPath[] = "T:\\MSSQL\\tempdb.mdf";

/// A server with tempdb, and one sort in it.
class SortTest : public ::testing::Test {
 protected:
  void MakeTempdb(uint64_t bytes) {
    tempdb_ = std::make_shared<Tempdb>(
        TempdbOptions{.place = {&volume_, kPath},
                      .bytes = bytes,
                      .form = page::PageForm::kFull,
                      .on_full = [this](const Worker&, uint64_t sort) { full_.push_back(sort); }});
  }

  /// Sorts pieces of a table of `count` keys; the order in which they come back.
  Result<std::vector<uint64_t>> Sort(uint64_t grant, size_t count) {
    Result<std::vector<uint64_t>> sorted = std::vector<uint64_t>();
    executor_.Spawn("sort", Run(*this, grant, count, sorted));
    executor_.Run();
    return sorted;
  }

  static std::vector<uint64_t> KeysOf(size_t count) {
    Rng random(7, "entry sort");
    std::vector<uint64_t> keys(count);
    for (uint64_t& key : keys) key = random.Next();
    return keys;
  }

  static std::vector<uint64_t> InOrder(size_t count) {
    std::vector<uint64_t> keys = KeysOf(count);
    std::ranges::sort(keys);
    return keys;
  }

  static Task<void> Run(SortTest& test, uint64_t grant, size_t count,
                        Result<std::vector<uint64_t>>& sorted) {
    Worker worker(test.cpu_, &test.telemetry_, "spid51");
    co_await worker.Start();
    {
      EntrySort sort({.memory_bytes = grant}, std::make_unique<TempdbSortSpace>(test.tempdb_));
      sorted = co_await SortAll(worker, sort, KeysOf(count));
      test.figures_ = sort.figures();
      test.comparisons_ = sort.comparisons();
      if (sorted.ok()) test.in_use_at_end_ = test.tempdb_->extents_in_use();
    }
    co_await worker.End();
    const runtime::WorkerAccount account = worker.AccountAt(worker.Now());
    TimeNs total = account.cpu + account.think;
    for (const runtime::WaitTotals& wait : account.waits) total += wait.total;
    EXPECT_EQ(total, account.elapsed);
  }

  static Task<Result<std::vector<uint64_t>>> SortAll(Worker& worker, EntrySort& sort,
                                                     std::vector<uint64_t> keys) {
    constexpr size_t kPiece = 700;
    for (size_t from = 0; from < keys.size(); from += kPiece) {
      const size_t to = std::min(from + kPiece, keys.size());
      std::vector<uint64_t> piece(keys.begin() + static_cast<ptrdiff_t>(from),
                                  keys.begin() + static_cast<ptrdiff_t>(to));
      CO_TRY(co_await sort.Add(worker, std::move(piece)));
    }
    std::vector<uint64_t> sorted;
    for (;;) {
      const auto some = co_await sort.Next(worker, 1 + sorted.size() % 997);
      CO_TRY(some);
      if (some.value().empty()) break;
      co_await worker.PayCpu();
      sorted.insert(sorted.end(), some.value().begin(), some.value().end());
    }
    co_return sorted;
  }

  storage::FileStatistics Io() const {
    return tempdb_->file() == nullptr ? storage::FileStatistics{} : tempdb_->file()->statistics();
  }
  runtime::WaitTotals IoCompletion() const {
    return telemetry_.waits()[static_cast<size_t>(runtime::WaitType::kIoCompletion)];
  }

  sim::VirtualClock clock_;
  runtime::Executor executor_{clock_};
  runtime::CpuModel cpu_{executor_, 1};
  telemetry::Telemetry telemetry_{executor_, {}, [](std::vector<std::byte>) {}};
  sim::Disk disk_{1};
  sim::SimVolume volume_{"T", executor_, disk_,
                         sim::DeviceOptions{.parallelism = 8,
                                            .read_service = 100 * kMicrosecond,
                                            .write_service = 100 * kMicrosecond},
                         1};
  std::shared_ptr<Tempdb> tempdb_;
  std::vector<uint64_t> full_;
  SortFigures figures_;
  uint32_t comparisons_ = 0;
  uint64_t in_use_at_end_ = 0;
};

TEST_F(SortTest, WhatFitsInTheGrantNeedsNoFile) {
  MakeTempdb(kMiB);
  for (const size_t count : {0U, 1U, 699U, 8'100U}) {
    const auto sorted = Sort(kLeastSortBytes, count);
    ASSERT_TRUE(sorted.ok());
    EXPECT_EQ(sorted.value(), InOrder(count));
    EXPECT_EQ(figures_.runs, 0U);
  }
  EXPECT_EQ(tempdb_->file(), nullptr);
  EXPECT_FALSE(disk_.Exists(kPath));
  EXPECT_EQ(IoCompletion().tasks, 0U);
}

TEST_F(SortTest, AKeyCostsTheLogarithmOfTheirNumber) {
  MakeTempdb(kMiB);
  ASSERT_TRUE(Sort(kLeastSortBytes, 8).ok());
  EXPECT_EQ(comparisons_, 4U);
}

// Two runs are all that the least grant merges at once; a mebibyte holds eight.
TEST_F(SortTest, RunsAreWrittenAndReadOnceAsFarAsTheyCanBeMergedAtOnce) {
  MakeTempdb(16 * kMiB);
  const size_t count = 60'000;
  const auto sorted = Sort(kMiB, count);
  ASSERT_TRUE(sorted.ok()) << sorted.error().message;
  EXPECT_EQ(sorted.value(), InOrder(count));
  EXPECT_EQ(figures_.runs, 2U);
  const storage::FileStatistics io = Io();
  EXPECT_EQ(io.writes, figures_.extents);
  EXPECT_EQ(io.reads, figures_.extents);
  EXPECT_EQ(io.bytes_read, io.bytes_written);
  EXPECT_GE(io.bytes_written, count * btree::kEntryBytes);
  EXPECT_LT(io.bytes_written, count * btree::kEntryBytes * 11 / 10);
  EXPECT_GT(IoCompletion().tasks, 0U);
  EXPECT_EQ(in_use_at_end_, 0U);
}

TEST_F(SortTest, MoreRunsAreMergedIntoFewerAndTheirRoomIsUsedAgain) {
  const size_t count = 60'000;
  const uint64_t one_copy = (count + kSortExtentKeys - 1) / kSortExtentKeys;
  // Each run has an extent that is not full; what is merged has its room again when it was read.
  MakeTempdb((one_copy + 8 + 20) * kSortExtentBytes);
  const auto sorted = Sort(kLeastSortBytes, count);
  ASSERT_TRUE(sorted.ok()) << sorted.error().message;
  EXPECT_EQ(sorted.value(), InOrder(count));
  EXPECT_EQ(figures_.runs, 8U + 6U);
  EXPECT_GT(figures_.extents, 2 * one_copy);
  EXPECT_EQ(Io().reads, figures_.extents);
  EXPECT_EQ(in_use_at_end_, 0U);
}

// The next extent of a run is on its way while one is merged: nobody waits for each of them.
TEST_F(SortTest, ReadsAhead) {
  MakeTempdb(16 * kMiB);
  ASSERT_TRUE(Sort(kMiB, 200'000).ok());
  EXPECT_EQ(figures_.runs, 7U);
  const uint64_t written_together = 16;
  EXPECT_LT(IoCompletion().tasks, figures_.extents / 2 + figures_.extents / written_together);
}

TEST_F(SortTest, AFullTempdbEndsItAndIsEmptyAfterwards) {
  MakeTempdb(kMiB);
  test::ExpectFails(ErrorCode::kDatabaseFull, Sort(kLeastSortBytes, 60'000),
                    "all 16 extents (1 MiB) are in use");
  EXPECT_EQ(full_, std::vector<uint64_t>{1});
  EXPECT_EQ(tempdb_->extents_in_use(), 0U);
  EXPECT_TRUE(Sort(kLeastSortBytes, 20'000).ok());
}

TEST_F(SortTest, AServersFirstSortMakesTheFileAnewOverWhatOneBeforeHasLeft) {
  MakeTempdb(kMiB);
  ASSERT_TRUE(Sort(kLeastSortBytes, 20'000).ok());
  MakeTempdb(2 * kMiB);
  EXPECT_EQ(tempdb_->file(), nullptr);
  ASSERT_TRUE(Sort(kLeastSortBytes, 20'000).ok());
  EXPECT_EQ(disk_.Find(kPath)->size, 2 * kMiB);
}

TEST_F(SortTest, ADamagedPageIsNeverMerged) {
  MakeTempdb(kMiB);
  ASSERT_TRUE(Sort(kLeastSortBytes, 20'000).ok());
  AlignedBuffer bytes(kSortExtentBytes);
  const SortExtent extent{tempdb_->file(), PageId::Of(1, 0), kSortExtentKeys};
  ASSERT_TRUE(tempdb_->file()->ReadNow(0, bytes.span()).ok());
  ASSERT_TRUE(SortedKeysIn(extent, page::PageForm::kFull, bytes.span()).ok());
  bytes.data()[3 * page::kPageSize + 200] ^= std::byte{1};
  test::ExpectFails(ErrorCode::kCorruptPage,
                    SortedKeysIn(extent, page::PageForm::kFull, bytes.span()));
}

TEST_F(SortTest, AFailedWriteIsItsError) {
  MakeTempdb(kMiB);
  disk_.Inject({.kind = storage::FaultKind::kError, .at_io = 6});
  test::ExpectFails(ErrorCode::kIo, Sort(kLeastSortBytes, 20'000));
}

}  // namespace
}  // namespace snapscope::ops::entry_sort_test
