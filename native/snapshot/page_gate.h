// Serialises what must not overlap on one page: in a snapshot, pushes with pulls and reads through
// it; in the source's file, a snapshot's read with a write of the same page.
#pragma once

#include <coroutine>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/id_table.h"
#include "base/ids.h"
#include "runtime/executor.h"

namespace snapscope::snapshot {

/// At most one holder per page. Waiting is the caller's business, so that it can be billed.
class PageGate {
 public:
  explicit PageGate(runtime::Executor& executor) : executor_(executor) {}

  bool IsHeld(PageId page) const { return waiters_.Find(page.value) != nullptr; }

  void Enter(PageId page) {
    CHECK(!IsHeld(page), "page %s is entered twice", ToString(page).c_str());
    waiters_[page.value];
  }

  void Leave(PageId page) {
    Waiters* waiters = waiters_.Find(page.value);
    CHECK(waiters != nullptr, "page %s is left but was not entered", ToString(page).c_str());
    const Waiters leaving = std::move(*waiters);
    waiters_.Erase(page.value);
    for (const auto& waiter : leaving) executor_.MakeReady(waiter);
  }

  /// `co_await gate.WaitForHolder(page)`: returns when the present holder leaves; the page may be
  /// held again by then: look again.
  auto WaitForHolder(PageId page) {
    struct Awaiter {
      PageGate& gate;
      PageId page;
      bool await_ready() const { return !gate.IsHeld(page); }
      void await_suspend(std::coroutine_handle<> handle) const {
        gate.waiters_.Find(page.value)->push_back(handle);
      }
      void await_resume() const {}
    };
    return Awaiter{*this, page};
  }

  size_t size() const { return waiters_.size(); }

 private:
  using Waiters = std::vector<std::coroutine_handle<>>;

  runtime::Executor& executor_;
  IdTable<Waiters> waiters_;  // by page that is held
};

}  // namespace snapscope::snapshot
