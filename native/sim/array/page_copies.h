// Copy on write: the old pages of an array that are on their way to the pool. A write to one of
// them waits until all of the page is there; so do others of the page, which copy nothing.
//
// These I/Os are the array's own: they do not cross the host's link, and no file counts them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/sync.h"
#include "runtime/task.h"
#include "sim/array/disk_array.h"
#include "sim/device_driver.h"

namespace snapscope::sim {

class PageCopies {
 public:
  PageCopies(runtime::Executor& executor, DeviceDriver& driver)
      : executor_(executor), driver_(driver), ended_(executor) {}

  bool HasAny() const { return !under_way_.empty(); }
  uint64_t made() const { return made_; }
  /// For how long copies were under way by `now`, all of them together, and writes have waited.
  PartUse Use(TimeNs now, const std::string& volume) const {
    return {volume + "/copies", 1, copied_ + making_ * (now - copied_until_), waited_};
  }

  /// Makes these, and returns when no array page from `first` to `last` is being copied.
  runtime::Task<void> Make(std::vector<ArrayVolume::PageCopy> due, uint64_t first, uint64_t last);

 private:
  void ChangeMaking(int64_t by) {
    const TimeNs now = executor_.Now();
    copied_ += making_ * (now - std::exchange(copied_until_, now));
    making_ += by;
  }

  /// A copy that is under way; over, too, if its process ends: the array goes on by itself.
  class UnderWay;

  runtime::Executor& executor_;
  DeviceDriver& driver_;
  std::set<uint64_t> under_way_;
  runtime::Event ended_;
  uint64_t made_ = 0;
  int64_t making_ = 0;  // those who make copies now, one after the other
  TimeNs copied_ = 0;   // until then, by all of them
  TimeNs copied_until_ = 0;
  TimeNs waited_ = 0;  // by writes that have gone on
};

}  // namespace snapscope::sim
