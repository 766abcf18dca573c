// Snapshots that a disk array takes of its volumes, beneath files and databases.
//
// An array knows volumes and bytes, and no database: whoever takes a snapshot that a database is to
// be opened from holds its writes first (Volume::HoldWrites, and the database's own freeze). What
// is being written at that instant is in the snapshot, or is not, or is in part, as after a power
// cut.
//
// Its operations change tables of pages at one instant, and take no engine time: the time that an
// array and its host need is the caller's to let pass before. Each is durable when it returns; a
// power cut before finds nothing of it. What they cost later is I/O of the volume's device:
// storage::SnapshotScheme, and reads that are scattered.
//
// The reserve of a volume is what its snapshots may take, in whole array pages: what a snapshot has
// of pages that the volume has changed since, and what was written to files mounted from it.
//
// Implementation: sim/. A real machine has none.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "storage/device_description.h"
#include "storage/file.h"

namespace snapscope::storage {

/// Snapshots of one volume at most, as arrays have it.
inline constexpr uint32_t kMostArraySnapshots = 512;

/// One volume's part of a snapshot.
struct ArraySnapshotPart {
  std::string volume;
  /// Of the reserve: freed when the snapshot is deleted, since no other shares it.
  uint64_t own_bytes = 0;
  /// Of the reserve: shared with a neighbour in time, which then has it alone.
  uint64_t shared_bytes = 0;
};

struct ArraySnapshot {
  std::string name;
  TimeNs taken = 0;
  bool is_mounted = false;  ///< there are files of it
  std::vector<ArraySnapshotPart> parts;
};

struct ReserveUse {
  uint64_t reserve_bytes = 0;
  uint64_t used_bytes = 0;      ///< of all snapshots of the volume, what was borrowed included
  uint64_t borrowed_bytes = 0;  ///< of the pool
  bool is_offline = false;      ///< the volume and its snapshots: every I/O fails
};

/// What a full reserve has made the array do.
struct ReserveEvent {
  enum class Kind : uint8_t { kWarning, kDeleted, kOffline, kOnline };
  Kind kind = Kind::kWarning;
  std::string volume;
  std::string snapshot;  ///< whose part of the volume was deleted; others of it stay
};

class SnapshotArray {
 public:
  virtual ~SnapshotArray() = default;

  virtual bool Covers(const std::string& volume) const = 0;

  /// One snapshot of each volume, all at this instant, under one name that no other has. `now` is
  /// what the snapshot says of its age. Errors: kRefused (a name that is taken, a volume that the
  /// array does not cover, kMostArraySnapshots, a reserve of 0), kIo where a volume is offline.
  virtual Status Take(const std::string& name, const std::vector<std::string>& volumes,
                      TimeNs now) = 0;
  /// Errors: kNotFound; kRefused while files of it are mounted.
  virtual Status Delete(const std::string& name) = 0;

  /// Makes the file `as`, on the same volume, which is the file at `place` as the snapshot has it.
  /// It can be written; what is written is its own, and takes of the reserve. It goes as any file
  /// does, by Volume::Remove. Errors: kNotFound (no such snapshot, or no such file in it),
  /// kRefused (`as` is there), kIo.
  virtual Status Mount(const std::string& name, const FilePlace& place, const std::string& as) = 0;
  /// These files are as the snapshot has them, all at this instant; the rest of their volumes
  /// stays. What they were before is the newest snapshot's, and takes of the reserve. Who has them
  /// open lets go of them before. Errors: kNotFound, as Mount(); kIo.
  virtual Status Restore(const std::string& name, const std::vector<FilePlace>& places) = 0;

  /// In the order in which they were taken.
  virtual std::vector<ArraySnapshot> snapshots() const = 0;
  /// Nothing of a volume that the array does not cover.
  virtual std::optional<ReserveUse> ReserveOf(const std::string& volume) const = 0;
  /// Hears of each event at its instant; it may only take note.
  virtual void SetListener(std::function<void(const ReserveEvent&)> listener) = 0;
};

}  // namespace snapscope::storage
