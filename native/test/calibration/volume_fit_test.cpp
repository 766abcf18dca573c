// A fit to simulated volumes finds the figures that they were made of.
#include "calibration/volume_fit.h"

#include <memory>

#include <gtest/gtest.h>

#include "machine/simulated_machine.h"
#include "scenario/scenario.h"
#include "test/storage/test_machine.h"

namespace snapscope::volume_fit_test {
namespace {

using scenario::QueueDescription;
using scenario::ServiceSpread;

constexpr uint64_t kMiB = 1024 * 1024;

std::vector<calibration::VolumeLoadFigures> MeasureAll(const QueueDescription& device) {
  test::SimMachine simulated([&device] { return machine::MakeDevice(device, 7, "Q"); },
                             machine::FileCostsOf(device));
  const auto files = calibration::LoadFiles::Create(simulated.executor(), simulated.volume(),
                                                    simulated.Path("f"), 32 * kMiB)
                         .value();
  std::vector<calibration::VolumeLoadFigures> measured;
  for (const calibration::VolumeLoad& load : calibration::LoadsOfFit()) {
    measured.push_back(
        files->Measure(load, {.duration = 4 * kSecond, .ios = 20'000}, measured.size()).value());
  }
  return measured;
}

void ExpectWithinATenth(TimeNs found, TimeNs given, const char* what) {
  EXPECT_NEAR(static_cast<double>(found), static_cast<double>(given),
              static_cast<double>(given) / 10)
      << what;
}

void ExpectFound(const QueueDescription& given) {
  const calibration::VolumeFit fit = calibration::FitVolume(MeasureAll(given));
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
  ExpectWithinATenth(fit.device.batch_setup, given.batch_setup, "setup of a batch");
  EXPECT_EQ(fit.device.sparse_flush_writes, given.sparse_flush_writes);
  if (given.region_allocation) {
    ExpectWithinATenth(*fit.device.region_allocation, *given.region_allocation, "allocation");
  }
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

TEST(VolumeFit, FindsWhetherIosCompleteTogether) {
  ExpectFound({.parallelism = 1,
               .read_service = 20 * kMicrosecond,
               .write_service = 14 * kMicrosecond,
               .spread = ServiceSpread::kUniform,
               .bandwidth_bytes_per_second = 1500 * kMiB,
               .sequential_read_service = 17 * kMicrosecond,
               .sequential_write_service = 12 * kMicrosecond,
               .flush_service = 50 * kMicrosecond,
               .batch_setup = 65 * kMicrosecond});
}

TEST(VolumeFit, FindsWhatAFileSystemTakesForSparseFiles) {
  ExpectFound({.parallelism = 4,
               .read_service = 400 * kMicrosecond,
               .write_service = 300 * kMicrosecond,
               .spread = ServiceSpread::kUniform,
               .bandwidth_bytes_per_second = 500 * kMiB,
               .sequential_read_service = 200 * kMicrosecond,
               .sequential_write_service = 250 * kMicrosecond,
               .flush_service = 500 * kMicrosecond,
               .sparse_flush_writes = 2,
               .region_allocation = 150 * kMicrosecond});
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
  const calibration::VolumeFit fit = calibration::FitVolume(measured);
  for (size_t i = 0; i < measured.size(); ++i) {
    // Some hundred flushes, whose times are drawn, in what is measured and in what is predicted.
    const double tolerance = measured[i].load.durable ? 0.2 : 0.1;
    EXPECT_NEAR(fit.predicted_ios_per_second[i] / measured[i].ios_per_second(), 1, tolerance)
        << "load " << i << ", depth " << measured[i].load.depth;
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
                               .flush_service = kMillisecond,
                               .sparse_flush_writes = 1,
                               .batch_setup = 70 * kMicrosecond,
                               .region_allocation = 30 * kMicrosecond};
  const auto read =
      std::get<QueueDescription>(scenario::ParseDevice(calibration::DeviceJson(given)).value());
  EXPECT_EQ(read.parallelism, 3U);
  EXPECT_EQ(read.read_service, kMicrosecond);
  EXPECT_EQ(read.write_service, given.write_service);
  EXPECT_EQ(read.sequential_read_service, kMicrosecond) << "never less: 0 means another thing";
  EXPECT_EQ(read.sequential_write_service, given.sequential_write_service);
  EXPECT_EQ(read.flush_service, given.flush_service);
  EXPECT_EQ(read.sparse_flush_writes, given.sparse_flush_writes);
  EXPECT_EQ(read.batch_setup, given.batch_setup);
  EXPECT_EQ(read.region_allocation, given.region_allocation);
  EXPECT_EQ(read.spread, given.spread);
  EXPECT_EQ(read.bandwidth_bytes_per_second, given.bandwidth_bytes_per_second);
}

}  // namespace
}  // namespace snapscope::volume_fit_test
