#include "ops/index_build.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/mutation.h"
#include "btree/bulk_load.h"
#include "btree/page_allocator.h"
#include "btree/scan.h"
#include "ops/database_sort_space.h"
#include "ops/entry_sort.h"
#include "ops/tree_build.h"

namespace snapscope::ops {

MUTATION(kOldTreeFreedFirst,
         "a rebuild frees the extents of the old tree before the new one has taken its place");
MUTATION(kSortRunsKept, "a sort leaves the extents of its runs to the index that it sorted for");

namespace {

/// Rows that are merged and written between two payments.
constexpr size_t kMergedRows = 1'000;

class IndexRebuild final : public TreeBuild {
 public:
  IndexRebuild(IndexBuildEnvironment environment, IndexBuildOptions options, IndexId index,
               RowProgress progress)
      : TreeBuild(environment, options, environment.transactions.tree(index).info(),
                  environment.transactions.FindNonclustered(index), std::move(progress)),
        info_(environment.transactions.tree(index).info()),
        scan_(environment.transactions.tree(index)) {}

 private:
  txn::LockMode lock() const override { return txn::LockMode::kSchemaModification; }

  Task<Result<std::vector<page::Row>>> NextRows(Worker& worker, txn::Transaction&) override {
    auto rows = co_await scan_.Next(worker);
    CO_TRY(rows);
    Tell(rows.value().size());
    co_return std::move(rows);
  }

  Task<Status> Finish(Worker& worker, txn::Transaction& txn) override {
    auto root = co_await FinishRoot(worker, txn);
    CO_TRY(root);
    if (Mutated(kOldTreeFreedFirst)) {
      CO_TRY(co_await env_.transactions.allocator().ReleaseAll(worker, info_.id));
    }
    co_return co_await btree::SwitchTree(worker, env_.pool, options_.db, info_,
                                         std::move(root).value(), env_.transactions);
  }

  /// The image of the new root, all pages below it written.
  Task<Result<std::vector<std::byte>>> FinishRoot(Worker& worker, txn::Transaction& txn) {
    if (online()) co_return co_await FinishOnline(worker, txn);
    auto root = co_await load_.Finish(worker);
    CO_TRY(root);
    figures_.pages = load_.pages() + 1;
    CO_TRY(co_await WriteUnlogged(worker));
    co_return std::move(root);
  }

  Task<Result<std::vector<std::byte>>> FinishOnline(Worker& worker, txn::Transaction& txn) {
    const auto root = co_await FinishNewTree(worker);
    CO_TRY(root);
    btree::IndexInfo staged = info_;
    staged.root = root.value();
    btree::StagedTree tree(env_.pool, options_.db, staged, env_.transactions);
    CO_TRY(co_await CatchUp(worker, txn, tree));
    co_return co_await tree.TakeRoot(worker, info_.root);
  }

  const btree::IndexInfo info_;
  btree::Scan scan_;
};

std::unique_ptr<SortSpace> SortSpaceOf(const IndexBuildEnvironment& environment,
                                       const IndexBuildOptions& options) {
  if (options.sort_in_tempdb) return std::make_unique<TempdbSortSpace>(environment.tempdb);
  return std::make_unique<DatabaseSortSpace>(
      environment.cpu, environment.pool, environment.transactions, environment.source,
      DatabaseSortOptions{.db = options.db,
                          .writes_in_flight = options.writes_in_flight,
                          .write_latency_target = options.write_latency_target});
}

class IndexCreation final : public TreeBuild {
 public:
  IndexCreation(IndexBuildEnvironment environment, IndexBuildOptions options,
                btree::NonclusteredIndex index, RowProgress progress)
      : TreeBuild(environment, options, index.info, index, std::move(progress)),
        index_(index),
        sort_({.memory_bytes = options.sort_memory_bytes}, SortSpaceOf(environment, options)) {}

  uint64_t sort_extents() const override { return sort_.extents(); }

 private:
  txn::LockMode lock() const override { return txn::LockMode::kShared; }

  Task<Result<std::vector<page::Row>>> NextRows(Worker& worker, txn::Transaction&) override {
    if (!sorted_) CO_TRY(co_await ReadTable(worker));
    sorted_ = true;
    const auto keys = co_await sort_.Next(worker, kMergedRows);
    CO_TRY(keys);
    std::vector<page::Row> entries;
    for (const uint64_t key : keys.value()) entries.push_back(btree::EntryOf(key));
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
      Tell(keys.size());
      CO_TRY(co_await sort_.Add(worker, std::move(keys)));
      co_await worker.PayCpu();
    }
  }

  // From here on every change of the table keeps the index: nobody changes it before this ends.
  Task<Status> Finish(Worker& worker, txn::Transaction& txn) override {
    figures_.sort = sort_.figures();
    if (!Mutated(kSortRunsKept)) CO_TRY(co_await sort_.Release(worker));
    const auto root = co_await FinishNewTree(worker);
    CO_TRY(root);
    index_.info.root = root.value();
    if (online()) {
      btree::StagedTree tree(env_.pool, options_.db, index_.info, env_.transactions);
      CO_TRY(co_await CatchUp(worker, txn, tree));
    }
    co_return co_await btree::EnterTree(worker, env_.pool, options_.db, index_.info,
                                        env_.transactions,
                                        [this](Lsn) { env_.transactions.AddNonclustered(index_); });
  }

  btree::NonclusteredIndex index_;
  EntrySort sort_;
  bool sorted_ = false;
};

}  // namespace

const TreeBuild* IndexBuilds::BuildIn(IndexId space) const {
  const auto found = std::ranges::find(under_way_, space, &TreeBuild::space);
  return found == under_way_.end() ? nullptr : *found;
}

Task<Result<IndexBuildFigures>> IndexBuilds::RunAlone(Worker& worker, TreeBuild& build) {
  if (BuildIn(build.space()) != nullptr) {
    co_return Error{ErrorCode::kRefused,
                    "Another index is being built; wait for its end, builds come one by one."};
  }
  co_return co_await RunBeside(worker, build);
}

Task<Result<IndexBuildFigures>> IndexBuilds::RunBeside(Worker& worker, TreeBuild& build) {
  CHECK(BuildIn(build.space()) == nullptr, "two builds in the space of index %u",
        static_cast<unsigned>(build.space().value));
  under_way_.push_back(&build);
  Result<IndexBuildFigures> figures = co_await build.Run(worker);
  std::erase(under_way_, &build);
  co_return figures;
}

Task<Result<IndexBuildFigures>> IndexBuilds::Rebuild(Worker& worker,
                                                     IndexBuildEnvironment environment,
                                                     IndexBuildOptions options, IndexId index,
                                                     RowProgress progress) {
  IndexRebuild rebuild(environment, options, index, std::move(progress));
  co_return co_await RunAlone(worker, rebuild);
}

Task<Result<IndexBuildFigures>> IndexBuilds::Create(Worker& worker,
                                                    IndexBuildEnvironment environment,
                                                    IndexBuildOptions options,
                                                    btree::NonclusteredIndex index,
                                                    RowProgress progress) {
  IndexCreation creation(environment, options, index, std::move(progress));
  co_return co_await RunAlone(worker, creation);
}

}  // namespace snapscope::ops
