// How a snapshot that has lost a page becomes suspect: the ERRORLOG is told, and the mark is
// durable before the snapshot is disarmed. Where it cannot be made durable, every statement that
// waits for it fails, and none of them changes its page.
#include <utility>

#include "snapshot/copy_on_write.h"

namespace snapscope::snapshot {

using runtime::WaitType;

Task<Status> CopyOnWrite::MarkSuspect(std::shared_ptr<Snapshot> snapshot, SparseFileFailure failure,
                                      std::string source) {
  SnapshotLife& life = snapshot->life();
  if (life.state() == State::kDropped) co_return Status();  // no longer readable
  if (life.suspect()) {
    while (life.state() == State::kLosing) co_await suspect_marked_.Wait();
    co_return life.suspect_mark();
  }
  LogFailure(*snapshot, failure, source);
  life.BeginLoss({.at = env_.cpu->executor().Now(), .reason = failure.error.message});
  const Status marked = co_await WriteSuspectMark(*snapshot);
  // Disarmed also where the mark failed: the statement that waits for it fails and does not change
  // its page, and pages that have changed already are not written.
  if (marked.ok()) {
    snapshot->held().ReleaseAll();
  } else if (!snapshot->held().empty()) {
    pre_image_error_ = marked.error();
  }
  life.EndLoss(marked);
  Disarm(*snapshot);
  suspect_marked_.NotifyAll();
  co_return marked;
}

Task<Status> CopyOnWrite::LoseAtRestart(Worker& worker, std::shared_ptr<Snapshot> snapshot,
                                        std::string path, Error cause, std::string source) {
  if (snapshot->life().suspect()) co_return Status();  // its header says so
  if (!snapshot->files().empty()) {
    SparseFileFailure failure{&snapshot->files().front(), std::move(cause)};
    co_return co_await worker.Waiting(WaitType::kIoCompletion,
                                      MarkSuspect(snapshot, std::move(failure), std::move(source)));
  }
  // There is no file to take a mark.
  snapshot->life().BeginLoss({.at = worker.Now(), .reason = cause.message});
  snapshot->life().EndLoss(Status());
  env_.telemetry->Log(source, telemetry::OperatingSystemError(
                                  path, 2, "The system cannot find the file specified."));
  env_.telemetry->Log(source, telemetry::SnapshotSuspect(snapshot->name()));
  co_return Status();
}

void CopyOnWrite::FindSuspect(Snapshot& snapshot) {
  if (!snapshot.life().suspect()) snapshot.life().Become(State::kSuspect);
}

void CopyOnWrite::LogFailure(const Snapshot& snapshot, const SparseFileFailure& failure,
                             const std::string& source) {
  const std::string& path = failure.file->path();
  telemetry::Telemetry& telemetry = *env_.telemetry;
  switch (failure.error.code) {
    case ErrorCode::kDiskFull:
      if (!snapshot.hidden()) telemetry.Log(source, telemetry::SparseFileFull(path));
      telemetry.Log(source, telemetry::OperatingSystemError(
                                path, 112, "There is not enough space on the disk."));
      break;
    case ErrorCode::kFileLimit:
      telemetry.Log(source, failure.file->limit().os_error == SparseFileLimit::kTransientError
                                ? telemetry::OperatingSystemError(
                                      path, SparseFileLimit::kTransientError,
                                      "Insufficient system resources exist to complete the "
                                      "requested service.")
                                : telemetry::OperatingSystemError(
                                      path, 665,
                                      "The requested operation could not be completed due to a "
                                      "file system limitation"));
      break;
    case ErrorCode::kCorruptPage:  // no error of the operating system: the page's copy is gone
      break;
    case ErrorCode::kNotFound:
      telemetry.Log(source, telemetry::OperatingSystemError(
                                path, 2, "The system cannot find the file specified."));
      break;
    default:
      telemetry.Log(
          source,
          telemetry::OperatingSystemError(
              path, 1117, "The request could not be performed because of an I/O device error."));
      break;
  }
  // The session that checks through a hidden snapshot is told (926), and nobody else.
  if (!snapshot.hidden()) telemetry.Log(source, telemetry::SnapshotSuspect(snapshot.name()));
}

// The header's region is allocated since the creation, so a full disk takes the mark. A handle
// whose flush failed does not: another one may. A first file that takes no mark at all is removed,
// which a restart cannot mistake for a whole snapshot either.
Task<Status> CopyOnWrite::WriteSuspectMark(Snapshot& snapshot) {
  Status marked = co_await snapshot.WriteHeader();
  if (!marked.ok() && marked.error().code != ErrorCode::kPowerCut) {
    const storage::FilePlace& place = snapshot.files().front().place();
    const storage::FileOptions options{.size = 0, .sparse = true};
    Result<std::unique_ptr<storage::File>> again = co_await place.volume->Open(place.path, options);
    if (again.ok()) marked = co_await snapshot.files().WriteHeader(snapshot.life(), **again);
  }
  if (!marked.ok() && marked.error().code != ErrorCode::kPowerCut) {
    marked = co_await snapshot.files().front().place().Remove();
  }
  co_return marked;
}

}  // namespace snapscope::snapshot
