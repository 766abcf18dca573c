#include "experiment/experiment.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "experiment/committed_consistency.h"
#include "experiment/summary.h"
#include "server/scenario_options.h"

namespace snapscope::experiment {

using runtime::BoundaryAction;

namespace {

/// Databases up to here are verified whole; of others what changed, and so many other leaves.
constexpr uint64_t kVerifiedWholeBytes = uint64_t{10} << 30;
constexpr uint32_t kSampledLeaves = 100'000;

}  // namespace

Experiment::Experiment(scenario::Scenario scenario, database::Machine& machine, CommandQueue& queue,
                       telemetry::BatchSink sink)
    : scenario_(std::move(scenario)),
      machine_(machine),
      queue_(queue),
      executor_(machine.clock()),
      telemetry_(executor_, server::TelemetryOptionsOf(scenario_), std::move(sink)),
      timeline_(scenario_.timeline),
      pace_(scenario_.pace),
      sample_seeds_(scenario_.seed, "verification") {
  ThreadCrashContext().seed = scenario_.seed;
  telemetry_.SetPhaseListener([this](const telemetry::Phase& phase) {
    timeline_.OnPhase(phase.snapshot, phase.name, executor_.Now());
  });
  queue_.SetWake([this] { machine_.clock().Wake(); });
}

Experiment::~Experiment() { queue_.SetWake(nullptr); }

std::string Experiment::Run() {
  wall_start_ = machine_.WallTime();
  if (SetUp()) {
    executor_.Spawn("sampler", RunSampler());
    GoOnline();
    executor_.Run(this);
    while (!server_->is_up() && status_ == RunStatus::kCompleted) {
      RestartServer();
      if (server_->is_up()) executor_.Run(this);
    }
  }
  Finish();
  std::string summary = WriteSummary(*this);
  TearDown();
  return summary;
}

void Experiment::Fail(Error error) {
  if (error_) return;  // the first error is the cause, what follows is its echo
  status_ = RunStatus::kFailed;
  error_ = std::move(error);
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
  server_.emplace(server::ServerParts{.scenario = scenario_,
                                      .initial = *initial_,
                                      .machine = machine_,
                                      .executor = executor_,
                                      .telemetry = telemetry_,
                                      .journal = *journal_,
                                      .listener = *this});
  machine_.Freeze();
  const Status prepared = machine_.Prepare(executor_, scenario_);
  prepared_ = prepared.ok();
  if (prepared_) {
    executor_.Spawn("set-up", SetUpTask(server_->NewAdminWorker()));
    executor_.Run(this);
  } else {
    Fail(prepared.error());
  }
  machine_.Thaw();
  return database() != nullptr && !error_ && status_ == RunStatus::kCompleted;
}

Task<void> Experiment::SetUpTask(Worker& worker) {
  co_await worker.Start();
  const Status created = co_await server_->Create(worker);
  co_await worker.End();
  if (!created.ok()) Fail(created.error());
  executor_.Stop();
}

void Experiment::GoOnline() {
  server_->GoOnline();
  machine_.SetPace(pace_);
  SetState(StateOfServer());
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
  if (command.As<scenario::Pause>() != nullptr) paused_ = true;
  if (command.As<scenario::Cancel>() != nullptr) status_ = RunStatus::kCancelled;
  if (const auto* paced = command.As<scenario::SetPace>()) {
    pace_ = paced->pace;
    machine_.SetPace(pace_);
  }
  const bool steps = command.As<scenario::StepToNextPhase>() != nullptr;
  step_requested_ |= steps;
  if (steps || command.As<scenario::Resume>() != nullptr) GoOn();
}

void Experiment::GoOn() {
  if (std::exchange(paused_, false)) SetState(StateOfServer());
}

bool Experiment::TakeTimelineEntry() {
  if (!TakesCommands()) return false;
  // On a real clock the end may have passed: what is due later is not carried out.
  const std::optional<size_t> step =
      timeline_.TakeDue(std::min(executor_.Now(), scenario_.duration));
  if (!step) return false;
  Apply(timeline_.entry(*step).command, step);
  return true;
}

bool Experiment::TakeRecordedCommand() {
  if (next_recorded_ == scenario_.commands.size()) return false;
  const scenario::TimedCommand& recorded = scenario_.commands[next_recorded_];
  if (recorded.at > executor_.Now()) return false;
  ++next_recorded_;
  recorded_.push_back(recorded);
  if (!recorded.command.Steers()) Apply(recorded.command);
  return true;
}

TimeNs Experiment::NextCommandTime() const {
  const bool recorded = next_recorded_ < scenario_.commands.size();
  const TimeNs due = timeline_.next_due();
  return std::min(due <= scenario_.duration ? due : kNever,
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
  recorded_.push_back({executor_.Now(), *command});
  if (command->Steers()) {
    telemetry_.AddCommandEvent(command->json, true);
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
  UpdateCounters();
  AddSnapshotEvents();
  telemetry_.TellPartialSample();
  SetState("paused");
  telemetry_.Flush();
  queue_.WaitForCommand();
  machine_.Thaw();
}

BoundaryAction Experiment::AtBoundary(TimeNs next) {
  // Before live commands, paused or not: a repetition gives those of one time in the same order.
  if (TakeTimelineEntry()) return BoundaryAction::kAgain;
  if (TakeLiveCommand()) {
    if (status_ != RunStatus::kCompleted) return BoundaryAction::kStop;
    const bool still_paused = paused_;
    if (!still_paused && IsRunning()) machine_.SetPace(pace_);  // pace counts from here
    return BoundaryAction::kAgain;
  }
  if (!TakesCommands()) return BoundaryAction::kProceed;
  if (paused_ && IsRunning()) {  // else once the revert is over
    WaitWhilePaused();
    return BoundaryAction::kAgain;
  }
  if (TakeRecordedCommand()) return BoundaryAction::kAgain;
  if (IsRunning() && executor_.Now() >= scenario_.duration) return BoundaryAction::kStop;
  const TimeNs command = std::min(NextCommandTime(), IsRunning() ? scenario_.duration : kNever);
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

void Experiment::SetState(const char* state) {
  telemetry_.AddStateEvent(state, pace_);
  TellWhoWatches();
}

// At full speed events travel with the samples. Those of a slow run are shown at once.
void Experiment::TellWhoWatches() {
  if (pace_ > 0 || scenario_.real) telemetry_.Flush();
}

// --- What the snapshots and transactions tell ---------------------------------------------------

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

void Experiment::OnPhase(const std::string&, const std::string&) {
  if (!step_requested_) return;
  step_requested_ = false;
  paused_ = true;
}

void Experiment::OnComplete(snapshot::Snapshot& snapshot) { Verify(snapshot); }

void Experiment::OnDrop(snapshot::Snapshot& snapshot) {
  if (snapshot.state() == snapshot::State::kOnline) Verify(snapshot);
  if (!snapshot.split().IsNone()) journal_->oracle.Unpin(snapshot.split());
}

void Experiment::Verify(snapshot::Snapshot& snapshot) {
  verification::Verification verification = VerifyPages(
      [&snapshot](PageId page, page::PageSpan into) { return snapshot.ReadStored(page, into); },
      snapshot.split(), [this, &snapshot] { return ChangedPages(&snapshot); });
  if (queue_.cancelled()) return;
  if (verification.problem.empty()) {
    // A snapshot is damaged where its source is; whether that stays so is told at the end.
    if (!finished_ && !verification.damage.empty()) return;
    verification.problem = verification.damage;
  }
  const auto found = verifications_.find(snapshot.name());
  if (found == verifications_.end() || found->second.passed()) {
    verifications_[snapshot.name()] = verification;
  }
}

// The source, which has been written to its file: at the end of a restart.
std::optional<verification::Verification> Experiment::VerifySource(Lsn split) {
  verification::Verification verification = VerifyPages(
      [this](PageId page, page::PageSpan into) {
        return database()->source().ReadStored(page, into);
      },
      split, [this] { return ChangedPages(nullptr); });
  if (queue_.cancelled()) return std::nullopt;
  if (verification.problem.empty()) {
    if (!server_->Is<server::Restoring>() && !verification.damage.empty()) return std::nullopt;
    verification.problem = verification.damage;
  }
  if (!source_verification_ || source_verification_->passed()) source_verification_ = verification;
  return verification;
}

verification::Verification Experiment::VerifyPages(
    const verification::PageReader& read, Lsn split,
    const std::function<page::PageSet()>& changed_pages) {
  machine_.Freeze();
  DrainVolumes();
  verification::VerificationScope scope = verification::ScopeOf(*initial_, split);
  scope.form = database()->source().form();
  std::optional<page::PageSet> changed;
  if (scenario_.data_bytes > kVerifiedWholeBytes) {
    changed = changed_pages();
    scope.sample = {
        .changed = &*changed, .leaves = kSampledLeaves, .rng = Rng(sample_seeds_.Next(), "sample")};
  }
  scope.is_damage = [this](const std::string& problem) { return server_->NamesDamage(problem); };
  scope.cancelled = [this] { return queue_.cancelled(); };
  const verification::Verification verification = verification::Verify(read, oracle(), scope);
  machine_.Thaw();
  if (IsRunning()) machine_.SetPace(pace_);
  return verification;
}

page::PageSet Experiment::ChangedPages(const snapshot::Snapshot* snapshot) const {
  page::PageSet changed = journal_->written;
  server_->database()->AddDirtyTo(changed);
  if (snapshot != nullptr) snapshot->AddCopiedTo(changed);
  return changed;
}

/// Nothing changes under a reader's eyes, and nothing is under way in memory that goes away.
void Experiment::DrainVolumes() {
  for (const scenario::VolumeDescription& volume : scenario_.volumes)
    machine_.volume(volume.name).Drain();
}

// --- End -------------------------------------------------------------------------------------

void Experiment::Finish() {
  machine_.Freeze();
  end_time_ = executor_.Now();
  const bool ran = IsRunning();
  NoteProgress();
  NoteOldestIo();
  finished_ = true;
  if (server_) {
    session_totals_ = server_->history().sessions;
    report_totals_ = server_->history().report_sessions;
  }
  if (ran) {
    session_totals_ += server_->workload()->TotalsAt(end_time_);
    report_totals_ += server_->reporting()->TotalsAt(end_time_);
    UpdateCounters();
    telemetry_.Sample();
  }
  if (ran && status_ == RunStatus::kCompleted) {
    stalled_since_ = StalledSince();
    SetState("verifying");
    telemetry_.Flush();
    for (const auto& snapshot : database()->snapshots().snapshots()) {
      if (snapshot->state() == snapshot::State::kOnline) Verify(*snapshot);
    }
    damage_left_ = server_->DamageLeft();
    if (initial_->warehouses() > 0) consistency_ = CommittedConsistency(oracle(), *initial_);
    if (std::optional<Error> failure = queue_.failure()) {
      Fail(*std::move(failure));
    } else if (queue_.cancelled()) {
      status_ = RunStatus::kCancelled;
    }
  }
  SetState("ended");
  telemetry_.Flush();
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
  if (error_ || status_ == RunStatus::kCompleted) server_->EndStart(error_.has_value());
  if (error_ || status_ != RunStatus::kCompleted) return;
  GoOnline();
  OnCommandEnd(restart_step_, outcome);
}

Task<void> Experiment::StartDatabase(Worker& worker) {
  co_await worker.Start();
  database::RestartFigures figures;
  const Status started = co_await server_->Start(worker, &figures);
  co_await worker.End();
  if (!started.ok()) {
    Fail(started.error());
    co_return;
  }
  CompareAfterRestart(figures);
  executor_.Stop();
}

// What a crash took are commits that nobody was told of, and nothing else; a revert takes all since
// the split.
void Experiment::CompareAfterRestart(const database::RestartFigures& figures) {
  const Lsn end =
      figures.restored ? figures.restored->end : figures.reverted_to.value_or(figures.end);
  server::RestoreAccount* restored = nullptr;
  if (const auto* restoring = std::get_if<server::Restoring>(&server_->life())) {
    restored = &journal_->backups.restores[restoring->account];
  }
  const std::optional<std::string> lost = oracle().CheckAcknowledged(end);
  if (lost && !figures.reverted_to && !figures.restored) {
    return Fail(Error{ErrorCode::kCorruptLog, "after the restart: " + *lost});
  }
  if (restored != nullptr) {
    if (const auto wrong = journal_->WrongPoint(*restored, end, Doubt())) {
      return Fail(Error{ErrorCode::kCorruptLog, "after the restore: " + *wrong});
    }
    restored->figures = *figures.restored;
    restored->discarded = journal_->CommitsNotAt(end);
    journal_->commit_count.OnRestore(restored->discarded);
  }
  if (figures.reverted_to) {
    const auto& name = std::get<server::Reverting>(server_->life()).snapshot;
    reverts_.push_back({name, journal_->commit_count.OnRevert(end)});
  }
  if (figures.restored || figures.reverted_to) {
    if (figures.log_begin <= oracle().last_commit()) {
      return Fail(Error{ErrorCode::kCorruptLog,
                        "the log begins anew at " + ToString(figures.log_begin) +
                            ", but there was a commit at " + ToString(oracle().last_commit()) +
                            ": LSNs of two histories cannot be told apart"});
    }
    journal_->oracle.Fork(end, figures.log_begin);
  } else {
    journal_->OnCrash(end);
  }
  if (restored != nullptr) SetState("verifying");  // which may take longer than the restore has
  const std::optional<verification::Verification> compared = VerifySource(end);
  if (restored != nullptr && compared) {
    restored->verified = compared->passed();
    restored->problem = compared->problem;
    restored->consistency = compared->consistency;
  }
  for (const auto& snapshot : database()->snapshots().snapshots()) {
    if (snapshot->state() == snapshot::State::kOnline) Verify(*snapshot);
  }
}

void Experiment::OnCopyRecovered(server::RestoredCopy& copy, server::RestoreAccount& account) {
  const Lsn end = account.figures.end;
  if (const auto wrong = journal_->WrongPoint(account, end, Doubt())) {
    return Fail(Error{ErrorCode::kCorruptLog, "after the restore: " + *wrong});
  }
  account.discarded = journal_->CommitsNotAt(end);
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
