// The machine's clock: engine time is the time since the clock was made, less the time it was
// frozen (a paused run, verification outside engine time). With a ring the engine thread waits for
// the ends of its I/O, without one for those who post them.
//
// Freeze(), Thaw() and WaitUntil() belong to the engine thread; Now() and Wake() are for any.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "os/ring.h"
#include "runtime/clock.h"

namespace snapscope::os {

class RealClock final : public runtime::Clock {
 public:
  /// The ring, if there is one, outlives the clock.
  explicit RealClock(Ring* ring = nullptr) : origin_(Monotonic::now()), ring_(ring) {}

  TimeNs Now() const override;
  /// While frozen, and for kNever, only Wake() ends the wait.
  void WaitUntil(TimeNs deadline) override;
  void Poll() override {
    if (ring_ != nullptr) ring_->Poll();
  }
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
  Ring* const ring_;
  std::atomic<TimeNs> frozen_at_{kNotFrozen};
  std::atomic<TimeNs> frozen_total_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
};

}  // namespace snapscope::os
