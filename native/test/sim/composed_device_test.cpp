// Composed devices: their stages together, and their events on an executor.
#include "sim/devices/composed_device.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "sim/devices/flash.h"
#include "sim/devices/measured_device.h"
#include "test/sim/composed_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test::composed_device_test {
namespace {

using runtime::Task;
using sim::ComposedDevice;
using sim::ComposedOptions;

constexpr uint64_t kPage = 8192;
constexpr uint64_t kGB = 1'000'000'000;

/// Runs the device until nothing is left to do; the times at which I/Os ended, in order of issue.
std::vector<TimeNs> Ends(ComposedDevice& device,
                         const std::vector<LocalPtr<sim::Completion>>& issued) {
  std::vector<LocalPtr<sim::Completion>> finished;
  while (device.NextEvent() != kNever) device.AdvanceTo(device.NextEvent(), finished);
  std::vector<TimeNs> ends;
  for (const auto& completion : issued) ends.push_back(completion->at);
  return ends;
}

TEST(Spindle, ElevatorGoesInOneDirection) {
  ComposedDevice device({.member = kSpindle, .array = {}});
  std::vector<LocalPtr<sim::Completion>> issued;
  for (const uint64_t place : {50, 10, 90, 60, 20}) {
    issued.push_back(device.Issue(0, {false, false, place * kGB, kPage}).completion);
  }
  const std::vector<TimeNs> ends = Ends(device, issued);
  // 50 is served when it comes; then 60, 90, and round again 10, 20.
  EXPECT_LT(ends[0], ends[3]);
  EXPECT_LT(ends[3], ends[2]);
  EXPECT_LT(ends[2], ends[1]);
  EXPECT_LT(ends[1], ends[4]);
}

TEST(Spindle, StreamAheadOfTheHeadDoesNotStarveTheOthers) {
  ComposedDevice device({.member = kSpindle, .array = {}});
  std::vector<LocalPtr<sim::Completion>> finished;
  uint64_t stream = 10 * kGB;
  device.Issue(0, {true, true, stream, kPage});
  const auto far = device.Issue(0, {false, false, 90 * kGB, kPage}).completion;
  TimeNs now = 0;
  while (far->at == kNever && now < 5 * kSecond) {
    device.Issue(now, {true, true, stream += kPage, kPage});
    device.Issue(now, {true, true, stream += kPage, kPage});
    now = device.NextEvent();
    device.AdvanceTo(now, finished);
  }
  EXPECT_LT(far->at, kSecond);
}

TEST(Spindle, ReadThatGoesOnFindsWhatTheDriveHasReadAhead) {
  ComposedDevice device({.member = kSpindle, .array = {}});
  std::vector<LocalPtr<sim::Completion>> finished;
  const auto first = device.Issue(0, {false, false, 0, kPage}).completion;
  while (first->at == kNever) device.AdvanceTo(device.NextEvent(), finished);
  const TimeNs later = first->at + 10 * kMillisecond;
  const auto next = device.Issue(later, {false, true, kPage, kPage}).completion;
  while (next->at == kNever) device.AdvanceTo(device.NextEvent(), finished);
  EXPECT_LT(next->at - later, 10 * kMicrosecond);
}

TEST(Spindle, WriteThatGoesOnLateWaitsForItsSector) {
  ComposedDevice device({.member = kSpindle, .array = {}});
  std::vector<LocalPtr<sim::Completion>> finished;
  const auto first = device.Issue(0, {true, false, 0, kPage}).completion;
  while (first->at == kNever) device.AdvanceTo(device.NextEvent(), finished);
  const TimeNs later = first->at + kMillisecond;
  const auto next = device.Issue(later, {true, true, kPage, kPage}).completion;
  while (next->at == kNever) device.AdvanceTo(device.NextEvent(), finished);
  EXPECT_NEAR(static_cast<double>(next->at - later), 3e6 + 82e3, 2e3) << "a turn is 4 ms";
}

TEST(SeekCurve, GoesThroughWhatMakersPrint) {
  const sim::SeekCurve curve(200'000, 3'500'000, 7'400'000);
  EXPECT_EQ(curve.Time(0, kGB), 0);
  EXPECT_NEAR(static_cast<double>(curve.Time(1, kGB)), 200'000, 1000);
  EXPECT_NEAR(static_cast<double>(curve.Time(kGB, kGB)), 7'400'000, 10);
  TimeNs before = 0;
  for (uint64_t distance = kGB / 100; distance <= kGB; distance += kGB / 100) {
    EXPECT_GT(curve.Time(distance, kGB), before);
    before = curve.Time(distance, kGB);
  }
}

TEST(ComposedDevice, SameIosSameTimes) {
  const ComposedOptions options{
      .member = kSpindle,
      .array = {.level = sim::RaidLevel::kRaid10, .members = 8},
      .cache = sim::CacheOptions{.bytes = 1 << 20, .hit = 200 * kMicrosecond}};
  const auto run = [&options] {
    ComposedDevice device(options);
    std::vector<LocalPtr<sim::Completion>> issued;
    std::vector<LocalPtr<sim::Completion>> finished;
    for (int io = 0; io < 500; ++io) {
      const TimeNs now = io * 300 * kMicrosecond;
      device.AdvanceTo(now, finished);
      const auto place = static_cast<uint64_t>(io) * 7919 % 40'000;
      issued.push_back(device.Issue(now, {io % 3 == 0, false, place * kPage, kPage}).completion);
    }
    return Ends(device, issued);
  };
  const std::vector<TimeNs> first = run();
  EXPECT_EQ(first, run());
  EXPECT_EQ(std::ranges::count(first, kNever), 0);
}

// On every platform and compiler, after any change that does not mean to change the model.
TEST(ComposedDevice, TimesAreTheSameOnEveryPlatform) {
  ComposedDevice device({.member = kSpindle,
                         .array = {.level = sim::RaidLevel::kRaid5, .members = 6},
                         .link = sim::LinkOptions{.bytes_per_second = 118'000'000}});
  std::vector<LocalPtr<sim::Completion>> issued;
  for (uint64_t io = 0; io < 4; ++io) {
    issued.push_back(device.Issue(0, {io % 2 == 1, false, io * 17 * kGB, kPage}).completion);
  }
  EXPECT_EQ(Ends(device, issued), (std::vector<TimeNs>{1543809, 11426610, 3844193, 9211702}));
}

TEST(ComposedDevice, CacheFullCollapsesToTheDisks) {
  const ComposedOptions options{
      .member = kSpindle,
      .array = {.level = sim::RaidLevel::kRaid5, .members = 6},
      .cache = sim::CacheOptions{.bytes = 8 << 20, .hit = 200 * kMicrosecond}};
  ComposedDevice fresh(options);
  const sim::LoopOptions writes{
      .is_write = true, .depth = 8, .extent_bytes = 400 * kGB, .ios = 500};
  EXPECT_EQ(MeasureLoop(fresh, writes).mean_response, 200 * kMicrosecond);
  ComposedDevice full(options);
  sim::LoopOptions later = writes;
  later.warm_up_ios = 3000;
  EXPECT_LT(MeasureLoop(full, later).ios_per_second, 900U) << "six disks, four I/Os each";
}

/// What a read of a page takes that is the only I/O.
TimeNs ReadTime(SimMachine& machine, File& file, uint64_t page) {
  Buffer read(kPage);
  const TimeNs begin = machine.executor().Now();
  EXPECT_TRUE(Get(machine.executor(), file.Read(page * kPage, read.span())).ok());
  return machine.executor().Now() - begin;
}

TEST(Flash, WhatWasNeverWrittenIsAnsweredFromTheMap) {
  const sim::FlashOptions flash{.capacity_bytes = kGB,
                                .channels = 4,
                                .page_bytes = kPage,
                                .read = 68 * kMicrosecond,
                                .program = 300 * kMicrosecond};
  // With two copies and with one, the host sees alike.
  for (const sim::ArrayOptions& array :
       {sim::ArrayOptions{}, sim::ArrayOptions{.level = sim::RaidLevel::kRaid1, .members = 2}}) {
    const auto machine = MachineOf({.member = flash, .array = array});
    // The file begins with ten pages, as a database does with those of its tables.
    machine->disk().SetBase(
        machine->Path("f"), [](uint64_t, ByteSpan into) { std::ranges::fill(into, std::byte{1}); },
        [](uint64_t page) { return page < 10; });
    const auto file = Create(*machine, {.size = 64 * kPage});
    EXPECT_EQ(ReadTime(*machine, *file, 9), flash.read);
    EXPECT_EQ(ReadTime(*machine, *file, 10), 0);
    Buffer page(kPage, 0);
    ASSERT_TRUE(Get(machine->executor(), file->WriteDurable(10 * kPage, page.list())).ok());
    EXPECT_EQ(ReadTime(*machine, *file, 10), flash.read);
    EXPECT_EQ(ReadTime(*machine, *file, 11), 0);
    // A part of the I/O lies in cells.
    Buffer two(2 * kPage);
    const TimeNs begin = machine->executor().Now();
    ASSERT_TRUE(Get(machine->executor(), file->Read(10 * kPage, two.span())).ok());
    EXPECT_GE(machine->executor().Now() - begin, flash.read);
  }
}

// What is left in the buffer decides whether the next write waits: it must not be whatever a heap
// of the standard library has first.
TEST(Flash, OfProgramsThatEndTogetherTheOlderLeavesTheBufferFirst) {
  constexpr uint64_t kKiB = 1024;
  constexpr TimeNs kProgram = 400 * kMicrosecond;
  constexpr TimeNs kBuffered = 10 * kMicrosecond;
  sim::Flash flash({.capacity_bytes = kGB,
                    .channels = 2,
                    .page_bytes = 16 * kKiB,
                    .program = kProgram,
                    .buffer_bytes = 48 * kKiB,
                    .buffered_write = kBuffered});
  sim::Calendar calendar;
  const auto done = [&](uint64_t bytes) {
    flash.Submit(0, {.is_write = true, .bytes = bytes}, 0, calendar);
    return calendar.Take().at;
  };
  // Programs of 16 KiB on one channel and twice 8 KiB on the other end at 400, 200 and 400 us; one
  // of 16 KiB is behind the first.
  EXPECT_EQ(done(24 * kKiB), kBuffered);
  EXPECT_EQ(done(24 * kKiB), kBuffered);
  // It waits for the end at 200 us, and for the older of those at 400 us: then 8 KiB are free.
  EXPECT_EQ(done(16 * kKiB), kProgram + kBuffered);
  EXPECT_EQ(done(4 * kKiB), kBuffered);
}

TEST(Spindle, ReadsWhatWasNeverWrittenLikeAnything) {
  const auto machine = MachineOf({.member = kSpindle, .array = {}});
  const auto file = Create(*machine, {.size = 64 * kPage});
  EXPECT_GT(ReadTime(*machine, *file, 40), 200 * kMicrosecond);
}

TEST(ComposedDevice, FilesLieOneBehindTheOther) {
  auto machine = MachineOf({.member = kSpindle, .array = {}});
  runtime::Executor& executor = machine->executor();
  auto near = Create(*machine, {.size = 1 << 20}, "near");
  Create(*machine, {.size = 90 * kGB}, "between");
  auto far = Create(*machine, {.size = 1 << 20}, "far");
  Buffer page(kPage);
  ASSERT_TRUE(Get(executor, near->WriteDurable(0, page.list())).ok());
  const TimeNs start = executor.Now();
  ASSERT_TRUE(Get(executor, far->WriteDurable(0, page.list())).ok());
  EXPECT_GT(executor.Now() - start, 7 * kMillisecond) << "a seek over 90 GB";
}

TEST(ComposedDevice, NewFilesOfARestartedVolumeLieBehindTheOldOnes) {
  auto machine = MachineOf({.member = kSpindle, .array = {}});
  Create(*machine, {.size = 90 * kGB}, "old");
  machine->Boot();
  runtime::Executor& executor = machine->executor();
  auto old = Open(*machine, "old");
  auto fresh = Create(*machine, {.size = 1 << 20}, "new");
  Buffer page(kPage);
  ASSERT_TRUE(Get(executor, old->WriteDurable(0, page.list())).ok());
  const TimeNs start = executor.Now();
  ASSERT_TRUE(Get(executor, fresh->WriteDurable(0, page.list())).ok());
  EXPECT_GT(executor.Now() - start, 7 * kMillisecond);
}

TEST(ComposedDevice, ManyWaitersEachResumeAtTheirOwnTime) {
  auto machine =
      MachineOf({.member = kSpindle, .array = {.level = sim::RaidLevel::kRaid10, .members = 4}});
  auto file = Create(*machine, {.size = kGB});
  runtime::Executor& executor = machine->executor();
  Buffer page(kPage);
  std::vector<TimeNs> ends;
  struct Reader {
    static Task<void> Run(File& from, uint64_t offset, ByteSpan into, runtime::Executor& on,
                          std::vector<TimeNs>& ends) {
      ExpectOk(co_await from.Read(offset, into));
      ends.push_back(on.Now());
    }
  };
  for (uint64_t i = 0; i < 64; ++i) {
    executor.Spawn("reader",
                   Reader::Run(*file, i * 7919 % 10'000 * kPage, page.span(), executor, ends));
  }
  executor.Run();
  ASSERT_EQ(ends.size(), 64U);
  EXPECT_TRUE(std::ranges::is_sorted(ends));
  EXPECT_GT(ends.back() - ends.front(), 10 * kMillisecond);
}

// A process ends with I/Os under way; what starts on the same volume afterwards is served.
TEST(ComposedDevice, ServesOnAfterItsWaitersAreGone) {
  auto machine = MachineOf({.member = kSpindle, .array = {}});
  auto file = Create(*machine, {.size = kGB});
  runtime::Executor& executor = machine->executor();
  Buffer page(kPage);
  struct Reader {
    static Task<void> Run(File& from, uint64_t offset, ByteSpan into) {
      for (;;) {
        ExpectOk(co_await from.Read(offset, into));
      }
    }
    static Task<void> Stop(runtime::Executor& executor) {
      co_await executor.Sleep(50 * kMillisecond);
      executor.Stop();
    }
  };
  for (uint64_t i = 0; i < 8; ++i) {
    executor.Spawn("reader", Reader::Run(*file, i * 1000 * kPage, page.span()));
  }
  executor.Spawn("stop", Reader::Stop(executor));
  executor.Run();
  executor.AbandonTasks();
  ASSERT_TRUE(Get(executor, file->WriteDurable(0, page.list())).ok());
  EXPECT_LT(executor.Now(), 150 * kMillisecond);
}

TEST(ComposedDevice, RegionMetadataIsWrittenBeforeTheRegion) {
  auto machine = MachineOf({.member = kSpindle, .array = {}}, {.region_metadata_writes = 2});
  Create(*machine, {.size = 50 * kGB}, "data");
  auto sparse = Create(*machine, {.size = 1 << 20, .sparse = true});
  Buffer page(kPage);
  const uint64_t before = machine->device().ios();
  const TimeNs start = machine->executor().Now();
  ASSERT_TRUE(Get(machine->executor(), sparse->WriteDurable(0, page.list())).ok());
  EXPECT_EQ(machine->device().ios(), before + 3);
  EXPECT_GT(machine->executor().Now() - start, 10 * kMillisecond) << "there, and back over 50 GB";
  ASSERT_TRUE(Get(machine->executor(), sparse->WriteDurable(kPage, page.list())).ok());
  EXPECT_EQ(machine->device().ios(), before + 4) << "a region is allocated once";
}

}  // namespace
}  // namespace snapscope::test::composed_device_test
