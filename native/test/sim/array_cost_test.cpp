// What snapshots of an array cost afterwards: copies before first changes, reads that scatter.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/disk.h"
#include "test/sim/composed_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test::array_cost_test {
namespace {

using storage::SnapshotScheme;

storage::ArraySnapshotOptions Options(SnapshotScheme scheme, uint64_t page_bytes = kMiB) {
  return {.scheme = scheme,
          .page_bytes = page_bytes,
          .volume_bytes = 1024 * kMiB,
          .reserve_percent = 1000};
}

std::unique_ptr<SimMachine> QueueMachine(SnapshotScheme scheme) {
  auto machine =
      std::make_unique<SimMachine>(sim::DeviceOptions{.parallelism = 8,
                                                      .read_service = 3 * kMillisecond,
                                                      .write_service = 5 * kMillisecond,
                                                      .bandwidth_bytes_per_second = 100 * kMiB,
                                                      .files = {.submit_cost = 0}});
  machine->disk().SetArray("Q", Options(scheme));
  return machine;
}

runtime::Task<void> WriteAt(SimMachine* machine, File* file, uint64_t offset, TimeNs* took) {
  Buffer page(kPage, 7);
  const TimeNs begun = machine->executor().Now();
  EXPECT_TRUE((co_await file->WriteDurable(offset, page.list())).ok());
  *took = machine->executor().Now() - begun;
}

TimeNs TimeOfWrite(SimMachine& machine, File& file, uint64_t offset) {
  TimeNs took = 0;
  RunTask(machine.executor(), WriteAt(&machine, &file, offset, &took));
  return took;
}

constexpr TimeNs kOnLink = 78'125;  ///< 8 KB at 100 MiB/s

TEST(ArrayCost, OfCopyOnWriteIsAReadAndAWriteBeforeTheFirstChange) {
  const auto machine = QueueMachine(SnapshotScheme::kCopyOnWrite);
  auto file = Create(*machine, {.size = 16 * kMiB});
  const TimeNs plain = 5 * kMillisecond + kOnLink;
  EXPECT_EQ(TimeOfWrite(*machine, *file, 0), plain);
  ASSERT_TRUE(machine->disk().array()->Take("a", {"Q"}, 0).ok());
  const uint64_t ios = machine->device().ios();
  EXPECT_EQ(TimeOfWrite(*machine, *file, 0), plain + 8 * kMillisecond)
      << "a page of 1 MiB is read and written, and crosses no link";
  EXPECT_EQ(machine->device().ios(), ios + 3);
  EXPECT_EQ(TimeOfWrite(*machine, *file, 5 * kPage), plain) << "it is copied";
  EXPECT_EQ(machine->device().ios(), ios + 4);
  EXPECT_EQ(file->statistics().reads, 0U) << "nobody asked for it";
  EXPECT_EQ(file->statistics().writes, 3U);
  ASSERT_TRUE(machine->disk().array()->Take("b", {"Q"}, 0).ok());
  EXPECT_EQ(TimeOfWrite(*machine, *file, 0), plain + 8 * kMillisecond) << "once a snapshot";
}

TEST(ArrayCost, OfOneCopyIsSharedByAllWhoWaitForIt) {
  const auto machine = QueueMachine(SnapshotScheme::kCopyOnWrite);
  auto file = Create(*machine, {.size = 16 * kMiB});
  ASSERT_TRUE(machine->disk().array()->Take("a", {"Q"}, 0).ok());
  const uint64_t ios = machine->device().ios();
  std::vector<TimeNs> took(3);
  for (uint64_t i = 0; i < took.size(); ++i) {
    machine->executor().Spawn("w", WriteAt(machine.get(), file.get(), 5 * i * kPage, &took[i]));
  }
  RunAll(machine->executor());
  EXPECT_EQ(machine->device().ios(), ios + 5) << "one copy and three writes";
  for (const TimeNs time : took) EXPECT_GE(time, 13 * kMillisecond);
}

TEST(ArrayCost, OfRedirectOnWriteIsNothingAtTheWrite) {
  const auto machine = QueueMachine(SnapshotScheme::kRedirectOnWrite);
  auto file = Create(*machine, {.size = 16 * kMiB});
  const TimeNs before = TimeOfWrite(*machine, *file, 0);
  ASSERT_TRUE(machine->disk().array()->Take("a", {"Q"}, 0).ok());
  const uint64_t ios = machine->device().ios();
  EXPECT_EQ(TimeOfWrite(*machine, *file, 0), before);
  EXPECT_EQ(machine->device().ios(), ios + 1);
}

runtime::Task<void> ReadAll(SimMachine* machine, File* file, TimeNs* took) {
  Buffer read(512 * 1024);
  const TimeNs begun = machine->executor().Now();
  for (uint64_t at = 0; at < file->size(); at += 512 * 1024) {
    EXPECT_TRUE((co_await file->Read(at, read.span())).ok());
  }
  *took = machine->executor().Now() - begun;
}

TimeNs TimeOfScan(SimMachine& machine, File& file) {
  TimeNs took = 0;
  RunTask(machine.executor(), ReadAll(&machine, &file, &took));
  return took;
}

TEST(ArrayCost, OfRedirectOnWriteIsPaidByLaterScans) {
  for (const auto scheme : {SnapshotScheme::kRedirectOnWrite, SnapshotScheme::kCopyOnWrite}) {
    const auto machine = MachineOf({.member = kSpindle, .array = {.members = 4}});
    machine->disk().SetArray("Q", Options(scheme));
    auto file = Create(*machine, {.size = 64 * kMiB});
    const TimeNs before = TimeOfScan(*machine, *file);
    ASSERT_TRUE(machine->disk().array()->Take("a", {"Q"}, 0).ok());
    EXPECT_LT(TimeOfScan(*machine, *file), before + before / 20) << "a table costs nothing";
    Rng rng(1, "writes");
    for (int i = 0; i < 200; ++i) {
      (void)TimeOfWrite(*machine, *file, rng.Below(64 * kMiB / kPage) * kPage);
    }
    const TimeNs after = TimeOfScan(*machine, *file);
    if (scheme == SnapshotScheme::kRedirectOnWrite) {
      EXPECT_GT(after, 2 * before);
    } else {
      EXPECT_LT(after, before + before / 10) << "the volume stays where it was";
    }
    // The snapshot's own pages: where the volume was, or in the pool.
    ASSERT_TRUE(machine->disk()
                    .array()
                    ->Mount("a", {&machine->volume(), machine->Path("f")}, machine->Path("m"))
                    .ok());
    auto mounted = Open(*machine, "m");
    const TimeNs of_snapshot = TimeOfScan(*machine, *mounted);
    if (scheme == SnapshotScheme::kRedirectOnWrite) {
      EXPECT_LT(of_snapshot, before + before / 10);
    } else {
      EXPECT_GT(of_snapshot, before + before / 10);
    }
  }
}

// Only what crosses the link of this server waits for it.
TEST(ArrayCost, OfAnotherHostIsNoneOfThisServersLink) {
  const auto machine =
      MachineOf({.member = kSpindle,
                 .array = {.members = 4},
                 .link = sim::LinkOptions{
                     .bytes_per_second = kMiB, .latency = 10 * kMillisecond, .depth = 1}});
  auto own = Create(*machine, {.size = kMiB});
  const TimeNs crossing = TimeOfWrite(*machine, *own, 0);
  auto other = Create(*machine, {.size = kMiB, .of_another_host = true}, "other");
  EXPECT_GT(crossing, 17 * kMillisecond);
  EXPECT_LT(TimeOfWrite(*machine, *other, 0), 12 * kMillisecond);
  EXPECT_GT(TimeOfWrite(*machine, *own, 0), 17 * kMillisecond) << "the link's places are free";
}

}  // namespace
}  // namespace snapscope::test::array_cost_test
