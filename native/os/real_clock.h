// The machine's clock: engine time is the time since the clock was made, less the time it was
// frozen (a paused run, verification outside engine time).
//
// Freeze(), Thaw() and WaitUntil() belong to the engine thread; Now() and Wake() are for any.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "runtime/clock.h"

namespace snapscope::os {

class RealClock final : public runtime::Clock {
 public:
  RealClock() : origin_(Monotonic::now()) {}

  TimeNs Now() const override;
  /// While frozen, and for kNever, only Wake() ends the wait.
  void WaitUntil(TimeNs deadline) override;
  void Wake() override;
  bool IsVirtual() const override { return false; }

  /// Stops and restarts engine time. They do not nest.
  void Freeze();
  void Thaw();
  bool frozen() const { return frozen_at_.load(std::memory_order_acquire) != kNotFrozen; }

 private:
  using Monotonic = std::chrono::steady_clock;
  static constexpr TimeNs kNotFrozen = -1;

  TimeNs SinceOrigin() const;

  const Monotonic::time_point origin_;
  std::atomic<TimeNs> frozen_at_{kNotFrozen};
  std::atomic<TimeNs> frozen_total_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
};

}  // namespace snapscope::os
