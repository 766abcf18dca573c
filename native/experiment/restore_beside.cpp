// Restores under another name, while users go on: a copy of the database as of some time, or one
// that follows it from log backup to log backup, as log shipping keeps one.
//
// What was restored WITH NORECOVERY lasts as long as the server: after a restart the restore begins
// anew. In the product it goes on, since the state of the roll forward is in the files.
#include <algorithm>
#include <utility>

#include "experiment/commands.h"
#include "experiment/experiment.h"
#include "telemetry/sql_errors.h"

namespace snapscope::experiment {

namespace {

/// Of the first copy; the run's own database is 5.
constexpr uint32_t kFirstCopy = 101;

Error NothingToRestore(const std::string& name) {
  return Error{ErrorCode::kRefused, "No backup goes on from what " + name +
                                        " has been restored to: take a backup of the log first, or "
                                        "recover the database."};
}

}  // namespace

bool Experiment::HasConnections() const {
  if (workload_->users() > 0) return true;
  return std::ranges::any_of(reporting_->users(),
                             [](const auto& snapshot) { return snapshot.second > 0; });
}

RestoredCopy* Experiment::CopyNamed(const std::string& name) {
  const auto found =
      std::ranges::find_if(copies_, [&name](const auto& copy) { return copy->name == name; });
  return found == copies_.end() ? nullptr : found->get();
}

void Experiment::ForgetCopiesUnderWay() {
  for (const auto& copy : copies_) {
    copy->database.reset();
    copy->busy = false;
  }
}

Task<CommandEnd> Experiment::RunRestoreBeside(scenario::Restore command, std::string json) {
  std::string spid;
  Worker& worker = NewAdminWorker(spid);
  if (const auto refused = RefuseWhileRestarting(json)) co_return Status(*refused);
  co_await worker.Start();
  const Status done = co_await RestoreBeside(worker, &command, json, spid);
  if (!done.ok()) telemetry_.AddCommandEvent(json, false, done.error().message);
  co_await worker.End();
  co_return done;
}

namespace {

/// Whether the restore goes on from what the copy is, instead of beginning with a full backup.
bool GoesOn(const scenario::Restore& command, const RestoredCopy& copy,
            const std::vector<backup::BackupSet>& named) {
  const bool is_restoring = copy.database != nullptr && !copy.recovered &&
                            !copy.database->restoration().is_broken() &&
                            !copy.database->restoration().restored().empty();
  const bool begins = !named.empty() && named.front().kind == backup::BackupKind::kFull;
  return is_restoring && !begins && !command.replace;
}

/// What this step has restored, of all that was.
backup::RestoreFigures Since(const backup::RestoreFigures& before, backup::RestoreFigures now) {
  now.pages -= before.pages;
  now.log_bytes -= before.log_bytes;
  now.log_records -= before.log_records;
  return now;
}

backup::ChainEnd EndOf(const scenario::Restore& command) {
  return command.recovers ? backup::ChainEnd::kRecovery : backup::ChainEnd::kNoRecovery;
}

}  // namespace

Result<std::vector<backup::BackupSet>> Experiment::NextFor(const scenario::Restore& command,
                                                           const RestoredCopy& copy) const {
  const backup::StopPoint stop{.at = command.stop_at, .before = command.stop_before()};
  const auto named = BackupsNamed(command.backups);
  TRY(named);
  const bool goes_on = GoesOn(command, copy, *named);
  const std::vector<backup::BackupSet> restored =
      goes_on ? copy.database->restoration().restored() : std::vector<backup::BackupSet>{};
  if (named->empty()) {
    auto next = backup::ChooseChain(backups_.Complete(), stop, EndOf(command), restored);
    TRY(next);
    if (next->empty() && !command.recovers) return NothingToRestore(copy.name);
    return next;
  }
  std::vector<backup::BackupSet> chain = restored;
  chain.insert(chain.end(), named->begin(), named->end());
  TRY(backup::CheckChain(chain, stop, EndOf(command), restored.size()));
  return *named;
}

// What can be known is checked before the first file is made.
Task<Status> Experiment::RestoreBeside(Worker& worker, const scenario::Restore* command,
                                       std::string json, std::string spid) {
  CO_TRY(backups_.CheckHistory(command->stop_at, executor_.Now()));
  const std::string& name = command->restored_as;
  const bool is_taken = name == scenario_.database || database_->snapshots().Find(name) != nullptr;
  if (is_taken) co_return telemetry::kRestoreNameTaken(name);
  const bool is_volume =
      command->volume.empty() ||
      std::ranges::find(scenario_.volumes, command->volume, &scenario::VolumeDescription::name) !=
          scenario_.volumes.end();
  if (!is_volume) {
    co_return Error{ErrorCode::kNotFound,
                    "There is no volume '" + command->volume + "' in this scenario."};
  }
  RestoredCopy* copy = CopyNamed(command->restored_as);
  RestoredCopy fresh{.name = command->restored_as, .database = nullptr, .places = {}};
  if (copy != nullptr && copy->busy) co_return telemetry::kInUseByRestore(copy->name);
  const auto next = NextFor(*command, copy == nullptr ? fresh : *copy);
  CO_TRY(next);
  const bool is_over = copy != nullptr && copy->recovered;
  if (is_over && scenario_.full_recovery && !command->replace)
    co_return telemetry::kWouldReplaceCopy(copy->name);
  if (copy == nullptr) {
    copies_.push_back(std::make_unique<RestoredCopy>(std::move(fresh)));
    copy = copies_.back().get();
  }
  telemetry_.AddCommandEvent(json, true);
  RestoreAccount account;
  account.database = copy->name;
  account.recovers = command->recovers;
  account.started = executor_.Now();
  account.stop_at = command->stop_at;
  account.stop_before = command->stop_before();
  std::vector<backup::MediaSet> files;
  for (const backup::BackupSet& set : *next) {
    account.from.push_back(set.name);
    files.push_back(backups_.FilesOf(set));
  }
  const size_t number = backups_.restores.size();
  backups_.restores.push_back(std::move(account));
  copy->busy = true;
  const size_t phase = telemetry_.BeginDatabasePhase(copy->name, "restore");
  const bool begins = next->empty() ? false : next->front().kind == backup::BackupKind::kFull;
  Status done;
  if (begins) done = co_await BeginCopy(worker, copy, command->volume, std::move(spid));
  if (done.ok()) done = co_await RestoreInto(worker, copy, number, std::move(files));
  telemetry_.EndPhase(phase);
  backups_.restores[number].ended = executor_.Now();
  copy->busy = false;
  co_return done;
}

Task<Status> Experiment::BeginCopy(Worker& worker, RestoredCopy* copy, std::string volume,
                                   std::string spid) {
  if (copy->database != nullptr && !copy->recovered) {
    co_await database_->pool().Detach(worker, copy->db);
  }
  copy->database.reset();
  copy->recovered = false;
  copy->db = DbId{kFirstCopy + backups_.copies_begun++};
  database::RestoredDatabaseOptions options;
  options.scenario = &scenario_;
  options.initial = initial_.get();
  options.machine = &machine_;
  options.cpu = &*cpu_;
  options.telemetry = &telemetry_;
  options.pool = &database_->pool();
  options.db = copy->db;
  options.name = copy->name;
  options.volume = std::move(volume);
  options.source = std::move(spid);
  auto made = co_await database::RestoredDatabase::Create(worker, std::move(options));
  CO_TRY(made);
  copy->database = std::move(made).value();
  copy->places = copy->database->places();
  co_return Status();
}

Task<Status> Experiment::RestoreInto(Worker& worker, RestoredCopy* copy, size_t number,
                                     std::vector<backup::MediaSet> files) {
  const backup::StopPoint stop{.at = backups_.restores[number].stop_at,
                               .before = backups_.restores[number].stop_before};
  const bool recovers = backups_.restores[number].recovers;
  const backup::RestoreFigures before = copy->database->restoration().figures();
  CO_TRY(co_await copy->database->Add(
      worker, std::move(files), stop,
      recovers ? backup::ChainEnd::kRecovery : backup::ChainEnd::kNoRecovery));
  backups_.restores[number].figures = Since(before, copy->database->restoration().figures());
  if (!recovers) co_return Status();
  const auto recovered = co_await copy->database->Recover(worker);
  CO_TRY(recovered);
  copy->recovered = true;
  RestoreAccount& account = backups_.restores[number];
  account.figures = Since(before, *recovered);
  VerifyCopy(*copy, account);
  co_return Status();
}

void Experiment::VerifyCopy(RestoredCopy& copy, RestoreAccount& account) {
  const Lsn end = account.figures.end;
  if (const auto wrong = WrongPoint(account, end)) {
    return Fail(Error{ErrorCode::kCorruptLog, "after the restore: " + *wrong});
  }
  account.discarded = CommitsNotAt(end);
  const verification::Verification verification = VerifyPages(
      [&copy](PageId page, page::PageSpan into) { return copy.database->ReadStored(page, into); },
      end,
      [this, &copy] {
        page::PageSet changed = ChangedPages(nullptr);
        copy.database->AddMissingTo(changed);
        return changed;
      });
  if (queue_.cancelled()) return;
  account.verified = verification.passed();
  account.problem = verification.problem.empty() ? verification.damage : verification.problem;
  account.consistency = verification.consistency;
}

}  // namespace snapscope::experiment
