#include "test/sim/device_measurements.h"

#include <algorithm>
#include <vector>

#include "base/rng.h"

namespace snapscope::test::device_measurements {

using sim::CapacityBytes;
using sim::ComposedDevice;
using sim::ComposedOptions;
using sim::DeviceIo;
using sim::LoopOptions;

namespace {

constexpr uint64_t kGB = 1'000'000'000;
constexpr uint64_t kIos = 60'000;

sim::LoopFigures Loop(const ComposedOptions& options, LoopOptions loop) {
  ComposedDevice device(options);
  if (loop.extent_bytes == 0) loop.extent_bytes = CapacityBytes(options);
  if (loop.ios == 0) loop.ios = kIos;
  if (loop.warm_up_ios == 0) loop.warm_up_ios = 2 * loop.depth;
  return MeasureLoop(device, loop);
}

struct OpenFigures {
  double response_us = 0;
  double mean_in_system = 0;
  double arrivals_per_us = 0;
};

// Poisson arrivals of random reads.
OpenFigures OpenLoop(sim::Device& device, TimeNs interarrival, uint64_t extent, uint64_t ios) {
  Rng arrivals(7, "arrivals");
  Rng places(7, "places");
  std::vector<LocalPtr<sim::Completion>> finished;
  struct Open {
    LocalPtr<sim::Completion> completion;
    TimeNs arrived, done;
  };
  std::vector<Open> all;
  TimeNs now = 0;
  for (uint64_t i = 0; i < ios; ++i) {
    now += arrivals.Exponential(interarrival);
    device.AdvanceTo(now, finished);
    const sim::IssuedIo issued =
        device.Issue(now, {false, false, places.Below(extent / kPage) * kPage, kPage});
    all.push_back({issued.completion, now, issued.done});
  }
  const TimeNs end = now;  // what arrives and ends until then is what counts
  while (device.NextEvent() != kNever) device.AdvanceTo(device.NextEvent(), finished);
  double response = 0, area = 0;
  for (const Open& io : all) {
    const TimeNs done = io.completion ? io.completion->at : io.done;
    response += static_cast<double>(done - io.arrived);
    area += static_cast<double>(std::min(done, end) - io.arrived);
  }
  const auto count = static_cast<double>(ios);
  return {response / count / 1e3, area / static_cast<double>(end),
          count / static_cast<double>(end) * 1e3};
}

}  // namespace

double IosPerSecond(const ComposedOptions& options, const LoopOptions& loop) {
  return static_cast<double>(Loop(options, loop).ios_per_second);
}
double MegabytesPerSecond(const ComposedOptions& options, const LoopOptions& loop) {
  return static_cast<double>(Loop(options, loop).bytes_per_second) / 1e6;
}
double ResponseUs(const ComposedOptions& options, const LoopOptions& loop) {
  return static_cast<double>(Loop(options, loop).mean_response) / 1e3;
}

double MemberIosPerIo(const ComposedOptions& options, bool is_write, uint64_t bytes) {
  ComposedDevice device(options);
  MeasureLoop(device, {.is_write = is_write,
                       .io_bytes = bytes,
                       .extent_bytes = CapacityBytes(options) / bytes * bytes,
                       .ios = 1000});
  return static_cast<double>(device.member_ios()) / static_cast<double>(device.ios());
}

double MegabytesBeforeAWait(const ComposedOptions& options, TimeNs quick) {
  ComposedDevice device(options);
  std::vector<LocalPtr<sim::Completion>> finished;
  Rng places(1, "burst");
  TimeNs now = 0;
  for (uint64_t writes = 0;; ++writes) {
    const DeviceIo io{true, false, places.Below(CapacityBytes(options) / kPage) * kPage, kPage};
    const auto completion = device.Issue(now, io).completion;
    while (completion->at == kNever) device.AdvanceTo(device.NextEvent(), finished);
    if (completion->at - now > 2 * quick) return static_cast<double>(writes * kPage) / 1e6;
    now = completion->at;
  }
}

double MegabytesKept(const ComposedOptions& options, uint64_t written) {
  ComposedDevice device(options);
  std::vector<LocalPtr<sim::Completion>> finished;
  for (uint64_t at = 0; at < written; at += kPage) device.Issue(0, {true, true, at, kPage});
  while (device.NextEvent() != kNever) device.AdvanceTo(device.NextEvent(), finished);
  const uint64_t destaged = device.member_ios();
  // Reads of what is dirty come from the cache: those that reach a member are of what is not.
  for (uint64_t at = 0; at < written; at += kPage) {
    device.Issue(kSecond * 1000, {false, true, at, kPage});
  }
  while (device.NextEvent() != kNever) device.AdvanceTo(device.NextEvent(), finished);
  const uint64_t missed = device.member_ios() - destaged;
  return static_cast<double>(written - missed * kPage) / 1e6;
}

double QueueResponseUs(const ModelParameters& p, uint32_t servers, TimeNs interarrival,
                       sim::Spread spread) {
  sim::DeviceOptions options = p.queue;
  options.spread = spread;
  options.parallelism = options.parallelism * servers / 4;  // of the usual four
  options.bandwidth_bytes_per_second = 0;
  sim::QueueDevice device(options, 7, "Q");
  return OpenLoop(device, interarrival, kGB, 1'000'000).response_us;
}

double LittleRatio(const ComposedOptions& options, TimeNs interarrival) {
  ComposedDevice device(options);
  const OpenFigures figures = OpenLoop(device, interarrival, CapacityBytes(options), kIos);
  return figures.mean_in_system / (figures.arrivals_per_us * figures.response_us);
}

double QueueMegabytesPerSecond(const ModelParameters& p, bool is_write, bool sequential) {
  sim::DeviceOptions options = p.queue;
  if (sequential) options.bandwidth_bytes_per_second = 0;
  sim::QueueDevice device(options, 7, "Q");
  return static_cast<double>(MeasureLoop(device, {.is_write = is_write,
                                                  .sequential = sequential,
                                                  .depth = 64,
                                                  .extent_bytes = kGB,
                                                  .warm_up_ios = 1000,
                                                  .ios = 300'000})
                                 .bytes_per_second) /
         1e6;
}

double BatchedWritesPerSecond(const ModelParameters& p, uint32_t depth) {
  sim::DeviceOptions options = p.queue;
  options.parallelism = 1;
  options.bandwidth_bytes_per_second = 0;
  options.batch_setup = p.batch_setup;
  sim::QueueDevice device(options, 7, "Q");
  return static_cast<double>(MeasureLoop(device, {.is_write = true,
                                                  .depth = depth,
                                                  .extent_bytes = kGB,
                                                  .warm_up_ios = 1000,
                                                  .ios = 100'000})
                                 .ios_per_second);
}

}  // namespace snapscope::test::device_measurements
