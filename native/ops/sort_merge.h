// Merging runs into one ascending order, as many keys at a time as are asked for. A run is in
// memory, or in extents that are read one ahead: while one is merged, the next is on its way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "ops/sort_space.h"
#include "runtime/executor.h"

namespace snapscope::ops {

class SortMerge {
 public:
  /// Ascending keys in memory.
  void Add(std::vector<uint64_t> keys);
  /// A run of `space`, which outlives the merge and gets back each extent that was read; begins to
  /// read it.
  void Add(runtime::Executor& executor, SortSpace& space, std::deque<SortExtent> run);

  /// The next keys, ascending: `most` of them, from 1, or those that are left. Waits for reads on
  /// IO_COMPLETION; their errors, and kCorruptPage.
  Task<Result<std::vector<uint64_t>>> Next(Worker& worker, size_t most);

 private:
  /// An extent that is being read. Whoever reads keeps it, so the merge may go away meanwhile.
  struct Read;
  struct Run {
    std::vector<uint64_t> keys{};
    size_t next = 0;
    std::deque<SortExtent> left{};
    std::shared_ptr<Read> ahead{};
    SortSpace* space = nullptr;
  };

  bool IsBehind(size_t one, size_t other) const;
  void Push(size_t run);
  void ReadAhead(runtime::Executor& executor, Run& run);
  /// The run's next keys; none if it is over.
  Task<Status> Refill(Worker& worker, size_t run);
  static Task<Status> ReadExtent(std::shared_ptr<Read> read);

  std::vector<Run> runs_;
  std::vector<size_t> heads_;    ///< a heap: runs that have keys left, the least key first
  std::vector<size_t> drained_;  ///< runs whose next keys have to be waited for
};

}  // namespace snapscope::ops
