// Telemetry batches on their way from the engine thread to JavaScript. The reader grants credits
// and each batch costs one; what there is no credit for waits here. Nothing is dropped, and the
// order is that of the engine.
//
// A virtual run waits with its batch: Put() blocks, so no more than one is here. A real run cannot,
// since its clock would go on and what it measures would be the reader's slowness. Its batches wait
// in memory up to a limit; the first beyond it makes the run fail, and what the run has to tell
// until it has ended is kept all the same.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace snapscope::addon {

inline constexpr uint32_t kInitialCredits = 8;

/// What may wait to be taken in a real run.
inline constexpr uint64_t kMostWaitingBytes = uint64_t{256} << 20;

using Batch = std::vector<std::byte>;

/// Shared by the engine thread and JavaScript.
class BatchQueue {
 public:
  /// Hands a batch on without blocking; never called by two threads at once.
  using Deliver = std::function<void(Batch)>;
  /// Told once, on the engine thread.
  using OnFull = std::function<void(Error)>;

  /// For a virtual run, which waits until its batches are taken.
  explicit BatchQueue(Deliver deliver) : deliver_(std::move(deliver)) {}
  /// For a real run, which cannot wait, and is told when too much has gathered.
  BatchQueue(Deliver deliver, uint64_t most_bytes, OnFull on_full)
      : deliver_(std::move(deliver)), most_bytes_(most_bytes), on_full_(std::move(on_full)) {}

  /// The engine thread's.
  void Put(Batch batch) {
    std::unique_lock lock(mutex_);
    if (!most_bytes_) changed_.wait(lock, [this] { return credits_ > 0 || closed_; });
    bytes_ += batch.size();
    waiting_.push_back(std::move(batch));
    DeliverGranted();
    if (!on_full_ || bytes_ <= *most_bytes_) return;
    const OnFull tell = std::exchange(on_full_, nullptr);
    lock.unlock();
    tell(TelemetryNotTaken(*most_bytes_));
  }

  void Grant(uint32_t count) {
    {
      const std::lock_guard lock(mutex_);
      credits_ += count;
      DeliverGranted();
    }
    changed_.notify_all();
  }

  /// Nobody grants any more: what waits is handed on, and so is what comes.
  void Close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      DeliverGranted();
    }
    changed_.notify_all();
  }

  /// The engine thread's, at the end of the run: blocks until everything has been handed on.
  void AwaitEmpty() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty(); });
  }

 private:
  static Error TelemetryNotTaken(uint64_t most_bytes) {
    return Error{ErrorCode::kRefused,
                 "the telemetry of this real run was not taken in time: more than " +
                     Size(most_bytes) +
                     " of it wait to be recorded, which is the most that is kept in memory. A "
                     "real run does not wait for who reads it; record it to a faster disk, close "
                     "the views that show it live, or raise sampleIntervalMs"};
  }

  static std::string Size(uint64_t bytes) {
    constexpr uint64_t kMiB = 1 << 20;
    return bytes % kMiB == 0 ? std::to_string(bytes / kMiB) + " MiB"
                             : std::to_string(bytes) + " bytes";
  }

  void DeliverGranted() {
    while (!waiting_.empty() && (credits_ > 0 || closed_)) {
      if (credits_ > 0) --credits_;
      bytes_ -= waiting_.front().size();
      Batch batch = std::move(waiting_.front());
      waiting_.pop_front();
      deliver_(std::move(batch));
    }
  }

  const Deliver deliver_;
  const std::optional<uint64_t> most_bytes_;  ///< none: Put() waits instead
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Batch> waiting_;
  uint64_t bytes_ = 0;
  uint64_t credits_ = kInitialCredits;
  bool closed_ = false;
  OnFull on_full_;  ///< until it was told
};

}  // namespace snapscope::addon
