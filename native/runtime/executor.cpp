#include "runtime/executor.h"

#include <algorithm>
#include <utility>

#include "base/block_pool.h"
#include "base/check.h"

namespace snapscope::runtime {

/// A root task, for as long as its frame lives: part of the outermost frame, which owns the task.
struct Executor::Root {
  std::coroutine_handle<> frame;
  Root* older = nullptr;
  Root* newer = nullptr;
};

// The outermost frame of a root task: runs it, then tells the executor.
struct Executor::RootFrame {
  struct promise_type {
    Executor& executor;
    Root root{};

    // From the arguments of RunRoot.
    promise_type(Executor& owner, Task<void>&) : executor(owner) {}

    static void* operator new(size_t bytes) { return AllocateBlock(bytes); }
    static void operator delete(void* frame, size_t bytes) noexcept { FreeBlock(frame, bytes); }
    RootFrame get_return_object() noexcept {
      root.frame = std::coroutine_handle<promise_type>::from_promise(*this);
      return {root};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() noexcept {
      executor.finished_roots_.push_back(&root);
      --executor.live_tasks_;
    }
    void unhandled_exception() noexcept { CHECK(false, "an exception reached a root task"); }
  };
  Root& root;
};

namespace {

constexpr size_t kArity = 4;
constexpr size_t kReapedTogether = 64;

}  // namespace

Executor::RootFrame Executor::RunRoot(Executor&, Task<void> task) { co_await std::move(task); }

Executor::Executor(Clock& clock) : clock_(clock), time_passes_(!clock.IsVirtual()) {}

Executor::~Executor() { DestroyTasks(); }

void Executor::Spawn(std::string_view name, Task<void> task) {
  CHECK(!destroyed_, "a task was spawned after the end: %.*s", static_cast<int>(name.size()),
        name.data());
  Root& root = RunRoot(*this, std::move(task)).root;
  root.older = newest_root_;
  if (newest_root_ != nullptr) newest_root_->newer = &root;
  newest_root_ = &root;
  ++live_tasks_;
  MakeReady(root.frame);
}

void Executor::MakeReady(std::coroutine_handle<> handle) { MakeReady(handle, Now()); }

void Executor::MakeReady(std::coroutine_handle<> handle, TimeNs since) {
  if (destroyed_) return;  // guards of destroyed frames still release their latches
  ready_.push_back({handle, since});
}

void Executor::Post(std::function<void()> action, TimeNs stamp) {
  {
    const std::lock_guard lock(posted_mutex_);
    posted_.push_back({std::move(action), stamp});
    has_posted_.store(true, std::memory_order_release);
  }
  clock_.Wake();
}

void Executor::AddTimer(TimeNs when, std::coroutine_handle<> handle) {
  if (destroyed_) return;
  timers_.push_back({when, next_order_++, handle});
  size_t child = timers_.size() - 1;
  const Timer added = timers_[child];
  while (child > 0) {
    const size_t parent = (child - 1) / kArity;
    const Timer& above = timers_[parent];
    if (std::pair(above.when, above.order) <= std::pair(added.when, added.order)) break;
    timers_[child] = above;
    child = parent;
  }
  timers_[child] = added;
}

Executor::Timer Executor::PopTimer() {
  const Timer top = timers_.front();
  const Timer moved = timers_.back();
  timers_.pop_back();
  const size_t count = timers_.size();
  size_t hole = 0;
  while (count > 0) {
    const size_t first = hole * kArity + 1;
    if (first >= count) break;
    size_t least = first;
    for (size_t child = first + 1; child < std::min(first + kArity, count); ++child) {
      if (std::pair(timers_[child].when, timers_[child].order) <
          std::pair(timers_[least].when, timers_[least].order)) {
        least = child;
      }
    }
    if (std::pair(moved.when, moved.order) <=
        std::pair(timers_[least].when, timers_[least].order)) {
      break;
    }
    timers_[hole] = timers_[least];
    hole = least;
  }
  if (count > 0) timers_[hole] = moved;
  return top;
}

void Executor::Resume(std::coroutine_handle<> handle, TimeNs since) {
  ++events_;
  ready_since_ = since;
  CHECK(internal::last_completed == nullptr, "awaiters of an earlier event were not resumed");
  handle.resume();
  internal::ResumeAwaiters();
}

bool Executor::RunPosted() {
  if (!has_posted_.load(std::memory_order_acquire)) return false;
  std::vector<Posted> batch;
  {
    const std::lock_guard lock(posted_mutex_);
    batch.swap(posted_);
    has_posted_.store(false, std::memory_order_relaxed);
  }
  for (Posted& posted : batch) {
    ready_since_ = posted.stamp == kNever ? Now() : posted.stamp;
    posted.action();
  }
  return true;
}

void Executor::FireDueTimers() {
  const TimeNs now = Now();
  while (!timers_.empty() && timers_.front().when <= now && !stopped_) {
    const Timer timer = PopTimer();
    Resume(timer.handle, timer.when);
    // What a timer made ready runs before the next timer of the same instant.
    if (!ready_.empty()) return;
  }
}

// What is ready goes before them, and they before what it makes ready: neither starves the other.
void Executor::QueueDueTimers() {
  const TimeNs now = Now();
  while (!timers_.empty() && timers_.front().when <= now) {
    const Timer timer = PopTimer();
    MakeReady(timer.handle, timer.when);
  }
}

void Executor::DestroyRoot(Root& root) {
  if (root.newer != nullptr) root.newer->older = root.older;
  if (root.older != nullptr) root.older->newer = root.newer;
  if (newest_root_ == &root) newest_root_ = root.older;
  root.frame.destroy();
}

void Executor::ReapFinishedRoots() {
  if (finished_roots_.size() < kReapedTogether) return;
  for (Root* root : finished_roots_) DestroyRoot(*root);
  finished_roots_.clear();
}

// On a virtual clock no time passes in here, so that a slice ends only when nothing is left to do.
bool Executor::RunSlice() {
  slice_end_ = Now() + kTimeSlice;
  slice_is_over_ = false;
  CrashContext& crash = ThreadCrashContext();
  while (!stopped_) {
    crash.engine_time_ns = Now();
    if (time_passes_) clock_.Poll();
    RunPosted();
    while (!ready_.empty() && !stopped_ && !SliceIsOver()) {
      const ReadyItem item = ready_.front();
      ready_.pop_front();
      Resume(item.handle, item.since);
    }
    if (stopped_) break;
    ReapFinishedRoots();
    if (SliceIsOver()) {
      QueueDueTimers();
      break;
    }
    // Since the loop above the clock may have been asked what has ended.
    if (!ready_.empty() || has_posted_.load(std::memory_order_acquire)) continue;
    if (timers_.empty() || timers_.front().when > Now()) return true;
    FireDueTimers();
  }
  return false;
}

void Executor::Run(BoundaryListener* listener) {
  CHECK(!destroyed_, "Run() after DestroyTasks()");
  stopped_ = false;
  while (!stopped_) {
    const bool idle = RunSlice();
    if (stopped_) break;
    TimeNs next = Now();
    if (idle) next = timers_.empty() ? kNever : timers_.front().when;
    if (listener != nullptr) {
      const BoundaryAction action = listener->AtBoundary(next);
      if (action == BoundaryAction::kStop) break;
      if (action == BoundaryAction::kAgain) continue;
    } else if (next == kNever && clock_.IsVirtual()) {
      break;
    }
    if (idle) clock_.WaitUntil(next);
  }
}

void Executor::DestroyTasks() {
  if (destroyed_) return;
  destroyed_ = true;
  ready_.clear();
  timers_.clear();
  finished_roots_.clear();
  while (newest_root_ != nullptr) DestroyRoot(*newest_root_);
  kept_.clear();
}

void Executor::AbandonTasks() {
  DestroyTasks();
  {
    const std::lock_guard lock(posted_mutex_);
    posted_.clear();
    has_posted_.store(false, std::memory_order_relaxed);
  }
  live_tasks_ = 0;
  destroyed_ = false;
}

}  // namespace snapscope::runtime
