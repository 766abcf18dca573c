// Revert: the source goes back to what its one snapshot shows (RESTORE ... FROM DATABASE_SNAPSHOT).
//
// A header in state "reverting" is the point of no return: from then on the pages of the sparse
// files are copied back over the source's, and a crash at any moment leaves the same to be done
// again. Pages that were never copied into the sparse file have not changed and stay. The log is
// not needed afterwards: it is built anew, which the owner of the log does, and only then the
// header says "complete" again. The snapshot stays as it is: what it shows is now what the source
// has.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "runtime/cpu.h"
#include "snapshot/snapshot.h"
#include "storage/file.h"

namespace snapscope::snapshot {

struct RevertFigures {
  uint64_t bytes = 0;   ///< of the regions read
  uint64_t pages = 0;   ///< copied back
  uint64_t writes = 0;  ///< of contiguous pages
};

/// Copies every page of the sparse files back to the data files, durably; `data` in the order of
/// their positions. Reading and writing wait on IO_COMPLETION and ASYNC_IO_COMPLETION. Errors:
/// kCorruptPage when a copy is damaged (824); I/O.
Task<Result<RevertFigures>> CopyBack(Worker& worker, Snapshot& snapshot,
                                     std::vector<storage::File*> data);

}  // namespace snapscope::snapshot
