// WITH (ONLINE = ON): what users of a table change while a tree of it is being built.
//
// 1. An S lock on the table, held for a moment: who had changed it has ended. From then on the keys
//    that changes touch are noted; the build keeps IS, so that users read and write on.
// 2. The tree is loaded from rows as they are read, committed or not: a row that is not what it was
//    at the start has been noted.
// 3. Rounds: each key noted is brought in as its row is once nobody has it locked. A row that
//    changes again is noted again.
// 4. When few are left, or they get no fewer, the table is locked as the offline build locks it
//    (Sch-M, or S for a new index), which waits for all who have changed it. What is left is
//    brought in, and the tree takes its place: it has every committed change and no other.
//
// A change pays the CPU of keeping the tree itself, as in the product; the build pays for the
// reading and the log of bringing it in.
#pragma once

#include <cstdint>
#include <optional>

#include "btree/staged_tree.h"
#include "ops/index_build.h"

namespace snapscope::ops {

class ConcurrentChanges {
 public:
  /// Takes in changes of a tree of `table`: its own, or that of the nonclustered `index`.
  ConcurrentChanges(const snapshot::EngineParts& engine, IndexId table,
                    std::optional<btree::NonclusteredIndex> index)
      : engine_(engine), table_(table), index_(index) {}

  /// Step 1; `txn` keeps the IS lock. Errors: kDeadlock.
  Task<Status> BeginNoting(Worker& worker, txn::Transaction& txn);
  /// Steps 3 and 4: when it ends well, `txn` has the table locked in `mode` and the tree is what
  /// the table is. Errors: kDeadlock, kDatabaseFull, kLogFull, those of reading.
  Task<Status> CatchUp(Worker& worker, txn::Transaction& txn, btree::StagedTree& tree,
                       txn::LockMode mode);
  /// However the build ends. Does nothing before BeginNoting().
  void EndNoting();

  /// Keys brought in, each as often as it was.
  uint64_t brought_in() const { return brought_in_; }

 private:
  /// Brings in what has been noted so far; returns how many keys that were.
  Task<Result<uint64_t>> Round(Worker& worker, txn::Transaction& txn, btree::StagedTree& tree);
  Task<Status> BringIn(Worker& worker, txn::Transaction& txn, btree::StagedTree& tree,
                       uint64_t key);
  /// The row that the tree should have at `key`.
  Task<Result<std::optional<page::Row>>> RowAt(Worker& worker, txn::Transaction& txn, uint64_t key);

  const snapshot::EngineParts& engine_;
  const IndexId table_;
  const std::optional<btree::NonclusteredIndex> index_;
  bool noting_ = false;
  uint64_t brought_in_ = 0;
};

}  // namespace snapscope::ops
