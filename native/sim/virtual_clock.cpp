#include "sim/virtual_clock.h"

#include <algorithm>

#include "base/check.h"

namespace snapscope::sim {

namespace {

// Shorter waits are not worth a sleep: the clock runs ahead of the wall by at most this much.
constexpr double kSlackNs = 1e6;
// An engine that fell behind by more (it was paused, or cannot keep the pace) does not rush to
// catch up.
constexpr double kLargestLagNs = 250e6;
// Longer waits are taken in turns: wall time points must not overflow at very slow paces.
constexpr double kLongestSleepNs = 3600e9;

double Nanoseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double, std::nano>(duration).count();
}

}  // namespace

void VirtualClock::Advance(TimeNs to) {
  CHECK(to <= latest_, "virtual time passes %lld ns, the most that is allowed: who waits for ever?",
        static_cast<long long>(latest_));
  now_.store(to, std::memory_order_relaxed);
}

void VirtualClock::Anchor(Wall::time_point wall) {
  anchor_engine_ = Now();
  anchor_wall_ = wall;
}

// Wall time from `wall` until engine time `time` is due; negative if it is overdue.
double VirtualClock::WallNsUntil(TimeNs time, Wall::time_point wall) const {
  return static_cast<double>(time - anchor_engine_) / pace_ - Nanoseconds(wall - anchor_wall_);
}

// The engine time that belongs to `wall`, but within the wait in progress.
void VirtualClock::AdvanceWithWall(Wall::time_point wall) {
  const double passed = Nanoseconds(wall - anchor_wall_) * pace_;
  // Compared before the conversion, which would overflow at very fast paces.
  if (passed >= static_cast<double>(waiting_for_ - anchor_engine_)) return Advance(waiting_for_);
  Advance(std::max(Now(), anchor_engine_ + static_cast<TimeNs>(passed)));
}

void VirtualClock::SetPace(double pace) {
  CHECK(pace >= 0, "time does not run backwards");
  const std::lock_guard lock(mutex_);
  const Wall::time_point wall = Wall::now();
  if (waiting_for_ != kNever && pace_ > 0) AdvanceWithWall(wall);
  pace_ = pace;
  Anchor(wall);
  changed_.notify_all();
}

void VirtualClock::Wake() {
  const std::lock_guard lock(mutex_);
  woken_ = true;
  changed_.notify_all();
}

void VirtualClock::WaitUntil(TimeNs deadline) {
  std::unique_lock lock(mutex_);
  while (!woken_ && deadline != kNever && Now() < deadline) {
    if (pace_ == 0) {
      Advance(deadline);
      break;
    }
    const Wall::time_point wall = Wall::now();
    if (WallNsUntil(Now(), wall) < -kLargestLagNs) Anchor(wall);
    const double sleep = std::min(WallNsUntil(deadline, wall), kLongestSleepNs);
    if (sleep <= kSlackNs) {
      Advance(deadline);
      break;
    }
    waiting_for_ = deadline;
    changed_.wait_until(lock, wall + std::chrono::nanoseconds(static_cast<int64_t>(sleep)));
    if (pace_ > 0) AdvanceWithWall(Wall::now());
    waiting_for_ = kNever;
  }
  woken_ = false;
}

}  // namespace snapscope::sim
