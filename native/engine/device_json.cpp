#include "engine/device_json.h"

#include <array>
#include <cstdint>
#include <stdexcept>

namespace snapscope::engine {

namespace {

using Json = nlohmann::json;

constexpr uint64_t kKiB = 1024;
constexpr uint64_t kMiB = 1024 * kKiB;
constexpr uint64_t kGiB = 1024 * kMiB;

[[noreturn]] void Refuse(const std::string& place, const std::string& problem) {
  throw std::invalid_argument(place + ": " + problem);
}

TimeNs Microseconds(const Json& json, const char* key) {
  return json.at(key).get<int64_t>() * kMicrosecond;
}

uint64_t Bytes(const Json& json, const char* key, uint64_t unit) {
  return json.at(key).get<uint64_t>() * unit;
}

QueueDescription QueueFromJson(const Json& json) {
  QueueDescription device;
  device.parallelism = json.at("parallelism");
  device.read_service = Microseconds(json, "readServiceUs");
  device.write_service = Microseconds(json, "writeServiceUs");
  const std::string spread = json.at("spread");
  device.spread = spread == "fixed"     ? ServiceSpread::kFixed
                  : spread == "uniform" ? ServiceSpread::kUniform
                                        : ServiceSpread::kExponential;
  device.bandwidth_bytes_per_second = Bytes(json, "bandwidthMiBPerSecond", kMiB);
  const auto sequential = [&json](const char* key) {
    const auto service = json.value(key, int64_t{0}) * kMicrosecond;
    return service == 0 ? std::nullopt : std::optional<TimeNs>(service);
  };
  device.sequential_read_service = sequential("sequentialReadServiceUs");
  device.sequential_write_service = sequential("sequentialWriteServiceUs");
  device.flush_service = json.value("flushServiceUs", int64_t{0}) * kMicrosecond;
  const auto capacity = json.value("capacityMiB", uint64_t{0});
  if (capacity > 0) device.capacity_bytes = capacity * kMiB;
  return device;
}

storage::SpindleOptions SpindleFromJson(const Json& json, const std::string& place) {
  storage::SpindleOptions spindle;
  spindle.capacity_bytes = Bytes(json, "capacityGiB", kGiB);
  spindle.rotations_per_minute = json.at("rotationsPerMinute");
  spindle.track_to_track_seek = Microseconds(json, "trackToTrackSeekUs");
  spindle.average_seek = Microseconds(json, "averageSeekUs");
  spindle.full_stroke_seek = Microseconds(json, "fullStrokeSeekUs");
  spindle.write_settle = Microseconds(json, "writeSettleUs");
  spindle.bytes_per_second = Bytes(json, "transferMiBPerSecond", kMiB);
  // Beyond these the curve through the three figures would fall somewhere
  // (sim/devices/seek_curve.h).
  const TimeNs track = spindle.track_to_track_seek;
  const TimeNs full = spindle.full_stroke_seek;
  if (3 * spindle.average_seek < 2 * track + full ||
      15 * spindle.average_seek > 4 * track + 11 * full) {
    Refuse(place + ".averageSeekUs", std::to_string(spindle.average_seek / kMicrosecond) +
                                         " is no mean of seeks from trackToTrackSeekUs (" +
                                         std::to_string(track / kMicrosecond) +
                                         ") to fullStrokeSeekUs (" +
                                         std::to_string(full / kMicrosecond) + ")");
  }
  return spindle;
}

storage::FlashOptions FlashFromJson(const Json& json, const std::string& place) {
  storage::FlashOptions flash;
  flash.capacity_bytes = Bytes(json, "capacityGiB", kGiB);
  flash.channels = json.at("channels");
  flash.page_bytes = Bytes(json, "pageKiB", kKiB);
  flash.read = Microseconds(json, "readUs");
  flash.program = Microseconds(json, "programUs");
  const TimeNs sustained = Microseconds(json, "sustainedProgramUs");
  flash.sustained_program = sustained == 0 ? flash.program : sustained;
  flash.fast_bytes = Bytes(json, "fastWriteMiB", kMiB);
  flash.buffer_bytes = Bytes(json, "bufferMiB", kMiB);
  flash.buffered_write = Microseconds(json, "bufferedWriteUs");
  flash.stored_percent = json.at("storedPercent");
  if (flash.sustained_program < flash.program) {
    Refuse(place + ".sustainedProgramUs", std::to_string(flash.sustained_program / kMicrosecond) +
                                              " is less than programUs; allowed: at least " +
                                              std::to_string(flash.program / kMicrosecond) +
                                              ", or 0");
  }
  return flash;
}

struct NamedLevel {
  const char* name;
  storage::RaidLevel level;
};

constexpr std::array<NamedLevel, 5> kLevels = {{
    {"raid0", storage::RaidLevel::kRaid0},
    {"raid1", storage::RaidLevel::kRaid1},
    {"raid5", storage::RaidLevel::kRaid5},
    {"raid6", storage::RaidLevel::kRaid6},
    {"raid10", storage::RaidLevel::kRaid10},
}};

const NamedLevel& LevelNamed(const std::string& name, const std::string& place) {
  for (const NamedLevel& level : kLevels) {
    if (name == level.name) return level;
  }
  Refuse(place + ".level",
         "'" + name + "' is not allowed; allowed: raid0, raid1, raid5, raid6, raid10");
}

storage::ArrayOptions ArrayFromJson(const Json& json, const std::string& place) {
  const NamedLevel& level = LevelNamed(json.at("level"), place);
  storage::ArrayOptions array;
  array.level = level.level;
  array.members = json.at("members");
  array.groups = json.at("groups");
  array.stripe_unit_bytes = Bytes(json, "stripeUnitKiB", kKiB);
  const std::string members = std::to_string(array.members);
  const std::string at = place + ".members";
  if (array.members % array.groups != 0) {
    Refuse(at, members + " cannot be parted into groups alike; allowed: a multiple of " +
                   std::to_string(array.groups));
  }
  if (array.members / array.groups < LeastMembers(level.level)) {
    Refuse(at, members + " is too few for " + level.name + "; allowed: at least " +
                   std::to_string(LeastMembers(level.level) * array.groups));
  }
  if (array.level == storage::RaidLevel::kRaid10 && array.members / array.groups % 2 != 0) {
    Refuse(at, members + " disks cannot be paired; allowed: an even number for each group");
  }
  return array;
}

storage::CacheOptions CacheFromJson(const Json& json) {
  storage::CacheOptions cache;
  cache.bytes = Bytes(json, "sizeMiB", kMiB);
  cache.hit = Microseconds(json, "hitUs");
  cache.destage_from_percent = json.at("destageFromPercent");
  return cache;
}

storage::LinkOptions LinkFromJson(const Json& json) {
  storage::LinkOptions link;
  link.ports = json.at("ports");
  link.bytes_per_second = Bytes(json, "portMiBPerSecond", kMiB);
  link.latency = Microseconds(json, "latencyUs");
  link.depth = json.at("depth");
  link.ios_per_second = json.at("limitIosPerSecond");
  link.limit_bytes_per_second = Bytes(json, "limitMiBPerSecond", kMiB);
  return link;
}

storage::ComposedOptions ComposedFromJson(const Json& json, const std::string& place) {
  storage::ComposedOptions device;
  const Json& member = json.at("member");
  const std::string kind = member.at("kind");
  if (kind == "spindle") {
    device.member = SpindleFromJson(member, place + ".member");
  } else if (kind == "flash") {
    device.member = FlashFromJson(member, place + ".member");
  } else {
    Refuse(place + ".member.kind", "'" + kind + "' is not allowed; allowed: spindle, flash");
  }
  device.array = ArrayFromJson(json.at("array"), place + ".array");
  if (!json.at("cache").is_null()) device.cache = CacheFromJson(json.at("cache"));
  if (!json.at("link").is_null()) device.link = LinkFromJson(json.at("link"));
  return device;
}

}  // namespace

DeviceDescription DeviceFromJson(const Json& json, const std::string& place) {
  if (json.contains("member")) return ComposedFromJson(json, place);
  return QueueFromJson(json);
}

}  // namespace snapscope::engine
