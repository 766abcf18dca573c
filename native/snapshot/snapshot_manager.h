// The snapshots of one source database: creation, the push before a first change, drop, and arming
// again after a restart.
//
// The source is never blocked: it only pays. A push that fails makes that snapshot suspect (3420),
// never the source. Creations and drops run one at a time.
//
// Owning thread: the engine thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "btree/btree.h"
#include "buffer/buffer_pool.h"
#include "checkpoint/checkpointer.h"
#include "recovery/recovery.h"
#include "runtime/sync.h"
#include "snapshot/pre_image.h"
#include "snapshot/snapshot.h"
#include "snapshot/snapshot_catalog.h"
#include "snapshot/source_store.h"
#include "storage/file.h"
#include "telemetry/telemetry.h"
#include "txn/transaction.h"
#include "wal/log.h"

namespace snapscope::snapshot {

/// What the owner is told, in the same step as it happens (no engine time passes meanwhile).
class SnapshotListener {
 public:
  virtual ~SnapshotListener() = default;
  /// Armed, and what `Arming` asks for is done.
  virtual void OnArmed(const Snapshot& /*snapshot*/) {}
  /// The split LSN has been taken: start of analysis.
  virtual void OnSplit(const Snapshot& snapshot) = 0;
  /// Complete and durable; source page writes that were held back have not resumed yet.
  virtual void OnComplete(Snapshot& snapshot) = 0;
  /// About to be dropped; still readable.
  virtual void OnDrop(Snapshot& snapshot) = 0;
  virtual void OnPhase(const std::string& snapshot, const std::string& phase) = 0;
};

/// What the first change of a page copies.
enum class PushUnit : uint8_t {
  kPage,    ///< that page, as the product does
  kExtent,  ///< the pages of its extent that the snapshot lacks
};

/// When a pre-image must be durable.
enum class PushPolicy : uint8_t {
  kSynchronous,  ///< before its page changes, as in the product
  kWriteAhead,   ///< before its changed page is written, and before log is truncated that redoes it
};

/// What becomes of the source's pages that are dirty when a snapshot is armed.
enum class Arming : uint8_t {
  kAtOnce,          ///< nothing: redo finds what its file lacks in the log
  kCopyDirtyPages,  ///< they are written once more before, and those still dirty copied
                    ///< (arming.cpp)
};

/// Everything the manager works with; all of it outlives the manager.
struct SnapshotEnvironment {
  runtime::CpuModel* cpu = nullptr;
  buffer::BufferPool* pool = nullptr;
  SourceStore* source = nullptr;
  DbId source_db;
  std::string source_name;
  wal::Log* log = nullptr;
  txn::TransactionManager* transactions = nullptr;
  checkpoint::Checkpointer* checkpointer = nullptr;
  telemetry::Telemetry* telemetry = nullptr;
  SnapshotCatalog* catalog = nullptr;
  std::vector<btree::IndexInfo> indexes;
  SparseFileLimit sparse_limit;
  PushUnit push_unit = PushUnit::kPage;
  PushPolicy push_policy = PushPolicy::kSynchronous;
  Arming arming = Arming::kAtOnce;
  uint64_t pre_image_bytes = 0;  ///< that kWriteAhead may hold in memory; beyond, it is synchronous
  SnapshotListener* listener = nullptr;  ///< may be null
};

struct CreateRequest {
  std::string name;
  std::vector<storage::FilePlace> files;  ///< the sparse file of each data file, in their order
  std::string source;                     ///< spid of the session that gave the command
  /// Of a consistency check. The database id of the snapshot follows `name` and each path, which no
  /// name of another snapshot can be.
  bool hidden = false;
};

class SnapshotManager final : public FirstWriteHook {
 public:
  explicit SnapshotManager(SnapshotEnvironment environment);

  /// Creates a snapshot in its phases; see DESIGN of the creation in docs/internals/snapshot.md.
  /// Errors: kRefused when the name is taken (1801); kSnapshotSuspect when a page could not be
  /// written to it (1823); I/O errors. The snapshot's files are removed again.
  Task<Result<std::shared_ptr<Snapshot>>> Create(Worker& worker, CreateRequest request);
  /// Errors: those of refusal.h, when there is no snapshot of that name or somebody uses it (3702).
  Task<Status> Drop(Worker& worker, std::string name, std::string source);

  /// A session takes the snapshot as its database, until it calls Disconnect() on it. Errors: 911,
  /// 922, 926, 927.
  Result<std::shared_ptr<Snapshot>> Connect(const std::string& name) const;
  DbId source_db() const { return env_.source_db; }

  /// Takes the source to the point of no return of a revert: durable when this returns. What must
  /// follow, at once and after every restart until it is done, is Database's. Errors: kRefused when
  /// it is not the source's one snapshot (3137); kSnapshotSuspect; I/O errors.
  Task<Status> BeginRevert(Worker& worker, std::string name, std::string source);

  /// After a restart, before the source's own redo, what the catalogue says: a snapshot whose
  /// completion mark is durable is armed; the files of one that never was completed, that was
  /// dropped, or that was a consistency check's are removed. One that was complete and cannot be
  /// read, or that a write which went astray has hit, becomes suspect; `source` is who says so in
  /// the ERRORLOG; `kept`: what a server that goes on knows of one, or null. Fails only when the
  /// power does.
  Task<Status> ReopenAll(Worker& worker, std::string source, const KeptMaps* kept);

  /// All that were ever created in this run, in order; dropped ones included.
  const std::vector<std::shared_ptr<Snapshot>>& snapshots() const { return snapshots_; }
  std::shared_ptr<Snapshot> Find(const std::string& name) const;  ///< not dropped
  uint64_t pages_pushed() const { return pages_pushed_; }
  const PreImageMemory& pre_images() const { return pre_images_; }
  /// How often a push found no room in memory, and a page to be written waited for its pre-image.
  uint64_t pushes_without_room() const { return pushes_without_room_; }
  uint64_t waits_for_pre_images() const { return waits_for_pre_images_; }

  bool NeedsPush(PageId page) const override;
  Task<Status> Push(Worker& worker, PageId page, page::ConstPageSpan pre_image) override;
  /// A snapshot that has lost the copy of this page becomes suspect instead (Snapshot::CheckRedo).
  Task<Status> PushForRedo(Worker& worker, PageId page, page::ConstPageSpan pre_image,
                           Lsn lsn) override;
  bool IsCreating() const override;
  bool HoldsPreImage(PageId page) const override;
  /// Returns when the page may be written; bills REPLICA_WRITES. Fails when a pre-image can neither
  /// be written nor its snapshot be marked suspect.
  Task<Status> AwaitPreImage(Worker& worker, PageId page) override;

 private:
  struct PushState;
  struct Creation;
  struct FlushState;
  struct PreImageRound;

  /// A snapshot that lacks a page which is about to change, and what is pushed to it: the gates of
  /// these pages are held.
  struct PushTarget {
    std::shared_ptr<Snapshot> snapshot;
    PageId page;  ///< that is about to change
    PreImages images{};
    std::vector<PageId> along{};  ///< of the extent, not read yet
  };

  Task<Status> PushAs(PushUnit unit, Worker& worker, PageId page, page::ConstPageSpan pre_image);
  /// Pushes to several in parallel, and bills the worker; leaves the gates.
  Task<Status> PushToAll(Worker& worker, std::vector<PushTarget> targets);
  Task<void> PushTo(PushTarget target, std::shared_ptr<PushState> state);
  Task<Status> PushDurably(PushTarget& target, PushState& state);
  static void LeaveGates(const PushTarget& target);
  void CountPushed(Snapshot& snapshot);
  /// Keeps in memory what may be written later; returns what must be pushed now (write_ahead.cpp).
  std::vector<PushTarget> Defer(std::vector<PushTarget> targets);
  bool MayDefer(const PushTarget& target);
  /// Has all pre-images in memory written, if they are not being written now once that is done.
  void WantPreImages();
  Task<void> WritePreImages();
  std::shared_ptr<PreImageRound> StartRound(std::shared_ptr<Snapshot> snapshot);
  Task<void> WriteHeld(std::shared_ptr<PreImageRound> round, PreImageRun run);
  Task<Status> WriteHeldDurably(PreImageRound& round, PreImageRun run);
  Task<void> EndRound(std::shared_ptr<PreImageRound> round);
  void ChargePush(Worker& worker, PageId page) const;
  uint64_t BeginPush();
  void EndPush(uint64_t id);
  /// The write call for a run, within what the file system holds.
  Task<Result<storage::WriteTicket>> WriteRun(Snapshot& snapshot, PreImageRun run);
  /// Adds the other pages of the extent to what is pushed (extent.cpp).
  Task<void> TakeExtentsAlong(Worker& worker, PageId page, std::vector<PushTarget>& targets);
  /// Images of those pages, none of which changes meanwhile; billed to IO_COMPLETION.
  Task<PreImages> ReadUnchanged(Worker& worker, std::set<PageId> pages);
  /// What cannot be written to a sparse file.
  struct Failure {
    const SparseFile* file = nullptr;
    Error error;
  };
  /// Returns when the snapshot is durably suspect and disarmed; fails only when the power does.
  Task<Status> MarkSuspect(std::shared_ptr<Snapshot> snapshot, Failure failure, std::string source);
  Task<Status> WriteSuspectMark(Snapshot& snapshot);
  void LogFailure(const Snapshot& snapshot, const Failure& failure, const std::string& source);
  void Rearm();
  /// Waits for the pushes that are under way now; later ones are not waited for.
  Task<void> FinishPushes(Worker& worker);

  Task<Status> Reopen(Worker& worker, CatalogEntry entry, std::string source, const KeptMaps* kept);
  Task<Status> LoseAtRestart(Worker& worker, std::shared_ptr<Snapshot> snapshot, CatalogEntry entry,
                             Error cause, std::string source);
  /// Removes the files that an entry names, the first one first: what is left is no snapshot. Once
  /// all are gone the catalogue forgets the entry.
  Task<Status> RemoveFiles(Worker& worker, std::string name);
  Task<Status> EnterInCatalog(Worker& worker, Creation& creation);
  /// What a creation that failed has left.
  Task<void> TakeBack(Worker& worker, Creation& creation);
  Task<Status> CreatePhases(Worker& worker, Creation& creation);
  Task<Status> CreateFiles(Worker& worker, Creation& creation);
  Task<Status> CreateFile(Worker& worker, Creation& creation, size_t position);
  void BeginSnapshot(Creation& creation);
  Task<Status> Checkpoint(Worker& worker, Creation& creation);
  Task<Status> Arm(Worker& worker, Creation& creation);
  /// What the checkpoint left dirty, written once more; its own phase (arming.cpp).
  Task<Status> WriteDirtyPages(Worker& worker, std::string name);
  /// What is dirty now goes to the armed snapshot; its own phase (arming.cpp).
  Task<Status> CopyDirtyPages(Worker& worker, std::shared_ptr<Snapshot> snapshot);
  Task<Status> StartUp(Worker& worker, Creation& creation);
  Task<Status> RunAnalysis(Worker& worker, Creation& creation);
  Task<Status> RunRedo(Worker& worker, Creation& creation);
  Task<Status> RunUndo(Worker& worker, Creation& creation);
  Task<Status> Flush(Worker& worker, Creation& creation);
  Task<Status> Complete(Worker& worker, Creation& creation);
  Task<Status> MarkReverting(Worker& worker, std::string name, std::string source);
  Error CannotDrop(const std::string& name) const;
  Task<Result<int64_t>> FlushSnapshot(Worker& worker, Snapshot& snapshot);
  Task<void> FlushOne(FlushState& state, buffer::Gather gather);
  void Announce(const Creation& creation, const char* phase);
  void Tell(const Creation& creation, const telemetry::Message& message);
  void TellOutcome(const Creation& creation);

  const SnapshotEnvironment env_;
  std::vector<std::shared_ptr<Snapshot>> snapshots_;
  std::vector<std::shared_ptr<Snapshot>> armed_;
  runtime::Semaphore one_at_a_time_;
  uint32_t next_db_;
  uint64_t pages_pushed_ = 0;
  uint64_t next_push_ = 1;
  std::set<uint64_t> pushes_in_flight_;
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
