// The creation of one snapshot, in its phases: files, checkpoint, open, startup, analysis, redo,
// undo, flush, complete, and those that only some have (docs/internals/snapshot.md).
//
// Owns what the phases hand on to each other: the hold on the log, the checkpoint's figures, the
// result of the analysis, the hold of the source's page writes. From its first file on the snapshot
// also belongs to the owner of the creation.
//
// Invariants
// 1. A creation that fails leaves neither files nor an entry in the catalogue, where the devices
//    allow that, and its snapshot is dropped; a restart removes what is left.
// 2. No automatic checkpoint runs meanwhile.
//
// Parts: the phases but for those of recovery (creation.cpp), analysis, redo and undo
// (creation_recovery.cpp), dirty pages at the arming (arming.cpp).
//
// Owning thread: the engine thread. Creations run one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/checkpointer.h"
#include "recovery/recovery.h"
#include "snapshot/copy_on_write.h"
#include "snapshot/snapshot.h"
#include "snapshot/snapshot_environment.h"
#include "snapshot/source_store.h"
#include "storage/file.h"
#include "wal/log.h"

namespace snapscope::snapshot {

struct CreateRequest {
  std::string name;
  std::vector<storage::FilePlace> files;  ///< the sparse file of each data file, in their order
  std::string source;                     ///< spid of the session that gave the command
  /// True for a consistency check. The database id of the snapshot follows `name` and each path,
  /// which no name of another snapshot can be.
  bool hidden = false;
};

class Creation {
 public:
  /// Called in the step in which the snapshot has its first file.
  using OnBegun = std::function<void(std::shared_ptr<Snapshot>)>;

  /// `db`: the database id that the snapshot will have. `environment` and `copy_on_write` outlive
  /// the creation.
  Creation(const SnapshotEnvironment& environment, CopyOnWrite& copy_on_write,
           CreateRequest request, DbId db, OnBegun on_begun);

  /// Runs all phases; when one fails, what they have left is taken back. Errors: those of
  /// SnapshotManager::Create, but for the name.
  Task<Status> Run(Worker& worker);
  /// The snapshot; null until it has its first file.
  const std::shared_ptr<Snapshot>& snapshot() const { return snapshot_; }

 private:
  Task<Status> RunPhases(Worker& worker);
  Task<Status> CreateFiles(Worker& worker);
  Task<Status> EnterInCatalog(Worker& worker);
  Task<Status> CreateFile(Worker& worker, size_t position);
  void BeginSnapshot();
  Task<Status> Checkpoint(Worker& worker);
  Task<Status> Arm(Worker& worker);
  /// A phase of its own, in which the creation does nothing; a hidden snapshot's has none.
  Task<void> WaitFor(Worker& worker, TimeNs given, const char* phase);
  Task<Status> StartUp(Worker& worker);
  Task<Status> Flush(Worker& worker);
  Task<Status> Complete(Worker& worker);
  /// Removes what a creation that failed has left.
  Task<void> TakeBack(Worker& worker);

  // arming.cpp
  /// Writes once more what the checkpoint left dirty; a phase of its own.
  Task<Status> WriteDirtyPages(Worker& worker);
  /// Copies what is dirty now to the armed snapshot; a phase of its own.
  Task<Status> CopyDirtyPages(Worker& worker);

  // creation_recovery.cpp
  Task<Status> RunAnalysis(Worker& worker);
  Task<Status> RunRedo(Worker& worker);
  Task<Status> RunUndo(Worker& worker);
  /// Tells the messages of a hidden snapshot, whose recovery tells nothing of its progress.
  void TellOutcome() const;

  void Announce(const char* phase) const;
  /// Begins a phase, which is the one that is open then, and announces it.
  size_t BeginPhase(const char* phase);
  /// Ends the phase that is open, if one is.
  void EndPhase(telemetry::Figures figures = {});
  void Tell(const telemetry::Message& message) const;

  const SnapshotEnvironment& env_;
  CopyOnWrite& copy_on_write_;
  CreateRequest request_;
  const DbId db_;
  const OnBegun on_begun_;
  std::shared_ptr<Snapshot> snapshot_;
  telemetry::DatabaseRef database_;
  wal::LogHold hold_;
  checkpoint::CheckpointFigures checkpoint_;
  recovery::RecoveryScope scope_;
  recovery::AnalysisResult analysis_;
  std::optional<size_t> open_phase_;
  uint32_t recovery_permille_ = 0;
  TimeNs begun_ = 0;  ///< with the first file
  TimeNs analysis_start_ = 0;
  TimeNs redo_start_ = 0;
  TimeNs undo_start_ = 0;
  /// Holds writes from before the mark until the listener has seen the snapshot as it is then: a
  /// page that the snapshot's recovery has left stale would heal with the page's next write.
  storage::WriteGate::Hold page_writes_;
  bool attached_ = false;  ///< the snapshot's pages may be in the buffer pool
  bool entered_ = false;   ///< the snapshot stands in the catalogue
};

}  // namespace snapscope::snapshot
