#include "sim/queue_device.h"

#include <algorithm>
#include <functional>
#include <string>

#include "base/check.h"

namespace snapscope::sim {

QueueDevice::QueueDevice(DeviceOptions options, uint64_t seed, std::string_view name)
    : options_(options),
      rng_(seed, "device " + std::string(name)),
      server_free_(options.parallelism, 0) {
  CHECK(options.parallelism > 0, "a device needs a server");
  CHECK(options.read_service > 0 && options.write_service > 0, "an I/O takes time");
}

TimeNs QueueDevice::DrawService(TimeNs mean) {
  TimeNs service = mean;
  switch (options_.spread) {
    case Spread::kFixed:
      break;
    case Spread::kUniform:
      service = rng_.Between(mean - mean / 2, mean + mean / 2);
      break;
    case Spread::kExponential:
      service = rng_.Exponential(mean);
      break;
  }
  return std::max<TimeNs>(service, 1);
}

TimeNs QueueDevice::PassLink(TimeNs now, uint64_t bytes) {
  if (options_.bandwidth_bytes_per_second == 0) return now;
  // Multiplication first would overflow at 18 GB in one I/O; none is that large.
  const uint64_t transfer =
      bytes * static_cast<uint64_t>(kSecond) / options_.bandwidth_bytes_per_second;
  link_free_ = std::max(link_free_, now) + static_cast<TimeNs>(transfer);
  return link_free_;
}

TimeNs QueueDevice::Schedule(TimeNs now, bool is_write, uint64_t bytes, bool sequential) {
  const TimeNs random_mean = is_write ? options_.write_service : options_.read_service;
  const auto& sequential_mean =
      is_write ? options_.sequential_write_service : options_.sequential_read_service;
  const TimeNs mean = sequential ? sequential_mean.value_or(random_mean / 10) : random_mean;
  const TimeNs service = DrawService(mean);
  const TimeNs at_servers = PassLink(now, bytes);
  std::pop_heap(server_free_.begin(), server_free_.end(), std::greater<>());
  const TimeNs done = std::max(server_free_.back(), at_servers) + service;
  server_free_.back() = done;
  std::push_heap(server_free_.begin(), server_free_.end(), std::greater<>());
  ++ios_;
  busy_ += service;
  return done;
}

}  // namespace snapscope::sim
