// For how long what serves in turn has served, and was waited for, up to a moment: what is given to
// it may be known to end later.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/ids.h"

namespace snapscope::sim {

class ServedTime {
 public:
  struct Totals {
    TimeNs served = 0;
    TimeNs waited = 0;
  };

  /// Something arrives that is served from `begin` to `end`. Calls in about the order of arrival:
  /// what ended before this one arrives is added up for good.
  void Add(TimeNs arrived, TimeNs begin, TimeNs end) {
    if (open_.size() >= room_) Settle(arrived);
    open_.push_back({arrived, begin, end});
  }

  /// Up to `now`, which is no earlier than the last arrival.
  Totals At(TimeNs now) const {
    Totals totals = ended_;
    for (const Interval& one : open_) AddUntil(now, one, totals);
    return totals;
  }

 private:
  static constexpr size_t kLeastRoom = 64;

  struct Interval {
    TimeNs arrived;
    TimeNs begin;
    TimeNs end;
  };

  static void AddUntil(TimeNs now, const Interval& one, Totals& totals) {
    totals.served += std::min(one.end, now) - std::min(one.begin, now);
    totals.waited += std::min(one.begin, now) - std::min(one.arrived, now);
  }

  void Settle(TimeNs now) {
    const auto later = std::ranges::remove_if(open_, [&](const Interval& one) {
      if (one.end > now) return false;
      AddUntil(now, one, ended_);
      return true;
    });
    open_.erase(later.begin(), later.end());
    room_ = std::max(kLeastRoom, 2 * open_.size());
  }

  std::vector<Interval> open_;  // those that may end later
  size_t room_ = kLeastRoom;    // as many are looked through for what has ended
  Totals ended_;
};

}  // namespace snapscope::sim
