// Waiting primitives of the engine thread: event, latch. A latch that is free is had at once;
// waiters are served first in, first out and resume through the executor's ready queue.
// Single-threaded: no locking inside.
#pragma once

#include <cstdint>

#include "base/check.h"
#include "runtime/executor.h"
#include "runtime/wait_queue.h"

namespace snapscope::runtime {

/// A condition that many may wait for; NotifyAll() resumes all who wait now.
class Event {
 public:
  explicit Event(Executor& executor) : executor_(executor) {}

  auto Wait() { return waiters_.Join(); }
  void NotifyAll() { waiters_.WakeAll(executor_); }
  /// Resumes whoever has waited longest.
  void NotifyOne() { waiters_.WakeFirst(executor_); }
  bool HasWaiters() const { return !waiters_.empty(); }

 private:
  Executor& executor_;
  WaitQueue<> waiters_;
};

/// SH readers, UP one updater beside readers (a page being written under CHECKSUM), EX alone.
enum class LatchMode : uint8_t { kShared, kUpdate, kExclusive };

/// A latch with a fair queue: a waiter is never overtaken, so EX does not starve. Two words: pools
/// have millions of them.
class Latch {
 public:
  /// True if the latch can be had without waiting.
  bool IsOpenTo(LatchMode mode) const { return !HasWaiters() && Compatible(mode); }

  bool TryAcquire(LatchMode mode) {
    if (!IsOpenTo(mode)) return false;
    Grant(mode);
    return true;
  }

  /// Waits in the queue behind those who came before; `executor` resumes it.
  auto AcquireQueued(Executor& executor, LatchMode mode) {
    return waiters_.JoinUnless([this, mode] { return TryAcquire(mode); }, &executor, mode);
  }

  void Release(LatchMode mode) {
    switch (mode) {
      case LatchMode::kShared:
        CHECK(shared_ > 0, "SH released but not held");
        --shared_;
        break;
      case LatchMode::kUpdate:
        CHECK(update_, "UP released but not held");
        update_ = false;
        break;
      case LatchMode::kExclusive:
        CHECK(exclusive_, "EX released but not held");
        exclusive_ = false;
        break;
    }
    WakeWaiters();
  }

  /// Turns the caller's EX into `mode` without letting a waiter in between.
  void Downgrade(LatchMode mode) {
    CHECK(exclusive_, "downgrade of a latch that is not held EX");
    exclusive_ = false;
    Grant(mode);
    WakeWaiters();
  }

  bool IsFree() const { return shared_ == 0 && !update_ && !exclusive_ && !HasWaiters(); }
  bool HasWaiters() const { return !waiters_.empty(); }

 private:
  struct Acquiring : Waiter {
    Acquiring(Executor* resumes, LatchMode wanted) : executor(resumes), mode(wanted) {}
    Executor* executor;
    LatchMode mode;
  };

  bool Compatible(LatchMode mode) const {
    if (exclusive_) return false;
    switch (mode) {
      case LatchMode::kShared:
        return true;
      case LatchMode::kUpdate:
        return !update_;
      case LatchMode::kExclusive:
        return shared_ == 0 && !update_;
    }
    return false;
  }

  void Grant(LatchMode mode) {
    switch (mode) {
      case LatchMode::kShared:
        ++shared_;
        break;
      case LatchMode::kUpdate:
        update_ = true;
        break;
      case LatchMode::kExclusive:
        exclusive_ = true;
        break;
    }
  }

  void WakeWaiters() {
    while (HasWaiters() && Compatible(waiters_.first()->mode)) {
      Acquiring& next = *waiters_.first();
      Grant(next.mode);
      next.Wake(*next.executor, next.executor->Now());
    }
  }

  WaitQueue<Acquiring> waiters_;
  uint32_t shared_ = 0;
  bool update_ = false;
  bool exclusive_ = false;
};

}  // namespace snapscope::runtime
