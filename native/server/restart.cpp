// How a server starts, and how it ends, within a run or a simulation.
//
// A clean restart lets the sessions finish their transactions and takes a checkpoint; a crash ends
// the process where it stands: what was handed to the system reaches the disks, everything in
// memory is gone. Either way the database then starts as after any end: snapshots armed, analysis,
// redo, undo; and its users come back. A revert and a restore are restarts for their database.
//
// Engine time goes on meanwhile. Commands that come due while the server is down are carried out
// when it is up again.
#include <algorithm>
#include <utility>

#include "base/mutation.h"
#include "database/file_names.h"
#include "server/scenario_options.h"
#include "server/server.h"
#include "telemetry/sql_errors.h"

namespace snapscope::server {

MUTATION(kShutdownCutsOff, "a server that is shut down ends at once, as in a crash");

namespace {

constexpr TimeNs kQuiesceCheckInterval = 10 * kMillisecond;

/// What commands are told that the end of the server cuts off.
Error WhyEnded(const ServerLife& life, const std::string& database) {
  std::string why = "The server ended before the command did.";
  const auto closed = [](const std::string& what) {
    return "The " + what + "' closed the command's connection before it had ended.";
  };
  if (const auto* revert = std::get_if<Reverting>(&life)) {
    why = closed("revert to '" + revert->snapshot);
  } else if (std::holds_alternative<Restoring>(life)) {
    why = closed("restore of '" + database);
  }
  return {ErrorCode::kRefused, std::move(why)};
}

}  // namespace

// --- Its end -------------------------------------------------------------------------------------

Task<Status> Server::Run(Session& session, scenario::RestartServer command) {
  Worker& worker = NewAdminWorker();
  session.TellBegin();
  if (command.mode == scenario::RestartMode::kClean && !Mutated(kShutdownCutsOff)) {
    life_ = Closing{telemetry::kShuttingDown()};
    co_await Quiesce(nullptr);
    co_await worker.Start();
    checkpoint::CheckpointRequest request{
        .source = worker.name(), .kind = "automatic", .snapshot = {}, .hold = nullptr};
    const auto written = co_await database_->checkpointer().Run(worker, std::move(request));
    co_await worker.End();
    if (!written.ok()) parts_.listener.OnError(written.error());
    CO_TRY(written);
  }
  session.next = Starting{};
  co_return Status();
}

Task<void> Server::Quiesce(Worker* waiting) {
  workload_->RequestStop();
  reporting_->RequestStop();
  txn::GhostCleanup& ghosts = database_->transactions().ghost_cleanup();
  ghosts.RequestStop();
  // The command that asks is one of those under way.
  while (!workload_->stopped() || !reporting_->stopped() || !ghosts.stopped() ||
         under_way_.size() > 1) {
    if (waiting != nullptr) {
      co_await waiting->Think(kQuiesceCheckInterval);
    } else {
      co_await parts_.executor.Sleep(kQuiesceCheckInterval);
    }
  }
}

void Server::End() {
  const Error why = WhyEnded(life_, scenario().database);
  for (const scenario::Command* command : under_way_) {
    telemetry().AddCommandEvent(command->json, false, why.message);
  }
  under_way_.clear();
  journal().backups.OnServerEnd(Now());
  telemetry().EndOpenPhases();
  parts_.listener.OnEnd(why);
  if (Is<Restoring>()) {
    start_phase_ = telemetry().BeginPhase("", "restore");
  } else if (Is<Starting>()) {
    start_phase_ = telemetry().BeginPhase("", "serverStart");
  }
  DrainVolumes();
  if (auto* reverting = std::get_if<Reverting>(&life_)) {
    const auto snapshot = database_->snapshots().Find(reverting->snapshot);
    reverting->revert = database::RevertUnderWay{
        .closed_at = Now(), .maps = snapshot->files().DurableMaps(snapshot->held())};
  }
  before_ = TakeAccounts();
  parts_.executor.AbandonTasks();
  creating_ = 0;
  scans_under_way_ = 0;
  workload_.reset();
  reporting_.reset();
  database_.reset();
  for (const auto& copy : copies_) {  // with the pool goes what was in the middle of a restore
    copy->database.reset();
    copy->busy = false;
  }
  admin_workers_.clear();
  other_host_.reset();
  mounted_there_.clear();
  cpu_.emplace(parts_.executor, CpuOf(scenario()));
  ++journal().starts;
}

/// Nothing changes under a reader's eyes, and nothing is under way in memory that goes away.
void Server::DrainVolumes() {
  for (const scenario::VolumeDescription& volume : scenario().volumes) {
    parts_.machine.volume(volume.name).Drain();
  }
}

void Server::NoteUsers() {
  if (workload_ == nullptr) return;
  journal().next_witness = workload_->next_witness();
  journal().rows = workload_->rows();
}

// What goes on in the next life is taken along; the history has the rest. Returns the accounts of
// all snapshots.
std::vector<SnapshotAccount> Server::TakeAccounts() {
  AddUsers(history_, *workload_, *reporting_, Now());
  AddProcessor(history_, *cpu_);
  report_users_ = reporting_->users();
  users_ = workload_->users();
  NoteUsers();
  for (const auto& snapshot : database_->snapshots().snapshots()) {
    // The hidden one's files go with the restart, which knows them from the catalogue.
    const bool goes = snapshot->hidden() && snapshot->state() != snapshot::State::kDropped;
    if (goes && !snapshot->split().IsNone()) journal().oracle.Unpin(snapshot->split());
  }
  return AddDatabase(history_, *database_);
}

ServerHistory Server::HistoryAtEnd() {
  ServerHistory all = history_;
  if (workload_ != nullptr) AddUsers(all, *workload_, *reporting_, Now());
  AddProcessor(all, *cpu_);
  if (database_ != nullptr) {
    for (SnapshotAccount& account : AddDatabase(all, *database_)) {
      all.snapshots.push_back(std::move(account));
    }
  }
  all.files = FilesAtEnd(all, parts_.machine, scenario(), database_.get());
  return all;
}

// --- Its start -----------------------------------------------------------------------------------

database::DatabaseOptions Server::OptionsOfDatabase() {
  database::DatabaseOptions options;
  options.scenario = &scenario();
  options.initial = &parts_.initial;
  options.machine = &parts_.machine;
  options.cpu = &*cpu_;
  options.telemetry = &telemetry();
  options.commits = &parts_.listener;
  options.snapshots = &parts_.listener;
  options.written = &journal().written;
  const auto* reverting = std::get_if<Reverting>(&life_);
  if (reverting != nullptr && reverting->revert) options.revert = &*reverting->revert;
  if (const auto* restoring = std::get_if<Restoring>(&life_)) options.restore = &restoring->restore;
  options.opening = &opening_;
  return options;
}

Task<Status> Server::Create(Worker& worker) {
  auto created = co_await database::Database::Create(worker, OptionsOfDatabase());
  CO_TRY(created);
  database_ = std::move(created).value();
  journal().oracle.RetainFrom(database_->log().durable_lsn());
  co_return Status();
}

Task<Status> Server::Start(Worker& worker, database::RestartFigures* figures) {
  RemoveLeftMounts();
  KeepBeforeRestore();
  auto started = co_await database::Database::Restart(worker, OptionsOfDatabase(), figures);
  CO_TRY(started);
  database_ = std::move(started).value();
  for (const auto& [path, io] : database_->TakeCopiedBackIo()) {
    history_.io[path] += io;
    history_.snapshot_io += io;
  }
  for (const SnapshotAccount& account : before_) ResumeAccount(account);
  co_await OpenCopies();
  co_return Status();
}

// A snapshot that came back goes on with its figures; of others the history keeps the account.
void Server::ResumeAccount(SnapshotAccount account) {
  const bool dropped = account.state == snapshot::State::kDropped;
  const std::shared_ptr<snapshot::Snapshot> found =
      dropped ? nullptr : database_->snapshots().Find(account.name);
  if (found != nullptr) {
    const snapshot::SnapshotFigures by_recovery = found->figures();
    if (account.loss) found->life().Remember(std::move(*account.loss));
    found->figures() = account.figures;
    found->figures().pages_pushed += by_recovery.pages_pushed;
    found->figures().pages_pushed_along += by_recovery.pages_pushed_along;
    found->figures().pages_deferred += by_recovery.pages_deferred;
    return;
  }
  if (!dropped) {
    account.state = snapshot::State::kDropped;  // the restart found it half created
    history_.KeepIo(account);
    if (!account.split.IsNone()) journal().oracle.Unpin(account.split);
  }
  history_.snapshots.push_back(std::move(account));
}

void Server::EndStart(bool failed) {
  if (const auto* restoring = std::get_if<Restoring>(&life_)) {
    journal().backups.restores[restoring->account].ended = Now();
  }
  if (!start_phase_) return;
  telemetry::Figures figures;
  if (!failed) {
    const auto there = std::ranges::count_if(before_, [](const SnapshotAccount& account) {
      return account.state != snapshot::State::kDropped;
    });
    figures = {{"snapshots", static_cast<int64_t>(there)}};
  }
  telemetry().EndPhase(*std::exchange(start_phase_, std::nullopt), std::move(figures));
}

void Server::RemoveFiles() {
  const auto remove = [](const storage::FilePlace& place) {
    if (place.Exists()) (void)place.RemoveNow();
  };
  if (database_ != nullptr) {
    database_->RemoveFiles();
  } else {  // a start failed: what the server had before it is left
    for (const auto& [path, io] : history_.io) {
      (void)parts_.machine.volume(scenario().log_volume).RemoveNow(path);
    }
    (void)database::SnapshotCatalogPlace(parts_.machine, scenario()).RemoveNow();
  }
  for (const BackupAccount& account : journal().backups.backups) {
    std::ranges::for_each(account.files, remove);
  }
  for (const auto& copy : copies_) std::ranges::for_each(copy->places, remove);
}

}  // namespace snapscope::server
