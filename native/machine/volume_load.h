// What a volume does under a closed loop of I/Os, whether it is real or simulated.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/result.h"
#include "runtime/executor.h"
#include "storage/file.h"

namespace snapscope::machine {

struct VolumeLoad {
  bool is_write = false;
  bool durable = false;     ///< each write is awaited until it is; else until its call has returned
  bool sequential = false;  ///< each starts where the one issued before it ended
  uint32_t depth = 1;       ///< I/Os under way at any time
  uint64_t io_bytes = 8192;
};

struct VolumeLoadFigures {
  VolumeLoad load;
  uint64_t ios = 0;
  TimeNs elapsed = 0;  ///< from the first issue to the last completion
  TimeNs mean_response = 0;
  /// Standard deviation of the response over its mean.
  double variation = 0;

  double ios_per_second() const {
    return static_cast<double>(ios) * kSecond / static_cast<double>(elapsed);
  }
};

/// Issues I/Os to `file` for `duration` and waits for the last. Runs the executor, on which nothing
/// else may be.
Result<VolumeLoadFigures> MeasureVolume(runtime::Executor& executor, storage::File& file,
                                        VolumeLoad load, TimeNs duration, uint64_t seed);

}  // namespace snapscope::machine
