// The catalogue of the instance's snapshots: which there are, of which database, and where their
// files lie. The product keeps it in master; here it has a file of its own, which a revert of the
// source does not touch.
//
// Two copies are written in turn, each over the older one, so that the newest stays whole whatever
// becomes of a write; the newer valid one counts. What an entry says is in catalog_format.h, and
// the order of its writes among those of a creation, a drop and a revert in
// docs/internals/snapshot.md. An entry whose files are gone stands there until the next write.
//
// Owning thread: the engine thread. Writes come one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "runtime/cpu.h"
#include "snapshot/catalog_format.h"
#include "storage/file.h"

namespace snapscope::snapshot {

using runtime::Task;
using runtime::Worker;

class SnapshotCatalog {
 public:
  /// The volume of that name; null if there is none.
  using VolumeNamed = std::function<storage::Volume*(const std::string& name)>;

  /// Makes an empty catalogue, durable, in the place of what may be there. This and all that
  /// follows waits on IO_COMPLETION.
  static Task<Result<std::unique_ptr<SnapshotCatalog>>> Create(Worker& worker,
                                                               storage::FilePlace place,
                                                               VolumeNamed volume_named);
  /// Opens the catalogue that is there. kNotFound when there is none, kInvalid when neither copy is
  /// whole: what snapshots there are is not known then. I/O errors: that is not known yet.
  static Task<Result<std::unique_ptr<SnapshotCatalog>>> Open(Worker& worker,
                                                             storage::FilePlace place,
                                                             VolumeNamed volume_named);

  const storage::FilePlace& place() const { return place_; }
  /// The entries, in the order in which they were entered.
  const std::vector<CatalogEntry>& entries() const { return entries_; }
  /// The entry of that name; null if there is none.
  const CatalogEntry* Find(const std::string& name) const;
  /// The places of its files that lie on volumes there are: all, but after a change of the machine.
  std::vector<storage::FilePlace> PlacesOf(const CatalogEntry& entry) const;

  /// Enters a snapshot under a name that is free; durable when this returns, else as before.
  Task<Status> Enter(Worker& worker, CatalogEntry entry);
  /// Durable when this returns. When it fails the entry is as before here, and, if the device takes
  /// that, on the disk as well.
  Task<Status> SetState(Worker& worker, std::string name, EntryState state);
  /// The entry has that state here, and on the disk with the next write.
  void NoteState(const std::string& name, EntryState state);
  /// The entry's files are gone. On the disk it stands until the next write.
  void Forget(const std::string& name);
  /// Removes the files that the entry names, the first one first: what is left is no snapshot. Once
  /// all are gone the entry is forgotten.
  Task<Status> RemoveFiles(Worker& worker, std::string name);
  /// Writes what was noted, if anything was.
  Task<Status> WriteNoted(Worker& worker);

 private:
  SnapshotCatalog(storage::FilePlace place, VolumeNamed volume_named)
      : place_(std::move(place)), volume_named_(std::move(volume_named)) {}

  CatalogEntry* FindEntry(const std::string& name);
  Task<Status> Write(Worker& worker);
  Task<Status> WriteCopy(std::vector<std::byte> bytes);
  Task<Status> MakeFile();
  Task<Status> ReadCopies(Worker& worker);

  const storage::FilePlace place_;
  const VolumeNamed volume_named_;
  std::unique_ptr<storage::File> file_;
  std::vector<CatalogEntry> entries_;
  uint64_t sequence_ = 0;  ///< of the newest that was written, or that a write has tried
  uint32_t newest_ = 1;    ///< the copy that is known to be whole: the other is written next
  bool noted_ = false;     ///< the disk has not what is here
};

}  // namespace snapscope::snapshot
