// What a device can do, found by asking its model: a closed loop of I/Os, as fio would run it.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "sim/device.h"

namespace snapscope::sim {

struct LoopOptions {
  bool is_write = false;
  bool sequential = false;  ///< each starts where the one issued before it ended
  uint64_t io_bytes = 8192;
  uint32_t depth = 1;         ///< I/Os under way at any time
  uint64_t extent_bytes = 0;  ///< addresses are below it
  uint64_t warm_up_ios = 0;   ///< not counted
  uint64_t ios = 0;           ///< counted
  uint64_t seed = 1;
};

struct LoopFigures {
  uint64_t ios_per_second = 0;
  uint64_t bytes_per_second = 0;
  TimeNs mean_response = 0;
};

/// Runs the loop on a device that nothing else uses.
LoopFigures MeasureLoop(Device& device, const LoopOptions& options);

}  // namespace snapscope::sim
