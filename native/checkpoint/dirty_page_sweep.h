// Writing the dirty pages of a database that records before a given LSN have changed: gather
// writes, several in flight, fewer when writes get slow.
//
// Invariant: a page that was dirty at the start of Run() with a recovery LSN below `before` has
// been written with that change when Run() ends well.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "buffer/buffer_pool.h"
#include "runtime/cpu.h"
#include "runtime/task_group.h"

namespace snapscope::checkpoint {

using runtime::Task;
using runtime::Worker;

struct SweepOptions {
  DbId db;
  Lsn before;
  buffer::WriteReason reason = buffer::WriteReason::kCheckpoint;
  uint32_t writes_in_flight = 32;  ///< at most
  /// A write that takes longer takes one away from those that may be outstanding, for the users
  /// whose I/O waits behind them. None: it holds back for nobody, as in a restore.
  std::optional<TimeNs> latency_target = 0;
  /// What waiting for the writes is billed to.
  runtime::WaitType wait = runtime::WaitType::kSleepBpoolFlush;
};

struct SweepFigures {
  uint64_t buffers = 0;      ///< pages written
  uint64_t writes = 0;       ///< gather writes
  uint64_t saturations = 0;  ///< times that as many writes were outstanding as may be
  uint32_t last_target = 0;  ///< writes that might be outstanding at the end
  TimeNs write_time = 0;     ///< sum over the writes
};

/// Lives until Run() has ended.
class DirtyPageSweep {
 public:
  DirtyPageSweep(runtime::CpuModel& cpu, buffer::BufferPool& pool, SweepOptions options);

  /// Sweeps once. Waits for writes on `wait`; the first failed write is the error.
  Task<Result<SweepFigures>> Run(Worker& worker);
  /// Writes those of `pages` that are dirty, whatever changed them; else it is as Run(worker).
  Task<Result<SweepFigures>> Run(Worker& worker, std::vector<PageId> pages);

 private:
  /// One pass over `pages`; those that are in use are left out and returned, if waiting for their
  /// latch is not allowed.
  Task<std::vector<PageId>> Pass(Worker& worker, std::vector<PageId> pages, buffer::LatchWait wait);
  Task<Status> WriteOne(buffer::Gather gather);
  void FollowLatency(TimeNs latency, TimeNs target);

  runtime::CpuModel& cpu_;
  buffer::BufferPool& pool_;
  const SweepOptions options_;
  runtime::TaskGroup writes_;
  Status begun_;  ///< an error: a page could not be made ready to be written
  SweepFigures figures_;
};

}  // namespace snapscope::checkpoint
