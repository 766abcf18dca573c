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
  p.queue = {.parallelism = 4,
             .read_service = kMillisecond,
             .write_service = 2 * kMillisecond,
             .sequential_read_service = 100 * kMicrosecond,
             .spread = sim::Spread::kExponential,
             .bandwidth_bytes_per_second = 25 * kMB};
  p.stripe_unit_bytes = 64 * 1024;
  p.members = 8;
  return p;
}

std::vector<GuardedParameter> GuardedParameters() {
  const std::string spindle = "15k spindle, random 8 KB reads, depth 1";
  return {
      {"spindle capacity", "15k spindle, random 8 KB reads within a tenth of it, depth 1",
       [](auto& p, double factor) { Scale(p.spindle.capacity_bytes, factor); }},
      {"spindle speed of rotation", spindle,
       [](auto& p, double factor) { Scale(p.spindle.rotations_per_minute, factor); }},
      {"spindle track-to-track seek",
       "15k spindle, random 8 KB reads within a hundredth of it, depth 1",
       [](auto& p, double factor) { Scale(p.spindle.track_to_track_seek, factor); }},
      {"spindle average seek", spindle,
       [](auto& p, double factor) { Scale(p.spindle.average_seek, factor); }},
      {"spindle full-stroke seek", "15k spindle, random 8 KB reads within a tenth of it, depth 1",
       [](auto& p, double factor) { Scale(p.spindle.full_stroke_seek, factor); }},
      {"spindle settle of a write", "15k spindle, random 8 KB writes, depth 1",
       [](auto& p, double factor) { Scale(p.spindle.write_settle, factor); }},
      {"spindle transfer rate", "15k spindle, sequential reads of 512 KB",
       [](auto& p, double factor) { Scale(p.spindle.bytes_per_second, factor); }},
      {"flash channels", "SSD, random 8 KB reads, depth 512",
       [](auto& p, double factor) { Scale(p.flash.channels, factor); }},
      {"flash page", "SSD, sequential writes before the cliff",
       [](auto& p, double factor) { Scale(p.flash.page_bytes, factor); }},
      {"flash read", "SSD, random 8 KB reads, depth 1",
       [](auto& p, double factor) { Scale(p.flash.read, factor); }},
      {"flash program", "SSD, sequential writes before the cliff",
       [](auto& p, double factor) { Scale(p.flash.program, factor); }},
      {"flash sustained program", "SSD, sequential writes after the cliff",
       [](auto& p, double factor) { Scale(p.flash.sustained_program, factor); }},
      {"flash bytes before the cliff", "SSD, 1,300 MiB written across the cliff",
       [](auto& p, double factor) { Scale(p.flash.fast_bytes, factor); }},
      {"flash buffer", "SSD, bytes that its buffer takes up",
       [](auto& p, double factor) { Scale(p.flash.buffer_bytes, factor); }},
      {"flash buffered write", "SSD, random 8 KB writes into the buffer, depth 1",
       [](auto& p, double factor) { Scale(p.flash.buffered_write, factor); }},
      {"flash compression", "SSD, sequential writes before the cliff",
       [](auto& p, double factor) { Scale(p.flash.stored_percent, factor); }},
      {"array members", "RAID 5 of even members, random writes, saturated",
       [](auto& p, double factor) { Scale(p.members, factor); }},
      {"array stripe unit", "RAID 0, member I/Os of 1 MiB",
       [](auto& p, double factor) { Scale(p.stripe_unit_bytes, factor); }},
      {"cache size", "Controller cache, bytes that it takes up",
       [](auto& p, double factor) { Scale(p.cache.bytes, factor); }},
      {"cache hit", "Controller cache, a write that finds room",
       [](auto& p, double factor) { Scale(p.cache.hit, factor); }},
      {"cache mark of destaging", "Controller cache, what stays in it after a pause",
       [](auto& p, double factor) { Scale(p.cache.destage_from_percent, factor); }},
      {"link ports", "Link, sequential reads of 64 KB, saturated",
       [](auto& p, double factor) { p.link.ports = factor < 1 ? 1 : 3; }},
      {"link rate", "Link, sequential reads of 64 KB, saturated",
       [](auto& p, double factor) { Scale(p.link.bytes_per_second, factor); }},
      {"link latency", "Link, one 8 KB read",
       [](auto& p, double factor) { Scale(p.link.latency, factor); }},
      {"link depth", "Link, random 8 KB reads, more wait than its depth",
       [](auto& p, double factor) { Scale(p.link.depth, factor); }},
      {"limit on I/Os", "Cloud limit on I/Os",
       [](auto& p, double factor) { Scale(p.link.ios_per_second, factor); }},
      {"limit on bytes", "Cloud limit on bytes",
       [](auto& p, double factor) { Scale(p.link.limit_bytes_per_second, factor); }},
      {"queue servers", "M/M/4, load 0.8",
       [](auto& p, double factor) { p.queue.parallelism = factor < 1 ? 3 : 5; }},
      {"queue read service", "M/M/1, load 0.5",
       [](auto& p, double factor) { Scale(p.queue.read_service, factor); }},
      {"queue write service", "Queue device, random writes of 8 KB",
       [](auto& p, double factor) { Scale(p.queue.write_service, factor); }},
      {"queue sequential service", "Queue device, sequential reads of 8 KB",
       [](auto& p, double factor) { Scale(*p.queue.sequential_read_service, factor); }},
      {"queue link", "Queue device, random reads of 8 KB, its link full",
       [](auto& p, double factor) { Scale(p.queue.bandwidth_bytes_per_second, factor); }},
  };
}

}  // namespace snapscope::test
