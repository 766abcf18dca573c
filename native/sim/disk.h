// The simulated machine's stable storage. It outlives the engine: after a restart new volumes open
// the same files on it.
//
// Invariants: bytes whose durable wait has succeeded survive every power cut; a pending write is
// lost, kept, torn at sector boundaries or, only if the fault plan says so, misdirected, as the
// seed decides. (A write that the device has finished but nobody has awaited counts as pending:
// nothing was promised.) So is a creation or removal of a file that is under way: a power cut keeps
// it or loses it, each by itself, and a removal that is lost brings the file back as it was; what a
// file has on disk is free once its removal is durable. Both count as one I/O. After a cut every
// I/O of the files that were open then fails with kPowerCut, for ever; so does opening, until
// Restart(). Snapshots that its array has taken survive (array/disk_array.h).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/block_pool.h"
#include "base/ids.h"
#include "base/result.h"
#include "base/rng.h"
#include "sim/array/disk_array.h"
#include "sim/device.h"
#include "sim/page_store.h"
#include "storage/fault_plan.h"
#include "storage/file.h"

namespace snapscope::sim {

inline constexpr uint64_t kRegionBytes = 64 * 1024;

/// One file on a disk. Engine code sees it through the File of a SimVolume.
struct StoredFile {
  struct PendingWrite {
    uint64_t offset = 0;
    uint64_t length = 0;
    /// When the device has it. One that lies in several places has several parts; none: it is not
    /// on its way yet.
    IssuedIos issued{};
    const storage::File* handle = nullptr;
    bool torn = false;  ///< what a power cut must make of it, if the fault plan says so
    bool lost = false;
    bool misdirected = false;

    /// The device has all of it.
    bool IsDone(TimeNs now) const;
    PendingOutcome OutcomeOfCut(bool atomic, Rng& rng) const;
  };

  uint64_t size = 0;
  std::string volume{};
  uint64_t address = 0;  ///< of its first byte, from the start of its volume
  bool sparse = false;
  uint64_t allocated_bytes = 0;
  bool removed = false;         ///< what an open handle still writes takes no space of the volume
  std::vector<bool> regions{};  ///< of a sparse file: allocated?
  PageStore pages{};
  /// By sequence.
  std::map<uint64_t, PendingWrite, std::less<>,
           BlockAllocator<std::pair<const uint64_t, PendingWrite>>>
      pending{};
  uint64_t next_sequence = 1;
  uint64_t previous_end = UINT64_MAX;  ///< where the previous I/O ended: the next is sequential
  uint64_t hole_reads = 0;             ///< engine reads of regions that were never allocated
  /// Pages that a power cut tore, and pages that a misdirected write landed on; for ever, whatever
  /// is written to them later.
  std::set<uint64_t> torn_pages{};
  std::set<uint64_t> overwritten_pages{};
  ArrayVolume* array = nullptr;            ///< where snapshots of its volume are taken
  std::shared_ptr<SnapshotMount> mount{};  ///< of a file that is mounted from one

  /// What it allocates is the volume's.
  bool TakesRoom() const { return !removed && mount == nullptr; }
  uint64_t MissingRegions(uint64_t offset, uint64_t length) const;
  void AllocateRegions(uint64_t offset, uint64_t length);
  /// The write ends as the power cut of `rng` makes it.
  void Settle(uint64_t sequence, const PendingWrite& write, bool atomic, Rng& rng);
  void NoteTorn(const PendingWrite& write, std::set<uint64_t>& torn) const;
  std::vector<storage::ByteRange> AllocatedRanges() const;
  /// Makes the pending writes of a handle durable: those of a process that ends, the system still
  /// brings to the device.
  void SettlePendingOf(const storage::File* handle);

 private:
  /// The bytes of the write, whole pages of them, land on a place that the seed chooses.
  void Misdirect(uint64_t sequence, const PendingWrite& write, Rng& rng);
};

class Disk {
 public:
  /// `capacity_bytes`: of all volumes together.
  explicit Disk(uint64_t seed, storage::FaultPlan plan = {}, uint64_t capacity_bytes = UINT64_MAX);
  ~Disk();
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  /// Pages of `path` that were never written are what `base` computes; its device has those that
  /// `is_initial` chooses (page_store.h). Before or after Create.
  void SetBase(const std::string& path, PageGenerator base, PagePredicate is_initial = {});

  /// What is written to `path` resembles what `likeness` computes (page_store.h). Before Create.
  void SetLikeness(const std::string& path, PageGenerator likeness) {
    likenesses_[path] = std::move(likeness);
  }

  /// Only so many bytes are kept (page_store.h) of the pages of data files and snapshots, which are
  /// files with a base and sparse ones. A power cut tears no such page: of a write it keeps or
  /// loses each page whole. Before any file.
  void SetPageLength(PageLength length) { page_length_ = length; }

  /// The pages of all other files are packed (page_store.h). Before any file.
  void SetPacking(PagePacking packing) { packing_ = packing; }

  /// Writes to `path` are atomic: a power cut keeps or loses them, but does not tear them. For data
  /// files, whose torn pages restart can only detect (824), not repair.
  void SetAtomicWrites(const std::string& path) { atomic_.insert(path); }

  bool IsAtomic(const std::string& path) const { return atomic_.contains(path); }

  /// An array takes snapshots of the volume. `options` say how large it is. Told again, it stays as
  /// it was.
  void SetArray(const std::string& volume, const ArraySnapshotOptions& options);
  /// Null: no volume is on one.
  DiskArray* array() const { return array_.get(); }

  /// The power fails: settles every pending write by `rng`, then calls the listener.
  void PowerCut(Rng rng);
  void Restart() { powered_ = true; }
  bool powered() const { return powered_; }
  /// Called at the end of every power cut, also of one from the fault plan (to stop an engine, or
  /// to cut the other disks of the machine).
  void OnPowerCut(std::function<void()> listener) { on_power_cut_ = std::move(listener); }

  /// The most that the files of a volume take together; without it only the disk limits them.
  void SetCapacity(const std::string& volume, uint64_t bytes) { volumes_[volume].capacity = bytes; }

  /// Adds a fault to the plan; its `at_io` counts from the disk's first I/O.
  void Inject(storage::Fault fault) { injector_.Add(std::move(fault)); }
  void CancelFaults() { injector_.CancelAll(); }
  uint64_t struck(storage::FaultKind kind) const { return injector_.struck(kind); }
  uint64_t struck(storage::FaultKind kind, const std::string& path) const {
    return injector_.struck(kind, path);
  }
  std::map<std::string, uint64_t> StruckByPath(storage::FaultKind kind) const {
    return injector_.StruckByPath(kind);
  }
  /// Creations and writes refused because the disk was full, by path: of the file that is there and
  /// of all that had its path before.
  const std::map<std::string, uint64_t>& refusals_for_room() const { return refusals_for_room_; }
  /// The most that any file of a path has taken, by path; of those that are there, as they are now.
  std::map<std::string, uint64_t> LargestByPath() const;

  /// Creations and removals of files that power cuts have undone.
  uint64_t creations_lost() const { return creations_lost_; }
  uint64_t removals_lost() const { return removals_lost_; }

  /// I/Os counted so far, as FaultPlan counts them.
  uint64_t ios() const { return injector_.ios(); }
  uint64_t used_bytes() const { return used_; }
  /// What the volume's files have left to grow into.
  uint64_t AvailableBytes(const std::string& volume) const;
  bool Exists(const std::string& path) const { return files_.contains(path); }
  std::vector<std::string> paths() const;
  /// The file for whoever looks on, power or not; null if there is none.
  const StoredFile* Find(const std::string& path) const {
    const auto found = files_.find(path);
    return found == files_.end() ? nullptr : found->second.get();
  }

  // What SimVolume is made of.

  /// Lays the file behind those that its volume has had: the place of a file that is removed stays
  /// empty.
  Result<std::shared_ptr<StoredFile>> Create(const std::string& volume, const std::string& path,
                                             storage::FileOptions options);
  Result<std::shared_ptr<StoredFile>> Open(const std::string& path);
  /// At once and durably, as Create().
  Status Remove(const std::string& path);

  /// The entry of a file that Create() has just made is on its way to the disk.
  uint64_t BeginCreation(const std::string& path);
  /// Takes the file's entry away; that is on its way to the disk.
  Result<uint64_t> BeginRemoval(const std::string& path);
  /// It is durable.
  void EndEntryChange(uint64_t change);
  /// The device refused it: as if it had never begun.
  void TakeBackEntryChange(uint64_t change);
  /// Counts an I/O; if its injection cuts the power, the caller does so at the right moment.
  storage::Injection CountIo(storage::IoKind kind, const std::string& path, bool allocates);
  /// The cut of the fault plan, by the disk's own random stream.
  void PowerCutByPlan();
  void NoteRefusalForRoom(const std::string& path) { ++refusals_for_room_[path]; }
  /// Takes space of a volume; false if it is not there.
  bool Reserve(const std::string& volume, uint64_t bytes);
  // What DiskArray is made of.

  using File = std::pair<std::string, std::shared_ptr<StoredFile>>;
  /// The files of a volume, those of mounted snapshots apart, by path: creations and removals under
  /// way are in it or not, by chance.
  std::vector<File> FilesAtCut(const std::string& volume, Rng& rng) const;
  /// Takes away whatever has the path, and what is to come of it.
  void TakeOut(const std::string& path);
  /// Enters a file, room or not.
  void PutBack(const std::string& path, std::shared_ptr<StoredFile> file);

  /// Number of power cuts: a file opened under an earlier one is dead.
  uint64_t epoch() const { return epoch_; }

 private:
  /// Partitions and files begin at whole MiB since Windows 2008: no I/O straddles two stripe units.
  static constexpr uint64_t kAlignment = 1024 * 1024;

  struct VolumeState {
    uint64_t capacity = UINT64_MAX;
    uint64_t used = 0;
    uint64_t placed_until = kAlignment;  ///< the file system's own records are in front
  };

  /// A file's entry in its folder is being made or taken away, and is not durable yet.
  struct EntryChange {
    std::string path;
    std::shared_ptr<StoredFile> file;
    bool creates = false;
  };

  void Undo(const EntryChange& change);
  /// Each change under way is kept or lost, the latest first: what was built on one that is lost
  /// is gone before.
  void SettleEntryChanges(Rng& rng);
  /// Returns the address of the file's first byte on the volume.
  uint64_t Place(const std::string& volume, uint64_t bytes);
  /// The space of a file that is gone.
  void GiveBack(StoredFile& file);

  uint64_t seed_;
  std::unique_ptr<DiskArray> array_;  // outlives the files that are mounted from its snapshots
  PageLength page_length_ = nullptr;
  PagePacking packing_;
  storage::FaultInjector injector_;
  const uint64_t capacity_;
  uint64_t used_ = 0;
  bool powered_ = true;
  uint64_t epoch_ = 0;
  std::map<std::string, std::shared_ptr<StoredFile>> files_;
  std::map<uint64_t, EntryChange> entry_changes_;  ///< under way, in the order of their begin
  uint64_t next_entry_change_ = 1;
  uint64_t creations_lost_ = 0;
  uint64_t removals_lost_ = 0;
  std::map<std::string, uint64_t> refusals_for_room_;
  std::map<std::string, uint64_t> largest_removed_;
  struct Base {
    PageGenerator pages;
    PagePredicate is_initial;
  };
  std::map<std::string, Base> bases_;
  std::map<std::string, PageGenerator> likenesses_;
  std::map<std::string, VolumeState> volumes_;
  std::set<std::string> atomic_;
  std::function<void()> on_power_cut_;
};

}  // namespace snapscope::sim
