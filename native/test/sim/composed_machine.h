// A small fast disk, and a machine on a composed device.
#pragma once

#include <memory>

#include "sim/devices/composed_device.h"
#include "test/storage/test_machine.h"

namespace snapscope::test {

constexpr sim::SpindleOptions kSpindle{.capacity_bytes = 100'000'000'000,
                                       .rotations_per_minute = 15'000,
                                       .track_to_track_seek = 200 * kMicrosecond,
                                       .average_seek = 3500 * kMicrosecond,
                                       .full_stroke_seek = 7400 * kMicrosecond,
                                       .write_settle = 500 * kMicrosecond,
                                       .bytes_per_second = 100'000'000};

inline std::unique_ptr<SimMachine> MachineOf(const sim::ComposedOptions& options,
                                             sim::FileCosts costs = {}) {
  return std::make_unique<SimMachine>(
      [options] { return std::make_unique<sim::ComposedDevice>(options); }, costs);
}

}  // namespace snapscope::test
