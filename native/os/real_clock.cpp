#include "os/real_clock.h"

#include <algorithm>

#include "base/check.h"

namespace snapscope::os {

TimeNs RealClock::SinceOrigin() const {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Monotonic::now() - origin_).count();
}

TimeNs RealClock::Now() const {
  while (true) {
    const TimeNs frozen_at = frozen_at_.load(std::memory_order_acquire);
    if (frozen_at != kNotFrozen) return frozen_at;
    const TimeNs total = frozen_total_.load(std::memory_order_acquire);
    const TimeNs now = SinceOrigin() - total;
    // The engine thread may have frozen the clock since, or thawed it again: then the total is
    // another, and the difference belongs to no moment.
    if (!frozen() && frozen_total_.load(std::memory_order_acquire) == total) return now;
  }
}

void RealClock::Freeze() {
  CHECK(!frozen(), "the clock is frozen already");
  frozen_at_.store(Now(), std::memory_order_release);
}

void RealClock::Thaw() {
  CHECK(frozen(), "the clock is not frozen");
  // The total is stored first: a thread that sees the clock run sees the total too.
  frozen_total_.store(SinceOrigin() - frozen_at_.load(std::memory_order_relaxed),
                      std::memory_order_release);
  frozen_at_.store(kNotFrozen, std::memory_order_release);
}

void RealClock::Wake() {
  if (ring_ != nullptr) {
    ring_->Wake();
    return;
  }
  const std::lock_guard lock(mutex_);
  woken_ = true;
  changed_.notify_one();
}

void RealClock::WaitUntil(TimeNs deadline) {
  if (ring_ != nullptr) {
    const bool until_woken = deadline == kNever || frozen();
    ring_->Wait(until_woken ? kNever : std::max(deadline - Now(), TimeNs{0}));
    return;
  }
  std::unique_lock lock(mutex_);
  if (deadline == kNever || frozen()) {
    changed_.wait(lock, [this] { return woken_; });
  } else {
    const TimeNs since_origin = deadline + frozen_total_.load(std::memory_order_relaxed);
    changed_.wait_until(lock, origin_ + std::chrono::nanoseconds(since_origin),
                        [this] { return woken_; });
  }
  woken_ = false;
}

}  // namespace snapscope::os
