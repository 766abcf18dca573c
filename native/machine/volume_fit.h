// The simplest device that explains what was measured of a volume: servers behind a link
// (sim/queue_device.h), with a service time each for random and sequential reads and writes, and
// flushes that all share who wait for one.
//
// Such a device under a closed loop of depth d, with service S, transfer t and p servers, does
//   X = min(d / (S + t), p / S, 1 / t)
// I/Os a second: each server serves, all serve, or the link is full. Durable writes wait for a
// flush of time F that begins after them: alone, 1 / (F + S + t), from which F is found; of
// several, half write during the flush of the others, in a time W, and
//   X = min(d / (F + max(F, W)), p / S, 1 / t).
// The fit makes the squares of the logarithms of predicted over measured rates least, so that a
// tenth of an I/O a second counts as much at ten as a hundred do at ten thousand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/scenario.h"
#include "machine/volume_load.h"

namespace snapscope::machine {

/// What to measure for a fit, in this order: six kinds of 8 KB I/O at four depths each, then large
/// ones for the link.
std::vector<VolumeLoad> LoadsOfFit();

struct VolumeFit {
  engine::QueueDescription device;
  std::vector<double> predicted_ios_per_second{};  ///< of each load
};

/// `measured`: LoadsOfFit(), each with I/Os.
VolumeFit FitVolume(const std::vector<VolumeLoadFigures>& measured);

/// As a scenario has it. Service times are whole microseconds there, at least one.
std::string DeviceJson(const engine::QueueDescription& device);

}  // namespace snapscope::machine
