// A full backup whose pages are not copied: a snapshot that the storage takes of the database's
// files while they are frozen. BACKUP DATABASE of a VSS writer, and WITH METADATA_ONLY (2022).
//
// No checkpoint is taken: what restores such a set redoes the log in it from the newest checkpoint
// before, as a start after a crash does. Only whoever asks for the freeze knows the storage.
//
// Owning thread: the engine thread.
#pragma once

#include <optional>
#include <string>

#include "backup/backup.h"
#include "snapshot/freeze.h"

namespace snapscope::backup {

struct StorageSnapshotRequest {
  std::string name;
  bool copy_only = false;
  /// SET SUSPEND_FOR_SNAPSHOT_BACKUP: the changes for differentials begin anew with the freeze, and
  /// are not known any more if no backup follows.
  bool suspends = false;
  std::string device;  ///< of VSS {GUID}N, else the file of the metadata
  std::string source;  ///< spid of who asks
};

/// Where redo of a database begins, and where its log must begin for it, if it were opened from its
/// files as they are now.
struct RestartPoint {
  Lsn checkpoint;  ///< none: the log has no checkpoint
  Lsn first;
};
RestartPoint RestartPointOf(const wal::Log& log);

/// Lives in the frame of who takes the snapshot: frozen, thawed, and then it succeeds or fails.
class StorageSnapshot {
 public:
  /// `source` outlives it. `turn` is one of the source's.
  StorageSnapshot(BackupSource& source, StorageSnapshotRequest request, runtime::Turns::Turn turn,
                  TimeNs now);

  /// Returns once the database is frozen: what is durable then is what the set has. 3197.
  Task<void> Freeze(Worker& worker);
  bool is_frozen() const { return freeze_.has_value(); }
  /// 3198; the storage has taken its snapshot by then, or it never will.
  void Thaw();
  /// The set is a backup, and what follows from it: the first one begins the chain of log backups,
  /// and one that is no copy begins the changes for differentials. 18264, 3014.
  Task<Status> Succeed(Worker& worker);
  /// 18210 and 3041, if VSS asked.
  void Fail();

  BackupSet& set() { return set_; }
  TimeNs frozen_from() const { return frozen_from_; }

 private:
  BackupSource& source_;
  const snapshot::EngineParts& engine_;
  const StorageSnapshotRequest request_;
  const runtime::Turns::Turn turn_;
  BackupSet set_;
  wal::LogHold hold_;  ///< of what is in the set, until the chain begins
  std::optional<snapshot::Freeze> freeze_;
  std::optional<DifferentialMap::Pending> pending_;
  TimeNs frozen_from_ = kNever;
  size_t phase_ = 0;
};

}  // namespace snapscope::backup
