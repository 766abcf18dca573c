// What a scan takes its pages from: the leaves of one rowset, a stretch at a time, in key order,
// each once, read ahead of those who take them.
//
// A stretch is a range of keys. The pages that it names are where its rows lie as long as no leaf
// leaves the tree; a leaf that has split since has its other half to the right of it. So nobody
// holds a latch between two stretches, and nothing is lost or seen twice whatever becomes of the
// tree meanwhile: rows do not change their key.
//
// Read-ahead asks for what is not in memory in I/Os of 512 KB at most, kReadAheadWindow pages of
// them under way at a time, half of the window at once, in the order of the pages in their files.
// The product's window is not published; 2 MB for each scan, four such I/Os, is assumed.
//
// Owning thread: the engine thread. One caller at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/local_ptr.h"
#include "base/result.h"
#include "btree/btree.h"
#include "runtime/cpu.h"
#include "runtime/sync.h"

namespace snapscope::ops {

using runtime::Task;
using runtime::Worker;

/// Pages of a stretch: an extent.
inline constexpr uint32_t kStretchPages = 8;
/// Pages that are read ahead of one rowset's scan at most.
inline constexpr uint32_t kReadAheadWindow = 256;

/// Leaves to be read, one after the other.
struct Stretch {
  using Leaf = btree::BTree::NamedLeaves::Leaf;
  btree::KeyRange keys{};       ///< of the rows that are its own
  std::vector<Leaf> leaves{};   ///< where they are, none at the end of the rowset
  std::optional<Leaf> next{};   ///< the leaf that follows; none behind the last of the tree
  uint64_t leaves_removed = 0;  ///< from the tree, when these were named
};

class RangeSupplier {
 public:
  /// Of the rows with these keys. Tree and pool outlive it.
  RangeSupplier(btree::BTree& tree, buffer::BufferPool& pool, btree::KeyRange keys,
                runtime::Executor& executor);

  /// The next stretch, once its pages have been asked for.
  Task<Result<Stretch>> Next(Worker& worker);
  /// Pages that were asked for ahead.
  uint64_t pages_read_ahead() const { return pages_read_ahead_; }

 private:
  struct UnderWay {
    explicit UnderWay(runtime::Executor& executor) : changed(executor) {}
    uint32_t pages = 0;
    runtime::Event changed;
  };

  /// Names leaves until there are enough of them for the window, or no more; anew, if one has left
  /// the tree since.
  Task<Status> NameLeaves(Worker& worker);
  void AskAhead(Worker& worker);
  void AskFor(Worker& worker, std::vector<PageId> pages);

  btree::BTree& tree_;
  buffer::BufferPool& pool_;
  const btree::KeyRange keys_;
  uint64_t first_;                       ///< the least key that has not been given out
  bool is_over_ = false;                 ///< all have been
  std::deque<Stretch::Leaf> leaves_{};   ///< named, and not given out
  std::optional<Stretch::Leaf> behind_;  ///< the leaf behind them; none at the end of the tree
  uint64_t leaves_removed_;              ///< from the tree, when they were named
  size_t asked_ = 0;                     ///< of these leaves
  const LocalPtr<UnderWay> under_way_;
  uint64_t pages_read_ahead_ = 0;
};

}  // namespace snapscope::ops
