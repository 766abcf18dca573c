#include "crash_simulator/life.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/check.h"
#include "crash_simulator/checks.h"
#include "crash_simulator/excuses.h"
#include "ops/tree_build.h"
#include "server/scenario_options.h"

namespace snapscope::crash_simulator {

using runtime::BoundaryAction;
using runtime::WaitType;
using storage::FaultKind;

namespace {

// Whatever is slow, a life is over by then; else something waits for what never comes.
constexpr TimeNs kLongestLife = 300 * kSecond;
// A life is shorter than the product's pause.
constexpr TimeNs kGhostCleanupPause = 40 * kMillisecond;

bool HasDiskToFlush(const scenario::Scenario& scenario) {
  return std::ranges::any_of(scenario.volumes, [](const scenario::VolumeDescription& volume) {
    const auto* queue = std::get_if<scenario::QueueDescription>(&volume.device);
    return queue != nullptr && queue->flush_service > 0;
  });
}

}  // namespace

Life::Life(World& world, const LifePlan& plan, size_t number)
    : world_(world),
      plan_(plan),
      number_(number),
      machine_(world.disk, world.form()),
      executor_(machine_.clock()),
      cpu_(executor_, server::CpuOf(world.scenario)),
      telemetry_(executor_, server::TelemetryOptionsOf(world.scenario),
                 [](std::vector<std::byte>) {}),
      reader_rng_(world.plan.seed, "reader " + std::to_string(number)) {
  ThreadCrashContext().seed = world.plan.seed;
  world_.BeginLife();
  CHECK(machine_.Prepare(executor_, world.scenario).ok(), "the machine has no volumes");
}

Life::~Life() { world_.disk.OnPowerCut(nullptr); }

void Life::Run() {
  world_.disk.OnPowerCut([this] { executor_.Stop(); });
  executor_.Spawn("conductor", Conduct());
  executor_.Run(this);
  const bool cut_by_plan = !world_.disk.powered();
  if (!cut_by_plan && !ended_ && !world_.problem && !world_.damage_detected) {
    world_.Fail("life " + std::to_string(number_) + " stands still at " +
                std::to_string(executor_.Now() / kMillisecond) + " ms");
  }
  NoteEndOfLog();
  NoteSuspects();
  NoteRevert();
  VisitAtEnd();
  AddToTrace();
  if (!cut_by_plan && !process_ended_) CutThePower();
  if (!world_.disk.powered()) ++world_.power_cuts;
  executor_.DestroyTasks();
}

void Life::CutThePower() {
  world_.disk.PowerCut(Rng(world_.plan.seed, "end of life " + std::to_string(number_)));
}

void Life::Reach(CutMoment moment) {
  if (!plan_.cut || plan_.cut->from != moment) return;
  if (!std::exchange(cut_is_near_, true)) CutAfter(plan_.cut->at_io);
}

void Life::CutAfter(uint64_t ios) {
  world_.disk.Inject({.kind = FaultKind::kPowerCut, .at_io = world_.disk.ios() + ios});
}

// --- From start to end ---------------------------------------------------------------------------

Task<void> Life::Conduct() {
  Worker& opener = NewWorker("spid7s");
  co_await opener.Start();
  Status opened;
  if (number_ == 0) {
    opened = co_await Create(opener);
  } else {
    opened = co_await Restart(opener);
  }
  co_await opener.End();
  if (!opened.ok()) {
    OnEngineError(opened.error());
    co_return;
  }
  const bool cannot_be_opened = database_ == nullptr;
  if (world_.problem || world_.damage_detected || cannot_be_opened) {
    ended_ = process_ended_ = cannot_be_opened;
    executor_.Stop();
    co_return;
  }
  StartWorkload();
  const TimeNs start = executor_.Now();
  co_await FollowTimeline(start, start + plan_.duration);
  if (plan_.EndsByStep()) {
    co_await EndBy(plan_.steps.back());
    if (ended_) co_return;
  }
  if (plan_.quiesces) {
    const bool at_rest = co_await Quiesce();
    if (!at_rest) co_return;
  }
  CheckSnapshots();
  ended_ = true;
  executor_.Stop();
}

database::DatabaseOptions Life::DatabaseOptionsOfLife() {
  return {.scenario = &world_.scenario,
          .initial = &world_.initial,
          .machine = &machine_,
          .cpu = &cpu_,
          .telemetry = &telemetry_,
          .commits = this,
          .snapshots = this,
          .written = &world_.written,
          .ghost_cleanup_pause = kGhostCleanupPause};
}

// The database's first files are no history yet: faults begin behind them.
Task<Status> Life::Create(Worker& worker) {
  Result<std::unique_ptr<database::Database>> created =
      co_await database::Database::Create(worker, DatabaseOptionsOfLife());
  CO_TRY(created);
  database_ = std::move(created).value();
  world_.oracle.RetainFrom(database_->log().durable_lsn());
  world_.backups.log_until = database_->log().backed_up();
  BeginFaults();
  co_return Status();
}

Task<Status> Life::Restart(Worker& worker) {
  NoteDamage(world_);
  newest_page_ = NewestPageLsn(world_);
  BeginFaults();
  Result<std::unique_ptr<database::Database>> restarted = co_await Open(worker);
  CO_TRY(restarted);
  if (restarted.value() == nullptr) co_return Status();
  database_ = std::move(restarted).value();
  NoteEndOfLog();
  // A write in the background may have met the cut that the start itself did not meet.
  if (world_.problem || world_.damage_detected || !world_.disk.powered()) co_return Status();
  CheckSource(world_, *database_);
  NoteTreesAfterRestart(world_, *database_);
  CO_TRY(co_await CheckLogToBackUp(world_, database_->log(), worker));
  CheckSnapshotsAfterRestart(world_, *database_);
  co_return Status();
}

void Life::BeginFaults() {
  Reach(CutMoment::kLife);
  if (plan_.cut_at_entry_from_io > 0) {
    world_.disk.Inject({.kind = FaultKind::kPowerCut,
                        .at_io = world_.disk.ios() + plan_.cut_at_entry_from_io,
                        .io = storage::IoKind::kEntry});
  }
  if (!plan_.faults_from_completion) InjectFaults();
}

void Life::InjectFaults() {
  if (std::exchange(faults_injected_, true)) return;
  const uint64_t first = world_.disk.ios();
  for (storage::Fault fault : plan_.faults) {
    fault.at_io += first;
    world_.disk.Inject(std::move(fault));
  }
}

/// Also when the power went again during the recovery that found the end.
void Life::NoteEndOfLog() {
  if (end_noted_ || figures_.end.IsNone()) return;
  end_noted_ = true;
  CheckEndOfLog(world_, figures_.end, newest_page_);
}

void Life::StartWorkload() {
  const auto on_error = [this](Error error) { OnEngineError(error); };
  database_->Start(on_error);
  workload::WorkloadOptions options = server::UsersOf(world_.scenario, world_.initial);
  options.witness_interval = 20 * kMillisecond;
  options.witness_from = world_.next_witness;
  options.rows = world_.rows;
  options.seed = Mix64(world_.plan.seed + number_);
  workload_ = std::make_unique<workload::Workload>(cpu_, database_->transactions(), telemetry_,
                                                   options, on_error);
  workload_->Start();
  StartReports();
  executor_.Spawn("reader", RunReader());
}

Task<bool> Life::Quiesce() {
  quiescing_ = true;
  Reach(CutMoment::kRest);
  reader_stops_ = true;
  workload_->RequestStop();
  reporting_->RequestStop();
  txn::GhostCleanup& ghosts = database_->transactions().ghost_cleanup();
  ghosts.RequestStop();
  while (!workload_->stopped() || !reporting_->stopped() || steps_running_ > 0 ||
         !reader_stopped_ || !ghosts.stopped()) {
    co_await executor_.Sleep(kMillisecond);
  }
  checkpoint::CheckpointRequest request{
      .source = "spid7s", .kind = "automatic", .snapshot = {}, .hold = nullptr};
  Worker& worker = NewWorker("spid8s");
  co_await worker.Start();
  const auto done = co_await database_->checkpointer().Run(worker, std::move(request));
  co_await worker.End();
  if (!done.ok()) {
    OnEngineError(done.error());
    co_return false;
  }
  co_await executor_.Sleep(kSecond);  // read-ahead and lazy writes end by themselves
  CheckAtRest(world_, *database_);
  workload::SessionTotals sessions = workload_->TotalsAt(executor_.Now());
  sessions += reporting_->TotalsAt(executor_.Now());
  CheckServerWaits(world_, sessions, telemetry_);
  CheckSource(world_, *database_);
  co_return true;
}

void Life::OnEngineError(const Error& error) {
  if (error.code == ErrorCode::kPowerCut) return;
  ended_ = true;
  executor_.Stop();
  // A start may have a revert to complete, which reads the sparse files.
  if (!IsExcused(world_, error, world_.revert ? world_.revert->snapshot : "")) {
    world_.Fail("life " + std::to_string(number_) + ": " + error.message);
  }
}

BoundaryAction Life::AtBoundary(TimeNs next) {
  if (world_.problem || world_.damage_detected) return BoundaryAction::kStop;
  if (next == kNever || next > kLongestLife) {
    world_.Fail("life " + std::to_string(number_) + " stands still at " +
                std::to_string(executor_.Now() / kMillisecond) + " ms");
    return BoundaryAction::kStop;
  }
  return BoundaryAction::kProceed;
}

// --- What it leaves ------------------------------------------------------------------------------

void Life::NoteSuspects() {
  if (database_ == nullptr) {
    for (auto& [name, record] : world_.snapshots) {
      if (MayBeSuspect(world_, name)) record.recovery_failed = true;
    }
    return;
  }
  for (const auto& snapshot : database_->snapshots().snapshots()) {
    // Its name may be another's by now.
    if (snapshot->state() == snapshot::State::kDropped) continue;
    const auto record = world_.snapshots.find(snapshot->name());
    if (record == world_.snapshots.end()) continue;
    // The catalogue may have it as dropped.
    if (snapshot->closing) record->second.stage = Stage::kDropping;
    if (snapshot->state() != snapshot::State::kSuspect) {
      // What has struck by now did it no harm.
      record->second.faults_before = world_.FaultsFor(snapshot->name());
      continue;
    }
    if (record->second.stage != Stage::kSuspect && !MayBeSuspect(world_, snapshot->name())) {
      world_.Fail(snapshot->name() + " is suspect, and no fault explains it");
    }
    record->second.stage = Stage::kSuspect;
  }
}

/// A mark that was being written may or may not be on the disk; also when a push failed meanwhile
/// and another mark, of a suspect snapshot, is to follow it.
void Life::NoteRevert() {
  if (workload_ != nullptr) {
    world_.next_witness = workload_->next_witness();
    world_.rows = workload_->rows();
  }
  if (database_ == nullptr) return;
  for (const auto& snapshot : database_->snapshots().snapshots()) {
    if (snapshot->state() == snapshot::State::kDropped ||
        snapshot->log_restart() <= database_->log().end_lsn().vlf()) {
      continue;
    }
    world_.revert =
        Revert{snapshot->name(), snapshot->split(), snapshot->log_restart(), revert_certain_};
  }
}

void Life::VisitAtEnd() {
  Coverage& coverage = world_.coverage;
  const auto visit = [&coverage](RarePath path, uint64_t times) {
    if (times > 0) coverage.Visit(path, times);
  };
  const auto waited = [this](WaitType type) {
    return telemetry_.waits()[static_cast<size_t>(type)].tasks;
  };
  visit(RarePath::kCutDuringRecovery, database_ == nullptr && number_ > 0);
  visit(RarePath::kCutWhileQuiescing, quiescing_ && !ended_);
  visit(RarePath::kCutOfDiskToFlush, !world_.disk.powered() && HasDiskToFlush(world_.scenario));
  visit(RarePath::kCutOfCompactPages, !world_.disk.powered() && world_.plan.compact_pages);
  for (const auto& [name, record] : world_.snapshots) {
    visit(RarePath::kCutDuringCreation, record.stage == Stage::kCreating);
  }
  visit(RarePath::kRecoveryRedid, figures_.redo.applied);
  visit(RarePath::kRecoveryUndid, figures_.undo.user_transactions);
  visit(RarePath::kSystemTransactionUndone, figures_.undo.system_transactions);
  visit(RarePath::kPushedToSeveral, waited(WaitType::kFcbReplicaWrite));
  visit(RarePath::kPushMetPull, waited(WaitType::kReplicaWrites));
  visit(RarePath::kLazyWrites, telemetry_.Total(telemetry::CounterId::kLazyWritesPerSecond));
  for (const std::string& line : telemetry_.errorlog()) {
    const auto says = [&line](const char* words) { return line.find(words) != std::string::npos; };
    visit(RarePath::kSuspectByFullDisk, says("lack of disk space"));
    visit(RarePath::kSuspectByDevice, says("Operating system error 1117"));
    visit(RarePath::kSuspectByFileLimit,
          says("Operating system error 665") || says("Operating system error 1450"));
    visit(RarePath::kLogBackedUp, says("Log was backed up"));
    if (says("DBCC CHECKDB") && !says(" found 0 errors") && !IsDataDamaged(world_) &&
        !world_.HasStruckData()) {
      world_.Fail("a sound database was checked: " + line);
    }
  }
  if (database_ == nullptr) {
    visit(RarePath::kCutDuringRevert, world_.revert.has_value());
    return;
  }
  VisitSnapshots();
  const txn::GhostCleanupFigures& ghosts = database_->transactions().ghost_cleanup().figures();
  visit(RarePath::kGhostsCleanedUp, ghosts.rows_purged);
  visit(RarePath::kLeafRemoved, ghosts.leaves_removed);
  if (workload_ != nullptr) {
    visit(RarePath::kStatementMetFullLog, workload_->counts().log_full);
    visit(RarePath::kDeadlock, workload_->counts().deadlocked);
    visit(RarePath::kStatementMetFullFile, workload_->counts().no_room);
    visit(RarePath::kReportDisconnected, reporting_->counts().disconnected);
  }
  if (!world_.disk.powered()) {
    visit(RarePath::kCutDuringBackup, backups_running_);
    visit(RarePath::kCutDuringRebuild, builds_running_[scenario::RebuildIndex::kKind]);
    visit(RarePath::kCutDuringIndexCreation, builds_running_[scenario::CreateIndex::kKind]);
    visit(RarePath::kCutDuringSelectInto, builds_running_[scenario::SelectInto::kKind]);
    visit(RarePath::kCutDuringDropTable, drops_running_);
  }
  const ops::TreeBuild* build = database_->index_builds().BuildIn(btree::kBuildSpace);
  visit(RarePath::kCrashInSpilledSort,
        (process_ended_ || !world_.disk.powered()) && build != nullptr ? build->sort_extents() : 0);
  for (const auto& [name, split] : hidden_) world_.oracle.Unpin(split);
  // Restart itself ends with one, and so does coming to rest.
  visit(RarePath::kAutomaticCheckpoint, database_->checkpointer().history().size() > 2);
  const wal::Log& log = database_->log();
  world_.durable_end = std::max(world_.durable_end, log.durable_lsn());
  visit(RarePath::kLogWrapped, log.end_lsn().vlf() > world_.scenario.log_vlfs);
}

void Life::VisitSnapshots() {
  const auto visit = [this](RarePath path, uint64_t times) {
    if (times > 0) world_.coverage.Visit(path, times);
  };
  for (const auto& snapshot : database_->snapshots().snapshots()) {
    const snapshot::SnapshotFigures& figures = snapshot->figures();
    visit(RarePath::kPushedBeforeSplit, figures.pages_pushed_before_split);
    visit(RarePath::kPushedAlong, figures.pages_pushed_along);
    visit(RarePath::kPushDeferred, figures.pages_deferred);
    visit(RarePath::kPreImageLost, snapshot->held().size());
    visit(RarePath::kPulledByRedo, figures.pages_pulled_by_redo);
    visit(RarePath::kPulledByUndo, figures.pages_pulled_by_undo);
    visit(RarePath::kUndoneInSnapshot, figures.transactions_undone);
  }
  visit(RarePath::kNoRoomForPreImage, database_->snapshots().copy_on_write().pushes_without_room());
  visit(RarePath::kWriteAwaitedPreImage,
        database_->snapshots().copy_on_write().waits_for_pre_images());
}

void Life::AddToTrace() {
  if (workload_ != nullptr) {
    CheckSessions(world_, workload_->TotalsAt(executor_.Now()));
    CheckSessions(world_, reporting_->TotalsAt(executor_.Now()));
  }
  for (const auto& worker : workers_) CheckAccount(world_, *worker, executor_.Now());
  telemetry_.Sample();
  StreamHash& trace = world_.trace;
  trace.Add(static_cast<int64_t>(telemetry_.Hash()));
  trace.Add(static_cast<int64_t>(executor_.events()));
  trace.Add(executor_.Now());
  trace.Add(static_cast<int64_t>(world_.disk.ios()));
  trace.Add(static_cast<int64_t>(world_.oracle.commits()));
}

}  // namespace snapscope::crash_simulator
