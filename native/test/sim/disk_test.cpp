// The simulated disk: computed pages, regions, capacity and faults.
#include "sim/disk.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "test/storage/test_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test::disk_test {
namespace {

using sim::DeviceOptions;
using storage::FaultKind;

void FillWithPageNumber(uint64_t page, ByteSpan into) {
  for (size_t at = 0; at < into.size(); at += 8) Store<uint64_t>(into, at, page * 10'000 + at);
}

TEST(Disk, ComputesPagesThatWereNeverWritten) {
  SimMachine machine;
  machine.disk().SetBase(machine.Path("f"), FillWithPageNumber);
  auto file = Create(machine, {.size = uint64_t{1} << 40});  // 1 TB costs no memory
  Buffer read(2 * kPage);
  ASSERT_TRUE(Get(machine.executor(), file->Read(77 * kPage + 512, read.span())).ok());
  EXPECT_EQ(snapscope::Load<uint64_t>(read.span(), 0), 770'512U);
  EXPECT_EQ(snapscope::Load<uint64_t>(read.span(), kPage - 512), 780'000U);
}

TEST(Disk, WritesLieOverComputedPages) {
  SimMachine machine;
  auto file = Create(machine, {.size = 1 << 20});
  machine.disk().SetBase(machine.Path("f"), FillWithPageNumber);  // after Create works too
  Buffer sector(512, 0xAB), read(kPage);
  ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(3 * kPage + 1024, sector.list())).ok());
  ASSERT_TRUE(Get(machine.executor(), file->Read(3 * kPage, read.span())).ok());
  EXPECT_EQ(snapscope::Load<uint64_t>(read.span(), 1016), 31'016U);
  EXPECT_EQ(read[1024], 0xAB);
  EXPECT_EQ(read[1535], 0xAB);
  EXPECT_EQ(snapscope::Load<uint64_t>(read.span(), 1536), 31'536U);
}

TEST(Disk, KeepsOfAPageWhatItsOwnerSaysMeansSomething) {
  SimMachine machine;
  machine.disk().SetPageLength(
      [](ConstByteSpan page) -> size_t { return snapscope::Load<uint64_t>(page, 0); });
  auto file = Create(machine, {.size = 1 << 20, .sparse = true});
  auto log = Create(machine, {.size = 1 << 20}, "log");
  Buffer page(kPage, 0xAB), read(kPage);
  Store<uint64_t>(page.span(), 0, 600);
  ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(3 * kPage, page.list())).ok());
  ASSERT_TRUE(Get(machine.executor(), file->Read(3 * kPage, read.span())).ok());
  EXPECT_EQ(read[599], 0xAB);
  EXPECT_EQ(read[600], 0);
  Store<uint64_t>(page.span(), 0, 704);  // not durable yet, and yet it is read
  const auto ticket = Get(machine.executor(), file->Write(3 * kPage, page.list()));
  ASSERT_TRUE(ticket.ok());
  ASSERT_TRUE(Get(machine.executor(), file->Read(3 * kPage, read.span())).ok());
  EXPECT_EQ(read[703], 0xAB);
  EXPECT_EQ(read[704], 0);
  ASSERT_TRUE(Get(machine.executor(), file->AwaitDurable(*ticket)).ok());
  ASSERT_TRUE(Get(machine.executor(), file->Read(3 * kPage, read.span())).ok());
  EXPECT_EQ(read[703], 0xAB);
  EXPECT_EQ(read[704], 0);
  Buffer sector(512, 0xCD);  // other files are kept whole
  ASSERT_TRUE(Get(machine.executor(), log->WriteDurable(512, sector.list())).ok());
  ASSERT_TRUE(Get(machine.executor(), log->Read(0, read.span())).ok());
  EXPECT_EQ(read[1023], 0xCD);
}

// A page is given back whole, whether it resembles the expected one or not; one that was never
// written is zeros all the same.
TEST(Disk, WhatPagesResembleDoesNotShow) {
  SimMachine machine;
  machine.disk().SetPageLength([](ConstByteSpan) -> size_t { return 1024; });
  machine.disk().SetLikeness(machine.Path("f"), [](uint64_t number, ByteSpan into) {
    std::ranges::fill(into, static_cast<std::byte>(number));
  });
  auto file = Create(machine, {.size = 1 << 20, .sparse = true});
  for (const uint8_t value : {3, 7}) {
    Buffer page(kPage, value), read(kPage);
    page.span()[512] = std::byte{1};
    ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(3 * kPage, page.list())).ok());
    ASSERT_TRUE(Get(machine.executor(), file->Read(3 * kPage, read.span())).ok());
    EXPECT_TRUE(std::ranges::equal(read.span().first(1024), page.span().first(1024)));
    ASSERT_TRUE(Get(machine.executor(), file->Read(4 * kPage, read.span())).ok());
    EXPECT_EQ(read[0], 0);
  }
}

TEST(Disk, FirstWriteOfARegionIsSynchronousLaterOnesAreNot) {
  const DeviceOptions options{
      .parallelism = 4,
      .write_service = 5 * kMillisecond,
      .files = {.submit_cost = 10 * kMicrosecond, .region_allocation = kMillisecond}};
  SimMachine machine(options);
  auto file = Create(machine, {.size = 1 << 20, .sparse = true});
  runtime::Executor& executor = machine.executor();
  Buffer page(kPage);
  TimeNs start = executor.Now();
  const WriteTicket first = Get(executor, file->Write(0, page.list())).value();
  EXPECT_EQ(executor.Now() - start, 6 * kMillisecond);
  ASSERT_TRUE(Get(executor, file->AwaitDurable(first)).ok());
  EXPECT_EQ(executor.Now() - start, 6 * kMillisecond) << "durable when the call returns";
  start = executor.Now();
  const WriteTicket second = Get(executor, file->Write(3 * kPage, page.list())).value();
  EXPECT_EQ(executor.Now() - start, 10 * kMicrosecond);
  ASSERT_TRUE(Get(executor, file->AwaitDurable(second)).ok());
  EXPECT_EQ(executor.Now() - start, 5 * kMillisecond + 10 * kMicrosecond);
}

runtime::Task<void> WriteAt(SimMachine* machine, File* file, uint64_t page, TimeNs* written,
                            TimeNs* durable) {
  Buffer buffer(kPage, static_cast<uint8_t>(page));
  const auto ticket = co_await file->Write(page * kPage, buffer.list());
  *written = machine->executor().Now();
  const Status done = co_await file->AwaitDurable(*ticket);
  CHECK(done.ok(), "%s", done.error().message.c_str());
  *durable = machine->executor().Now();
}

TEST(Disk, WhoWaitsForAFlushSharesTheNextOne) {
  SimMachine machine(
      {.parallelism = 4, .write_service = 2 * kMillisecond, .flush_service = 10 * kMillisecond});
  auto file = Create(machine, {.size = 1 << 20});
  const TimeNs start = machine.executor().Now();
  std::array<TimeNs, 3> written{};
  std::array<TimeNs, 3> durable{};
  for (uint64_t i = 0; i < 3; ++i) {
    machine.executor().Spawn("w",
                             WriteAt(&machine, file.get(), 2 * i + 1, &written[i], &durable[i]));
  }
  RunAll(machine.executor());
  for (const TimeNs at : written) EXPECT_EQ(at - start, 2 * kMillisecond);
  EXPECT_EQ(durable[0] - start, 12 * kMillisecond);
  EXPECT_EQ(durable[1] - start, 22 * kMillisecond) << "the flush had begun when it asked";
  EXPECT_EQ(durable[2], durable[1]);
  EXPECT_EQ(file->statistics().flushes, 2U);
}

// The writes of three regions, each with a page of its own; when each call returned.
std::array<TimeNs, 3> WriteNewRegions(SimMachine& machine, File* file) {
  std::array<TimeNs, 3> written{};
  std::array<TimeNs, 3> durable{};
  const TimeNs start = machine.executor().Now();
  for (uint64_t i = 0; i < 3; ++i) {
    const uint64_t page = i * kRegion / kPage;
    machine.executor().Spawn("w", WriteAt(&machine, file, page, &written[i], &durable[i]));
  }
  RunAll(machine.executor());
  for (TimeNs& at : written) at -= start;
  return written;
}

TEST(Disk, WritesThatAllocateAloneFollowOneAnother) {
  DeviceOptions options{.parallelism = 4, .write_service = 2 * kMillisecond};
  options.files.region_allocation = kMillisecond;
  for (const bool alone : {false, true}) {
    options.files.allocates_alone = alone;
    SimMachine machine(options);
    auto file = Create(machine, {.size = 1 << 20, .sparse = true});
    const auto first = WriteNewRegions(machine, file.get());
    const TimeNs each = alone ? 3 * kMillisecond : 0;
    EXPECT_EQ(first, (std::array<TimeNs, 3>{3 * kMillisecond, 3 * kMillisecond + each,
                                            3 * kMillisecond + 2 * each}));
    const auto again = WriteNewRegions(machine, file.get());
    EXPECT_EQ(again[2], again[0]) << "all is allocated";
  }
}

TEST(Disk, AFlushOfASparseFileWritesTheJournalBefore) {
  DeviceOptions options{.write_service = 2 * kMillisecond, .flush_service = 10 * kMillisecond};
  options.files.region_allocation = 0;
  options.files.sparse_flush_writes = 2;
  SimMachine machine(options);
  Buffer page(kPage);
  for (const bool sparse : {false, true}) {
    auto file = Create(machine, {.size = 1 << 20, .sparse = sparse}, sparse ? "s" : "f");
    const TimeNs start = machine.executor().Now();
    ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(kPage, page.list())).ok());
    EXPECT_EQ(machine.executor().Now() - start, (sparse ? 16 : 12) * kMillisecond);
  }
}

TEST(Disk, SequentialWritesAreCheap) {
  SimMachine machine({.write_service = 5 * kMillisecond, .files = {.submit_cost = 0}});
  auto log = Create(machine, {.size = 1 << 20});
  runtime::Executor& executor = machine.executor();
  Buffer block(2048);
  ASSERT_TRUE(Get(executor, log->WriteDurable(0, block.list())).ok());
  const TimeNs start = executor.Now();
  ASSERT_TRUE(Get(executor, log->WriteDurable(2048, block.list())).ok());
  EXPECT_EQ(executor.Now() - start, 500 * kMicrosecond);
  ASSERT_TRUE(Get(executor, log->WriteDurable(2048, block.list())).ok());
  EXPECT_EQ(executor.Now() - start, 5500 * kMicrosecond);
}

TEST(Disk, FullDiskRefusesAllocationAndNothingElse) {
  SimMachine machine({}, {}, 1, 1 << 20);
  auto data = Create(machine, {.size = (1 << 20) - kRegion});
  auto sparse = Create(machine, {.size = 1 << 20, .sparse = true}, "s");
  runtime::Executor& executor = machine.executor();
  Buffer page(kPage);
  ASSERT_TRUE(Get(executor, sparse->WriteDurable(0, page.list())).ok());
  ExpectFails(ErrorCode::kDiskFull, Get(executor, sparse->WriteDurable(5 * kRegion, page.list())));
  EXPECT_EQ(sparse->SizeOnDisk().value(), kRegion);
  EXPECT_TRUE(Get(executor, sparse->WriteDurable(kPage, page.list())).ok());
  EXPECT_TRUE(Get(executor, data->WriteDurable(0, page.list())).ok());
  ExpectFails(ErrorCode::kDiskFull,
              Get(executor, machine.volume().Create(machine.Path("x"), {.size = kPage})));
  sparse.reset();
  ASSERT_TRUE(Get(executor, machine.volume().Remove(machine.Path("s"))).ok());
  EXPECT_EQ(machine.disk().used_bytes(), (1U << 20) - kRegion);
}

TEST(Disk, AVolumeHasItsOwnRoomAcrossRestarts) {
  SimMachine machine;
  machine.disk().SetCapacity("Q", 3 * kRegion);
  auto sparse = Create(machine, {.size = 1 << 20, .sparse = true});
  runtime::Executor& executor = machine.executor();
  Buffer page(kPage);
  ASSERT_TRUE(Get(executor, sparse->WriteDurable(0, page.list())).ok());
  ASSERT_TRUE(Get(executor, sparse->WriteDurable(kRegion, page.list())).ok());
  EXPECT_EQ(machine.disk().AvailableBytes("Q"), kRegion);
  sparse.reset();
  machine.Boot();
  sparse = Open(machine);
  runtime::Executor& restarted = machine.executor();
  EXPECT_EQ(
      Get(restarted, sparse->WriteDurable(2 * kRegion - kPage + kRegion, Buffer(2 * kPage).list()))
          .error()
          .code,
      ErrorCode::kDiskFull)
      << "two regions, of which one is there";
  EXPECT_TRUE(Get(restarted, sparse->WriteDurable(2 * kRegion, page.list())).ok());
  EXPECT_EQ(machine.disk().AvailableBytes("Q"), 0U);
  EXPECT_EQ(machine.disk().AvailableBytes("X"), UINT64_MAX - 3 * kRegion) << "the disk's own limit";
  const auto refused = Get(restarted, machine.volume().Create(machine.Path("x"), {.size = kPage}));
  ExpectHas(refused.error().message, "needs 8192 bytes, volume Q has 0 left");
  sparse.reset();
  ASSERT_TRUE(Get(restarted, machine.volume().Remove(machine.Path("f"))).ok());
  EXPECT_EQ(machine.disk().AvailableBytes("Q"), 3 * kRegion);
}

TEST(Disk, InjectsDiskFullAndLatency) {
  SimMachine machine({.write_service = kMillisecond, .files = {.submit_cost = 0}},
                     {{{.kind = FaultKind::kLatency, .at_io = 2, .delay = 30 * kMillisecond},
                       {.kind = FaultKind::kDiskFull, .at_io = 3}}});
  auto file = Create(machine, {.size = 1 << 20, .sparse = true});
  runtime::Executor& executor = machine.executor();
  Buffer page(kPage);
  const TimeNs start = executor.Now();
  ASSERT_TRUE(Get(executor, file->WriteDurable(0, page.list())).ok());
  EXPECT_GE(executor.Now() - start, 31 * kMillisecond);
  ExpectFails(ErrorCode::kDiskFull, Get(executor, file->WriteDurable(kRegion, page.list())));
  EXPECT_TRUE(Get(executor, file->WriteDurable(kRegion, page.list())).ok());
}

TEST(Disk, FaultsMayBeAddedWhileItRunsAndTakenBack) {
  SimMachine machine;
  auto file = Create(machine, {.size = 1 << 20});
  Buffer page(kPage);
  machine.disk().Inject({.kind = FaultKind::kError, .at_io = machine.disk().ios() + 1});
  ExpectFails(ErrorCode::kIo, Get(machine.executor(), file->Read(0, page.span())));
  machine.disk().Inject({.kind = FaultKind::kError, .at_io = machine.disk().ios() + 1});
  machine.disk().CancelFaults();
  EXPECT_TRUE(Get(machine.executor(), file->Read(0, page.span())).ok());
  EXPECT_EQ(machine.disk().struck(FaultKind::kError), 1U);
}

TEST(Disk, CountsReadsOfRegionsThatWereNeverAllocated) {
  SimMachine machine;
  auto file = Create(machine, {.size = 1 << 20, .sparse = true});
  Buffer page(kPage);
  ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(0, page.list())).ok());
  ASSERT_TRUE(Get(machine.executor(), file->Read(kPage, page.span())).ok());
  EXPECT_EQ((*machine.disk().Open(machine.Path("f")))->hole_reads, 0U);
  ASSERT_TRUE(Get(machine.executor(), file->Read(kRegion, page.span())).ok());
  EXPECT_EQ((*machine.disk().Open(machine.Path("f")))->hole_reads, 1U);
}

runtime::Task<void> MixedLoad(SimMachine* machine, File* file, uint64_t worker,
                              std::vector<TimeNs>* times) {
  Buffer page(kPage);
  Rng rng(worker, "mixed");
  for (int round = 0; round < 50; ++round) {
    const uint64_t offset = rng.Below(128) * kPage;
    if (rng.Percent(50)) {
      const Status done = co_await file->Read(offset, page.span());
      CHECK(done.ok(), "read");
    } else {
      const Status done = co_await file->WriteDurable(offset, page.list());
      CHECK(done.ok(), "write");
    }
    times->push_back(machine->executor().Now());
  }
}

std::vector<TimeNs> CompletionTimes(uint64_t seed) {
  SimMachine machine({.parallelism = 3, .spread = sim::Spread::kExponential}, {}, seed);
  auto file = Create(machine, {.size = 128 * kPage, .sparse = true});
  std::vector<TimeNs> times;
  for (uint64_t worker = 0; worker < 10; ++worker) {
    machine.executor().Spawn("worker", MixedLoad(&machine, file.get(), worker, &times));
  }
  RunAll(machine.executor());
  return times;
}

TEST(Disk, SameSeedSameCompletionTimes) {
  const std::vector<TimeNs> times = CompletionTimes(1);
  EXPECT_EQ(times.size(), 500U);
  EXPECT_EQ(CompletionTimes(1), times);
  EXPECT_NE(CompletionTimes(2), times);
}

}  // namespace
}  // namespace snapscope::test::disk_test
