// Sorting the entries of an index that is being built.
//
// They come in runs, as the table is read, and each run is sorted when it comes; then the runs are
// merged, as many entries at a time as are asked for. So no step takes long, whatever the table's
// size. All of it is in memory: 8 bytes an entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace snapscope::ops {

class EntrySort {
 public:
  /// Keys in any order; none comes twice.
  void AddRun(std::vector<uint64_t> keys);
  /// The next keys, ascending: `most` of them, from 1, or those that are left. After the first call
  /// no run may be added.
  std::vector<uint64_t> Next(size_t most);

  /// Comparisons that one key costs, sorting and merging: the binary logarithm of their number.
  uint32_t comparisons() const;

 private:
  struct Run {
    std::vector<uint64_t> keys;
    size_t next = 0;
  };
  bool IsBehind(size_t one, size_t other) const;

  std::vector<Run> runs_;
  std::vector<size_t> heads_;  ///< a heap: runs that have keys left, the least key first
  uint64_t keys_ = 0;
};

}  // namespace snapscope::ops
