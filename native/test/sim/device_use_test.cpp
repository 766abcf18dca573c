// How busy the parts of devices were: by the laws of queues, and to the nanosecond where they are
// known.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/devices/measured_device.h"
#include "sim/queue_device.h"
#include "sim/served_time.h"
#include "test/sim/composed_machine.h"

namespace snapscope::test::device_use_test {
namespace {

using sim::ServedTime;

constexpr uint64_t kPage = 8192;

PartUse UseOf(const sim::Device& device, const std::string& part, TimeNs now) {
  std::vector<PartUse> uses;
  device.AddUse(now, "Q", uses);
  for (const PartUse& use : uses) {
    if (use.name == "Q/" + part) return use;
  }
  ADD_FAILURE() << "no part " << part;
  return {};
}

TEST(ServedTimeTest, CountsWhatHasHappenedByThen) {
  ServedTime time;
  time.Add(0, 0, 100);
  time.Add(10, 100, 180);
  EXPECT_EQ(time.At(50).served, 50);
  EXPECT_EQ(time.At(50).waited, 40);
  EXPECT_EQ(time.At(120).served, 120);
  EXPECT_EQ(time.At(120).waited, 90);
  EXPECT_EQ(time.At(500).served, 180);
}

TEST(ServedTimeTest, KeepsWhatEndsLaterHoweverMuchThereIs) {
  ServedTime time;
  TimeNs free = 0;
  for (TimeNs now = 0; now < 10'000; now += 10) {
    const TimeNs begin = std::max(now, free);
    free = begin + 15;
    time.Add(now, begin, free);
  }
  EXPECT_EQ(time.At(9'990).served, 9'990) << "it had something to do all the time";
  EXPECT_EQ(time.At(free).served, 15'000);
}

TEST(DeviceUse, AQueueServesAsLongAsItsLawSays) {
  sim::QueueDevice device({.parallelism = 2,
                           .read_service = 100 * kMicrosecond,
                           .bandwidth_bytes_per_second = kPage * 100'000},
                          1, "Q");
  TimeNs now = 0;
  for (int io = 0; io < 1000; ++io, now += 80 * kMicrosecond) {
    device.Schedule(now, false, kPage, false);
  }
  EXPECT_EQ(UseOf(device, "servers", now).served, 1000 * 100 * kMicrosecond - 30 * kMicrosecond);
  EXPECT_EQ(UseOf(device, "servers", now).waited, 0);
  EXPECT_EQ(UseOf(device, "servers", now).units, 2U);
  EXPECT_EQ(UseOf(device, "link", now).served, 1000 * 10 * kMicrosecond);
}

TEST(DeviceUse, WhatComesAtOnceWaitsForTheServers) {
  sim::QueueDevice device({.read_service = 100}, 1, "Q");
  for (int io = 0; io < 3; ++io) device.Schedule(0, false, kPage, false);
  EXPECT_EQ(UseOf(device, "servers", 300).waited, 100 + 200);
  EXPECT_EQ(UseOf(device, "servers", 150).waited, 100 + 150);
}

TEST(DeviceUse, DisksAreIdleWhenAllIsAtTheOther) {
  sim::ComposedDevice device({.member = kSpindle, .array = {.members = 2}});
  const sim::LoopFigures figures = MeasureLoop(
      device, {.depth = 32, .extent_bytes = 1'000'000'000, .warm_up_ios = 0, .ios = 2000});
  const auto elapsed =
      static_cast<TimeNs>(2000 * static_cast<uint64_t>(kSecond) / figures.ios_per_second);
  const PartUse disks = UseOf(device, "servers", elapsed);
  EXPECT_EQ(disks.units, 2U);
  // Of 32 I/Os at two queues any number is at either, one as likely as another, if service times
  // are exponential; these differ less, so that a disk is idle more rarely.
  const double busy = static_cast<double>(disks.served) / (2.0 * static_cast<double>(elapsed));
  EXPECT_GT(busy, 32.0 / 33.0);
  EXPECT_LT(busy, 1.0);
  // Little's law: what is under way is served or waits.
  EXPECT_NEAR(static_cast<double>(disks.served + disks.waited), 32.0 * static_cast<double>(elapsed),
              2.0 * static_cast<double>(elapsed));
}

TEST(DeviceUse, ALinkTellsOfItsWireItsLimitsAndItsPlaces) {
  sim::ComposedOptions options{.member = kSpindle, .array = {}};
  options.link = storage::LinkOptions{.depth = 1, .ios_per_second = 1000};
  sim::ComposedDevice device(options);
  std::vector<LocalPtr<sim::Completion>> finished;
  for (int io = 0; io < 3; ++io) device.Issue(0, {.address = 0, .bytes = kPage});
  while (device.NextEvent() != kNever) device.AdvanceTo(device.NextEvent(), finished);
  const TimeNs end = finished.back()->at;
  EXPECT_EQ(UseOf(device, "depth", end).served, end) << "one after the other, without a pause";
  EXPECT_EQ(UseOf(device, "limitIos", 100 * kSecond).served, 3 * kMillisecond);
  EXPECT_EQ(UseOf(device, "linkIn", end).served, 0) << "it has no rate";
}

}  // namespace
}  // namespace snapscope::test::device_use_test
