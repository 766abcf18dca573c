// A whole tree in kBuildSpace that has not taken its place yet: rows of it can still be set and
// removed, so that it keeps up with a table that is in use while its index is built.
//
// Nobody reads the tree and it belongs to no transaction. So what changes a row of it is logged to
// be redone, never undone: transaction 0. It has no ghosts. Whoever dies leaves pages of
// kBuildSpace.
//
// Its pages must not wait to be written unlogged any more: redo needs a page to begin with.
//
// Owning thread: the engine thread.
#pragma once

#include <cstddef>
#include <vector>

#include "btree/btree.h"

namespace snapscope::btree {

class StagedTree {
 public:
  /// `info.root` is among the pages of kBuildSpace.
  StagedTree(BufferPool& pool, DbId db, IndexInfo info, SystemTransactions& system);

  /// Gives the tree this row, whatever it has of that key. Errors: kDatabaseFull, kLogFull, those
  /// of reading; the tree is what it was then.
  Task<Status> Set(Worker& worker, page::Row row);
  /// Takes the row of that key away, if there is one.
  Task<Status> Remove(Worker& worker, uint64_t key);

  /// For SwitchTree(): frees the page of the root and returns its content, as the image of the page
  /// `root`. Nothing may be done to the tree from then on.
  Task<Result<std::vector<std::byte>>> TakeRoot(Worker& worker, PageId root);

 private:
  BufferPool& pool_;
  SystemTransactions& system_;
  BTree tree_;
};

}  // namespace snapscope::btree
