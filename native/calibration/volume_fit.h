// The simplest device that explains what was measured of a volume: servers behind a link
// (sim/queue_device.h), with a service time each for random and sequential reads and writes.
//
// Such a device under a closed loop of depth d, with service S, transfer t and p servers, does
//   X = min(d / (S + t), p / S, 1 / t)
// I/Os a second: each server serves, all serve, or the link is full. One that completes I/Os
// together, with a setup L and one server, does
//   X = d / (L + min(S, t) + d max(S, t))
// since all d wait for each other. The fit takes the kind that explains the reads and writes
// better. It makes the squares of the logarithms of predicted over measured rates least, so that a
// tenth of an I/O a second counts as much at ten as a hundred do at ten thousand.
//
// How flushes, writes and allocations of many meet is more than a formula says: for these the
// device is simulated under the same loads (calibration/volume_load.h), and so is what it is said
// to predict.
#pragma once

#include <string>
#include <vector>

#include "calibration/volume_load.h"
#include "scenario/scenario.h"

namespace snapscope::calibration {

/// What to measure for a fit, in this order: six kinds of 8 KB I/O at four depths each, large ones
/// for the link, then first writes to a sparse file at the four depths.
std::vector<VolumeLoad> LoadsOfFit();

struct VolumeFit {
  scenario::QueueDescription device;
  std::vector<double> predicted_ios_per_second{};  ///< of each load
};

/// `measured`: LoadsOfFit(), each with I/Os, on LoadFiles.
VolumeFit FitVolume(const std::vector<VolumeLoadFigures>& measured);

/// The device in a scenario's words. Service times are whole microseconds there, at least one.
std::string DeviceJson(const scenario::QueueDescription& device);

}  // namespace snapscope::calibration
