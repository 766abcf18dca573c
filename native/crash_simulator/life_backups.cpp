// Backups that a life takes, restores over the database that end it, and restores beside it.
#include <algorithm>
#include <utility>

#include "crash_simulator/checks.h"
#include "crash_simulator/excuses.h"
#include "crash_simulator/life.h"

namespace snapscope::crash_simulator {

using backup::BackupKind;
using backup::BackupSet;
using scenario::BackupType;

Task<void> Life::CarryOut(scenario::Backup backup) {
  if (!backup.array_snapshot.empty()) co_return co_await BackUpOffHost(std::move(backup));
  const bool has_all = backup.filegroups.empty();
  const Expected expected =
      ExpectedOfBackup(backup.name, backup.type == BackupType::kFull && has_all);
  const Status taken = co_await Give(backup);
  JudgeBackup(backup, taken, expected);
}

/// At rest. In a database whose log is not backed up, or has nothing new, there is no tail.
Task<void> Life::TakeTail() {
  if (!database().HasTail()) co_return;
  const scenario::Backup tail{.name = server_->NextTail(), .type = BackupType::kLog};
  const Expected expected = ExpectedOfBackup(tail.name, /*is_full=*/false);
  Worker& worker = server_->NewAdminWorker();
  co_await worker.Start();
  const Status taken = co_await server_->BackUpTail(worker);
  co_await worker.End();
  JudgeBackup(tail, taken, expected);
}

Life::Expected Life::ExpectedOfBackup(const std::string& name, bool is_full) {
  const wal::Log& log = database().log();
  BackupNote& note = world_.backups.notes[name];
  note.is_none = false;
  note.begins_chain = is_full && world_.scenario.full_recovery && log.backed_up().IsNone();
  note.met_many_open = is_full && database().transactions().active_count() > kManyOpen;
  Expected expected{.begin = log.durable_lsn(), .chain = log.backed_up(), .blocks = {}};
  const server::BackupAccount* there = world_.journal.backups.NewestOf(name);
  if (there != nullptr && there->is_there()) expected.blocks = there->set.block_bytes;
  return expected;
}

void Life::JudgeBackup(const scenario::Backup& backup, const Status& taken, Expected expected) {
  if (taken.ok()) {
    const BackupSet& set = world_.journal.backups.Find(backup.name)->set;
    CheckOptions(backup, set);
    CheckOverwriting(backup, expected);
    return NoteBackup(set, expected);
  }
  const Error& error = taken.error();
  const server::BackupAccount* account = world_.journal.backups.NewestOf(backup.name);
  if (account != nullptr && account->state == server::BackupState::kComplete) {
    world_.Fail("the backup " + backup.name + " has failed, and counts as complete");
  }
  if (error.number == 3201 && (backup.init || backup.format)) {
    return world_.coverage.Visit(RarePath::kOverwritingMetUse);
  }
  const bool is_first = !backup.init && !backup.format;
  const bool met_another = world_.journal.backups.CountOf(backup.name) > 1;
  if (is_first && met_another && error.code == ErrorCode::kRefused && error.number == 0) return;
  if (error.number == 3268 && backup.init) {
    return world_.coverage.Visit(RarePath::kOverwritingRefused);
  }
  if (error.number == 3035) {
    world_.coverage.Visit(RarePath::kDifferentialRefused);
    if (backup.type == BackupType::kDifferential && !has_full_backup_) return;
  }
  const bool of_log = backup.type == BackupType::kLog;
  if (of_log && error.number == 4208 && !world_.scenario.full_recovery) return;
  if (of_log && error.number == 4214 && expected.chain.IsNone()) return;
  if (error.code == ErrorCode::kPowerCut) return;
  world_.coverage.Visit(RarePath::kBackupFailed);
  // At rest nothing comes too late.
  const bool is_tail = account != nullptr && account->is_tail;
  if (is_tail && error.code == ErrorCode::kRefused) {
    world_.Fail("the backup " + backup.name + " is refused: " + error.message);
  }
  if (!MayFailToBackUp(world_, backup.name, error)) Judge("the backup " + backup.name, error);
}

/// Blocks of another size are left alone, unless the media is formatted.
void Life::CheckOverwriting(const scenario::Backup& backup, const Expected& expected) {
  if (!expected.blocks) return;
  world_.coverage.Visit(RarePath::kBackupOverwritten);
  const auto is_there = [&backup](const server::BackupAccount& account) {
    return account.set.name == backup.name && account.is_there();
  };
  if (std::ranges::count_if(world_.journal.backups.backups, is_there) > 1) {
    world_.Fail("the backup that " + backup.name + " has overwritten counts as there");
  }
  if (backup.format || *expected.blocks == backup.block_bytes) return;
  world_.Fail("the backup " + backup.name + " has overwritten blocks of another size");
}

void Life::CheckOptions(const scenario::Backup& backup, const BackupSet& set) {
  world_.coverage.Visit(RarePath::kBackedUpWithoutChecksums, set.has_checksums ? 0 : 1);
  world_.coverage.Visit(RarePath::kBackedUpNoTruncate, backup.no_truncate ? 1 : 0);
  world_.coverage.Visit(RarePath::kBackedUpCompressed, backup.compress ? 1 : 0);
  world_.coverage.Visit(RarePath::kBackedUpToNul, backup.to_nul ? 1 : 0);
  if (backup.no_truncate && !set.copy_only)
    world_.Fail("the backup " + set.name + " WITH NO_TRUNCATE is none that is copy-only");
  const bool may_be_damaged = backup.continue_after_error && WasDataDamaged(world_);
  if (set.is_damaged() && !may_be_damaged) {
    world_.Fail("the backup " + set.name + " tells of " + std::to_string(set.damaged_pages) +
                " damaged pages, and no page was damaged");
  }
}

void Life::NoteBackup(const BackupSet& set, Expected expected) {
  if (set.last < expected.begin) {
    world_.Fail("backup " + set.name + " ends at " + ToString(set.last) +
                ", and the log was durable up to " + ToString(expected.begin) + " at its begin");
  }
  // The server's own job, which keeps nothing of the log, would leave gaps.
  const bool lacks_log = set.kind == BackupKind::kLog && set.first > world_.backups.log_until &&
                         world_.scenario.log_backup_interval == 0;
  if (lacks_log) {
    world_.Fail("log backup " + set.name + " begins at " + ToString(set.first) +
                ", and the ones before it end at " + ToString(world_.backups.log_until));
  }
  // It has waited for a full one that was under way, and the next one waits for it.
  if (set.kind == BackupKind::kDifferential && !has_full_backup_) {
    world_.Fail("differential backup " + set.name +
                " was taken without a full one since the server's start");
  }
  if (set.kind == BackupKind::kFull && !set.copy_only) has_full_backup_ = true;
  if (world_.journal.backups.Find(set.name)->is_tail)
    world_.coverage.Visit(RarePath::kTailBackedUp);
  world_.backups.NoteComplete(set);
}

bool Life::HasSnapshots() {
  return std::ranges::any_of(database().snapshots().snapshots(), [](const auto& snapshot) {
    return snapshot->state() != snapshot::State::kDropped;
  });
}

// The process ends with the life, as the database would be closed: users come back to what the next
// one restores.
Task<void> Life::EndByRestore(Step step) {
  const server::BackupHistory& backups = world_.journal.backups;
  scenario::Restore command = *step.As<scenario::Restore>();
  if (!command.array_snapshot.empty()) co_return co_await EndByArrayRestore(std::move(command));
  command.replace = true;
  std::vector<BackupSet> sets = backups.Complete();
  const bool takes_tail = command.back_up_tail && database().HasTail() && !sets.empty();
  const std::string tail = server_->NextTail();
  if (takes_tail) sets.push_back(server_->TailToCome(sets.back()));
  Rng rng(world_.plan.seed, "restore in place " + std::to_string(number_));
  const std::optional<RestoreChoice> choice =
      ChooseRestore(world_, std::move(sets), step.restore, rng);
  if (world_.problem) co_return;
  if (choice) {
    command.stop_at = choice->stop.at;
    command.stop_before_mark = choice->stop.before;
  }
  const bool had_snapshots = HasSnapshots();
  const Expected expected = ExpectedOfBackup(tail, /*is_full=*/false);
  quiescing_ = true;
  Status begun = co_await Give(command);
  quiescing_ = !server_->is_up();
  // The tail could not be backed up: the server is to be started again.
  if (const auto* failed = std::get_if<server::Starting>(&server_->life())) begun = failed->outcome;
  const bool must_refuse = HasSnapshots() || !choice;
  const server::BackupAccount* taken = backups.FindComplete(tail);
  if (taken != nullptr) NoteBackup(taken->set, expected);
  if (begun.ok()) {
    if (must_refuse) world_.Fail("a database was closed for a restore that cannot be");
    world_.restore = RestoreInPlace{.end = EndOf(world_, choice->stop, choice->base),
                                    .base = choice->chain.front().name,
                                    .under_way = std::get<server::Restoring>(server_->life())};
    co_return;
  }
  const Error& error = begun.error();
  if (error.code == ErrorCode::kRefused) {
    world_.coverage.Visit(RarePath::kRestoreRefused);
    // The server's own job may have backed up, and not kept, what the tail was to begin with.
    const Lsn chain = taken != nullptr ? taken->set.first : database().log().backed_up();
    const bool may_refuse = must_refuse || had_snapshots || chain != expected.chain;
    if (!may_refuse) world_.Fail("a restore was refused: " + error.message);
  } else if (!MayFailToBackUp(world_, tail, error)) {
    Judge("the tail before a restore", error);
  }
}

/// Whether no backup has taken the place of one of the sets.
bool Life::AreThere(const std::vector<BackupSet>& sets) const {
  return std::ranges::all_of(sets, [this](const BackupSet& set) {
    const server::BackupAccount* there = world_.journal.backups.FindComplete(set.name);
    return there != nullptr && there->set.id == set.id;
  });
}

// --- Beside the database -------------------------------------------------------------------------

// Backups that end meanwhile may bring a restore to the end further than was chosen.
Task<void> Life::RestoreBeside(scenario::Restore command, RestorePlan plan) {
  if (!command.array_snapshot.empty()) co_return co_await RestoreArrayBeside(std::move(command));
  Rng rng(world_.plan.seed, "restore beside " + std::to_string(number_));
  const std::optional<RestoreChoice> choice =
      ChooseRestore(world_, world_.journal.backups.Complete(), plan, rng);
  if (world_.problem) co_return;
  std::optional<Lsn> end;
  if (choice) {
    command.stop_at = choice->stop.at;
    command.stop_before_mark = choice->stop.before;
    if (command.stop_at || command.stop_before_mark) end = choice->end;
  }
  // With a damaged page it may be restored from other backups than were chosen.
  if (WasDataDamaged(world_)) command.continue_after_error = false;
  const std::string name = command.restored_as;
  const bool is_first = !were_restored_.contains(name);
  const bool is_alone = copies_.try_emplace(name, end).second;
  if (choice) were_restored_.insert(name);
  const Status restored = co_await Give(command);
  if (is_alone) copies_.erase(name);
  if (restored.ok()) co_return;
  // A copy that is there is not replaced, or is in use, or is beyond the backups; or one of these
  // was overwritten before the restore began.
  const Error& error = restored.error();
  const bool may_refuse = !choice || !is_first || !AreThere(choice->chain);
  if (error.code == ErrorCode::kRefused && may_refuse) co_return;
  if (!MayFailToRestore(world_, error)) Judge("restoring " + name, error);
}

void Life::OnCopyRecovered(server::RestoredCopy& copy, server::RestoreAccount& account) {
  const auto is_full = [this](const std::string& backup) {
    return world_.journal.backups.FindComplete(backup)->set.kind == BackupKind::kFull;
  };
  Coverage& coverage = world_.coverage;
  coverage.Visit(RarePath::kRestoredBeside);
  coverage.Visit(RarePath::kRestoredBesideSnapshot, HasSnapshots());
  coverage.Visit(RarePath::kRestoredBesideBackup, IsUnderWay<scenario::Backup>());
  const bool goes_on =
      account.array_snapshot.empty() && !account.from.empty() && !is_full(account.from.front());
  coverage.Visit(RarePath::kCopyRolledForward, goes_on);
  const Lsn end = account.figures.end;
  if (const auto wrong = world_.journal.WrongPoint(account, end, 0)) world_.Fail(*wrong);
  CheckArrayCopy(account);
  const auto known = copies_.find(copy.name);
  const std::optional<Lsn> asked = known == copies_.end() ? std::nullopt : known->second;
  CheckCopy(world_, database(), *copy.database, asked.value_or(end));
  if (world_.problem) return;
  world_.journal.oracle.Pin(end);
  pinned_.push_back(end);
}

}  // namespace snapscope::crash_simulator
