// Queues of coroutines that wait until another wakes them. Every primitive of the engine thread
// that makes a coroutine wait for another stands on one: events, latches, turns, page gates, locks,
// schedulers, the log.
//
// A waiter lies in the frame of the coroutine that waits, and leaves its queue when it is woken or
// when that frame is destroyed: a queue never refers to a frame that is gone, and waiting allocates
// nothing. A queue that goes first leaves its waiters to their frames.
//
// Owning thread: the engine thread.
#pragma once

#include <coroutine>
#include <utility>

#include "runtime/executor.h"

namespace snapscope::runtime {

/// A coroutine's place in a queue. What the queue's owner has to know of it, a derived type adds.
class Waiter {
 public:
  Waiter() = default;
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  ~Waiter() { Leave(); }

  bool waits() const { return last_ != nullptr; }

  // `co_await waiter`, once it is in a queue: resumes when it has been woken, at once if it has.
  bool await_ready() const { return !waits(); }
  void await_suspend(std::coroutine_handle<> handle) { handle_ = handle; }
  void await_resume() const {}

  // For queues, which are rings that know their last waiter.

  /// Enters behind `ahead`; null: as the first.
  void Enter(Waiter*& last, Waiter* ahead) {
    CHECK(!waits(), "a waiter enters a second queue");
    last_ = &last;
    previous_ = ahead != nullptr ? ahead : last;
    if (previous_ == nullptr) previous_ = next_ = this;
    if (previous_ != this) next_ = previous_->next_;
    previous_->next_ = next_->previous_ = this;
    if (ahead == last) last = this;
  }
  void Leave() {
    if (!waits()) return;
    if (*last_ == this) *last_ = next_ == this ? nullptr : previous_;
    previous_->next_ = next_;
    next_->previous_ = previous_;
    last_ = nullptr;
  }
  /// Leaves, and resumes at the executor's next chance what has suspended already.
  void Wake(Executor& executor, TimeNs since) {
    Leave();
    if (handle_) executor.MakeReady(handle_, since);
  }
  Waiter* next() const { return next_; }
  Waiter* previous() const { return previous_; }

 private:
  std::coroutine_handle<> handle_;
  Waiter** last_ = nullptr;  ///< the queue's; null: in none
  Waiter* next_ = nullptr;
  Waiter* previous_ = nullptr;
};

/// First in, first out, unless a waiter enters elsewhere. One word, since latches have one each.
template <typename W = Waiter>
class WaitQueue {
 public:
  WaitQueue() = default;
  WaitQueue(const WaitQueue&) = delete;
  WaitQueue& operator=(const WaitQueue&) = delete;
  ~WaitQueue() {
    while (!empty()) last_->Leave();
  }

  bool empty() const { return last_ == nullptr; }
  /// The first waiter; null if nobody waits.
  W* first() const { return empty() ? nullptr : static_cast<W*>(last_->next()); }
  /// The waiter behind `waiter`; null behind the last.
  W* Next(const W& waiter) const {
    return &waiter == last_ ? nullptr : static_cast<W*>(waiter.next());
  }

  /// Enters behind the last of those that `goes_ahead` is true of.
  template <typename Predicate>
  void EnterBehind(W& waiter, Predicate goes_ahead) {
    Waiter* ahead = last_;
    while (ahead != nullptr && !goes_ahead(static_cast<const W&>(*ahead))) {
      ahead = ahead == first() ? nullptr : ahead->previous();
    }
    waiter.Enter(last_, ahead);
  }

  /// `co_await queue.Join()`: waits behind all others, until woken.
  auto Join() {
    return JoinUnless([] { return false; });
  }
  /// The awaiter goes on at once where `ready`, which is asked first, returns true. `arguments`:
  /// what a `W` is made of.
  template <typename Ready, typename... Arguments>
  auto JoinUnless(Ready ready, Arguments... arguments) {
    struct Joining : W {
      Joining(WaitQueue& joined, Ready asked, Arguments... given)
          : W(given...), queue(joined), ready(std::move(asked)) {}
      bool await_ready() { return ready(); }
      void await_suspend(std::coroutine_handle<> handle) {
        W::await_suspend(handle);
        this->Enter(queue.last_, queue.last_);
      }
      WaitQueue& queue;
      Ready ready;
    };
    return Joining(*this, std::move(ready), arguments...);
  }

  void WakeFirst(Executor& executor) {
    if (!empty()) first()->Wake(executor, executor.Now());
  }
  /// Wakes all in their order; `since` is when they could have gone on.
  void WakeAll(Executor& executor, TimeNs since) {
    while (!empty()) first()->Wake(executor, since);
  }
  void WakeAll(Executor& executor) { WakeAll(executor, executor.Now()); }

 private:
  Waiter* last_ = nullptr;
};

}  // namespace snapscope::runtime
