// What is done one at a time: whoever wants to do it waits for its turn, first come, first served,
// and gives the turn back by destruction.
//
// A turn may outlive the turns it is of, as where a database goes while a backup of it ends.
//
// Owning thread: the engine thread.
#pragma once

#include <utility>

#include "base/local_ptr.h"
#include "runtime/cpu.h"
#include "runtime/task.h"
#include "runtime/wait_queue.h"

namespace snapscope::runtime {

class Turns {
 private:
  struct State {
    explicit State(Executor& executor_in) : executor(executor_in) {}
    Executor& executor;
    bool taken = false;
    WaitQueue<> waiters;
  };

 public:
  explicit Turns(Executor& executor) : state_(LocalPtr<State>::Make(executor)) {}

  class Turn {
   public:
    Turn() = default;
    explicit Turn(LocalPtr<State> state) : state_(std::move(state)) {}
    Turn(Turn&& other) noexcept = default;
    Turn& operator=(Turn&&) = delete;
    ~Turn() { GiveBack(); }

    /// The next one's turn comes now, and not only at the end of this object.
    void GiveBack() {
      if (!state_) return;
      // Handed on directly: a newcomer cannot overtake those who wait.
      state_->taken = !state_->waiters.empty();
      state_->waiters.WakeFirst(state_->executor);
      state_ = nullptr;
    }

   private:
    LocalPtr<State> state_;
  };

  bool taken() const { return state_->taken; }

  /// Waits for a turn, billed to `type`.
  Task<Turn> Await(Worker& worker, WaitType type) {
    return TryTake(*state_) ? Task<Turn>::Ready(state_) : WaitForTurn(state_, &worker, type);
  }
  /// Waiting is the caller's business.
  Task<Turn> Await() {
    return TryTake(*state_) ? Task<Turn>::Ready(state_) : WaitForTurn(state_, nullptr, WaitType{});
  }

 private:
  static bool TryTake(State& state) { return !std::exchange(state.taken, true); }

  static Task<Turn> WaitForTurn(LocalPtr<State> state, Worker* worker, WaitType type) {
    if (worker != nullptr) co_await worker->BeginWait(type);
    co_await state->waiters.JoinUnless([&state] { return TryTake(*state); });
    Turn turn(state);
    if (worker != nullptr) co_await worker->EndWait();
    co_return std::move(turn);
  }

  LocalPtr<State> state_;
};

}  // namespace snapscope::runtime
