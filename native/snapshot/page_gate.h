// Serialises what must not overlap on one page: in a snapshot, pushes with pulls and reads through
// it; in the source's file, a snapshot's read with a write of the same page.
#pragma once

#include <unordered_map>

#include "base/check.h"
#include "base/ids.h"
#include "runtime/sync.h"
#include "runtime/task.h"

namespace snapscope::snapshot {

/// At most one holder per page. Waiting is the caller's business, so that it can be billed.
class PageGate {
 public:
  explicit PageGate(runtime::Executor& executor) : executor_(executor) {}

  bool IsHeld(PageId page) const { return held_.contains(page); }

  void Enter(PageId page) {
    CHECK(held_.try_emplace(page, executor_).second, "page %s is entered twice",
          ToString(page).c_str());
  }

  void Leave(PageId page) {
    const auto found = held_.find(page);
    CHECK(found != held_.end(), "page %s is left but was not entered", ToString(page).c_str());
    auto node = held_.extract(found);
    node.mapped().NotifyAll();
  }

  /// Returns when the present holder leaves; the page may be held again by then: look again.
  runtime::Task<void> WaitForHolder(PageId page) {
    const auto found = held_.find(page);
    if (found != held_.end()) co_await found->second.Wait();
  }

  size_t size() const { return held_.size(); }

 private:
  runtime::Executor& executor_;
  std::unordered_map<PageId, runtime::Event> held_;
};

}  // namespace snapscope::snapshot
