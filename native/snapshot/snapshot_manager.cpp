#include "snapshot/snapshot_manager.h"

#include <algorithm>
#include <utility>

#include "base/mutation.h"
#include "telemetry/sql_errors.h"

namespace snapscope::snapshot {

MUTATION(kClosingKept, "a snapshot whose drop has failed cannot be used any more",
         NoticedBy::kTests);
MUTATION(kSuspicionForgotten,
         "a snapshot that only the catalogue calls suspect is online after a restart",
         NoticedBy::kTests);

using runtime::WaitType;

namespace {
/// How far the log may still get while the mark of a revert is written.
constexpr uint32_t kVlfsOfARevert = 1024;

Error SuspectError(const std::string& snapshot) {
  return Error{ErrorCode::kSnapshotSuspect, telemetry::SnapshotSuspect(snapshot).text};
}
}  // namespace

SnapshotManager::SnapshotManager(SnapshotEnvironment environment)
    : env_(std::move(environment)),
      copy_on_write_(env_),
      turns_(env_.cpu->executor()),
      next_db_(env_.db.value + 1) {}

std::shared_ptr<Snapshot> SnapshotManager::Find(const std::string& name) const {
  for (const auto& snapshot : snapshots_) {
    if (snapshot->name() == name && snapshot->state() != State::kDropped) return snapshot;
  }
  return nullptr;
}

Task<Result<std::shared_ptr<Snapshot>>> SnapshotManager::Create(Worker& worker,
                                                                CreateRequest request) {
  const runtime::Turns::Turn turn = co_await turns_.Await(worker, WaitType::kIoCompletion);
  if (request.name == env_.database || Find(request.name) != nullptr) {
    co_return telemetry::kDatabaseExists(request.name);
  }
  const auto enlist = [this](std::shared_ptr<Snapshot> snapshot) {
    snapshots_.push_back(std::move(snapshot));
    ++next_db_;
  };
  Creation creation(env_, copy_on_write_, std::move(request), DbId{next_db_}, enlist);
  const Status created = co_await creation.Run(worker);
  CO_TRY(created);
  co_return creation.snapshot();
}

Task<Status> SnapshotManager::Drop(Worker& worker, std::string name, std::string source) {
  const runtime::Turns::Turn turn = co_await turns_.Await(worker, WaitType::kIoCompletion);
  const std::shared_ptr<Snapshot> snapshot = Find(name);
  if (snapshot == nullptr) {
    co_return CannotDrop(name);
  }
  if (snapshot->connections() > 0) {
    co_return telemetry::kDatabaseInUse(name);
  }
  dropping_ = snapshot.get();
  // From here on no page is copied to the snapshot, so no restart may take it for a whole one. A
  // hidden one is never there after a restart.
  if (!snapshot->hidden()) {
    const Status recorded = co_await env_.catalog->SetState(worker, name, EntryOf(State::kDropped));
    if (!recorded.ok()) {
      if (!Mutated(kClosingKept)) dropping_ = nullptr;
      co_return recorded;
    }
  }
  if (env_.listener != nullptr) env_.listener->OnDrop(*snapshot);
  snapshot->life().Become(State::kDropped);
  dropping_ = nullptr;
  copy_on_write_.Disarm(*snapshot);
  co_await copy_on_write_.FinishPushes(worker);
  co_await env_.pool->Detach(worker, snapshot->db());
  snapshot->held().ReleaseAll();  // what was not written yet never will be
  for (const SparseFile& file : snapshot->files()) {
    env_.telemetry->Log(source, telemetry::ClosingFile(file.id(), file.path()));
  }
  snapshot->files().Close();
  // A suspect snapshot whose first file took no mark has lost that file already.
  co_return co_await RemoveFiles(worker, name);
}

Task<Status> SnapshotManager::RemoveFiles(Worker& worker, std::string name) {
  if (env_.listener != nullptr) env_.listener->OnClosed(name);
  co_return co_await env_.catalog->RemoveFiles(worker, name);
}

Result<std::shared_ptr<Snapshot>> SnapshotManager::Connect(const std::string& name) const {
  const std::shared_ptr<Snapshot> snapshot = Find(name);
  if (snapshot == nullptr || IsBeingDropped(*snapshot)) return telemetry::kNoSuchDatabase(name);
  if (snapshot->life().suspect()) return telemetry::kCannotOpenSuspect(name);
  if (snapshot->state() == State::kReverting) return telemetry::kInRestore(name);
  if (snapshot->state() < State::kOnline) return telemetry::kBeingRecovered(name);
  snapshot->Connect();
  return snapshot;
}

Error SnapshotManager::CannotDrop(const std::string& name) const {
  if (name != env_.database) return telemetry::kNoSuchSnapshot(name);
  for (const auto& snapshot : snapshots_) {
    const bool counts = snapshot->state() != State::kDropped && !snapshot->hidden();
    if (counts) return telemetry::kSourceHasSnapshot(snapshot->name());
  }
  return telemetry::kDatabaseInUse(name);
}

Task<Status> SnapshotManager::BeginRevert(Worker& worker, std::string name, std::string source,
                                          std::function<Status()> close) {
  const runtime::Turns::Turn turn = co_await turns_.Await(worker, WaitType::kIoCompletion);
  CO_TRY(close());
  const Status begun = co_await MarkReverting(worker, name, source);
  const CatalogEntry* entry = env_.catalog->Find(name);
  const bool is_told = entry != nullptr && entry->state == EntryOf(State::kReverting);
  if (!begun.ok() && begun.error().code != ErrorCode::kPowerCut && is_told) {
    (void)co_await env_.catalog->SetState(worker, name, EntryOf(State::kOnline));
  }
  co_return begun;
}

Task<Status> SnapshotManager::MarkReverting(Worker& worker, std::string name, std::string source) {
  const std::shared_ptr<Snapshot> snapshot = Find(name);
  if (snapshot == nullptr) {
    co_return telemetry::kCannotRevert("'" + name + "' is not a snapshot of '" + env_.database +
                                       "'");
  }
  for (const auto& other : snapshots_) {
    if (other != snapshot && other->state() != State::kDropped) {
      co_return telemetry::kCannotRevert(other->hidden() ? "a consistency check of it is under way"
                                                         : "drop '" + other->name() + "' first");
    }
  }
  // Beyond the mark there is no way back.
  const Status sound = co_await snapshot->CheckDoubtful();
  if (!sound.ok() && sound.error().code == ErrorCode::kCorruptPage) {
    SparseFileFailure failure{&snapshot->files().front(), sound.error()};
    CO_TRY(co_await copy_on_write_.MarkSuspect(snapshot, std::move(failure), source));
    co_return SuspectError(name);
  }
  CO_TRY(sound);
  if (snapshot->state() != State::kOnline) co_return SuspectError(name);
  // A start must not go on without having read the header, from here on.
  CO_TRY(co_await env_.catalog->SetState(worker, name, EntryOf(State::kReverting)));
  if (snapshot->state() != State::kOnline) co_return SuspectError(name);
  env_.telemetry->Log(
      source, telemetry::Reverting({env_.database, env_.db.value}, name, snapshot->split()));
  snapshot->files().header().log_restart = env_.log->end_lsn().vlf() + kVlfsOfARevert;
  snapshot->life().Become(State::kReverting);
  const Status marked = co_await worker.Waiting(WaitType::kIoCompletion, snapshot->WriteHeader());
  if (!marked.ok() && marked.error().code != ErrorCode::kPowerCut) {
    // Whether the mark is on disk is unknown, and a restart would go by it: the snapshot is lost.
    SparseFileFailure failure{&snapshot->files().front(), marked.error()};
    CO_TRY(co_await copy_on_write_.MarkSuspect(snapshot, std::move(failure), source));
  }
  CO_TRY(marked);
  if (snapshot->life().suspect()) co_return SuspectError(name);
  co_return Status();
}

Task<Status> SnapshotManager::ReopenAll(Worker& worker, std::string source, const KeptMaps* kept) {
  const std::vector<CatalogEntry> entries = env_.catalog->entries();
  for (const CatalogEntry& entry : entries) {
    const Status reopened = co_await Reopen(worker, entry, source, kept);
    if (!reopened.ok() && reopened.error().code == ErrorCode::kPowerCut) co_return reopened;
  }
  // What could not be written now goes with the next write: until then a restart finds the same.
  const Status written = co_await env_.catalog->WriteNoted(worker);
  if (!written.ok() && written.error().code == ErrorCode::kPowerCut) co_return written;
  co_return Status();
}

Task<Status> SnapshotManager::Reopen(Worker& worker, CatalogEntry entry, std::string source,
                                     const KeptMaps* kept) {
  const std::vector<storage::FilePlace> places = env_.catalog->PlacesOf(entry);
  const bool has_files = std::ranges::any_of(places, &storage::FilePlace::Exists);
  const bool is_removed = entry.state == EntryState::kDropped || entry.state == EntryState::kHidden;
  if (is_removed || (entry.state == EntryState::kCreating && !has_files)) {
    co_return co_await RemoveFiles(worker, entry.name);
  }
  env_.telemetry->Log(source, telemetry::StartingUpDatabase(entry.name));
  auto snapshot =
      std::make_shared<Snapshot>(env_.cpu->executor(), entry.name, DbId{next_db_++}, *env_.source);
  Status reloaded = co_await snapshot->OpenFiles(worker, places, env_.sparse_limit);
  if (reloaded.ok()) reloaded = co_await snapshot->Reload(worker, kept);
  const bool damaged = !reloaded.ok() && reloaded.error().code == ErrorCode::kCorruptPage;
  if (!reloaded.ok() && reloaded.error().code == ErrorCode::kPowerCut) co_return reloaded;
  if (!reloaded.ok() && !damaged && entry.state == EntryState::kCreating) {
    snapshot.reset();
    co_return co_await RemoveFiles(worker, entry.name);
  }
  snapshots_.push_back(snapshot);
  env_.pool->Attach(snapshot->db(), *snapshot);
  // The source has changed since a restart that could not read the snapshot.
  if (entry.state == EntryOf(State::kSuspect) && !Mutated(kSuspicionForgotten)) {
    copy_on_write_.FindSuspect(*snapshot);
    co_return Status();
  }
  if (snapshot->state() == State::kOnline) {
    if (env_.listener != nullptr) env_.listener->OnOpened(*snapshot);
    copy_on_write_.Arm(snapshot);
  }
  if (reloaded.ok()) {
    env_.catalog->NoteState(entry.name, EntryOf(State::kOnline));
    co_return Status();
  }
  const std::string path = entry.files.empty() ? entry.name : entry.files.front().path;
  const Status lost = co_await copy_on_write_.LoseAtRestart(worker, snapshot, path,
                                                            reloaded.error(), std::move(source));
  // The catalogue notes the suspicion too: the first file may take no mark.
  env_.catalog->NoteState(entry.name, EntryOf(State::kSuspect));
  co_return lost;
}

}  // namespace snapscope::snapshot
