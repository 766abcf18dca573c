#include "snapshot/creation.h"

#include <algorithm>
#include <utility>

#include "base/mutation.h"
#include "runtime/task_group.h"
#include "telemetry/sql_errors.h"

namespace snapscope::snapshot {

MUTATION(kFilesBeforeCatalog, "the files of a snapshot are made before the catalogue knows of it");
MUTATION(kMarkBeforeFlush, "a snapshot is marked complete before what it recovered is durable");

using runtime::WaitType;

namespace {

constexpr uint32_t kFlushWritesInFlight = 32;
constexpr char kPushFailed[] = "a page could not be pushed to it";

/// What a hidden snapshot, whose recovery is not that of a database that opens, does not tell.
bool IsOfAnOpening(telemetry::MessageKind kind) {
  return kind == telemetry::MessageKind::kStartingUpDatabase ||
         kind == telemetry::MessageKind::kAnalysisProgress ||
         kind == telemetry::MessageKind::kRecoveryProgress;
}

/// Writes what is dirty of the snapshot; returns how many pages that were.
Task<Result<int64_t>> FlushSnapshot(buffer::BufferPool& pool, Worker& worker, DbId snapshot) {
  runtime::TaskGroup writes(worker.executor(), kFlushWritesInFlight);
  Status begun;
  int64_t pages = 0;
  for (const PageId page : pool.DirtyPages(snapshot, Lsn{UINT64_MAX})) {
    Result<buffer::Gather> gather =
        co_await pool.BeginGather(worker, snapshot, page, buffer::WriteReason::kSnapshotFlush);
    if (!gather.ok()) {
      begun = gather.error();
      break;
    }
    if (gather.value().pages.empty()) continue;
    pages += static_cast<int64_t>(gather.value().pages.size());
    co_await writes.AwaitRoom(worker, WaitType::kWriteCompletion);
    writes.Add(pool.WriteGather(std::move(gather).value()));
  }
  const Status written = co_await writes.Ended(worker, WaitType::kWriteCompletion);
  CO_TRY(begun);
  CO_TRY(written);
  co_return pages;
}

}  // namespace

Creation::Creation(const SnapshotEnvironment& environment, CopyOnWrite& copy_on_write,
                   CreateRequest request, DbId db, OnBegun on_begun)
    : env_(environment),
      copy_on_write_(copy_on_write),
      request_(std::move(request)),
      db_(db),
      on_begun_(std::move(on_begun)) {}

void Creation::Announce(const char* phase) const {
  if (env_.listener != nullptr) env_.listener->OnPhase(request_.name, phase);
}

size_t Creation::BeginPhase(const char* phase) {
  open_phase_ = env_.telemetry->BeginPhase(request_.name, phase);
  Announce(phase);
  return *open_phase_;
}

void Creation::EndPhase(telemetry::Figures figures) {
  if (!open_phase_) return;
  env_.telemetry->EndPhase(*std::exchange(open_phase_, std::nullopt), std::move(figures));
}

void Creation::Tell(const telemetry::Message& message) const {
  if (request_.hidden && IsOfAnOpening(message.kind)) return;
  env_.telemetry->Log(request_.source, message);
}

Task<Status> Creation::Run(Worker& worker) {
  env_.checkpointer->Suspend();
  Status status = co_await RunPhases(worker);
  page_writes_ = {};
  env_.checkpointer->Resume();
  if (status.ok()) co_return status;
  // A snapshot that lost a push cannot be read: an error of its recovery only follows from the
  // loss.
  const bool lost_a_push = snapshot_ != nullptr && snapshot_->life().suspect();
  if (lost_a_push && status.error().code != ErrorCode::kPowerCut) {
    status = telemetry::kFailedToStart(kPushFailed);
  }
  co_await TakeBack(worker);
  if (snapshot_ != nullptr && status.error().code != ErrorCode::kPowerCut) {
    env_.telemetry->Log(request_.source, telemetry::SnapshotNotStarted());
  }
  co_return status;
}

// The snapshot's mark of completion may be on the disk. So the catalogue says that it is dropped
// before pages are no longer copied to it; where the catalogue takes no writes, its first file
// goes.
Task<void> Creation::TakeBack(Worker& worker) {
  EndPhase();
  const std::string& name = request_.name;
  if (entered_ && !request_.hidden) {
    const Status recorded = co_await env_.catalog->SetState(worker, name, EntryOf(State::kDropped));
    if (!recorded.ok() && snapshot_ != nullptr && !snapshot_->files().empty()) {
      (void)co_await worker.Waiting(WaitType::kIoCompletion,
                                    snapshot_->files().front().place().Remove());
    }
  }
  if (snapshot_ != nullptr) {
    snapshot_->life().Become(State::kDropped);
    copy_on_write_.Disarm(*snapshot_);
    co_await copy_on_write_.FinishPushes(worker);
    if (attached_) co_await env_.pool->Detach(worker, snapshot_->db());
    snapshot_->held().ReleaseAll();
    if (env_.listener != nullptr) env_.listener->OnClosed(name);
    snapshot_->files().Close();
  }
  if (entered_) (void)co_await env_.catalog->RemoveFiles(worker, name);
}

// From here on a restart knows the files that the creation makes.
Task<Status> Creation::EnterInCatalog(Worker& worker) {
  // The entry of a dropped snapshot of that name, of which a file could not be removed.
  if (env_.catalog->Find(request_.name) != nullptr) {
    CO_TRY(co_await env_.catalog->RemoveFiles(worker, request_.name));
  }
  CatalogEntry entry{.name = request_.name,
                     .source = env_.database,
                     .state = request_.hidden ? EntryState::kHidden : EntryOf(State::kCreating),
                     .files = {}};
  for (const storage::FilePlace& place : request_.files) {
    entry.files.push_back({place.volume->name(), place.path});
  }
  CO_TRY(co_await env_.catalog->Enter(worker, std::move(entry)));
  entered_ = true;
  co_return Status();
}

Task<Status> Creation::RunPhases(Worker& worker) {
  CO_TRY(co_await CreateFiles(worker));
  CO_TRY(co_await Checkpoint(worker));
  CO_TRY(co_await Arm(worker));
  co_await WaitFor(worker, env_.spans.before_start_up, "startupWait");
  CO_TRY(co_await StartUp(worker));
  CO_TRY(co_await RunAnalysis(worker));
  CO_TRY(co_await RunRedo(worker));
  CO_TRY(co_await RunUndo(worker));
  CO_TRY(co_await Flush(worker));
  co_return co_await Complete(worker);
}

Task<Status> Creation::CreateFiles(Worker& worker) {
  CHECK(request_.files.size() == env_.source->files().size(),
        "%zu sparse files for a database of %zu data files", request_.files.size(),
        env_.source->files().size());
  if (request_.hidden) {
    request_.name += std::to_string(db_.value);
    for (storage::FilePlace& file : request_.files) {
      file.path += std::to_string(db_.value);
      // What a server that died in a check has left, if its catalogue was lost: no other file has
      // that name.
      if (!file.Exists()) continue;
      (void)co_await worker.Waiting(WaitType::kIoCompletion, file.Remove());
    }
  }
  // The ERRORLOG tells nothing of the entry: the creation begins with the first file, as there.
  if (!Mutated(kFilesBeforeCatalog)) CO_TRY(co_await EnterInCatalog(worker));
  begun_ = worker.Now();
  BeginPhase("files");
  for (size_t position = 0; position < request_.files.size(); ++position) {
    CO_TRY(co_await CreateFile(worker, position));
  }
  if (Mutated(kFilesBeforeCatalog)) CO_TRY(co_await EnterInCatalog(worker));
  EndPhase();
  co_return Status();
}

// There is a snapshot to be cleaned up after as soon as there is a file of it.
Task<Status> Creation::CreateFile(Worker& worker, size_t position) {
  const std::string& source = request_.source;
  const storage::FilePlace& place = request_.files[position];
  const uint32_t id = page::DataFileId(static_cast<uint32_t>(position));
  env_.telemetry->Log(source, telemetry::CreatingFile(place.path));
  const storage::FileOptions options{.size = env_.source->files()[position]->size(),
                                     .sparse = true};
  Result<std::unique_ptr<storage::File>> file =
      co_await worker.Waiting(WaitType::kIoCompletion, place.volume->Create(place.path, options));
  CO_TRY(file);
  if (snapshot_ == nullptr) BeginSnapshot();
  snapshot_->files().Add(SparseFile(id, place, std::move(file).value(), env_.sparse_limit));
  const SnapshotHeader creating;
  CO_TRY(co_await worker.Waiting(WaitType::kIoCompletion,
                                 snapshot_->files().Of(PageId::Of(id, 0)).WriteHeader(creating)));
  env_.telemetry->Log(source, telemetry::ClosingFile(id, place.path));
  co_return Status();
}

void Creation::BeginSnapshot() {
  snapshot_ = std::make_shared<Snapshot>(env_.cpu->executor(), request_.name, db_, *env_.source,
                                         request_.hidden);
  snapshot_->set_pull_listener(env_.listener);
  snapshot_->figures().created = begun_;
  database_ = {request_.hidden ? env_.database : request_.name, snapshot_->db().value};
  on_begun_(snapshot_);
}

Task<Status> Creation::Checkpoint(Worker& worker) {
  Announce("checkpoint");
  checkpoint::CheckpointRequest request{
      .source = request_.source, .kind = "snapshot", .snapshot = request_.name, .hold = &hold_};
  Result<checkpoint::CheckpointFigures> figures =
      co_await env_.checkpointer->Run(worker, std::move(request));
  CO_TRY(figures);
  checkpoint_ = figures.value();
  const bool older = !checkpoint_.oldest_active.IsNone();
  snapshot_->figures().first_lsn =
      older ? std::min(checkpoint_.begin_lsn, checkpoint_.oldest_active) : checkpoint_.begin_lsn;
  co_return Status();
}

Task<Status> Creation::Arm(Worker& worker) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  if (env_.arming == Arming::kCopyDirtyPages) CO_TRY(co_await WriteDirtyPages(worker));
  co_await WaitFor(worker, env_.spans.before_opening, "openWait");
  telemetry.EndPhase(telemetry.BeginPhase(request_.name, "open"));
  for (const SparseFile& file : snapshot_->files()) {
    telemetry.Log(request_.source, telemetry::OpeningFile(file.id(), file.path()));
  }
  // Armed: from here on every first change of a page pushes its pre-image.
  snapshot_->life().Become(State::kArmed);
  if (env_.listener != nullptr) env_.listener->OnOpened(*snapshot_);
  copy_on_write_.Arm(snapshot_);
  if (env_.arming == Arming::kCopyDirtyPages) CO_TRY(co_await CopyDirtyPages(worker));
  if (env_.listener != nullptr) env_.listener->OnArmed(*snapshot_);
  co_return Status();
}

Task<void> Creation::WaitFor(Worker& worker, TimeNs given, const char* phase) {
  if (given == 0 || request_.hidden) co_return;
  BeginPhase(phase);
  co_await worker.Sleep(WaitType::kSleepTask, given);
  EndPhase();
}

Task<Status> Creation::StartUp(Worker& worker) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  const std::string& source = request_.source;
  BeginPhase("startup");
  Tell(telemetry::StartingUpDatabase(request_.name));
  telemetry.Log(source, telemetry::RecoveryStarting(database_));
  env_.pool->Attach(snapshot_->db(), *snapshot_);
  attached_ = true;
  // What a start-up reads before recovery: the header of each VLF of the log, then the boot page.
  CO_TRY(co_await env_.log->ReadVlfHeaders(worker));
  {
    Result<buffer::PageGuard> boot = co_await env_.pool->Fetch(
        worker, snapshot_->db(), page::kBootPage, runtime::LatchMode::kShared);
    CO_TRY(boot);
  }
  EndPhase();
  co_return Status();
}

// What redo and undo changed, and every push that is under way, must be durable before the mark.
Task<Status> Creation::Flush(Worker& worker) {
  Snapshot& snapshot = *snapshot_;
  BeginPhase("flush");
  const bool mark_first = Mutated(kMarkBeforeFlush);
  if (mark_first) {
    snapshot.life().Become(State::kMarked);
    CO_TRY(co_await snapshot.WriteHeader());
  }
  const Result<int64_t> pages = co_await FlushSnapshot(*env_.pool, worker, snapshot.db());
  if (!pages.ok() && pages.error().code != ErrorCode::kPowerCut) {
    co_return telemetry::kFailedToStart(pages.error().message);
  }
  CO_TRY(pages);
  co_await copy_on_write_.FinishPushes(worker);
  if (snapshot.life().suspect()) co_return telemetry::kFailedToStart(kPushFailed);
  page_writes_ = env_.source->HoldNow();
  if (!mark_first) snapshot.life().Become(State::kMarked);
  const Status mark = co_await worker.Waiting(WaitType::kIoCompletion, snapshot.WriteHeader());
  CO_TRY(mark);
  // Before anybody is told: from here on a snapshot without its files is suspect, not one that
  // never was.
  if (!request_.hidden) {
    CO_TRY(co_await env_.catalog->SetState(worker, request_.name, EntryOf(State::kOnline)));
  }
  if (snapshot.life().suspect()) co_return telemetry::kFailedToStart(kPushFailed);
  EndPhase({{"pages", *pages}});
  co_return Status();
}

Task<Status> Creation::Complete(Worker& worker) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  snapshot_->figures().completed = worker.Now();
  if (request_.hidden) TellOutcome();
  telemetry.Log(request_.source, telemetry::RecoveryCompleted(database_));
  telemetry.EndPhase(telemetry.BeginPhase(request_.name, "complete"));
  Announce("complete");
  snapshot_->Complete();
  if (env_.listener != nullptr) env_.listener->OnComplete(*snapshot_);
  hold_ = wal::LogHold();
  co_return Status();
}

}  // namespace snapscope::snapshot
