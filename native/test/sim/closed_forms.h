// What devices must do by arithmetic alone, from their parameters and never from the models of
// them.
#pragma once

#include <cstdint>

#include "sim/devices/spindle.h"

namespace snapscope::test {

/// Times of a spindle, in microseconds.
struct SpindleForm {
  double track, average, full, settle, revolution;
  double transfer;  ///< of one I/O

  static SpindleForm Of(const sim::SpindleOptions& options, uint64_t io_bytes);

  /// Mean of a seek between two random places of `share` of the disk.
  double MeanSeek(double share) const;
  /// One I/O after the other, at random places of `share` of the disk.
  double Random(double share) const { return MeanSeek(share) + revolution / 2 + transfer; }
  /// Each of `depth` I/Os at random places, which a C-LOOK elevator takes in one direction.
  double Elevator(double depth) const;

 private:
  double Root() const { return 5 * (average - track) - 5.0 / 3 * (full - track); }
  double Linear() const { return full - track - Root(); }
};

/// I/Os a microsecond of `depth` that go round between `servers` alike, each for `service`
/// microseconds: mean value analysis, in which an arrival finds half of a constant service left.
double BalancedThroughput(double service, double servers, uint32_t depth);

}  // namespace snapscope::test
