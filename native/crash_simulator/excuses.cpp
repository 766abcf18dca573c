#include "crash_simulator/excuses.h"

#include <algorithm>

#include "page/layout.h"
#include "page/page_buffer.h"

namespace snapscope::crash_simulator {

using storage::FaultKind;

namespace {

bool IsDamaged(const World& world, const sim::StoredFile& stored, PageId page) {
  page::PageBuffer buffer;
  stored.pages.Read(uint64_t{page.number()} * page::kPageSize, buffer.span());
  return !page::VerifyPage(buffer.span(), page, world.form()).ok();
}

/// There is not room for everything that the plan may want to copy.
bool IsRoomShort(const World& world) {
  const auto is_small = [](const scenario::VolumeDescription& volume) {
    return scenario::CapacityBytes(volume.device).value_or(kRoomForAll) < kRoomForAll;
  };
  return std::ranges::any_of(world.scenario.volumes, is_small) ||
         world.plan.headroom_bytes < kRoomForAll || world.scenario.sparse_file_limit_bytes > 0;
}

/// A restore over the database, which the start goes on with, could not read a backup.
bool MayFailToRestore(const World& world) {
  return world.restore.has_value() &&
         world.StruckBackups(FaultKind::kError) > world.struck_before.backup_errors;
}

}  // namespace

bool IsDataDamaged(const World& world) {
  const std::vector<std::string> paths = world.DataPaths();
  for (uint32_t position = 0; position < paths.size(); ++position) {
    const sim::StoredFile* stored = world.disk.Find(paths[position]);
    if (stored == nullptr) continue;
    const auto is_damaged = [&](uint64_t number) {
      const PageId page = PageId::Of(page::DataFileId(position), static_cast<uint32_t>(number));
      return IsDamaged(world, *stored, page);
    };
    if (std::ranges::any_of(stored->torn_pages, is_damaged) ||
        std::ranges::any_of(stored->overwritten_pages, is_damaged)) {
      return true;
    }
  }
  return false;
}

bool MayBeSuspect(const World& world, const std::string& name) {
  const auto found = world.snapshots.find(name);
  if (found == world.snapshots.end()) return false;
  const SnapshotRecord& record = found->second;
  if (record.overwritten || world.FaultsFor(name) > record.faults_before) return true;
  const uint64_t limit = world.scenario.sparse_file_limit_bytes;
  return std::ranges::any_of(world.SparsePaths(name), [&world, limit](const std::string& path) {
    const sim::StoredFile* stored = world.disk.Find(path);
    // Writes of several regions are refused as a whole, by a file that has room for some of them.
    // One that took no mark is gone, but not without a fault.
    return stored != nullptr && limit > 0 && stored->allocated_bytes >= limit / 2;
  });
}

// Its files are gone by then: they do not say any more what they had no room for.
bool MayFailToCreate(const World& world, const std::string& name) {
  return MayBeSuspect(world, name) || IsRoomShort(world);
}

bool MayLackRoom(const World& world) {
  return IsRoomShort(world) ||
         world.StruckSource(FaultKind::kDiskFull) > world.struck_before.disk_full;
}

bool MayFailToBackUp(const World& world, const std::string& backup, const Error& error) {
  const auto found = world.backups.records.find(backup);
  if (found == world.backups.records.end()) return false;
  if (error.code == ErrorCode::kDiskFull) return MayLackRoom(world);
  return error.code == ErrorCode::kIo &&
         world.FaultsForBackup(found->second.paths) > found->second.faults_before;
}

bool HasStruckSource(const World& world) {
  return world.StruckSource(FaultKind::kError) > world.struck_before.errors;
}

bool MayLoseAPush(const World& world) { return MayLackRoom(world) || HasStruckSource(world); }

bool IsExcused(World& world, const Error& error, const std::string& snapshot) {
  switch (error.code) {
    case ErrorCode::kIo: {
      world.coverage.Visit(RarePath::kEngineMetDeviceError);
      if (HasStruckSource(world) || MayFailToRestore(world)) return true;
      const auto record = world.snapshots.find(snapshot);
      return record != world.snapshots.end() &&
             world.FaultsFor(snapshot) > record->second.faults_before;
    }
    case ErrorCode::kCorruptPage:
      world.coverage.Visit(RarePath::kDamageDetected);
      // A revert that was marked in the moment in which a write to its snapshot went astray cannot
      // be completed: that, too, takes a restore.
      world.damage_detected = IsDataDamaged(world) ||
                              (world.revert && world.snapshots[world.revert->snapshot].overwritten);
      return world.damage_detected;
    case ErrorCode::kCorruptLog:
      world.coverage.Visit(RarePath::kDamageDetected);
      world.damage_detected = !world.stray_log_pages.empty();
      return world.damage_detected;
    case ErrorCode::kPowerCut:
      return true;
    default:
      return false;
  }
}

}  // namespace snapscope::crash_simulator
