// What every Volume must do alike. Included by the test of each implementation, which instantiates
// the suite with a function that makes its machine.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/storage/test_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test {

using runtime::Task;

/// Makes the machine under test; the name appears in the names of the tests.
struct MachineKind {
  const char* name;
  std::unique_ptr<VolumeMachine> (*make)();
};
inline void PrintTo(const MachineKind& kind, std::ostream* out) { *out << kind.name; }

class VolumeConformance : public testing::TestWithParam<MachineKind> {
 protected:
  runtime::Executor& executor() { return machine_->executor(); }
  Volume& volume() { return machine_->volume(); }

  std::unique_ptr<File> Create(const std::string& name, FileOptions options) {
    return std::move(Get(executor(), volume().Create(machine_->Path(name), options)).value());
  }
  std::unique_ptr<File> Reopen(std::unique_ptr<File> file, FileOptions options) {
    const std::string path = file->path();
    file.reset();
    return std::move(Get(executor(), volume().Open(path, options)).value());
  }
  void Write(File& file, uint64_t offset, Buffer& buffer) {
    const Status done = Get(executor(), file.WriteDurable(offset, buffer.list()));
    ASSERT_TRUE(done.ok()) << done.error().message;
  }
  void ExpectFilled(File& file, uint64_t offset, uint64_t length, uint8_t value) {
    Buffer read(length, 0xEE);
    const Status done = Get(executor(), file.Read(offset, read.span()));
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_TRUE(read.AllEqual(value)) << "at " << offset << ", first byte " << int{read[0]};
  }
  void ExpectOnDisk(File& file, uint64_t regions) {
    const uint64_t size = file.SizeOnDisk().value();
    EXPECT_GE(size, regions * kRegion);
    EXPECT_LE(size, regions * kRegion + machine_->MetadataAllowance());
  }

  std::unique_ptr<VolumeMachine> machine_ = GetParam().make();
};

TEST_P(VolumeConformance, ReadsBackWhatWasWritten) {
  auto file = Create("data", {.size = 1 << 20});
  Buffer written(3 * kPage);
  written.FillRandomly(7);
  Write(*file, 5 * kPage, written);
  Buffer read(3 * kPage);
  ASSERT_TRUE(Get(executor(), file->Read(5 * kPage, read.span())).ok());
  EXPECT_TRUE(read == written);
  Buffer now(3 * kPage);
  ASSERT_TRUE(file->ReadNow(5 * kPage, now.span()).ok());
  EXPECT_TRUE(now == written);
}

TEST_P(VolumeConformance, ReadsBackAfterReopening) {
  auto file = Create("data", {.size = 1 << 20});
  Buffer written(kPage, 0x5A);
  Write(*file, 0, written);
  file = Reopen(std::move(file), {});
  EXPECT_EQ(file->size(), 1U << 20);
  ExpectFilled(*file, 0, kPage, 0x5A);
  ExpectFilled(*file, kPage, kPage, 0);
}

TEST_P(VolumeConformance, ZeroedFilesReadAsZeros) {
  auto file = Create("log", {.size = 5 << 20, .zeroed = true});
  ExpectFilled(*file, 0, 1 << 20, 0);
  ExpectFilled(*file, 4 << 20, 1 << 20, 0);
  EXPECT_GE(file->SizeOnDisk().value(), 5U << 20);
}

TEST_P(VolumeConformance, SectorsAreTheUnitOfWriting) {
  auto file = Create("log", {.size = 1 << 20});
  Buffer page(kPage, 1);
  Write(*file, 0, page);
  Buffer sectors(3 * 512, 2);
  Write(*file, 7 * 512, sectors);
  ExpectFilled(*file, 0, 7 * 512, 1);
  ExpectFilled(*file, 7 * 512, 3 * 512, 2);
  ExpectFilled(*file, 10 * 512, 6 * 512, 1);
}

TEST_P(VolumeConformance, GathersBuffersInOrder) {
  auto file = Create("data", {.size = 1 << 20});
  Buffer first(kPage, 1), second(512, 2), third(2 * kPage, 3);
  std::vector<ConstByteSpan> buffers{first.span(), second.span(), third.span()};
  ASSERT_TRUE(Get(executor(), file->WriteDurable(512, buffers)).ok());
  ExpectFilled(*file, 512, kPage, 1);
  ExpectFilled(*file, 512 + kPage, 512, 2);
  ExpectFilled(*file, 1024 + kPage, 2 * kPage, 3);
}

TEST_P(VolumeConformance, WhatIsNotFlushedIsThereForWhoeverReads) {
  auto file = Create("backup", {.size = 1 << 20});
  ASSERT_TRUE(Get(executor(), file->Flush()).ok()) << "with nothing to flush";
  Buffer pages(2 * kPage, 6);
  ASSERT_TRUE(Get(executor(), file->WriteUnflushed(3 * kPage, pages.list())).ok());
  EXPECT_EQ(file->statistics().writes, 1U);
  EXPECT_EQ(file->statistics().bytes_written, 2 * kPage);
  ExpectFilled(*file, 3 * kPage, 2 * kPage, 6);
  ASSERT_TRUE(Get(executor(), file->Flush()).ok());
  EXPECT_EQ(file->statistics().writes, 1U);
  EXPECT_EQ(file->statistics().flushes, 1U);
  file = Reopen(std::move(file), {});
  ExpectFilled(*file, 3 * kPage, 2 * kPage, 6);
}

TEST_P(VolumeConformance, HolesReadAsZerosAndTakeNoSpace) {
  auto file = Create("sparse", {.size = 4 << 20, .sparse = true});
  ExpectOnDisk(*file, 0);
  EXPECT_TRUE(file->AllocatedRanges().value().empty());
  ExpectFilled(*file, 1 << 20, kPage, 0);
  ExpectOnDisk(*file, 0);
}

TEST_P(VolumeConformance, FirstWriteOfARegionAllocatesAllOfIt) {
  auto file = Create("sparse", {.size = 4 << 20, .sparse = true});
  Buffer page(kPage, 9);
  Write(*file, 3 * kRegion + 2 * kPage, page);
  ExpectOnDisk(*file, 1);
  Write(*file, 3 * kRegion, page);
  ExpectOnDisk(*file, 1);
  Write(*file, 20 * kRegion, page);
  ExpectOnDisk(*file, 2);
  // Never-written pages of an allocated region are zeros.
  ExpectFilled(*file, 3 * kRegion + kPage, kPage, 0);
  ExpectFilled(*file, 3 * kRegion + 2 * kPage, kPage, 9);
}

TEST_P(VolumeConformance, OneWriteMayAllocateTwoRegions) {
  auto file = Create("sparse", {.size = 4 << 20, .sparse = true});
  Buffer pages(2 * kPage, 4);
  Write(*file, 2 * kRegion - kPage, pages);
  ExpectOnDisk(*file, 2);
  ExpectFilled(*file, 2 * kRegion - kPage, 2 * kPage, 4);
}

TEST_P(VolumeConformance, LastRegionMayBeCutShortByTheEndOfTheFile) {
  auto file = Create("sparse", {.size = kRegion + 2 * kPage, .sparse = true});
  Buffer page(kPage, 4);
  Write(*file, kRegion + kPage, page);
  EXPECT_EQ(file->size(), kRegion + 2 * kPage);
  file = Reopen(std::move(file), {.size = kRegion + 2 * kPage, .sparse = true});
  ExpectOnDisk(*file, 1);
}

TEST_P(VolumeConformance, AllocatedRangesCoverWhatWasWritten) {
  auto file = Create("sparse", {.size = 8 << 20, .sparse = true});
  Buffer page(kPage, 1);
  const std::vector<uint64_t> written{0, 17, 18, 200, 1023};
  for (const uint64_t number : written) Write(*file, number * kPage, page);
  file = Reopen(std::move(file), {.size = 8 << 20, .sparse = true});
  const auto ranges = file->AllocatedRanges().value();
  uint64_t previous_end = 0;
  for (const auto& range : ranges) {
    EXPECT_GE(range.offset, previous_end);
    previous_end = range.offset + range.length;
  }
  for (const uint64_t number : written) {
    bool covered = false;
    for (const auto& range : ranges) {
      covered |=
          range.offset <= number * kPage && (number + 1) * kPage <= range.offset + range.length;
    }
    EXPECT_TRUE(covered) << "page " << number;
  }
  // Regions that were never touched are not reported.
  for (const auto& range : ranges) {
    for (uint64_t at = range.offset; at < range.offset + range.length; at += 512) {
      const uint64_t region = at / kRegion;
      EXPECT_TRUE(region == 0 || region == 2 || region == 25 || region == 127) << region;
    }
  }
}

TEST_P(VolumeConformance, CreatesNothingOverAnExistingFile) {
  auto file = Create("data", {.size = kPage});
  Buffer page(kPage, 3);
  Write(*file, 0, page);
  ExpectFails(ErrorCode::kRefused, Get(executor(), volume().Create(file->path(), {.size = kPage})),
              file->path());
  ExpectFilled(*file, 0, kPage, 3);
}

TEST_P(VolumeConformance, OpensOnlyWhatExistsWithTheSizeExpected) {
  const std::string missing = machine_->Path("missing");
  EXPECT_FALSE(volume().Exists(missing));
  ExpectFails(ErrorCode::kNotFound, Get(executor(), volume().Open(missing, {})));
  auto file = Create("data", {.size = 2 * kPage});
  ExpectFails(ErrorCode::kInvalid, Get(executor(), volume().Open(file->path(), {.size = kPage})));
}

TEST_P(VolumeConformance, RemovesFiles) {
  auto file = Create("data", {.size = kPage});
  const std::string path = file->path();
  EXPECT_TRUE(volume().Exists(path));
  file.reset();
  const TimeNs start = executor().Now();
  ASSERT_TRUE(Get(executor(), volume().Remove(path)).ok());
  EXPECT_GT(executor().Now(), start) << "a removal takes the folder's I/O";
  EXPECT_FALSE(volume().Exists(path));
  ExpectFails(ErrorCode::kNotFound, Get(executor(), volume().Remove(path)));
  ExpectFails(ErrorCode::kNotFound, volume().RemoveNow(path));
}

TEST_P(VolumeConformance, SeveralFilesMayBeCreatedAndRemovedAtOnce) {
  std::vector<std::unique_ptr<File>> files;
  for (const char* name : {"a", "b", "c"}) files.push_back(Create(name, {.size = kPage}));
  files.clear();
  const auto remove = [](Volume* from, std::string path, int* removed) -> Task<void> {
    if ((co_await from->Remove(path)).ok()) ++*removed;
  };
  const auto create = [](Volume* on, std::string path, int* created) -> Task<void> {
    if ((co_await on->Create(path, {.size = kPage})).ok()) ++*created;
  };
  int removed = 0;
  int created = 0;
  for (const char* name : {"a", "b", "c"}) {
    executor().Spawn("remove", remove(&volume(), machine_->Path(name), &removed));
  }
  for (const char* name : {"d", "e"}) {
    executor().Spawn("create", create(&volume(), machine_->Path(name), &created));
  }
  RunAll(executor());
  EXPECT_EQ(removed, 3);
  EXPECT_EQ(created, 2);
  for (const char* name : {"a", "b", "c"}) EXPECT_FALSE(volume().Exists(machine_->Path(name)));
  for (const char* name : {"d", "e"}) EXPECT_TRUE(volume().Exists(machine_->Path(name)));
}

TEST_P(VolumeConformance, ARemovedNameIsFree) {
  auto file = Create("data", {.size = kPage});
  Buffer page(kPage, 3);
  Write(*file, 0, page);
  file.reset();
  ASSERT_TRUE(Get(executor(), volume().Remove(machine_->Path("data"))).ok());
  file = Create("data", {.size = 2 * kPage});
  ExpectFilled(*file, 0, 2 * kPage, 0);
}

TEST_P(VolumeConformance, AFileThatIsRemovedServesWhoeverHasItOpen) {
  for (const bool sparse : {false, true}) {
    auto file = Create("data", {.size = 4 * kRegion, .sparse = sparse});
    const std::string path = file->path();
    Buffer first(kPage, 1), second(kPage, 2);
    Write(*file, 0, first);
    ASSERT_TRUE(Get(executor(), volume().Remove(path)).ok());
    ExpectFilled(*file, 0, kPage, 1);
    Write(*file, 2 * kRegion, second);
    ExpectFilled(*file, 2 * kRegion, kPage, 2);
    file.reset();
    EXPECT_FALSE(volume().Exists(path));
    ExpectFails(ErrorCode::kNotFound, Get(executor(), volume().Open(path, {})));
    file = Create("data", {.size = 4 * kRegion, .sparse = sparse});
    ExpectFilled(*file, 0, 4 * kRegion, 0);
    file.reset();
    ASSERT_TRUE(Get(executor(), volume().Remove(path)).ok());
  }
}

#ifdef _WIN32
// Before Windows 10 1809, on file systems but NTFS and under wine a file that is open keeps its
// name.
inline constexpr bool kRemovalMayLeaveTheName = true;
#else
inline constexpr bool kRemovalMayLeaveTheName = false;
#endif

TEST_P(VolumeConformance, AFileUnderTheNameOfARemovedOneThatIsOpenIsAnother) {
  auto removed = Create("data", {.size = 2 * kPage});
  const std::string path = removed->path();
  Buffer first(kPage, 1), second(kPage, 2), third(kPage, 3);
  Write(*removed, 0, first);
  ASSERT_TRUE(Get(executor(), volume().Remove(path)).ok());
  auto created = Get(executor(), volume().Create(path, {.size = 4 * kPage}));
  if (!created.ok() && kRemovalMayLeaveTheName) return;
  ASSERT_TRUE(created.ok()) << created.error().message;
  std::unique_ptr<File> file = std::move(created).value();
  ExpectFilled(*file, 0, 4 * kPage, 0);
  Write(*file, 0, second);
  Write(*removed, kPage, third);
  ExpectFilled(*removed, 0, kPage, 1);
  ExpectFilled(*file, 0, kPage, 2);
  ExpectFilled(*file, kPage, kPage, 0);
  removed.reset();
  file = Reopen(std::move(file), {.size = 4 * kPage});
  ExpectFilled(*file, 0, kPage, 2);
  ExpectFilled(*file, kPage, kPage, 0);
}

TEST_P(VolumeConformance, StatisticsAreThoseOfTheOperations) {
  auto file = Create("data", {.size = 1 << 20});
  Buffer page(kPage, 1), extent(8 * kPage, 2);
  Write(*file, 0, page);
  Write(*file, kPage, extent);
  ExpectFilled(*file, 0, kPage, 1);
  ExpectFilled(*file, kPage, 8 * kPage, 2);
  ExpectFilled(*file, 512, 512, 1);
  const storage::FileStatistics& statistics = file->statistics();
  EXPECT_EQ(statistics.writes, 2U);
  EXPECT_EQ(statistics.bytes_written, 9 * kPage);
  EXPECT_EQ(statistics.reads, 3U);
  EXPECT_EQ(statistics.bytes_read, 9 * kPage + 512);
  EXPECT_GT(statistics.io_stall_read, 0);
  EXPECT_GT(statistics.io_stall_write, 0);
  EXPECT_GT(statistics.flushes, 0U);
  Buffer now(kPage);
  ASSERT_TRUE(file->ReadNow(0, now.span()).ok());
  EXPECT_EQ(file->statistics().reads, 3U) << "ReadNow is outside the statistics";
}

TEST_P(VolumeConformance, DamageIsOnTheDiskAndNoStatisticKnowsOfIt) {
  auto file = Create("data", {.size = 1 << 20});
  Buffer page(kPage, 0x5A);
  Write(*file, kPage, page);
  Buffer garbage(kPage, 0xD5);
  ASSERT_TRUE(file->DamageNow(kPage, garbage.span()).ok());
  EXPECT_EQ(file->statistics().writes, 1U);
  ExpectFilled(*file, kPage, kPage, 0xD5);
  file = Reopen(std::move(file), {});
  ExpectFilled(*file, kPage, kPage, 0xD5);
  ExpectFilled(*file, 0, kPage, 0);
}

TEST_P(VolumeConformance, WritesCountOnceTheyAreDurable) {
  auto file = Create("data", {.size = 1 << 20});
  Buffer page(kPage, 1);
  const auto ticket = Get(executor(), file->Write(0, page.list())).value();
  EXPECT_EQ(file->statistics().writes, 0U);
  ASSERT_TRUE(Get(executor(), file->AwaitDurable(ticket)).ok());
  EXPECT_EQ(file->statistics().writes, 1U);
}

TEST_P(VolumeConformance, WrittenBytesAreReadBeforeTheyAreDurable) {
  auto file = Create("data", {.size = 1 << 20});
  Buffer old_page(kPage, 1), new_page(kPage, 2);
  Write(*file, 0, old_page);
  const auto ticket = Get(executor(), file->Write(0, new_page.list())).value();
  ExpectFilled(*file, 0, kPage, 2);
  ASSERT_TRUE(Get(executor(), file->AwaitDurable(ticket)).ok());
  ExpectFilled(*file, 0, kPage, 2);
}

TEST_P(VolumeConformance, LaterWriteWinsWhateverTheOrderOfWaits) {
  auto file = Create("data", {.size = 1 << 20});
  Buffer first(2 * kPage, 1), second(kPage, 2);
  const auto early = Get(executor(), file->Write(0, first.list())).value();
  const auto late = Get(executor(), file->Write(kPage / 2, second.list())).value();
  ASSERT_TRUE(Get(executor(), file->AwaitDurable(late)).ok());
  ASSERT_TRUE(Get(executor(), file->AwaitDurable(early)).ok());
  ExpectFilled(*file, 0, kPage / 2, 1);
  ExpectFilled(*file, kPage / 2, kPage, 2);
  ExpectFilled(*file, kPage / 2 + kPage, kPage / 2, 1);
}

TEST_P(VolumeConformance, BuffersMayBeReusedAfterTheCall) {
  auto file = Create("data", {.size = 1 << 20});
  Buffer page(kPage, 1);
  const auto ticket = Get(executor(), file->Write(0, page.list())).value();
  std::memset(page.span().data(), 0xFF, kPage);
  ASSERT_TRUE(Get(executor(), file->AwaitDurable(ticket)).ok());
  ExpectFilled(*file, 0, kPage, 1);
}

struct Load {
  File* file;
  uint64_t pages;
  uint64_t durable = 0;
  uint64_t mismatches = 0;
};

// Each worker owns the pages that are its number modulo 32, and knows what it wrote last.
inline Task<void> WriteAndReadPages(Load* load, uint64_t worker, uint64_t rounds) {
  Buffer page(kPage), read(kPage);
  for (uint64_t round = 0; round < rounds; ++round) {
    const uint64_t number = (worker + 32 * (Mix64(worker * 100 + round) % 100)) % load->pages;
    page.FillRandomly(worker * 1000 + round);
    const Result<WriteTicket> ticket = co_await load->file->Write(number * kPage, page.list());
    CHECK(ticket.ok(), "%s", ticket.error().message.c_str());
    const Status durable = co_await load->file->AwaitDurable(*ticket);
    CHECK(durable.ok(), "%s", durable.error().message.c_str());
    ++load->durable;
    const Status done = co_await load->file->Read(number * kPage, read.span());
    CHECK(done.ok(), "%s", done.error().message.c_str());
    if (!(read == page)) ++load->mismatches;
  }
}

TEST_P(VolumeConformance, ManyMayReadAndWriteAtOnce) {
  for (const bool sparse : {false, true}) {
    auto file = Create(sparse ? "sparse" : "data", {.size = 3200 * kPage, .sparse = sparse});
    Load load{.file = file.get(), .pages = 3200};
    for (uint64_t worker = 0; worker < 32; ++worker) {
      executor().Spawn("worker", WriteAndReadPages(&load, worker, 6));
    }
    RunAll(executor());
    EXPECT_EQ(load.durable, 192U);
    EXPECT_EQ(load.mismatches, 0U);
    EXPECT_EQ(file->statistics().writes, 192U);
    EXPECT_EQ(file->statistics().reads, 192U);
    EXPECT_EQ(file->statistics().bytes_written, 192 * kPage);
    EXPECT_LE(file->statistics().flushes, 192U);
  }
}

// Instantiated for the simulated machine only: a process that dies leaves real files behind, and
// what they check is done by File for all.
using VolumeConformanceDeathTest = VolumeConformance;

TEST_P(VolumeConformanceDeathTest, TicketsAreAwaitedOnce) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto file = Create("data", {.size = 1 << 20});
  Buffer page(kPage, 1);
  const auto ticket = Get(executor(), file->Write(0, page.list())).value();
  ASSERT_TRUE(Get(executor(), file->AwaitDurable(ticket)).ok());
  EXPECT_DEATH((void)Get(executor(), file->AwaitDurable(ticket)), "awaited before");
}

TEST_P(VolumeConformanceDeathTest, RefusesMisalignedAndOutlyingAccess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto file = Create("data", {.size = 2 * kPage});
  Buffer page(2 * kPage, 1);
  const ByteSpan span = page.span();
  EXPECT_DEATH((void)Get(executor(), file->Read(100, span.first(512))), "sector");
  EXPECT_DEATH((void)Get(executor(), file->Read(0, span.first(100))), "sectors");
  EXPECT_DEATH((void)Get(executor(), file->Read(0, span.subspan(8, 512))), "aligned");
  EXPECT_DEATH((void)Get(executor(), file->Read(kPage, span)), "past the end");
  EXPECT_DEATH((void)Get(executor(), file->Write(0, {})), "empty write");
}

}  // namespace snapscope::test
