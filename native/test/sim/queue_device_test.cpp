#include "sim/queue_device.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::sim::queue_device_test {
namespace {

constexpr uint64_t kPage = 8192;

TEST(QueueDevice, FixedServiceTakesTheMean) {
  QueueDevice device({.read_service = 100, .write_service = 70}, 1, "Q");
  EXPECT_EQ(device.Schedule(1000, false, kPage, false), 1100);
  EXPECT_EQ(device.Schedule(2000, true, kPage, false), 2070);
}

TEST(QueueDevice, OneServerServesInOrderOfArrival) {
  QueueDevice device({.read_service = 100}, 1, "Q");
  EXPECT_EQ(device.Schedule(0, false, kPage, false), 100);
  EXPECT_EQ(device.Schedule(10, false, kPage, false), 200);
  EXPECT_EQ(device.Schedule(150, false, kPage, false), 300);
  EXPECT_EQ(device.Schedule(500, false, kPage, false), 600);
  EXPECT_EQ(device.ios(), 4U);
}

TEST(QueueDevice, ServersWorkInParallel) {
  QueueDevice device({.parallelism = 3, .read_service = 100}, 1, "Q");
  std::vector<TimeNs> done;
  for (int io = 0; io < 7; ++io) done.push_back(device.Schedule(0, false, kPage, false));
  EXPECT_EQ(done, (std::vector<TimeNs>{100, 100, 100, 200, 200, 200, 300}));
}

TEST(QueueDevice, BandwidthCapsThroughput) {
  // 8192 bytes at 8,192,000 bytes per second pass the link in 1 ms, whatever the parallelism.
  QueueDevice device(
      {.parallelism = 100, .read_service = 100, .bandwidth_bytes_per_second = 8'192'000}, 1, "Q");
  TimeNs done = 0;
  for (int io = 0; io < 1000; ++io) done = device.Schedule(0, false, kPage, false);
  EXPECT_EQ(done, 1000 * kMillisecond + 100);
}

TEST(QueueDevice, SequentialServiceDefaultsToATenth) {
  QueueDevice device({.parallelism = 8, .read_service = 600, .write_service = 500}, 1, "Q");
  EXPECT_EQ(device.Schedule(0, false, kPage, true), 60);
  EXPECT_EQ(device.Schedule(0, true, kPage, true), 50);
  QueueDevice given({.parallelism = 8, .sequential_read_service = 7, .sequential_write_service = 9},
                    1, "Q");
  EXPECT_EQ(given.Schedule(0, false, kPage, true), 7);
  EXPECT_EQ(given.Schedule(0, true, kPage, true), 9);
}

// When it is told of each I/O, in their order.
std::vector<TimeNs> Ends(QueueDevice& device, const std::vector<IssuedIo>& issued) {
  std::vector<LocalPtr<Completion>> known;
  while (device.NextEvent() != kNever) device.AdvanceTo(device.NextEvent(), known);
  std::vector<TimeNs> ends;
  for (const IssuedIo& io : issued) ends.push_back(io.Done());
  return ends;
}

TEST(QueueDevice, WhatComesUntilItIsIdleCompletesTogether) {
  QueueDevice device({.write_service = 100, .flush_service = 50, .batch_setup = 1000}, 1, "Q");
  const DeviceIo write{.is_write = true, .bytes = kPage};
  std::vector<IssuedIo> issued;
  issued.push_back(device.Issue(0, write));
  issued.push_back(device.Issue(0, write));
  issued.push_back(device.Issue(1150, write));
  issued.push_back(device.Flush(1299));
  EXPECT_FALSE(issued.front().IsKnown());
  EXPECT_EQ(Ends(device, issued), (std::vector<TimeNs>{1350, 1350, 1350, 1350}));
  EXPECT_EQ(Ends(device, {device.Issue(1350, write)}), std::vector<TimeNs>{2450})
      << "it had been idle";
}

TEST(QueueDevice, AFlushIsServedInItsTurn) {
  QueueDevice device({.parallelism = 2, .write_service = 100, .flush_service = 50}, 1, "Q");
  const DeviceIo write{.is_write = true, .bytes = kPage};
  EXPECT_EQ(device.Flush(0).Done(), 50);
  EXPECT_EQ(device.Issue(0, write).Done(), 100);
  EXPECT_EQ(device.Issue(0, write).Done(), 150);
  EXPECT_EQ(device.Flush(0).Done(), 150) << "behind the writes that came before";
}

// Mean and bounds of a spread, of I/Os that never queue.
void ExpectSpread(Spread spread, TimeNs low, TimeNs high) {
  constexpr TimeNs kMean = 1'000'000;
  constexpr int kCount = 100'000;
  QueueDevice device({.read_service = kMean, .spread = spread}, 42, "Q");
  TimeNs sum = 0, least = kNever, most = 0;
  for (int io = 0; io < kCount; ++io) {
    const TimeNs arrival = TimeNs{io} * 100 * kMean;
    const TimeNs service = device.Schedule(arrival, false, kPage, false) - arrival;
    sum += service;
    least = std::min(least, service);
    most = std::max(most, service);
  }
  EXPECT_NEAR(static_cast<double>(sum / kCount), 1e6, 1e4);
  EXPECT_GE(least, low);
  EXPECT_LE(most, high);
  EXPECT_LT(least, low + kMean / 50) << "the range is used";
}

TEST(QueueDevice, UniformSpreadIsHalfTheMeanToOneAndAHalf) {
  ExpectSpread(Spread::kUniform, 500'000, 1'500'000);
}

TEST(QueueDevice, ExponentialSpreadHasTheMean) {
  ExpectSpread(Spread::kExponential, 1, 45'000'000);
}

// Mean waiting time in a queue with Poisson arrivals.
TimeNs MeanWait(DeviceOptions options, TimeNs interarrival, int count) {
  QueueDevice device(options, 7, "Q");
  Rng arrivals(7, "arrivals");
  TimeNs now = 0, response = 0;
  for (int io = 0; io < count; ++io) {
    now += arrivals.Exponential(interarrival);
    response += device.Schedule(now, false, kPage, false) - now;
  }
  return response / count - options.read_service;
}

TEST(QueueDevice, QueueMatchesMD1) {
  // M/D/1, load 0.8: wait = 0.8 / (2 * (1 - 0.8)) * service = 2 * service.
  const TimeNs wait = MeanWait({.read_service = 1'000'000}, 1'250'000, 1'000'000);
  EXPECT_NEAR(static_cast<double>(wait), 2e6, 6e4);
}

TEST(QueueDevice, QueueMatchesMM1) {
  // M/M/1, load 0.5: wait = 0.5 / (1 - 0.5) * service.
  const TimeNs wait =
      MeanWait({.read_service = 1'000'000, .spread = Spread::kExponential}, 2'000'000, 1'000'000);
  EXPECT_NEAR(static_cast<double>(wait), 1e6, 3e4);
}

TEST(QueueDevice, QueueMatchesMM4) {
  // M/M/4, load 0.8 (Erlang C): P(wait) = 0.5964, wait = 0.5964 / (4 * (1 - 0.8)) * service.
  const TimeNs wait =
      MeanWait({.parallelism = 4, .read_service = 1'000'000, .spread = Spread::kExponential},
               312'500, 1'000'000);
  EXPECT_NEAR(static_cast<double>(wait), 745'500, 30'000);
}

TEST(QueueDevice, SameSeedSameTimes) {
  const DeviceOptions options{.parallelism = 2, .spread = Spread::kExponential};
  QueueDevice first(options, 5, "Q"), same(options, 5, "Q"), other_seed(options, 6, "Q"),
      other_name(options, 5, "R");
  int seed_differs = 0, name_differs = 0;
  for (TimeNs now = 0; now < 1000; ++now) {
    const TimeNs done = first.Schedule(now, now % 3 == 0, kPage, false);
    EXPECT_EQ(same.Schedule(now, now % 3 == 0, kPage, false), done);
    seed_differs += other_seed.Schedule(now, now % 3 == 0, kPage, false) != done;
    name_differs += other_name.Schedule(now, now % 3 == 0, kPage, false) != done;
  }
  EXPECT_GT(seed_differs, 990);
  EXPECT_GT(name_differs, 990);
}

TEST(QueueDevice, TimesAreTheSameOnEveryPlatform) {
  QueueDevice device({.parallelism = 2, .spread = Spread::kExponential}, 5, "Q");
  std::vector<TimeNs> done;
  for (int io = 0; io < 4; ++io) done.push_back(device.Schedule(io, false, kPage, false));
  EXPECT_EQ(done, (std::vector<TimeNs>{1346896, 17761977, 6313853, 10458809}));
}

}  // namespace
}  // namespace snapscope::sim::queue_device_test
