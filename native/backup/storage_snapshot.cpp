#include "backup/storage_snapshot.h"

#include <utility>

#include "base/mutation.h"
#include "telemetry/backup_messages.h"

namespace snapscope::backup {

MUTATION(kStorageSnapshotNotBase,
         "differential backups go on from the full one before a snapshot of the storage",
         NoticedBy::kTests);

RestartPoint RestartPointOf(const wal::Log& log) {
  const wal::CheckpointMark mark = log.checkpoint_mark();
  if (mark.begin.IsNone()) return {.checkpoint = {}, .first = log.truncation_lsn()};
  const bool is_older = !mark.oldest_active.IsNone() && mark.oldest_active < mark.begin;
  return {.checkpoint = mark.begin, .first = is_older ? mark.oldest_active : mark.begin};
}

StorageSnapshot::StorageSnapshot(BackupSource& source, StorageSnapshotRequest request,
                                 runtime::Turns::Turn turn, TimeNs now)
    : source_(source),
      engine_(source.engine),
      request_(std::move(request)),
      turn_(std::move(turn)),
      set_(NewSet(source, BackupKind::kFull, request_.name, now)) {
  set_.of_storage = true;
  set_.copy_only = request_.copy_only;
}

Task<void> StorageSnapshot::Freeze(Worker& worker) {
  freeze_ = co_await snapshot::Freeze::Begin(worker, *engine_.source, *engine_.log);
  frozen_from_ = set_.reached = worker.Now();
  phase_ = engine_.telemetry->BeginPhase("", "ioFreeze");
  engine_.telemetry->Log(request_.source, telemetry::IoFrozen(engine_.version, engine_.database));
  const RestartPoint restart = RestartPointOf(*engine_.log);
  hold_ = engine_.log->Hold(restart.first, wal::LogHolder::kBackup);
  set_.checkpoint = restart.checkpoint;
  set_.first = restart.first;
  set_.last = engine_.log->durable_lsn();
  if (!request_.copy_only) pending_.emplace(source_.differential);
}

void StorageSnapshot::Thaw() {
  freeze_.reset();
  engine_.telemetry->Log(request_.source, telemetry::IoResumed(engine_.database));
  engine_.telemetry->EndPhase(phase_);
}

Task<Status> StorageSnapshot::Succeed(Worker& worker) {
  CO_TRY(co_await BeginLogChain(worker, source_, set_.last));
  set_.complete = true;
  if (pending_ && !Mutated(kStorageSnapshotNotBase)) {
    pending_->Become({set_.checkpoint, set_.id});
  }
  telemetry::Telemetry& telemetry = *engine_.telemetry;
  const page::DatabaseSize size = set_.size();
  telemetry.Log("Backup", telemetry::BackedUp({.database = engine_.database,
                                               .created_unix_ms = engine_.created_unix_ms,
                                               .pages = uint64_t{size.files} * size.file_pages,
                                               .first = set_.first,
                                               .last = set_.last,
                                               .devices = {request_.device},
                                               .is_virtual = !request_.suspends}));
  if (engine_.version >= EngineVersion::k2012) {
    telemetry.Log("Backup",
                  telemetry::BackupProcessed("BACKUP DATABASE", 0, worker.Now() - set_.started));
  }
  co_return Status();
}

// A database that was suspended had no backup begun by then, which could fail.
void StorageSnapshot::Fail() {
  if (request_.suspends) {
    if (pending_) source_.differential.Invalidate();
    return;
  }
  telemetry::Telemetry& telemetry = *engine_.telemetry;
  telemetry.Log("Backup", telemetry::VirtualDeviceFailed(request_.device));
  telemetry.Log("Backup", telemetry::BackupFailed("BACKUP DATABASE " + engine_.database));
}

}  // namespace snapscope::backup
