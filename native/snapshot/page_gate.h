// Serialises what must not overlap on one page: in a snapshot, pushes with pulls and reads through
// it; in the source's file, a snapshot's read with a write of the same page.
#pragma once

#include <memory>
#include <utility>

#include "base/check.h"
#include "base/id_table.h"
#include "base/ids.h"
#include "runtime/executor.h"
#include "runtime/wait_queue.h"

namespace snapscope::snapshot {

/// At most one holder per page. Waiting is the caller's business, so that it can be billed.
class PageGate {
 public:
  explicit PageGate(runtime::Executor& executor) : executor_(executor) {}

  bool IsHeld(PageId page) const { return held_.Find(page.value) != nullptr; }

  void Enter(PageId page) {
    CHECK(!IsHeld(page), "page %s is entered twice", ToString(page).c_str());
    held_[page.value];
  }

  void Leave(PageId page) {
    Waiters* found = held_.Find(page.value);
    CHECK(found != nullptr, "page %s is left but was not entered", ToString(page).c_str());
    const Waiters waiters = std::move(*found);
    held_.Erase(page.value);
    if (waiters) waiters->WakeAll(executor_);
  }

  /// `co_await gate.WaitForHolder(page)`: returns when the present holder leaves; the page may be
  /// held again by then: look again.
  auto WaitForHolder(PageId page) {
    Waiters* waiters = held_.Find(page.value);
    CHECK(waiters != nullptr, "nobody holds page %s", ToString(page).c_str());
    if (*waiters == nullptr) *waiters = std::make_unique<runtime::WaitQueue<>>();
    return (*waiters)->Join();
  }

  size_t size() const { return held_.size(); }

 private:
  using Waiters = std::unique_ptr<runtime::WaitQueue<>>;

  runtime::Executor& executor_;
  IdTable<Waiters> held_;  // pages; null while nobody has waited for the holder
};

}  // namespace snapscope::snapshot
