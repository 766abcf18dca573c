// Allocation of pages, as the maps of page/allocation_map.h have it.
//
// A page comes from an extent that its index owns: its PFS byte is set within the system
// transaction that needs the page, and unset if that is taken back. When the index has no free
// page, it gets an extent: a system transaction of its own, which stays whatever becomes of the
// page. It clears the extent's bit in the GAM and sets it in the index's IAM page of that interval;
// the first extent of an interval takes a page of a mixed extent for that IAM page, and enters it
// in the boot page.
//
// Proportional fill: the data files take turns at giving extents. A file's skip target is how many
// times fewer free extents it has than the file with most, in whole numbers: that often its turn
// comes for one extent that it gives. Targets are found from the GAMs at the first extent, after
// each 8,192 of them, as in the product, and here when a file has none left.
//
// Where to look is kept in memory and found again after a start: the newest extent of the index,
// then free extents from there on. Before the filegroup is called full (1105), all extents of the
// index are searched. The maps alone decide: what is remembered may be stale.
//
// Latches: of a PFS page UP, for one change; GAM, SGAM, IAM page (all UP), boot page (EX), in that
// order, until the extent is allocated. Whoever holds the boot page must not allocate. An extent
// that an index gives up is GAM, IAM, PFS page, in that order: who waits for the PFS page to take a
// page of it must then find that it is no longer among those of the index.
//
// Owning thread: the engine thread.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "btree/btree.h"
#include "btree/system_change.h"
#include "page/allocation_map.h"

namespace snapscope::btree {

/// Owns the pages of an index that is being built, and of one that has been replaced: they go at
/// the end of the build, or at the next start. It has no tree and no root. A new table that is
/// being filled has its pages itself: until its root is in the boot page nothing leads to them, and
/// what has pages but no root at a start goes as well.
inline constexpr IndexId kBuildSpace{page::BootRecord::kMaxIndexes};
/// Stands for the owner of an extent with the boot page, maps or IAM pages where owners are told.
inline constexpr IndexId kAllocationPages{page::BootRecord::kMaxIndexes + 1};

class PageAllocator {
 public:
  PageAllocator(BufferPool& pool, DbId db, SystemTransactions& system);

  /// Takes a free page for the index of `change`, and logs that as a step of it. Errors:
  /// kDatabaseFull (1105); those of reading and logging.
  Task<Result<PageId>> Take(Worker& worker, SystemChange& change);
  /// Called with the worker whose Take has just failed with kDatabaseFull, and its index. It may
  /// only take note.
  void SetFullCallback(std::function<void(const Worker&, IndexId)> on_full) {
    on_full_ = std::move(on_full);
  }
  /// Called with each extent that has another owner, none if it is free, in the step in which that
  /// is so for good. It may only take note.
  void SetOwnerCallback(std::function<void(page::ExtentId, IndexId)> on_owner) {
    on_owner_ = std::move(on_owner);
  }
  /// Tells that the extents of an IAM page belong to its index from now on.
  void TellOwner(page::PageView iam) const;
  /// The page, taken by an unfinished change, has been given back.
  void NoteFree(IndexId index, PageId page);
  /// Frees a page of the index of `change`, which nothing leads to any more, as a step of it; none
  /// if the page is free. The caller knows that nobody allocates for that index meanwhile.
  Task<Status> Release(Worker& worker, SystemChange& change, PageId page);
  /// Frees all extents of the index and its IAM pages, each in a system transaction; nothing may
  /// lead to its pages. Goes on where a crash stopped it. Returns how many extents there were.
  Task<Result<uint64_t>> ReleaseAll(Worker& worker, IndexId index);
  /// Frees the extent if none of its pages is in use; false if one is, or if the index does not
  /// have the extent. The index keeps its IAM pages.
  Task<Result<bool>> ReleaseIfEmpty(Worker& worker, IndexId index, page::ExtentId extent);
  /// Frees one extent of the index, all of whose pages are of one user who needs none of them any
  /// more, in a system transaction.
  Task<Status> ReleaseExtent(Worker& worker, IndexId index, page::ExtentId extent);
  /// Sees to it that the index has an IAM page for the interval of `extent`.
  Task<Status> EnsureIam(Worker& worker, IndexId index, page::ExtentId extent);
  /// What is remembered of the index holds no longer.
  void Forget(IndexId index) {
    CHECK(!spaces_.contains(index) || spaces_.at(index).takers == 0,
          "a page is being taken for an index that goes");
    spaces_.erase(index);
  }

 private:
  /// What is remembered of an index.
  struct IndexSpace {
    std::deque<page::ExtentId> open;  ///< its extents that may have a free page
    bool known = false;               ///< the newest extent has been looked up
    bool searched = false;            ///< all of them have been, since a page was last given back
    uint32_t takers = 0;              ///< that have it under their eyes
  };
  /// While it lives, nobody may forget the index.
  struct Taker {
    explicit Taker(IndexSpace& space) : taken_from(space) { ++taken_from.takers; }
    ~Taker() { --taken_from.takers; }
    Taker(const Taker&) = delete;
    Taker& operator=(const Taker&) = delete;
    IndexSpace& taken_from;
  };
  /// What is remembered of a data file.
  struct FileSpace {
    uint32_t next = 0;  ///< extent from which free ones are looked for
    bool full = false;  ///< there is none
    uint32_t skip_target = 1;
    uint32_t turns_left = 1;  ///< its next extent is given at the last of them
  };
  struct NewExtent;

  /// True if the index is remembered to have a free page in the extent.
  bool IsOpen(IndexId index, page::ExtentId extent) const;
  Task<Status> ReadSize(Worker& worker);
  Task<Result<PageGuard>> FetchIam(Worker& worker, PageId page, IndexId index, LatchMode mode);
  Task<Result<PageId>> FirstIam(Worker& worker, IndexId index);
  Task<Status> FindNewestExtent(Worker& worker, IndexId index);
  Task<Status> FindFreePages(Worker& worker, IndexId index);
  Task<Result<bool>> HasFreePage(Worker& worker, page::ExtentId extent);
  Task<Result<std::optional<PageId>>> TakeFrom(Worker& worker, SystemChange& change,
                                               page::ExtentId extent, uint8_t pfs_byte);

  /// True if the index has an extent more, or another session has got it one.
  Task<Result<bool>> AddExtent(Worker& worker, IndexId index);
  /// Finds the skip targets.
  Task<Status> WeighFiles(Worker& worker);
  Task<Result<uint64_t>> FreeExtentsOf(Worker& worker, uint32_t file);
  Task<Result<bool>> AddExtentOf(Worker& worker, IndexId index, uint32_t file);
  Task<Status> Enter(Worker& worker, NewExtent& extent);
  Task<Result<std::optional<PageId>>> FindIam(Worker& worker, IndexId index,
                                              page::ExtentId interval);
  Task<Status> CreateIam(Worker& worker, NewExtent& extent);
  Task<Result<PageId>> TakeMixedPage(Worker& worker, NewExtent& extent);
  Task<Status> ReleaseExtentOf(Worker& worker, PageId iam, IndexId index, page::ExtentId extent);
  /// Nobody else had any extent left in a full file: it has one again.
  void NoteFreeExtent(page::ExtentId extent);
  Task<Status> ReleaseFirstIam(Worker& worker, IndexId index);
  Task<Status> UnlinkFirstIam(Worker& worker, NewExtent& released, PageId page);
  void TellOwner(page::ExtentId extent, IndexId owner) const {
    if (on_owner_) on_owner_(extent, owner);
  }
  Error Full() const;

  BufferPool& pool_;
  const DbId db_;
  SystemTransactions& system_;
  uint32_t file_pages_ = 0;
  std::vector<FileSpace> files_;  ///< by position; empty until the boot page was read
  uint32_t next_file_ = 0;
  uint32_t extents_until_weighed_ = 0;
  std::map<IndexId, IndexSpace> spaces_;
  std::function<void(const Worker&, IndexId)> on_full_;
  std::function<void(page::ExtentId, IndexId)> on_owner_;
};

}  // namespace snapscope::btree
