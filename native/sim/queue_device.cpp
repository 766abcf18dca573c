#include "sim/queue_device.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

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
  const TimeNs begin = std::max(link_free_, now);
  link_free_ = begin + static_cast<TimeNs>(transfer);
  on_link_.Add(now, begin, link_free_);
  return link_free_;
}

TimeNs QueueDevice::Schedule(TimeNs now, bool is_write, uint64_t bytes, bool sequential,
                             bool skips_link) {
  const TimeNs random_mean = is_write ? options_.write_service : options_.read_service;
  const auto& sequential_mean =
      is_write ? options_.sequential_write_service : options_.sequential_read_service;
  const TimeNs mean = sequential ? sequential_mean.value_or(random_mean / 10) : random_mean;
  const TimeNs service = DrawService(mean);
  ++ios_;
  const TimeNs begin = AfterSetup(now);
  return Serve(skips_link ? begin : PassLink(begin, bytes), service);
}

IssuedIo QueueDevice::Flush(TimeNs now) {
  return Complete(Serve(AfterSetup(now), DrawService(options_.flush_service)));
}

TimeNs QueueDevice::AfterSetup(TimeNs now) {
  if (batch_.empty()) batch_begin_ = now + options_.batch_setup;
  return std::max(now, batch_begin_);
}

TimeNs QueueDevice::Serve(TimeNs from, TimeNs service) {
  std::pop_heap(server_free_.begin(), server_free_.end(), std::greater<>());
  const TimeNs begin = std::max(server_free_.back(), from);
  const TimeNs served = begin + service;
  server_free_.back() = served;
  std::push_heap(server_free_.begin(), server_free_.end(), std::greater<>());
  at_servers_.Add(from, begin, served);
  return served;
}

void QueueDevice::AddUse(TimeNs now, const std::string& volume, std::vector<PartUse>& uses) const {
  const ServedTime::Totals servers = at_servers_.At(now);
  const ServedTime::Totals link = on_link_.At(now);
  uses.push_back({volume + "/servers", options_.parallelism, servers.served, servers.waited});
  uses.push_back({volume + "/link", 1, link.served, link.waited});
}

IssuedIo QueueDevice::Complete(TimeNs served) {
  if (options_.batch_setup == 0) return {.done = served};
  if (batch_.empty()) batch_end_ = served;
  batch_end_ = std::max(batch_end_, served);
  batch_.push_back(LocalPtr<Completion>::Make());
  return {.completion = batch_.back()};
}

void QueueDevice::AdvanceTo(TimeNs now, std::vector<LocalPtr<Completion>>& known) {
  if (batch_.empty() || now < batch_end_) return;
  for (LocalPtr<Completion>& completion : batch_) {
    completion->at = batch_end_;
    known.push_back(std::move(completion));
  }
  batch_.clear();
}

}  // namespace snapscope::sim
