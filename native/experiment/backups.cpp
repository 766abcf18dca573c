// Backups and restores of a run.
//
// A restore lets the users finish what they do, takes a backup of the tail of the log if it is
// asked to, and then closes the database as a revert does: the server opens it again from its
// backups, and its users come back. What was committed later is a branch of the history then, to
// which another restore may come back: so the oracle has to know every state from the first backup
// on, of whichever branch. Its history is kept as long as it fits.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "database/file_names.h"
#include "experiment/commands.h"
#include "experiment/committed_rows.h"
#include "experiment/experiment.h"
#include "experiment/operation_options.h"
#include "telemetry/sql_errors.h"

namespace snapscope::experiment {

namespace {

/// What backups of the tail are called.
constexpr char kTail[] = "tail_";

Error NotLogged(Lsn stop, Lsn end) {
  return Error{ErrorCode::kRefused, "The mark to stop at is beyond the log, which ends at " +
                                        ToString(end) + "; the records up to " + ToString(stop) +
                                        " are not there."};
}

Error NoSuchBackup(const std::string& name, const std::vector<BackupAccount>& backups) {
  std::string names;
  for (const BackupAccount& account : backups) {
    names += (names.empty() ? "" : ", ") + account.set.name;
  }
  return Error{ErrorCode::kNotFound, "There is no backup '" + name + "'; " +
                                         (names.empty() ? "none was taken" : "allowed: " + names)};
}

}  // namespace

Task<Result<backup::BackupSet>> Experiment::BackUp(Worker& worker, backup::BackupRequest request) {
  // A restore may go back to the end of any backup from here on.
  if (!backups_.history_from) backups_.history_from = database_->log().durable_lsn();
  BackupAccount account;
  account.files = request.files;
  account.set.kind = request.kind;
  account.set.copy_only = request.copy_only;
  account.set.name = request.name;
  account.set.started = executor_.Now();
  const size_t number = backups_.backups.size();
  backups_.backups.push_back(std::move(account));
  Result<backup::BackupSet> done = co_await database_->BackUp(worker, std::move(request));
  BackupAccount& ended = backups_.backups[number];
  ended.state = done.ok() ? BackupState::kComplete : BackupState::kFailed;
  if (done.ok()) ended.set = *done;
  ended.set.finished = executor_.Now();
  co_return done;
}

Task<CommandEnd> Experiment::RunBackup(scenario::Backup command, std::string json) {
  std::string spid;
  Worker& worker = NewAdminWorker(spid);
  co_await worker.Start();
  telemetry_.AddCommandEvent(json, true);
  backup::BackupRequest request;
  request.kind = KindOf(command.type);
  request.copy_only = command.copy_only;
  request.buffers = command.buffers;
  request.name = command.name;
  request.files = database::BackupFilePlaces(
      machine_, scenario_, command.name, request.kind == backup::BackupKind::kLog, command.files);
  request.source = spid;
  const Result<backup::BackupSet> done = co_await BackUp(worker, std::move(request));
  if (!done.ok()) telemetry_.AddCommandEvent(json, false, done.error().message);
  co_await worker.End();
  co_return done.ok() ? Status() : Status(done.error());
}

// RESTORE VERIFYONLY. A file that is not whole, or damaged, fails the command: nothing else of the
// run depends on it.
Task<CommandEnd> Experiment::RunVerifyBackup(scenario::VerifyBackup command, std::string json) {
  std::string spid;
  Worker& worker = NewAdminWorker(spid);
  co_await worker.Start();
  const auto found = std::ranges::find(backups_.backups, command.name,
                                       [](const BackupAccount& one) { return one.set.name; });
  if (found == backups_.backups.end()) {
    const Error refused = NoSuchBackup(command.name, backups_.backups);
    telemetry_.AddCommandEvent(json, false, refused.message);
    co_await worker.End();
    co_return Status(refused);
  }
  telemetry_.AddCommandEvent(json, true);
  const size_t phase = telemetry_.BeginPhase("", "verifyBackup");
  backup::MediaSet files = found->files;
  const Result<backup::BackupSet> verified = co_await backup::Verify(
      worker, std::move(files),
      [this, phase](uint32_t permille) { telemetry_.PhaseProgress(phase, permille); });
  if (verified.ok()) {
    telemetry_.EndPhase(phase, {{"pages", static_cast<int64_t>(verified->pages)}});
  } else {
    telemetry_.EndPhase(phase);
    telemetry_.AddCommandEvent(json, false, verified.error().message);
  }
  co_await worker.End();
  co_return verified.ok() ? Status() : Status(verified.error());
}

Task<Status> Experiment::BackUpTail(Worker& worker, std::string spid) {
  const std::string name = kTail + std::to_string(++backups_.tails);
  backup::BackupRequest request;
  request.kind = backup::BackupKind::kLog;
  request.name = name;
  request.files = database::BackupFilePlaces(machine_, scenario_, name, true, 1);
  request.source = std::move(spid);
  const Result<backup::BackupSet> done = co_await BackUp(worker, std::move(request));
  co_return done.ok() ? Status() : Status(done.error());
}

Task<CommandEnd> Experiment::RunRestore(scenario::Restore command, std::string json) {
  std::string spid;
  Worker& worker = NewAdminWorker(spid);
  if (const auto refused = RefuseWhileRestarting(json)) co_return Status(*refused);
  restarting_ = true;
  co_await worker.Start();
  const Status allowed = CheckRestore(command);
  if (!allowed.ok()) {
    restarting_ = false;
    telemetry_.AddCommandEvent(json, false, allowed.error().message);
    co_await worker.End();
    co_return allowed;
  }
  telemetry_.AddCommandEvent(json, true);
  closing_ = telemetry::kInRestore(scenario_.database);
  const Status begun = co_await BeginRestore(worker, command, spid);
  if (!begun.ok()) {  // its users are gone by now: they come back with the server
    telemetry_.AddCommandEvent(json, false, begun.error().message);
    restart_error_ = begun.error();
  }
  co_await worker.End();
  co_return std::nullopt;
}

// What can be known before anybody is thrown out.
Status Experiment::CheckRestore(const scenario::Restore& command) const {
  TRY(backups_.CheckHistory(command.stop_at, executor_.Now()));
  TRY(database_->BeginRestore({}, {}, {}));
  if (!command.closes_connections && HasConnections())
    return telemetry::kInUseByUsers(scenario_.database);
  const bool tail = database_->HasTail();
  if (tail && !command.back_up_tail && !command.replace) {
    return telemetry::kTailNotBackedUp(scenario_.database);
  }
  const Lsn end = database_->log().end_lsn();
  const std::optional<Lsn> stop_before = command.stop_before();
  if (stop_before && *stop_before > end) return NotLogged(*stop_before, end);
  const auto chain =
      ChainOf(command, tail && command.back_up_tail ? SetsWithTail() : backups_.Complete());
  TRY(chain);
  return Status();
}

std::vector<backup::BackupSet> Experiment::SetsWithTail() const {
  std::vector<backup::BackupSet> sets = backups_.Complete();
  if (sets.empty()) return sets;
  backup::BackupSet tail = sets.back();  // of the same database
  tail.kind = backup::BackupKind::kLog;
  tail.name = kTail + std::to_string(backups_.tails + 1);
  tail.first = database_->log().backed_up();
  tail.last = oracle::History::kNewest;
  tail.reached = tail.finished = kNever;
  sets.push_back(std::move(tail));
  return sets;
}

Result<std::vector<backup::BackupSet>> Experiment::BackupsNamed(
    const std::vector<std::string>& names) const {
  std::vector<backup::BackupSet> sets;
  for (const std::string& name : names) {
    const auto found = std::ranges::find_if(backups_.backups, [&name](const auto& account) {
      return account.set.name == name && account.state == BackupState::kComplete;
    });
    if (found == backups_.backups.end()) return NoSuchBackup(name, backups_.backups);
    sets.push_back(found->set);
  }
  return sets;
}

Result<std::vector<backup::BackupSet>> Experiment::ChainOf(
    const scenario::Restore& command, const std::vector<backup::BackupSet>& sets) const {
  const backup::StopPoint stop{.at = command.stop_at, .before = command.stop_before()};
  if (command.backups.empty()) return backup::ChooseChain(sets, stop);
  auto named = BackupsNamed(command.backups);
  TRY(named);
  TRY(backup::CheckChain(*named, stop));
  return named;
}

Task<Status> Experiment::BeginRestore(Worker& worker, scenario::Restore command, std::string spid) {
  const backup::StopPoint stop{.at = command.stop_at, .before = command.stop_before()};
  RestoreAccount account;
  account.started = executor_.Now();
  account.stop_at = command.stop_at;
  account.stop_before = command.stop_before();
  if (command.back_up_tail && database_->HasTail()) {
    co_await Quiesce();
    CO_TRY(co_await BackUpTail(worker, spid));
  }
  const auto chain = ChainOf(command, backups_.Complete());
  CO_TRY(chain);
  std::vector<backup::MediaSet> files;
  for (const backup::BackupSet& set : *chain) {
    account.from.push_back(set.name);
    files.push_back(backups_.FilesOf(set));
  }
  auto restore = database_->BeginRestore(std::move(files), stop, std::move(spid));
  CO_TRY(restore);
  restoring_ = backups_.restores.size();
  backups_.restores.push_back(std::move(account));
  restore_ = std::move(restore).value();
  co_return Status();
}

std::optional<std::string> Experiment::WrongPoint(const RestoreAccount& restore, Lsn end) const {
  const bool with_tail = !restore.from.empty() && restore.from.back().starts_with(kTail);
  // On a real clock a commit is dated a moment before the run hears of it.
  const TimeNs doubt = scenario_.real ? kMillisecond : 0;
  const oracle::History& history = oracle_->history();
  const Lsn newest = history.NewestOfBranch(end);  // of the branch that the backups are of
  for (const auto& [time, lsn, is_users] : backups_.commits) {
    if (!history.Has(newest, lsn)) continue;
    const bool is_kept = history.Has(end, lsn);
    const bool is_right = restore.stop_at       ? is_kept == (time <= *restore.stop_at)
                          : restore.stop_before ? is_kept == (lsn < *restore.stop_before)
                                                : is_kept || !with_tail;
    if (is_right) continue;
    if (restore.stop_at && std::abs(time - *restore.stop_at) < doubt) continue;
    return "the commit at " + ToString(lsn) + ", " + std::to_string(time) + " ns, is " +
           (is_kept ? "in the restored database, which should end before it"
                    : "missing from the restored database");
  }
  return std::nullopt;
}

uint64_t Experiment::CommitsNotAt(Lsn end) const {
  const oracle::History& history = oracle_->history();
  return static_cast<uint64_t>(std::ranges::count_if(backups_.commits, [&](const auto& commit) {
    return commit.is_users && history.Has(oracle::History::kNewest, commit.lsn) &&
           !history.Has(end, commit.lsn);
  }));
}

void Experiment::OnCommit(TxnId txn, Lsn commit_lsn,
                          std::span<const txn::CommittedChange> changes) {
  oracle_->Commit(txn, commit_lsn, experiment::CommittedRows(changes));
  // A page's split changes no row, and the run itself writes the witness: neither is a user's.
  const bool is_users = std::ranges::any_of(
      changes, [](const auto& change) { return change.index != database::kWitness; });
  NoteCommit(commit_lsn, is_users);
  if (const auto& lost = oracle_->lost_update()) Fail(Error{ErrorCode::kCorruptLog, *lost});
}

void Experiment::OnTableDropped(TxnId txn, Lsn commit_lsn, IndexId table) {
  oracle_->CommitDrop(txn, commit_lsn, table);
  NoteCommit(commit_lsn, true);
}

void Experiment::OnAcknowledged(TxnId txn, Lsn commit_lsn) {
  oracle_->Acknowledge(txn, commit_lsn);
  KeepHistory();
}

void Experiment::NoteCommit(Lsn commit_lsn, bool is_users) {
  if (is_users) commit_count_.OnCommit(commit_lsn, database_->log().durable_lsn());
  const bool keeps = backups_.history_from && !backups_.forgotten;
  if (keeps) backups_.commits.push_back({executor_.Now(), commit_lsn, is_users});
}

void Experiment::KeepHistory() {
  const bool keeps = backups_.history_from && !backups_.forgotten;
  // What is being restored will be checked against it.
  const bool is_restoring =
      closing_ || std::ranges::any_of(copies_, [](const auto& copy) { return copy->busy; });
  if (keeps && !is_restoring &&
      oracle_->versions() > scenario_.restore_history_bytes / BackupHistory::kBytesOfVersion) {
    backups_.forgotten = true;
    backups_.commits = {};
  }
  if (keeps && !backups_.forgotten) return;
  // A crash may end the log anywhere from here on: every such state stays answerable.
  oracle_->RetainFrom(database_->log().durable_lsn());
}

}  // namespace snapscope::experiment
