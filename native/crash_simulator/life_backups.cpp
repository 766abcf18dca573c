// Backups that a life takes.
#include <algorithm>
#include <utility>

#include "crash_simulator/excuses.h"
#include "crash_simulator/life.h"
#include "database/file_names.h"
#include "server/scenario_options.h"

namespace snapscope::crash_simulator {

using backup::BackupKind;
using backup::BackupSet;

Task<void> Life::CarryOut(scenario::Backup backup) {
  Worker& worker = NewWorker("spid1010");
  co_await worker.Start();
  ++backups_running_;
  co_await TakeBackup(worker, std::move(backup));
  --backups_running_;
  co_await worker.End();
}

/// At rest. In a database whose log is not backed up, or has nothing new, there is no tail.
Task<void> Life::TakeTail(scenario::Backup tail) {
  if (!database_->HasTail()) co_return;
  Worker& worker = NewWorker("spid1011");
  co_await worker.Start();
  co_await TakeBackup(worker, tail);
  co_await worker.End();
  const auto record = world_.backups.records.find(tail.name);
  if (record == world_.backups.records.end() || record->second.stage != BackupStage::kComplete) {
    co_return;
  }
  record->second.of_tail = true;
  world_.coverage.Visit(RarePath::kTailBackedUp);
}

Task<void> Life::TakeBackup(Worker& worker, scenario::Backup command) {
  BackupRecords& backups = world_.backups;
  const BackupKind kind = server::KindOf(command.type);
  backup::BackupRequest request;
  request.kind = kind;
  request.copy_only = command.copy_only;
  request.buffers = command.buffers;
  request.name = command.name;
  request.files = database::BackupFilePlaces(machine_, world_.scenario, command.name,
                                             kind == BackupKind::kLog, command.files);
  request.source = worker.name();
  BackupRecord record;
  record.set.kind = kind;
  record.set.copy_only = command.copy_only;
  record.set.name = command.name;
  record.paths = backup::PathsOf(request.files);
  record.life = number_;
  record.faults_before = world_.FaultsForBackup(record.paths);
  record.begins_chain = kind == BackupKind::kFull && world_.scenario.full_recovery &&
                        database_->log().backed_up().IsNone();
  backups.Begin(std::move(record));
  // A restore may go back to the end of any backup from here on.
  if (!backups.history_from) backups.history_from = database_->log().durable_lsn();
  const Expected expected{.begin = database_->log().durable_lsn(),
                          .chain = database_->log().backed_up()};
  const Result<BackupSet> taken = co_await database_->BackUp(worker, std::move(request));
  if (taken.ok()) {
    NoteBackup(*taken, expected);
  } else {
    NoteFailedBackup(command, taken.error(), expected);
  }
}

// The process ends with the life, as the database would be closed: users come back to what the next
// one restores.
Task<void> Life::BeginRestore(Step step) {
  const auto is_there = [](const auto& snapshot) {
    return snapshot->state() != snapshot::State::kDropped;
  };
  const bool has_snapshots = std::ranges::any_of(database_->snapshots().snapshots(), is_there);
  const auto begun = database_->BeginRestore({}, {}, {});
  if (begun.ok() == has_snapshots) {
    world_.Fail(has_snapshots ? "a database with snapshots was closed for a restore"
                              : "a restore was refused: " + begun.error().message);
  }
  if (!begun.ok()) world_.coverage.Visit(RarePath::kRestoreRefused);
  if (!begun.ok() || world_.problem) co_return;
  const auto tail = BackupOf(step, number_);
  if (tail && database_->HasTail()) {
    const bool at_rest = co_await Quiesce();
    if (!at_rest) co_return;
    co_await TakeTail(*tail);
  }
  if (!world_.disk.powered()) co_return;
  Rng rng(world_.plan.seed, "restore in place " + std::to_string(number_));
  std::optional<RestoreChoice> choice = ChooseRestore(world_, step.restore, rng);
  if (!choice) co_return;
  const uint32_t log_restart = database_->log().end_lsn().vlf() + 1;
  world_.restore = RestoreInPlace{.choice = std::move(*choice), .log_restart = log_restart};
}

// Who starts the server does not know how far a restore had come that was cut off. What cannot be
// opened ends this process; the next one restores it.
Task<Result<std::unique_ptr<database::Database>>> Life::Open(Worker& worker) {
  database::DatabaseOptions options = DatabaseOptionsOfLife();
  const bool opens = !world_.restore || (world_.restore->begun && !world_.restore->cut);
  if (world_.restore && !opens) {
    const RestoreInPlace& restore = *world_.restore;
    restore_.emplace();
    for (const BackupSet& set : restore.choice.chain) {
      const std::vector<std::string>& paths = world_.backups.Of(set).paths;
      restore_->backups.push_back(FilesAt(machine_, paths));
    }
    restore_->stop = restore.choice.stop;
    restore_->source = "spid7s";
    restore_->log_restart = restore.log_restart;
    options.restore = &*restore_;
    world_.restore->begun = true;
    world_.restore->cut = false;
  }
  auto opened = co_await database::Database::Restart(worker, options, &figures_);
  const bool was_cut =
      world_.restore && opens && !opened.ok() && opened.error().code == ErrorCode::kCorruptLog;
  if (!was_cut) co_return opened;
  world_.restore->cut = true;
  world_.coverage.Visit(RarePath::kRestoreInPlaceCut);
  co_return std::unique_ptr<database::Database>();
}

void Life::NoteBackup(const BackupSet& set, Expected expected) {
  BackupRecords& backups = world_.backups;
  if (set.last < expected.begin) {
    world_.Fail("backup " + set.name + " ends at " + ToString(set.last) +
                ", and the log was durable up to " + ToString(expected.begin) + " at its begin");
  }
  // The server's own job, which keeps nothing of the log, would leave gaps.
  const bool lacks_log = set.kind == BackupKind::kLog && set.first > backups.log_until &&
                         world_.scenario.log_backup_interval == 0;
  if (lacks_log) {
    world_.Fail("log backup " + set.name + " begins at " + ToString(set.first) +
                ", and the ones before it end at " + ToString(backups.log_until));
  }
  // It has waited for a full one that was under way, and the next one waits for it.
  if (set.kind == BackupKind::kDifferential && !has_full_backup_) {
    world_.Fail("differential backup " + set.name +
                " was taken without a full one since the server's start");
  }
  if (set.kind == BackupKind::kFull && !set.copy_only) has_full_backup_ = true;
  backups.Complete(set);
}

void Life::NoteFailedBackup(const scenario::Backup& backup, const Error& error, Expected expected) {
  const std::string& path = world_.backups.records.at(backup.name).paths.front();
  if (error.number == 3035) {
    world_.coverage.Visit(RarePath::kDifferentialRefused);
    if (backup.type == scenario::BackupType::kDifferential && !has_full_backup_) return;
  }
  const bool of_log = backup.type == scenario::BackupType::kLog;
  if (of_log && error.number == 4208 && !world_.scenario.full_recovery) return;
  if (of_log && error.number == 4214 && expected.chain.IsNone()) return;
  if (error.code == ErrorCode::kPowerCut) return;
  world_.coverage.Visit(RarePath::kBackupFailed);
  if (!MayFailToBackUp(world_, backup.name, error) && !IsExcused(world_, error)) {
    world_.Fail("backing up to " + path + ": " + error.message);
  }
}

}  // namespace snapscope::crash_simulator
