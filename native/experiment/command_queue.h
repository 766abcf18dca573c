// Live commands on their way to a running experiment, from any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "base/result.h"
#include "scenario/command.h"

namespace snapscope::experiment {

class CommandQueue {
 public:
  /// Pushes a command, from any thread.
  void Push(scenario::Command command) {
    {
      const std::lock_guard lock(mutex_);
      if (command.As<scenario::Cancel>() != nullptr) cancelled_.store(true);
      commands_.push_back(std::move(command));
      waiting_.store(true, std::memory_order_release);
      if (wake_) wake_();
    }
    changed_.notify_all();
  }

  /// Tells, from any thread, what the run cannot go on with, though it is not the engine's doing.
  /// The run ends where a cancel would end it, as one that failed. The first failure counts.
  void PushFailure(Error failure) {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::move(failure);
    }
    Push({.kind = scenario::Cancel{}});
  }

  /// What PushFailure() told, if it did.
  std::optional<Error> failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
  }

  /// The next command, if there is one, on the engine thread; one atomic read if there is none.
  std::optional<scenario::Command> TryPop() {
    if (!waiting_.load(std::memory_order_acquire)) return std::nullopt;
    const std::lock_guard lock(mutex_);
    if (commands_.empty()) return std::nullopt;
    scenario::Command command = std::move(commands_.front());
    commands_.pop_front();
    waiting_.store(!commands_.empty(), std::memory_order_release);
    return command;
  }

  /// Blocks the engine thread until there is a command (a paused run).
  void WaitForCommand() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !commands_.empty(); });
  }

  /// True as soon as a cancel has been pushed, even before that is popped: long work outside engine
  /// time (verification) looks here.
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  /// What ends the engine's wait for its clock when a command arrives; null when there is none.
  void SetWake(std::function<void()> wake) {
    const std::lock_guard lock(mutex_);
    wake_ = std::move(wake);
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<scenario::Command> commands_;
  std::optional<Error> failure_;
  std::atomic<bool> waiting_{false};
  std::atomic<bool> cancelled_{false};
  std::function<void()> wake_;
};

}  // namespace snapscope::experiment
