// The binary form of a telemetry batch: little-endian columns, so that the reader maps them as
// typed arrays without parsing. Rows collect here; Encode() transposes them.
//
//   u32 magic "SSF1" | u32 samples n | u32 counters c | u32 waits w | u32 event bytes e
//   u32 push bytes p
//   i64 time_ns[n]
//   f64 counter[c][n]
//   w times: f64 tasks[n], f64 wait_ms[n], f64 signal_ms[n]            (deltas per sample)
//   u8  events[e]          UTF-8 JSON: one array, in the order in which things happened
//   u8  pushes[p]          push_encoder.h; nothing where no page was pushed
//
// Every number of the columns is 8-byte aligned from the start of the batch. The order of counters
// and waits is the catalogue's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "telemetry/catalog_generated.h"

namespace snapscope::telemetry {

inline constexpr uint32_t kBatchMagic = 0x3146'5353;
inline constexpr size_t kBatchHeaderBytes = 24;

struct WaitSample {
  double tasks = 0;
  double wait_ms = 0;
  double signal_ms = 0;
};

struct SampleRow {
  TimeNs time = 0;
  std::array<double, kCounterCount> counters{};
  std::array<WaitSample, kWaitCount> waits{};
};

/// `events` is the JSON array, `pushes` the section of push records.
std::vector<std::byte> EncodeBatch(std::span<const SampleRow> rows, std::string_view events,
                                   ConstByteSpan pushes);

}  // namespace snapscope::telemetry
