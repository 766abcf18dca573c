// Flow control of telemetry batches: the reader grants credits, the engine thread spends one a
// batch and waits when it has none. Nothing is dropped, and no more than the credits is ever in
// flight.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace snapscope::addon {

inline constexpr uint32_t kInitialCredits = 8;

/// Credits for batches, shared by the engine thread and JavaScript.
class Credits {
 public:
  void Grant(uint32_t count) {
    {
      const std::lock_guard lock(mutex_);
      credits_ += count;
    }
    changed_.notify_all();
  }

  /// Blocks until there is a credit or nobody reads any more.
  void Take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return credits_ > 0 || closed_; });
    if (credits_ > 0) --credits_;
  }

  void Close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t credits_ = kInitialCredits;
  bool closed_ = false;
};

}  // namespace snapscope::addon
