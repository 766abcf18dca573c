// The snapshots that the simulated machine's array takes of its volumes: of the bytes of their
// files, and of where these lie. They outlive the engine, as the disk does.
//
// What of a pending write is in a snapshot: all that the device has; of the others what a power cut
// would leave, by a random stream of the disk's own. The same goes for the creation or removal of a
// file that is under way. Files that are mounted from a snapshot are volumes of their own to the
// array: no snapshot has them.
//
// A file that is restored counts as written: what it was before is the newest snapshot's.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "sim/array/array_pages.h"
#include "sim/former_pages.h"
#include "storage/snapshot_array.h"

namespace snapscope::sim {

class Disk;
class DiskArray;
struct SnapshotMount;
struct StoredFile;

/// A volume on the array: what becomes of its I/O, and of its reserve.
class ArrayVolume {
 public:
  ArrayVolume(DiskArray& array, std::string name, const ArraySnapshotOptions& options);

  /// Copy on write: a page that is read and written elsewhere before its first change.
  struct PageCopy {
    uint64_t page = 0;
    ArrayPages::Run from;
    ArrayPages::Run to;
  };

  const std::string& name() const { return name_; }
  ArrayPages& pages() { return pages_; }
  bool is_offline() const { return is_offline_; }
  Error Offline() const;
  bool has_reserve() const { return reserve_ > 0; }
  storage::ReserveUse use() const;

  /// Before each write of a file: takes what it needs of the reserve, whatever else has to go for
  /// it. `copies`: what is to be copied before. Fails if the volume is offline, or is so now.
  Status NoteWrite(const StoredFile& file, uint64_t offset, uint64_t length,
                   std::vector<PageCopy>& copies);
  /// Snapshots take less of the reserve than before.
  void NoteFreed();
  /// Where the bytes of a file lie, in order.
  void Locate(const StoredFile& file, uint64_t offset, uint64_t length,
              std::vector<ArrayPages::Run>& runs) const;

 private:
  bool HasRoom() const { return pages_.used() < reserve_ + (borrows_ ? pool_ : 0); }
  bool IsLow() const;
  /// Fails if nothing may go.
  Status MakeRoom();

  DiskArray& array_;
  const std::string name_;
  const ArraySnapshotOptions options_;
  ArrayPages pages_;
  const bool borrows_;
  const uint64_t reserve_;  ///< pages
  const uint64_t pool_;
  bool is_offline_ = false;
  bool has_warned_ = false;
};

class DiskArray final : public storage::SnapshotArray {
 public:
  DiskArray(Disk& disk, uint64_t seed) : disk_(disk), seed_(seed) {}

  /// A volume whose size is known. One that is there already stays as it is.
  void AddVolume(const std::string& name, const ArraySnapshotOptions& options);
  /// Null if there is no such volume.
  ArrayVolume* Find(const std::string& volume);

  bool Covers(const std::string& volume) const override { return volumes_.contains(volume); }
  Status Take(const std::string& name, const std::vector<std::string>& volumes,
              TimeNs now) override;
  Status Delete(const std::string& name) override;
  Status Mount(const std::string& name, const storage::FilePlace& place,
               const std::string& as) override;
  Status Restore(const std::string& name, const std::vector<storage::FilePlace>& places) override;
  std::vector<storage::ArraySnapshot> snapshots() const override;
  std::optional<storage::ReserveUse> ReserveOf(const std::string& volume) const override;
  void SetListener(std::function<void(const storage::ReserveEvent&)> listener) override {
    listener_ = std::move(listener);
  }

  // For its volumes.

  /// Deletes the volume's part of the oldest snapshot that has no files mounted; `borrows`: of
  /// those that borrow. False if there is none.
  bool DeleteOldestOf(ArrayVolume& volume, bool borrows);
  void Tell(const storage::ReserveEvent& event) const {
    if (listener_) listener_(event);
  }

 private:
  friend struct SnapshotMount;

  /// A file as a snapshot has it.
  struct Image {
    std::shared_ptr<StoredFile> file;
    FormerPages* former = nullptr;
    uint64_t allocated_bytes = 0;
    std::vector<bool> regions{};
    std::set<uint64_t> torn_pages{};
    std::set<uint64_t> overwritten_pages{};
  };
  struct Part {
    ArrayVolume* volume = nullptr;
    ArrayPages::Layer* layer = nullptr;
    std::map<std::string, Image> files{};
    std::vector<const SnapshotMount*> mounts{};
  };
  struct Snapshot {
    std::string name;
    TimeNs taken = 0;
    std::map<std::string, Part> parts{};  ///< by volume

    bool IsMounted() const;
  };
  using Snapshots = std::vector<std::unique_ptr<Snapshot>>;

  Status Check(const std::string& name, const std::vector<std::string>& volumes) const;
  Snapshots::const_iterator FindSnapshot(const std::string& name) const;
  /// The file in the snapshot of that name.
  Result<Part*> FindPart(const std::string& name, const storage::FilePlace& place) const;
  Image ImageOf(const std::string& path, const std::shared_ptr<StoredFile>& file, TimeNs now,
                Rng& rng);
  /// The volume's part goes, and the snapshot with the last one.
  void Drop(Snapshots::const_iterator snapshot, const std::string& volume);

  Disk& disk_;
  const uint64_t seed_;
  std::map<std::string, std::unique_ptr<ArrayVolume>> volumes_;
  Snapshots snapshots_;                  ///< in the order in which they were taken
  const Snapshot* restoring_ = nullptr;  ///< stays until it is restored
  uint64_t taken_ = 0;                   ///< so many have been
  std::function<void(const storage::ReserveEvent&)> listener_;
};

/// What makes a file one that is mounted from a snapshot, for as long as it lives.
struct SnapshotMount {
  SnapshotMount(DiskArray::Part& of, std::shared_ptr<StoredFile> mounted);
  ~SnapshotMount();
  SnapshotMount(const SnapshotMount&) = delete;
  SnapshotMount& operator=(const SnapshotMount&) = delete;

  DiskArray::Part& part;
  const std::shared_ptr<StoredFile> origin;
  ArrayPages::Layer written{};
};

}  // namespace snapscope::sim
