// A log that grows on this machine's files: what is new is zeros on disk, whatever was there
// before.
#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

#include "base/aligned_buffer.h"
#include "runtime/cpu.h"
#include "telemetry/telemetry.h"
#include "test/os/real_machine.h"
#include "wal/format.h"
#include "wal/log.h"

namespace snapscope::test::log_growth_test {
namespace {

constexpr uint64_t kSmall = 512 * 1024;
/// Not a multiple of a step of 1 MiB.
constexpr uint64_t kWhole = wal::kHeaderBytes + 2 * kSmall + kSmall / 2;

uint64_t NotZero(File& file, uint64_t from) {
  Buffer bytes(file.size() - from);
  EXPECT_TRUE(file.ReadNow(from, bytes.span()).ok());
  return static_cast<uint64_t>(
      std::ranges::count_if(bytes.span(), [](std::byte byte) { return byte != std::byte{0}; }));
}

runtime::Task<void> CreateAndGrow(runtime::CpuModel& cpu, telemetry::Telemetry& telemetry,
                                  File& file) {
  runtime::Worker worker(cpu, nullptr, "spid9s");
  co_await worker.Start();
  auto log =
      co_await wal::Log::Create(worker, file, cpu, telemetry, {.vlf_count = 2, .bytes = kSmall});
  EXPECT_TRUE(log.ok());
  if (!log.ok()) co_return;
  EXPECT_TRUE((co_await (*log)->Grow(worker, 4)).ok());
  EXPECT_EQ((*log)->capacity_bytes(), kWhole - wal::kHeaderBytes);
  co_await worker.End();
}

TEST(LogGrowthOnRealFiles, WritesZerosOverWhatWasThere) {
  RealMachine machine;
  const std::unique_ptr<File> file = Create(machine, {.size = kWhole}, "log.ldf");
  Buffer other(kWhole - wal::kHeaderBytes, 0xA5);
  ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(wal::kHeaderBytes, other.list())).ok());
  ASSERT_EQ(NotZero(*file, wal::kHeaderBytes), kWhole - wal::kHeaderBytes);
  const storage::FileStatistics before = file->statistics();
  runtime::CpuModel cpu(machine.executor(), 1);
  telemetry::Telemetry telemetry(machine.executor(), {}, [](std::vector<std::byte>) {});
  RunTask(machine.executor(), CreateAndGrow(cpu, telemetry, *file));
  EXPECT_EQ(NotZero(*file, wal::kHeaderBytes + kSmall), 0U);
  EXPECT_EQ(file->statistics().writes - before.writes, 3U) << "the header twice, and the zeros";
  EXPECT_EQ(file->statistics().bytes_written - before.bytes_written,
            kWhole - wal::kHeaderBytes - kSmall + 2 * wal::kUnitBytes);
  EXPECT_EQ(file->size(), kWhole);
  EXPECT_GE(file->SizeOnDisk().value(), kWhole);
}

}  // namespace
}  // namespace snapscope::test::log_growth_test
