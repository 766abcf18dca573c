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
      telemetry_(executor_, server::TelemetryOptionsOf(world.scenario),
                 [](std::vector<std::byte>) {}),
      reader_rng_(world.plan.seed, "reader " + std::to_string(number)) {
  ThreadCrashContext().seed = world.plan.seed;
  world_.BeginLife();
  machine_.clock().WaitUntil(world.now);
  CHECK(machine_.Prepare(executor_, world.scenario).ok(), "the machine has no volumes");
  for (server::BackupAccount& backup : world.journal.backups.backups) {
    backup.files = FilesAt(machine_, backup::PathsOf(backup.files));
  }
  telemetry_.SetPhaseListener([this](const telemetry::Phase& phase) {
    if (phase.name == "ioFreeze") OnFreeze();
  });
  server_.emplace(server::ServerParts{.scenario = world.scenario,
                                      .initial = world.initial,
                                      .machine = machine_,
                                      .executor = executor_,
                                      .telemetry = telemetry_,
                                      .journal = world.journal,
                                      .listener = *this},
                  Left());
}

Life::~Life() { world_.disk.OnPowerCut(nullptr); }

void Life::Run() {
  world_.disk.OnPowerCut([this] { executor_.Stop(); });
  executor_.Spawn("conductor", Conduct());
  for (size_t step = 0; step < plan_.steps.size(); ++step) {
    if (plan_.steps[step].during) executor_.Spawn("step", AwaitStep(step));
  }
  executor_.Run(this);
  const bool cut_by_plan = !world_.disk.powered();
  if (!cut_by_plan && !ended_ && !world_.problem && !world_.damage_detected) {
    world_.Fail("life " + std::to_string(number_) + " stands still at " +
                std::to_string(executor_.Now() / kMillisecond) + " ms");
  }
  NoteEndOfLog();
  NoteSuspects();
  NoteArraySnapshots();
  NoteRevert();
  VisitAtEnd();
  AddToTrace();
  if (!cut_by_plan && !process_ended_) CutThePower();
  if (!world_.disk.powered()) ++world_.counts.power_cuts;
  world_.now = executor_.Now();
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
  Worker& opener = server_->NewAdminWorker();
  co_await opener.Start();
  Status opened;
  if (number_ == 0) {
    opened = co_await Create(opener);
  } else {
    opened = co_await Restart(opener);
  }
  co_await opener.End();
  if (!opened.ok()) {
    OnError(opened.error());
    co_return;
  }
  const bool cannot_be_opened = server_->database() == nullptr;
  if (world_.problem || world_.damage_detected || cannot_be_opened) {
    ended_ = process_ended_ = cannot_be_opened;
    executor_.Stop();
    co_return;
  }
  server_->GoOnline();
  executor_.Spawn("reader", RunReader());
  executor_.Spawn("ghosts", RunGhostCleanup());
  const TimeNs start = executor_.Now();
  co_await FollowTimeline(start, start + plan_.duration);
  if (plan_.EndsByStep()) {
    co_await EndBy(plan_.steps.back());
    if (ended_) co_return;
  }
  if (plan_.quiesces && server_->is_up()) {
    const bool at_rest = co_await ComeToRest();
    if (!at_rest) co_return;
  }
  CheckSnapshots();
  ended_ = true;
  executor_.Stop();
}

// Who starts the server does not know how far a restore had come that was cut off: the next server
// opens the database, and one that cannot be opened is restored.
server::ServerLife Life::Left() {
  if (!world_.restore || (world_.restore->begun && !world_.restore->cut)) {
    return server::Starting{};
  }
  RestoreInPlace& left = *world_.restore;
  left.begun = true;
  if (left.under_way.restore.array) {
    world_.kept.try_emplace(left.under_way.restore.array->kept, world_.durable_end);
  }
  left.cut = false;
  for (backup::MediaSet& files : left.under_way.restore.backups) {
    files = FilesAt(machine_, backup::PathsOf(files));
  }
  return left.under_way;
}

// The database's first files are no history yet: faults begin behind them.
Task<Status> Life::Create(Worker& worker) {
  CO_TRY(co_await server_->Create(worker));
  world_.backups.log_until = database().log().backed_up();
  BeginFaults();
  co_return Status();
}

Task<Status> Life::Restart(Worker& worker) {
  NoteDamage(world_);
  newest_page_ = NewestPageLsn(world_);
  BeginFaults();
  const Status started = co_await server_->Start(worker, &figures_);
  const bool was_cut = !started.ok() && started.error().code == ErrorCode::kCorruptLog &&
                       world_.restore && server_->Is<server::Starting>();
  if (was_cut) {
    world_.restore->cut = true;
    world_.coverage.Visit(RarePath::kRestoreInPlaceCut);
    co_return Status();
  }
  CO_TRY(started);
  NoteEndOfLog();
  // A write in the background may have met the cut that the start itself did not meet.
  if (world_.problem || world_.damage_detected || !world_.disk.powered()) co_return Status();
  CheckSource(world_, database());
  NoteTreesAfterRestart(world_, database());
  world_.backups.NoteChain(database().log().backed_up());
  CO_TRY(co_await CheckLogToBackUp(world_, database().log(), worker));
  CheckSnapshotsAfterRestart(world_, database());
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
  NoteEndOfArrayRestore();
  CheckEndOfLog(world_, figures_.end, newest_page_);
}

void Life::OnConnect(workload::WorkloadOptions& users, workload::ReportingOptions& reports) {
  users.witness_interval = 20 * kMillisecond;
  users.seed = reports.seed = Mix64(world_.plan.seed + number_);
  reports.on_row = [this](const snapshot::ReadOnlyDatabase& read, uint64_t key,
                          const std::optional<page::Row>& row) {
    world_.coverage.Visit(read.name().starts_with(kBeside) ? RarePath::kRowOfCopyReported
                                                           : RarePath::kRowReported);
    CompareRow(read, key, row);
  };
}

// Commands that are under way end by themselves; what is given from here on is refused.
Task<bool> Life::ComeToRest() {
  quiescing_ = true;
  Reach(CutMoment::kRest);
  stops_ = true;
  while (sessions_ > 0) co_await executor_.Sleep(kMillisecond);
  const scenario::RestartServer restart{scenario::RestartMode::kClean};
  const Status closed = co_await Give(restart);
  if (!closed.ok()) co_return false;
  while (steps_running_ > 0) co_await executor_.Sleep(kMillisecond);
  co_await executor_.Sleep(kSecond);  // read-ahead and lazy writes end by themselves
  CheckAtRest(world_, database());
  workload::SessionTotals sessions = server_->workload()->TotalsAt(executor_.Now());
  sessions += server_->reporting()->TotalsAt(executor_.Now());
  CheckServerWaits(world_, sessions, telemetry_);
  CheckSource(world_, database());
  co_return true;
}

void Life::OnError(const Error& error) {
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
  if (next == kNever || next > world_.now + kLongestLife) {
    world_.Fail("life " + std::to_string(number_) + " stands still at " +
                std::to_string(executor_.Now() / kMillisecond) + " ms");
    return BoundaryAction::kStop;
  }
  return BoundaryAction::kProceed;
}

// --- What it leaves ------------------------------------------------------------------------------

void Life::NoteSuspects() {
  if (server_->database() == nullptr) {
    for (auto& [name, record] : world_.snapshots) {
      if (MayBeSuspect(world_, name)) record.recovery_failed = true;
    }
    return;
  }
  for (const auto& snapshot : database().snapshots().snapshots()) {
    // Its name may be another's by now.
    if (snapshot->state() == snapshot::State::kDropped) continue;
    const auto record = world_.snapshots.find(snapshot->name());
    if (record == world_.snapshots.end()) continue;
    // The catalogue may have it as dropped.
    if (database().snapshots().IsBeingDropped(*snapshot)) record->second.stage = Stage::kDropping;
    if (!snapshot->life().suspect()) {
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
  server_->NoteUsers();
  if (server_->database() == nullptr) return;
  for (const auto& snapshot : database().snapshots().snapshots()) {
    if (snapshot->state() == snapshot::State::kDropped ||
        snapshot->log_restart() <= database().log().end_lsn().vlf()) {
      continue;
    }
    world_.revert =
        Revert{snapshot->name(), snapshot->split(), snapshot->log_restart(), revert_certain_};
  }
}

void Life::VisitAtEnd() {
  for (const Lsn end : pinned_) world_.journal.oracle.Unpin(end);
  Coverage& coverage = world_.coverage;
  const auto visit = [&coverage](RarePath path, uint64_t times) {
    if (times > 0) coverage.Visit(path, times);
  };
  const auto waited = [this](WaitType type) {
    return telemetry_.waits()[static_cast<size_t>(type)].tasks;
  };
  const bool is_down = server_->database() == nullptr;
  visit(RarePath::kCutDuringRecovery, is_down && number_ > 0 && !process_ended_);
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
  if (is_down) {
    visit(RarePath::kCutDuringRevert, world_.revert.has_value() && !process_ended_);
    return;
  }
  if (process_ended_) VisitClosing();
  CheckPushes();
  VisitSnapshots();
  const txn::GhostCleanupFigures& ghosts = database().transactions().ghost_cleanup().figures();
  visit(RarePath::kGhostsCleanedUp, ghosts.rows_purged);
  visit(RarePath::kLeafRemoved, ghosts.leaves_removed);
  if (server_->workload() != nullptr) {
    const workload::TransactionCounts counts = server_->workload()->counts();
    visit(RarePath::kStatementMetFullLog, counts.log_full);
    visit(RarePath::kDeadlock, counts.deadlocked);
    visit(RarePath::kStatementMetFullFile, counts.no_room);
    visit(RarePath::kReportDisconnected, server_->reporting()->counts().disconnected);
  }
  VisitCommands();
  const ops::TreeBuild* build = database().index_builds().BuildIn(btree::kBuildSpace);
  visit(RarePath::kCrashInSpilledSort,
        (process_ended_ || !world_.disk.powered()) && build != nullptr ? build->sort_extents() : 0);
  for (const auto& [name, split] : hidden_) world_.journal.oracle.Unpin(split);
  // Restart itself ends with one, and so does coming to rest.
  visit(RarePath::kAutomaticCheckpoint, database().checkpointer().history().size() > 2);
  const wal::Log& log = database().log();
  world_.durable_end = std::max(world_.durable_end, log.durable_lsn());
  visit(RarePath::kLogWrapped, log.end_lsn().vlf() > world_.scenario.log_vlfs);
}

void Life::VisitCommands() {
  const auto visit_if = [this](bool is_so, RarePath path) {
    if (is_so) world_.coverage.Visit(path);
  };
  if (!world_.disk.powered()) {
    visit_if(IsUnderWay<scenario::Backup>(), RarePath::kCutDuringBackup);
    visit_if(IsUnderWay<scenario::RebuildIndex>(), RarePath::kCutDuringRebuild);
    visit_if(IsUnderWay<scenario::CreateIndex>(), RarePath::kCutDuringIndexCreation);
    visit_if(IsUnderWay<scenario::SelectInto>(), RarePath::kCutDuringSelectInto);
    visit_if(IsUnderWay<scenario::DropTable>(), RarePath::kCutDuringDropTable);
    visit_if(!copies_.empty(), RarePath::kCutDuringRestoreBeside);
  }
  for (const telemetry::Phase& phase : telemetry_.phases()) {
    for (const auto& [name, figure] : phase.figures) {
      visit_if(name == "changesBroughtIn" && figure > 0, RarePath::kChangesBroughtIn);
      visit_if(name == "sortRuns" && figure > 0, database().tempdb_file() != nullptr
                                                     ? RarePath::kSortSpilledToTempdb
                                                     : RarePath::kSortSpilledToDataFiles);
    }
  }
}

void Life::VisitSnapshots() {
  const auto visit = [this](RarePath path, uint64_t times) {
    if (times > 0) world_.coverage.Visit(path, times);
  };
  for (const auto& snapshot : database().snapshots().snapshots()) {
    const snapshot::SnapshotFigures& figures = snapshot->figures();
    visit(RarePath::kPushedBeforeSplit, figures.pages_pushed_before_split);
    visit(RarePath::kPushedAlong, figures.pages_pushed_along);
    visit(RarePath::kPushDeferred, figures.pages_deferred);
    visit(RarePath::kPreImageLost, snapshot->held().size());
    visit(RarePath::kPulledByRedo, figures.pages_pulled_by_redo);
    visit(RarePath::kPulledByUndo, figures.pages_pulled_by_undo);
    visit(RarePath::kUndoneInSnapshot, figures.transactions_undone);
  }
  visit(RarePath::kNoRoomForPreImage, database().snapshots().copy_on_write().pushes_without_room());
  visit(RarePath::kWriteAwaitedPreImage,
        database().snapshots().copy_on_write().waits_for_pre_images());
}

void Life::AddToTrace() {
  if (server_->workload() != nullptr) {
    CheckSessions(world_, server_->workload()->TotalsAt(executor_.Now()));
    CheckSessions(world_, server_->reporting()->TotalsAt(executor_.Now()));
  }
  for (const auto& worker : server_->admin_workers()) {
    CheckAccount(world_, *worker, executor_.Now());
  }
  telemetry_.Sample();
  StreamHash& trace = world_.trace;
  trace.Add(static_cast<int64_t>(telemetry_.Hash()));
  trace.Add(static_cast<int64_t>(executor_.events()));
  trace.Add(executor_.Now());
  trace.Add(static_cast<int64_t>(world_.disk.ios()));
  trace.Add(static_cast<int64_t>(world_.journal.oracle.commits()));
}

}  // namespace snapscope::crash_simulator
