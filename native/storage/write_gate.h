// Lets writes begin, or keeps them waiting while they are held: those of a volume's files for the
// instant in which an array takes a snapshot of it, those of a database's pages or log while it is
// frozen.
//
// Owning thread: the engine's.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "runtime/executor.h"
#include "runtime/sync.h"
#include "runtime/task.h"

namespace snapscope::storage {

class WriteGate {
  /// Counts one for as long as it lives.
  template <uint32_t WriteGate::* Count, void (WriteGate::*OnLast)()>
  class Counted {
   public:
    Counted() = default;
    explicit Counted(WriteGate& gate) : gate_(&gate) { ++(gate.*Count); }
    Counted(Counted&& other) noexcept : gate_(std::exchange(other.gate_, nullptr)) {}
    Counted& operator=(Counted&& other) noexcept {
      std::swap(gate_, other.gate_);
      return *this;
    }
    ~Counted() {
      if (gate_ != nullptr && --(gate_->*Count) == 0) (gate_->*OnLast)();
    }

   private:
    WriteGate* gate_ = nullptr;
  };

  void Notify() {
    if (changed_) changed_->NotifyAll();
  }

  uint32_t writes_ = 0;
  uint32_t holds_ = 0;
  std::optional<runtime::Event> changed_;  ///< since the first hold

 public:
  /// A write that has begun and not ended.
  using Write = Counted<&WriteGate::writes_, &WriteGate::Notify>;
  /// While there is one, no write begins.
  using Hold = Counted<&WriteGate::holds_, &WriteGate::Notify>;

  bool is_open() const { return holds_ == 0; }
  bool has_writes() const { return writes_ > 0; }

  /// A write begins, once nothing holds it back.
  runtime::Task<Write> Begin() {
    while (!is_open()) co_await changed_->Wait();
    co_return Write(*this);
  }
  /// What Begin() gives while the gate is open.
  Write BeginNow() { return Write(*this); }

  /// None begins until the hold is destroyed; those that are under way go on.
  Hold HoldNow(runtime::Executor& executor) {
    if (!changed_) changed_.emplace(executor);
    return Hold(*this);
  }
  /// Returns once no write is under way; none begins until the hold is destroyed.
  runtime::Task<Hold> HoldWrites(runtime::Executor& executor) {
    Hold hold = HoldNow(executor);
    while (has_writes()) co_await changed_->Wait();
    co_return std::move(hold);
  }
};

}  // namespace snapscope::storage
