#include "crash_simulator/world.h"

#include <algorithm>
#include <utility>

#include "database/file_names.h"
#include "snapshot/catalog_format.h"

namespace snapscope::crash_simulator {

namespace {

/// tempdb's file is there only once a sort has needed it.
bool SortsInTempdb(const Plan& plan) {
  return std::ranges::any_of(plan.lives, [](const LifePlan& life) {
    return std::ranges::any_of(life.steps, [](const Step& step) {
      const auto* creation = step.As<scenario::CreateIndex>();
      return creation != nullptr && creation->sort_in_tempdb;
    });
  });
}

/// What the backups of the plan may take. A plan that is short of room has room for half of them.
uint64_t RoomForBackups(const Plan& plan, const scenario::Scenario& scenario) {
  uint64_t backups = 0;
  for (const LifePlan& life : plan.lives) {
    backups += static_cast<uint64_t>(std::ranges::count_if(life.steps, &Step::TakesBackup));
  }
  // Each chunk has a header, and the smallest transfer makes the most of them; each file may end
  // with the rest of a block.
  const uint64_t each = 2 * (scenario.data_bytes + scenario.log_bytes) +
                        uint64_t{2} * backup::kMaxBackupFiles * backup::kMostBlockBytes;
  return plan.headroom_bytes < kRoomForAll ? backups / 2 * each : backups * each;
}

uint64_t RoomForCopies(const Plan& plan, const scenario::Scenario& scenario) {
  std::set<std::string> copies;
  for (const LifePlan& life : plan.lives) {
    for (const Step& step : life.steps) {
      if (step.RestoresBeside()) copies.insert(step.As<scenario::Restore>()->restored_as);
    }
  }
  return copies.size() * (scenario.data_bytes + scenario.log_bytes);
}

uint64_t CapacityOf(const Plan& plan, const scenario::Scenario& scenario) {
  return RoomForBackups(plan, scenario) + RoomForCopies(plan, scenario) + scenario.data_bytes +
         scenario.log_bytes + snapshot::kCatalogBytes + plan.headroom_bytes +
         (SortsInTempdb(plan) ? scenario.tempdb_bytes : 0);
}

std::set<std::string> NamesIn(const Plan& plan) {
  std::set<std::string> names;
  for (const LifePlan& life : plan.lives) {
    for (const Step& step : life.steps) {
      if (const auto* creation = step.As<scenario::CreateSnapshot>()) names.insert(creation->name);
    }
  }
  return names;
}

uint64_t CountOf(const Strikes& strikes, const std::string& path) {
  const auto found = strikes.find(path);
  return found == strikes.end() ? 0 : found->second;
}

}  // namespace

World::World(const Plan& plan_in, scenario::Scenario scenario_in,
             database::InitialDatabase initial_in)
    : plan(plan_in),
      scenario(std::move(scenario_in)),
      initial(std::move(initial_in)),
      journal(initial),
      disk(plan.seed, {}, CapacityOf(plan, scenario)),
      names(NamesIn(plan)),
      sampling(plan.seed, "verification by sampling"),
      standby{.disk = sim::Disk(plan.seed)} {
  if (plan.tears_data) return;
  for (const std::string& path : DataPaths()) disk.SetAtomicWrites(path);
}

Result<std::unique_ptr<World>> World::Create(const Plan& plan) {
  Result<scenario::Scenario> scenario = scenario::ParseScenario(plan.scenario.dump());
  TRY(scenario);
  Result<database::InitialDatabase> initial = database::InitialDatabase::Plan(*scenario);
  TRY(initial);
  return std::make_unique<World>(plan, std::move(scenario).value(), std::move(initial).value());
}

std::vector<std::string> World::DataPaths() const {
  std::vector<std::string> paths;
  paths.reserve(scenario.data_files);
  for (uint32_t position = 0; position < scenario.data_files; ++position) {
    paths.push_back(scenario.DataVolume(position) + ":\\MSSQL\\" +
                    database::DataFileName(scenario.database, position));
  }
  return paths;
}

std::string World::LogPath() const {
  return scenario.log_volume + ":\\MSSQL\\" + database::LogFileName(scenario.database);
}

std::string World::CatalogPath() const {
  return scenario.DataVolume(0) + ":\\MSSQL\\" + database::kSnapshotCatalogName;
}

std::string World::TempdbPath() const { return scenario.tempdb_volume + ":\\MSSQL\\tempdb.mdf"; }

std::vector<std::string> World::SparsePaths(const std::string& snapshot) const {
  std::vector<std::string> paths;
  paths.reserve(scenario.data_files);
  for (uint32_t position = 0; position < scenario.data_files; ++position) {
    paths.push_back(scenario.snapshot_volume + ":\\MSSQL\\" +
                    database::SparseFileName(snapshot, position));
  }
  return paths;
}

void World::BeginLife() {
  before_.errors = disk.StruckByPath(storage::FaultKind::kError);
  before_.refusals = disk.refusals_for_room();
}

bool World::HasStruck(const std::string& path) const {
  return disk.struck(storage::FaultKind::kError, path) > CountOf(before_.errors, path) ||
         IsOffline(path);
}

bool World::IsOffline(const std::string& path) const {
  const sim::DiskArray* array = disk.array();
  if (array == nullptr) return false;
  const auto reserve = array->ReserveOf(path.substr(0, path.find(':')));
  return reserve && reserve->is_offline;
}

bool World::HasVolumeOffline() const {
  return std::ranges::any_of(scenario.volumes,
                             [this](const auto& volume) { return IsOffline(volume.name + ':'); });
}

bool World::WasVolumeOffline() const {
  return std::ranges::any_of(journal.backups.reserves, [](const server::ReserveRecord& record) {
    return record.event.kind == storage::ReserveEvent::Kind::kOffline;
  });
}

bool World::IsHidden(const std::string& path) const {
  return std::ranges::any_of(DataPaths(), [&path](const std::string& data) {
    return path.size() > data.size() && path.starts_with(data);
  });
}

bool World::HasStruckData() const {
  const std::vector<std::string> data = DataPaths();
  if (std::ranges::any_of(data, [this](const auto& path) { return IsOffline(path); })) return true;
  const Strikes struck = disk.StruckByPath(storage::FaultKind::kError);
  return std::ranges::any_of(struck, [&](const auto& strike) {
    const bool of_data = std::ranges::find(data, strike.first) != data.end();
    return (of_data || IsHidden(strike.first)) && HasStruck(strike.first);
  });
}

bool World::LackedRoom(const std::function<bool(const std::string& path)>& is_meant) const {
  return std::ranges::any_of(disk.refusals_for_room(), [&](const auto& refused) {
    return is_meant(refused.first) && refused.second > CountOf(before_.refusals, refused.first);
  });
}

uint64_t World::FaultsFor(const std::string& snapshot) const {
  using storage::FaultKind;
  uint64_t faults = 0;
  for (const std::string& path : SparsePaths(snapshot)) {
    faults += CountOf(disk.refusals_for_room(), path);
    faults += disk.struck(FaultKind::kError, path) + disk.struck(FaultKind::kDiskFull, path);
    faults += IsOffline(path) ? 1 : 0;
  }
  for (const std::string& path : DataPaths()) faults += disk.struck(FaultKind::kError, path);
  return faults;
}

bool World::IsOfBackup(const std::string& path) const {
  return std::ranges::any_of(journal.backups.backups, [&path](const server::BackupAccount& backup) {
    const std::vector<std::string> paths = backup::PathsOf(backup.files);
    return std::ranges::find(paths, path) != paths.end();
  });
}

bool World::IsTailUnderWay() const {
  return std::ranges::any_of(journal.backups.backups, [this](const server::BackupAccount& backup) {
    return IsUnderWay(backup) && backup.is_tail;
  });
}

bool World::IsOfCopy(const std::string& path) {
  return std::string_view(path).substr(path.rfind('\\') + 1).starts_with(kBeside);
}

void World::Forget(const std::string& snapshot) {
  const auto record = snapshots.find(snapshot);
  if (record == snapshots.end()) return;
  if (!record->second.split.IsNone()) journal.oracle.Unpin(record->second.split);
  snapshots.erase(record);
}

}  // namespace snapscope::crash_simulator
