#include "ops/tree_build.h"

#include <utility>

#include "base/mutation.h"
#include "btree/page_allocator.h"
#include "checkpoint/dirty_page_sweep.h"

namespace snapscope::ops {

MUTATION(kTreeEnteredFirst,
         "a tree that was built takes its place, durably, and then its unlogged pages are written");
MUTATION(kBuildPushedAsWorkload, "what a build of a tree changes is pushed as if users changed it",
         NoticedBy::kTests);
MUTATION(kBuildNotWritten,
         "an index that was built takes its place before its unlogged pages are written");

TreeBuild::TreeBuild(const snapshot::EngineParts& engine, IndexBuildOptions options,
                     btree::IndexInfo tree, IndexId space, RowProgress progress)
    : engine_(engine),
      options_(options),
      load_(*engine.pool, engine.db, tree, *engine.transactions,
            {.fill_factor_percent = options.fill_factor_percent,
             .compressed = options.compressed,
             .logged = !options.minimally_logged,
             .space = space}),
      tree_(tree.id),
      space_(space),
      progress_(std::move(progress)) {}

TreeBuild::TreeBuild(const snapshot::EngineParts& engine, IndexBuildOptions options,
                     btree::IndexInfo tree, std::optional<btree::NonclusteredIndex> index,
                     RowProgress progress)
    : TreeBuild(engine, options, tree, btree::kBuildSpace, std::move(progress)) {
  if (options.online) changes_.emplace(engine, options.table, index);
}

Task<Result<IndexBuildFigures>> TreeBuild::Run(Worker& worker) {
  const runtime::PushingFor build(worker, Mutated(kBuildPushedAsWorkload)
                                              ? runtime::PushCause::kWorkload
                                              : runtime::PushCause::kIndexBuild);
  txn::TransactionManager& transactions = *engine_.transactions;
  // What an earlier build had no log left to free would become this tree's.
  CO_TRY(co_await transactions.allocator().ReleaseAll(worker, space_));
  CO_TRY_ASSIGN(txn::Transaction txn, co_await transactions.Begin(worker));
  Status built = co_await Lock(worker, txn);
  if (built.ok()) built = co_await Build(worker, txn);
  if (changes_) changes_->EndNoting();
  const Status ended = co_await End(worker, txn, built.ok());
  if (!HasTakenSpace()) {
    // Freed whatever came of it: the old tree, or what there is of the new one.
    const auto freed = co_await transactions.allocator().ReleaseAll(worker, space_);
    CO_TRY(built);
    CO_TRY(ended);
    CO_TRY(freed);
    figures_.extents_freed = freed.value();
  }
  CO_TRY(built);
  CO_TRY(ended);
  co_return figures_;
}

Task<Status> TreeBuild::Lock(Worker& worker, txn::Transaction& txn) {
  if (changes_) return changes_->BeginNoting(worker, txn);
  return engine_.transactions->LockWholeTable(worker, txn, options_.table, lock());
}

Task<Status> TreeBuild::CatchUp(Worker& worker, txn::Transaction& txn, btree::StagedTree& tree) {
  CO_TRY(co_await changes_->CatchUp(worker, txn, tree, lock()));
  figures_.changes_brought_in = changes_->brought_in();
  co_return Status();
}

Task<Status> TreeBuild::Build(Worker& worker, txn::Transaction& txn) {
  for (;;) {
    CO_TRY_ASSIGN(auto rows, co_await NextRows(worker, txn));
    if (rows.empty()) break;
    const uint64_t count = rows.size();
    worker.Charge(runtime::CpuWork::kRowBuilt, count);
    CO_TRY(co_await load_.Add(worker, std::move(rows)));
    co_await worker.PayCpu();
    Tell(count);
  }
  figures_.rows = load_.rows();
  CO_TRY(co_await Finish(worker, txn));
  if (Mutated(kBuildNotFlushed)) co_return Status();
  wal::Log& log = *engine_.log;
  CO_TRY(co_await log.Flush(worker, log.end_lsn()));
  if (Mutated(kTreeEnteredFirst)) co_return co_await SweepUnlogged(worker);
  co_return Status();
}

// Lets the table go: the transaction has changed no row.
Task<Status> TreeBuild::End(Worker& worker, txn::Transaction& txn, bool built) {
  if (built) co_return co_await engine_.transactions->Commit(worker, txn);
  co_return co_await engine_.transactions->Rollback(worker, txn);
}

void TreeBuild::Tell(uint64_t rows) {
  told_ += rows;
  if (progress_) progress_(told_);
}

Task<Status> TreeBuild::WriteUnlogged(Worker& worker) {
  if (Mutated(kBuildNotWritten)) co_return Status();
  if (Mutated(kTreeEnteredFirst)) co_return Status();
  co_return co_await SweepUnlogged(worker);
}

Task<Status> TreeBuild::SweepUnlogged(Worker& worker) {
  figures_.pages_unlogged = load_.unlogged().size();
  checkpoint::SweepOptions sweep_options;
  sweep_options.db = engine_.db;
  sweep_options.reason = buffer::WriteReason::kBulkLoad;
  sweep_options.writes_in_flight = options_.writes_in_flight;
  sweep_options.latency_target = options_.write_latency_target;
  checkpoint::DirtyPageSweep sweep(*engine_.cpu, *engine_.pool, sweep_options);
  CO_TRY(co_await sweep.Run(worker, load_.unlogged()));
  co_return Status();
}

Task<Result<PageId>> TreeBuild::FinishNewTree(Worker& worker) {
  CO_TRY_ASSIGN(const auto root, co_await load_.FinishNewTree(worker));
  figures_.pages = load_.pages();
  CO_TRY(co_await WriteUnlogged(worker));
  co_return root;
}

}  // namespace snapscope::ops
