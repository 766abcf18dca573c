// What every build of a tree shares: the lock on its table, the loading, and what is left at the
// end. Each kind says where its rows come from and how the tree takes its place.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/mutation.h"
#include "btree/bulk_load.h"
#include "ops/concurrent_changes.h"
#include "ops/index_build.h"

namespace snapscope::ops {

MUTATION(kBuildNotFlushed,
         "an index or table is told created before the record that enters it is durable");

class TreeBuild {
 public:
  /// `space` has the new pages until the tree takes its place.
  TreeBuild(const snapshot::EngineParts& engine, IndexBuildOptions options, btree::IndexInfo tree,
            IndexId space, RowProgress progress);
  /// A build that may be online. `index` is what the tree is of; nothing: it is the table itself.
  TreeBuild(const snapshot::EngineParts& engine, IndexBuildOptions options, btree::IndexInfo tree,
            std::optional<btree::NonclusteredIndex> index, RowProgress progress);
  virtual ~TreeBuild() = default;
  TreeBuild(const TreeBuild&) = delete;
  TreeBuild& operator=(const TreeBuild&) = delete;

  Task<Result<IndexBuildFigures>> Run(Worker& worker);
  virtual BuildTarget target() const { return {tree_}; }
  IndexId space() const { return space_; }
  /// That runs of its sort have now.
  virtual uint64_t sort_extents() const { return 0; }

 protected:
  /// Held on the table from the first row read to the end; online, once users' changes are brought
  /// in.
  virtual txn::LockMode lock() const = 0;
  /// The next rows of the new tree, in key order; none at the end.
  virtual Task<Result<std::vector<page::Row>>> NextRows(Worker& worker, txn::Transaction& txn) = 0;
  /// Writes what is left of the new tree, then its unlogged pages, then puts it in its place.
  virtual Task<Status> Finish(Worker& worker, txn::Transaction& txn) = 0;
  /// True once what the space has is the tree's for good.
  virtual bool HasTakenSpace() const { return false; }

  /// That many rows more have been read or written.
  void Tell(uint64_t rows);
  Task<Status> WriteUnlogged(Worker& worker);
  /// What Finish() of a tree that the database does not have yet begins with; returns its root.
  Task<Result<PageId>> FinishNewTree(Worker& worker);
  bool online() const { return changes_.has_value(); }
  /// What Finish() of an online build goes on with, when the tree is whole and none of its pages
  /// has yet to be written: brings in what users have changed and leaves the table locked in
  /// lock().
  Task<Status> CatchUp(Worker& worker, txn::Transaction& txn, btree::StagedTree& tree);

  const snapshot::EngineParts& engine_;
  const IndexBuildOptions options_;
  btree::BulkLoad load_;
  IndexBuildFigures figures_;

 private:
  Task<Status> Lock(Worker& worker, txn::Transaction& txn);
  Task<Status> Build(Worker& worker, txn::Transaction& txn);
  Task<Status> SweepUnlogged(Worker& worker);
  Task<Status> End(Worker& worker, txn::Transaction& txn, bool built);

  const IndexId tree_;
  const IndexId space_;
  const RowProgress progress_;
  std::optional<ConcurrentChanges> changes_;  // of an online build
  uint64_t told_ = 0;
};

}  // namespace snapscope::ops
