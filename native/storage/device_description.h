// What a simulated volume's device is made of: plain figures, read from a scenario by the engine
// and made into a model by sim. What each means for time is said at its model, sim/devices/*.h;
// units are nanoseconds and bytes.
//
// ForEachField() of a struct is the list of its members as JSON has them (scenario/fields_json.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>

#include "base/ids.h"

namespace snapscope::storage {

struct SpindleOptions {
  static constexpr const char* kKind = "spindle";
  uint64_t capacity_bytes = 0;
  uint32_t rotations_per_minute = 15'000;
  TimeNs track_to_track_seek = 0;
  TimeNs average_seek = 0;  ///< of reads between two random places
  TimeNs full_stroke_seek = 0;
  TimeNs write_settle = 0;        ///< more for a write that had to seek
  uint64_t bytes_per_second = 0;  ///< from or to the platter

  static void ForEachField(auto& self, auto& fields) {
    fields.Scaled("capacityGiB", self.capacity_bytes, kGiB);
    fields.Required("rotationsPerMinute", self.rotations_per_minute);
    fields.Scaled("trackToTrackSeekUs", self.track_to_track_seek, kMicrosecond);
    fields.Scaled("averageSeekUs", self.average_seek, kMicrosecond);
    fields.Scaled("fullStrokeSeekUs", self.full_stroke_seek, kMicrosecond);
    fields.Scaled("writeSettleUs", self.write_settle, kMicrosecond);
    fields.Scaled("transferMiBPerSecond", self.bytes_per_second, kMiB);
  }
};

struct FlashOptions {
  static constexpr const char* kKind = "flash";
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

  static void ForEachField(auto& self, auto& fields) {
    fields.Scaled("capacityGiB", self.capacity_bytes, kGiB);
    fields.Required("channels", self.channels);
    fields.Scaled("pageKiB", self.page_bytes, kKiB);
    fields.Scaled("readUs", self.read, kMicrosecond);
    fields.Scaled("programUs", self.program, kMicrosecond);
    fields.Scaled("sustainedProgramUs", self.sustained_program, kMicrosecond);
    fields.Scaled("fastWriteMiB", self.fast_bytes, kMiB);
    fields.Scaled("bufferMiB", self.buffer_bytes, kMiB);
    fields.Scaled("bufferedWriteUs", self.buffered_write, kMicrosecond);
    fields.Required("storedPercent", self.stored_percent);
  }
};

enum class RaidLevel : uint8_t { kRaid0, kRaid1, kRaid5, kRaid6, kRaid10 };
constexpr auto NamesOf(RaidLevel) {
  return std::array{"raid0", "raid1", "raid5", "raid6", "raid10"};
}

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

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("level", self.level);
    fields.Required("members", self.members);
    fields.Required("groups", self.groups);
    fields.Scaled("stripeUnitKiB", self.stripe_unit_bytes, kKiB);
  }
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

  static void ForEachField(auto& self, auto& fields) {
    fields.Scaled("sizeMiB", self.bytes, kMiB);
    fields.Scaled("hitUs", self.hit, kMicrosecond);
    fields.Required("destageFromPercent", self.destage_from_percent);
  }
};

struct LinkOptions {
  uint32_t ports = 1;
  uint64_t bytes_per_second = 0;        ///< of a port, in each direction; 0: the wire costs no time
  TimeNs latency = 0;                   ///< there and back, without the transfer
  uint32_t depth = 0;                   ///< most I/Os under way; 0: any number
  uint64_t ios_per_second = 0;          ///< a limit on I/Os of up to 256 KB; 0: none
  uint64_t limit_bytes_per_second = 0;  ///< a limit on bytes both ways; 0: none

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("ports", self.ports);
    fields.Scaled("portMiBPerSecond", self.bytes_per_second, kMiB);
    fields.Scaled("latencyUs", self.latency, kMicrosecond);
    fields.Required("depth", self.depth);
    fields.Required("limitIosPerSecond", self.ios_per_second);
    fields.Scaled("limitMiBPerSecond", self.limit_bytes_per_second, kMiB);
  }
};

struct ComposedOptions {
  std::variant<SpindleOptions, FlashOptions> member;
  ArrayOptions array;
  std::optional<CacheOptions> cache{};
  std::optional<LinkOptions> link{};

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("member", self.member);
    fields.Required("array", self.array);
    fields.Optional("cache", self.cache);
    fields.Optional("link", self.link);
  }
};

/// What the first change of an array page does that a snapshot shares with its volume.
enum class SnapshotScheme : uint8_t { kRedirectOnWrite, kCopyOnWrite };
constexpr auto NamesOf(SnapshotScheme) { return std::array{"redirectOnWrite", "copyOnWrite"}; }

/// What happens once the snapshots of a volume have filled their reserve.
enum class WhenFull : uint8_t { kDeleteOldest, kTakeOffline, kBorrow };
constexpr auto NamesOf(WhenFull) { return std::array{"deleteOldest", "takeOffline", "borrow"}; }

/// How an array takes snapshots of a volume: storage/snapshot_array.h.
struct ArraySnapshotOptions {
  SnapshotScheme scheme = SnapshotScheme::kRedirectOnWrite;
  uint64_t page_bytes = 0;
  uint64_t volume_bytes = 0;  ///< 0: what its device holds
  uint32_t reserve_percent = 0;
  uint32_t warning_percent = 0;  ///< of the reserve that is free
  WhenFull when_full = WhenFull::kDeleteOldest;
  uint64_t pool_bytes = 0;  ///< that may be borrowed

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("scheme", self.scheme);
    fields.Scaled("pageKiB", self.page_bytes, kKiB);
    fields.Scaled("sizeGiB", self.volume_bytes, kGiB);
    fields.Required("reservePercent", self.reserve_percent);
    fields.Required("warningPercent", self.warning_percent);
    fields.Required("whenFull", self.when_full);
    fields.Scaled("poolGiB", self.pool_bytes, kGiB);
  }
};

/// What a volume holds: its members, without mirrors and parity.
inline uint64_t CapacityBytes(const ComposedOptions& options) {
  const uint64_t member =
      std::visit([](const auto& disk) { return disk.capacity_bytes; }, options.member);
  return member * DataUnits(options.array) * options.array.groups;
}

}  // namespace snapscope::storage
