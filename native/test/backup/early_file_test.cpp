// A media set of two files that the format's version 2 had, which was taken of real files: it is
// read as one that is written now. What follows the bytes that are kept here was zeros.
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backup/restore.h"
#include "base/aligned_buffer.h"
#include "sim/disk.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"
#include "telemetry/telemetry.h"

namespace snapscope::backup::early_file_test {
namespace {

constexpr uint64_t kSlots = 4;  ///< of each file
constexpr uint64_t kFileBytes = kHeaderBytes + kSlots * ChunkBytes(kUsualTransferBytes);

AlignedBuffer FileOf(uint32_t number) {
  std::ifstream file("native/test/backup/testdata/format_2." + std::to_string(number) + ".bak",
                     std::ios::binary);
  const std::string kept((std::istreambuf_iterator<char>(file)), {});
  EXPECT_FALSE(kept.empty()) << "from the folder of the project";
  AlignedBuffer whole(kFileBytes);
  std::ranges::copy(std::as_bytes(std::span(kept)), whole.span().begin());
  return whole;
}

Task<void> ReadBoth(runtime::Executor* executor, storage::Volume* volume, uint64_t bytes,
                    Result<BackupSet>* read) {
  runtime::CpuModel cpu(*executor, 1);
  Worker worker(cpu, nullptr, "reader");
  co_await worker.Start();
  MediaSet files;
  for (uint32_t number = 1; number <= 2; ++number) {
    AlignedBuffer content = FileOf(number);
    files.push_back({volume, "early." + std::to_string(number) + ".bak"});
    auto file = co_await volume->Create(files.back().path, {.size = bytes});
    std::vector<ConstByteSpan> buffers{content.span().first(bytes)};
    EXPECT_TRUE((co_await file.value()->WriteDurable(0, std::move(buffers))).ok());
  }
  *read = co_await Verify(worker, std::move(files), nullptr, /*with_checksum=*/true);
  co_await worker.End();
}

Result<BackupSet> Read(uint64_t bytes) {
  sim::Disk disk(1);
  sim::VirtualClock clock;
  runtime::Executor executor(clock);
  sim::SimVolume volume("Q", executor, disk, {.parallelism = 4}, 1);
  Result<BackupSet> read = Error{ErrorCode::kIo, "not read"};
  executor.Spawn("test", ReadBoth(&executor, &volume, bytes, &read));
  executor.Run();
  return read;
}

TEST(EarlyFile, OfVersion2IsRead) {
  const Result<BackupSet> set = Read(kFileBytes);
  ASSERT_TRUE(set.ok()) << set.error().message;
  EXPECT_EQ(set->version, kSlotsVersion);
  EXPECT_EQ(set->name, "early");
  EXPECT_EQ(set->files, 2);
  EXPECT_EQ(set->chunks, 2);
  EXPECT_GT(set->pages, 30);
}

TEST(EarlyFile, OfVersion2ThatIsCutOffIsRefused) {
  const Result<BackupSet> set = Read(kHeaderBytes + 64 * page::kPageSize);
  ASSERT_FALSE(set.ok());
  EXPECT_NE(set.error().message.find("(3203)"), std::string::npos) << set.error().message;
}

}  // namespace
}  // namespace snapscope::backup::early_file_test
