#include "scenario/device_json.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <utility>

namespace snapscope::scenario {

namespace {

using Json = nlohmann::json;

constexpr uint64_t kKiB = 1024;
constexpr uint64_t kMiB = 1024 * kKiB;
constexpr uint64_t kGiB = 1024 * kMiB;

/// An object of the description, which knows where it stands.
class Part {
 public:
  Part(const Json& json, std::string place) : json_(json), place_(std::move(place)) {}

  const Json& At(const std::string& key) const {
    if (!json_.contains(key)) Refuse(key, "is missing");
    return json_[key];
  }
  Part Below(const std::string& key) const { return {At(key), place_ + '.' + key}; }
  bool Has(const std::string& key) const { return !At(key).is_null(); }

  std::string Choice(const std::string& key, std::initializer_list<const char*> choices) const {
    const Json& value = At(key);
    std::string allowed;
    for (const char* choice : choices) {
      if (value == choice) return choice;
      allowed += (allowed.empty() ? "" : ", ") + std::string(choice);
    }
    Refuse(key, value.dump() + " is not allowed; allowed: " + allowed);
  }
  TimeNs Microseconds(const std::string& key) const {
    return At(key).get<int64_t>() * kMicrosecond;
  }
  uint64_t Bytes(const std::string& key, uint64_t unit) const {
    return At(key).get<uint64_t>() * unit;
  }
  /// 0 if it is not said, as the next.
  TimeNs OptionalMicroseconds(const std::string& key) const {
    return json_.contains(key) ? Microseconds(key) : 0;
  }
  uint32_t OptionalCount(const std::string& key) const {
    return json_.contains(key) ? At(key).get<uint32_t>() : 0;
  }
  uint64_t OptionalBytes(const std::string& key, uint64_t unit) const {
    return json_.contains(key) ? Bytes(key, unit) : 0;
  }

  [[noreturn]] void Refuse(const std::string& key, const std::string& problem) const {
    throw std::invalid_argument(place_ + '.' + key + ": " + problem);
  }

 private:
  const Json& json_;
  std::string place_;
};

std::string TextOf(TimeNs time) { return std::to_string(time / kMicrosecond); }

QueueDescription QueueFromJson(const Part& json) {
  QueueDescription device;
  device.parallelism = json.At("parallelism");
  device.read_service = json.Microseconds("readServiceUs");
  device.write_service = json.Microseconds("writeServiceUs");
  const std::string spread = json.Choice("spread", {"exponential", "uniform", "fixed"});
  device.spread = spread == "fixed"     ? ServiceSpread::kFixed
                  : spread == "uniform" ? ServiceSpread::kUniform
                                        : ServiceSpread::kExponential;
  device.bandwidth_bytes_per_second = json.Bytes("bandwidthMiBPerSecond", kMiB);
  const auto unless_zero = [&json](const char* key) {
    const TimeNs service = json.OptionalMicroseconds(key);
    return service == 0 ? std::nullopt : std::optional<TimeNs>(service);
  };
  device.sequential_read_service = unless_zero("sequentialReadServiceUs");
  device.sequential_write_service = unless_zero("sequentialWriteServiceUs");
  device.flush_service = json.OptionalMicroseconds("flushServiceUs");
  device.sparse_flush_writes = json.OptionalCount("sparseFlushWrites");
  device.region_allocation = unless_zero("regionAllocationUs");
  device.batch_setup = json.OptionalMicroseconds("batchSetupUs");
  const uint64_t capacity = json.OptionalBytes("capacityMiB", kMiB);
  if (capacity > 0) device.capacity_bytes = capacity;
  return device;
}

storage::SpindleOptions SpindleFromJson(const Part& json) {
  storage::SpindleOptions spindle;
  spindle.capacity_bytes = json.Bytes("capacityGiB", kGiB);
  spindle.rotations_per_minute = json.At("rotationsPerMinute");
  spindle.track_to_track_seek = json.Microseconds("trackToTrackSeekUs");
  spindle.average_seek = json.Microseconds("averageSeekUs");
  spindle.full_stroke_seek = json.Microseconds("fullStrokeSeekUs");
  spindle.write_settle = json.Microseconds("writeSettleUs");
  spindle.bytes_per_second = json.Bytes("transferMiBPerSecond", kMiB);
  const TimeNs track = spindle.track_to_track_seek;
  const TimeNs full = spindle.full_stroke_seek;
  if (full < track) {
    json.Refuse("fullStrokeSeekUs", TextOf(full) + " is less than trackToTrackSeekUs (" +
                                        TextOf(track) + "), the shortest seek; allowed: at least " +
                                        TextOf(track));
  }
  // Beyond these the curve through the three figures would fall somewhere
  // (sim/devices/seek_curve.h).
  const TimeNs least = (2 * track + full + 2) / 3;
  const TimeNs most = (4 * track + 11 * full) / 15;
  if (spindle.average_seek < least || spindle.average_seek > most) {
    json.Refuse("averageSeekUs",
                TextOf(spindle.average_seek) + " is no mean of seeks from trackToTrackSeekUs (" +
                    TextOf(track) + ") to fullStrokeSeekUs (" + TextOf(full) + "); allowed: from " +
                    TextOf(least + kMicrosecond - 1) + " to " + TextOf(most));
  }
  return spindle;
}

storage::FlashOptions FlashFromJson(const Part& json) {
  storage::FlashOptions flash;
  flash.capacity_bytes = json.Bytes("capacityGiB", kGiB);
  flash.channels = json.At("channels");
  flash.page_bytes = json.Bytes("pageKiB", kKiB);
  flash.read = json.Microseconds("readUs");
  flash.program = json.Microseconds("programUs");
  const TimeNs sustained = json.Microseconds("sustainedProgramUs");
  flash.sustained_program = sustained == 0 ? flash.program : sustained;
  flash.fast_bytes = json.Bytes("fastWriteMiB", kMiB);
  flash.buffer_bytes = json.Bytes("bufferMiB", kMiB);
  flash.buffered_write = json.Microseconds("bufferedWriteUs");
  flash.stored_percent = json.At("storedPercent");
  if (flash.sustained_program < flash.program) {
    json.Refuse("sustainedProgramUs", TextOf(flash.sustained_program) +
                                          " is less than programUs; allowed: at least " +
                                          TextOf(flash.program) + ", or 0");
  }
  return flash;
}

storage::RaidLevel LevelNamed(const std::string& name) {
  if (name == "raid1") return storage::RaidLevel::kRaid1;
  if (name == "raid5") return storage::RaidLevel::kRaid5;
  if (name == "raid6") return storage::RaidLevel::kRaid6;
  if (name == "raid10") return storage::RaidLevel::kRaid10;
  return storage::RaidLevel::kRaid0;
}

storage::ArrayOptions ArrayFromJson(const Part& json) {
  const std::string level = json.Choice("level", {"raid0", "raid1", "raid5", "raid6", "raid10"});
  storage::ArrayOptions array;
  array.level = LevelNamed(level);
  array.members = json.At("members");
  array.groups = json.At("groups");
  array.stripe_unit_bytes = json.Bytes("stripeUnitKiB", kKiB);
  const std::string members = std::to_string(array.members);
  if (array.members % array.groups != 0) {
    json.Refuse("members", members +
                               " cannot be parted into groups alike; allowed: a multiple of " +
                               std::to_string(array.groups));
  }
  if (array.members / array.groups < LeastMembers(array.level)) {
    json.Refuse("members", members + " is too few for " + level + "; allowed: at least " +
                               std::to_string(LeastMembers(array.level) * array.groups));
  }
  if (array.level == storage::RaidLevel::kRaid10 && array.members / array.groups % 2 != 0) {
    json.Refuse("members",
                members + " disks cannot be paired; allowed: an even number for each group");
  }
  return array;
}

storage::CacheOptions CacheFromJson(const Part& json) {
  storage::CacheOptions cache;
  cache.bytes = json.Bytes("sizeMiB", kMiB);
  cache.hit = json.Microseconds("hitUs");
  cache.destage_from_percent = json.At("destageFromPercent");
  return cache;
}

storage::LinkOptions LinkFromJson(const Part& json) {
  storage::LinkOptions link;
  link.ports = json.At("ports");
  link.bytes_per_second = json.Bytes("portMiBPerSecond", kMiB);
  link.latency = json.Microseconds("latencyUs");
  link.depth = json.At("depth");
  link.ios_per_second = json.At("limitIosPerSecond");
  link.limit_bytes_per_second = json.Bytes("limitMiBPerSecond", kMiB);
  return link;
}

storage::ComposedOptions ComposedFromJson(const Part& json) {
  storage::ComposedOptions device;
  const Part member = json.Below("member");
  if (member.Choice("kind", {"spindle", "flash"}) == "spindle") {
    device.member = SpindleFromJson(member);
  } else {
    device.member = FlashFromJson(member);
  }
  device.array = ArrayFromJson(json.Below("array"));
  if (json.Has("cache")) device.cache = CacheFromJson(json.Below("cache"));
  if (json.Has("link")) device.link = LinkFromJson(json.Below("link"));
  return device;
}

}  // namespace

DeviceDescription DeviceFromJson(const Json& json, const std::string& place) {
  const Part device(json, place);
  if (json.contains("member")) return ComposedFromJson(device);
  return QueueFromJson(device);
}

}  // namespace snapscope::scenario
