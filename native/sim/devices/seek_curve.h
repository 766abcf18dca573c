// How long a head takes to move: a + b * sqrt(x) + c * x of the distance x as a share of the full
// stroke, through the three figures that makers print (the three-point curve of DiskSim).
//
// Derivation. Between two uniform positions the mean of sqrt(x) is 8/15 and of x is 1/3. With
// t(0) = track-to-track, mean t = average, t(1) = full stroke:
//   b = 5 (average - track) - 5/3 (full - track),  c = (full - track) - b.
// Integers only: x and its root are fractions of 2^32.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ids.h"

namespace snapscope::sim {

class SeekCurve {
 public:
  /// track_to_track <= average <= full_stroke.
  SeekCurve(TimeNs track_to_track, TimeNs average, TimeNs full_stroke)
      : track_to_track_(track_to_track),
        root_(5 * (average - track_to_track) - 5 * (full_stroke - track_to_track) / 3),
        linear_(full_stroke - track_to_track - root_) {}

  /// The seek over a distance of bytes, at most `capacity` of them; 0 for no distance.
  TimeNs Time(uint64_t distance, uint64_t capacity) const {
    if (distance == 0) return 0;
    __extension__ using Wide = unsigned __int128;  // no standard type has 128 bits
    const auto share = std::min<uint64_t>(
        static_cast<uint64_t>((static_cast<Wide>(distance) << 32) / capacity), UINT32_MAX);
    return track_to_track_ + Scaled(root_, SquareRoot(share << 32)) + Scaled(linear_, share);
  }

 private:
  // `value` times a fraction of 2^32; both terms may be negative, and below 2^31.
  static TimeNs Scaled(TimeNs value, uint64_t fraction) {
    const bool negative = value < 0;
    const uint64_t product = (static_cast<uint64_t>(negative ? -value : value) * fraction) >> 32;
    return negative ? -static_cast<TimeNs>(product) : static_cast<TimeNs>(product);
  }

  // Digit by digit: exact, and the same everywhere.
  static uint64_t SquareRoot(uint64_t value) {
    uint64_t root = 0;
    for (uint64_t bit = uint64_t{1} << 62; bit != 0; bit >>= 2) {
      const bool fits = value >= root + bit;
      value -= fits ? root + bit : 0;
      root = (root >> 1) + (fits ? bit : 0);
    }
    return root;
  }

  const TimeNs track_to_track_;
  const TimeNs root_;
  const TimeNs linear_;
};

}  // namespace snapscope::sim
