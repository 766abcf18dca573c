#include "experiment/breakpoints.h"

#include <algorithm>
#include <utility>

#include "database/database.h"
#include "telemetry/json_writer.h"

namespace snapscope::experiment {

namespace {

runtime::WaitType WaitTypeNamed(const std::string& name) {
  const auto* found = std::ranges::find_if(
      telemetry::kWaits, [&name](const telemetry::WaitInfo& wait) { return name == wait.name; });
  CHECK(found != telemetry::kWaits.end(), "'%s' is not a type of wait", name.c_str());
  return static_cast<runtime::WaitType>(found - telemetry::kWaits.begin());
}

/// Names of the snapshots whose sparse files have as much on disk.
std::set<std::string> SnapshotsOf(const database::Database* database, uint64_t bytes) {
  std::set<std::string> found;
  const snapshot::SnapshotManager* manager =
      database == nullptr ? nullptr : database->FindSnapshots();
  if (manager == nullptr) return found;
  for (const auto& snapshot : manager->snapshots()) {
    if (snapshot->state() == snapshot::State::kDropped || snapshot->hidden()) continue;
    const Result<uint64_t> size = snapshot->files().SizeOnDisk();
    if (size.ok() && size.value() >= bytes) found.insert(snapshot->name());
  }
  return found;
}

telemetry::JsonWriter Begin(const char* event) {
  telemetry::JsonWriter json;
  json.BeginObject().Key("event").String(event);
  return json;
}

}  // namespace

void Breakpoints::Set(const scenario::BreakOn& on, const database::Database* database) {
  switch (on.event) {
    case scenario::BreakEvent::kArmed:
      armed_ = on.set;
      return;
    case scenario::BreakEvent::kWait:
      return SetWait(on);
    case scenario::BreakEvent::kSizeOnDisk:
      return SetSize(on, database);
  }
}

void Breakpoints::SetWait(const scenario::BreakOn& on) {
  const runtime::WaitType type = WaitTypeNamed(on.wait_type);
  std::erase_if(waits_, [type](const WaitBreak& one) { return one.type == type; });
  if (on.set) waits_.push_back({.type = type, .ended = telemetry_.WaitsEnded(type)});
}

void Breakpoints::SetSize(const scenario::BreakOn& on, const database::Database* database) {
  std::erase_if(sizes_, [&on](const SizeBreak& one) { return one.bytes == on.size_bytes; });
  if (!on.set) return;
  sizes_.push_back({.bytes = on.size_bytes, .beyond = SnapshotsOf(database, on.size_bytes)});
}

void Breakpoints::OnPhase() {
  if (std::exchange(next_phase_, false) && !hit_) hit_.emplace();
}

void Breakpoints::OnArmed(const snapshot::Snapshot& snapshot) {
  if (snapshot.hidden() || !std::exchange(armed_, false)) return;
  hit_ = Begin("armed").Key("snapshot").String(snapshot.name()).EndObject().Take();
}

std::optional<std::string> Breakpoints::TakeHit(const database::Database* database) {
  if (hit_) return std::exchange(hit_, std::nullopt);
  if (std::optional<std::string> hit = TakeWait()) return hit;
  return TakeSize(database);
}

std::optional<std::string> Breakpoints::TakeWait() {
  const auto hit = std::ranges::find_if(
      waits_, [this](const WaitBreak& one) { return telemetry_.WaitsEnded(one.type) > one.ended; });
  if (hit == waits_.end()) return std::nullopt;
  const char* const name = telemetry::kWaits[static_cast<size_t>(hit->type)].name;
  waits_.erase(hit);
  return Begin("wait").Key("waitType").String(name).EndObject().Take();
}

std::optional<std::string> Breakpoints::TakeSize(const database::Database* database) {
  for (auto one = sizes_.begin(); one != sizes_.end(); ++one) {
    std::set<std::string> beyond = SnapshotsOf(database, one->bytes);
    const auto passed = std::ranges::find_if(
        beyond, [one](const std::string& name) { return !one->beyond.contains(name); });
    if (passed == beyond.end()) {
      one->beyond = std::move(beyond);
      continue;
    }
    telemetry::JsonWriter json = Begin("sizeOnDisk");
    json.Key("snapshot").String(*passed);
    json.Key("sizeMiB").Integer(static_cast<int64_t>(one->bytes / kMiB)).EndObject();
    sizes_.erase(one);
    return json.Take();
  }
  return std::nullopt;
}

}  // namespace snapscope::experiment
