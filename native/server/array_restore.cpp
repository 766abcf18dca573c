// Restores that begin with an array snapshot in place of a full backup.
//
// A restore in place keeps what was there before it as one more snapshot, which the reserve has to
// hold. The array takes it when the server is down: so it has all that was ever durable.
#include <algorithm>
#include <utility>

#include "server/refusal.h"
#include "server/scenario_options.h"
#include "server/server.h"

namespace snapscope::server {

namespace {

std::string MiB(uint64_t bytes) { return std::to_string(bytes / (1024 * 1024)) + " MiB"; }

/// What the volume has no more of the snapshot: it has changed since, or is of files mounted from
/// the snapshot.
uint64_t HeldBy(const storage::ArraySnapshot& snapshot, const std::string& volume) {
  const auto part = std::ranges::find(snapshot.parts, volume, &storage::ArraySnapshotPart::volume);
  return part == snapshot.parts.end() ? 0 : part->own_bytes + part->shared_bytes;
}

}  // namespace

Result<const ArraySnapshotAccount*> Server::UsableArraySnapshot(const std::string& name) const {
  if (parts_.machine.array() == nullptr) return NoArray();
  const BackupHistory& backups = journal().backups;
  const ArraySnapshotAccount* found = backups.FindArraySnapshot(name);
  if (found == nullptr) return backups.NoSuchArraySnapshot(name);
  if (!found->torn.empty()) {
    return Refused("The array snapshot '" + name +
                   "' is torn, and no database can be opened from it: " + found->torn);
  }
  return found;
}

Result<std::vector<backup::BackupSet>> Server::ChainAfterArraySet(
    const scenario::Restore& command, const std::vector<backup::BackupSet>& sets) const {
  TRY_ASSIGN(const ArraySnapshotAccount* account, UsableArraySnapshot(command.array_snapshot));
  const backup::StopPoint stop = StopOf(command);
  const bool is_alone = command.backups.empty() && !stop.at && !stop.before && command.recovers;
  if (!account->is_backup()) {
    if (is_alone) return std::vector<backup::BackupSet>();
    return Refused("The array snapshot '" + command.array_snapshot +
                   "' was taken without a freeze of the database: it is no backup that others go "
                   "on from. Restore it alone, without a point to stop at, and with recovery.");
  }
  const std::vector<backup::BackupSet> first{account->set};
  if (command.backups.empty()) return backup::ChooseChain(sets, stop, EndOf(command), first);
  TRY_ASSIGN(auto named, journal().backups.Named(command.backups, command.continue_after_error));
  std::vector<backup::BackupSet> chain = first;
  chain.insert(chain.end(), named.begin(), named.end());
  TRY(backup::CheckChain(chain, stop, EndOf(command), first.size()));
  return named;
}

// Every page of the data files that has changed since the snapshot is kept once more, of what is
// there now. An array that deletes the oldest of its snapshots makes room for that; what stays is
// the one that is restored, and those of which files are mounted.
Status Server::CheckRoomToKeep(const std::string& name) const {
  TRY_ASSIGN(const ArraySnapshotAccount* account, UsableArraySnapshot(name));
  const storage::SnapshotArray& array = *parts_.machine.array();
  const std::vector<storage::ArraySnapshot> snapshots = array.snapshots();
  if (snapshots.size() >= storage::kMostArraySnapshots) {
    return Refused(
        "A restore keeps what is there before it as one more array snapshot, and there "
        "are " +
        std::to_string(storage::kMostArraySnapshots) + ", the most that there can be; delete one.");
  }
  for (const scenario::VolumeDescription& volume : scenario().volumes) {
    const std::optional<storage::ReserveUse> use = array.ReserveOf(volume.name);
    if (!use || std::ranges::find(account->volumes, volume.name) == account->volumes.end())
      continue;
    if (use->is_offline) {
      return Refused("Volume '" + volume.name +
                     "' is offline, since its snapshots have filled the reserve: delete some.");
    }
    const auto& files = scenario().data_volumes;
    if (std::ranges::find(files, volume.name) == files.end()) continue;
    const storage::ArraySnapshotOptions& options = *volume.array_snapshots;
    uint64_t more = 0;
    uint64_t stays = 0;
    for (const storage::ArraySnapshot& snapshot : snapshots) {
      const uint64_t held = HeldBy(snapshot, volume.name);
      if (snapshot.name == name) more = held;
      if (snapshot.name == name || snapshot.is_mounted) stays += held;
    }
    const bool deletes = options.when_full == storage::WhenFull::kDeleteOldest;
    const bool borrows = options.when_full == storage::WhenFull::kBorrow;
    const uint64_t taken = deletes ? std::min(stays, use->used_bytes) : use->used_bytes;
    const uint64_t room = use->reserve_bytes + (borrows ? options.pool_bytes : 0);
    if (taken + more <= room) continue;
    return Refused(
        "A restore keeps what is there before it as one more array snapshot. On volume '" +
        volume.name + "' that takes " + MiB(more) + " beside " + MiB(taken) +
        ", and there is room for " + MiB(room) +
        ": delete snapshots, or give it a larger reserve.");
  }
  return Status();
}

std::string Server::NeighboursOf(const std::string& name) const {
  const ArraySnapshotAccount& account = *journal().backups.FindArraySnapshot(name);
  std::string files;
  const auto add = [&](const storage::FilePlace& place) {
    const bool is_beside =
        place.volume != nullptr &&
        std::ranges::find(account.volumes, place.volume->name()) != account.volumes.end();
    if (is_beside && place.Exists()) files += (files.empty() ? "" : ", ") + place.path;
  };
  for (const BackupAccount& backup : journal().backups.backups) {
    if (backup.set.started > account.set.finished) std::ranges::for_each(backup.files, add);
  }
  for (const auto& copy : copies_) {  // what is mounted is on a volume of its own
    if (!copy->is_mounted) std::ranges::for_each(copy->places, add);
  }
  if (files.empty()) return files;
  return "The files of " + scenario().database +
         " alone are restored. A restore of their whole volumes would also take back " + files +
         ".";
}

std::string Server::NextKept() const {
  const std::vector<storage::ArraySnapshot> there = parts_.machine.array()->snapshots();
  const BackupHistory& backups = journal().backups;
  for (uint32_t number = 1;; ++number) {
    std::string name = "before_restore_" + std::to_string(number);
    const bool is_taken =
        std::ranges::find(there, name, &storage::ArraySnapshot::name) != there.end() ||
        std::ranges::find(backups.array_snapshots, name, [](const ArraySnapshotAccount& account) {
          return account.set.name;
        }) != backups.array_snapshots.end();
    if (!is_taken && backups.Find(name) == nullptr) return name;
  }
}

database::ArrayRestore Server::ArrayRestoreOf(const std::string& name) const {
  const ArraySnapshotAccount& account = *journal().backups.FindArraySnapshot(name);
  const auto volumes = static_cast<TimeNs>(account.volumes.size());
  return {.set = account.set,
          .volumes = account.volumes,
          .kept = NextKept(),
          .duration = volumes * scenario().array_snapshot_times.restore_of_volume};
}

void Server::KeepBeforeRestore() {
  const auto* restoring = std::get_if<Restoring>(&life_);
  if (restoring == nullptr || !restoring->restore.array) return;
  BackupHistory& backups = journal().backups;
  const database::ArrayRestore& restore = *restoring->restore.array;
  const Status kept =
      database::Database::KeepBeforeRestore(parts_.machine, scenario(), restore, Now());
  if (!kept.ok()) {
    backups.restores[restoring->account].ended = Now();
    life_ = Starting{kept};
    return;
  }
  if (backups.FindArraySnapshot(restore.kept) != nullptr) return;  // of a restore that was cut off
  ArraySnapshotAccount account;
  account.set = restore.set;
  account.set.name = restore.kept;
  account.set.complete = false;
  account.set.copy_only = true;
  account.set.first = account.set.last = account.set.checkpoint = {};
  account.set.started = account.set.reached = account.set.finished = account.ended = Now();
  account.freeze = scenario::FreezeKind::kNone;
  account.volumes = restore.volumes;
  account.state = ArraySnapshotState::kComplete;
  backups.array_snapshots.push_back(std::move(account));
}

}  // namespace snapscope::server
