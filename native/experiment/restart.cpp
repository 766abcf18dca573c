// A restart of the server within a run, and a revert, which is one for its database.
// A clean one lets the sessions finish their transactions and
// takes a checkpoint; a crash ends the process where it stands: what was handed to the system
// reaches the disks, everything in memory is gone. Either way the database then starts as after any
// end: snapshots armed, analysis, redo, undo; and its users come back.
//
// Engine time goes on meanwhile. Commands that come due while the server is down are carried out
// when it is up again.
#include <algorithm>
#include <utility>

#include "database/file_names.h"
#include "experiment/commands.h"
#include "experiment/experiment.h"
#include "experiment/users.h"
#include "telemetry/sql_errors.h"

namespace snapscope::experiment {

namespace {
constexpr TimeNs kQuiesceCheckInterval = 10 * kMillisecond;
}  // namespace

FileAccount AccountOf(std::string name, const storage::FilePlace& place, storage::File& file) {
  const Result<uint64_t> size_on_disk = file.SizeOnDisk();
  return {.name = std::move(name),
          .volume = place.volume->name(),
          .path = file.path(),
          .io = file.statistics(),
          .size = file.size(),
          .size_on_disk = size_on_disk.ok() ? size_on_disk.value() : 0};
}

SnapshotAccount AccountOf(snapshot::Snapshot& snapshot) {
  SnapshotAccount account;
  account.name = snapshot.name();
  account.state = snapshot.state();
  account.split = snapshot.split();
  account.as_of = snapshot.as_of();
  account.created = snapshot.created;
  account.completed = snapshot.completed;
  // What is lost before it is complete was never created: its creation has failed.
  if (snapshot.completed != 0) account.loss = snapshot.loss;
  account.figures = snapshot.figures();
  account.region_bytes = snapshot.region_bytes();
  for (const snapshot::SparseFile& file : snapshot.files()) {
    std::string name =
        database::SparseFileLogicalName(snapshot.name(), page::DataFilePosition(file.id()));
    const snapshot::SparseFileFigures figures = file.figures();
    account.files.push_back({.name = std::move(name),
                             .volume = file.place().volume->name(),
                             .path = file.path(),
                             .io = figures.io,
                             .size = figures.size,
                             .size_on_disk = figures.size_on_disk});
  }
  return account;
}

uint64_t SnapshotAccount::size() const {
  uint64_t bytes = 0;
  for (const FileAccount& file : files) bytes += file.size;
  return bytes;
}

uint64_t SnapshotAccount::size_on_disk() const {
  uint64_t bytes = 0;
  for (const FileAccount& file : files) bytes += file.size_on_disk;
  return bytes;
}

storage::FileStatistics ServerHistory::Total(const std::string& path,
                                             storage::FileStatistics now) const {
  const auto earlier = io.find(path);
  if (earlier != io.end()) now += earlier->second;
  return now;
}

std::optional<Error> Experiment::RefuseWhileRestarting(const std::string& json) {
  if (!restarting_) return std::nullopt;
  Error refused{ErrorCode::kRefused, "The server is being restarted already."};
  telemetry_.AddCommandEvent(json, false, refused.message);
  return refused;
}

Task<CommandEnd> Experiment::RunRestart(scenario::RestartServer command, std::string json) {
  std::string spid;
  Worker& worker = NewAdminWorker(spid);
  if (const auto refused = RefuseWhileRestarting(json)) co_return Status(*refused);
  restarting_ = true;
  telemetry_.AddCommandEvent(json, true);
  if (command.mode == scenario::RestartMode::kClean) {
    closing_ = telemetry::kShuttingDown();
    co_await Quiesce();
    co_await worker.Start();
    checkpoint::CheckpointRequest request{
        .source = spid, .kind = "automatic", .snapshot = {}, .hold = nullptr};
    const Result<checkpoint::CheckpointFigures> written =
        co_await database_->checkpointer().Run(worker, std::move(request));
    co_await worker.End();
    if (!written.ok()) {
      Fail(written.error());
      co_return Status(written.error());
    }
  }
  co_return std::nullopt;
}

Task<void> Experiment::Quiesce() {
  workload_->RequestStop();
  reporting_->RequestStop();
  txn::GhostCleanup& ghosts = database_->transactions().ghost_cleanup();
  ghosts.RequestStop();
  // The command that asks is one of those under way.
  while (!workload_->stopped() || !reporting_->stopped() || !ghosts.stopped() ||
         under_way_.size() > 1) {
    co_await executor_.Sleep(kQuiesceCheckInterval);
  }
}

// A revert throws everybody out, as with ROLLBACK IMMEDIATE: what they had under way is not in the
// snapshot. The database then starts as after a crash that cut the revert off: it completes it.
Task<CommandEnd> Experiment::RunRevert(scenario::RevertSnapshot command, std::string json) {
  std::string spid;
  Worker& worker = NewAdminWorker(spid);
  if (const auto refused = RefuseWhileRestarting(json)) co_return Status(*refused);
  if (!command.closes_connections && HasConnections()) {
    const Error in_use = telemetry::kNoExclusiveAccess();
    telemetry_.AddCommandEvent(json, false, in_use.message);
    co_return Status(in_use);
  }
  co_await worker.Start();
  restarting_ = true;
  const Status begun =
      co_await database_->snapshots().BeginRevert(worker, command.name, std::move(spid));
  telemetry_.AddCommandEvent(json, begun.ok(), begun.ok() ? "" : begun.error().message);
  co_await worker.End();
  if (!begun.ok()) {
    restarting_ = false;
    co_return begun;
  }
  reverting_ = command.name;
  co_return std::nullopt;
}

void Experiment::RestartServer() {
  running_ = false;
  EndCommands();
  SetState(reverting_ ? "reverting" : restore_ ? "restoring" : "restarting");
  std::optional<size_t> phase;
  if (restore_) {
    phase = telemetry_.BeginPhase("", "restore");
  } else if (!reverting_) {
    phase = telemetry_.BeginPhase("", "serverStart");
  }
  DrainVolumes();
  std::optional<database::RevertUnderWay> revert;
  if (reverting_) {
    const auto snapshot = database_->snapshots().Find(*reverting_);
    revert =
        database::RevertUnderWay{.closed_at = executor_.Now(), .maps = snapshot->DurableMaps()};
  }
  const std::vector<SnapshotAccount> before = EndServer();
  revert_ = std::move(revert);
  cpu_.emplace(executor_, CpuOf(scenario_));
  executor_.Spawn("sampler", RunSampler());
  std::string spid;
  Worker& worker = NewAdminWorker(spid);
  executor_.Spawn("restart", StartDatabase(worker, before));
  executor_.Run(this);
  restarting_ = server_ended_ = false;
  closing_.reset();
  reverting_.reset();
  if (restore_) backups_.restores[restoring_].ended = executor_.Now();
  restore_.reset();
  if (error_ && phase) telemetry_.EndPhase(*phase);
  if (error_ || status_ != RunStatus::kCompleted) return;
  if (phase)
    telemetry_.EndPhase(*phase, {{"snapshots", static_cast<int64_t>(std::ranges::count_if(
                                                   before, [](const SnapshotAccount& account) {
                                                     return account.state !=
                                                            snapshot::State::kDropped;
                                                   }))}});
  StartUsers();
  const std::optional<Error> error = std::exchange(restart_error_, std::nullopt);
  OnCommandEnd(restart_step_, error ? Status(*error) : Status());
}

void Experiment::EndCommands() {
  const Error why{ErrorCode::kRefused,
                  reverting_ ? "The revert to '" + *reverting_ +
                                   "' closed the command's connection before it had ended."
                  : restore_ ? "The restore of '" + scenario_.database +
                                   "' closed the command's connection before it had ended."
                             : "The server ended before the command did."};
  for (const scenario::Command* command : under_way_) {
    telemetry_.AddCommandEvent(command->json, false, why.message);
  }
  under_way_.clear();
  timeline_.OnServerEnd(restart_step_, why, executor_.Now());
  backups_.OnServerEnd(executor_.Now());
  for (RestoreAccount& account : backups_.restores) {
    const bool is_of_a_copy = !account.database.empty();
    if (is_of_a_copy && account.ended == kNever) account.ended = executor_.Now();
  }
  telemetry_.EndOpenPhases();
}

// Takes the accounts of sessions, snapshots and files, then ends the server. Returns the accounts
// of all snapshots.
std::vector<SnapshotAccount> Experiment::EndServer() {
  ++history_.restarts;
  history_.sessions += workload_->TotalsAt(executor_.Now());
  history_.transactions += workload_->counts();
  history_.report_sessions += reporting_->TotalsAt(executor_.Now());
  history_.reports += reporting_->counts();
  report_users_ = reporting_->users();
  users_ = workload_->users();
  next_witness_ = workload_->next_witness();
  rows_ = workload_->rows();
  history_.cpu_busy += cpu_->busy();
  for (size_t kind = 0; kind < runtime::kCpuWorkCount; ++kind) {
    history_.processor_work[kind] += cpu_->charged(static_cast<runtime::CpuWork>(kind));
  }
  history_.pre_image_peak_bytes =
      std::max(history_.pre_image_peak_bytes,
               database_->snapshots().copy_on_write().pre_images().peak_bytes());
  const auto& checkpoints = database_->checkpointer().history();
  history_.checkpoints.insert(history_.checkpoints.end(), checkpoints.begin(), checkpoints.end());
  for (storage::File* file : database_->source_files()) {
    history_.io[file->path()] += file->statistics();
  }
  if (const storage::File* tempdb = database_->tempdb_file()) {
    history_.io[tempdb->path()] += tempdb->statistics();
  }
  std::vector<SnapshotAccount> snapshots;
  for (const auto& snapshot : database_->snapshots().snapshots()) {
    if (snapshot->hidden) {
      EndHidden(*snapshot);
      continue;
    }
    snapshots.push_back(AccountOf(*snapshot));
    const SnapshotAccount& account = snapshots.back();
    for (const FileAccount& file : account.files) {
      history_.snapshot_bytes_read += file.io.bytes_read;
      history_.snapshot_bytes_written += file.io.bytes_written;
      if (account.state != snapshot::State::kDropped) history_.io[file.path] += file.io;
    }
  }
  executor_.AbandonTasks();
  creating_ = 0;
  workload_.reset();
  reporting_.reset();
  database_.reset();
  ForgetCopiesUnderWay();
  admin_workers_.clear();
  return snapshots;
}

// The hidden snapshot's files go with the restart, which knows them from the catalogue.
void Experiment::EndHidden(snapshot::Snapshot& snapshot) {
  const storage::FileStatistics io = snapshot.io();
  history_.hidden_bytes_read += io.bytes_read;
  history_.hidden_bytes_written += io.bytes_written;
  if (snapshot.state() == snapshot::State::kDropped) return;
  if (!snapshot.split().IsNone()) oracle_->Unpin(snapshot.split());
}

Task<void> Experiment::StartDatabase(Worker& worker, std::vector<SnapshotAccount> before) {
  co_await worker.Start();
  database::RestartFigures figures;
  Result<std::unique_ptr<database::Database>> database =
      co_await database::Database::Restart(worker, DatabaseOptionsOfRun(), &figures);
  co_await worker.End();
  if (!database.ok()) {
    Fail(database.error());
    co_return;
  }
  database_ = std::move(database).value();
  for (const auto& [path, io] : database_->TakeCopiedBackIo()) {
    history_.io[path] += io;
    history_.snapshot_bytes_read += io.bytes_read;
    history_.snapshot_bytes_written += io.bytes_written;
  }
  for (SnapshotAccount& account : before) ResumeAccount(std::move(account));
  CompareAfterRestart(figures);
  executor_.Stop();
}

// A snapshot that came back goes on with its figures; of others the history keeps the account.
void Experiment::ResumeAccount(SnapshotAccount account) {
  const bool dropped = account.state == snapshot::State::kDropped;
  const std::shared_ptr<snapshot::Snapshot> found =
      dropped ? nullptr : database_->snapshots().Find(account.name);
  if (found != nullptr) {
    const snapshot::SnapshotFigures by_recovery = found->figures();
    found->created = account.created;
    found->completed = account.completed;
    if (account.loss) found->loss = std::move(account.loss);
    found->figures() = account.figures;
    found->figures().pages_pushed += by_recovery.pages_pushed;
    found->figures().pages_pushed_along += by_recovery.pages_pushed_along;
    found->figures().pages_deferred += by_recovery.pages_deferred;
    return;
  }
  if (!dropped) {
    account.state = snapshot::State::kDropped;  // the restart found it half created
    if (!account.split.IsNone()) oracle_->Unpin(account.split);
  }
  history_.snapshots.push_back(std::move(account));
}

// What a crash took are commits that nobody was told of, and nothing else; a revert takes all since
// the split.
void Experiment::CompareAfterRestart(const database::RestartFigures& figures) {
  const Lsn end =
      figures.restored ? figures.restored->end : figures.reverted_to.value_or(figures.end);
  const std::optional<std::string> lost = oracle_->CheckAcknowledged(end);
  if (lost && !figures.reverted_to && !figures.restored) {
    return Fail(Error{ErrorCode::kCorruptLog, "after the restart: " + *lost});
  }
  if (figures.restored) {
    if (const auto wrong = WrongPoint(backups_.restores[restoring_], end)) {
      return Fail(Error{ErrorCode::kCorruptLog, "after the restore: " + *wrong});
    }
    const uint64_t lost = CommitsNotAt(end);
    backups_.restores[restoring_].discarded = lost;
    commit_count_.OnRestore(lost);
  }
  if (figures.reverted_to) {
    const auto& snapshots = database_->snapshots().snapshots();
    const auto source =
        std::ranges::find(snapshots, end, [](const auto& one) { return one->split(); });
    CHECK(source != snapshots.end(), "the snapshot of %s is gone", ToString(end).c_str());
    history_.reverts.push_back({(*source)->name(), commit_count_.OnRevert(end)});
  }
  if (figures.restored || figures.reverted_to) {
    if (figures.log_begin <= oracle_->last_commit()) {
      return Fail(Error{ErrorCode::kCorruptLog,
                        "the log begins anew at " + ToString(figures.log_begin) +
                            ", but there was a commit at " + ToString(oracle_->last_commit()) +
                            ": LSNs of two histories cannot be told apart"});
    }
    oracle_->Fork(end, figures.log_begin);
  } else {
    oracle_->DiscardFrom(end);
    commit_count_.OnCrash(end);
    new_tables_->DiscardFrom(end);
    std::erase_if(backups_.commits, [end](const auto& commit) { return commit.lsn >= end; });
  }
  if (figures.restored) SetState("verifying");  // which may take longer than the restore has
  const std::optional<verification::Verification> compared = VerifySource(end);
  if (figures.restored) {
    RestoreAccount& account = backups_.restores[restoring_];
    account.figures = *figures.restored;
    if (compared) {
      account.verified = compared->passed();
      account.problem = compared->problem;
      account.consistency = compared->consistency;
    }
  }
  for (const auto& snapshot : database_->snapshots().snapshots()) {
    if (snapshot->state() == snapshot::State::kOnline) Verify(*snapshot);
  }
}

}  // namespace snapscope::experiment
