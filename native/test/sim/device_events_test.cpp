// What an I/O of a composed device costs in events: only what a later arrival may change has one.
#include <gtest/gtest.h>

#include "sim/devices/composed_device.h"
#include "test/sim/composed_machine.h"

namespace snapscope::test::device_events_test {
namespace {

using runtime::Task;
using sim::ComposedDevice;
using sim::ComposedOptions;

constexpr uint64_t kPage = 8192;
constexpr uint64_t kGB = 1'000'000'000;

constexpr sim::CacheOptions kCache{.bytes = 8 << 20, .hit = 200 * kMicrosecond};
constexpr sim::LinkOptions kLink{.bytes_per_second = 100'000'000, .latency = 50 * kMicrosecond};

constexpr ComposedOptions Options(uint32_t depth) {
  ComposedOptions options{.member = kSpindle,
                          .array = {.level = sim::RaidLevel::kRaid10, .members = 4},
                          .cache = kCache,
                          .link = kLink};
  options.cache->destage_from_percent = 50;
  options.link->depth = depth;
  return options;
}

uint64_t EventsOf(SimMachine& machine, Task<Status> io) {
  const uint64_t before = machine.executor().events();
  EXPECT_TRUE(Get(machine.executor(), std::move(io)).ok());
  return machine.executor().events() - before;
}

TEST(DeviceEvents, EndOfACachedWriteIsKnownOnceItIsThere) {
  ComposedDevice device(Options(0));
  const auto write = device.Issue(0, {true, false, 0, kPage}).completion;
  EXPECT_EQ(write->at, kNever) << "its bytes are still on the wire";
  const TimeNs wire = device.NextEvent();
  std::vector<LocalPtr<sim::Completion>> known;
  device.AdvanceTo(wire, known);
  EXPECT_EQ(wire, 81'920);
  EXPECT_EQ(write->at, wire + kCache.hit + kLink.latency);
  EXPECT_EQ(known, (std::vector{write}));
  EXPECT_EQ(device.NextEvent(), kNever) << "nothing is destaged yet";
}

TEST(DeviceEvents, AnEndThatIsKnownAsTheIoArrivesIsNotToldAgain) {
  ComposedOptions options = Options(0);
  options.link.reset();
  ComposedDevice device(options);
  std::vector<LocalPtr<sim::Completion>> known;
  EXPECT_EQ(device.Issue(0, {true, false, 0, kPage}).completion->at, kCache.hit);
  device.AdvanceTo(kSecond, known);
  EXPECT_TRUE(known.empty());
}

// The root task itself is one event, the call of a write another.
TEST(DeviceEvents, AReadAndACachedWriteTakeTwo) {
  auto machine = MachineOf(Options(0));
  auto file = Create(*machine, {.size = kGB});
  Buffer page(kPage);
  EXPECT_EQ(EventsOf(*machine, file->Read(kPage * 100, page.span())), 1U + 2U);
  EXPECT_EQ(EventsOf(*machine, file->WriteDurable(0, page.list())), 1U + 1U + 2U);
}

// The queue of a link frees a place when an I/O is back at the host, not when that is known.
TEST(DeviceEvents, APlaceInTheLinkIsFreeWhenTheIoHasLeft) {
  ComposedDevice device(Options(1));
  const auto first = device.Issue(0, {true, false, 0, kPage}).completion;
  const auto second = device.Issue(0, {true, false, kPage, kPage}).completion;
  std::vector<LocalPtr<sim::Completion>> known;
  while (device.NextEvent() != kNever) device.AdvanceTo(device.NextEvent(), known);
  EXPECT_EQ(second->at - first->at, 81'920 + kCache.hit + kLink.latency);
}

}  // namespace
}  // namespace snapscope::test::device_events_test
