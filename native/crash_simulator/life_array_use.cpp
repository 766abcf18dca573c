// What a life does with snapshots of the array: restores that begin with one, over the database and
// beside it, and backups that another host takes of one.
#include <algorithm>
#include <utility>

#include "crash_simulator/checks.h"
#include "crash_simulator/excuses.h"
#include "crash_simulator/life.h"

namespace snapscope::crash_simulator {

using backup::BackupSet;
using server::ArraySnapshotAccount;

bool Life::MayRefuseArray(const scenario::Restore& command) const {
  const server::BackupHistory& backups = world_.journal.backups;
  const ArraySnapshotAccount* account = backups.FindArraySnapshot(command.array_snapshot);
  if (account == nullptr || !account->torn.empty()) return true;
  if (!account->is_backup()) return !command.recovers;
  // The server's own job may have taken log that nothing of the chain has then.
  if (command.back_up_tail && world_.scenario.log_backup_interval > 0) return true;
  return !backup::ChooseChain(
              backups.Complete(), {},
              command.recovers ? backup::ChainEnd::kRecovery : backup::ChainEnd::kNoRecovery,
              {account->set})
              .ok();
}

// --- Backups by another host ---------------------------------------------------------------------

Task<void> Life::BackUpOffHost(scenario::Backup backup) {
  const server::BackupHistory& backups = world_.journal.backups;
  const ArraySnapshotAccount* account = backups.FindArraySnapshot(backup.array_snapshot);
  const std::optional<Lsn> last =
      account == nullptr ? std::nullopt : std::optional(account->set.last);
  const Status taken = co_await Give(backup);
  if (taken.ok()) {
    const BackupSet& set = backups.FindComplete(backup.name)->set;
    if (last && set.last != *last) {
      world_.Fail("backup " + set.name + " of an array snapshot ends at " + ToString(set.last) +
                  ", and the snapshot at " + ToString(*last));
    }
    world_.backups.NoteComplete(set);
    world_.coverage.Visit(RarePath::kBackedUpOffHost);
    co_return;
  }
  // The snapshot is not there, or is none of a frozen database, or is being backed up.
  const Error& error = taken.error();
  if (error.code == ErrorCode::kRefused || error.code == ErrorCode::kNotFound) co_return;
  if (error.code == ErrorCode::kCorruptPage && WasDataDamaged(world_)) co_return;
  if (!MayFailToBackUp(world_, backup.name, error)) Judge("the backup " + backup.name, error);
}

// --- Beside the database -------------------------------------------------------------------------

Task<void> Life::RestoreArrayBeside(scenario::Restore command) {
  const std::string name = command.restored_as;
  const bool may_refuse = MayRefuseArray(command) || were_restored_.contains(name);
  const bool is_alone = copies_.try_emplace(name, std::nullopt).second;
  were_restored_.insert(name);
  const Status restored = co_await Give(command);
  if (is_alone) copies_.erase(name);
  if (restored.ok()) co_return;
  const Error& error = restored.error();
  // It may have been deleted meanwhile.
  const bool is_gone = world_.journal.backups.FindArraySnapshot(command.array_snapshot) == nullptr;
  const bool is_refused = error.code == ErrorCode::kRefused || error.code == ErrorCode::kNotFound;
  if (is_refused && (may_refuse || is_gone)) co_return;
  // Without a freeze a page may be torn in it, as after a power cut.
  const bool may_be_damaged = world_.plan.tears_data || WasDataDamaged(world_);
  if (error.code == ErrorCode::kCorruptPage && may_be_damaged) co_return;
  if (!MayFailToRestore(world_, error)) Judge("restoring " + name, error);
}

void Life::CheckArrayCopy(const server::RestoreAccount& account) {
  if (account.array_snapshot.empty()) return;
  world_.coverage.Visit(RarePath::kArraySetMounted);
  const Lsn end = account.figures.end;
  const ArraySnapshotAccount* array =
      world_.journal.backups.FindArraySnapshot(account.array_snapshot);
  if (array == nullptr) return;
  const auto kept = world_.kept.find(account.array_snapshot);
  const Lsn least = kept == world_.kept.end() ? array->set.last : kept->second;
  const bool is_exact = account.from.empty() && !array->set.last.IsNone();
  if (end < least || (is_exact && end != least)) {
    world_.Fail("a database that was opened from array snapshot " + account.array_snapshot +
                " ends at " + ToString(end) + ", and the snapshot has all up to " +
                ToString(least));
  }
}

// --- Over the database ---------------------------------------------------------------------------

Task<void> Life::EndByArrayRestore(scenario::Restore command) {
  const server::BackupHistory& backups = world_.journal.backups;
  command.replace = true;
  const bool had_snapshots = HasSnapshots();
  const bool may_refuse = MayRefuseArray(command);
  const std::string tail = server_->NextTail();
  const Expected expected = ExpectedOfBackup(tail, /*is_full=*/false);
  quiescing_ = true;
  Status begun = co_await Give(command);
  quiescing_ = !server_->is_up();
  if (const auto* failed = std::get_if<server::Starting>(&server_->life())) begun = failed->outcome;
  const server::BackupAccount* taken = backups.FindComplete(tail);
  if (taken != nullptr) NoteBackup(taken->set, expected);
  if (begun.ok()) {
    if (HasSnapshots()) world_.Fail("a database was closed for a restore that cannot be");
    NoteArrayRestore(command.array_snapshot, database().log().durable_lsn());
    co_return;
  }
  const Error& error = begun.error();
  const bool is_refused = error.code == ErrorCode::kRefused || error.code == ErrorCode::kNotFound;
  if (!is_refused) {
    if (!MayFailToBackUp(world_, tail, error)) Judge("the tail before a restore", error);
    co_return;
  }
  world_.coverage.Visit(RarePath::kArrayRestoreRefused);
  const Lsn chain = taken != nullptr ? taken->set.first : database().log().backed_up();
  const bool lacks_room = error.message.find("more array snapshot") != std::string::npos;
  const bool is_gone = backups.FindArraySnapshot(command.array_snapshot) == nullptr;
  const bool is_excused = may_refuse || had_snapshots || HasSnapshots() || is_gone || lacks_room ||
                          world_.WasVolumeOffline() || chain != expected.chain;
  if (!is_excused) world_.Fail("a restore of an array snapshot was refused: " + error.message);
}

/// The end of the last backup that follows the snapshot, or its own.
void Life::NoteArrayRestore(const std::string& snapshot, Lsn durable) {
  const server::BackupHistory& backups = world_.journal.backups;
  RestoreInPlace restore{
      .end = {}, .base = snapshot, .under_way = std::get<server::Restoring>(server_->life())};
  const std::vector<std::string>& from = backups.restores[restore.under_way.account].from;
  if (!from.empty()) {
    restore.end = backups.FindComplete(from.back())->set.last;
    world_.coverage.Visit(RarePath::kArraySetRestoredWithLogs);
  } else {
    restore.end = restore.under_way.restore.array->set.last;
  }
  const auto kept = world_.kept.find(snapshot);
  if (kept != world_.kept.end()) restore.least = kept->second;
  world_.durable_end = std::max(world_.durable_end, durable);
  world_.restore = std::move(restore);
}

/// A snapshot of a closed database ends where its log does: nothing that was durable is lost.
void Life::NoteEndOfArrayRestore() {
  if (!world_.restore || !world_.restore->under_way.restore.array || !figures_.restored) return;
  world_.coverage.Visit(RarePath::kArraySetRestored);
  if (!world_.restore->end.IsNone()) return;
  world_.coverage.Visit(RarePath::kKeptSnapshotRestored);
  world_.restore->end = figures_.restored->end;
  if (world_.restore->end < world_.restore->least) {
    world_.Fail("array snapshot " + world_.restore->base + " has the database up to " +
                ToString(world_.restore->end) + ", and its log was durable up to " +
                ToString(world_.restore->least));
  }
}

}  // namespace snapscope::crash_simulator
