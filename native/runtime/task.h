// Task<T>: a lazy coroutine, started by being awaited, owned by its awaiter.
//
// Stack discipline. Awaiting a task runs it on the caller's stack until its first suspension; if it
// completes there, the caller simply goes on (no suspension, no stack growth in a loop). A task
// that completes later does not resume its awaiter itself: it leaves the awaiter on the thread's
// resume stack, which the executor drains. So no symmetric transfer is needed, which g++ at -O0
// and AddressSanitizer builds do not turn into jumps, and depth is bounded by call depth.
#pragma once

#include <coroutine>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "runtime/frame_pool.h"

namespace snapscope::runtime {

/// Coroutines to resume before anything else on this thread, last in first out.
inline std::vector<std::coroutine_handle<>>& ThreadResumeStack() {
  thread_local std::vector<std::coroutine_handle<>> stack;
  return stack;
}

template <typename T>
class Task;

namespace internal {

struct TaskPromiseBase {
  std::coroutine_handle<> continuation;

  static void* operator new(size_t bytes) { return AllocateFrame(bytes); }
  static void operator delete(void* frame, size_t bytes) noexcept { FreeFrame(frame, bytes); }

  std::suspend_always initial_suspend() noexcept { return {}; }

  struct FinalAwaiter {
    bool await_ready() const noexcept { return false; }
    template <typename Promise>
    void await_suspend(std::coroutine_handle<Promise> self) const noexcept {
      if (self.promise().continuation) ThreadResumeStack().push_back(self.promise().continuation);
    }
    void await_resume() const noexcept {}
  };
  FinalAwaiter final_suspend() noexcept { return {}; }

  [[noreturn]] void unhandled_exception() noexcept {
    CHECK(false, "an exception reached the end of a coroutine");
    __builtin_unreachable();
  }
};

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
  void Take() noexcept {}
};

}  // namespace internal

template <typename T = void>
class [[nodiscard]] Task {
 public:
  using promise_type = internal::TaskPromise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  Task() = default;
  explicit Task(Handle handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Task& operator=(Task&& other) noexcept {
    if (this != &other) {
      if (handle_) handle_.destroy();
      handle_ = std::exchange(other.handle_, {});
    }
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  auto operator co_await() && noexcept {
    struct Awaiter {
      Handle task;
      bool await_ready() const noexcept { return false; }
      bool await_suspend(std::coroutine_handle<> awaiter) const {
        task.resume();
        if (task.done()) return false;
        task.promise().continuation = awaiter;
        return true;
      }
      T await_resume() const { return task.promise().Take(); }
    };
    CHECK(handle_, "awaiting an empty task");
    return Awaiter{handle_};
  }

  /// For the executor, which owns root tasks and starts them itself.
  Handle Release() { return std::exchange(handle_, {}); }

 private:
  Handle handle_;
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
