#include "scenario/storage_json.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "page/allocation_map.h"
#include "scenario/device_json.h"
#include "scenario/seconds_json.h"

namespace snapscope::scenario {

namespace {

using Json = nlohmann::json;

constexpr uint64_t kMiB = 1024 * 1024;

[[noreturn]] void Refuse(const std::string& place, const std::string& problem) {
  throw std::invalid_argument(place + ": " + problem);
}

std::string PlaceOfVolume(size_t index) { return "storage.volumes." + std::to_string(index); }

bool HasVolume(const Scenario& scenario, const std::string& name) {
  return std::ranges::any_of(scenario.volumes,
                             [&name](const auto& volume) { return volume.name == name; });
}

void ReadVolumes(const Json& json, Scenario& scenario) {
  if (!json.is_array()) Refuse("storage.volumes", "is not a list");
  for (const Json& entry : json) {
    const std::string place = PlaceOfVolume(scenario.volumes.size());
    const char* kind = scenario.real ? "folder" : "device";
    for (const char* key : {"name", kind}) {
      if (!entry.contains(key)) Refuse(place + '.' + key, "is missing");
    }
    VolumeDescription volume;
    volume.name = entry["name"];
    if (HasVolume(scenario, volume.name)) {
      Refuse(place + ".name", "'" + volume.name + "' is used twice; allowed: a name of its own");
    }
    if (!scenario.real) volume.device = DeviceFromJson(entry["device"], place + ".device");
    if (scenario.real) volume.folder = entry["folder"];
    scenario.volumes.push_back(std::move(volume));
  }
}

// --- Placement -----------------------------------------------------------------------------------

std::string VolumeNames(const Scenario& scenario) {
  std::string names;
  for (const VolumeDescription& volume : scenario.volumes) {
    names += (names.empty() ? "'" : ", '") + volume.name + "'";
  }
  return names;
}

std::string VolumeNamed(const Json& json, const std::string& place, const Scenario& scenario) {
  if (!json.is_string()) {
    Refuse(place, json.dump() + " is not allowed; allowed: a volume of " + VolumeNames(scenario));
  }
  std::string name = json;
  if (!HasVolume(scenario, name)) {
    Refuse(place,
           "'" + name + "' is not a volume of this scenario; allowed: " + VolumeNames(scenario));
  }
  return name;
}

/// One, or a list of those among which files are dealt in turn.
std::vector<std::string> VolumesNamed(const Json& json, const std::string& place,
                                      const Scenario& scenario) {
  if (!json.is_array()) return {VolumeNamed(json, place, scenario)};
  if (json.empty()) Refuse(place, "[] names no volume; allowed: " + VolumeNames(scenario));
  std::vector<std::string> volumes;
  for (const Json& entry : json) {
    const std::string turn = place + '.' + std::to_string(volumes.size());
    const std::string name = VolumeNamed(entry, turn, scenario);
    if (std::ranges::find(volumes, name) != volumes.end()) {
      Refuse(turn, "'" + name + "' is named twice; allowed: each volume once");
    }
    volumes.push_back(name);
  }
  return volumes;
}

void ReadDataVolumes(const Json& json, const std::string& place, Scenario& scenario) {
  scenario.data_volumes = VolumesNamed(json, place, scenario);
  if (!json.is_array()) return;
  if (scenario.data_volumes.size() > scenario.data_files) {
    Refuse(place, json.dump() + " are more volumes than data files; allowed: at most " +
                      std::to_string(scenario.data_files) + ", or more in database.dataFiles");
  }
}

void ReadPlacement(const Json& storage, Scenario& scenario) {
  static constexpr char kPlace[] = "storage.placement";
  if (!storage.contains("placement")) {
    Refuse(kPlace, "is missing; allowed: the volumes of data, log, snapshot and tempdb");
  }
  const Json& placement = storage["placement"];
  const auto place_of = [](const char* file) { return std::string(kPlace) + '.' + file; };
  for (const char* file : {"data", "log", "snapshot", "tempdb"}) {
    if (!placement.contains(file)) {
      Refuse(place_of(file), "is missing; allowed: " + VolumeNames(scenario));
    }
  }
  ReadDataVolumes(placement["data"], place_of("data"), scenario);
  scenario.log_volume = VolumeNamed(placement["log"], place_of("log"), scenario);
  scenario.snapshot_volume = VolumeNamed(placement["snapshot"], place_of("snapshot"), scenario);
  const Json& tempdb = placement["tempdb"];
  scenario.tempdb_volume = tempdb.is_null() ? scenario.data_volumes.front()
                                            : VolumeNamed(tempdb, place_of("tempdb"), scenario);
  const Json backup = placement.value("backup", Json());
  scenario.backup_volumes = backup.is_null() ? std::vector{scenario.snapshot_volume}
                                             : VolumesNamed(backup, place_of("backup"), scenario);
}

// --- Room for whole files; those of snapshots grow -----------------------------------------------

/// What a volume holds from the start.
class WholeFiles {
 public:
  void Add(const std::string& name, uint64_t bytes) {
    bytes_ += bytes;
    names_.push_back(name + " (" + MebibytesOf(bytes) + " MiB)");
  }

  uint64_t bytes() const { return bytes_; }
  std::string needed_mebibytes() const { return MebibytesOf(bytes_); }
  std::string names() const {
    std::string text;
    for (size_t i = 0; i < names_.size(); ++i) {
      text += (i == 0 ? "" : i + 1 == names_.size() ? " and " : ", ") + names_[i];
    }
    return text;
  }

 private:
  static std::string MebibytesOf(uint64_t bytes) {
    return std::to_string((bytes + kMiB - 1) / kMiB);
  }

  uint64_t bytes_ = 0;
  std::vector<std::string> names_;
};

WholeFiles FilesOn(const std::string& volume, const Scenario& scenario) {
  WholeFiles files;
  uint32_t data_files = 0;
  for (uint32_t position = 0; position < scenario.data_files; ++position) {
    if (scenario.DataVolume(position) == volume) ++data_files;
  }
  const uint64_t extents = scenario.data_bytes / page::kExtentBytes / scenario.data_files;
  if (data_files > 0) {
    files.Add(data_files == 1 ? "the data file" : std::to_string(data_files) + " data files",
              data_files * extents * page::kExtentBytes);
  }
  if (scenario.log_volume == volume) files.Add("the log", scenario.log_bytes);
  if (scenario.tempdb_volume == volume) files.Add("tempdb", scenario.tempdb_bytes);
  return files;
}

void CheckRoom(const Scenario& scenario) {
  for (size_t index = 0; index < scenario.volumes.size(); ++index) {
    const VolumeDescription& volume = scenario.volumes[index];
    const std::optional<uint64_t> room = CapacityBytes(volume.device);
    const WholeFiles files = FilesOn(volume.name, scenario);
    if (!room || files.bytes() <= *room) continue;
    const bool composed = std::holds_alternative<storage::ComposedOptions>(volume.device);
    Refuse(PlaceOfVolume(index) + (composed ? ".device.member.capacityGiB" : ".device.capacityMiB"),
           std::to_string(*room / kMiB) + " MiB of the volume are too little for " + files.names() +
               "; allowed: enough for " + files.needed_mebibytes() + " MiB");
  }
}

// --- Snapshots' files ----------------------------------------------------------------------------

std::string OneOf(const Json& json, const char* key, const char* one, const char* other) {
  std::string value = json.at(key);
  if (value != one && value != other) {
    throw std::invalid_argument(std::string("storage.") + key + " is '" + value +
                                "'; allowed: " + one + ", " + other);
  }
  return value;
}

}  // namespace

void ReadStorage(const Json& json, Scenario& scenario) {
  ReadVolumes(json.at("volumes"), scenario);
  ReadPlacement(json, scenario);
  CheckRoom(scenario);
  const Json& network = json.at("network");
  if (!network.is_null()) {
    scenario.network = storage::LinkOptions{
        .ports = network.at("paths"),
        .bytes_per_second = network.at("pathMiBPerSecond").get<uint64_t>() * kMiB};
  }
  scenario.sparse_region_writes = json.at("sparseRegionWrites");
  scenario.sparse_file_limit_bytes = json.at("sparseFileLimitMiB").get<uint64_t>() * kMiB;
  scenario.sparse_file_limit_error =
      OneOf(json, "sparseFileLimitError", "665", "1450") == "665" ? 665 : 1450;
  scenario.pushes_extents = OneOf(json, "pushUnit", "page", "extent") == "extent";
  scenario.pushes_ahead = OneOf(json, "pushPolicy", "synchronous", "writeAhead") == "writeAhead";
  scenario.copies_dirty_pages =
      OneOf(json, "arming", "atOnce", "copyDirtyPages") == "copyDirtyPages";
  const Json& spans = json.at("spans");
  scenario.span_before_opening = FromSeconds(spans.at("beforeOpeningSeconds"));
  scenario.span_before_start_up = FromSeconds(spans.at("beforeStartUpSeconds"));
  scenario.pre_image_bytes = json.at("preImageMemoryMiB").get<uint64_t>() * kMiB;
}

}  // namespace snapscope::scenario
