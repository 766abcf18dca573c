// Copy-on-write: the push of a source page's pre-image to the armed snapshots that lack the page,
// before the page changes for the first time.
//
// Owns which snapshots are armed, the pushes that are under way, and the pre-images that are held
// in memory for a later write. A push that fails makes its snapshot suspect; the mark is written
// here too, since no page may change without a copy before the mark is durable.
//
// Invariants
// 1. A snapshot is armed from Arm() until it is dropped, or until its suspect mark is durable or
//    has failed: SnapshotLife::armed() says so too, but for one that a restart finds reverting.
// 2. The source is never blocked, it only pays: a failed push fails no statement, unless the mark
//    of the snapshot cannot be written either.
// 3. Between the test of a page's bit and the entry of its gate nothing suspends.
//
// Parts: the push (push.cpp), the other pages of an extent (extent.cpp), pre-images in memory
// (write_ahead.cpp), the suspect mark (suspect.cpp).
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/block_pool.h"
#include "runtime/sync.h"
#include "snapshot/pre_image.h"
#include "snapshot/snapshot.h"
#include "snapshot/snapshot_environment.h"
#include "snapshot/source_store.h"
#include "storage/file.h"

namespace snapscope::snapshot {

/// Why a snapshot is lost: what cannot be written to a sparse file, or is missing from the file.
struct SparseFileFailure {
  const SparseFile* file = nullptr;
  Error error;
};

class CopyOnWrite final : public buffer::BeforeFirstChange {
 public:
  /// `environment` outlives the object.
  explicit CopyOnWrite(const SnapshotEnvironment& environment);

  /// From here on every first change of a page is pushed to `snapshot`, whose life says so too, and
  /// which comes last among the armed ones.
  void Arm(std::shared_ptr<Snapshot> snapshot);
  /// Nothing more is pushed to `snapshot`; pushes that are under way go on.
  void Disarm(Snapshot& snapshot);
  /// Waits for the pushes that are under way now; later ones are not waited for.
  Task<void> FinishPushes(Worker& worker);

  /// Returns when the snapshot is durably suspect and disarmed; the ERRORLOG has it from `source`.
  /// Does nothing to a snapshot that is dropped. Fails when the power does, or when the mark cannot
  /// be written and the first file cannot be removed.
  Task<Status> MarkSuspect(std::shared_ptr<Snapshot> snapshot, SparseFileFailure failure,
                           std::string source);

  /// A restart cannot read the snapshot, whose first file, or what should be it, has `path`; the
  /// rest is as with MarkSuspect().
  Task<Status> LoseAtRestart(Worker& worker, std::shared_ptr<Snapshot> snapshot, std::string path,
                             Error cause, std::string source);
  /// The catalogue knows of an earlier restart that could not read the snapshot.
  static void FindSuspect(Snapshot& snapshot);

  /// While there is one, every change is in the log, as during a creation: a backup, too, reads
  /// pages and then what the log says of them since.
  class LogEverything {
   public:
    explicit LogEverything(CopyOnWrite& owner) : owner_(owner) { ++owner_.logging_everything_; }
    LogEverything(const LogEverything&) = delete;
    LogEverything& operator=(const LogEverything&) = delete;
    ~LogEverything() { --owner_.logging_everything_; }

   private:
    CopyOnWrite& owner_;
  };

  // buffer::BeforeFirstChange: what the source's pages go through.
  bool NeedsPush(PageId page) const override;
  Task<Status> Push(Worker& worker, PageId page, page::ConstPageSpan pre_image) override;
  /// Pushes that page alone, whatever the push unit. A snapshot that has lost its copy of the
  /// page becomes suspect instead (Snapshot::CheckRedo).
  Task<Status> PushForRedo(Worker& worker, PageId page, page::ConstPageSpan pre_image,
                           Lsn lsn) override;
  bool MustLog() const override;
  bool HoldsPreImage(PageId page) const override;
  /// Returns when the page may be written; bills REPLICA_WRITES. Fails when a pre-image can neither
  /// be written nor its snapshot be marked suspect.
  Task<Status> AwaitPreImage(Worker& worker, PageId page) override;

  /// Pushes that page alone, whatever the push unit.
  Task<Status> PushAlone(Worker& worker, PageId page, page::ConstPageSpan pre_image) {
    return PushAs(PushUnit::kPage, worker, page, pre_image);
  }

  uint64_t pages_pushed() const { return pages_pushed_; }
  const PreImageMemory& pre_images() const { return pre_images_; }
  /// How often a push found no room in memory, and a page to be written waited for its pre-image.
  uint64_t pushes_without_room() const { return pushes_without_room_; }
  uint64_t waits_for_pre_images() const { return waits_for_pre_images_; }

 private:
  struct PushState;
  struct HeldRun;

  /// A snapshot that lacks a page which is about to change, and what is pushed to it: the gates of
  /// these pages are held.
  struct PushTarget {
    std::shared_ptr<Snapshot> snapshot;
    PageId page;  ///< that is about to change
    PreImages images{};
    std::vector<PageId> along{};  ///< of the extent, not read yet
  };

  // push.cpp
  Task<Status> PushAs(PushUnit unit, Worker& worker, PageId page, page::ConstPageSpan pre_image);
  /// Pushes to several in parallel, and bills the worker; leaves the gates.
  Task<Status> PushToAll(Worker& worker, std::vector<PushTarget> targets);
  Task<Status> PushTo(PushTarget target, PushState& state);
  Task<Status> PushDurably(PushTarget& target, PushState& state);
  static void LeaveGates(const PushTarget& target);
  /// The file of the snapshot has the page durably.
  void CountPushed(Snapshot& snapshot, PageId page, PushCause cause);
  void ChargePush(Worker& worker, PageId page) const;
  uint64_t BeginPush();
  void EndPush(uint64_t id);
  /// The write call for a run, within what the file system holds.
  Task<Result<storage::WriteTicket>> WriteRun(Snapshot& snapshot, PreImageRun run);

  // extent.cpp
  /// Adds the other pages of the extent to what is pushed.
  Task<void> TakeExtentsAlong(Worker& worker, PageId page, std::vector<PushTarget>& targets);
  /// Images of those pages, none of which changes meanwhile; billed to IO_COMPLETION.
  Task<PreImages> ReadUnchanged(Worker& worker, std::set<PageId> pages);

  // write_ahead.cpp
  /// Keeps in memory what may be written later; returns what must be pushed now.
  std::vector<PushTarget> Defer(std::vector<PushTarget> targets);
  bool MayDefer(const PushTarget& target);
  /// Has all pre-images in memory written: now, or once the writes that are under way have ended.
  void WantPreImages();
  Task<void> WritePreImages();
  /// Has what is held for one snapshot in its files, or the snapshot suspect.
  Task<Status> WriteAllHeld(std::shared_ptr<Snapshot> snapshot);
  Task<Status> CallWrite(Snapshot& snapshot, HeldRun& run);
  Task<Status> ReleaseOnceDurable(Snapshot& snapshot, HeldRun& run);

  // suspect.cpp
  Task<Status> WriteSuspectMark(Snapshot& snapshot);
  void LogFailure(const Snapshot& snapshot, const SparseFileFailure& failure,
                  const std::string& source);

  const SnapshotEnvironment& env_;
  uint32_t logging_everything_ = 0;
  std::vector<std::shared_ptr<Snapshot>> armed_;  ///< in the order of their arming
  uint64_t pages_pushed_ = 0;
  uint64_t next_push_ = 1;
  std::set<uint64_t, std::less<>, BlockAllocator<uint64_t>> pushes_in_flight_;
  runtime::Event push_finished_;
  runtime::Event suspect_marked_;
  PreImageMemory pre_images_;
  bool pre_images_wanted_ = false;
  bool writing_pre_images_ = false;
  runtime::Event pre_images_released_;
  /// Pre-images are lost to a snapshot that is not marked suspect: no page may be written.
  std::optional<Error> pre_image_error_;
  uint64_t pushes_without_room_ = 0;
  uint64_t waits_for_pre_images_ = 0;
};

}  // namespace snapscope::snapshot
