// Restores under another name, while users go on: a copy of the database as of some time, or one
// that follows it from log backup to log backup, as log shipping keeps one.
//
// What was restored WITH NORECOVERY lasts as long as the server: after a restart the restore begins
// anew. In the product it goes on, since the state of the roll forward is in the files.
#include <algorithm>
#include <utility>

#include "server/scenario_options.h"
#include "server/server.h"
#include "telemetry/sql_errors.h"

namespace snapscope::server {

namespace {

/// Database id of the first copy; the run's own database is 5.
constexpr uint32_t kFirstCopy = 101;
constexpr TimeNs kCloseCheckInterval = 10 * kMillisecond;

bool IsOfTheSystem(const std::string& folded) {
  return folded == "master" || folded == "model" || folded == "msdb" || folded == "tempdb";
}

Error NothingToRestore(const std::string& name) {
  return Error{ErrorCode::kRefused, "No backup goes on from what " + name +
                                        " has been restored to: take a backup of the log first, or "
                                        "recover the database."};
}

}  // namespace

RestoredCopy* Server::CopyNamed(const std::string& name) {
  const auto found =
      std::ranges::find_if(copies_, [&name](const auto& copy) { return copy->name == name; });
  return found == copies_.end() ? nullptr : found->get();
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

}  // namespace

Result<std::vector<backup::BackupSet>> Server::NextFor(const scenario::Restore& command,
                                                       const RestoredCopy& copy) const {
  if (!command.array_snapshot.empty()) {
    return ChainAfterArraySet(command, journal().backups.Complete(command.continue_after_error));
  }
  const backup::StopPoint stop = StopOf(command);
  const BackupHistory& backups = journal().backups;
  const auto named = backups.Named(command.backups, command.continue_after_error);
  TRY(named);
  const bool goes_on = GoesOn(command, copy, *named);
  const std::vector<backup::BackupSet> restored =
      goes_on ? copy.database->restoration().restored() : std::vector<backup::BackupSet>{};
  if (named->empty()) {
    auto next = backup::ChooseChain(backups.Complete(command.continue_after_error), stop,
                                    EndOf(command), restored);
    TRY(next);
    if (next->empty() && !command.recovers) return NothingToRestore(copy.name);
    return next;
  }
  std::vector<backup::BackupSet> chain = restored;
  chain.insert(chain.end(), named->begin(), named->end());
  TRY(backup::CheckChain(chain, stop, EndOf(command), restored.size()));
  return *named;
}

// What can be known before the first file is made.
Status Server::CheckRestoreBeside(const scenario::Restore& command) {
  TRY(journal().backups.CheckHistory(command.stop_at, Now()));
  const std::string& name = command.restored_as;
  const bool is_taken = name == scenario().database || IsOfTheSystem(database::Folded(name)) ||
                        database_->snapshots().Find(name) != nullptr;
  if (is_taken) return telemetry::kRestoreNameTaken(name);
  if (!command.array_snapshot.empty() && !command.volume.empty()) {
    return Error{ErrorCode::kRefused,
                 "The files of an array snapshot are mounted on the volumes "
                 "that they are on; name no other."};
  }
  const bool is_volume =
      command.volume.empty() ||
      std::ranges::find(scenario().volumes, command.volume, &scenario::VolumeDescription::name) !=
          scenario().volumes.end();
  if (!is_volume) {
    return Error{ErrorCode::kNotFound,
                 "There is no volume '" + command.volume + "' in this scenario."};
  }
  const RestoredCopy* copy = CopyNamed(name);
  if (copy == nullptr) return Status();
  if (copy->busy) return telemetry::kInUseByRestore(name);
  const bool is_used = copy->database != nullptr && copy->database->connections() > 0;
  if (is_used && !command.closes_connections) return telemetry::kInUseByUsers(name);
  return Status();
}

Task<Status> Server::RestoreBeside(Session& session, scenario::Restore command) {
  BackupHistory& backups = journal().backups;
  CO_TRY(CheckRestoreBeside(command));
  RestoredCopy* copy = CopyNamed(command.restored_as);
  RestoredCopy fresh{.name = command.restored_as, .database = nullptr, .places = {}};
  const auto next = NextFor(command, copy == nullptr ? fresh : *copy);
  CO_TRY(next);
  const bool is_over = copy != nullptr && copy->recovered;
  if (is_over && scenario().full_recovery && !command.replace)
    co_return telemetry::kWouldReplaceCopy(copy->name);
  if (copy == nullptr) {
    copies_.push_back(std::make_unique<RestoredCopy>(std::move(fresh)));
    copy = copies_.back().get();
  }
  session.TellBegin();
  RestoreAccount account{.database = copy->name,
                         .recovers = command.recovers,
                         .continues_after_error = command.continue_after_error,
                         .started = Now(),
                         .stop = StopOf(command),
                         .array_snapshot = command.array_snapshot};
  std::vector<backup::MediaSet> files = backups.FilesOf(*next, account.from);
  const size_t number = backups.restores.size();
  backups.restores.push_back(std::move(account));
  copy->busy = true;
  const size_t phase = telemetry().BeginDatabasePhase(copy->name, "restore");
  const bool begins = !command.array_snapshot.empty() ||
                      (!next->empty() && next->front().kind == backup::BackupKind::kFull);
  Status done;
  if (begins) done = co_await BeginCopy(*session.worker, copy, command);
  if (done.ok()) done = co_await RestoreInto(*session.worker, copy, number, std::move(files));
  telemetry().EndPhase(phase);
  backups.restores[number].ended = Now();
  copy->busy = false;
  if (copy->places.empty()) {  // its files could not be made: there is no such database
    std::erase_if(copies_, [copy](const auto& one) { return one.get() == copy; });
  }
  co_return done;
}

database::RestoredDatabaseOptions Server::OptionsOfCopy(const RestoredCopy& copy) {
  database::RestoredDatabaseOptions options;
  options.scenario = &scenario();
  options.initial = &parts_.initial;
  options.machine = &parts_.machine;
  options.server = &database_->engine();
  options.db = copy.db;
  options.name = copy.name;
  options.volume = copy.volume;
  return options;
}

// A server that starts opens the copies that can be read. One whose files cannot be opened stays
// away; it does not keep the server from starting.
Task<void> Server::OpenCopies() {
  for (const auto& copy : copies_) {
    if (!copy->recovered) continue;
    auto opened = co_await database::RestoredDatabase::Open(OptionsOfCopy(*copy), *copy->recovered);
    if (opened.ok()) copy->database = std::move(opened).value();
  }
}

Result<std::shared_ptr<database::RestoredDatabase>> Server::ReadableCopy(const std::string& name) {
  const RestoredCopy* copy = CopyNamed(name);
  if (copy == nullptr) return telemetry::kNoSuchDatabase(name);
  if (copy->busy || !copy->recovered || copy->database == nullptr) {
    return telemetry::kInRestore(name);
  }
  return copy->database;
}

/// Who reads the copy is thrown out once a query is over, and a check once it has ended.
Task<void> Server::CloseCopy(Worker& worker, RestoredCopy* copy) {
  if (copy->database == nullptr) co_return;
  if (reporting_->users().contains(copy->name)) (void)reporting_->SetUsers(copy->name, 0);
  while (copy->database->connections() > 0) co_await worker.Think(kCloseCheckInterval);
  co_await database_->pool().Detach(worker, copy->db);
  copy->database.reset();
}

Task<Status> Server::BeginCopy(Worker& worker, RestoredCopy* copy, scenario::Restore command) {
  co_await CloseCopy(worker, copy);
  copy->recovered.reset();
  // Files that no restore of now writes to: those of an array snapshot, and those on another
  // volume.
  if (copy->is_mounted || copy->volume != command.volume) {
    CO_TRY(co_await RemoveFilesOf(worker, copy));
  }
  copy->db = DbId{kFirstCopy + journal().backups.copies_begun++};
  copy->volume = command.volume;
  copy->is_mounted = !command.array_snapshot.empty();
  database::RestoredDatabaseOptions options = OptionsOfCopy(*copy);
  options.source = worker.name();
  if (!command.array_snapshot.empty()) {
    CO_TRY_ASSIGN(const ArraySnapshotAccount* account, UsableArraySnapshot(command.array_snapshot));
    options.array = account->set;
  }
  auto made = co_await database::RestoredDatabase::Create(worker, std::move(options));
  CO_TRY(made);
  copy->database = std::move(made).value();
  copy->places = copy->database->places();
  co_return Status();
}

Task<Status> Server::RestoreInto(Worker& worker, RestoredCopy* copy, size_t number,
                                 std::vector<backup::MediaSet> files) {
  const RestoreAccount& asked = journal().backups.restores[number];
  const backup::StopPoint stop = asked.stop;
  const bool recovers = asked.recovers;
  const bool continues = asked.continues_after_error;
  const backup::RestoreFigures before = copy->database->restoration().figures();
  CO_TRY(co_await copy->database->Add(
      worker, std::move(files), stop,
      recovers ? backup::ChainEnd::kRecovery : backup::ChainEnd::kNoRecovery, continues));
  journal().backups.restores[number].figures =
      Since(before, copy->database->restoration().figures());
  if (!recovers) co_return Status();
  const auto recovered = co_await copy->database->Recover(worker);
  CO_TRY(recovered);
  copy->recovered = recovered->end;
  RestoreAccount& account = journal().backups.restores[number];
  account.figures = Since(before, *recovered);
  parts_.listener.OnCopyRecovered(*copy, account);
  co_return Status();
}

Task<Status> Server::RemoveFilesOf(Worker& worker, const RestoredCopy* copy) {
  for (const storage::FilePlace& place : copy->places) {
    if (!place.Exists()) continue;
    CO_TRY(co_await worker.Waiting(runtime::WaitType::kIoCompletion, place.Remove()));
  }
  co_return Status();
}

/// DROP DATABASE.
Task<Status> Server::DropCopy(Session& session, RestoredCopy* copy) {
  const bool is_used = copy->database != nullptr && copy->database->connections() > 0;
  if (copy->busy || is_used) co_return telemetry::kDatabaseInUse(copy->name);
  session.TellBegin();
  copy->busy = true;
  co_await CloseCopy(*session.worker, copy);
  const Status removed = co_await RemoveFilesOf(*session.worker, copy);
  std::erase_if(copies_, [copy](const auto& one) { return one.get() == copy; });
  co_return removed;
}

Task<Status> Server::CheckCopy(Session& session, scenario::CheckDatabase command) {
  CO_TRY_ASSIGN(const std::shared_ptr<database::RestoredDatabase> copy,
                ReadableCopy(command.database));
  session.TellBegin();
  copy->Connect();
  const Status checked = co_await copy->Check(*session.worker, session.spid());
  copy->Disconnect();
  co_return checked;
}

}  // namespace snapscope::server
