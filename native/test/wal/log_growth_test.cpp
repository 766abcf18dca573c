// A log that grows: what is new is written with zeros first, in steps, each durable before the
// next.
#include <algorithm>

#include <gtest/gtest.h>

#include "base/aligned_buffer.h"
#include "test/wal/log_fixture.h"

namespace snapscope::wal::log_growth_test {
namespace {

constexpr uint64_t kMiB = 1 << 20;
constexpr uint64_t kSmall = kMiB / 2;
/// Not a multiple of a step: the last one is shorter.
constexpr uint64_t kWhole = kHeaderBytes + 3 * kMiB + kMiB / 4;
constexpr uint32_t kVlfs = 4;

constexpr TimeNs kWrite = 3 * kMillisecond;

/// Each write takes as long, wherever it lies.
sim::DeviceOptions SteadyDevice() {
  sim::DeviceOptions device;
  device.write_service = kWrite;
  device.sequential_write_service = kWrite;
  device.files.submit_cost = 0;
  return device;
}

struct LogGrowthTest : testing::Test {
  sim::Disk disk{1};
  Engine engine{disk, 1, SteadyDevice()};

  /// A log of half a MiB at the begin of a file that is full of something else behind it.
  void CreateInAUsedFile() {
    ASSERT_TRUE(engine.Create(kWhole, {.vlf_count = 2, .bytes = kSmall}).ok());
    engine.Run(FillBehind(&engine));
  }

  static Task<void> FillBehind(Engine* engine) {
    AlignedBuffer other(kMiB / 4);
    std::ranges::fill(other.span(), std::byte{0xA5});
    for (uint64_t at = kHeaderBytes + kSmall; at < kWhole; at += other.span().size()) {
      std::vector<ConstByteSpan> buffers{other.span()};
      EXPECT_TRUE((co_await engine->file->WriteDurable(at, std::move(buffers))).ok());
    }
  }

  /// How many bytes of the file in [from, to) are not zero.
  uint64_t NotZero(uint64_t from, uint64_t to) {
    AlignedBuffer bytes(to - from);
    EXPECT_TRUE(engine.file->ReadNow(from, bytes.span()).ok());
    return static_cast<uint64_t>(
        std::ranges::count_if(bytes.span(), [](std::byte byte) { return byte != std::byte{0}; }));
  }

  void Grow(Worker& worker) { engine.Run(GrowTask(&engine, &worker)); }
  static Task<void> GrowTask(Engine* engine, Worker* worker) {
    co_await worker->Start();
    EXPECT_TRUE((co_await engine->log->Grow(*worker, kVlfs)).ok());
    co_await worker->End();
  }
};

TEST_F(LogGrowthTest, WritesZerosOverAllThatIsNewAndNothingElse) {
  CreateInAUsedFile();
  const uint64_t header = NotZero(0, kHeaderBytes);
  ASSERT_EQ(NotZero(kHeaderBytes + kSmall, kWhole), kWhole - kHeaderBytes - kSmall);
  const storage::FileStatistics before = engine.file->statistics();
  Worker worker(engine.cpu, nullptr, "spid9s");
  Grow(worker);
  const storage::FileStatistics& after = engine.file->statistics();
  EXPECT_EQ(engine.log->capacity_bytes(), kWhole - kHeaderBytes);
  EXPECT_EQ(NotZero(kHeaderBytes, kWhole), 0U);
  EXPECT_GT(header, 0U);
  EXPECT_EQ(after.writes - before.writes, 3U + 1U) << "2.75 MiB in steps of 1 MiB, and the header";
  EXPECT_EQ(after.bytes_written - before.bytes_written,
            kWhole - kHeaderBytes - kSmall + kUnitBytes);
  EXPECT_EQ(after.reads, before.reads);
}

TEST_F(LogGrowthTest, IsBilledForTheZerosOneStepAfterTheOther) {
  CreateInAUsedFile();
  Worker worker(engine.cpu, nullptr, "spid9s");
  Grow(worker);
  const runtime::WorkerAccount account = worker.AccountAt(engine.executor.Now());
  const auto& zeros = account.waits[static_cast<size_t>(WaitType::kAsyncIoCompletion)];
  EXPECT_EQ(zeros.tasks, 1U);
  EXPECT_EQ(zeros.total, 3 * kWrite);
  const auto& header = account.waits[static_cast<size_t>(WaitType::kIoCompletion)];
  EXPECT_EQ(header.tasks, 1U);
  EXPECT_EQ(header.total, kWrite);
}

TEST_F(LogGrowthTest, WhatIsInUseAlreadyIsNotWrittenAgain) {
  CreateInAUsedFile();
  Worker first(engine.cpu, nullptr, "spid9s");
  Grow(first);
  const storage::FileStatistics before = engine.file->statistics();
  Worker again(engine.cpu, nullptr, "spid9s");
  Grow(again);
  EXPECT_EQ(engine.file->statistics().writes, before.writes);
}

TEST_F(LogGrowthTest, ALogThatHasGrownIsFoundWholeAgain) {
  CreateInAUsedFile();
  Worker worker(engine.cpu, nullptr, "spid9s");
  Grow(worker);
  std::vector<Appended> appended;
  // More than what there was before, so that blocks lie where the file had something else.
  engine.Run(AppendAndFlush, std::vector<uint32_t>(300, 4'000), &appended);
  Engine after(disk, 2);
  ASSERT_TRUE(after.Open().ok());
  EXPECT_EQ(after.log->capacity_bytes(), kWhole - kHeaderBytes);
  after.Run(ExpectRecords, appended.front().lsn, after.log->end_lsn(), appended);
}

}  // namespace
}  // namespace snapscope::wal::log_growth_test
