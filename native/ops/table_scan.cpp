#include "ops/table_scan.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "base/local_ptr.h"
#include "base/mutation.h"
#include "ops/range_supplier.h"
#include "runtime/task_group.h"
#include "runtime/turns.h"

namespace snapscope::ops {

MUTATION(kSplitNotFollowed, "a scan does not look to the right of a leaf that has split");
MUTATION(kDirtyCount, "a scan counts rows that are not committed");
MUTATION(kBoundaryCountedTwice, "a scan counts the rows of a leaf in each partition that it is of");

namespace {

using runtime::LatchMode;
using runtime::WaitType;

/// A partition's rows, and those who want to take from them.
struct Rowset {
  Rowset(btree::BTree& tree, buffer::BufferPool& pool, btree::KeyRange keys,
         runtime::Executor& executor)
      : supplier(tree, pool, keys, executor), latch(executor) {}
  RangeSupplier supplier;
  runtime::Turns latch;
};

struct NamedLeaf {
  PageId page;
  uint64_t leaves_removed = 0;  ///< from the tree, when it was named
};

/// The table as one statement reads it. Its workers hold it together.
class Scan {
 public:
  Scan(runtime::CpuModel& cpu, runtime::WaitListener* listener, const std::string& session,
       ScannedTable scanned, TableScanOptions options, PageProgress progress)
      : scanned_(scanned),
        options_(options),
        progress_(std::move(progress)),
        row_turns_(cpu.executor()),
        next_partition_(options.workers) {
    if (scanned.transactions == nullptr)
      own_tree_.emplace(*scanned.pool, scanned.db, options.table);
    for (uint32_t partition = 0; partition < options.partitions; ++partition) {
      rowsets_.emplace_back(tree(), *scanned.pool, KeysOf(partition), cpu.executor());
    }
    if (options.workers == 1) return;
    for (uint32_t i = 0; i < options.workers; ++i) workers_.emplace_back(cpu, listener, session);
  }
  Scan(Scan&&) = delete;

  /// All of it, by the session itself.
  Task<Status> RunSerially(Worker& worker) {
    for (Rowset& rowset : rowsets_) CO_TRY(co_await ScanRowset(worker, rowset));
    co_return Status();
  }

  static Task<Status> RunWorker(LocalPtr<Scan> scan, uint32_t number) {
    Worker& worker = scan->workers_[number];
    co_await worker.Start();
    const Status ended = co_await scan->ScanShare(worker, number);
    scan->is_stopped_ = scan->is_stopped_ || !ended.ok();
    co_await worker.End();
    co_return ended;
  }

  /// Rows are locked on behalf of it.
  void SetTransaction(txn::Transaction* transaction) { transaction_ = transaction; }

  TableScanFigures FiguresAt(TimeNs now) const {
    TableScanFigures figures = figures_;
    figures.workers = options_.workers;
    for (const Rowset& rowset : rowsets_) {
      figures.pages_read_ahead += rowset.supplier.pages_read_ahead();
    }
    for (const Worker& worker : workers_) figures.cpu += worker.AccountAt(now).cpu;
    return figures;
  }

 private:
  btree::BTree& tree() {
    return own_tree_ ? *own_tree_ : scanned_.transactions->tree(options_.table.id);
  }

  btree::KeyRange KeysOf(uint32_t partition) const {
    const auto begin = [this](uint64_t at) {
      return at * (options_.last_key / options_.partitions) + (at == 0 ? 0 : 1);
    };
    const bool is_last = partition + 1 == options_.partitions;
    return {.first = begin(partition), .last = is_last ? UINT64_MAX : begin(partition + 1) - 1};
  }

  Task<Status> ScanShare(Worker& worker, uint32_t number) {
    const auto partitions = static_cast<uint32_t>(rowsets_.size());
    if (options_.workers >= partitions) {
      co_return co_await ScanRowset(worker, rowsets_[number % partitions]);
    }
    for (uint32_t partition = number; partition < partitions; partition = next_partition_++) {
      CO_TRY(co_await ScanRowset(worker, rowsets_[partition]));
    }
    co_return Status();
  }

  Task<Status> ScanRowset(Worker& worker, Rowset& rowset) {
    while (!is_stopped_) {
      CO_TRY_ASSIGN(Stretch stretch, co_await Take(worker, rowset));
      if (stretch.leaves.empty()) break;
      CO_TRY(co_await Count(worker, std::move(stretch)));
      co_await worker.PayCpu();
      if (progress_) progress_(figures_.pages);
    }
    co_return Status();
  }

  /// The next stretch. Those who share the rowset's supplier wait for its latch meanwhile.
  Task<Result<Stretch>> Take(Worker& worker, Rowset& rowset) {
    if (options_.workers == 1) co_return co_await rowset.supplier.Next(worker);
    const bool waits = rowset.latch.taken();
    const TimeNs asked = worker.Now();
    const runtime::Turns::Turn held = co_await rowset.latch.Await(worker, WaitType::kLatchEx);
    if (waits) {
      worker.NoteLatchWait(runtime::LatchClass::kAccessMethodsScanRangeGenerator,
                           worker.Now() - asked);
    }
    if (options_.supplier_cost > 0) {
      worker.Charge(options_.supplier_cost);
    } else {
      worker.Charge(runtime::CpuWork::kPageVisit);
    }
    auto stretch = co_await rowset.supplier.Next(worker);
    co_await worker.PayCpu();
    co_return std::move(stretch);
  }

  Task<Status> Count(Worker& worker, Stretch stretch) {
    for (size_t i = 0; i < stretch.leaves.size(); ++i) {
      const bool is_last = i + 1 == stretch.leaves.size();
      const std::optional<Stretch::Leaf> next =
          is_last ? stretch.next : std::optional(stretch.leaves[i + 1]);
      btree::KeyRange keys{.first = std::max(stretch.leaves[i].first, stretch.keys.first),
                           .last = stretch.keys.last};
      if (next) keys.last = std::min(keys.last, next->first - 1);
      if (Mutated(kBoundaryCountedTwice)) keys.first = stretch.leaves[i].first;
      const NamedLeaf leaf{stretch.leaves[i].page, stretch.leaves_removed};
      CO_TRY(co_await CountKeys(worker, leaf, keys, next));
    }
    co_return Status();
  }

  /// The rows with these keys, from the page on that was named for them to where `next` follows.
  Task<Status> CountKeys(Worker& worker, NamedLeaf named, btree::KeyRange keys,
                         std::optional<Stretch::Leaf> next) {
    CO_TRY_ASSIGN(buffer::PageGuard leaf, co_await LeafOf(worker, named, keys.first));
    std::vector<uint64_t> locked;
    for (;;) {
      const bool reaches_beyond = CountOn(worker, leaf.view(), keys, locked);
      const PageId right = leaf.view().right_sibling();
      const bool is_next = next && right == next->page && IsAsNamed(named);
      if (reaches_beyond || is_next || Mutated(kSplitNotFollowed)) break;
      auto following = co_await tree().NextLeaf(worker, std::move(leaf));
      CO_TRY(following);
      leaf = std::move(*following);
      if (!leaf) break;
    }
    leaf.Release();
    co_return co_await CountLocked(worker, std::move(locked));
  }

  bool IsAsNamed(NamedLeaf named) { return tree().leaves_removed() == named.leaves_removed; }

  /// The leaf of `key`: the page that was named, if no leaf has left the tree since.
  Task<Result<buffer::PageGuard>> LeafOf(Worker& worker, NamedLeaf named, uint64_t key) {
    if (IsAsNamed(named)) {
      auto fetched = co_await tree().FetchLeaf(worker, named.page);
      if (IsAsNamed(named)) {
        CO_TRY(fetched);
        if (*fetched) co_return std::move(*fetched);
      }
    }
    CO_TRY_ASSIGN(btree::LeafPosition position,
                  co_await tree().Find(worker, key, LatchMode::kShared));
    co_return std::move(position.leaf);
  }

  /// True if the leaf has a row behind the keys.
  bool CountOn(Worker& worker, const page::PageView& leaf, btree::KeyRange keys,
               std::vector<uint64_t>& locked) {
    const bool may_be_locked =
        transaction_ != nullptr && scanned_.transactions->IsAnyLocked(options_.table.id);
    ++figures_.pages;
    const uint16_t from = leaf.LowerBound(keys.first);
    const uint16_t end = leaf.row_count();
    uint16_t slot = from;
    for (; slot < end; ++slot) {
      const page::Row row = page::PeekRow(leaf.row_at(slot));
      if (row.key > keys.last) break;
      if (row.ghost) tree().NoteGhost(leaf.id(), row.key);
      if (may_be_locked && scanned_.transactions->IsLocked(options_.table.id, row.key) &&
          !Mutated(kDirtyCount)) {
        locked.push_back(row.key);
      } else if (!row.ghost) {
        ++figures_.rows;
      }
    }
    if (options_.page_cost > 0) {
      worker.Charge(options_.page_cost);
    } else {
      worker.Charge(runtime::CpuWork::kPageVisit);
      worker.Charge(runtime::CpuWork::kRowScanned, static_cast<uint64_t>(slot - from));
    }
    return slot < end;
  }

  Task<Status> CountLocked(Worker& worker, std::vector<uint64_t> keys) {
    for (const uint64_t key : keys) {
      const runtime::Turns::Turn turn = co_await row_turns_.Await(worker, WaitType::kLckMS);
      const auto row =
          co_await scanned_.transactions->Read(worker, *transaction_, options_.table.id, key);
      CO_TRY(row);
      if (*row) ++figures_.rows;
    }
    co_return Status();
  }

  const ScannedTable scanned_;
  const TableScanOptions options_;
  const PageProgress progress_;
  std::optional<btree::BTree> own_tree_;  ///< of a database that nobody changes
  std::deque<Rowset> rowsets_;
  std::deque<Worker> workers_;  ///< of a parallel scan
  txn::Transaction* transaction_ = nullptr;
  runtime::Turns row_turns_;  ///< a transaction waits for one lock at a time
  uint32_t next_partition_;
  bool is_stopped_ = false;  ///< a worker has failed
  TableScanFigures figures_;
};

Task<Status> RunScan(Worker& worker, LocalPtr<Scan> scan, uint32_t workers) {
  if (workers == 1) co_return co_await scan->RunSerially(worker);
  runtime::TaskGroup group(worker.executor());
  for (uint32_t number = 0; number < workers; ++number) group.Add(Scan::RunWorker(scan, number));
  co_return co_await group.Ended(worker, WaitType::kCxpacket);
}

/// Of committed rows: the table stays as long as the statement runs.
Task<Status> RunLocked(Worker& worker, LocalPtr<Scan> scan, uint32_t workers,
                       txn::TransactionManager& transactions, IndexId table) {
  CO_TRY_ASSIGN(txn::Transaction txn, co_await transactions.Begin(worker));
  Status scanned =
      co_await transactions.LockWholeTable(worker, txn, table, txn::LockMode::kIntentShared);
  scan->SetTransaction(&txn);
  if (scanned.ok()) scanned = co_await RunScan(worker, scan, workers);
  CO_TRY(co_await transactions.Commit(worker, txn));
  co_return scanned;
}

}  // namespace

Task<Result<TableScanFigures>> ScanTable(Worker& worker, runtime::CpuModel& cpu,
                                         runtime::WaitListener* listener, ScannedTable scanned,
                                         TableScanOptions options, PageProgress progress) {
  auto scan =
      LocalPtr<Scan>::Make(cpu, listener, worker.name(), scanned, options, std::move(progress));
  co_await worker.PayCpu();
  const TimeNs cpu_before = worker.AccountAt(worker.Now()).cpu;
  const uint32_t workers = options.workers;
  if (scanned.transactions == nullptr) {
    CO_TRY(co_await RunScan(worker, scan, workers));
  } else {
    CO_TRY(co_await RunLocked(worker, scan, workers, *scanned.transactions, options.table.id));
  }
  TableScanFigures figures = scan->FiguresAt(worker.Now());
  if (workers == 1) figures.cpu = worker.AccountAt(worker.Now()).cpu - cpu_before;
  co_return figures;
}

}  // namespace snapscope::ops
