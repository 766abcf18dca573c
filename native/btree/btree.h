// A clustered B+tree over the buffer pool: unique u64 keys, fixed-width rows, root page fixed.
//
// Latches. Readers crab down SH; a writer crabs SH and takes the leaf EX. An insert into a full
// leaf first purges ghosts of ended transactions, else splits: it latches the leaf's parent EX, and
// only if that is full goes down again from the root with EX latches, splitting what is full on its
// way. Order: parent before child, left before right, tree pages before the pages that allocation
// latches (page_allocator.h); a page that is being allocated comes last, nobody else can know it.
//
// A split of one page is a system transaction: its own transaction id, records flagged kFlagSystem,
// and every page of the tree that it touches stays EX until its commit record is appended, so that
// an incomplete one can be undone physically, here after an error and by recovery.
//
// Invariants, whenever a page is not latched EX
// 1. Keys of a page ascend. A key k lies below the last entry with key <= k; the entry's key is at
//    most the least key below it; the left-most page of each level begins with key 0.
// 2. The right siblings of a level are a chain in key order over all of its pages.
// 3. Every page that the allocation maps call allocated to an index is in one place of its tree.
// 4. A root never moves: when it splits, its content moves into two new pages. Pages never merge; a
//    leaf that the ghost clean-up empties leaves the tree, unless it is the first below its parent.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "btree/initial_layout.h"
#include "btree/key_range.h"
#include "buffer/buffer_pool.h"
#include "page/layout.h"
#include "runtime/cpu.h"

namespace snapscope::btree {

using buffer::BufferPool;
using buffer::PageGuard;
using runtime::LatchMode;
using runtime::Task;
using runtime::Worker;

class PageAllocator;

/// Hands out ids for system transactions and keeps them in the active table while they run.
class SystemTransactions {
 public:
  virtual ~SystemTransactions() = default;
  /// Where their new pages come from.
  virtual PageAllocator& allocator() = 0;
  virtual TxnId BeginSystem() = 0;
  /// `lsn` of the transaction's first and latest record.
  virtual void NoteSystemRecord(TxnId txn, Lsn lsn) = 0;
  virtual void EndSystem(TxnId txn) = 0;
};

struct IndexInfo {
  IndexId id;
  PageId root;
  uint16_t row_width = 0;  ///< of a leaf that is not compressed; of one that is, less
  page::RowContent content = page::RowContent::kGenerated;  ///< of rows that are new
};

/// What the pages of a tree say that they are of, and whom the allocation maps give them to.
struct PageOwner {
  IndexId index;
  IndexId space;
};

/// Where a key is or would be.
struct LeafPosition {
  PageGuard leaf;
  uint16_t slot = 0;
  bool found = false;  ///< the row at `slot` has the key (it may be a ghost)
};

/// What a clean-up of one leaf did.
struct CleanedLeaf {
  uint64_t rows_purged = 0;
  bool has_ghosts = false;  ///< ghosts that may not go yet
  bool removed = false;     ///< it was empty, and has left the tree
  bool freed_extent = false;
};

class BTree {
 public:
  /// `db` may be the source or a snapshot (reads and undo only).
  BTree(BufferPool& pool, DbId db, IndexInfo info) : BTree(pool, db, info, info.id) {}
  /// A tree whose pages belong to `space`, not to its index.
  BTree(BufferPool& pool, DbId db, IndexInfo info, IndexId space);

  /// Called with the page and the key of a ghost that a change or a scan has met, under the page's
  /// latch. It may only take note.
  using GhostCallback = std::function<void(PageId, uint64_t)>;
  void SetGhostCallback(GhostCallback on_ghost) { on_ghost_ = std::move(on_ghost); }
  void NoteGhost(PageId page, uint64_t key) const {
    if (on_ghost_) on_ghost_(page, key);
  }

  const IndexInfo& info() const { return info_; }
  DbId db() const { return db_; }
  /// kRefused, where the leaf is compressed: its rows can only be read.
  Status MayChange(const PageGuard& leaf) const;

  /// Descends to the leaf for `key`.
  Task<Result<LeafPosition>> Find(Worker& worker, uint64_t key, LatchMode leaf_mode);

  /// Finds the leaf with EX, which has room for one row on return unless a row with the key is
  /// there already. `ended(key)` tells whether the ghost with that key may be purged (its
  /// transaction has ended). Errors: kDatabaseFull; a split that fails leaves the tree as it was;
  /// kRefused, where the leaf is compressed.
  Task<Result<LeafPosition>> FindForInsert(Worker& worker, uint64_t key, SystemTransactions& system,
                                           std::function<bool(uint64_t)> ended);

  /// Purges the ghosts on the leaf of `key` that may go, as FindForInsert does. A leaf that is
  /// empty then leaves the tree, by a system transaction, and its page is free; so is its extent,
  /// if that was the last page of it. Nobody may rebuild the tree meanwhile.
  Task<Result<CleanedLeaf>> CleanLeaf(Worker& worker, uint64_t key, SystemTransactions& system,
                                      std::function<bool(uint64_t)> ended);

  /// Some of its leaves, one after the other, as one interior page names them.
  struct NamedLeaves {
    struct Leaf {
      uint64_t first = 0;  ///< the least key that it may have
      PageId page;
    };
    std::vector<Leaf> leaves;
    std::optional<Leaf> next{};  ///< the leaf behind them; none at the end of the tree
  };
  /// Those that the interior page above `key` names, from the leaf of `key` on.
  Task<Result<NamedLeaves>> LeavesFrom(Worker& worker, uint64_t key);
  /// How often a leaf has left the tree: as long as that is the same, a page that was named as a
  /// leaf is one, with the keys from its first on that no leaf right of it has.
  uint64_t leaves_removed() const { return leaves_removed_; }
  /// A page that was named as a leaf, latched SH, at the cost of the caller; an empty guard if it
  /// is a leaf of this tree no more.
  Task<Result<PageGuard>> FetchLeaf(Worker& worker, PageId page);

  /// The right sibling of `leaf`, latched SH before `leaf` is let go; an empty guard at the end.
  Task<Result<PageGuard>> NextLeaf(Worker& worker, PageGuard leaf);
  /// Starts reading up to `count` leaves, from that of `key` on, as far as one interior page names
  /// them. Whether they come makes no difference to anybody. The caller holds no latch.
  Task<Status> PrefetchLeaves(Worker& worker, uint64_t key, uint32_t count);

  /// The row with the greatest key that is not a ghost, nothing when there is none; reads the
  /// right-most leaf first.
  Task<Result<std::optional<page::Row>>> Last(Worker& worker);

 private:
  /// Fetches a page of this tree and checks that it is one, of the level given if any.
  Task<Result<PageGuard>> FetchNode(Worker& worker, PageId page, LatchMode mode,
                                    std::optional<uint16_t> level);
  /// How far a descent to a key has come.
  struct Descent {
    uint64_t key;
    uint16_t level;                        ///< of the page wanted
    LatchMode mode;                        ///< the latch that it is wanted with
    PageId page;                           ///< to be read next
    std::optional<uint16_t> expected{};    ///< its level; none for the root, which may grow
    LatchMode latch = LatchMode::kShared;  ///< for it
    PageGuard node{};                      ///< its parent
  };
  /// Goes on below `node`, whose level is given, to `child`.
  static void Pass(Descent& descent, PageGuard node, uint16_t level, PageId child);
  /// Where the page to be read next leads, if its id tells.
  std::optional<page::Branch> RecallBranch(const Descent& descent) const;
  /// Takes the page that was to be read next; `known` is RecallBranch() of it. Returns the page
  /// wanted, if this is it.
  std::optional<Result<PageGuard>> Enter(Descent& descent, PageGuard next,
                                         std::optional<page::Branch> known) const;
  /// Descends as far as nothing has to be waited for; nothing if that is not all the way.
  std::optional<Result<PageGuard>> TryDescend(Worker& worker, Descent& descent);
  Task<Result<PageGuard>> DescendAfterWait(Worker& worker, Descent descent);
  Task<Result<LeafPosition>> FindAfterWait(Worker& worker, Descent descent);
  /// The page of `level` on the way to `key` (or the root, if the tree is not that high) in `mode`.
  Task<Result<PageGuard>> Descend(Worker& worker, uint64_t key, uint16_t level, LatchMode mode);
  Task<Status> PurgeGhosts(Worker& worker, PageGuard& leaf,
                           const std::function<bool(uint64_t)>& ended);
  /// The leaf of `key`, if it is empty and not the first below its parent. Returns its page.
  Task<Result<std::optional<PageId>>> RemoveLeaf(Worker& worker, uint64_t key,
                                                 SystemTransactions& system);
  /// After its rows have moved: ghosts are found by page and key.
  void NoteGhostsOf(page::PageView leaf) const;
  /// Splits what it takes for the leaf of `key` to have room.
  Task<Result<LeafPosition>> MakeRoom(Worker& worker, uint64_t key, SystemTransactions& system);
  /// Splits `child`, which is full; `parent` is not. Returns the half that `key` belongs to.
  Task<Result<PageGuard>> SplitChild(Worker& worker, PageGuard& parent, PageGuard child,
                                     uint64_t key, SystemTransactions& system);
  Task<Status> SplitRoot(Worker& worker, PageGuard& root, uint64_t key, SystemTransactions& system);

  BufferPool& pool_;
  const DbId db_;
  const IndexInfo info_;
  GhostCallback on_ghost_;
  const IndexId space_;
  uint64_t leaves_removed_ = 0;
};

/// Entries of an interior page of a freshly built tree: some room is left for splits below it.
inline constexpr uint16_t kInitialFanout =
    static_cast<uint16_t>(page::RowsThatFit(page::kInteriorEntrySize) * 9 / 10);

/// What the rows of a freshly built table are, by their position, where they are not numbered at a
/// stride.
struct InitialRows {
  uint64_t (*key_at)(uint64_t position) = nullptr;  ///< ascends
  int64_t (*value_at)(uint64_t position) = nullptr;
  /// The position of the row with `key` in a table of any length; nothing if none could have it.
  std::optional<uint64_t> (*position_of)(uint64_t key) = nullptr;
};

/// The layout of a freshly built tree is arithmetic: any of its pages can be computed from its page
/// id, so an initial database need not be stored. Rows have key (i + 1) * key_stride, version 1,
/// value InitialValue(key); entries of a nonclustered index follow from those rows.
struct InitialIndex {
  IndexInfo info;
  uint64_t rows = 0;
  uint64_t key_stride = 0;
  std::optional<InitialRows> contents{};  ///< instead of keys at a stride
  uint16_t rows_per_leaf = 0;
  uint16_t leaf_width = 0;  ///< of a row there: less than info.row_width in a compressed tree
  InitialLayout layout;
  uint32_t first_page = 0;  ///< ordinals of `layout`: first_page .. first_page + pages - 1
  uint32_t pages = 0;
  uint32_t leaf_pages = 0;
  std::optional<uint32_t> column;  ///< of a nonclustered index
};

/// Lays `rows` rows out from ordinal `first_page` of `layout` on: leaves first, then each interior
/// level, root last. An index without rows is one empty leaf. At least two rows must fit a page.
InitialIndex PlanIndex(IndexId id, uint16_t row_width, uint64_t rows, uint64_t key_stride,
                       uint32_t fill_factor_percent, InitialLayout layout, uint32_t first_page);
/// Plans an index as PlanIndex does, for rows of their own keys and values.
InitialIndex PlanTable(IndexId id, uint16_t row_width, uint64_t rows, const InitialRows& contents,
                       uint32_t fill_factor_percent, InitialLayout layout, uint32_t first_page);
/// Writes the page at `ordinal` (first_page or above) of the planned index, sealed.
void BuildInitialPage(const InitialIndex& index, uint32_t ordinal, page::PageSpan into,
                      page::PageForm form = page::PageForm::kFull);
/// Where a page lies in its tree.
struct TreePlace {
  IndexId index;
  uint16_t level = 0;
  KeyRange keys;
  bool operator==(const TreePlace&) const = default;
};
/// Where the page at `ordinal` of the planned index begins.
TreePlace InitialPlaceOf(const InitialIndex& index, uint32_t ordinal);
/// Where a search for `key` goes on below the page at `ordinal`; nothing if that is a leaf.
std::optional<page::Branch> InitialBranchAt(const InitialIndex& index, uint32_t ordinal,
                                            uint64_t key);
/// Value that the row with `key` starts with.
int64_t InitialValue(uint64_t key);

}  // namespace snapscope::btree
