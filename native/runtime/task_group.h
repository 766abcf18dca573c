// Tasks in flight together: so many at most, all waited for, the first error is theirs.
//
// What a task refers to outlives it. So whoever gives a group tasks that refer to the giver's own
// frame ends the group before leaving that frame; the group itself may go earlier.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <utility>

#include "base/local_ptr.h"
#include "base/result.h"
#include "runtime/cpu.h"
#include "runtime/sync.h"
#include "runtime/task.h"

namespace snapscope::runtime {

class TaskGroup {
 public:
  static constexpr uint32_t kNoLimit = UINT32_MAX;

  explicit TaskGroup(Executor& executor, uint32_t limit = kNoLimit)
      : state_(LocalPtr<State>::Make(executor, limit)) {}

  /// Starts `task`, whatever the limit: see AwaitRoom().
  void Add(Task<Status> task) {
    ++state_->in_flight;
    state_->executor.Spawn("group", Run(state_, std::move(task)));
  }

  uint32_t in_flight() const { return state_->in_flight; }
  /// The error of the task that failed first, from its end on; until then a success.
  const Status& status() const { return state_->status; }

  uint32_t limit() const { return state_->limit; }
  void SetLimit(uint32_t limit) {
    const bool is_raised = limit > std::exchange(state_->limit, limit);
    if (is_raised) state_->changed.NotifyAll();
  }
  bool HasRoom() const { return state_->in_flight < state_->limit; }
  /// Waits until fewer than the limit are in flight, billed to `type`.
  Task<void> AwaitRoom(Worker& worker, WaitType type) {
    return HasRoom() ? Task<void>::Ready() : WaitForRoom(state_, &worker, type);
  }
  /// Waiting is the caller's business, here and in Ended().
  Task<void> AwaitRoom() {
    return HasRoom() ? Task<void>::Ready() : WaitForRoom(state_, nullptr, WaitType{});
  }

  /// Waits until all have ended, billed to `type`; returns the first error.
  Task<Status> Ended(Worker& worker, WaitType type) { return WaitForEnd(state_, &worker, type); }
  Task<Status> Ended() { return WaitForEnd(state_, nullptr, WaitType{}); }

  /// Notified whenever a task has ended or the limit is raised, and by whoever gives the group
  /// tasks that have more to tell.
  Event& changed() { return state_->changed; }

 private:
  struct State {
    State(Executor& executor_in, uint32_t limit_in)
        : executor(executor_in), limit(limit_in), changed(executor_in) {}
    Executor& executor;
    uint32_t limit;
    uint32_t in_flight = 0;
    Status status;
    Event changed;
  };

  static Task<void> Run(LocalPtr<State> state, Task<Status> task) {
    Status ended;
    {
      Task<Status> running = std::move(task);
      ended = co_await std::move(running);
    }  // what its frame holds, such as latches, is let go before anybody hears of the end
    if (state->status.ok()) state->status = std::move(ended);
    --state->in_flight;
    state->changed.NotifyAll();
  }
  static Task<void> WaitForRoom(LocalPtr<State> state, Worker* worker, WaitType type) {
    if (worker != nullptr) co_await worker->BeginWait(type);
    while (state->in_flight >= state->limit) co_await state->changed.Wait();
    if (worker != nullptr) co_await worker->EndWait();
  }
  static Task<Status> WaitForEnd(LocalPtr<State> state, Worker* worker, WaitType type) {
    const bool is_billed = worker != nullptr && state->in_flight > 0;
    if (is_billed) co_await worker->BeginWait(type);
    while (state->in_flight > 0) co_await state->changed.Wait();
    if (is_billed) co_await worker->EndWait();
    co_return state->status;
  }

  LocalPtr<State> state_;
};

}  // namespace snapscope::runtime
