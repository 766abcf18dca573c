// Reading a tree from end to end, in key order.
//
// A scan reads a stretch of leaves at a time and holds no latch in between, so that whoever reads
// may change the tree meanwhile: it goes on by key. The leaves ahead are on their way while a
// stretch is read. What it sees is not locked: a row may have changed since, and may be one that is
// not committed.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "btree/btree.h"

namespace snapscope::btree {

/// Pages that are read ahead of a scan at most: 512 KB.
inline constexpr uint32_t kReadAheadPages = 64;

class Scan {
 public:
  /// Rows with keys from `from` to `last`. The tree outlives the scan.
  explicit Scan(BTree& tree, uint64_t from = 0, uint64_t last = UINT64_MAX)
      : tree_(tree), next_(from), last_(last) {}

  /// The live rows of the next stretch, at most `most` of them, from 1; none at the end, and only
  /// there. Who wants few reads few pages ahead.
  Task<Result<std::vector<page::Row>>> Next(Worker& worker, uint64_t most = UINT64_MAX);

  /// What a stretch holds for a reader of committed rows.
  struct Stretch {
    std::vector<page::Row> rows;   ///< live, and not locked when they were read
    std::vector<uint64_t> locked;  ///< keys of rows, ghosts too, that may not be committed
    bool empty() const { return rows.empty() && locked.empty(); }
  };
  /// The next stretch with at most `most` rows of both kinds. `is_locked` is asked of each while
  /// its page is latched.
  Task<Result<Stretch>> NextUnlocked(Worker& worker, uint64_t most,
                                     std::function<bool(uint64_t)> is_locked);

 private:
  BTree& tree_;
  uint64_t next_;
  const uint64_t last_;
  bool ended_ = false;  // a row beyond `last_` was met
};

}  // namespace snapscope::btree
