// What becomes of a snapshot after its creation: sessions that use it, its drop, the begin of a
// revert, and arming it again after a restart.
#include <utility>

#include "snapshot/refusal.h"
#include "snapshot/snapshot_manager.h"

namespace snapscope::snapshot {

using runtime::WaitType;

namespace {
/// How far the log may still get while the mark of a revert is written.
constexpr uint32_t kVlfsOfARevert = 1024;

Error SuspectError(const std::string& snapshot) {
  return Error{ErrorCode::kSnapshotSuspect, telemetry::SnapshotSuspect(snapshot).text};
}
}  // namespace

Task<Status> SnapshotManager::Drop(Worker& worker, std::string name, std::string source) {
  co_await runtime::AcquireBilled(worker, one_at_a_time_, WaitType::kIoCompletion);
  const std::shared_ptr<Snapshot> snapshot = Find(name);
  if (snapshot == nullptr) {
    one_at_a_time_.Release();
    co_return CannotDrop(name);
  }
  if (snapshot->connections() > 0) {
    one_at_a_time_.Release();
    co_return InUse(name);
  }
  if (env_.listener != nullptr) env_.listener->OnDrop(*snapshot);
  snapshot->set_state(State::kDropped);
  Rearm();
  co_await FinishPushes(worker);
  co_await env_.pool->Detach(worker, snapshot->db());
  snapshot->ReleaseAll();  // what was not written yet never will be
  for (const SparseFile& file : snapshot->files()) {
    env_.telemetry->Log(source, telemetry::ClosingFile(file.id(), file.path()));
  }
  // A suspect snapshot whose file took no mark has lost it already.
  const Status removed = snapshot->RemoveFiles();
  one_at_a_time_.Release();
  co_return removed;
}

Result<std::shared_ptr<Snapshot>> SnapshotManager::Connect(const std::string& name) const {
  const std::shared_ptr<Snapshot> snapshot = Find(name);
  if (snapshot == nullptr) return NoSuchDatabase(name);
  if (snapshot->state() == State::kSuspect) return CannotOpenSuspect(name);
  if (snapshot->state() == State::kReverting) return InRestore(name);
  // Online, but for the mark of completion, it may still come to nothing.
  if (!snapshot->complete()) return BeingRecovered(name);
  snapshot->Connect();
  return snapshot;
}

Error SnapshotManager::CannotDrop(const std::string& name) const {
  if (name != env_.source_name) return NoSuchSnapshot(name);
  for (const auto& snapshot : snapshots_) {
    const bool counts = snapshot->state() != State::kDropped && !snapshot->hidden;
    if (counts) return SourceHasSnapshot(snapshot->name());
  }
  return InUse(name);
}

Task<Status> SnapshotManager::BeginRevert(Worker& worker, std::string name, std::string source) {
  co_await runtime::AcquireBilled(worker, one_at_a_time_, WaitType::kIoCompletion);
  const Status begun = co_await MarkReverting(worker, name, source);
  one_at_a_time_.Release();
  co_return begun;
}

Task<Status> SnapshotManager::MarkReverting(Worker& worker, std::string name, std::string source) {
  const std::shared_ptr<Snapshot> snapshot = Find(name);
  if (snapshot == nullptr) {
    co_return CannotRevert("'" + name + "' is not a snapshot of '" + env_.source_name + "'");
  }
  for (const auto& other : snapshots_) {
    if (other != snapshot && other->state() != State::kDropped) {
      co_return CannotRevert(other->hidden ? "a consistency check of it is under way"
                                           : "drop '" + other->name() + "' first");
    }
  }
  // Beyond the mark there is no way back.
  const Status sound = co_await snapshot->CheckDoubtful();
  if (!sound.ok() && sound.error().code == ErrorCode::kCorruptPage) {
    Failure failure{&snapshot->files().front(), sound.error()};
    CO_TRY(co_await MarkSuspect(snapshot, std::move(failure), source));
    co_return SuspectError(name);
  }
  CO_TRY(sound);
  if (snapshot->state() != State::kOnline) co_return SuspectError(name);
  env_.telemetry->Log(source, telemetry::Reverting({env_.source_name, env_.source_db.value}, name,
                                                   snapshot->split()));
  snapshot->set_log_restart(env_.log->end_lsn().vlf() + kVlfsOfARevert);
  snapshot->set_state(State::kReverting);
  co_await worker.BeginWait(WaitType::kIoCompletion);
  const Status marked = co_await snapshot->WriteHeader();
  co_await worker.EndWait();
  if (!marked.ok() && marked.error().code != ErrorCode::kPowerCut) {
    // Whether the mark is on disk is unknown, and a restart would go by it: the snapshot is lost.
    Failure failure{&snapshot->files().front(), marked.error()};
    CO_TRY(co_await MarkSuspect(snapshot, std::move(failure), source));
  }
  CO_TRY(marked);
  if (snapshot->state() == State::kSuspect) co_return SuspectError(name);
  co_return Status();
}

Task<Status> SnapshotManager::Reopen(std::string name, std::vector<storage::FilePlace> files,
                                     std::string source) {
  auto snapshot =
      std::make_shared<Snapshot>(env_.cpu->executor(), name, DbId{next_db_++}, *env_.source);
  Status reloaded = co_await snapshot->OpenFiles(files, env_.sparse_limit);
  const bool opened = reloaded.ok();
  if (opened) reloaded = snapshot->Reload();
  const bool damaged = !reloaded.ok() && reloaded.error().code == ErrorCode::kCorruptPage;
  if (!reloaded.ok() && !damaged) {
    snapshot.reset();
    const bool half_created = opened || reloaded.error().code == ErrorCode::kNotFound;
    for (const storage::FilePlace& place : files) {
      if (half_created && place.Exists()) (void)place.Remove();
    }
    co_return reloaded;
  }
  snapshots_.push_back(snapshot);
  if (snapshot->state() == State::kOnline) {
    snapshot->set_complete();
    snapshot->set_armed(true);
  }
  Rearm();
  env_.pool->Attach(snapshot->db(), *snapshot);
  if (damaged) {
    Failure failure{&snapshot->files().front(), reloaded.error()};
    co_return co_await MarkSuspect(snapshot, std::move(failure), std::move(source));
  }
  co_return Status();
}

}  // namespace snapscope::snapshot
