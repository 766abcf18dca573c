// What lies between the host and its storage: cables (iSCSI on Ethernet, Fibre Channel, PCIe), the
// queue of the adapter, and the limits that a cloud sells.
//
// An I/O takes a place in the queue if it has a depth, waits for the limits, then passes the wire
// inwards with the bytes of a write, outwards with those of a read; the two directions do not
// share. Each I/O uses one of `ports`, the one that is free first: n cables of 1 Gbit/s are n times
// as much for many I/Os and no faster for one. The latency is added once. All of it first in, first
// out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/part_use.h"
#include "sim/served_time.h"
#include "storage/device_description.h"

namespace snapscope::sim {

using storage::LinkOptions;

class Link {
 public:
  explicit Link(const LinkOptions& options)
      : options_(options), inwards_(options.ports, 0), outwards_(options.ports, 0) {}

  bool has_depth() const { return options_.depth > 0; }
  bool has_room() const { return !has_depth() || under_way_ < options_.depth; }

  /// An I/O takes a place; returns when its command, and a write's bytes, are at the storage.
  TimeNs Enter(TimeNs now, bool is_write, uint64_t bytes) {
    ++under_way_;
    return PassWire(inwards_, use_.inwards, AwaitLimits(now, bytes), is_write ? bytes : 0);
  }
  /// Returns when the answer, and a read's bytes, are at the host.
  TimeNs Leave(TimeNs now, bool is_write, uint64_t bytes) {
    return PassWire(outwards_, use_.outwards, now, is_write ? 0 : bytes) + options_.latency;
  }
  /// The place is free again. Only of links with a depth is one ever missed.
  void Free() { --under_way_; }
  /// An I/O that arrived then has its place from `entered` until `left`.
  void NotePlace(TimeNs arrived, TimeNs entered, TimeNs left) {
    use_.places.Add(arrived, entered, left);
  }

  /// See Device::AddUse().
  void AddUse(TimeNs now, const std::string& volume, std::vector<PartUse>& uses) const {
    const auto add = [&](const char* part, const ServedTime& time, uint32_t units) {
      const ServedTime::Totals totals = time.At(now);
      uses.push_back({volume + part, units, totals.served, totals.waited});
    };
    add("/linkIn", use_.inwards, options_.ports);
    add("/linkOut", use_.outwards, options_.ports);
    if (options_.ios_per_second > 0) add("/limitIos", use_.ios, 1);
    if (options_.limit_bytes_per_second > 0) add("/limitBytes", use_.bytes, 1);
    if (has_depth()) add("/depth", use_.places, options_.depth);
  }

 private:
  static constexpr uint64_t kLimitedIoBytes = 256 * 1024;

  static TimeNs TimeOf(uint64_t count, uint64_t per_second) {
    return static_cast<TimeNs>(count * static_cast<uint64_t>(kSecond) / per_second);
  }

  TimeNs AwaitLimits(TimeNs now, uint64_t bytes) {
    const TimeNs start = std::max({now, ios_allowed_, bytes_allowed_});
    if (options_.ios_per_second > 0) {
      const uint64_t ios = (bytes + kLimitedIoBytes - 1) / kLimitedIoBytes;
      ios_allowed_ = start + TimeOf(ios, options_.ios_per_second);
      use_.ios.Add(now, start, ios_allowed_);
    }
    if (options_.limit_bytes_per_second > 0) {
      bytes_allowed_ = start + TimeOf(bytes, options_.limit_bytes_per_second);
      use_.bytes.Add(now, start, bytes_allowed_);
    }
    return start;
  }

  TimeNs PassWire(std::vector<TimeNs>& ports, ServedTime& use, TimeNs now, uint64_t bytes) const {
    if (options_.bytes_per_second == 0 || bytes == 0) return now;
    TimeNs& port = *std::ranges::min_element(ports);
    const TimeNs begin = std::max(port, now);
    port = begin + TimeOf(bytes, options_.bytes_per_second);
    use.Add(now, begin, port);
    return port;
  }

  struct Use {
    ServedTime inwards;
    ServedTime outwards;
    ServedTime ios;
    ServedTime bytes;
    ServedTime places;
  };

  const LinkOptions options_;
  std::vector<TimeNs> inwards_;  // when each port is free
  std::vector<TimeNs> outwards_;
  TimeNs ios_allowed_ = 0;
  TimeNs bytes_allowed_ = 0;
  uint32_t under_way_ = 0;
  Use use_;
};

}  // namespace snapscope::sim
