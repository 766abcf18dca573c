// What a described device can do, found by asking its model: figures for people who choose one.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace snapscope::calibration {

/// `json`: the device of a volume, every default filled in. The answer is a JSON object:
///   depth                     I/Os under way in the figures a second: 8 for each disk, at least 64
///   randomReadsPerSecond      of 8 KB anywhere on the volume
///   randomWritesPerSecond     the same, once caches and buffers are full
///   writesAfterCliffPerSecond after fastWriteMiB; null for a device without a cliff
///   sequentialMiBPerSecond    reads of 512 KB, four under way for each disk
///   readUs, writeUs           mean time of one 8 KB I/O alone
///   capacityMiB               null where the model has no capacity
/// kInvalid for what is no device.
Result<std::string> DeviceFigures(std::string_view json);

}  // namespace snapscope::calibration
