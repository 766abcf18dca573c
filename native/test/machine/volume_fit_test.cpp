// A fit to simulated volumes finds the figures that they were made of.
#include "machine/volume_fit.h"

#include <memory>

#include <gtest/gtest.h>

#include "engine/scenario.h"
#include "machine/simulated_machine.h"
#include "test/storage/test_machine.h"

namespace snapscope {
namespace {

using engine::QueueDescription;
using engine::ServiceSpread;

constexpr uint64_t kMiB = 1024 * 1024;

std::vector<machine::VolumeLoadFigures> MeasureAll(const QueueDescription& device) {
  test::SimMachine simulated([&device] { return machine::MakeDevice(device, 7, "Q"); }, {});
  const auto file =
      std::move(test::Get(simulated.executor(),
                          simulated.volume().Create(simulated.Path("f"), {.size = 32 * kMiB})))
          .value();
  std::vector<machine::VolumeLoadFigures> measured;
  for (const machine::VolumeLoad& load : machine::LoadsOfFit()) {
    measured.push_back(
        machine::MeasureVolume(simulated.executor(), *file, load, 4 * kSecond, measured.size())
            .value());
  }
  return measured;
}

void ExpectWithinATenth(TimeNs found, TimeNs given, const char* what) {
  EXPECT_NEAR(static_cast<double>(found), static_cast<double>(given),
              static_cast<double>(given) / 10)
      << what;
}

void ExpectFound(const QueueDescription& given) {
  const machine::VolumeFit fit = machine::FitVolume(MeasureAll(given));
  EXPECT_NEAR(fit.device.parallelism, given.parallelism, given.parallelism / 10.0);
  ExpectWithinATenth(fit.device.read_service, given.read_service, "read");
  ExpectWithinATenth(fit.device.write_service, given.write_service, "write");
  ExpectWithinATenth(*fit.device.sequential_read_service, *given.sequential_read_service,
                     "sequential read");
  ExpectWithinATenth(*fit.device.sequential_write_service, *given.sequential_write_service,
                     "sequential write");
  EXPECT_NEAR(static_cast<double>(fit.device.bandwidth_bytes_per_second),
              static_cast<double>(given.bandwidth_bytes_per_second),
              static_cast<double>(given.bandwidth_bytes_per_second) / 10);
  ExpectWithinATenth(fit.device.flush_service, given.flush_service, "flush");
  EXPECT_EQ(fit.device.spread, given.spread);
}

TEST(VolumeFit, FindsOneServer) {
  ExpectFound({.parallelism = 1,
               .read_service = 5 * kMillisecond,
               .write_service = 4 * kMillisecond,
               .spread = ServiceSpread::kUniform,
               .bandwidth_bytes_per_second = 80 * kMiB,
               .sequential_read_service = 500 * kMicrosecond,
               .sequential_write_service = 900 * kMicrosecond,
               .flush_service = 3 * kMillisecond});
}

TEST(VolumeFit, FindsServersBetweenTheDepthsThatAreMeasured) {
  ExpectFound({.parallelism = 10,
               .read_service = 700 * kMicrosecond,
               .write_service = 1500 * kMicrosecond,
               .spread = ServiceSpread::kExponential,
               .bandwidth_bytes_per_second = 300 * kMiB,
               .sequential_read_service = 300 * kMicrosecond,
               .sequential_write_service = 1200 * kMicrosecond,
               .flush_service = 4 * kMillisecond});
}

TEST(VolumeFit, FindsManyFastServers) {
  ExpectFound({.parallelism = 32,
               .read_service = 2 * kMillisecond,
               .write_service = kMillisecond,
               .spread = ServiceSpread::kFixed,
               .bandwidth_bytes_per_second = 900 * kMiB,
               .sequential_read_service = 400 * kMicrosecond,
               .sequential_write_service = 600 * kMicrosecond,
               .flush_service = 3 * kMillisecond});
}

TEST(VolumeFit, WhatItPredictsIsWhatTheDeviceDoes) {
  const QueueDescription given{.parallelism = 6,
                               .read_service = kMillisecond,
                               .write_service = 2 * kMillisecond,
                               .spread = ServiceSpread::kExponential,
                               .bandwidth_bytes_per_second = 200 * kMiB,
                               .sequential_read_service = 200 * kMicrosecond,
                               .sequential_write_service = 500 * kMicrosecond,
                               .flush_service = 6 * kMillisecond};
  const auto measured = MeasureAll(given);
  const machine::VolumeFit fit = machine::FitVolume(measured);
  for (size_t i = 0; i < measured.size(); ++i) {
    // How writes and flushes of many meet is more than a formula says.
    const double tolerance = measured[i].load.durable && measured[i].load.depth > 1 ? 0.2 : 0.1;
    EXPECT_NEAR(fit.predicted_ios_per_second[i] / measured[i].ios_per_second(), 1, tolerance)
        << measured[i].load.io_bytes << " bytes, depth " << measured[i].load.depth;
  }
}

TEST(VolumeFit, ItsDeviceIsOneThatAScenarioCanHave) {
  const QueueDescription given{.parallelism = 3,
                               .read_service = 1499,
                               .write_service = 2 * kMillisecond,
                               .spread = ServiceSpread::kUniform,
                               .bandwidth_bytes_per_second = 200 * kMiB,
                               .sequential_read_service = 100,
                               .sequential_write_service = 500 * kMicrosecond,
                               .flush_service = kMillisecond};
  const auto read =
      std::get<QueueDescription>(engine::ParseDevice(machine::DeviceJson(given)).value());
  EXPECT_EQ(read.parallelism, 3U);
  EXPECT_EQ(read.read_service, kMicrosecond);
  EXPECT_EQ(read.write_service, given.write_service);
  EXPECT_EQ(read.sequential_read_service, kMicrosecond) << "never less: 0 means another thing";
  EXPECT_EQ(read.sequential_write_service, given.sequential_write_service);
  EXPECT_EQ(read.flush_service, given.flush_service);
  EXPECT_EQ(read.spread, given.spread);
  EXPECT_EQ(read.bandwidth_bytes_per_second, given.bandwidth_bytes_per_second);
}

}  // namespace
}  // namespace snapscope
