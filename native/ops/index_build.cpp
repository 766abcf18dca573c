#include "ops/index_build.h"

#include <memory>
#include <utility>
#include <vector>

#include "btree/bulk_load.h"
#include "btree/page_allocator.h"
#include "btree/scan.h"
#include "checkpoint/dirty_page_sweep.h"
#include "ops/entry_sort.h"

namespace snapscope::ops {

namespace {

/// Rows that are merged and written between two payments.
constexpr size_t kMergedRows = 1'000;

/// What rebuild and creation share: the lock, the loading, and what is left at the end.
class IndexBuild {
 public:
  IndexBuild(IndexBuildEnvironment environment, IndexBuildOptions options, btree::IndexInfo index,
             RowProgress progress)
      : env_(environment),
        options_(options),
        load_(environment.pool, options.db, index, environment.transactions,
              {.fill_factor_percent = options.fill_factor_percent,
               .logged = !options.minimally_logged}),
        progress_(std::move(progress)) {}
  virtual ~IndexBuild() = default;

  Task<Result<IndexBuildFigures>> Run(Worker& worker) {
    txn::TransactionManager& transactions = env_.transactions;
    auto begun = co_await transactions.Begin(worker);
    CO_TRY(begun);
    txn::Transaction txn = std::move(begun).value();
    Status built = co_await transactions.LockWholeTable(worker, txn, options_.table, lock());
    if (built.ok()) built = co_await Build(worker);
    const Status ended = co_await End(worker, txn, built.ok());
    // Freed whatever came of it: the old tree, or what there is of the new one.
    const auto freed = co_await transactions.allocator().ReleaseAll(worker, btree::kBuildSpace);
    CO_TRY(built);
    CO_TRY(ended);
    CO_TRY(freed);
    figures_.extents_freed = freed.value();
    co_return figures_;
  }

 protected:
  virtual txn::LockMode lock() const = 0;
  /// The next rows of the new tree, in key order; none at the end.
  virtual Task<Result<std::vector<page::Row>>> NextRows(Worker& worker) = 0;
  /// Writes what is left of the new tree, then its unlogged pages, then puts it in its place.
  virtual Task<Status> Finish(Worker& worker) = 0;

  void Tell(uint64_t rows) {
    told_ += rows;
    if (progress_) progress_(told_);
  }

  Task<Status> WriteUnlogged(Worker& worker) {
    figures_.pages_unlogged = load_.unlogged().size();
    checkpoint::SweepOptions sweep_options;
    sweep_options.db = options_.db;
    sweep_options.reason = buffer::WriteReason::kBulkLoad;
    sweep_options.writes_in_flight = options_.writes_in_flight;
    sweep_options.latency_target = options_.write_latency_target;
    checkpoint::DirtyPageSweep sweep(env_.cpu, env_.pool, sweep_options);
    const auto written = co_await sweep.Run(worker, load_.unlogged());
    CO_TRY(written);
    co_return Status();
  }

  const IndexBuildEnvironment env_;
  const IndexBuildOptions options_;
  btree::BulkLoad load_;
  IndexBuildFigures figures_;

 private:
  Task<Status> Build(Worker& worker) {
    for (;;) {
      auto rows = co_await NextRows(worker);
      CO_TRY(rows);
      if (rows.value().empty()) break;
      const uint64_t count = rows.value().size();
      worker.Charge(static_cast<TimeNs>(count) * options_.row_cost);
      CO_TRY(co_await load_.Add(worker, std::move(rows).value()));
      co_await worker.PayCpu();
      Tell(count);
    }
    figures_.rows = load_.rows();
    CO_TRY(co_await Finish(worker));
    wal::Log& log = *env_.pool.log(options_.db);
    co_return co_await log.Flush(worker, log.end_lsn());
  }

  /// Lets the table go: the transaction has changed no row.
  Task<Status> End(Worker& worker, txn::Transaction& txn, bool built) {
    if (built) co_return co_await env_.transactions.Commit(worker, txn);
    co_return co_await env_.transactions.Rollback(worker, txn);
  }

  const RowProgress progress_;
  uint64_t told_ = 0;
};

class IndexRebuild final : public IndexBuild {
 public:
  IndexRebuild(IndexBuildEnvironment environment, IndexBuildOptions options, IndexId index,
               RowProgress progress)
      : IndexBuild(environment, options, environment.transactions.tree(index).info(),
                   std::move(progress)),
        info_(environment.transactions.tree(index).info()),
        scan_(environment.transactions.tree(index)) {}

 private:
  txn::LockMode lock() const override { return txn::LockMode::kSchemaModification; }

  Task<Result<std::vector<page::Row>>> NextRows(Worker& worker) override {
    auto rows = co_await scan_.Next(worker);
    CO_TRY(rows);
    Tell(rows.value().size());
    co_return std::move(rows);
  }

  Task<Status> Finish(Worker& worker) override {
    auto root = co_await load_.Finish(worker);
    CO_TRY(root);
    figures_.pages = load_.pages() + 1;
    CO_TRY(co_await WriteUnlogged(worker));
    co_return co_await btree::SwitchTree(worker, env_.pool, options_.db, info_,
                                         std::move(root).value(), env_.transactions);
  }

  const btree::IndexInfo info_;
  btree::Scan scan_;
};

class IndexCreation final : public IndexBuild {
 public:
  IndexCreation(IndexBuildEnvironment environment, IndexBuildOptions options,
                btree::NonclusteredIndex index, RowProgress progress)
      : IndexBuild(environment, options, index.info, std::move(progress)), index_(index) {}

 private:
  txn::LockMode lock() const override { return txn::LockMode::kShared; }

  Task<Result<std::vector<page::Row>>> NextRows(Worker& worker) override {
    if (!sorted_) CO_TRY(co_await ReadTable(worker));
    sorted_ = true;
    std::vector<page::Row> entries;
    for (const uint64_t key : sort_.Next(kMergedRows)) entries.push_back(btree::EntryOf(key));
    worker.Charge(static_cast<TimeNs>(entries.size() * sort_.comparisons()) *
                  options_.comparison_cost);
    co_return std::move(entries);
  }

  Task<Status> ReadTable(Worker& worker) {
    btree::Scan scan(env_.transactions.tree(options_.table));
    for (;;) {
      const auto rows = co_await scan.Next(worker);
      CO_TRY(rows);
      if (rows.value().empty()) co_return Status();
      std::vector<uint64_t> keys;
      keys.reserve(rows.value().size());
      for (const page::Row& row : rows.value()) {
        keys.push_back(btree::EntryKey(index_, row.key, row.value));
      }
      worker.Charge(static_cast<TimeNs>(keys.size()) * options_.row_cost);
      Tell(keys.size());
      sort_.AddRun(std::move(keys));
      co_await worker.PayCpu();
    }
  }

  // From here on every change of the table keeps the index: nobody changes it before this ends.
  Task<Status> Finish(Worker& worker) override {
    const auto root = co_await load_.FinishNewTree(worker);
    CO_TRY(root);
    index_.info.root = root.value();
    figures_.pages = load_.pages();
    CO_TRY(co_await WriteUnlogged(worker));
    CO_TRY(
        co_await btree::EnterTree(worker, env_.pool, options_.db, index_.info, env_.transactions));
    env_.transactions.AddNonclustered(index_);
    co_return Status();
  }

  btree::NonclusteredIndex index_;
  EntrySort sort_;
  bool sorted_ = false;
};

Error AnotherBuild() {
  return {ErrorCode::kRefused,
          "Another index is being built; wait for its end, builds come one by one."};
}

}  // namespace

Task<Result<IndexBuildFigures>> IndexBuilds::Rebuild(Worker& worker,
                                                     IndexBuildEnvironment environment,
                                                     IndexBuildOptions options, IndexId index,
                                                     RowProgress progress) {
  if (under_way_) co_return AnotherBuild();
  under_way_ = true;
  IndexRebuild rebuild(environment, options, index, std::move(progress));
  Result<IndexBuildFigures> figures = co_await rebuild.Run(worker);
  under_way_ = false;
  co_return figures;
}

Task<Result<IndexBuildFigures>> IndexBuilds::Create(Worker& worker,
                                                    IndexBuildEnvironment environment,
                                                    IndexBuildOptions options,
                                                    btree::NonclusteredIndex index,
                                                    RowProgress progress) {
  if (under_way_) co_return AnotherBuild();
  under_way_ = true;
  IndexCreation creation(environment, options, index, std::move(progress));
  Result<IndexBuildFigures> figures = co_await creation.Run(worker);
  under_way_ = false;
  co_return figures;
}

}  // namespace snapscope::ops
