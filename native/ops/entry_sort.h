// Sorting the entries of an index that is being built.
//
// Keys come in pieces, as the table is read, and each piece is sorted when it comes; then they are
// merged, as many entries at a time as are asked for. So no step takes long, whatever the table's
// size.
//
// A sort has a memory grant, in which an entry takes as much as in the index. When it is used up,
// what is in it is written as a run, sequentially. Reading, a run takes two extents of the grant:
// one that is merged, and the next one, which is on its way. Where the grant holds fewer runs than
// there are, some are merged into one before, so many that the rest can be merged at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "ops/sort_merge.h"
#include "ops/sort_space.h"

namespace snapscope::ops {

/// Least grant: two runs can be merged.
inline constexpr uint64_t kLeastSortBytes = 4 * kSortExtentBytes;

struct SortOptions {
  uint64_t memory_bytes = kLeastSortBytes;  ///< at least that
};

struct SortFigures {
  uint64_t runs = 0;     ///< written
  uint64_t extents = 0;  ///< written, those of runs that were merged into others included
};

class EntrySort {
 public:
  EntrySort(SortOptions options, std::unique_ptr<SortSpace> space);

  /// Keys in any order; none comes twice. Errors: those of SortSpace::Write().
  Task<Status> Add(Worker& worker, std::vector<uint64_t> keys);
  /// The next keys, ascending: `most` of them, from 1, or those that are left. Their CPU is charged
  /// to the worker. After the first call no keys may be added.
  Task<Result<std::vector<uint64_t>>> Next(Worker& worker, size_t most);
  /// Frees what the runs took; nothing is left to be read.
  Task<Status> Release(Worker& worker) { return space_->Release(worker); }

  /// Comparisons that one key costs, sorting and merging at once: the binary logarithm of their
  /// number.
  uint32_t comparisons() const;
  const SortFigures& figures() const { return figures_; }
  /// That its runs have now.
  uint64_t extents() const { return space_->extents(); }

 private:
  using Run = std::deque<SortExtent>;

  Task<Status> Spill(Worker& worker);
  Task<Status> BeginLastMerge(Worker& worker);
  /// Merges the oldest runs into one.
  Task<Status> MergeOldest(Worker& worker, size_t runs);
  /// Writes what `merge` still has.
  Task<Result<Run>> WriteRun(Worker& worker, SortMerge& merge, uint32_t comparisons_of_key);

  const SortOptions options_;
  const std::unique_ptr<SortSpace> space_;
  SortMerge merge_;         ///< of what is in memory, in the end of the runs
  uint64_t in_memory_ = 0;  ///< keys
  std::deque<Run> runs_;
  uint64_t keys_ = 0;
  bool merging_ = false;
  SortFigures figures_;
};

}  // namespace snapscope::ops
