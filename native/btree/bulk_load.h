// Building a tree from rows in key order, bottom up, as an index build does it: each page is
// written once, full up to the fill factor, beside the tree that it will replace, if there is one.
//
// The new pages belong to kBuildSpace until SwitchTree() gives them to their index and kBuildSpace
// what the index had before, or EnterTree() to an index that is new. Whoever dies in between leaves
// nothing but pages of kBuildSpace, which PageAllocator::ReleaseAll() gives back; so does whoever
// has switched. The root of an index that there is stays where it is: the content of the new one
// replaces it. The pages of a new table are its own from the start, and EnterRoot() enters nothing
// but its root: so several can be loaded at once.
//
// A page is logged whole, or not at all: then it must be written to its file before the switch, and
// only that its page was allocated is in the log. A page that is not logged has the LSN of that
// record: above all records of what the page was before, below all records of what it will be.
//
// Owning thread: the engine thread. The caller keeps everybody else off the index.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "btree/btree.h"
#include "btree/page_allocator.h"
#include "page/page_compression.h"

namespace snapscope::btree {

struct BulkLoadOptions {
  uint32_t fill_factor_percent = 100;  ///< of leaves
  /// Leaves have as many rows as page compression makes room for, each as wide as they then are on
  /// average; one that is no smaller for it is as ever. The rows' content says what columns they
  /// have.
  bool compressed = false;
  /// False: pages are not logged where that is possible.
  bool logged = true;
  IndexId space = kBuildSpace;  ///< whose the new pages are until the tree takes its place
};

class BulkLoad {
 public:
  BulkLoad(BufferPool& pool, DbId db, IndexInfo info, SystemTransactions& system,
           BulkLoadOptions options);

  /// Rows with ascending keys, above all rows so far. Errors: kDatabaseFull, kLogFull, and those of
  /// reading and writing.
  Task<Status> Add(Worker& worker, std::vector<page::Row> rows);
  /// For SwitchTree(): writes what is left, but for the root; returns its image.
  Task<Result<std::vector<std::byte>>> Finish(Worker& worker);
  /// For EnterTree() and EnterRoot(): writes what is left, the root too; returns where that is.
  Task<Result<PageId>> FinishNewTree(Worker& worker);

  uint64_t rows() const { return rows_; }
  uint64_t pages() const {
    return pages_;
  }  ///< written: those of the tree, but for Finish()'s root
  /// Pages that are to be written before the switch.
  const std::vector<PageId>& unlogged() const { return unlogged_; }

 private:
  struct NewPage {
    PageId id;      ///< none: it has none yet
    Lsn allocated;  ///< the record that says so, or a later one of its transaction
  };
  /// The page of a level that is being filled. The first of its level gets an id only when a second
  /// one comes: else it is the root.
  struct Level {
    NewPage page;
    uint16_t width = 0;
    uint16_t limit = 0;
    uint16_t count = 0;
    std::vector<std::byte> rows;
  };

  /// Writes leaves of rows that have been added, as long as there are more than a page could have;
  /// at the end all.
  Task<Status> WriteCompressed(Worker& worker, bool is_end);
  /// How many of the pending rows the next leaf has.
  size_t RowsOfNextLeaf();
  /// The encoded rows of the leaf that is being filled end with that one.
  void Append(Level& leaf, const page::Row& row) const;
  Task<Result<NewPage>> Take(Worker& worker);
  Task<Status> TakeExtent(Worker& worker);
  Task<Status> ReleaseUnused(Worker& worker);
  Task<Status> FinishBelowRoot(Worker& worker);
  void AddLevel();
  /// Writes the page of the level and begins the next one, which begins with `key`.
  Task<Status> BeginPage(Worker& worker, size_t level, uint64_t key);
  Task<Status> AddEntry(Worker& worker, size_t level, uint64_t key, PageId child);
  std::vector<std::byte> ImageOfLevel(size_t level, PageId id, PageId right_sibling) const;
  Task<Status> Write(Worker& worker, size_t level, PageId right_sibling);

  BufferPool& pool_;
  const DbId db_;
  const IndexInfo info_;
  SystemTransactions& system_;
  const BulkLoadOptions options_;
  std::vector<Level> levels_;
  std::optional<page::PageCompression> compression_;  ///< once the first row has told the columns
  std::deque<page::Row> pending_;                     ///< not in a leaf yet
  size_t rows_of_last_ = 1;                           ///< compressed leaf
  std::deque<NewPage> taken_;                         ///< and not used yet
  std::vector<PageId> unlogged_;
  uint64_t rows_ = 0;
  uint64_t pages_ = 0;
};

/// Replaces the content of the root, and gives the index what kBuildSpace has and the other way
/// round: one system transaction. It is not flushed. The caller knows that kBuildSpace holds the
/// pages below `root_image` and nothing else.
Task<Status> SwitchTree(Worker& worker, BufferPool& pool, DbId db, IndexInfo info,
                        std::vector<std::byte> root_image, SystemTransactions& system);

/// Enters an index that the database does not have yet: it gets what kBuildSpace has, and a place
/// in the boot page. `info.root` is among those pages. `on_commit` is told the LSN of the
/// commit record in the step that appends it, and must not suspend.
Task<Status> EnterTree(Worker& worker, BufferPool& pool, DbId db, IndexInfo info,
                       SystemTransactions& system, std::function<void(Lsn)> on_commit);

/// Enters an index that has its pages already: it gets its root.
Task<Status> EnterRoot(Worker& worker, BufferPool& pool, DbId db, IndexInfo info,
                       SystemTransactions& system, std::function<void(Lsn)> on_commit);

/// The reverse: the index loses its root in the boot page, so that nothing leads to its pages any
/// more. It still has them, until PageAllocator::ReleaseAll() or the next start gives them back.
Task<Status> RemoveRoot(Worker& worker, BufferPool& pool, DbId db, IndexInfo info,
                        SystemTransactions& system, std::function<void(Lsn)> on_commit);

}  // namespace snapscope::btree
