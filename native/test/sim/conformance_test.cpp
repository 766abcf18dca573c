#include "sim/devices/composed_device.h"
#include "test/storage/volume_conformance.h"

namespace snapscope::test {

static std::unique_ptr<VolumeMachine> MakeSimMachine() {
  return std::make_unique<SimMachine>(
      sim::DeviceOptions{.parallelism = 4, .spread = sim::Spread::kExponential});
}

// A disk with a cache of its own, as a calibration finds them.
static std::unique_ptr<VolumeMachine> MakeFlushedMachine() {
  return std::make_unique<SimMachine>(sim::DeviceOptions{
      .parallelism = 4, .flush_service = 3 * kMillisecond, .spread = sim::Spread::kExponential});
}

// RAID 5 behind a cache and a link: every stage of a composed device.
static std::unique_ptr<VolumeMachine> MakeArrayMachine() {
  const sim::ComposedOptions options{
      .member = sim::SpindleOptions{.capacity_bytes = 100'000'000'000,
                                    .track_to_track_seek = 200 * kMicrosecond,
                                    .average_seek = 3500 * kMicrosecond,
                                    .full_stroke_seek = 7400 * kMicrosecond,
                                    .bytes_per_second = 100'000'000},
      .array = {.level = sim::RaidLevel::kRaid5, .members = 6},
      .cache = sim::CacheOptions{.bytes = 256 * 1024, .hit = 100 * kMicrosecond},
      .link = sim::LinkOptions{.bytes_per_second = 118'000'000, .depth = 8}};
  return std::make_unique<SimMachine>(
      [options] { return std::make_unique<sim::ComposedDevice>(options); }, sim::FileCosts{});
}

static const auto kMachines = testing::Values(MachineKind{"simulated", &MakeSimMachine},
                                              MachineKind{"simulatedFlushed", &MakeFlushedMachine},
                                              MachineKind{"simulatedArray", &MakeArrayMachine});

INSTANTIATE_TEST_SUITE_P(Sim, VolumeConformance, kMachines);
INSTANTIATE_TEST_SUITE_P(Sim, VolumeConformanceDeathTest, kMachines);

}  // namespace snapscope::test
