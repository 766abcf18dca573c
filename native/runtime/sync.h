// Waiting primitives of the engine thread: event, semaphore, latch. None suspends when it can go on
// at once; waiters are served first in, first out and resume through the executor's ready queue.
// Single-threaded: no locking inside.
#pragma once

#include <coroutine>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/check.h"
#include "runtime/executor.h"
#include "runtime/ring_queue.h"

namespace snapscope::runtime {

/// A condition that many may wait for; Notify() resumes all who wait now.
class Event {
 public:
  explicit Event(Executor& executor) : executor_(executor) {}

  auto Wait() {
    struct Awaiter {
      Event& event;
      bool await_ready() const { return false; }
      void await_suspend(std::coroutine_handle<> handle) const { event.waiters_.push_back(handle); }
      void await_resume() const {}
    };
    return Awaiter{*this};
  }

  void NotifyAll() {
    for (const auto& handle : waiters_) executor_.MakeReady(handle);  // which resumes none here
    waiters_.clear();
  }

  /// Whoever has waited longest.
  void NotifyOne() {
    if (waiters_.empty()) return;
    executor_.MakeReady(waiters_.front());
    waiters_.erase(waiters_.begin());
  }

  bool HasWaiters() const { return !waiters_.empty(); }

 private:
  Executor& executor_;
  std::vector<std::coroutine_handle<>> waiters_;
};

/// Counts free slots.
class Semaphore {
 public:
  Semaphore(Executor& executor, uint32_t slots) : executor_(executor), free_(slots) {}

  auto Acquire() {
    struct Awaiter {
      Semaphore& semaphore;
      bool await_ready() const {
        if (semaphore.free_ == 0) return false;
        --semaphore.free_;
        return true;
      }
      void await_suspend(std::coroutine_handle<> handle) const {
        semaphore.waiters_.push_back(handle);
      }
      void await_resume() const {}
    };
    return Awaiter{*this};
  }

  bool TryAcquire() {
    if (free_ == 0) return false;
    --free_;
    return true;
  }

  void Release() {
    if (waiters_.empty()) {
      ++free_;
      return;
    }
    executor_.MakeReady(waiters_.front());
    waiters_.pop_front();
  }

  uint32_t free() const { return free_; }

 private:
  Executor& executor_;
  uint32_t free_;
  RingQueue<std::coroutine_handle<>> waiters_;
};

/// SH readers, UP one updater beside readers (a page being written under CHECKSUM), EX alone.
enum class LatchMode : uint8_t { kShared, kUpdate, kExclusive };

/// A latch with a fair queue: a waiter is never overtaken, so EX does not starve. Two words, as
/// long as nobody has ever waited: pools have millions of them.
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
    struct Awaiter {
      Latch& latch;
      Executor& executor;
      LatchMode mode;
      bool await_ready() const { return latch.TryAcquire(mode); }
      void await_suspend(std::coroutine_handle<> handle) const {
        if (latch.waiters_ == nullptr) latch.waiters_ = std::make_unique<std::vector<Waiter>>();
        latch.waiters_->push_back({&executor, mode, handle});
      }
      void await_resume() const {}
    };
    return Awaiter{*this, executor, mode};
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
  bool HeldExclusive() const { return exclusive_; }
  bool HasWaiters() const { return waiters_ != nullptr && !waiters_->empty(); }

 private:
  struct Waiter {
    Executor* executor;
    LatchMode mode;
    std::coroutine_handle<> handle;
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
    while (HasWaiters() && Compatible(waiters_->front().mode)) {
      const Waiter next = waiters_->front();
      waiters_->erase(waiters_->begin());
      Grant(next.mode);
      next.executor->MakeReady(next.handle);
    }
  }

  std::unique_ptr<std::vector<Waiter>> waiters_;
  uint32_t shared_ = 0;
  bool update_ = false;
  bool exclusive_ = false;
};

}  // namespace snapscope::runtime
