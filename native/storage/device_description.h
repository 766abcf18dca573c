// What a simulated volume's device is made of: plain figures, read from a scenario by the engine
// and made into a model by sim. What each means for time is said at its model, sim/devices/*.h;
// units are nanoseconds and bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "base/ids.h"

namespace snapscope::storage {

struct SpindleOptions {
  uint64_t capacity_bytes = 0;
  uint32_t rotations_per_minute = 15'000;
  TimeNs track_to_track_seek = 0;
  TimeNs average_seek = 0;  ///< of reads between two random places
  TimeNs full_stroke_seek = 0;
  TimeNs write_settle = 0;        ///< more for a write that had to seek
  uint64_t bytes_per_second = 0;  ///< from or to the platter
};

struct FlashOptions {
  uint64_t capacity_bytes = 0;
  uint32_t channels = 1;
  uint64_t page_bytes = 16 * 1024;
  TimeNs read = 0;                ///< of a page, command and transfer included
  TimeNs program = 0;             ///< of a page
  TimeNs sustained_program = 0;   ///< after fast_bytes; not less than `program`
  uint64_t fast_bytes = 0;        ///< 0: no cliff
  uint64_t buffer_bytes = 0;      ///< of writes that are done before they are programmed; 0: none
  TimeNs buffered_write = 0;      ///< a write into the buffer
  uint32_t stored_percent = 100;  ///< what compression leaves of the data
};

enum class RaidLevel : uint8_t { kRaid0, kRaid1, kRaid5, kRaid6, kRaid10 };

/// Members that a level needs at least, in each group.
constexpr uint32_t LeastMembers(RaidLevel level) {
  if (level == RaidLevel::kRaid0) return 1;
  if (level == RaidLevel::kRaid1) return 2;
  return level == RaidLevel::kRaid5 ? 3 : 4;
}

struct ArrayOptions {
  RaidLevel level = RaidLevel::kRaid0;
  uint32_t members = 1;
  uint32_t groups = 1;  ///< over which it is striped; divides `members`
  uint64_t stripe_unit_bytes = 64 * 1024;
};

/// Units of a row that hold data: of each group, its members without mirrors and parity.
constexpr uint32_t DataUnits(const ArrayOptions& array) {
  const uint32_t group = array.members / array.groups;
  switch (array.level) {
    case RaidLevel::kRaid0:
      return group;
    case RaidLevel::kRaid1:
      return 1;
    case RaidLevel::kRaid5:
      return group - 1;
    case RaidLevel::kRaid6:
      return group - 2;
    case RaidLevel::kRaid10:
      return group / 2;
  }
  return group;
}

struct CacheOptions {
  uint64_t bytes = 0;
  TimeNs hit = 0;  ///< of a write that finds room, or a read of dirty blocks
  uint32_t destage_from_percent = 0;
};

struct LinkOptions {
  uint32_t ports = 1;
  uint64_t bytes_per_second = 0;        ///< of a port, in each direction; 0: the wire costs no time
  TimeNs latency = 0;                   ///< there and back, without the transfer
  uint32_t depth = 0;                   ///< most I/Os under way; 0: any number
  uint64_t ios_per_second = 0;          ///< a limit on I/Os of up to 256 KB; 0: none
  uint64_t limit_bytes_per_second = 0;  ///< a limit on bytes both ways; 0: none
};

struct ComposedOptions {
  std::variant<SpindleOptions, FlashOptions> member;
  ArrayOptions array;
  std::optional<CacheOptions> cache{};
  std::optional<LinkOptions> link{};
};

/// Of the volume: what the members hold, without mirrors and parity.
inline uint64_t CapacityBytes(const ComposedOptions& options) {
  const uint64_t member =
      std::visit([](const auto& disk) { return disk.capacity_bytes; }, options.member);
  return member * DataUnits(options.array) * options.array.groups;
}

}  // namespace snapscope::storage
