#include "scenario/harm.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string>

#include "ops/entry_sort.h"
#include "page/layout.h"
#include "telemetry/catalog_generated.h"

namespace snapscope::scenario {

namespace {

/// A transaction draws distinct rows: there must be several times as many as it takes.
constexpr uint64_t kMinHotRows = 64;
/// The page that a user reads, and the one above it, which led there.
constexpr uint64_t kBytesOfUser = 2 * page::kPageSize;

[[noreturn]] void Refuse(const std::string& place, const std::string& problem) {
  throw std::invalid_argument(place + ": " + problem);
}

/// Files are called by it.
void CheckName(const std::string& place, const std::string& name) {
  const auto is_plain = [](unsigned char letter) { return std::isalnum(letter) || letter == '_'; };
  if (!name.empty() && std::ranges::all_of(name, is_plain)) return;
  Refuse(place, "'" + name + "' cannot be the name of a file; allowed: letters, digits and _");
}

void CheckVolume(const Scenario& scenario, const char* file, const std::string& volume) {
  const std::string place = std::string("storage.placement.") + file;
  if (std::ranges::count(scenario.volumes, volume, &VolumeDescription::name) == 0) {
    Refuse(place, "'" + volume + "' is not a volume of this scenario");
  }
}

void CheckVolumes(const Scenario& scenario, const char* file,
                  const std::vector<std::string>& volumes) {
  if (volumes.empty()) Refuse(std::string("storage.placement.") + file, "names no volume");
  for (const std::string& volume : volumes) CheckVolume(scenario, file, volume);
}

/// With less memory, what users hold on their way down could be all there is.
void CheckMemory(const Scenario& scenario) {
  uint64_t users = scenario.users;
  for (const TimelineEntry& entry : scenario.timeline) {
    const auto* command = entry.command.As<SetUsers>();
    if (command != nullptr) users = std::max<uint64_t>(users, command->users);
  }
  if (scenario.buffer_pool_bytes >= users * kBytesOfUser) return;
  Refuse("server.memoryMiB", std::to_string(scenario.buffer_pool_bytes / kMiB) +
                                 " is too little for " + std::to_string(users) + " users");
}

void CheckTimeline(const std::vector<TimelineEntry>& timeline) {
  for (size_t step = 0; step < timeline.size(); ++step) {
    const std::string place = "timeline." + std::to_string(step);
    const TimelineEntry& entry = timeline[step];
    const auto* after = std::get_if<AfterEvent>(&entry.trigger);
    if (after != nullptr && after->step >= timeline.size()) {
      Refuse(place + ".after.step", "is not the name of an entry of the timeline");
    }
    if (entry.command.Steers()) {
      Refuse(place + ".command.kind", std::string("'") + entry.command.name() +
                                          "' steers a run; allowed: what changes the run itself");
    }
  }
}

void CheckArray(const storage::ArrayOptions& array) {
  const uint32_t group = array.members / array.groups;
  const bool is_whole = array.members % array.groups == 0;
  const bool is_paired = array.level != storage::RaidLevel::kRaid10 || group % 2 == 0;
  if (is_whole && is_paired && group >= LeastMembers(array.level)) return;
  Refuse("array.members", std::to_string(array.members) + " disks do not make " +
                              std::to_string(array.groups) + " such groups");
}

/// Beyond these the curve through the three figures would fall somewhere
/// (sim/devices/seek_curve.h).
void CheckSeeks(const storage::SpindleOptions& spindle) {
  const TimeNs track = spindle.track_to_track_seek;
  const TimeNs full = spindle.full_stroke_seek;
  const bool rises = full >= track && spindle.average_seek >= (2 * track + full + 2) / 3 &&
                     spindle.average_seek <= (4 * track + 11 * full) / 15;
  if (!rises)
    Refuse("member.averageSeekUs", "is no mean of seeks from the shortest to the longest");
}

}  // namespace

void RefuseHarm(const Scenario& scenario) {
  CheckName("database.name", scenario.database);
  if (scenario.index_create_bytes > 0 && scenario.index_create_bytes < ops::kLeastSortBytes) {
    Refuse("server.indexCreateMemoryKiB", "is too little to merge what was sorted");
  }
  if (scenario.hot_rows > 0 && scenario.hot_rows < kMinHotRows) {
    Refuse("workload.hotRows", "are too few for the distinct rows of a transaction");
  }
  CheckVolumes(scenario, "data", scenario.data_volumes);
  CheckVolume(scenario, "log", scenario.log_volume);
  CheckVolume(scenario, "snapshot", scenario.snapshot_volume);
  CheckVolume(scenario, "tempdb", scenario.tempdb_volume);
  CheckVolumes(scenario, "backup", scenario.backup_volumes);
  CheckMemory(scenario);
  CheckTimeline(scenario.timeline);
}

void RefuseHarm(const Command& command) {
  if (const auto* creation = command.As<CreateSnapshot>()) CheckName("name", creation->name);
  if (const auto* array = command.As<CreateArraySnapshot>()) CheckName("name", array->name);
  if (const auto* backup = command.As<Backup>()) CheckName("name", backup->name);
  if (const auto* on = command.As<BreakOn>(); on != nullptr && on->event == BreakEvent::kWait) {
    const auto is_it = [on](const telemetry::WaitInfo& wait) { return on->wait_type == wait.name; };
    if (std::ranges::none_of(telemetry::kWaits, is_it)) {
      Refuse("waitType", "'" + on->wait_type + "' is not a type of wait");
    }
  }
  const auto* restore = command.As<Restore>();
  if (restore != nullptr && !restore->restored_as.empty()) CheckName("as", restore->restored_as);
}

void RefuseHarm(const DeviceDescription& device) {
  const auto* composed = std::get_if<storage::ComposedOptions>(&device);
  if (composed == nullptr) return;
  CheckArray(composed->array);
  const auto* spindle = std::get_if<storage::SpindleOptions>(&composed->member);
  if (spindle != nullptr) CheckSeeks(*spindle);
}

}  // namespace snapscope::scenario
