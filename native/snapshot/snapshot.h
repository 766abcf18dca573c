// One snapshot: a sparse file for each data file of the source, and the rules for reading through
// it.
//
// The header of the first file is that of the snapshot: name of the format, state, split LSN. The
// state becomes "complete" durably as the last act of a creation, when all files are; a snapshot
// found without it, or without one of its files, is dropped. A push that failed makes it "suspect",
// durably before the page changes: for good, and all its files with it. "reverting" is the point
// from which its source goes back to it (revert.h).
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
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "buffer/buffer_pool.h"
#include "page/page_bitmap.h"
#include "runtime/turns.h"
#include "snapshot/page_gate.h"
#include "snapshot/pre_image.h"
#include "snapshot/source_store.h"
#include "snapshot/sparse_file.h"
#include "storage/file.h"

namespace snapscope::snapshot {

/// Why a page came into the sparse file.
enum class CopyCause : uint8_t { kWorkload, kRedo, kUndo };

struct SnapshotFigures {
  uint64_t pages_pushed = 0;
  uint64_t pages_pushed_along = 0;  ///< unchanged ones, taken along with another of their extent
  uint64_t pages_deferred = 0;      ///< held in memory first; pushed once they are durable
  uint64_t pages_pushed_before_split = 0;
  uint64_t pages_pulled_by_redo = 0;
  uint64_t pages_pulled_by_undo = 0;
  uint64_t transactions_undone = 0;
};

/// How a snapshot became suspect.
struct Loss {
  TimeNs at = 0;
  std::string reason;  ///< for people: what happened to which of its files
};

/// What the server knows of a snapshot's sparse files, in the order of the data files.
struct KeptMaps {
  std::string snapshot;
  std::vector<SparseFileMaps> files;
};

class Snapshot final : public buffer::PageStore, public buffer::FirstWriteHook {
 public:
  Snapshot(runtime::Executor& executor, std::string name, DbId db, SourceStore& source);

  const std::string& name() const { return name_; }
  DbId db() const { return db_; }
  /// Of the pages in the sparse files: that of the source.
  page::PageForm form() const;
  /// In the order of the source's data files.
  const std::vector<SparseFile>& files() const { return files_; }
  void AddFile(SparseFile file) { files_.push_back(std::move(file)); }
  /// Once it is dropped: see SparseFile::Close().
  void CloseFiles();
  /// Opens all of them, after a restart. kNotFound when one of them does not exist: those before it
  /// are open then. Waits on IO_COMPLETION.
  Task<Status> OpenFiles(Worker& worker, std::vector<storage::FilePlace> places,
                         SparseFileLimit limit);
  /// The one that has the place of a page of the source.
  SparseFile& FileOf(PageId page) { return files_.at(page::DataFilePosition(page.file())); }
  const SparseFile& FileOf(PageId page) const {
    return files_.at(page::DataFilePosition(page.file()));
  }
  State state() const { return state_; }
  void set_state(State state) { state_ = state; }
  bool armed() const { return armed_; }
  void set_armed(bool armed) { armed_ = armed; }

  Lsn split() const { return split_; }
  TimeNs as_of() const { return as_of_; }
  void SetSplit(Lsn split, TimeNs as_of);
  /// The VLF that the source's log goes on with after a revert to this snapshot.
  uint32_t log_restart() const { return log_restart_; }
  void set_log_restart(uint32_t vlf) { log_restart_ = vlf; }
  SnapshotFigures& figures() { return figures_; }
  const SnapshotFigures& figures() const { return figures_; }
  /// Made for a consistency check: its file lies beside the data file, the ERRORLOG calls it by the
  /// source's name, and it does not outlive the check or the server.
  bool hidden = false;
  Lsn first_lsn;       ///< the oldest record that its recovery needed
  TimeNs created = 0;  ///< engine time at which the command was given
  TimeNs completed = 0;

  /// True if the page lies inside the source's size at creation and has not been copied.
  bool Lacks(PageId page) const { return FileOf(page).Lacks(page.number()); }
  void SetCopied(PageId page) { FileOf(page).SetCopied(page.number()); }
  /// From its completion on, what is pushed may be held in memory first.
  bool complete() const { return complete_; }
  void set_complete() {
    complete_ = true;
    undone_.clear();
  }
  /// Owns the pages of `images` from now on, and shows them from memory until they are released.
  void Hold(const PreImages& images);
  const PreImages& held() const { return held_; }
  bool Holds(PageId page) const { return held_.contains(page); }
  /// The sparse file has the page durably.
  void Release(PageId page) { held_.erase(page); }
  /// Nobody will read it any more.
  void ReleaseAll() { held_.clear(); }
  /// True if a sparse file has the page.
  bool HasCopy(PageId page) const { return FileOf(page).HasCopy(page.number()); }
  // Over all files:
  uint64_t copied_pages() const;
  void AddCopiedTo(page::PageSet& pages) const;
  uint64_t region_bytes() const;  ///< of the regions in use (64 KB each, the product's rule)
  Result<uint64_t> SizeOnDisk() const;
  storage::FileStatistics io() const;

  PageGate& gate() { return gate_; }
  /// What a page that recovery claims now is counted as.
  void set_pull_cause(CopyCause cause) { pull_cause_ = cause; }

  /// Sessions that use the snapshot as their database: while there is one it cannot be dropped.
  uint32_t connections() const { return connections_; }
  /// Being dropped: nobody may take it as a database any more.
  bool closing = false;
  /// How the mark that it is suspect was written; once it is disarmed.
  Status suspect_mark{};
  /// Why and when it became suspect; a restart that finds it so knows neither.
  std::optional<Loss> loss{};
  void Connect() { ++connections_; }
  void Disconnect() {
    CHECK(connections_ > 0, "nobody is connected to %s", name_.c_str());
    --connections_;
  }

  /// Writes the header of the first file durably with the state and split at its turn: one write at
  /// a time.
  Task<Status> WriteHeader() { return WriteHeaderTo(files_.front().file()); }
  /// The same through another handle.
  Task<Status> WriteHeaderTo(storage::File& file);
  /// What the sparse files have durably.
  KeptMaps DurableMaps() const;
  /// Reads the headers and rebuilds the bitmaps, or takes them from `kept` if those are its own.
  /// kNotFound when the files were left half created:
  /// one too short or without a header, or the first without the mark of completion. kCorruptPage
  /// when a write went astray (SparseFile::RebuildBitmap) or a page that undo changed is missing:
  /// what undo took back may have committed since without touching the page again, so the age of
  /// the source's page does not tell (CheckAge). The rest is reloaded all the same.
  Task<Status> Reload(Worker& worker, const KeptMaps* kept = nullptr);
  /// Where a bitmap is in doubt (SparseFile::doubtful) the age of the source's page tells whether a
  /// copy has decayed: kCorruptPage. For a revert, which reads no other page of the source.
  Task<Status> CheckDoubtful();
  /// The headers alone: state and split.
  Task<Status> ReadHeader(Worker& worker);

  /// The page as the snapshot shows it, outside engine time, in form(). No dirty buffer may exist.
  Status ReadStored(PageId page, page::PageSpan into) override;
  /// The same in its full form, for whoever takes a page apart outside the engine.
  Status ReadNow(PageId page, page::PageSpan into);

  // buffer::PageStore: the snapshot as a database.
  /// A read that meets a push of the page waits for it: FCB_REPLICA_READ.
  bool MustWaitToRead(PageId page) const override { return gate_.IsHeld(page); }
  Task<void> WaitToRead(Worker& worker, PageId page) override;
  /// Errors: 926 once it is suspect, whatever it still has; kCorruptPage (824); I/O errors.
  Task<Status> ReadPage(PageId page, page::PageSpan into) override;
  Task<Status> WritePages(PageId first, std::vector<ConstByteSpan> pages) override;
  wal::Log* log() override { return nullptr; }
  // buffer::FirstWriteHook: what its own pages go through.
  /// The snapshot's recovery alone may change a page of it, and claims the page before: once the
  /// creation is complete every change comes to Push, which refuses the change.
  bool NeedsPush(PageId page) const override;
  /// Claims the page for the snapshot (a pull), waiting for a push that is under way. 3906 once the
  /// creation is complete.
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
  /// kCorruptPage when the sparse files have fewer pages that undo changed than were written.
  Status CheckUndonePages() const;
  /// False if the page is not held in memory.
  bool ReadHeld(PageId page, page::PageSpan into) const;

  const std::string name_;
  const DbId db_;
  SourceStore& source_;
  std::vector<SparseFile> files_;
  State state_ = State::kCreating;
  bool armed_ = false;
  Lsn split_;
  uint32_t connections_ = 0;
  uint32_t log_restart_ = 0;
  TimeNs as_of_ = 0;
  bool complete_ = false;
  PreImages held_;
  /// Pages that undo changed, as they are written; their number is in the header with the mark.
  std::set<PageId> undone_;
  uint64_t undone_pages_ = 0;
  PageGate gate_;
  runtime::Turns header_turns_;
  SnapshotFigures figures_;
  CopyCause pull_cause_ = CopyCause::kRedo;
};

}  // namespace snapscope::snapshot
