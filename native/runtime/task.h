// Task<T>: a lazy coroutine, started by being awaited, owned by its awaiter.
//
// Stack discipline. Awaiting a task runs it on the caller's stack until its first suspension; if it
// completes there, the caller simply goes on (no suspension, no stack growth in a loop). A task
// that completes later does not resume its awaiter itself: it puts itself on the thread's stack of
// completed tasks, whose awaiters the executor resumes. So no symmetric transfer is needed, which
// g++ at -O0 and AddressSanitizer builds do not turn into jumps, and depth is bounded by call
// depth.
//
// A frame costs more than most steps that need none. So a function that seldom has to wait is not a
// coroutine: it does what it can at once and returns a task that is complete (Ready), or that of a
// coroutine for the rest.
#pragma once

#include <coroutine>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/block_pool.h"
#include "base/check.h"
#include "base/thread_local.h"

namespace snapscope::runtime {

template <typename T>
class Task;

namespace internal {

struct TaskPromiseBase {
  std::coroutine_handle<> continuation;  // the awaiter, which owns this task's frame
  TaskPromiseBase* completed_before = nullptr;

  static void* operator new(size_t bytes) { return AllocateBlock(bytes); }
  static void operator delete(void* frame, size_t bytes) noexcept { FreeBlock(frame, bytes); }

  std::suspend_always initial_suspend() noexcept { return {}; }

  struct FinalAwaiter {
    bool await_ready() const noexcept { return false; }
    template <typename Promise>
    void await_suspend(std::coroutine_handle<Promise> self) const noexcept;
    void await_resume() const noexcept {}
  };
  FinalAwaiter final_suspend() noexcept { return {}; }

  [[noreturn]] void unhandled_exception() noexcept {
    CHECK(false, "an exception reached the end of a coroutine");
    __builtin_unreachable();
  }
};

/// The task that completed last on this thread, of those whose awaiters have to be resumed before
/// anything else.
inline THREAD_WORD TaskPromiseBase* last_completed = nullptr;

template <typename Promise>
void TaskPromiseBase::FinalAwaiter::await_suspend(
    std::coroutine_handle<Promise> self) const noexcept {
  TaskPromiseBase& completed = self.promise();
  if (!completed.continuation) return;
  completed.completed_before = std::exchange(last_completed, &completed);
}

template <typename T>
struct TaskPromise : TaskPromiseBase {
  std::optional<T> value;

  Task<T> get_return_object() noexcept;
  template <typename U>
  void return_value(U&& result) {
    value.emplace(std::forward<U>(result));
  }
  T Take() { return std::move(*value); }
};

template <>
struct TaskPromise<void> : TaskPromiseBase {
  Task<void> get_return_object() noexcept;
  void return_void() noexcept {}
};

/// Resumes the awaiters of what has completed on this thread, last completed first, and of what
/// completes meanwhile.
inline void ResumeAwaiters() {
  while (TaskPromiseBase* const completed = last_completed) {
    last_completed = completed->completed_before;
    completed->continuation.resume();
  }
}

}  // namespace internal

template <typename T = void>
class [[nodiscard]] Task {
 public:
  using promise_type = internal::TaskPromise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  Task() = default;
  explicit Task(Handle handle) : handle_(handle) {}
  Task(Task&& other) noexcept
      : handle_(std::exchange(other.handle_, {})), outcome_(std::move(other.outcome_)) {}
  Task& operator=(Task&& other) noexcept {
    if (this != &other) {
      if (handle_) handle_.destroy();
      handle_ = std::exchange(other.handle_, {});
      outcome_ = std::move(other.outcome_);
    }
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  /// A task that is complete, with that outcome.
  template <typename... From>
  static Task Ready(From&&... outcome) {
    Task task;
    task.outcome_.emplace(std::forward<From>(outcome)...);
    return task;
  }

  /// True if it needs no awaiting; `outcome` then is what co_await would return.
  bool ready() const { return outcome_.has_value(); }
  auto& outcome() { return *outcome_; }

  auto operator co_await() && noexcept {
    struct Awaiter {
      Task& task;
      bool await_ready() const noexcept { return task.ready(); }
      bool await_suspend(std::coroutine_handle<> awaiter) const {
        task.handle_.resume();
        if (task.handle_.done()) return false;
        task.handle_.promise().continuation = awaiter;
        return true;
      }
      T await_resume() const {
        if constexpr (std::is_void_v<T>) {
          return;
        } else {
          return task.handle_ ? task.handle_.promise().Take() : std::move(*task.outcome_);
        }
      }
    };
    CHECK(handle_ || outcome_, "awaiting an empty task");
    return Awaiter{*this};
  }

 private:
  struct Nothing {};
  using Outcome = std::conditional_t<std::is_void_v<T>, Nothing, T>;

  Handle handle_;
  std::optional<Outcome> outcome_;  // of a task that needs no frame
};

namespace internal {

template <typename T>
Task<T> TaskPromise<T>::get_return_object() noexcept {
  return Task<T>(std::coroutine_handle<TaskPromise<T>>::from_promise(*this));
}
inline Task<void> TaskPromise<void>::get_return_object() noexcept {
  return Task<void>(std::coroutine_handle<TaskPromise<void>>::from_promise(*this));
}

}  // namespace internal

}  // namespace snapscope::runtime
