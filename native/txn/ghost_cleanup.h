// The ghost clean-up: takes the rows back that deletes have left, in the background.
//
// It wakes every few seconds and visits at most ten pages, which is what the product does. Which
// pages have ghosts is kept in memory: deletes, splits, and changes and scans that meet a ghost
// tell it. After a start nobody remembers the ghosts of before; those that nobody meets stay. A
// ghost goes once nobody has its row locked. A page whose ghosts may not go yet comes again, behind
// the others.
//
// The table is locked IX meanwhile, if that takes no wait: the clean-up stays away from a table
// that is being rebuilt.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

#include "base/id_table.h"
#include "btree/btree.h"
#include "runtime/cpu.h"
#include "telemetry/telemetry.h"
#include "txn/lock_table.h"

namespace snapscope::txn {

struct GhostCleanupFigures {
  uint64_t pages_visited = 0;
  uint64_t rows_purged = 0;
  uint64_t leaves_removed = 0;
  uint64_t extents_freed = 0;
};

class GhostCleanup {
 public:
  static constexpr uint32_t kPagesPerRound = 10;

  /// The table (its clustered index) that an index belongs to.
  using TableOf = std::function<IndexId(IndexId)>;
  /// True if the ghost with that key of the index may go.
  using MayGo = std::function<bool(IndexId, uint64_t)>;

  GhostCleanup(btree::SystemTransactions& system, LockTable& locks, telemetry::Telemetry& telemetry,
               TableOf table_of, MayGo may_go)
      : system_(system),
        locks_(locks),
        telemetry_(telemetry),
        table_of_(std::move(table_of)),
        may_go_(std::move(may_go)) {}

  /// `page` of the tree has a ghost with that key. The tree outlives the clean-up, or Forget() is
  /// called.
  void Note(btree::BTree& tree, PageId page, uint64_t key);
  /// The tree goes. Its table is locked with Sch-M: no page of it is being visited.
  void Forget(const btree::BTree& tree);

  /// A round comes every `pause`. `on_error` hears of one that failed; none comes after it.
  void Start(runtime::CpuModel& cpu, TimeNs pause, std::function<void(Error)> on_error);
  /// No round begins any more.
  void RequestStop() { stop_requested_ = true; }
  bool stopped() const { return stop_requested_ && !in_round_; }

  /// Visits the next pages. A full log is no error: the pages come again.
  Task<Status> CleanRound(Worker& worker);

  /// Pages that are known to have ghosts.
  size_t pages_noted() const { return ghosts_.size(); }
  const GhostCleanupFigures& figures() const { return figures_; }

 private:
  struct Ghost {
    btree::BTree* tree = nullptr;
    uint64_t key = 0;
  };

  Task<void> Run(TimeNs pause);
  Task<Status> Visit(Worker& worker, TxnId session, PageId page);

  btree::SystemTransactions& system_;
  LockTable& locks_;
  telemetry::Telemetry& telemetry_;
  const TableOf table_of_;
  const MayGo may_go_;
  std::function<void(Error)> on_error_;
  std::unique_ptr<Worker> worker_;
  IdTable<Ghost> ghosts_;     ///< by page: the newest that is known of each page
  std::deque<PageId> order_;  ///< these pages, in the order of their visits
  GhostCleanupFigures figures_;
  bool stop_requested_ = false;
  bool in_round_ = false;
};

}  // namespace snapscope::txn
