#include "ops/index_build.h"

#include <algorithm>

#include "base/check.h"
#include "base/mutation.h"
#include "btree/bulk_load.h"
#include "btree/page_allocator.h"
#include "btree/scan.h"
#include "ops/database_sort_space.h"
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
  IndexRebuild(const snapshot::EngineParts& engine, IndexBuildOptions options, IndexId index,
               RowProgress progress)
      : TreeBuild(engine, options, engine.transactions->tree(index).info(),
                  engine.transactions->FindNonclustered(index), std::move(progress)),
        info_(engine.transactions->tree(index).info()),
        scan_(engine.transactions->tree(index)) {}

 private:
  txn::LockMode lock() const override { return txn::LockMode::kSchemaModification; }

  Task<Result<std::vector<page::Row>>> NextRows(Worker& worker, txn::Transaction&) override {
    auto rows = co_await scan_.Next(worker);
    CO_TRY(rows);
    Tell(rows.value().size());
    co_return std::move(rows);
  }

  Task<Status> Finish(Worker& worker, txn::Transaction& txn) override {
    CO_TRY_ASSIGN(auto root, co_await FinishRoot(worker, txn));
    if (Mutated(kOldTreeFreedFirst)) {
      CO_TRY(co_await engine_.transactions->allocator().ReleaseAll(worker, info_.id));
    }
    co_return co_await btree::SwitchTree(worker, *engine_.pool, engine_.db, info_, std::move(root),
                                         *engine_.transactions);
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
    CO_TRY_ASSIGN(const auto root, co_await FinishNewTree(worker));
    btree::IndexInfo staged = info_;
    staged.root = root;
    btree::StagedTree tree(*engine_.pool, engine_.db, staged, *engine_.transactions);
    CO_TRY(co_await CatchUp(worker, txn, tree));
    co_return co_await tree.TakeRoot(worker, info_.root);
  }

  const btree::IndexInfo info_;
  btree::Scan scan_;
};

class IndexCreation final : public TreeBuild {
 public:
  IndexCreation(const snapshot::EngineParts& engine, IndexBuildOptions options,
                btree::NonclusteredIndex index, std::unique_ptr<SortSpace> space,
                RowProgress progress)
      : TreeBuild(engine, options, index.info, index, std::move(progress)),
        index_(index),
        sort_({.memory_bytes = options.sort_memory_bytes}, std::move(space)) {}

  uint64_t sort_extents() const override { return sort_.extents(); }

 private:
  txn::LockMode lock() const override { return txn::LockMode::kShared; }

  Task<Result<std::vector<page::Row>>> NextRows(Worker& worker, txn::Transaction&) override {
    if (!sorted_) CO_TRY(co_await ReadTable(worker));
    sorted_ = true;
    CO_TRY_ASSIGN(const auto keys, co_await sort_.Next(worker, kMergedRows));
    std::vector<page::Row> entries;
    for (const uint64_t key : keys) entries.push_back(btree::EntryOf(key));
    co_return std::move(entries);
  }

  Task<Status> ReadTable(Worker& worker) {
    btree::Scan scan(engine_.transactions->tree(options_.table));
    for (;;) {
      CO_TRY_ASSIGN(const auto rows, co_await scan.Next(worker));
      if (rows.empty()) co_return Status();
      std::vector<uint64_t> keys;
      keys.reserve(rows.size());
      for (const page::Row& row : rows) {
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
    CO_TRY_ASSIGN(index_.info.root, co_await FinishNewTree(worker));
    if (online()) {
      btree::StagedTree tree(*engine_.pool, engine_.db, index_.info, *engine_.transactions);
      CO_TRY(co_await CatchUp(worker, txn, tree));
    }
    co_return co_await btree::EnterTree(
        worker, *engine_.pool, engine_.db, index_.info, *engine_.transactions,
        [this](Lsn) { engine_.transactions->AddNonclustered(index_); });
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

Task<Result<IndexBuildFigures>> IndexBuilds::Rebuild(Worker& worker, IndexBuildOptions options,
                                                     IndexId index, RowProgress progress) {
  IndexRebuild rebuild(engine_, options, index, std::move(progress));
  co_return co_await RunAlone(worker, rebuild);
}

Task<Result<IndexBuildFigures>> IndexBuilds::Create(Worker& worker, IndexBuildOptions options,
                                                    btree::NonclusteredIndex index,
                                                    RowProgress progress) {
  std::unique_ptr<SortSpace> space;
  if (options.sort_in_tempdb) {
    space = std::make_unique<TempdbSortSpace>(tempdb_);
  } else {
    space = std::make_unique<DatabaseSortSpace>(engine_, options);
  }
  IndexCreation creation(engine_, options, index, std::move(space), std::move(progress));
  co_return co_await RunAlone(worker, creation);
}

}  // namespace snapscope::ops
