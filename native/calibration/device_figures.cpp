#include "calibration/device_figures.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "machine/simulated_machine.h"
#include "scenario/scenario.h"
#include "sim/devices/composed_device.h"
#include "sim/devices/measured_device.h"
#include "sim/devices/write_cache.h"
#include "telemetry/json_writer.h"

namespace snapscope::calibration {

namespace {

using scenario::DeviceDescription;

constexpr uint64_t kPageBytes = 8192;
constexpr uint64_t kReadAheadBytes = 512 * 1024;
constexpr uint64_t kIos = 20'000;
/// A queue device has no places: any extent will do.
constexpr uint64_t kAnyExtent = 1024 * kMiB;

class Figures {
 public:
  explicit Figures(const DeviceDescription& description)
      : description_(description), capacity_(scenario::CapacityBytes(description)) {
    if (const auto* queue = std::get_if<scenario::QueueDescription>(&description)) {
      disks_ = queue->parallelism;
      return;
    }
    const auto& composed = std::get<sim::ComposedOptions>(description);
    disks_ = composed.array.members;
    if (composed.cache) held_ = composed.cache->bytes;
    if (const auto* flash = std::get_if<sim::FlashOptions>(&composed.member)) {
      held_ += flash->buffer_bytes * composed.array.members;
      if (flash->fast_bytes > 0) after_cliff_ = AfterCliff(composed, *flash);
    }
  }

  uint64_t depth() const { return std::max<uint64_t>(uint64_t{8} * disks_, 64); }
  std::optional<uint64_t> capacity() const { return capacity_; }

  uint64_t RandomPerSecond(bool is_write) const {
    return Random(description_, is_write, depth()).ios_per_second;
  }
  std::optional<uint64_t> WritesAfterCliffPerSecond() const {
    if (!after_cliff_) return std::nullopt;
    return Random(*after_cliff_, true, depth()).ios_per_second;
  }
  uint64_t SequentialBytesPerSecond() const {
    return Measure(description_, {.sequential = true,
                                  .io_bytes = kReadAheadBytes,
                                  .depth = 4 * disks_,
                                  .warm_up_ios = uint64_t{8} * disks_,
                                  .ios = 5000})
        .bytes_per_second;
  }
  /// How long one I/O alone takes: a write finds room in whatever holds it.
  TimeNs Response(bool is_write) const {
    return Measure(description_, {.is_write = is_write, .ios = 1000}).mean_response;
  }

 private:
  static sim::ComposedOptions AfterCliff(sim::ComposedOptions composed, sim::FlashOptions flash) {
    flash.program = flash.sustained_program;
    flash.fast_bytes = 0;
    composed.member = flash;
    return composed;
  }

  sim::LoopFigures Random(const DeviceDescription& device, bool is_write, uint64_t depth) const {
    // Caches and buffers are full when writes have come for long enough faster than the disks take
    // them.
    const uint64_t filling = is_write ? 3 * held_ / kPageBytes : 0;
    return Measure(device, {.is_write = is_write,
                            .depth = static_cast<uint32_t>(depth),
                            .warm_up_ios = filling + 4 * depth,
                            .ios = kIos});
  }

  sim::LoopFigures Measure(const DeviceDescription& device, sim::LoopOptions loop) const {
    loop.extent_bytes = capacity_.value_or(kAnyExtent);
    const std::unique_ptr<sim::Device> model = machine::MakeDevice(device, 1, "figures");
    return MeasureLoop(*model, loop);
  }

  const DeviceDescription description_;
  std::optional<DeviceDescription> after_cliff_{};
  const std::optional<uint64_t> capacity_;
  uint32_t disks_ = 1;
  uint64_t held_ = 0;  // bytes of writes that are done before they are on disks
};

}  // namespace

Result<std::string> DeviceFigures(std::string_view json) {
  Result<DeviceDescription> description = scenario::ParseDevice(json);
  if (!description.ok()) return description.error();
  const Figures figures(*description);
  telemetry::JsonWriter writer;
  const auto write = [&writer](const char* key, std::optional<uint64_t> value) {
    writer.Key(key);
    if (!value) {
      writer.Null();
    } else {
      writer.Integer(static_cast<int64_t>(*value));
    }
  };
  writer.BeginObject();
  write("depth", figures.depth());
  write("randomReadsPerSecond", figures.RandomPerSecond(false));
  write("randomWritesPerSecond", figures.RandomPerSecond(true));
  write("writesAfterCliffPerSecond", figures.WritesAfterCliffPerSecond());
  write("sequentialMiBPerSecond", figures.SequentialBytesPerSecond() / kMiB);
  writer.Key("readUs").Decimal(figures.Response(false), 3);
  writer.Key("writeUs").Decimal(figures.Response(true), 3);
  write("capacityMiB",
        figures.capacity() ? std::optional(*figures.capacity() / kMiB) : std::nullopt);
  writer.EndObject();
  return writer.Take();
}

}  // namespace snapscope::calibration
