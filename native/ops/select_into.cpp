#include "ops/select_into.h"

#include <utility>

#include "base/mutation.h"
#include "btree/scan.h"
#include "ops/tree_build.h"

namespace snapscope::ops {

namespace {

class RowsIntoNewTable final : public TreeBuild {
 public:
  RowsIntoNewTable(const snapshot::EngineParts& engine, IndexBuildOptions options, NewTable table,
                   RowProgress progress)
      : TreeBuild(engine, options, table.tree, table.tree.id, std::move(progress)),
        table_(table),
        scan_(engine.transactions->tree(options.table)) {}

  BuildTarget target() const override { return {table_.tree.id, table_.name}; }

 private:
  txn::LockMode lock() const override { return txn::LockMode::kIntentShared; }
  bool HasTakenSpace() const override { return is_entered_; }

  Task<Result<std::vector<page::Row>>> NextRows(Worker& worker, txn::Transaction& txn) override {
    const uint64_t wanted = table_.rows - copied_.size();
    if (wanted == 0) co_return std::vector<page::Row>();
    CO_TRY_ASSIGN(std::vector<page::Row> rows, co_await engine_.transactions->ReadNext(
                                                   worker, txn, options_.table, scan_, wanted));
    for (page::Row& row : rows) {
      row.version = 1;
      copied_.push_back({table_.tree.id, row});
    }
    Tell(rows.size());
    co_return std::move(rows);
  }

  Task<Status> Finish(Worker& worker, txn::Transaction& txn) override {
    CO_TRY_ASSIGN(table_.tree.root, co_await FinishNewTree(worker));
    Lsn committed;
    const auto on_commit = [this, &txn, &committed](Lsn lsn) {
      committed = lsn;
      is_entered_ = true;
      engine_.transactions->NoteCommit(txn, lsn, copied_);
      engine_.transactions->AddTree(table_.tree);
    };
    CO_TRY(co_await btree::EnterRoot(worker, *engine_.pool, engine_.db, table_.tree,
                                     *engine_.transactions, on_commit));
    wal::Log& log = *engine_.log;
    if (!Mutated(kBuildNotFlushed)) CO_TRY(co_await log.Flush(worker, log.end_lsn()));
    engine_.transactions->NoteAcknowledged(txn, committed);
    co_return Status();
  }

  NewTable table_;
  btree::Scan scan_;
  std::vector<txn::CommittedChange> copied_;
  bool is_entered_ = false;
};

}  // namespace

Task<Result<IndexBuildFigures>> SelectInto(Worker& worker, IndexBuilds& builds,
                                           IndexBuildOptions options, NewTable table,
                                           RowProgress progress) {
  RowsIntoNewTable copy(builds.engine(), options, table, std::move(progress));
  co_return co_await builds.RunBeside(worker, copy);
}

}  // namespace snapscope::ops
