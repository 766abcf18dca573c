// The simplest device: a link and a number of servers, which know nothing of where data lies.
//
// An I/O passes the link (one at a time, bytes / bandwidth), then one of `parallelism` servers
// (spindles, channels) for a service time drawn from the device's own random stream. Both stages
// serve first in, first out, so the completion time is known when the I/O is issued, and an I/O
// needs one timer however long the queue is. (A read's bytes pass the link before its service, not
// after: throughput is the same and the order of arrival decides, not the luck of a draw.)
// A flush is served as an I/O is, without bytes.
//
// With a `batch_setup` I/Os complete together, as a virtual machine's disk or a controller that
// gathers interrupts tells of them: who finds the device idle waits for the setup, and what has
// come until nothing is left to do is told of at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "sim/device.h"
#include "sim/served_time.h"

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
  /// Means of I/Os that start where the previous one of their file ended; default: a tenth.
  std::optional<TimeNs> sequential_read_service{};
  std::optional<TimeNs> sequential_write_service{};
  /// What it takes to make durable what was written; 0: a write is durable when it is done.
  TimeNs flush_service = 0;
  TimeNs batch_setup = 0;  ///< 0: each I/O completes by itself
  Spread spread = Spread::kFixed;
  uint64_t bandwidth_bytes_per_second = 0;  ///< 0: the link costs nothing
  FileCosts files{};
};

class QueueDevice final : public Device {
 public:
  QueueDevice(DeviceOptions options, uint64_t seed, std::string_view name);

  /// Queues an I/O that arrives `now` and returns when it is served. Calls in order of time.
  TimeNs Schedule(TimeNs now, bool is_write, uint64_t bytes, bool sequential,
                  bool skips_link = false);
  IssuedIo Issue(TimeNs now, const DeviceIo& io) override {
    return Complete(Schedule(now, io.is_write, io.bytes, io.sequential, io.skips_link));
  }

  bool NeedsFlush() const override { return options_.flush_service > 0; }
  IssuedIo Flush(TimeNs now) override;
  TimeNs NextEvent() const override { return batch_.empty() ? kNever : batch_end_; }
  void AdvanceTo(TimeNs now, std::vector<LocalPtr<Completion>>& known) override;
  uint64_t ios() const override { return ios_; }
  void AddUse(TimeNs now, const std::string& volume, std::vector<PartUse>& uses) const override;

 private:
  TimeNs DrawService(TimeNs mean);
  TimeNs PassLink(TimeNs now, uint64_t bytes);
  TimeNs AfterSetup(TimeNs now);
  TimeNs Serve(TimeNs from, TimeNs service);
  IssuedIo Complete(TimeNs served);

  const DeviceOptions options_;
  Rng rng_;
  std::vector<TimeNs> server_free_;  // min heap: when each server is done with its queue
  TimeNs link_free_ = 0;
  std::vector<LocalPtr<Completion>> batch_;  // what has come since the device was idle
  TimeNs batch_begin_ = 0;                   // the end of its setup
  TimeNs batch_end_ = 0;                     // when all of it is served
  uint64_t ios_ = 0;
  ServedTime at_servers_;
  ServedTime on_link_;
};

}  // namespace snapscope::sim
