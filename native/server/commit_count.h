// How many transactions the database has, as of now and of each split, so that a revert can tell
// what it took back. A revert leaves the commits behind its split on a branch of the history that
// nobody is on any more.
#pragma once

#include <cstdint>
#include <deque>
#include <map>

#include "base/check.h"
#include "base/ids.h"

namespace snapscope::server {

class CommitCount {
 public:
  /// Commits come in the order of their records. `durable`: what is below it no crash takes.
  void OnCommit(Lsn commit, Lsn durable) {
    while (!recent_.empty() && recent_.front() < durable) recent_.pop_front();
    recent_.push_back(commit);
    ++commits_;
  }
  /// What has committed so far is below the split, and nothing else is.
  void OnSplit(Lsn split) { at_split_[split] = commits_; }
  void OnCrash(Lsn end) {
    for (; !recent_.empty() && recent_.back() >= end; recent_.pop_back()) --commits_;
  }
  /// Returns how many commits are lost.
  uint64_t OnRevert(Lsn split) {
    const auto kept = at_split_.find(split);
    CHECK(kept != at_split_.end(), "%s is no split of this run", ToString(split).c_str());
    const uint64_t lost = commits_ - kept->second;
    OnRestore(lost);
    return lost;
  }
  void OnRestore(uint64_t lost) {
    commits_ -= lost;
    recent_.clear();
  }

 private:
  uint64_t commits_ = 0;
  std::deque<Lsn> recent_;
  std::map<Lsn, uint64_t> at_split_;
};

}  // namespace snapscope::server
