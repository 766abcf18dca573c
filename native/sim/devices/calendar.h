// The events to come inside one device, by (time, order of creation): deterministic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "base/ids.h"

namespace snapscope::sim {

enum class DeviceEvent : uint8_t {
  kEnter,   ///< host I/O `index` has passed the link inwards
  kMember,  ///< a member has done its part of array operation `index`
  kCached,  ///< host I/O `index`, a read, was served by the controller's cache
  kLeave,   ///< a host I/O is back at the host: its place in the link is free
};

class Calendar {
 public:
  struct Entry {
    TimeNs at = 0;
    uint64_t order = 0;
    DeviceEvent event{};
    uint32_t index = 0;
    uint32_t member = 0;

    bool operator>(const Entry& other) const {
      return std::tie(at, order) > std::tie(other.at, other.order);
    }
  };

  void Add(TimeNs at, DeviceEvent event, uint32_t index, uint32_t member = 0) {
    entries_.push_back({at, next_order_++, event, index, member});
    std::push_heap(entries_.begin(), entries_.end(), std::greater<>());
  }

  TimeNs next() const { return entries_.empty() ? kNever : entries_.front().at; }

  Entry Take() {
    std::pop_heap(entries_.begin(), entries_.end(), std::greater<>());
    const Entry entry = entries_.back();
    entries_.pop_back();
    return entry;
  }

 private:
  std::vector<Entry> entries_;  // min heap
  uint64_t next_order_ = 0;
};

}  // namespace snapscope::sim
