// Creation of a snapshot, phase by phase.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/mutation.h"
#include "snapshot/creation_progress.h"
#include "snapshot/refusal.h"
#include "snapshot/snapshot_manager.h"
#include "telemetry/restart_messages.h"

namespace snapscope::snapshot {

using runtime::WaitType;

namespace {
constexpr uint64_t kAnalysisGuessBytesPerSecond = 1 << 20;
constexpr uint64_t kRecoveryGuessRecordsPerSecond = 1'000;
constexpr uint32_t kFlushWritesInFlight = 32;
constexpr char kPushFailed[] = "a page could not be pushed to it";

/// What a hidden snapshot, whose recovery is not that of a database that opens, does not tell.
bool IsOfAnOpening(telemetry::MessageKind kind) {
  return kind == telemetry::MessageKind::kStartingUpDatabase ||
         kind == telemetry::MessageKind::kAnalysisProgress ||
         kind == telemetry::MessageKind::kRecoveryProgress;
}
}  // namespace

/// What the phases of one creation hand on to each other.
struct SnapshotManager::Creation {
  CreateRequest request;
  std::shared_ptr<Snapshot> snapshot;
  telemetry::DatabaseRef database;
  wal::LogHold hold;
  checkpoint::CheckpointFigures checkpoint;
  recovery::RecoveryScope scope;
  recovery::AnalysisResult analysis;
  uint32_t recovery_permille = 0;
  TimeNs begun = 0;  ///< with its first file
  TimeNs analysis_start = 0;
  TimeNs redo_start = 0;
  TimeNs undo_start = 0;
  /// From before the mark until the listener has seen the snapshot as it is then: a page that its
  /// recovery has left stale would heal with the next write.
  std::optional<SourceStore::WriteHold> page_writes;
  bool attached = false;  ///< the snapshot's pages may be in the buffer pool
  bool entered = false;   ///< it stands in the catalogue
};

/// Writes of a snapshot's recovered pages in flight; lives in the frame of FlushSnapshot.
struct SnapshotManager::FlushState {
  explicit FlushState(runtime::Executor& executor)
      : slots(executor, kFlushWritesInFlight), ended(executor) {}
  runtime::Semaphore slots;
  runtime::Event ended;
  size_t in_flight = 0;
  std::optional<Error> error;
};

SnapshotManager::SnapshotManager(SnapshotEnvironment environment)
    : env_(std::move(environment)),
      one_at_a_time_(env_.cpu->executor(), 1),
      next_db_(env_.source_db.value + 1),
      push_finished_(env_.cpu->executor()),
      suspect_marked_(env_.cpu->executor()),
      pre_images_(env_.pre_image_bytes),
      pre_images_released_(env_.cpu->executor()) {}

std::shared_ptr<Snapshot> SnapshotManager::Find(const std::string& name) const {
  for (const auto& snapshot : snapshots_) {
    if (snapshot->name() == name && snapshot->state() != State::kDropped) return snapshot;
  }
  return nullptr;
}

void SnapshotManager::Announce(const Creation& creation, const char* phase) {
  if (env_.listener != nullptr) env_.listener->OnPhase(creation.request.name, phase);
}

void SnapshotManager::Tell(const Creation& creation, const telemetry::Message& message) {
  if (creation.request.hidden && IsOfAnOpening(message.kind)) return;
  env_.telemetry->Log(creation.request.source, message);
}

Task<Result<std::shared_ptr<Snapshot>>> SnapshotManager::Create(Worker& worker,
                                                                CreateRequest request) {
  co_await runtime::AcquireBilled(worker, one_at_a_time_, WaitType::kIoCompletion);
  if (request.name == env_.source_name || Find(request.name) != nullptr) {
    one_at_a_time_.Release();
    co_return NameTaken(request.name);
  }
  Creation creation;
  creation.request = std::move(request);
  env_.checkpointer->Suspend();
  Status status = co_await CreatePhases(worker, creation);
  creation.page_writes.reset();
  env_.checkpointer->Resume();
  if (!status.ok()) {
    // Without its pushes it cannot be read: what recovery met there is only what follows from it.
    const bool lost_a_push =
        creation.snapshot != nullptr && creation.snapshot->state() == State::kSuspect;
    if (lost_a_push && status.error().code != ErrorCode::kPowerCut) {
      status = FailedToStart(kPushFailed);
    }
    co_await TakeBack(worker, creation);
    if (creation.snapshot != nullptr && status.error().code != ErrorCode::kPowerCut) {
      env_.telemetry->Log(creation.request.source, telemetry::SnapshotNotStarted());
    }
  }
  one_at_a_time_.Release();
  CO_TRY(status);
  co_return creation.snapshot;
}

// Its mark of completion may be on the disk. So it is taken back in the catalogue before its pages
// are no longer copied; where the catalogue takes no writes, by the loss of its first file.
Task<void> SnapshotManager::TakeBack(Worker& worker, Creation& creation) {
  const std::string& name = creation.request.name;
  if (creation.entered && !creation.request.hidden) {
    const Status recorded = co_await env_.catalog->SetState(worker, name, EntryState::kDropped);
    if (!recorded.ok() && creation.snapshot != nullptr && !creation.snapshot->files().empty()) {
      co_await worker.BeginWait(WaitType::kIoCompletion);
      (void)co_await creation.snapshot->files().front().place().Remove();
      co_await worker.EndWait();
    }
  }
  if (creation.snapshot != nullptr) {
    creation.snapshot->set_state(State::kDropped);
    Rearm();
    co_await FinishPushes(worker);
    if (creation.attached) co_await env_.pool->Detach(worker, creation.snapshot->db());
    creation.snapshot->ReleaseAll();
  }
  if (creation.entered) (void)co_await RemoveFiles(worker, name);
}

// From here on a restart knows the files that follow.
Task<Status> SnapshotManager::EnterInCatalog(Worker& worker, Creation& creation) {
  const CreateRequest& request = creation.request;
  // Of a snapshot of that name that is dropped, with a file that could not be removed.
  if (env_.catalog->Find(request.name) != nullptr) {
    CO_TRY(co_await RemoveFiles(worker, request.name));
  }
  CatalogEntry entry{.name = request.name,
                     .source = env_.source_name,
                     .state = request.hidden ? EntryState::kHidden : EntryState::kCreating,
                     .files = {}};
  for (const storage::FilePlace& place : request.files) {
    entry.files.push_back({place.volume->name(), place.path});
  }
  CO_TRY(co_await env_.catalog->Enter(worker, std::move(entry)));
  creation.entered = true;
  co_return Status();
}

Task<Status> SnapshotManager::CreatePhases(Worker& worker, Creation& creation) {
  CO_TRY(co_await CreateFiles(worker, creation));
  CO_TRY(co_await Checkpoint(worker, creation));
  CO_TRY(co_await Arm(worker, creation));
  CO_TRY(co_await StartUp(worker, creation));
  CO_TRY(co_await RunAnalysis(worker, creation));
  CO_TRY(co_await RunRedo(worker, creation));
  CO_TRY(co_await RunUndo(worker, creation));
  CO_TRY(co_await Flush(worker, creation));
  co_return co_await Complete(worker, creation);
}

Task<Status> SnapshotManager::CreateFiles(Worker& worker, Creation& creation) {
  CreateRequest& request = creation.request;
  CHECK(request.files.size() == env_.source->files().size(),
        "%zu sparse files for a database of %zu data files", request.files.size(),
        env_.source->files().size());
  if (request.hidden) {
    request.name += std::to_string(next_db_);
    for (storage::FilePlace& file : request.files) {
      file.path += std::to_string(next_db_);
      // What a server that died in a check has left, if its catalogue was lost: no other file has
      // that name.
      if (!file.Exists()) continue;
      co_await worker.BeginWait(WaitType::kIoCompletion);
      (void)co_await file.Remove();
      co_await worker.EndWait();
    }
  }
  // The ERRORLOG tells nothing of it: the creation begins with the first file, as there.
  if (!Mutated(Mutation::kFilesBeforeCatalog)) CO_TRY(co_await EnterInCatalog(worker, creation));
  creation.begun = worker.Now();
  const size_t phase = env_.telemetry->BeginPhase(request.name, "files");
  Announce(creation, "files");
  for (size_t position = 0; position < request.files.size(); ++position) {
    CO_TRY(co_await CreateFile(worker, creation, position));
  }
  if (Mutated(Mutation::kFilesBeforeCatalog)) CO_TRY(co_await EnterInCatalog(worker, creation));
  env_.telemetry->EndPhase(phase);
  co_return Status();
}

// There is a snapshot to be cleaned up after as soon as there is a file of it.
Task<Status> SnapshotManager::CreateFile(Worker& worker, Creation& creation, size_t position) {
  const std::string& source = creation.request.source;
  const storage::FilePlace& place = creation.request.files[position];
  const uint32_t id = page::DataFileId(static_cast<uint32_t>(position));
  env_.telemetry->Log(source, telemetry::CreatingFile(place.path));
  co_await worker.BeginWait(WaitType::kIoCompletion);
  storage::FileOptions options;
  options.size = env_.source->files()[position]->size();
  options.sparse = true;
  Result<std::unique_ptr<storage::File>> file = co_await place.volume->Create(place.path, options);
  co_await worker.EndWait();
  CO_TRY(file);
  if (creation.snapshot == nullptr) BeginSnapshot(creation);
  creation.snapshot->AddFile(SparseFile(id, place, std::move(file).value(), env_.sparse_limit));
  co_await worker.BeginWait(WaitType::kIoCompletion);
  const SnapshotHeader creating;
  const Status header = co_await creation.snapshot->FileOf(PageId::Of(id, 0)).WriteHeader(creating);
  co_await worker.EndWait();
  CO_TRY(header);
  env_.telemetry->Log(source, telemetry::ClosingFile(id, place.path));
  co_return Status();
}

void SnapshotManager::BeginSnapshot(Creation& creation) {
  const CreateRequest& request = creation.request;
  creation.snapshot = std::make_shared<Snapshot>(env_.cpu->executor(), request.name,
                                                 DbId{next_db_++}, *env_.source);
  creation.snapshot->created = creation.begun;
  creation.snapshot->hidden = request.hidden;
  creation.database = {request.hidden ? env_.source_name : request.name,
                       creation.snapshot->db().value};
  snapshots_.push_back(creation.snapshot);
}

Task<Status> SnapshotManager::Checkpoint(Worker& worker, Creation& creation) {
  Announce(creation, "checkpoint");
  checkpoint::CheckpointRequest request{.source = creation.request.source,
                                        .kind = "snapshot",
                                        .snapshot = creation.request.name,
                                        .hold = &creation.hold};
  Result<checkpoint::CheckpointFigures> figures =
      co_await env_.checkpointer->Run(worker, std::move(request));
  CO_TRY(figures);
  creation.checkpoint = figures.value();
  const bool older = !creation.checkpoint.oldest_active.IsNone();
  creation.snapshot->first_lsn =
      older ? std::min(creation.checkpoint.begin_lsn, creation.checkpoint.oldest_active)
            : creation.checkpoint.begin_lsn;
  co_return Status();
}

Task<Status> SnapshotManager::Arm(Worker& worker, Creation& creation) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  if (env_.arming == Arming::kCopyDirtyPages) {
    Announce(creation, "secondPass");
    CO_TRY(co_await WriteDirtyPages(worker, creation.request.name));
  }
  telemetry.EndPhase(telemetry.BeginPhase(creation.request.name, "open"));
  for (const SparseFile& file : creation.snapshot->files()) {
    telemetry.Log(creation.request.source, telemetry::OpeningFile(file.id(), file.path()));
  }
  // Armed: from here on every first change of a page pushes its pre-image.
  creation.snapshot->set_armed(true);
  Rearm();
  if (env_.arming == Arming::kCopyDirtyPages) {
    Announce(creation, "arming");
    CO_TRY(co_await CopyDirtyPages(worker, creation.snapshot));
  }
  if (env_.listener != nullptr) env_.listener->OnArmed(*creation.snapshot);
  co_return Status();
}

Task<Status> SnapshotManager::StartUp(Worker& worker, Creation& creation) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  const std::string& source = creation.request.source;
  const size_t phase = telemetry.BeginPhase(creation.request.name, "startup");
  Announce(creation, "startup");
  Tell(creation, telemetry::StartingUpDatabase(creation.request.name));
  telemetry.Log(source, telemetry::RecoveryStarting(creation.database));
  env_.pool->Attach(creation.snapshot->db(), *creation.snapshot);
  creation.attached = true;
  // What a start-up reads before recovery: the header of each VLF of the log, then the boot page.
  CO_TRY(co_await env_.log->ReadVlfHeaders(worker));
  {
    Result<buffer::PageGuard> boot = co_await env_.pool->Fetch(
        worker, creation.snapshot->db(), page::kBootPage, runtime::LatchMode::kShared);
    CO_TRY(boot);
  }
  telemetry.EndPhase(phase);
  co_return Status();
}

Task<Status> SnapshotManager::RunAnalysis(Worker& worker, Creation& creation) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  const std::string& source = creation.request.source;
  co_await worker.PayCpu();
  // The split: the end of the log at this instant. What committed below it is in the snapshot.
  const TimeNs start = creation.analysis_start = worker.Now();
  creation.snapshot->SetSplit(env_.log->end_lsn(), start);
  if (env_.listener != nullptr) env_.listener->OnSplit(*creation.snapshot);

  recovery::RecoveryScope& scope = creation.scope;
  scope.pool = env_.pool;
  scope.db = creation.snapshot->db();
  scope.log = env_.log;
  scope.indexes = env_.indexes;
  scope.checkpoint_begin = creation.checkpoint.begin_lsn;
  scope.oldest_active = creation.checkpoint.oldest_active;
  scope.end = creation.snapshot->split();

  const uint64_t bytes = env_.log->BytesBetween(scope.checkpoint_begin, scope.end);
  const size_t phase = telemetry.BeginPhase(creation.request.name, "analysis");
  Announce(creation, "analysis");
  ProgressEstimate estimate(start, bytes, kAnalysisGuessBytesPerSecond);
  telemetry.Log(source, telemetry::AnalysisStarting(creation.database));
  Tell(creation,
       telemetry::AnalysisProgress(creation.database, 0, estimate.RemainingSeconds(start, 0)));
  CO_TRY(co_await env_.log->Flush(worker, scope.end));
  auto progress = [&](uint32_t permille) {
    telemetry.PhaseProgress(phase, permille);
    const TimeNs now = worker.Now();
    if (permille >= 1000 || !estimate.Due(now)) return;
    Tell(creation, telemetry::AnalysisProgress(creation.database, permille / 10,
                                               estimate.RemainingSeconds(now, permille)));
  };
  Result<recovery::AnalysisResult> analysis = co_await recovery::Analyse(worker, scope, progress);
  CO_TRY(analysis);
  creation.analysis = std::move(analysis).value();
  co_await worker.PayCpu();
  Tell(creation, telemetry::AnalysisProgress(creation.database, 100, 0));
  telemetry.EndPhase(phase,
                     {{"records", static_cast<int64_t>(creation.analysis.records)},
                      {"bytes", static_cast<int64_t>(creation.analysis.redo_bytes)},
                      {"inFlight", static_cast<int64_t>(creation.analysis.in_flight.size())}});
  co_return Status();
}

Task<Status> SnapshotManager::RunRedo(Worker& worker, Creation& creation) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  const std::string& source = creation.request.source;
  const TimeNs start = creation.redo_start = worker.Now();
  const size_t phase = telemetry.BeginPhase(creation.request.name, "redo");
  Announce(creation, "redo");
  ProgressEstimate estimate(start, creation.analysis.records, kRecoveryGuessRecordsPerSecond);
  telemetry.Log(source, telemetry::RedoStarting(creation.database));
  telemetry.Log(source, telemetry::RecoveryEstimate(creation.database, creation.analysis.redo_bytes,
                                                    creation.analysis.records));
  Tell(creation,
       telemetry::RecoveryProgress(creation.database, {0, estimate.RemainingSeconds(start, 0), 2}));
  // Redo is most of the recovery: it counts as nine tenths of its progress.
  auto progress = [&](uint32_t permille) {
    telemetry.PhaseProgress(phase, permille);
    creation.recovery_permille = permille * 9 / 10;
    const TimeNs now = worker.Now();
    if (permille >= 1000 || !estimate.Due(now)) return;
    Tell(creation,
         telemetry::RecoveryProgress(
             creation.database, {creation.recovery_permille / 10,
                                 estimate.RemainingSeconds(now, creation.recovery_permille), 2}));
  };
  creation.snapshot->set_pull_cause(CopyCause::kRedo);
  Result<recovery::RedoResult> redo = co_await recovery::Redo(worker, creation.scope, progress);
  CO_TRY(redo);
  co_await worker.PayCpu();
  Tell(creation, telemetry::RecoveryProgress(
                     creation.database,
                     {creation.recovery_permille / 10,
                      estimate.RemainingSeconds(worker.Now(), creation.recovery_permille), 2}));
  if (creation.request.hidden && creation.analysis.committed > 0) {
    telemetry.Log(source, telemetry::TransactionsRolledForward(creation.database,
                                                               creation.analysis.committed));
  }
  const SnapshotFigures& figures = creation.snapshot->figures();
  telemetry.EndPhase(phase,
                     {{"estimateRedoBytes", static_cast<int64_t>(creation.analysis.redo_bytes)},
                      {"estimateUndoRecords", static_cast<int64_t>(creation.analysis.records)},
                      {"records", static_cast<int64_t>(redo.value().records)},
                      {"applied", static_cast<int64_t>(redo.value().applied)},
                      {"pagesPulled", static_cast<int64_t>(figures.pages_pulled_by_redo)}});
  co_return Status();
}

Task<Status> SnapshotManager::RunUndo(Worker& worker, Creation& creation) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  const TimeNs start = creation.undo_start = worker.Now();
  const size_t phase = telemetry.BeginPhase(creation.request.name, "undo");
  Announce(creation, "undo");
  ProgressEstimate estimate(start, creation.analysis.in_flight.size(),
                            kRecoveryGuessRecordsPerSecond);
  Tell(creation,
       telemetry::RecoveryProgress(creation.database, {creation.recovery_permille / 10,
                                                       estimate.RemainingSeconds(start, 0), 3}));
  auto progress = [&](uint32_t permille) {
    telemetry.PhaseProgress(phase, permille);
    const TimeNs now = worker.Now();
    if (permille >= 1000 || !estimate.Due(now)) return;
    Tell(creation, telemetry::RecoveryProgress(
                       creation.database,
                       {90 + permille / 100, estimate.RemainingSeconds(now, permille), 3}));
  };
  creation.snapshot->set_pull_cause(CopyCause::kUndo);
  Result<recovery::UndoResult> undo =
      co_await recovery::Undo(worker, creation.scope, creation.analysis, progress);
  CO_TRY(undo);
  creation.snapshot->figures().transactions_undone = undo.value().user_transactions;
  co_await worker.PayCpu();
  telemetry.EndPhase(
      phase, {{"transactions", static_cast<int64_t>(undo.value().user_transactions)},
              {"systemTransactions", static_cast<int64_t>(undo.value().system_transactions)},
              {"records", static_cast<int64_t>(undo.value().records)}});
  co_return Status();
}

// What redo and undo changed, and every push that is under way, must be durable before the mark.
Task<Status> SnapshotManager::Flush(Worker& worker, Creation& creation) {
  Snapshot& snapshot = *creation.snapshot;
  const size_t phase = env_.telemetry->BeginPhase(creation.request.name, "flush");
  Announce(creation, "flush");
  if (Mutated(Mutation::kMarkBeforeFlush)) {
    snapshot.set_state(State::kOnline);
    CO_TRY(co_await snapshot.WriteHeader());
  }
  const Result<int64_t> pages = co_await FlushSnapshot(worker, snapshot);
  if (!pages.ok() && pages.error().code != ErrorCode::kPowerCut) {
    co_return FailedToStart(pages.error().message);
  }
  CO_TRY(pages);
  co_await FinishPushes(worker);
  if (snapshot.state() == State::kSuspect) co_return FailedToStart(kPushFailed);
  creation.page_writes.emplace(*env_.source);
  snapshot.set_state(State::kOnline);
  co_await worker.BeginWait(WaitType::kIoCompletion);
  const Status mark = co_await snapshot.WriteHeader();
  co_await worker.EndWait();
  CO_TRY(mark);
  // Before anybody is told: without its files it is suspect from here on, not one that never was.
  if (!creation.request.hidden) {
    CO_TRY(co_await env_.catalog->SetState(worker, creation.request.name, EntryState::kCreated));
  }
  if (snapshot.state() == State::kSuspect) co_return FailedToStart(kPushFailed);
  env_.telemetry->EndPhase(phase, {{"pages", *pages}});
  co_return Status();
}

// Returns how many pages it wrote.
Task<Result<int64_t>> SnapshotManager::FlushSnapshot(Worker& worker, Snapshot& snapshot) {
  FlushState state(env_.cpu->executor());
  int64_t pages = 0;
  for (const PageId page : env_.pool->DirtyPages(snapshot.db(), Lsn{UINT64_MAX})) {
    Result<buffer::Gather> gather = co_await env_.pool->BeginGather(
        worker, snapshot.db(), page, buffer::WriteReason::kSnapshotFlush);
    if (!gather.ok()) {
      state.error = gather.error();
      break;  // not away: writes in flight refer to the state
    }
    if (gather.value().pages.empty()) continue;
    pages += static_cast<int64_t>(gather.value().pages.size());
    co_await runtime::AcquireBilled(worker, state.slots, WaitType::kWriteCompletion);
    ++state.in_flight;
    env_.cpu->executor().Spawn("snapshot-flush", FlushOne(state, std::move(gather).value()));
  }
  if (state.in_flight > 0) {
    co_await worker.BeginWait(WaitType::kWriteCompletion);
    while (state.in_flight > 0) co_await state.ended.Wait();
    co_await worker.EndWait();
  }
  if (state.error) co_return *state.error;
  co_return pages;
}

Task<void> SnapshotManager::FlushOne(FlushState& state, buffer::Gather gather) {
  const Status written = co_await env_.pool->WriteGather(std::move(gather));
  if (!written.ok() && !state.error) state.error = written.error();
  --state.in_flight;
  state.slots.Release();
  state.ended.NotifyAll();
}

// Nothing was told of its progress.
void SnapshotManager::TellOutcome(const Creation& creation) {
  const std::string& source = creation.request.source;
  const TimeNs end = creation.snapshot->completed;
  if (creation.snapshot->figures().transactions_undone > 0) {
    env_.telemetry->Log(source,
                        telemetry::TransactionsRolledBack(
                            creation.database, creation.snapshot->figures().transactions_undone));
  }
  env_.telemetry->Log(
      source, telemetry::RecoveryFigures(
                  creation.database,
                  {.analysis_ms = (creation.redo_start - creation.analysis_start) / kMillisecond,
                   .redo_ms = (creation.undo_start - creation.redo_start) / kMillisecond,
                   .undo_ms = (end - creation.undo_start) / kMillisecond,
                   .whole_ms = (end - creation.analysis_start) / kMillisecond}));
}

Task<Status> SnapshotManager::Complete(Worker& worker, Creation& creation) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  creation.snapshot->completed = worker.Now();
  if (creation.request.hidden) TellOutcome(creation);
  telemetry.Log(creation.request.source, telemetry::RecoveryCompleted(creation.database));
  telemetry.EndPhase(telemetry.BeginPhase(creation.request.name, "complete"));
  Announce(creation, "complete");
  if (env_.listener != nullptr) env_.listener->OnComplete(*creation.snapshot);
  creation.snapshot->set_complete();
  creation.hold = wal::LogHold();
  co_return Status();
}

}  // namespace snapscope::snapshot
