#include "experiment/experiment.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "experiment/summary.h"
#include "server/scenario_options.h"

namespace snapscope::experiment {

using runtime::BoundaryAction;

Experiment::Experiment(scenario::Scenario scenario, database::Machine& machine, CommandQueue& queue,
                       telemetry::BatchSink sink)
    : scenario_(std::move(scenario)),
      machine_(machine),
      queue_(queue),
      executor_(machine.clock()),
      telemetry_(executor_, server::TelemetryOptionsOf(scenario_), std::move(sink)),
      timeline_(scenario_.timeline),
      sampler_(scenario_, machine_, telemetry_),
      pushes_(telemetry_, scenario_.database),
      breakpoints_(telemetry_),
      pace_(scenario_.pace),
      end_(scenario_.duration) {
  ThreadCrashContext().seed = scenario_.seed;
  telemetry_.SetPhaseListener([this](const telemetry::Phase& phase) {
    timeline_.OnPhase(phase.snapshot, phase.name, executor_.Now());
  });
  queue_.SetWake([this] { machine_.clock().Wake(); });
}

Experiment::~Experiment() { queue_.SetWake(nullptr); }

std::string Experiment::Run() {
  const TimeNs began = machine_.WallTime();
  if (SetUp()) {
    executor_.Spawn("sampler", RunSampler());
    GoOnline();
    executor_.Run(this);
    while (!server_->is_up() && record_.status == RunStatus::kCompleted) {
      RestartServer();
      if (server_->is_up()) executor_.Run(this);
    }
  }
  Finish();
  CloseRecord();
  record_.wall_time = machine_.WallTime() - began;
  std::string summary = WriteSummary(scenario_, timeline_, telemetry_, record_);
  TearDown();
  return summary;
}

void Experiment::Fail(Error error) {
  if (record_.error) return;  // the first error is the cause, what follows is its echo
  record_.status = RunStatus::kFailed;
  record_.error = std::move(error);
  executor_.Stop();
}

// --- Set-up ----------------------------------------------------------------------------------

bool Experiment::SetUp() {
  Result<database::InitialDatabase> plan = database::InitialDatabase::Plan(scenario_);
  if (!plan.ok()) {
    Fail(plan.error());
    return false;
  }
  initial_ = std::make_unique<database::InitialDatabase>(std::move(plan).value());
  journal_.emplace(*initial_);
  owners_.emplace(telemetry_, *initial_, journal_->tables);
  machine_.Freeze();
  const Status prepared = machine_.Prepare(executor_, scenario_);
  prepared_ = prepared.ok();
  server_.emplace(server::ServerParts{.scenario = scenario_,
                                      .initial = *initial_,
                                      .machine = machine_,
                                      .executor = executor_,
                                      .telemetry = telemetry_,
                                      .journal = *journal_,
                                      .listener = *this});
  verifier_.emplace(VerifierParts{.scenario = scenario_,
                                  .initial = *initial_,
                                  .machine = machine_,
                                  .queue = queue_,
                                  .journal = *journal_,
                                  .server = *server_});
  if (prepared_) {
    executor_.Spawn("set-up", SetUpTask(server_->NewAdminWorker()));
    executor_.Run(this);
  } else {
    Fail(prepared.error());
  }
  machine_.Thaw();
  return database() != nullptr && !record_.error && record_.status == RunStatus::kCompleted;
}

Task<void> Experiment::SetUpTask(Worker& worker) {
  co_await worker.Start();
  const Status created = co_await server_->Create(worker);
  co_await worker.End();
  if (!created.ok()) Fail(created.error());
  executor_.Stop();
}

void Experiment::WatchOwners() {
  machine_.Freeze();
  database::Database& database = *server_->database();
  owners_->Read([&database](PageId page, page::PageSpan into) {
    return database.source().ReadNow(page, into);
  });
  database.transactions().allocator().SetOwnerCallback(
      [this](page::ExtentId extent, IndexId owner) { owners_->Note(extent, owner); });
  machine_.Thaw();
}

void Experiment::GoOnline() {
  WatchOwners();
  server_->GoOnline();
  machine_.SetPace(pace_);
  SetState(StateOfServer());
}

// --- Samples ---------------------------------------------------------------------------------

Task<void> Experiment::RunSampler() {
  const TimeNs interval = scenario_.sample_interval;
  bool warm = scenario_.warmup > 0;
  for (TimeNs next = (executor_.Now() / interval + 1) * interval;; next += interval) {
    co_await executor_.SleepUntil(next);
    if (warm && executor_.Now() >= scenario_.warmup) {
      warm = false;
      SetState(StateOfServer());
    }
    owners_->Tell();
    sampler_.Take(*server_, timeline_, executor_.Now());
    TellWhoWatches();
  }
}

// --- Commands --------------------------------------------------------------------------------

void Experiment::Apply(const scenario::Command& command, std::optional<size_t> step) {
  executor_.Spawn(command.name(), RunCommand(command, step));
}

Task<void> Experiment::RunCommand(scenario::Command command, std::optional<size_t> step) {
  const server::CommandEnd end = co_await server_->CarryOut(std::move(command));
  if (end) {
    OnCommandEnd(step, *end);
  } else {
    restart_step_ = step;
    executor_.Stop();
  }
}

void Experiment::OnCommandEnd(std::optional<size_t> step, const Status& status) {
  if (step) timeline_.OnEnd(*step, status, executor_.Now());
}

void Experiment::Steer(const scenario::Command& command) {
  if (const auto* prolong = command.As<scenario::Prolong>()) return Prolong(*prolong, command.json);
  telemetry_.AddCommandEvent(command.json, true);
  if (command.As<scenario::Pause>() != nullptr) paused_ = true;
  if (command.As<scenario::Cancel>() != nullptr) record_.status = RunStatus::kCancelled;
  if (const auto* paced = command.As<scenario::SetPace>()) {
    pace_ = paced->pace;
    machine_.SetPace(pace_);
  }
  if (const auto* on = command.As<scenario::BreakOn>()) {
    breakpoints_.Set(*on, server_->FindDatabase());
  }
  const bool steps = command.As<scenario::StepToNextPhase>() != nullptr;
  if (steps) breakpoints_.SetNextPhase();
  if (steps || command.As<scenario::Resume>() != nullptr) GoOn();
}

void Experiment::Prolong(const scenario::Prolong& prolong, const std::string& json) {
  const Result<TimeNs> end = scenario::ProlongedDuration(end_, prolong);
  if (end.ok()) end_ = end.value();
  telemetry_.AddCommandEvent(json, end.ok(), end.ok() ? "" : end.error().message);
}

void Experiment::RefuseLateProlongations() {
  while (const std::optional<scenario::Command> command = queue_.TryPop()) {
    if (command->As<scenario::Prolong>() == nullptr) continue;
    telemetry_.AddCommandEvent(command->json, false,
                               "the run cannot be prolonged: its end had come already");
  }
}

/// Pace counts from here.
void Experiment::ResumePace() {
  if (IsRunning()) machine_.SetPace(pace_);
}

void Experiment::GoOn() {
  broke_on_.clear();
  if (std::exchange(paused_, false)) SetState(StateOfServer());
}

void Experiment::PauseWhereHit() {
  std::optional<std::string> hit = breakpoints_.TakeHit(server_->FindDatabase());
  if (!hit) return;
  broke_on_ = *std::move(hit);
  paused_ = true;
}

bool Experiment::TakeTimelineEntry() {
  if (!TakesCommands()) return false;
  // On a real clock the end may have passed: what is due later is not carried out.
  const std::optional<size_t> step = timeline_.TakeDue(std::min(executor_.Now(), end_));
  if (!step) return false;
  Apply(timeline_.entry(*step).command, step);
  return true;
}

bool Experiment::TakeRecordedCommand() {
  if (next_recorded_ == scenario_.commands.size()) return false;
  const scenario::TimedCommand& recorded = scenario_.commands[next_recorded_];
  if (recorded.at > executor_.Now()) return false;
  ++next_recorded_;
  record_.commands.push_back(recorded);
  if (const auto* prolong = recorded.command.As<scenario::Prolong>()) {
    Prolong(*prolong, recorded.command.json);
  }
  if (!recorded.command.Steers()) Apply(recorded.command);
  return true;
}

TimeNs Experiment::NextCommandTime() const {
  const bool recorded = next_recorded_ < scenario_.commands.size();
  const TimeNs due = timeline_.next_due();
  return std::min(due <= end_ ? due : kNever,
                  recorded ? scenario_.commands[next_recorded_].at : kNever);
}

bool Experiment::TakeLiveCommand() {
  // While the server is down only a cancel means anything; what else has come by then waits.
  if (!TakesCommands() && !queue_.cancelled()) return false;
  std::optional<scenario::Command> command = queue_.TryPop();
  if (!command) return false;
  if (std::optional<Error> failure = queue_.failure()) {
    Fail(*std::move(failure));
    return true;
  }
  if (!TakesCommands()) {
    if (command->As<scenario::Cancel>() != nullptr) Steer(*command);
    return true;
  }
  record_.commands.push_back({executor_.Now(), *command});
  if (command->Steers()) {
    Steer(*command);
  } else {
    Apply(*command);
  }
  // Who gave the command sees that it was taken, however fast the run goes.
  telemetry_.Flush();
  return true;
}

void Experiment::WaitWhilePaused() {
  machine_.Freeze();
  owners_->Tell();
  sampler_.TakePartial(*server_);
  SetState("paused", broke_on_);
  telemetry_.Flush();
  queue_.WaitForCommand();
  machine_.Thaw();
}

BoundaryAction Experiment::AtBoundary(TimeNs next) {
  // Before live commands, paused or not: a repetition gives those of one time in the same order.
  if (TakeTimelineEntry()) return BoundaryAction::kAgain;
  if (TakeLiveCommand()) {
    if (record_.status != RunStatus::kCompleted) return BoundaryAction::kStop;
    const bool still_paused = paused_;
    if (!still_paused) ResumePace();
    return BoundaryAction::kAgain;
  }
  if (!TakesCommands()) return BoundaryAction::kProceed;
  if (!paused_ && IsRunning()) PauseWhereHit();
  if (paused_ && IsRunning()) {  // else once the revert is over
    WaitWhilePaused();
    return BoundaryAction::kAgain;
  }
  if (TakeRecordedCommand()) return BoundaryAction::kAgain;
  if (IsRunning() && executor_.Now() >= end_) return BoundaryAction::kStop;
  const TimeNs command = std::min(NextCommandTime(), IsRunning() ? end_ : kNever);
  if (command < next) {
    machine_.clock().WaitUntil(command);
    return BoundaryAction::kAgain;
  }
  return BoundaryAction::kProceed;
}

const char* Experiment::StateOfServer() const {
  if (const char* state = server_->state()) return state;
  return scenario_.warmup > executor_.Now() ? "warmup" : "running";
}

void Experiment::SetState(const char* state, std::string_view broke_on) {
  telemetry_.AddStateEvent(state, pace_, broke_on);
  TellWhoWatches();
}

// At full speed events travel with the samples. Those of a slow run are shown at once.
void Experiment::TellWhoWatches() {
  if (pace_ > 0 || scenario_.real) telemetry_.Flush();
}

// --- What the snapshots and transactions tell ---------------------------------------------------

void Experiment::OnOpened(const snapshot::Snapshot& snapshot) { pushes_.OnOpened(snapshot); }

void Experiment::OnPushed(const snapshot::Snapshot& snapshot, PageId page,
                          snapshot::PushCause cause) {
  pushes_.OnPushed(snapshot, page, cause);
}

void Experiment::OnClosed(const std::string& name) { pushes_.OnClosed(name); }

void Experiment::OnSplit(const snapshot::Snapshot& snapshot) { server_->OnSplit(snapshot); }

void Experiment::OnCommit(TxnId txn, Lsn commit_lsn,
                          std::span<const txn::CommittedChange> changes) {
  server_->OnCommit(txn, commit_lsn, changes);
  if (const auto& lost = oracle().lost_update()) Fail(Error{ErrorCode::kCorruptLog, *lost});
}

void Experiment::OnTableDropped(TxnId txn, Lsn commit_lsn, IndexId table) {
  server_->OnTableDropped(txn, commit_lsn, table);
}

void Experiment::OnAcknowledged(TxnId txn, Lsn commit_lsn) {
  server_->OnAcknowledged(txn, commit_lsn);
}

void Experiment::OnState() { SetState(StateOfServer()); }

void Experiment::OnEnd(const Error& why) {
  timeline_.OnServerEnd(restart_step_, why, executor_.Now());
  SetState(StateOfServer());
}

void Experiment::OnArmed(const snapshot::Snapshot& snapshot) { breakpoints_.OnArmed(snapshot); }

void Experiment::OnPhase(const std::string&, const std::string&) { breakpoints_.OnPhase(); }

void Experiment::OnComplete(snapshot::Snapshot& snapshot) {
  verifier_->VerifySnapshot(snapshot);
  ResumePace();
}

void Experiment::OnDrop(snapshot::Snapshot& snapshot) {
  if (snapshot.state() == snapshot::State::kOnline) OnComplete(snapshot);
  if (!snapshot.split().IsNone()) journal_->oracle.Unpin(snapshot.split());
}

void Experiment::OnCopyRecovered(server::RestoredCopy& copy, server::RestoreAccount& account) {
  const Status right = verifier_->VerifyCopy(copy, account);
  ResumePace();
  if (!right.ok()) Fail(right.error());
}

// --- End -------------------------------------------------------------------------------------

void Experiment::Finish() {
  machine_.Freeze();
  record_.end = executor_.Now();
  const bool ran = IsRunning();
  if (owners_) owners_->Tell();
  if (prepared_) sampler_.TakeLast(*server_, record_.end);
  finished_ = true;
  if (ran && record_.status == RunStatus::kCompleted) {
    record_.stalled_since = sampler_.StalledSince(record_.end);
    SetState("verifying");
    telemetry_.Flush();
    verifier_->VerifyEnd();
    if (std::optional<Error> failure = queue_.failure()) {
      Fail(*std::move(failure));
    } else if (queue_.cancelled()) {
      record_.status = RunStatus::kCancelled;
    }
  }
  RefuseLateProlongations();
  SetState("ended");
  telemetry_.Flush();
}

void Experiment::CloseRecord() {
  record_.executor_events = executor_.events();
  record_.device_ios = machine_.DeviceIos();
  record_.peak_memory_bytes = machine_.PeakMemoryBytes();
  record_.hung = sampler_.hung();
  if (!prepared_) return;
  record_.server = server_->HistoryAtEnd();
  record_.backups = journal_->backups.backups;
  record_.array_snapshots = journal_->backups.array_snapshots;
  record_.reserves = journal_->backups.reserves;
  record_.restores = journal_->backups.restores;
  record_.reverts = journal_->backups.reverts;
  record_.compared = verifier_->found();
  const storage::SnapshotArray* array = machine_.array();
  if (array != nullptr) record_.in_array = array->snapshots();
  for (const scenario::VolumeDescription& volume : scenario_.volumes) {
    record_.volumes.push_back({volume.name, machine_.SpaceOf(volume.name),
                               array == nullptr ? std::nullopt : array->ReserveOf(volume.name)});
  }
}

void Experiment::TearDown() {
  for (const scenario::VolumeDescription& volume : scenario_.volumes) {
    if (prepared_) machine_.volume(volume.name).Drain();
  }
  executor_.DestroyTasks();
  if (scenario_.real && server_) server_->RemoveFiles();
  machine_.Thaw();
}

// --- A server that goes down and comes up again --------------------------------------------------

void Experiment::RestartServer() {
  server_->End();
  executor_.Spawn("sampler", RunSampler());
  executor_.Spawn("restart", StartDatabase(server_->NewAdminWorker()));
  executor_.Run(this);
  const auto* starting = std::get_if<server::Starting>(&server_->life());
  const Status outcome = starting == nullptr ? Status() : starting->outcome;
  if (record_.error || record_.status == RunStatus::kCompleted)
    server_->EndStart(record_.error.has_value());
  if (record_.error || record_.status != RunStatus::kCompleted) return;
  GoOnline();
  OnCommandEnd(restart_step_, outcome);
}

Task<void> Experiment::StartDatabase(Worker& worker) {
  co_await worker.Start();
  database::RestartFigures figures;
  Status started = co_await server_->Start(worker, &figures);
  co_await worker.End();
  if (started.ok()) started = verifier_->CheckStart(figures);
  if (!started.ok()) {
    Fail(started.error());
    co_return;
  }
  if (server_->Is<server::Restoring>()) SetState("verifying");  // it may take longer than that has
  verifier_->VerifyStart(figures);
  executor_.Stop();
}

}  // namespace snapscope::experiment
