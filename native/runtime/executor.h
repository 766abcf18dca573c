// The executor: one engine thread that resumes coroutines.
//
// Order. Ready coroutines run first in, first out; timers fire by (time, order of creation). Both
// depend on nothing but the program, so a virtual run is deterministic. Other threads reach the
// executor only through Post().
//
// Boundary. When nothing is ready and no timer is due now, the executor is at a boundary: all that
// could happen at this engine time has happened. Live commands are taken only there, so that a
// recorded command can be repeated at exactly the same point.
//
// Time slice. On the machine's clock there may always be something ready. What has run for
// kTimeSlice is therefore interrupted: the executor takes posts and due timers, and is at a
// boundary too, though more could happen at this time. On a virtual clock no time passes while
// something is ready, and a boundary is always the end of an instant.
//
// Owning thread: the one that calls Run(); Post() from any thread.
#pragma once

#include <atomic>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "runtime/clock.h"
#include "runtime/ring_queue.h"
#include "runtime/task.h"

namespace snapscope::runtime {

/// How long the executor resumes what is ready before it looks at everything else: a quantum of SQL
/// Server's scheduler.
inline constexpr TimeNs kTimeSlice = 4 * kMillisecond;

/// What the owner wants at a boundary.
enum class BoundaryAction : uint8_t {
  kProceed,  ///< go on to the next timer
  kAgain,    ///< the owner made something ready, or advanced the clock: look again
  kStop,     ///< leave Run()
};

/// Takes part at boundaries: live commands, pause, pace, end of run.
class BoundaryListener {
 public:
  virtual ~BoundaryListener() = default;
  /// `next` is the time of the next timer, kNever if there is none; now, if more is ready.
  virtual BoundaryAction AtBoundary(TimeNs next) = 0;
};

class Executor {
 public:
  explicit Executor(Clock& clock);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  TimeNs Now() const { return clock_.Now(); }
  Clock& clock() { return clock_; }

  /// Takes ownership of a root task and makes it ready. Its frame is freed when it ends, or by
  /// DestroyTasks().
  void Spawn(std::string_view name, Task<void> task);

  /// Resumes `handle` after everything that is ready already.
  void MakeReady(std::coroutine_handle<> handle);
  /// Resumes `handle` likewise, which became ready at `since` on another thread (the stamp of a
  /// completion).
  void MakeReady(std::coroutine_handle<> handle, TimeNs since);

  /// Calls `action` on the engine thread, first in, first out with other posts; `stamp` is the
  /// engine time at which it happened (an I/O completion), kNever for "when it is run".
  void Post(std::function<void()> action, TimeNs stamp = kNever);

  /// `co_await executor.SleepUntil(t)`: resumes at engine time `t`, at once if it has passed.
  auto SleepUntil(TimeNs when) {
    struct Awaiter {
      Executor& executor;
      TimeNs when;
      bool await_ready() const { return when <= executor.Now(); }
      void await_suspend(std::coroutine_handle<> handle) const { executor.AddTimer(when, handle); }
      void await_resume() const {}
    };
    return Awaiter{*this, when};
  }
  auto Sleep(TimeNs duration) { return SleepUntil(Now() + duration); }

  /// `co_await executor.Yield()`: lets everything that is ready run first.
  auto Yield() {
    struct Awaiter {
      Executor& executor;
      bool await_ready() const { return false; }
      void await_suspend(std::coroutine_handle<> handle) const { executor.MakeReady(handle); }
      void await_resume() const {}
    };
    return Awaiter{*this};
  }

  /// True when what runs now has had its slice, and who computes for long should Yield(). Cheap
  /// enough for an inner loop: the clock is read once in a number of calls.
  bool SliceIsOver() {
    if (time_passes_ && !slice_is_over_ && ++asked_ % kAskedPerLook == 0) {
      clock_.Poll();
      slice_is_over_ = Now() >= slice_end_;
    }
    return slice_is_over_;
  }

  /// Runs until the listener stops it, Stop() is called, or (without a listener, on a virtual
  /// clock) nothing is left to do.
  void Run(BoundaryListener* listener = nullptr);

  /// Leaves Run() before the next resumption.
  void Stop() { stopped_ = true; }

  /// Destroys every root task, newest first, without resuming any. After it nothing can be made
  /// ready. The owner calls it while whatever the frames refer to still lives.
  void DestroyTasks();

  /// Destroys every root task, and the executor goes on with what is spawned afterwards: a process
  /// died, its machine did not. Whatever other threads posted until now is dropped.
  void AbandonTasks();

  /// Keeps `object`, which tasks refer to and whose owner gives it up, until they are destroyed.
  void KeepForTasks(std::shared_ptr<void> object) { kept_.push_back(std::move(object)); }

  /// When the coroutine that is running now became ready: what lies between that and Now() is time
  /// it spent waiting for this thread (signal wait).
  TimeNs ready_since() const { return ready_since_; }

  /// One dequeue that resumes a coroutine or completes a device I/O.
  uint64_t events() const { return events_; }
  size_t live_tasks() const { return live_tasks_; }

 private:
  struct Timer {
    TimeNs when;
    uint64_t order;
    std::coroutine_handle<> handle;
  };
  struct ReadyItem {
    std::coroutine_handle<> handle;
    TimeNs since;
  };
  struct Posted {
    std::function<void()> action;
    TimeNs stamp;
  };
  struct Root;
  struct RootFrame;

  static constexpr uint32_t kAskedPerLook = 8;

  static RootFrame RunRoot(Executor& executor, Task<void> task);
  void AddTimer(TimeNs when, std::coroutine_handle<> handle);
  Timer PopTimer();
  void Resume(std::coroutine_handle<> handle, TimeNs since);
  bool RunPosted();
  void FireDueTimers();
  void QueueDueTimers();
  /// True if it left nothing ready and no timer due; else the slice is over, or Stop() was called.
  bool RunSlice();
  void ReapFinishedRoots();
  void DestroyRoot(Root& root);

  Clock& clock_;
  /// While this thread computes: a virtual clock then stands, and nothing ends outside.
  const bool time_passes_;
  RingQueue<ReadyItem> ready_;
  std::vector<Timer> timers_;  // 4-ary heap
  uint64_t next_order_ = 0;
  uint64_t events_ = 0;
  TimeNs ready_since_ = 0;
  TimeNs slice_end_ = 0;
  uint32_t asked_ = 0;
  bool slice_is_over_ = false;
  bool stopped_ = false;
  bool destroyed_ = false;
  size_t live_tasks_ = 0;
  Root* newest_root_ = nullptr;  // a list of all of them
  std::vector<Root*> finished_roots_;
  std::vector<std::shared_ptr<void>> kept_;

  std::mutex posted_mutex_;
  std::vector<Posted> posted_;
  std::atomic<bool> has_posted_{false};
};

}  // namespace snapscope::runtime
