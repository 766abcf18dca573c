// The snapshots of one source database, and their lifetime: created, used by sessions, reverted to,
// dropped, found again after a restart.
//
// Owns the list of snapshots, the copy-on-write of the source's pages (copy_on_write.h) and, while
// one runs, the creation (creation.h). These two know nothing of the manager.
//
// Invariants
// 1. Creations, drops and the begin of a revert run one at a time.
// 2. No two snapshots that are not dropped have the same name, and none has that of the source.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/turns.h"
#include "snapshot/copy_on_write.h"
#include "snapshot/creation.h"
#include "snapshot/snapshot.h"
#include "snapshot/snapshot_catalog.h"
#include "snapshot/snapshot_environment.h"

namespace snapscope::snapshot {

class SnapshotManager {
 public:
  explicit SnapshotManager(SnapshotEnvironment environment);

  /// Creates a snapshot in its phases; see "Creation" in docs/internals/snapshot.md.
  /// Errors: kRefused when the name is taken (1801); kSnapshotSuspect when a page could not be
  /// written to it (1823); I/O errors. The snapshot's files are removed again.
  Task<Result<std::shared_ptr<Snapshot>>> Create(Worker& worker, CreateRequest request);
  /// Errors: those of sql_errors.h, when there is no snapshot of that name or somebody uses it
  /// (3702).
  Task<Status> Drop(Worker& worker, std::string name, std::string source);

  /// A session takes the snapshot as its database, until it calls Snapshot::Disconnect(). Errors:
  /// 911, 922, 926, 927.
  Result<std::shared_ptr<Snapshot>> Connect(const std::string& name) const;
  DbId source_db() const { return env_.db; }
  /// True from the drop's command on: nobody may take the snapshot as a database any more.
  bool IsBeingDropped(const Snapshot& snapshot) const { return dropping_ == &snapshot; }

  /// Takes the source to the point of no return of a revert: durable when this returns. What must
  /// follow, at once and after every restart until it is done, is Database's. Errors: kRefused when
  /// the source has no snapshot of that name, or others too (3137); kSnapshotSuspect; I/O errors;
  /// and that of `close`, which is called once no other command is at work on snapshots.
  Task<Status> BeginRevert(Worker& worker, std::string name, std::string source,
                           std::function<Status()> close);

  /// Does what the catalogue says, after a restart and before the source's redo: a snapshot whose
  /// completion mark is durable is armed; the files of one that never was completed, that was
  /// dropped, or that was a consistency check's are removed. One that was complete and cannot be
  /// read, or that a write which went astray has hit, becomes suspect; the ERRORLOG has it from
  /// `source`. `kept`: what a server that goes on knows of a snapshot, or null. Fails only when the
  /// power does.
  Task<Status> ReopenAll(Worker& worker, std::string source, const KeptMaps* kept);

  /// All that were ever created in this run, in order; dropped ones included.
  const std::vector<std::shared_ptr<Snapshot>>& snapshots() const { return snapshots_; }
  std::shared_ptr<Snapshot> Find(const std::string& name) const;  ///< not dropped

  /// What the source's pages go through before they change.
  CopyOnWrite& copy_on_write() { return copy_on_write_; }
  const CopyOnWrite& copy_on_write() const { return copy_on_write_; }

 private:
  Task<Status> Reopen(Worker& worker, CatalogEntry entry, std::string source, const KeptMaps* kept);
  /// The files are closed, or have not been opened by this server.
  Task<Status> RemoveFiles(Worker& worker, std::string name);
  Task<Status> MarkReverting(Worker& worker, std::string name, std::string source);
  Error CannotDrop(const std::string& name) const;

  const SnapshotEnvironment env_;
  CopyOnWrite copy_on_write_;
  std::vector<std::shared_ptr<Snapshot>> snapshots_;
  const Snapshot* dropping_ = nullptr;
  runtime::Turns turns_;
  uint32_t next_db_;
};

}  // namespace snapscope::snapshot
