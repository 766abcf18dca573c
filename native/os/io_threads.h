// A pool of threads that make blocking calls of the operating system for the engine thread.
//
// Threads start when there is more work than idle threads, up to a limit, and end with the pool.
// Work is taken first in, first out. `co_await Blocking(...)` runs a function on a thread and
// resumes the coroutine on the engine thread, stamped with the engine time of its completion.
#pragma once

#include <condition_variable>
#include <coroutine>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/executor.h"

namespace snapscope::os {

class IoThreads {
 public:
  static constexpr uint32_t kDefaultThreads = 64;

  explicit IoThreads(uint32_t most = kDefaultThreads);
  /// Runs what is queued, then ends the threads.
  ~IoThreads();
  IoThreads(const IoThreads&) = delete;
  IoThreads& operator=(const IoThreads&) = delete;

  void Submit(std::function<void()> work);
  /// Returns when nothing is queued or running.
  void Drain();

 private:
  void RunThread();

  const uint32_t most_;
  std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable is_idle_;
  std::deque<std::function<void()>> queue_;
  uint32_t idle_ = 0;
  uint32_t running_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

/// `result = co_await Blocking(threads, executor, work)`: calls `work` on an I/O thread. The frame
/// must outlive the call: destroy frames only after Drain().
template <typename Work>
auto Blocking(IoThreads& threads, runtime::Executor& executor, Work work) {
  using Value = std::invoke_result_t<Work&>;
  struct Awaiter {
    IoThreads& threads;
    runtime::Executor& executor;
    Work work;
    std::optional<Value> value{};
    std::coroutine_handle<> awaiting{};

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> handle) {
      awaiting = handle;
      threads.Submit([this] {
        value.emplace(work());
        // From the post on the frame may be gone: nothing of it is touched any more.
        runtime::Executor& engine = executor;
        const TimeNs now = engine.Now();
        engine.Post([this, now] { executor.MakeReady(awaiting, now); }, now);
      });
    }
    Value await_resume() { return std::move(*value); }
  };
  return Awaiter{threads, executor, std::move(work)};
}

}  // namespace snapscope::os
