#include "crash_simulator/excuses.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "page/layout.h"
#include "page/page_buffer.h"
#include "wal/format.h"

namespace snapscope::crash_simulator {

namespace {

bool IsDamaged(const World& world, const sim::StoredFile& stored, PageId page) {
  page::PageBuffer buffer;
  stored.pages.Read(uint64_t{page.number()} * page::kPageSize, buffer.span());
  return !page::VerifyPage(buffer.span(), page, world.form()).ok();
}

/// Pages of the data files that are damaged by a torn or a misdirected write.
std::vector<PageId> DamagedPages(const World& world) {
  std::vector<PageId> damaged;
  const std::vector<std::string> paths = world.DataPaths();
  for (uint32_t position = 0; position < paths.size(); ++position) {
    const sim::StoredFile* stored = world.disk.Find(paths[position]);
    if (stored == nullptr) continue;
    for (const std::set<uint64_t>* pages : {&stored->torn_pages, &stored->overwritten_pages}) {
      for (const uint64_t number : *pages) {
        const PageId page = PageId::Of(page::DataFileId(position), static_cast<uint32_t>(number));
        if (IsDamaged(world, *stored, page)) damaged.push_back(page);
      }
    }
  }
  return damaged;
}

bool IsOneOf(const std::vector<std::string>& paths, const std::string& path) {
  return std::ranges::find(paths, path) != paths.end();
}

/// A sparse file that has grown to `bytes` can have met the limit: writes of several regions are
/// refused as a whole, by one that has room for some of them.
bool MayBeAtLimit(const World& world, uint64_t bytes) {
  const uint64_t limit = world.scenario.sparse_file_limit_bytes;
  return limit > 0 && bytes >= limit / 4;
}

/// Any file of such a path can have met it, however little it held when it was removed: a flush has
/// many writes on their way which have taken their regions.
bool HadMetLimit(const World& world, const std::function<bool(const std::string&)>& is_meant) {
  return world.scenario.sparse_file_limit_bytes > 0 &&
         std::ranges::any_of(world.disk.LargestByPath(),
                             [&](const auto& file) { return is_meant(file.first); });
}

bool ExcusesIo(const World& world, const std::string& path, const std::string& snapshot) {
  for (const std::string& name : world.names) {
    if (!IsOneOf(world.SparsePaths(name), path)) continue;
    const auto record = world.snapshots.find(name);
    return name == snapshot && record != world.snapshots.end() &&
           world.FaultsFor(name) > record->second.faults_before;
  }
  // Only a restore over the database reads backups, and the start goes on with it.
  if (world.IsOfBackup(path) && !world.restore) return false;
  return world.HasStruck(path);
}

/// The LSNs in a sentence, as ToString() prints them.
std::vector<Lsn> LsnsIn(const std::string& message) {
  static const std::regex printed("([0-9A-F]{8}):([0-9A-F]{8}):([0-9A-F]{4})");
  std::vector<Lsn> lsns;
  for (std::sregex_iterator at(message.begin(), message.end(), printed), end; at != end; ++at) {
    const auto part = [&at](size_t group) {
      return static_cast<uint32_t>(std::stoul((*at)[group].str(), nullptr, 16));
    };
    lsns.push_back(Lsn::Of(part(1), part(2), part(3)));
  }
  return lsns;
}

/// A misdirected write has hit what the error says of the log: a block, or its header.
bool ExcusesLog(const World& world, const std::string& message) {
  const std::vector<Lsn> lsns = LsnsIn(message);
  if (lsns.empty()) return world.stray_log_pages.contains(0);
  return std::ranges::any_of(lsns, [&world](Lsn lsn) { return IsLogOverwrittenAt(world, lsn); });
}

}  // namespace

bool WasDataDamaged(const World& world) {
  return std::ranges::any_of(world.DataPaths(), [&world](const std::string& path) {
    const sim::StoredFile* stored = world.disk.Find(path);
    return stored != nullptr && !(stored->torn_pages.empty() && stored->overwritten_pages.empty());
  });
}

bool IsDataDamaged(const World& world) { return !DamagedPages(world).empty(); }

bool NamesDamagedPage(const World& world, const Error& error) {
  return std::ranges::any_of(DamagedPages(world), [&error](PageId page) {
    return error.message.find(ToString(page)) != std::string::npos;
  });
}

bool IsLogOverwrittenAt(const World& world, Lsn lsn) {
  const auto geometry = wal::LogGeometry::For(world.scenario.log_bytes, world.scenario.log_vlfs);
  const auto is_hit = [&](Lsn block) {
    const uint64_t first = geometry->OffsetOf(block) / page::kPageSize;
    const uint64_t last = (geometry->OffsetOf(block) + wal::kMaxBlockBytes - 1) / page::kPageSize;
    const auto page = world.stray_log_pages.lower_bound(first);
    return page != world.stray_log_pages.end() && *page <= last;
  };
  return is_hit(wal::BlockOf(lsn)) || is_hit(Lsn::Of(lsn.vlf() + 1, 0, 0));
}

bool MayBeSuspect(const World& world, const std::string& name) {
  const auto found = world.snapshots.find(name);
  if (found == world.snapshots.end()) return false;
  const SnapshotRecord& record = found->second;
  if (record.overwritten || world.FaultsFor(name) > record.faults_before) return true;
  return std::ranges::any_of(world.SparsePaths(name), [&world](const std::string& path) {
    const sim::StoredFile* stored = world.disk.Find(path);
    // One that took no mark is gone, but not without a fault.
    return stored != nullptr && MayBeAtLimit(world, stored->allocated_bytes);
  });
}

bool MayFailToCreate(const World& world, const std::string& name) {
  const std::vector<std::string> paths = world.SparsePaths(name);
  return MayBeSuspect(world, name) ||
         HadMetLimit(world, [&paths](const std::string& path) { return IsOneOf(paths, path); });
}

bool MayLackRoom(const World& world) {
  const auto is_hidden = [&world](const std::string& path) { return world.IsHidden(path); };
  return world.LackedRoom(is_hidden) || HadMetLimit(world, is_hidden) ||
         world.LackedRoom([&world](const std::string& path) { return path == world.TempdbPath(); });
}

bool MayLoseAPush(const World& world) { return MayLackRoom(world) || world.HasStruckData(); }

bool MayFailToBackUp(const World& world, const std::string& backup, const Error& error) {
  // A later one of the name may have been asked for meanwhile.
  std::vector<std::string> paths;
  for (const server::BackupAccount& account : world.journal.backups.backups) {
    if (account.set.name == backup)
      std::ranges::copy(backup::PathsOf(account.files), std::back_inserter(paths));
  }
  if (error.code == ErrorCode::kDiskFull) {
    return world.LackedRoom([&paths](const std::string& path) { return IsOneOf(paths, path); });
  }
  if (error.code != ErrorCode::kIo) return false;
  const bool was_struck = world.disk.struck(storage::FaultKind::kError, error.path) > 0;
  return world.IsOffline(error.path) || (was_struck && IsOneOf(paths, error.path));
}

bool MayFailToRestore(const World& world, const Error& error) {
  if (error.code == ErrorCode::kDiskFull) return world.LackedRoom(&World::IsOfCopy);
  return error.code == ErrorCode::kIo && world.HasStruck(error.path) &&
         (World::IsOfCopy(error.path) || world.IsOfBackup(error.path));
}

bool IsExcused(World& world, const Error& error, const std::string& snapshot) {
  switch (error.code) {
    case ErrorCode::kIo:
      world.coverage.Visit(RarePath::kEngineMetDeviceError);
      return ExcusesIo(world, error.path, snapshot);
    case ErrorCode::kCorruptPage:
      world.coverage.Visit(RarePath::kDamageDetected);
      // A revert that was marked in the moment in which a write to its snapshot went astray cannot
      // be completed: that, too, takes a restore.
      world.damage_detected = NamesDamagedPage(world, error) ||
                              (world.revert && world.snapshots[world.revert->snapshot].overwritten);
      return world.damage_detected;
    case ErrorCode::kCorruptLog:
      world.coverage.Visit(RarePath::kDamageDetected);
      world.damage_detected = ExcusesLog(world, error.message);
      return world.damage_detected;
    case ErrorCode::kPowerCut:
      return true;
    default:
      return false;
  }
}

}  // namespace snapscope::crash_simulator
