// A clock that goes on by itself, as the machine's does, but by a tick each time it is read: what
// happens in a turn is the same every time.
#pragma once

#include <algorithm>

#include "runtime/clock.h"

namespace snapscope::runtime {

class TickingClock final : public Clock {
 public:
  static constexpr TimeNs kTick = 10 * kMicrosecond;

  TimeNs Now() const override { return now_ += kTick; }
  void WaitUntil(TimeNs deadline) override {
    if (deadline != kNever) now_ = std::max(now_, deadline);
  }
  void Wake() override {}
  bool IsVirtual() const override { return false; }

 private:
  mutable TimeNs now_ = 0;
};

}  // namespace snapscope::runtime
