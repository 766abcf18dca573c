// The progress messages of a snapshot's recovery: at the start and end of a pass, and in between
// not more often than every ten seconds of engine time. The remaining seconds follow from the
// pass's own speed so far; before there is any, from a rate that is only a first guess, as in the
// product, whose first estimates are far off too.
#pragma once

#include <cstdint>

#include "base/ids.h"

namespace snapscope::snapshot {

class ProgressEstimate {
 public:
  /// `work` in the unit of `guess_per_second`.
  ProgressEstimate(TimeNs start, uint64_t work, uint64_t guess_per_second)
      : start_(start), last_message_(start), first_guess_s_(work / guess_per_second + 1) {}

  /// True if a message is due at `now`.
  bool Due(TimeNs now) {
    if (now - last_message_ < kInterval) return false;
    last_message_ = now;
    return true;
  }

  int64_t RemainingSeconds(TimeNs now, uint32_t permille) const {
    if (permille >= 1000) return 0;
    if (permille == 0 || now == start_) return static_cast<int64_t>(first_guess_s_);
    const TimeNs elapsed = now - start_;
    return elapsed / permille * (1000 - permille) / kSecond;
  }

 private:
  static constexpr TimeNs kInterval = 10 * kSecond;
  const TimeNs start_;
  TimeNs last_message_;
  const uint64_t first_guess_s_;
};

}  // namespace snapscope::snapshot
