// Which commits the state of a database has, where the database has gone back and gone on from
// there.
//
// A revert and a restore leave a log that begins anew, above every LSN that there was. So an LSN
// names the branch of the history that it is of, and so do a commit, a split and the end of a
// backup: nobody has to remember it beside the LSN. A state is that of its own branch from the
// branch's begin on, and before that the state at which the branch left an earlier one.
//
// Single-threaded; uses no clock.
#pragma once

#include <ranges>
#include <vector>

#include "base/check.h"
#include "base/ids.h"

namespace snapscope::oracle {

class History {
 public:
  /// A split above every commit: the newest state of the branch that the database is on.
  static constexpr Lsn kNewest{UINT64_MAX};

  struct Fork {
    Lsn end;   ///< the split whose state the new branch begins with, of any earlier branch
    Lsn from;  ///< where its log begins: above every LSN of the earlier branches
  };

  void Add(Fork fork) {
    CHECK(fork.end < fork.from && (forks_.empty() || forks_.back().from < fork.from),
          "a branch begins at %s, with the state at %s", ToString(fork.from).c_str(),
          ToString(fork.end).c_str());
    forks_.push_back(fork);
  }

  /// True if the state at `split` has what was committed at `commit`.
  bool Has(Lsn split, Lsn commit) const {
    for (const Fork& fork : std::views::reverse(forks_)) {
      if (split < fork.from) continue;
      if (commit >= fork.from) break;
      split = fork.end;
    }
    return commit < split;
  }

  /// The newest split of the branch that `lsn` is of.
  Lsn NewestOfBranch(Lsn lsn) const {
    for (const Fork& fork : forks_) {
      if (lsn < fork.from) return Lsn{fork.from.value - 1};
    }
    return kNewest;
  }

  /// In the order of their LSNs.
  const std::vector<Fork>& forks() const { return forks_; }

 private:
  std::vector<Fork> forks_;
};

}  // namespace snapscope::oracle
