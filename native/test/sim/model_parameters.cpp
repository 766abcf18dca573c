// The parameters that the models are validated with, and what guards each of them.
#include <cmath>

#include "test/sim/model_validation.h"

namespace snapscope::test {

namespace {

constexpr uint64_t kMB = 1'000'000;
constexpr uint64_t kGB = 1'000'000'000;
constexpr uint64_t kMiB = 1024 * 1024;

// Rounded, since a count of 16 is 13 and 19.
template <typename Integer>
void Scale(Integer& value, double factor) {
  value = static_cast<Integer>(std::llround(static_cast<double>(value) * factor));
}

std::vector<GuardedParameter> OfSpindles() {
  const std::string spindle = "15k spindle, random 8 KB reads, depth 1";
  return {
      {"spindle capacity", "volumes.*.device.member.(spindle).capacityGiB",
       "15k spindle, random 8 KB reads within a tenth of it, depth 1",
       [](auto& p, double factor) { Scale(p.spindle.capacity_bytes, factor); }},
      {"spindle speed of rotation", "volumes.*.device.member.(spindle).rotationsPerMinute", spindle,
       [](auto& p, double factor) { Scale(p.spindle.rotations_per_minute, factor); }},
      {"spindle track-to-track seek", "volumes.*.device.member.(spindle).trackToTrackSeekUs",
       "15k spindle, random 8 KB reads within a hundredth of it, depth 1",
       [](auto& p, double factor) { Scale(p.spindle.track_to_track_seek, factor); }},
      {"spindle average seek", "volumes.*.device.member.(spindle).averageSeekUs", spindle,
       [](auto& p, double factor) { Scale(p.spindle.average_seek, factor); }},
      {"spindle full-stroke seek", "volumes.*.device.member.(spindle).fullStrokeSeekUs",
       "15k spindle, random 8 KB reads within a tenth of it, depth 1",
       [](auto& p, double factor) { Scale(p.spindle.full_stroke_seek, factor); }},
      {"spindle settle of a write", "volumes.*.device.member.(spindle).writeSettleUs",
       "15k spindle, random 8 KB writes, depth 1",
       [](auto& p, double factor) { Scale(p.spindle.write_settle, factor); }},
      {"spindle transfer rate", "volumes.*.device.member.(spindle).transferMiBPerSecond",
       "15k spindle, sequential reads of 512 KB",
       [](auto& p, double factor) { Scale(p.spindle.bytes_per_second, factor); }},
  };
}

std::vector<GuardedParameter> OfFlash() {
  return {
      {"flash capacity", "volumes.*.device.member.(flash).capacityGiB", "RAID 50 of 24 SSDs, room",
       [](auto& p, double factor) { Scale(p.flash.capacity_bytes, factor); }},
      {"flash channels", "volumes.*.device.member.(flash).channels",
       "SSD, random 8 KB reads, depth 512",
       [](auto& p, double factor) { Scale(p.flash.channels, factor); }},
      {"flash page", "volumes.*.device.member.(flash).pageKiB",
       "SSD, sequential writes before the cliff",
       [](auto& p, double factor) { Scale(p.flash.page_bytes, factor); }},
      {"flash read", "volumes.*.device.member.(flash).readUs", "SSD, random 8 KB reads, depth 1",
       [](auto& p, double factor) { Scale(p.flash.read, factor); }},
      {"flash program", "volumes.*.device.member.(flash).programUs",
       "SSD, sequential writes before the cliff",
       [](auto& p, double factor) { Scale(p.flash.program, factor); }},
      {"flash sustained program", "volumes.*.device.member.(flash).sustainedProgramUs",
       "SSD, sequential writes after the cliff",
       [](auto& p, double factor) { Scale(p.flash.sustained_program, factor); }},
      {"flash bytes before the cliff", "volumes.*.device.member.(flash).fastWriteMiB",
       "SSD, 1,300 MiB written across the cliff",
       [](auto& p, double factor) { Scale(p.flash.fast_bytes, factor); }},
      {"flash buffer", "volumes.*.device.member.(flash).bufferMiB",
       "SSD, bytes that its buffer takes up",
       [](auto& p, double factor) { Scale(p.flash.buffer_bytes, factor); }},
      {"flash buffered write", "volumes.*.device.member.(flash).bufferedWriteUs",
       "SSD, random 8 KB writes into the buffer, depth 1",
       [](auto& p, double factor) { Scale(p.flash.buffered_write, factor); }},
      {"flash compression", "volumes.*.device.member.(flash).storedPercent",
       "SSD, sequential writes before the cliff",
       [](auto& p, double factor) { Scale(p.flash.stored_percent, factor); }},
  };
}

std::vector<GuardedParameter> OfArrays() {
  return {
      {"array members", "volumes.*.device.array.members",
       "RAID 5 of even members, random writes, saturated",
       [](auto& p, double factor) { Scale(p.members, factor); }},
      {"array groups", "volumes.*.device.array.groups",
       "RAID 50 of 24 members, member I/Os of a full stripe",
       [](auto& p, double factor) { p.groups = factor < 1 ? 1 : 3; }},
      {"array stripe unit", "volumes.*.device.array.stripeUnitKiB", "RAID 0, member I/Os of 1 MiB",
       [](auto& p, double factor) { Scale(p.stripe_unit_bytes, factor); }},
  };
}

std::vector<GuardedParameter> OfControllers() {
  return {
      {"cache size", "volumes.*.device.cache.sizeMiB", "Controller cache, bytes that it takes up",
       [](auto& p, double factor) { Scale(p.cache.bytes, factor); }},
      {"cache hit", "volumes.*.device.cache.hitUs", "Controller cache, a write that finds room",
       [](auto& p, double factor) { Scale(p.cache.hit, factor); }},
      {"cache mark of destaging", "volumes.*.device.cache.destageFromPercent",
       "Controller cache, what stays in it after a pause",
       [](auto& p, double factor) { Scale(p.cache.destage_from_percent, factor); }},
      {"link ports", "volumes.*.device.link.ports", "Link, sequential reads of 64 KB, saturated",
       [](auto& p, double factor) { p.link.ports = factor < 1 ? 1 : 3; }},
      {"link rate", "volumes.*.device.link.portMiBPerSecond",
       "Link, sequential reads of 64 KB, saturated",
       [](auto& p, double factor) { Scale(p.link.bytes_per_second, factor); }},
      {"link latency", "volumes.*.device.link.latencyUs", "Link, one 8 KB read",
       [](auto& p, double factor) { Scale(p.link.latency, factor); }},
      {"link depth", "volumes.*.device.link.depth",
       "Link, random 8 KB reads, more wait than its depth",
       [](auto& p, double factor) { Scale(p.link.depth, factor); }},
      {"limit on I/Os", "volumes.*.device.link.limitIosPerSecond", "Cloud limit on I/Os",
       [](auto& p, double factor) { Scale(p.link.ios_per_second, factor); }},
      {"limit on bytes", "volumes.*.device.link.limitMiBPerSecond", "Cloud limit on bytes",
       [](auto& p, double factor) { Scale(p.link.limit_bytes_per_second, factor); }},
  };
}

std::vector<GuardedParameter> OfQueues() {
  return {
      {"queue servers", "volumes.*.device.parallelism", "M/M/4, load 0.8",
       [](auto& p, double factor) { p.queue.parallelism = factor < 1 ? 3 : 5; }},
      {"queue read service", "volumes.*.device.readServiceUs", "M/M/1, load 0.5",
       [](auto& p, double factor) { Scale(p.queue.read_service, factor); }},
      {"queue write service", "volumes.*.device.writeServiceUs",
       "Queue device, random writes of 8 KB",
       [](auto& p, double factor) { Scale(p.queue.write_service, factor); }},
      {"queue sequential read", "volumes.*.device.sequentialReadServiceUs",
       "Queue device, sequential reads of 8 KB",
       [](auto& p, double factor) { Scale(*p.queue.sequential_read_service, factor); }},
      {"queue sequential write", "volumes.*.device.sequentialWriteServiceUs",
       "Queue device, sequential writes of 8 KB",
       [](auto& p, double factor) { Scale(*p.queue.sequential_write_service, factor); }},
      {"queue flush", "volumes.*.device.flushServiceUs",
       "Volume, a durable write to a device that is flushed",
       [](auto& p, double factor) { Scale(p.queue.flush_service, factor); }},
      {"queue room", "volumes.*.device.capacityMiB", "Volume, bytes until it is full",
       [](auto& p, double factor) { Scale(p.capacity_bytes, factor); }},
      {"queue link", "volumes.*.device.bandwidthMiBPerSecond",
       "Queue device, random reads of 8 KB, its link full",
       [](auto& p, double factor) { Scale(p.queue.bandwidth_bytes_per_second, factor); }},
      {"queue setup of a batch", "volumes.*.device.batchSetupUs",
       "One server, 16 random writes completed together",
       [](auto& p, double factor) { Scale(p.batch_setup, factor); }},
  };
}

std::vector<GuardedParameter> OfFileSystems() {
  return {
      {"file system's writes for a region", "sparseRegionWrites",
       "Volume, the same with the file system's own writes",
       [](auto& p, double factor) { p.queue.files.region_metadata_writes = factor < 1 ? 2 : 4; }},
      {"file system's journal", "volumes.*.device.sparseFlushWrites",
       "Volume, a flush of a sparse file whose file system has a journal",
       [](auto& p, double factor) { p.queue.files.sparse_flush_writes = factor < 1 ? 1 : 3; }},
      {"allocation of a region", "volumes.*.device.regionAllocationUs",
       "Volume, first write to a region of a sparse file",
       [](auto& p, double factor) { Scale(p.queue.files.region_allocation, factor); }},
      {"write call", "", "Volume, a write call",
       [](auto& p, double factor) { Scale(p.queue.files.submit_cost, factor); }},
  };
}

}  // namespace

ModelParameters UsualParameters() {
  ModelParameters p;
  p.spindle = {.capacity_bytes = 146 * kGB,
               .rotations_per_minute = 15'000,
               .track_to_track_seek = 200 * kMicrosecond,
               .average_seek = 3500 * kMicrosecond,
               .full_stroke_seek = 7400 * kMicrosecond,
               .write_settle = 500 * kMicrosecond,
               .bytes_per_second = 100 * kMB};
  p.flash = {.capacity_bytes = 400 * kGB,
             .channels = 16,
             .page_bytes = 16 * 1024,
             .read = 80 * kMicrosecond,
             .program = 800 * kMicrosecond,
             .sustained_program = 2400 * kMicrosecond,
             .fast_bytes = 1000 * kMiB,
             .buffer_bytes = 64 * kMiB,
             .buffered_write = 10 * kMicrosecond,
             .stored_percent = 80};
  p.cache = {.bytes = 64 * kMiB, .hit = 20 * kMicrosecond, .destage_from_percent = 50};
  p.link = {.ports = 2,
            .bytes_per_second = 118 * kMB,
            .latency = 100 * kMicrosecond,
            .depth = 4,
            .ios_per_second = 3000,
            .limit_bytes_per_second = 125 * kMB};
  p.batch_setup = 40 * kMillisecond;
  p.queue = {.parallelism = 4,
             .read_service = kMillisecond,
             .write_service = 2 * kMillisecond,
             .sequential_read_service = 100 * kMicrosecond,
             .sequential_write_service = 150 * kMicrosecond,
             .flush_service = 5 * kMillisecond,
             .spread = sim::Spread::kExponential,
             .bandwidth_bytes_per_second = 25 * kMB,
             .files = {.region_metadata_writes = 3, .sparse_flush_writes = 2}};
  p.capacity_bytes = 64 * kMiB;
  p.stripe_unit_bytes = 64 * 1024;
  p.members = 8;
  p.groups = 2;
  return p;
}

std::vector<GuardedParameter> GuardedParameters() {
  std::vector<GuardedParameter> all;
  for (const auto& part :
       {OfSpindles(), OfFlash(), OfArrays(), OfControllers(), OfQueues(), OfFileSystems()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace snapscope::test
