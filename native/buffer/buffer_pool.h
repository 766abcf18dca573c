// The buffer pool: 8 KB frames shared by the source database and its snapshots, which are databases
// of their own here (a page read through a snapshot has its own buffer).
//
// Life of a change: fetch the page EX, build a log record, Change(): reserve log, push until
// no armed snapshot lacks the page, then, without any suspension, append, apply, set the LSN,
// mark dirty. The push runs with the pre-image still in the frame, under the EX latch.
//
// Invariants
// 1. A frame's bytes change only under its EX latch, in Change() or Reapply(); an entry of an
// allocation map under UP, so that readers of the map go on, as in the product.
// 2. A dirty page reaches its file only after the log up to its LSN is durable (databases that
//    log), and after every pre-image of it.
// 3. A page being written is latched UP: readers go on, writers wait (bill: PAGEIOLATCH).
// 4. recovery LSN of a dirty frame = LSN of the first record since it was last clean.
// 5. A pinned or latched frame is never evicted; a frame is in at most one database and page.
// 6. A frame whose bytes are not those of its page is latched EX (it is being read), or blank and
//    latched EX (it is to be formatted). A blank frame is never pushed.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/engine_version.h"
#include "base/ids.h"
#include "base/result.h"
#include "buffer/before_first_change.h"
#include "page/layout.h"
#include "page/log_record.h"
#include "runtime/cpu.h"
#include "runtime/sync.h"
#include "telemetry/telemetry.h"
#include "wal/log.h"

namespace snapscope::buffer {

using runtime::LatchMode;
using runtime::Task;
using runtime::Worker;

/// What the pool asks of a database: where its pages live, its log, and what precedes
/// changes of them.
class PageStore {
 public:
  virtual ~PageStore() = default;

  /// What a reader has to wait for before its read may begin, billed to it by WaitToRead: a page of
  /// a snapshot that is being pushed. Tested again after each wait.
  virtual bool MustWaitToRead(PageId) const { return false; }
  virtual Task<void> WaitToRead(Worker&, PageId) { co_return; }
  /// True if ReadStored() gives a page that is clean in the pool back as the page is there. Only
  /// where pages are compact, so that nothing can have damaged them meanwhile.
  virtual bool Recalls() const { return false; }
  /// The page as it is stored, without an I/O of the model and without engine time. The pool asks
  /// where Recalls(): it had the page all the time, but not the page's bytes.
  virtual Status ReadStored(PageId, page::PageSpan) { return Status(); }
  /// What a search for `key` finds on a page that ReadStored() would give back, if that is known
  /// without the page's bytes: of an interior page that is as the database began with it.
  virtual std::optional<page::Branch> RecallBranch(PageId, uint64_t /*key*/) const {
    return std::nullopt;
  }
  /// Reads a page into `into` and verifies it. Called inside the reader's PAGEIOLATCH wait.
  virtual Task<Status> ReadPage(PageId page, page::PageSpan into) = 0;
  /// Reads neighbouring pages that the pool asks for ahead, in as few I/Os as it takes, and
  /// verifies them. Tells which of them could be read.
  virtual Task<std::vector<bool>> ReadPages(PageId first, std::vector<page::PageSpan> into);
  /// Writes contiguous sealed pages durably (a gather write).
  virtual Task<Status> WritePages(PageId first, std::vector<ConstByteSpan> pages) = 0;

  /// Where writes of its pages wait while they are held; null: they never are.
  virtual storage::WriteGate* writes() { return nullptr; }

  /// The log that changes of this database go to; null for a snapshot, which has none.
  virtual wal::Log* log() = 0;

  /// A refusal where no page of the database may be changed. It is asked of a database without a
  /// log alone: whatever logs its changes may be changed.
  virtual Status MayChange() const { return Status(); }
  /// What precedes the first change of a page; null: nothing does. No virtual call, since the pool
  /// asks before every change.
  BeforeFirstChange* before_first_change() const { return before_first_change_; }
  /// `before` outlives the store, or is set to null before that ends.
  void SetBeforeFirstChange(BeforeFirstChange* before) { before_first_change_ = before; }

 private:
  BeforeFirstChange* before_first_change_ = nullptr;
};

struct BufferPoolOptions {
  uint32_t frames = 32768;
  uint32_t gather_pages = 32;                   ///< cap of a gather write
  uint32_t background_gather_pages = 32;        ///< cap for WriteReason::kBackgroundWriter
  page::PageForm form = page::PageForm::kFull;  ///< of every page, as its store reads and writes it
};

/// Cap of a gather write: 32 pages (256 KB) before 2016, 128 (1 MB) since.
constexpr uint32_t GatherPagesOf(EngineVersion version) {
  return version >= EngineVersion::k2016 ? 128 : 32;
}

/// Cap of a gather write of an indirect checkpoint: before 2016 they wrote single pages.
constexpr uint32_t BackgroundGatherPagesOf(EngineVersion version) {
  return version >= EngineVersion::k2016 ? GatherPagesOf(version) : 1;
}

struct Frame;
struct PoolState;

/// A pinned, latched page. Moves only; unlatches and unpins on destruction. Holding one across a
/// co_await is what it is for.
class PageGuard {
 public:
  PageGuard() = default;
  /// For the pool itself: takes over a frame that is pinned, and latched in that mode.
  PageGuard(PoolState& pool, Frame& frame, LatchMode mode)
      : pool_(&pool), frame_(&frame), mode_(mode) {}
  PageGuard(PageGuard&& other) noexcept;
  PageGuard& operator=(PageGuard&& other) noexcept;
  ~PageGuard() { Release(); }

  explicit operator bool() const { return frame_ != nullptr; }
  page::PageView view() const;
  /// False if the page is as its store would recall it, and only that: view() has to do so first.
  bool HasBytes() const;
  PageId id() const;
  LatchMode mode() const { return mode_; }
  /// For the pool itself; not of an empty guard.
  Frame& frame() const { return *frame_; }
  void Release();

 private:
  PoolState* pool_ = nullptr;
  Frame* frame_ = nullptr;
  LatchMode mode_ = LatchMode::kShared;
};

/// Why pages are written; decides which counter they go to.
enum class WriteReason : uint8_t {
  kCheckpoint,
  kBackgroundWriter,
  kLazyWriter,
  kSnapshotFlush,
  kBulkLoad,
};

/// Contiguous dirty pages of one database, latched UP and ready to be written in one I/O.
struct Gather {
  DbId db;
  PageId first;
  WriteReason reason = WriteReason::kCheckpoint;
  std::vector<PageGuard> pages;
  bool busy = false;  ///< nothing was latched because the page was in use, and waiting not allowed
};

/// Whether whoever writes a page may wait for its latch.
enum class LatchWait : uint8_t { kNever, kAllowed };

class BufferPool {
 public:
  BufferPool(runtime::CpuModel& cpu, telemetry::Telemetry& telemetry, BufferPoolOptions options);
  ~BufferPool();

  void Attach(DbId db, PageStore& store);
  /// Drops every page of `db` without writing, once it is not in use; nobody may fetch more.
  Task<void> Detach(Worker& worker, DbId db);

  /// Starts the lazy writer.
  void Start();

  /// The page, latched. Bills PAGELATCH_* or PAGEIOLATCH_* to `worker`. Errors: kIo, kCorruptPage;
  /// that of a failed write, if only the pages that it left dirty could make room.
  Task<Result<PageGuard>> Fetch(Worker& worker, DbId db, PageId page, LatchMode mode);
  /// The page, latched, where that takes no wait: it is there and its latch is free. Else an empty
  /// guard.
  PageGuard TryFetch(DbId db, PageId page, LatchMode mode);
  /// A frame for a page whose former content is of no interest: EX, not read. Its first record must
  /// be a kFormatPage. A push still sees what the page was: it is read where a
  /// snapshot lacks it, now or when that record is applied. A frame that is given back without a
  /// record is forgotten.
  Task<Result<PageGuard>> FetchForFormat(Worker& worker, DbId db, PageId page);
  /// The page as it is in the pool, unlatched: to be copied in the same step. None if it is not
  /// there, or is being read or written.
  std::optional<page::ConstPageSpan> Cached(DbId db, PageId page);
  /// Fetches the page's entry in the table of pages into the processor's cache, for a look-up soon:
  /// of millions it is seldom there.
  void ExpectLookup(DbId db, PageId page) const;
  /// Fetches the page's frame, if it has one, into the processor's cache; some time after
  /// ExpectLookup().
  void ExpectFrame(DbId db, PageId page) const;
  /// Where `key` leads below the page, if that is told by its id: see PageStore::RecallBranch().
  std::optional<page::Branch> RecallBranch(DbId db, PageId page, uint64_t key) const;
  /// Starts reading the page if it is not cached, at the cost of `worker`; never waits, gives up
  /// when frames are short.
  void Prefetch(Worker& worker, DbId db, PageId page);
  /// Starts reading neighbouring pages, `count` at most, in one read if they are of one file; ends
  /// before one that is cached, and where frames are short. Returns how many are on their way;
  /// `on_end`, if not empty, is called when none of these is any more.
  uint32_t ReadAhead(Worker& worker, DbId db, PageId first, uint32_t count,
                     std::function<void()> on_end = {});

  /// Has the clean page in the pool from the start, without an I/O and without engine time. False
  /// if its store does not recall pages: then it has to be read. Not for a page that is there
  /// already.
  bool Place(DbId db, PageId page);
  /// Frames that hold pages once all have been used: the lazy writer keeps the others free.
  uint32_t warm_frames() const;

  /// Logs and applies one change; see the head of the file. Databases without a log keep the page
  /// LSN at least at `unlogged_lsn`. Returns the record's LSN.
  Task<Result<Lsn>> Change(Worker& worker, PageGuard& guard, page::LogRecord record,
                           Lsn unlogged_lsn = Lsn{});
  /// Logs and applies one change where that takes no wait and does not fail; else nothing is done.
  std::optional<Lsn> TryChange(Worker& worker, PageGuard& guard, const page::LogRecord& record,
                               Lsn unlogged_lsn = Lsn{});
  /// Formats a page that FetchForFormat gave, by a kFormatPage record that is not logged: whoever
  /// does so has the page written before the log leads to it. It gets `lsn`, that of a record about
  /// this page. False, and nothing is done, while a snapshot is being created: it may have to find
  /// the change in the log.
  Task<Result<bool>> FormatUnlogged(Worker& worker, PageGuard& guard, page::LogRecord record,
                                    Lsn lsn);
  /// Applies a record that is in the log already (redo), and pushes before.
  Task<Status> Reapply(Worker& worker, PageGuard& guard, page::LogRecord record, Lsn lsn);

  /// Pages of `db` that are dirty now with a recovery LSN below `before`, in page order.
  std::vector<PageId> DirtyPages(DbId db, Lsn before) const;
  /// The page, latched UP, if it is dirty; an empty guard if it is clean or gone by now.
  Task<Result<PageGuard>> LatchDirty(Worker& worker, DbId db, PageId page);
  /// Latches `page` and its dirty neighbours for one gather write, once the log is durable up to
  /// them: neighbours are taken both ways up to a clean page, one whose log is not durable, one
  /// that cannot be latched at once, or the cap. Empty if the page is clean or gone by now.
  Task<Result<Gather>> BeginGather(Worker& worker, DbId db, PageId page, WriteReason reason,
                                   LatchWait wait = LatchWait::kAllowed);
  /// Seals and writes them; they are clean afterwards, or still dirty after an error. Bills nobody:
  /// several may be in flight, the caller waits for them as it likes.
  Task<Status> WriteGather(Gather gather);
  /// Least recovery LSN over dirty pages of `db`; none if clean.
  std::optional<Lsn> OldestDirty(DbId db) const;
  uint64_t dirty_count(DbId db) const;
  /// Dirty pages of `db` whose recovery LSN is at or above `since`.
  uint64_t DirtySince(DbId db, Lsn since) const;

  /// True while an armed snapshot (or the snapshot itself, for its own database) lacks the page.
  bool NeedsPush(DbId db, PageId page) const;

  /// True if the page has a frame: it is in memory, or on its way there.
  bool Holds(DbId db, PageId page) const;

  /// The log that changes of `db` go to; null for a snapshot.
  wal::Log* log(DbId db) const;

  uint32_t free_frames() const;
  /// Pins and latches held now; 0 at rest (tests).
  uint64_t pins() const;

 private:
  Task<Result<PageGuard>> FetchAfterWait(Worker& worker, DbId db, PageId page, LatchMode mode);
  Task<Result<Lsn>> ChangeAfterWait(Worker& worker, PageGuard& guard, page::LogRecord record,
                                    Lsn unlogged_lsn);
  /// Reads what the page of a blank frame was. It stays blank if that is damaged.
  Task<Status> ReadFormer(Worker& worker, Frame& frame);
  /// Pushes, until no armed snapshot lacks the page; before redo of the record at `redo`, if given.
  Task<Status> PushUntilOwned(Worker& worker, Frame& frame, Lsn redo = Lsn{});
  /// The change itself. Nothing suspends in it: no snapshot can be armed meanwhile.
  Lsn ApplyChange(PageGuard& guard, const page::LogRecord& record, Lsn unlogged_lsn,
                  wal::Reservation reservation);
  /// CPU of an I/O of so many pages, issue and completion, and of their checksums.
  static void ChargeIo(Worker& worker, uint64_t pages);
  PageGuard TakeNeighbour(DbId db, PageId page);
  /// Up to `cap` pages in all, in page order.
  void TakeNeighbours(Gather& gather, uint32_t cap);
  std::unique_ptr<PoolState> state_;
};

}  // namespace snapscope::buffer
