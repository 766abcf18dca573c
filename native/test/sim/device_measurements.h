// What the validations of the device models measure: of a device that is built for it, in virtual
// time.
#pragma once

#include "sim/devices/measured_device.h"
#include "test/sim/model_validation.h"

namespace snapscope::test::device_measurements {

constexpr uint64_t kPage = 8192;

// A loop is over the whole device and of 60,000 I/Os, unless it says where and how many.
double IosPerSecond(const sim::ComposedOptions& options, const sim::LoopOptions& loop);
double MegabytesPerSecond(const sim::ComposedOptions& options, const sim::LoopOptions& loop);
/// The mean.
double ResponseUs(const sim::ComposedOptions& options, const sim::LoopOptions& loop);
double MemberIosPerIo(const sim::ComposedOptions& options, bool is_write, uint64_t bytes);

/// Writes one after another until one takes more than twice `quick`: what was taken up before.
double MegabytesBeforeAWait(const sim::ComposedOptions& options, TimeNs quick);
/// What is left in the cache after `written` bytes and a long pause.
double MegabytesKept(const sim::ComposedOptions& options, uint64_t written);

/// The mean, with Poisson arrivals of random reads.
double QueueResponseUs(const ModelParameters& p, uint32_t servers, TimeNs interarrival,
                       sim::Spread spread = sim::Spread::kExponential);
/// In the system by its own count, as a share of arrivals times response (Little).
double LittleRatio(const sim::ComposedOptions& options, TimeNs interarrival);
double QueueMegabytesPerSecond(const ModelParameters& p, bool is_write, bool sequential);
double BatchedWritesPerSecond(const ModelParameters& p, uint32_t depth);

}  // namespace snapscope::test::device_measurements
