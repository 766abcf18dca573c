// The clock of a simulation: time passes only in WaitUntil(), which jumps to the deadline, or, when
// paced, lets as much wall time pass as the pace asks for.
//
// Pace never changes what happens, only when the user sees it: timers fire at the same engine times
// at every pace. A wait that Wake() ends early leaves the clock at the engine time that belongs to
// the wall time passed, never beyond the deadline.
//
// WaitUntil() belongs to the engine thread; all else may be called from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "runtime/clock.h"

namespace snapscope::sim {

class VirtualClock final : public runtime::Clock {
 public:
  /// `pace`: engine seconds per wall second; 0: as fast as possible.
  explicit VirtualClock(double pace = 0) { SetPace(pace); }

  TimeNs Now() const override { return now_.load(std::memory_order_relaxed); }
  void WaitUntil(TimeNs deadline) override;
  void Wake() override;
  bool IsVirtual() const override { return true; }

  /// Takes effect at once, in a wait in progress too.
  void SetPace(double pace);

  /// Fails the CHECK of any clock that is to pass this time. For test programs: their main() sets
  /// it once, so that a test in which something waits for ever is ended.
  static void SetLatest(TimeNs latest) { latest_ = latest; }

 private:
  using Wall = std::chrono::steady_clock;

  void Advance(TimeNs to);
  void Anchor(Wall::time_point wall);
  void AdvanceWithWall(Wall::time_point wall);
  double WallNsUntil(TimeNs time, Wall::time_point wall) const;

  inline static TimeNs latest_ = kNever;

  std::atomic<TimeNs> now_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  double pace_ = 0;
  bool woken_ = false;
  TimeNs waiting_for_ = kNever;  // deadline of the wait in progress
  // Engine and wall time that belong together; from them on, wall time runs at the pace.
  TimeNs anchor_engine_ = 0;
  Wall::time_point anchor_wall_{};
};

}  // namespace snapscope::sim
