// A storage device: what an I/O costs.
//
// An I/O passes the link (one at a time, bytes / bandwidth), then one of `parallelism` servers
// (spindles, channels) for a service time drawn from the device's own random stream. Both stages
// serve first in, first out, so the completion time is known when the I/O is issued, and an I/O
// needs one timer however long the queue is. (A read's bytes pass the link before its service, not
// after: throughput is the same and the order of arrival decides, not the luck of a draw.)
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"

namespace snapscope::sim {

/// How service times spread around their mean.
enum class Spread : uint8_t {
  kFixed,        ///< always the mean
  kUniform,      ///< half the mean to one and a half
  kExponential,  ///< memoryless
};

struct DeviceOptions {
  uint32_t parallelism = 1;
  TimeNs read_service = 5 * kMillisecond;
  TimeNs write_service = 5 * kMillisecond;
  /// Mean of an I/O that starts where the previous one of its file ended; default: a tenth.
  std::optional<TimeNs> sequential_service{};
  Spread spread = Spread::kFixed;
  uint64_t bandwidth_bytes_per_second = 0;  ///< 0: the link costs nothing
  TimeNs submit_cost = 10 * kMicrosecond;   ///< a write call that need not wait for the device
  TimeNs region_allocation = 100 * kMicrosecond;  ///< of a sparse file, in the write call
};

class Device {
 public:
  Device(DeviceOptions options, uint64_t seed, std::string_view name);

  const DeviceOptions& options() const { return options_; }

  /// Queues an I/O that arrives `now` and returns when it completes. Calls in order of time.
  TimeNs Schedule(TimeNs now, bool is_write, uint64_t bytes, bool sequential);

  /// I/Os queued so far, and the time that servers spent or will spend on them.
  uint64_t ios() const { return ios_; }
  TimeNs busy() const { return busy_; }

 private:
  TimeNs DrawService(TimeNs mean);
  TimeNs PassLink(TimeNs now, uint64_t bytes);

  const DeviceOptions options_;
  Rng rng_;
  std::vector<TimeNs> server_free_;  // min heap: when each server is done with its queue
  TimeNs link_free_ = 0;
  uint64_t ios_ = 0;
  TimeNs busy_ = 0;
};

}  // namespace snapscope::sim
