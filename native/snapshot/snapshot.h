// One snapshot as a database of its own: what it shows of each page, and the rules for reading
// through it. Its parts are its files (snapshot_files.h), its life (snapshot_life.h) and the images
// it holds in memory (held_images.h).
//
// Invariants
// 1. A set bit means that this snapshot owns the page: its content is in a sparse file, or held
//    in memory on its way there (write_ahead.cpp), or, during recovery of the snapshot, in a dirty
//    buffer that will be written there. Bits are never cleared.
// 2. While a bit is clear, the source's file holds the page as of the split, once the creation is
//    complete: whoever changes the page first pushes it.
// 3. Bit test, page read and second bit test of a pull or a read are not interleaved with a push of
//    that page (gate()).
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "buffer/buffer_pool.h"
#include "snapshot/held_images.h"
#include "snapshot/page_gate.h"
#include "snapshot/push_listener.h"
#include "snapshot/read_only_database.h"
#include "snapshot/snapshot_files.h"
#include "snapshot/snapshot_life.h"
#include "snapshot/source_store.h"
#include "storage/file.h"

namespace snapscope::snapshot {

struct SnapshotFigures {
  TimeNs created = 0;  ///< engine time at which the command was given
  TimeNs completed = 0;
  Lsn first_lsn;  ///< the oldest record that its recovery needed
  uint64_t pages_pushed = 0;
  uint64_t pages_pushed_along = 0;  ///< unchanged ones, taken along with another of their extent
  uint64_t pages_deferred = 0;      ///< held in memory first; pushed once they are durable
  uint64_t pages_pushed_before_split = 0;
  uint64_t pages_pulled_by_redo = 0;
  uint64_t pages_pulled_by_undo = 0;
  uint64_t transactions_undone = 0;
};

class Snapshot final : public ReadOnlyDatabase,
                       public buffer::PageStore,
                       public buffer::BeforeFirstChange {
 public:
  /// `hidden`: made for a consistency check. Its file lies beside the data file, the ERRORLOG calls
  /// it by the source's name, and it does not outlive the check or the server.
  Snapshot(runtime::Executor& executor, std::string name, DbId db, SourceStore& source,
           bool hidden = false);

  const std::string& name() const override { return name_; }
  DbId db() const override { return db_; }
  bool suspect() const override { return life_.suspect(); }
  bool hidden() const { return hidden_; }
  /// What the pages in the sparse files look like: the form of the source.
  page::PageForm form() const { return source_.form(); }
  SnapshotFiles& files() { return files_; }
  const SnapshotFiles& files() const { return files_; }
  SnapshotLife& life() { return life_; }
  const SnapshotLife& life() const { return life_; }
  State state() const { return life_.state(); }
  HeldImages& held() { return held_; }
  const HeldImages& held() const { return held_; }
  SnapshotFigures& figures() { return figures_; }
  const SnapshotFigures& figures() const { return figures_; }

  Lsn split() const override { return files_.header().split; }
  TimeNs as_of() const { return files_.header().as_of; }
  void SetSplit(Lsn split, TimeNs as_of);
  /// The snapshot comes online: all its copies and its mark are durable.
  void Complete();
  /// The VLF that the source's log goes on with after a revert to this snapshot.
  uint32_t log_restart() const { return files_.header().log_restart; }

  /// True if the page lies inside the source's size at creation and has not been copied.
  bool Lacks(PageId page) const { return files_.Of(page).Lacks(page.number()); }
  void SetCopied(PageId page) { files_.Of(page).SetCopied(page.number()); }
  /// Owns the pages of `images` from now on, and shows them from memory until they are released.
  void Hold(const PreImages& images);

  PageGate& gate() { return gate_; }
  /// Who is told of the pages that its recovery claims; may be null, else it outlives that.
  void set_pull_listener(PushListener* listener) { pull_listener_ = listener; }

  Task<Status> WriteHeader() { return files_.WriteHeader(life_); }
  /// Opens the files, after a restart: see SnapshotFiles::Open().
  Task<Status> OpenFiles(Worker& worker, std::vector<storage::FilePlace> places,
                         SparseFileLimit limit);
  /// Reads the headers alone: state and split. Errors: those of SnapshotFiles::ReadHeaders().
  Task<Status> ReadHeader(Worker& worker);
  /// Reads the headers and rebuilds the bitmaps, or takes them from `kept` if those are its own.
  /// Errors: those of ReadHeader() and SnapshotFiles::Reload().
  Task<Status> Reload(Worker& worker, const KeptMaps* kept = nullptr);
  /// Where a bitmap is in doubt (SparseFile::doubtful) the age of the source's page tells whether a
  /// copy has decayed: kCorruptPage. For a revert, which reads no other page of the source.
  Task<Status> CheckDoubtful();

  /// The page as the snapshot shows it, outside engine time, in form(). No dirty buffer may exist.
  Status ReadStored(PageId page, page::PageSpan into) override;
  /// The page in its full form, for whoever takes it apart outside the engine.
  Status ReadNow(PageId page, page::PageSpan into);

  // buffer::PageStore: the snapshot as a database.
  /// A read that meets a push of the page waits for it: FCB_REPLICA_READ.
  bool MustWaitToRead(PageId page) const override { return gate_.IsHeld(page); }
  Task<void> WaitToRead(Worker& worker, PageId page) override;
  /// Errors: 926 once it is suspect, whatever it still has; kCorruptPage (824); I/O errors.
  Task<Status> ReadPage(PageId page, page::PageSpan into) override;
  Task<std::vector<bool>> ReadPages(PageId first, std::vector<page::PageSpan> into) override;
  Task<Status> WritePages(PageId first, std::vector<ConstByteSpan> pages) override;
  wal::Log* log() override { return nullptr; }
  /// Only its own recovery changes a page of it: 3906 once that is over.
  Status MayChange() const override;

  // buffer::BeforeFirstChange: what its own recovery's changes go through.
  bool NeedsPush(PageId page) const override { return Lacks(page); }
  /// Claims the page for the snapshot (a pull), waiting for a push that is under way.
  Task<Status> Push(Worker& worker, PageId page, page::ConstPageSpan pre_image) override;

  /// Whatever changes a page from the split on copies it first. So a page of the source that is
  /// newer than the split, yet not copied, tells of a copy that was lost or went to another place:
  /// kCorruptPage. It must neither be read nor be copied as what the snapshot shows.
  Status CheckAge(PageId page, Lsn lsn) const;
  /// A page without a copy is in the source's file as of the split, once the creation is complete.
  /// So where a restart must redo the record at `lsn` from before the split, the copy that recovery
  /// of the snapshot made of the page was lost: kCorruptPage.
  Status CheckRedo(PageId page, Lsn lsn) const;

 private:
  /// True if the page can be read from the source at once.
  bool IsFreeInSource(PageId page) const { return Lacks(page) && !gate_.IsHeld(page); }
  /// Reads pages of which that is so.
  Task<std::vector<bool>> ReadFromSource(PageId first, std::vector<page::PageSpan> into);

  const std::string name_;
  const DbId db_;
  const bool hidden_;
  SourceStore& source_;
  SnapshotFiles files_;
  SnapshotLife life_;
  HeldImages held_;
  /// Pages that undo changed, as they are written; their number is in the header with the mark.
  std::set<PageId> undone_;
  PageGate gate_;
  SnapshotFigures figures_;
  PushListener* pull_listener_ = nullptr;
};

}  // namespace snapscope::snapshot
