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

/// What the array keeps of a volume for the snapshots from that one on.
uint64_t KeptFrom(const std::vector<storage::ArraySnapshot>& snapshots, const std::string& name,
                  const std::string& volume) {
  uint64_t bytes = 0;
  bool is_later = false;
  for (const storage::ArraySnapshot& snapshot : snapshots) {
    is_later |= snapshot.name == name;
    if (!is_later) continue;
    for (const storage::ArraySnapshotPart& part : snapshot.parts) {
      if (part.volume == volume) bytes += part.own_bytes + part.shared_bytes;
    }
  }
  return bytes;
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
  TRY_ASSIGN(auto named, journal().backups.Named(command.backups));
  std::vector<backup::BackupSet> chain = first;
  chain.insert(chain.end(), named.begin(), named.end());
  TRY(backup::CheckChain(chain, stop, EndOf(command), first.size()));
  return named;
}

// Every page that has changed since the snapshot is kept once more, of what is there now. An array
// that deletes the oldest of its snapshots makes room for that, up to the one that is restored.
Status Server::CheckRoomToKeep(const std::string& name) const {
  TRY_ASSIGN(const ArraySnapshotAccount* account, UsableArraySnapshot(name));
  const storage::SnapshotArray& array = *parts_.machine.array();
  const std::vector<storage::ArraySnapshot> snapshots = array.snapshots();
  if (snapshots.size() >= storage::kMostArraySnapshots) {
    return Refused(
        "A restore takes one more array snapshot, to keep what is there before it, and "
        "there are " +
        std::to_string(snapshots.size()) + ", the most that there can be; delete one.");
  }
  for (const std::string& name_of_volume : account->volumes) {
    const auto use = array.ReserveOf(name_of_volume);
    const auto volume =
        std::ranges::find(scenario().volumes, name_of_volume, &scenario::VolumeDescription::name);
    if (!use || volume == scenario().volumes.end() || !volume->array_snapshots) continue;
    if (use->is_offline) {
      return Refused("The volume " + name_of_volume +
                     " is offline, since its snapshots have filled the reserve; delete some.");
    }
    const storage::ArraySnapshotOptions& options = *volume->array_snapshots;
    const uint64_t more = KeptFrom(snapshots, name, name_of_volume);
    const bool deletes = options.when_full == storage::WhenFull::kDeleteOldest;
    const bool borrows = options.when_full == storage::WhenFull::kBorrow;
    const uint64_t taken = deletes ? more : use->used_bytes;
    const uint64_t room = use->reserve_bytes + (borrows ? options.pool_bytes : 0);
    if (taken + more <= room) continue;
    return Refused("A restore keeps what is there before it as one more array snapshot. On " +
                   name_of_volume + " that may take " + MiB(more) + " beside " + MiB(taken) +
                   ", and its reserve has " + MiB(room) +
                   ": delete snapshots, or give it a larger reserve.");
  }
  return Status();
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
