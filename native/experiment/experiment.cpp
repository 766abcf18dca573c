#include "experiment/experiment.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/mutation.h"
#include "database/file_names.h"
#include "experiment/commands.h"
#include "experiment/committed_consistency.h"
#include "experiment/operation_options.h"
#include "experiment/summary.h"
#include "experiment/users.h"

namespace snapscope::experiment {

MUTATION(kCommandTakenWhileClosing,
         "a statement is taken while the tail of the log is backed up for a restore",
         NoticedBy::kTests);

using runtime::BoundaryAction;

namespace {

/// Databases up to here are verified whole; of others what changed, and so many other leaves.
constexpr uint64_t kVerifiedWholeBytes = uint64_t{10} << 30;
constexpr uint32_t kSampledLeaves = 100'000;

/// Of the others, those that end the server refuse themselves, and users come when it is up again.
bool IsRefusedWhileClosing(const scenario::Command& command) {
  return std::visit(
      []<typename Kind>(const Kind&) {
        return !scenario::kIsOneOf<Kind, scenario::SetUsers, scenario::SetReportUsers,
                                   scenario::RestartServer, scenario::RevertSnapshot,
                                   scenario::Restore>;
      },
      command.kind);
}

}  // namespace

Experiment::Experiment(scenario::Scenario scenario, database::Machine& machine, CommandQueue& queue,
                       telemetry::BatchSink sink)
    : scenario_(std::move(scenario)),
      machine_(machine),
      queue_(queue),
      executor_(machine.clock()),
      cpu_(std::in_place, executor_, CpuOf(scenario_)),
      telemetry_(executor_, TelemetryOptionsOf(scenario_), std::move(sink)),
      timeline_(scenario_.timeline),
      pace_(scenario_.pace),
      users_(scenario_.users),
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
    StartUsers();
    executor_.Run(this);
    while (server_ended_ && status_ == RunStatus::kCompleted) {
      RestartServer();
      if (running_) executor_.Run(this);
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
  oracle_ = std::make_unique<oracle::Oracle>(*initial_);
  new_tables_.emplace(oracle_->history());
  written_.emplace(initial_->size());
  machine_.Freeze();
  const Status prepared = machine_.Prepare(executor_, scenario_);
  prepared_ = prepared.ok();
  if (prepared_) {
    std::string spid;
    Worker& worker = NewAdminWorker(spid);
    executor_.Spawn("set-up", SetUpTask(worker));
    executor_.Run(this);
  } else {
    Fail(prepared.error());
  }
  machine_.Thaw();
  return database_ != nullptr && !error_ && status_ == RunStatus::kCompleted;
}

Task<void> Experiment::SetUpTask(Worker& worker) {
  co_await worker.Start();
  Result<std::unique_ptr<database::Database>> database =
      co_await database::Database::Create(worker, DatabaseOptionsOfRun());
  co_await worker.End();
  if (database.ok()) {
    database_ = std::move(database).value();
    oracle_->RetainFrom(database_->log().durable_lsn());
    executor_.Stop();
  } else {
    Fail(database.error());
  }
}

database::DatabaseOptions Experiment::DatabaseOptionsOfRun() {
  database::DatabaseOptions options;
  options.scenario = &scenario_;
  options.initial = initial_.get();
  options.machine = &machine_;
  options.cpu = &*cpu_;
  options.telemetry = &telemetry_;
  options.commits = this;
  options.snapshots = this;
  options.written = &*written_;
  options.revert = revert_ ? &*revert_ : nullptr;
  options.restore = restore_ ? &*restore_ : nullptr;
  options.opening = &opening_;
  return options;
}

// The database is there: automatic tasks and users.
void Experiment::StartUsers() {
  database_->Start([this](Error error) {
    // The ghost clean-up: without it ghosts stay until the next start.
    if (DamageIn(error.message) == nullptr) Fail(std::move(error));
  });
  workload::WorkloadOptions options = UsersOf(scenario_, *initial_);
  options.users = users_;
  options.on_damage = [this](const Worker& worker, const Error& error) {
    return TellDamage(worker, error);
  };
  options.witness_from = next_witness_;
  options.rows = rows_;
  // After a restart the users are the same, what they draw is not.
  if (history_.restarts > 0) {
    options.seed = Rng(scenario_.seed, "restart " + std::to_string(history_.restarts)).Next();
  }
  workload_ =
      std::make_unique<workload::Workload>(*cpu_, database_->transactions(), telemetry_, options,
                                           [this](Error error) { Fail(std::move(error)); });
  workload_->Start();
  StartReporting(options.seed);
  running_ = true;
  machine_.SetPace(pace_);
  SetState(StateOfServer());
}

void Experiment::StartReporting(uint64_t seed) {
  workload::ReportingOptions options = ReportsOf(scenario_, *initial_);
  options.seed = seed;
  options.on_damage = [this](const Worker& worker, const Error& error) {
    return TellDamage(worker, error);
  };
  reporting_ = std::make_unique<workload::Reporting>(
      *cpu_, database_->pool(), database_->snapshots(), telemetry_, options,
      [this](Error error) { Fail(std::move(error)); });
  // Who read a snapshot that did not come back stays away.
  for (const auto& [snapshot, users] : report_users_) (void)reporting_->SetUsers(snapshot, users);
}

// --- Commands --------------------------------------------------------------------------------

Worker& Experiment::NewAdminWorker(std::string& spid) {
  // Users are spid 51 and up; commands come from sessions beyond every user there may be.
  const uint64_t number = std::max<uint64_t>(1001, scenario_.users + 101) + admin_workers_.size();
  spid = "spid" + std::to_string(number);
  admin_workers_.push_back(std::make_unique<Worker>(*cpu_, &telemetry_, spid));
  return *admin_workers_.back();
}

void Experiment::Apply(const scenario::Command& command, std::optional<size_t> step) {
  if (!running_) {
    const Error refused = RefusalDuringRevert(command, scenario_.database, *reverting_);
    telemetry_.AddCommandEvent(command.json, false, refused.message);
    OnCommandEnd(step, refused);
    return;
  }
  const bool is_closed = closing_ && !Mutated(kCommandTakenWhileClosing);
  if (is_closed && IsRefusedWhileClosing(command)) {
    telemetry_.AddCommandEvent(command.json, false, closing_->message);
    OnCommandEnd(step, *closing_);
    return;
  }
  if (scenario_.profile == scenario::Profile::kTpcc && command.NeedsAccounts()) {
    const Error refused{ErrorCode::kRefused,
                        std::string("'") + command.name() +
                            "' works on the table of accounts, which the TPC-C-style load does "
                            "not have."};
    telemetry_.AddCommandEvent(command.json, false, refused.message);
    OnCommandEnd(step, refused);
    return;
  }
  executor_.Spawn(command.name(), RunCommand(command, step));
}

Task<void> Experiment::RunCommand(scenario::Command command, std::optional<size_t> step) {
  under_way_.push_back(&command);
  const CommandEnd end = co_await CarryOut(*this, command);
  std::erase(under_way_, &command);
  if (end) {
    OnCommandEnd(step, *end);
  } else {
    restart_step_ = step;
    server_ended_ = true;
    executor_.Stop();
  }
}

void Experiment::OnCommandEnd(std::optional<size_t> step, const Status& status) {
  if (step) timeline_.OnEnd(*step, status, executor_.Now());
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
    if (command->As<scenario::Cancel>() != nullptr) Steer(*this, *command);
    return true;
  }
  recorded_.push_back({executor_.Now(), *command});
  if (command->Steers()) {
    telemetry_.AddCommandEvent(command->json, true);
    Steer(*this, *command);
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
    if (!still_paused && running_) machine_.SetPace(pace_);  // pace counts from here
    return BoundaryAction::kAgain;
  }
  if (!TakesCommands()) return BoundaryAction::kProceed;
  if (paused_ && running_) {  // else once the revert is over
    WaitWhilePaused();
    return BoundaryAction::kAgain;
  }
  if (TakeRecordedCommand()) return BoundaryAction::kAgain;
  if (running_ && executor_.Now() >= scenario_.duration) return BoundaryAction::kStop;
  const TimeNs command = std::min(NextCommandTime(), running_ ? scenario_.duration : kNever);
  if (command < next) {
    machine_.clock().WaitUntil(command);
    return BoundaryAction::kAgain;
  }
  return BoundaryAction::kProceed;
}

const char* Experiment::StateOfServer() const {
  if (reverting_) return "reverting";
  if (creating_ > 0) return "creating";
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

void Experiment::OnSplit(const snapshot::Snapshot& snapshot) {
  oracle_->Pin(snapshot.split());
  commit_count_.OnSplit(snapshot.split());
}

void Experiment::OnPhase(const std::string&, const std::string&) {
  if (!step_requested_) return;
  step_requested_ = false;
  paused_ = true;
}

void Experiment::OnComplete(snapshot::Snapshot& snapshot) { Verify(snapshot); }

void Experiment::OnDrop(snapshot::Snapshot& snapshot) {
  if (snapshot.state() == snapshot::State::kOnline) Verify(snapshot);
  if (!snapshot.split().IsNone()) oracle_->Unpin(snapshot.split());
}

void Experiment::Verify(snapshot::Snapshot& snapshot) {
  verification::Verification verification = VerifyPages(
      [&snapshot](PageId page, page::PageSpan into) { return snapshot.ReadStored(page, into); },
      snapshot.split(), [this, &snapshot] { return ChangedPages(&snapshot); });
  if (queue_.cancelled()) return;
  if (verification.problem.empty()) {
    // A snapshot is damaged where its source is; whether that stays so is told at the end.
    if ((running_ || restarting_) && !verification.damage.empty()) return;
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
        return database_->source().ReadStored(page, into);
      },
      split, [this] { return ChangedPages(nullptr); });
  if (queue_.cancelled()) return std::nullopt;
  if (verification.problem.empty()) {
    if (!restore_ && !verification.damage.empty()) return std::nullopt;
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
  scope.form = database_->source().form();
  std::optional<page::PageSet> changed;
  if (scenario_.data_bytes > kVerifiedWholeBytes) {
    changed = changed_pages();
    scope.sample = {
        .changed = &*changed, .leaves = kSampledLeaves, .rng = Rng(sample_seeds_.Next(), "sample")};
  }
  scope.is_damage = [this](const std::string& problem) { return DamageIn(problem) != nullptr; };
  scope.cancelled = [this] { return queue_.cancelled(); };
  const verification::Verification verification = verification::Verify(read, *oracle_, scope);
  machine_.Thaw();
  if (running_) machine_.SetPace(pace_);
  return verification;
}

page::PageSet Experiment::ChangedPages(const snapshot::Snapshot* snapshot) const {
  page::PageSet changed = *written_;
  database_->AddDirtyTo(changed);
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
  const bool ran = running_;
  NoteProgress();
  NoteOldestIo();
  running_ = false;
  session_totals_ = history_.sessions;
  report_totals_ = history_.report_sessions;
  if (ran) {
    session_totals_ += workload_->TotalsAt(end_time_);
    report_totals_ += reporting_->TotalsAt(end_time_);
    UpdateCounters();
    telemetry_.Sample();
  }
  if (ran && status_ == RunStatus::kCompleted) {
    stalled_since_ = StalledSince();
    SetState("verifying");
    telemetry_.Flush();
    for (const auto& snapshot : database_->snapshots().snapshots()) {
      if (snapshot->state() == snapshot::State::kOnline) Verify(*snapshot);
    }
    damage_left_ = DamageLeft();
    if (initial_->warehouses() > 0) consistency_ = CommittedConsistency(*oracle_, *initial_);
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
  if (scenario_.real && database_ != nullptr) {
    database_->RemoveFiles();
  } else if (scenario_.real) {  // a restart failed: what the server had before it is left
    for (const auto& [path, io] : history_.io) {
      (void)machine_.volume(scenario_.log_volume).RemoveNow(path);
    }
    (void)database::SnapshotCatalogPlace(machine_, scenario_).RemoveNow();
  }
  for (const BackupAccount& account : backups_.backups) {
    for (const storage::FilePlace& place : account.files) {
      if (scenario_.real && place.Exists()) (void)place.RemoveNow();
    }
  }
  for (const auto& copy : copies_) {
    for (const storage::FilePlace& place : copy->places) {
      if (scenario_.real && place.Exists()) (void)place.RemoveNow();
    }
  }
  machine_.Thaw();
}

}  // namespace snapscope::experiment
