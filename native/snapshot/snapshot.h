// One snapshot: a sparse file, the bitmap of what it holds, and the rules for reading through it.
//
// Sparse file: page N at offset N * 8192, as in the source. Page 0, which the source never changes,
// holds the snapshot's own header: name of the format, state, split LSN. The state becomes
// "complete" durably as the last act of a creation; a snapshot found without it is dropped. A push
// that failed makes it "suspect", durably before the page changes: for good. "reverting" is the
// point from which its source goes back to it (revert.h).
//
// Invariants
// 1. A set bit means that this snapshot owns the page: its content is in the sparse file, or held
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
#include <string>
#include <vector>

#include "buffer/buffer_pool.h"
#include "snapshot/page_bitmap.h"
#include "snapshot/page_gate.h"
#include "snapshot/pre_image.h"
#include "snapshot/source_store.h"
#include "storage/file.h"

namespace snapscope::snapshot {

enum class State : uint8_t { kCreating, kOnline, kReverting, kSuspect, kDropped };
const char* ToString(State state);

/// Why a page came into the sparse file.
enum class CopyCause : uint8_t { kWorkload, kRedo, kUndo };

/// What the file system holds of one sparse file. NTFS keeps the place of each fragment in an
/// attribute list of limited size; regions of a sparse file are its fragments here.
struct SparseFileLimit {
  uint64_t regions = UINT64_MAX;  ///< of 64 KB, the header's included
  int os_error = 665;             ///< what it says beyond: 665, or 1450, which is tried again
};

struct SnapshotFigures {
  uint64_t pages_pushed = 0;
  uint64_t pages_pushed_along = 0;  ///< unchanged ones, taken along with another of their extent
  uint64_t pages_deferred = 0;      ///< held in memory first; pushed once they are durable
  uint64_t pages_pushed_before_split = 0;
  uint64_t pages_pulled_by_redo = 0;
  uint64_t pages_pulled_by_undo = 0;
  uint64_t transactions_undone = 0;
};

class Snapshot final : public buffer::PageStore {
 public:
  Snapshot(runtime::Executor& executor, std::string name, DbId db, SourceStore& source,
           std::unique_ptr<storage::File> file, SparseFileLimit limit = {});

  const std::string& name() const { return name_; }
  DbId db() const { return db_; }
  storage::File& file() { return *file_; }
  /// Of the pages in the sparse file: that of the source.
  page::PageForm form() const;
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
  bool Lacks(PageId page) const {
    return page.number() != 0 && page.number() < copied_.size() && !copied_.Test(page.number());
  }
  void SetCopied(PageId page) { copied_.Set(page.number()); }
  /// From its completion on, what is pushed may be held in memory first.
  bool complete() const { return complete_; }
  void set_complete() { complete_ = true; }
  /// Owns the pages of `images` from now on, and shows them from memory until they are released.
  void Hold(const PreImages& images);
  const PreImages& held() const { return held_; }
  bool Holds(PageId page) const { return held_.contains(page); }
  /// The sparse file has the page durably.
  void Release(PageId page) { held_.erase(page); }
  /// Nobody will read it any more.
  void ReleaseAll() { held_.clear(); }
  uint32_t page_count() const { return copied_.size(); }
  /// True if the sparse file has the page.
  bool HasCopy(PageId page) const { return copied_.Test(page.number()); }
  /// Pages copied, and bytes of the regions in use (64 KB each, the product's rule).
  uint64_t copied_pages() const { return copied_.Count(); }
  uint64_t region_bytes() const { return regions_.Count() * kRegionBytes; }
  /// Takes the regions of `count` pages into use before they are written. kFileLimit when the file
  /// system has no room for another; what was in use before stays writable.
  Status TakeRegions(PageId first, uint32_t count);
  const SparseFileLimit& limit() const { return limit_; }
  PageGate& gate() { return gate_; }
  /// What a page that recovery claims now is counted as.
  void set_pull_cause(CopyCause cause) { pull_cause_ = cause; }

  /// Sessions that use the snapshot as their database: while there is one it cannot be dropped.
  uint32_t connections() const { return connections_; }
  void Connect() { ++connections_; }
  void Disconnect() {
    CHECK(connections_ > 0, "nobody is connected to %s", name_.c_str());
    --connections_;
  }

  /// Writes the header page durably with the state and split at its turn: one write at a time.
  Task<Status> WriteHeader() { return WriteHeaderTo(*file_); }
  /// The same through another handle: one that failed before takes no more writes.
  Task<Status> WriteHeaderTo(storage::File& file);
  /// Reads the header and rebuilds the bitmap from the allocated ranges: a page whose checksum
  /// fails was never durable and counts as absent (a region is allocated whole, so pages beside a
  /// copied one are zeros, which no copied page is: it has a header). kNotFound when the file was
  /// left half created: too short, without a header, or without the mark of completion.
  Status Reload();
  /// The header alone: state and split.
  Status ReadHeader();

  /// The page as the snapshot shows it, outside engine time, in its full form. No dirty buffer may
  /// exist.
  Status ReadNow(PageId page, page::PageSpan into);

  // buffer::PageStore: the snapshot as a database.
  /// A read that meets a push of the page waits for it: FCB_REPLICA_READ.
  bool MustWaitToRead(PageId page) const override { return gate_.IsHeld(page); }
  Task<void> WaitToRead(Worker& worker, PageId page) override;
  /// Errors: 926 once it is suspect, whatever it still has; kCorruptPage (824); I/O errors.
  Task<Status> ReadPage(PageId page, page::PageSpan into) override;
  Task<Status> WritePages(PageId first, std::vector<ConstByteSpan> pages) override;
  wal::Log* log() override { return nullptr; }
  /// Its own recovery alone may change a snapshot's page, and claims it before: afterwards every
  /// change comes to Push, which refuses it.
  bool NeedsPush(PageId page) override;
  /// Claims the page for the snapshot (a pull), waiting for a push that is under way. 3906 once the
  /// creation is complete.
  Task<Status> Push(Worker& worker, PageId page, page::ConstPageSpan pre_image) override;

  /// Whatever changes a page from the split on copies it first. So a page of the source that is
  /// newer than the split, yet not copied, tells of a copy that was lost or went to another place:
  /// kCorruptPage. It must neither be read nor be copied as what the snapshot shows.
  Status CheckAge(PageId page, Lsn lsn) const;

 private:
  /// False if the page is not held in memory.
  bool ReadHeld(PageId page, page::PageSpan into) const;

  static constexpr uint64_t kRegionBytes = page::kPagesPerRegion * page::kPageSize;

  const std::string name_;
  const DbId db_;
  SourceStore& source_;
  const std::unique_ptr<storage::File> file_;
  const SparseFileLimit limit_;
  State state_ = State::kCreating;
  bool armed_ = false;
  Lsn split_;
  uint32_t connections_ = 0;
  uint32_t log_restart_ = 0;
  TimeNs as_of_ = 0;
  bool complete_ = false;
  PageBitmap copied_;
  PreImages held_;
  PageBitmap regions_;
  PageGate gate_;
  runtime::Semaphore header_slot_;
  SnapshotFigures figures_;
  CopyCause pull_cause_ = CopyCause::kRedo;
};

}  // namespace snapscope::snapshot
