#include "ops/index_rebuild.h"

#include <utility>
#include <vector>

#include "btree/bulk_load.h"
#include "btree/page_allocator.h"
#include "btree/scan.h"
#include "checkpoint/dirty_page_sweep.h"

namespace snapscope::ops {

namespace {

class IndexRebuild {
 public:
  IndexRebuild(runtime::CpuModel& cpu, buffer::BufferPool& pool,
               txn::TransactionManager& transactions, IndexRebuildOptions options,
               RowProgress progress)
      : cpu_(cpu),
        pool_(pool),
        transactions_(transactions),
        options_(options),
        progress_(std::move(progress)),
        tree_(transactions.tree(options.index)),
        load_(pool, options.db, tree_.info(), transactions,
              {.fill_factor_percent = options.fill_factor_percent,
               .logged = !options.minimally_logged}) {}

  Task<Result<IndexRebuildFigures>> Run(Worker& worker) {
    auto begun = co_await transactions_.Begin(worker);
    CO_TRY(begun);
    txn::Transaction txn = std::move(begun).value();
    Status built = co_await transactions_.LockWholeTable(worker, txn, options_.table,
                                                         txn::LockMode::kSchemaModification);
    if (built.ok()) built = co_await Build(worker);
    const Status ended = co_await End(worker, txn, built.ok());
    // Freed whatever came of it: the old tree, or what there is of the new one.
    const auto freed = co_await transactions_.allocator().ReleaseAll(worker, btree::kBuildSpace);
    CO_TRY(built);
    CO_TRY(ended);
    CO_TRY(freed);
    figures_.extents_freed = freed.value();
    co_return figures_;
  }

 private:
  Task<Status> Build(Worker& worker) {
    btree::Scan scan(tree_);
    for (;;) {
      auto stretch = co_await scan.Next(worker);
      CO_TRY(stretch);
      if (stretch.value().empty()) break;
      worker.Charge(static_cast<TimeNs>(stretch.value().size()) * options_.row_cost);
      CO_TRY(co_await load_.Add(worker, std::move(stretch).value()));
      co_await worker.PayCpu();
      if (progress_) progress_(load_.rows());
    }
    auto root = co_await load_.Finish(worker);
    CO_TRY(root);
    CO_TRY(co_await WriteUnlogged(worker));
    CO_TRY(co_await btree::SwitchTree(worker, pool_, options_.db, tree_.info(),
                                      std::move(root).value(), transactions_));
    figures_.rows = load_.rows();
    figures_.pages = load_.pages() + 1;
    figures_.pages_unlogged = load_.unlogged().size();
    wal::Log& log = *pool_.log(options_.db);
    co_return co_await log.Flush(worker, log.end_lsn());
  }

  Task<Status> WriteUnlogged(Worker& worker) {
    checkpoint::SweepOptions sweep_options;
    sweep_options.db = options_.db;
    sweep_options.reason = buffer::WriteReason::kBulkLoad;
    sweep_options.writes_in_flight = options_.writes_in_flight;
    sweep_options.latency_target = options_.write_latency_target;
    checkpoint::DirtyPageSweep sweep(cpu_, pool_, sweep_options);
    const auto written = co_await sweep.Run(worker, load_.unlogged());
    CO_TRY(written);
    co_return Status();
  }

  /// Lets the table go: the transaction has changed no row.
  Task<Status> End(Worker& worker, txn::Transaction& txn, bool built) {
    if (built) co_return co_await transactions_.Commit(worker, txn);
    co_return co_await transactions_.Rollback(worker, txn);
  }

  runtime::CpuModel& cpu_;
  buffer::BufferPool& pool_;
  txn::TransactionManager& transactions_;
  const IndexRebuildOptions options_;
  const RowProgress progress_;
  btree::BTree& tree_;
  btree::BulkLoad load_;
  IndexRebuildFigures figures_;
};

}  // namespace

Task<Result<IndexRebuildFigures>> IndexBuilds::Rebuild(Worker& worker, runtime::CpuModel& cpu,
                                                       buffer::BufferPool& pool,
                                                       txn::TransactionManager& transactions,
                                                       IndexRebuildOptions options,
                                                       RowProgress progress) {
  if (under_way_) {
    co_return Error{ErrorCode::kRefused,
                    "Another index is being built; wait for its end, builds come one by one."};
  }
  under_way_ = true;
  IndexRebuild rebuild(cpu, pool, transactions, options, std::move(progress));
  Result<IndexRebuildFigures> figures = co_await rebuild.Run(worker);
  under_way_ = false;
  co_return figures;
}

}  // namespace snapscope::ops
