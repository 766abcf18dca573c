// Snapshots that the array takes in a life, and what becomes of them with it.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "crash_simulator/life.h"

namespace snapscope::crash_simulator {

using backup::BackupSet;
using server::ArraySnapshotAccount;
using server::ArraySnapshotState;

namespace {

bool HasArraySnapshot(const storage::SnapshotArray& array, const std::string& name) {
  return std::ranges::any_of(array.snapshots(),
                             [&name](const auto& one) { return one.name == name; });
}

/// A page of a volume's reserve is one snapshot's own, or is shared by several.
void CheckReserves(World& world, const storage::SnapshotArray& array) {
  std::map<std::string, storage::ArraySnapshotPart> sums;  // by volume
  for (const storage::ArraySnapshot& snapshot : array.snapshots()) {
    for (const storage::ArraySnapshotPart& part : snapshot.parts) {
      sums[part.volume].own_bytes += part.own_bytes;
      sums[part.volume].shared_bytes += part.shared_bytes;
    }
  }
  for (const scenario::VolumeDescription& volume : world.scenario.volumes) {
    const auto reserve = array.ReserveOf(volume.name);
    if (!reserve) continue;
    const storage::ArraySnapshotPart& sum = sums[volume.name];
    const uint64_t used = reserve->used_bytes;
    if (used >= sum.own_bytes && used <= sum.own_bytes + sum.shared_bytes) continue;
    world.Fail("snapshots of volume " + volume.name + " take " + std::to_string(used) +
               " bytes of its reserve, of which " + std::to_string(sum.own_bytes) +
               " are of one alone, and " + std::to_string(sum.shared_bytes) +
               " are counted as shared");
  }
}

}  // namespace

/// What of the plan's snapshots is refused: one whose name is taken, a suspension that the version
/// does not know, or that another is in the way of, or one of a volume that is offline, or was a
/// moment ago.
bool Life::MayRefuse(const scenario::CreateArraySnapshot& creation) {
  const storage::SnapshotArray* array = machine_.array();
  if (array == nullptr) return true;
  const auto& accounts = world_.journal.backups.array_snapshots;
  const bool suspends = creation.freeze == scenario::FreezeKind::kSuspend;
  const bool is_in_the_way = std::ranges::any_of(accounts, [&](const auto& account) {
    if (account.state != ArraySnapshotState::kUnderWay) return false;
    return account.set.name == creation.name ||
           (suspends && account.freeze == scenario::FreezeKind::kSuspend);
  });
  const bool is_unknown = suspends && world_.scenario.version < EngineVersion::k2016;
  return is_in_the_way || is_unknown || HasArraySnapshot(*array, creation.name) ||
         world_.WasVolumeOffline();
}

Task<void> Life::CarryOut(scenario::CreateArraySnapshot creation) {
  const bool may_refuse = MayRefuse(creation);
  const auto& accounts = world_.journal.backups.array_snapshots;
  const size_t number = accounts.size();
  if (creation.freeze != scenario::FreezeKind::kNone) {
    (void)ExpectedOfBackup(creation.name, /*is_full=*/true);
  }
  const Status taken = co_await Give(creation);
  const ArraySnapshotAccount* account = nullptr;
  for (size_t later = number; later < accounts.size() && account == nullptr; ++later) {
    if (accounts[later].set.name == creation.name) account = &accounts[later];
  }
  if (taken.ok()) co_return JudgeArraySnapshot(creation, account);
  if (taken.error().code == ErrorCode::kPowerCut) {
    world_.backups.chain_in_doubt |= world_.backups.notes[creation.name].begins_chain;
  }
  // Another one may have begun while the server came to this one.
  const bool was_refused = taken.error().code == ErrorCode::kRefused;
  if (was_refused && (may_refuse || MayRefuse(creation))) co_return;
  // A volume may be online again by now.
  if (taken.error().code == ErrorCode::kIo && world_.WasVolumeOffline()) co_return;
  const scenario::ArraySnapshotTimes& times = world_.scenario.array_snapshot_times;
  const bool is_beyond =
      creation.freeze == scenario::FreezeKind::kVss && times.commit_of_volume > kSecond;
  const bool is_gone = account != nullptr && (account->state == ArraySnapshotState::kLost ||
                                              account->state == ArraySnapshotState::kDeleted);
  if (is_beyond && account != nullptr) {
    world_.coverage.Visit(RarePath::kArraySnapshotGivenUp);
    if (HasArraySnapshot(*machine_.array(), creation.name)) {
      world_.Fail("array snapshot " + creation.name + " was given up, and is there");
    }
  } else if (is_gone) {
    NoteArraySet(creation, account->set);
  } else {
    Judge("the array snapshot " + creation.name, taken.error());
  }
}

void Life::JudgeArraySnapshot(const scenario::CreateArraySnapshot& creation,
                              const ArraySnapshotAccount* account) {
  // It may have been deleted since.
  const bool was_taken = account != nullptr && account->state != ArraySnapshotState::kUnderWay &&
                         account->state != ArraySnapshotState::kFailed;
  if (!was_taken) {
    return world_.Fail("array snapshot " + creation.name + " was told taken, and is not");
  }
  Coverage& coverage = world_.coverage;
  coverage.Visit(RarePath::kArraySnapshotTaken);
  coverage.Visit(RarePath::kArraySnapshotTorn, !account->torn.empty());
  coverage.Visit(RarePath::kArraySnapshotUnfrozen, creation.freeze == scenario::FreezeKind::kNone);
  NoteArraySet(creation, account->set);
}

/// It may be deleted by now: as a backup it has been taken all the same.
void Life::NoteArraySet(const scenario::CreateArraySnapshot& creation, const BackupSet& set) {
  if (!set.complete) return;
  has_full_backup_ |= !creation.copy_only;
  world_.backups.NoteComplete(set);
}

Task<void> Life::CarryOut(scenario::DeleteArraySnapshot command) {
  const storage::SnapshotArray* array = machine_.array();
  const bool was_there = array != nullptr && HasArraySnapshot(*array, command.name);
  const Status deleted = co_await Give(command);
  if (deleted.ok()) {
    if (HasArraySnapshot(*array, command.name)) {
      world_.Fail("array snapshot " + command.name + " was told deleted, and is there");
    }
    world_.coverage.Visit(RarePath::kArraySnapshotDeleted);
    co_return;
  }
  const bool may_refuse = !was_there || deleted.error().code == ErrorCode::kRefused;
  if (!may_refuse) Judge("deleting the array snapshot " + command.name, deleted.error());
}

void Life::OnFreeze() {
  freeze_ = telemetry_.phases().size() - 1;
  frozen_at_ = database().log().durable_lsn();
  Reach(CutMoment::kFreeze);
}

/// The array outlives the engine: what was told taken is there, and nothing that nobody asked for.
void Life::NoteArraySnapshots() {
  const storage::SnapshotArray* array = machine_.array();
  if (array == nullptr) return;
  CheckReserves(world_, *array);
  const bool is_frozen = server_->database() != nullptr && database().source().is_frozen();
  std::set<std::string> known;
  for (ArraySnapshotAccount& account : world_.journal.backups.array_snapshots) {
    const std::string& name = account.set.name;
    if (account.state != ArraySnapshotState::kDeleted) known.insert(name);
    world_.coverage.Visit(RarePath::kArraySnapshotLost, account.state == ArraySnapshotState::kLost);
    if (account.is_complete() && !HasArraySnapshot(*array, name)) {
      world_.Fail("array snapshot " + name + " is gone, and nobody has deleted it");
    }
    if (account.state != ArraySnapshotState::kUnderWay) continue;
    const bool was_cut = !world_.disk.powered();
    world_.coverage.Visit(RarePath::kCutDuringArraySnapshot, was_cut);
    world_.coverage.Visit(RarePath::kCutDuringFreeze, was_cut && is_frozen);
    world_.backups.chain_in_doubt |= world_.backups.notes[name].begins_chain;
    account.state = ArraySnapshotState::kFailed;
    account.ended = executor_.Now();
  }
  for (const storage::ArraySnapshot& snapshot : array->snapshots()) {
    if (known.contains(snapshot.name)) continue;
    world_.Fail("the array has a snapshot " + snapshot.name + " that nobody has taken");
  }
}

}  // namespace snapscope::crash_simulator
