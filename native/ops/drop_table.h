// DROP TABLE of a table that SELECT INTO has made.
//
// The table is locked Sch-M. One system transaction takes its root out of the boot page: with the
// record that commits it the table is gone, and all its rows. Only once that is durable are its
// extents given back, each by a system transaction, as the product drops what is large (deferred
// deallocation). A crash before the record leaves the whole table, one behind it pages that nothing
// leads to, which the next start frees as it does those of a build that was cut off.
#pragma once

#include <cstdint>
#include <string>

#include "ops/index_build.h"

namespace snapscope::ops {

struct DropTableFigures {
  uint64_t extents_freed = 0;
};

/// Nobody else makes a table with that index meanwhile. kRefused if somebody else has dropped it
/// before its lock was granted; kDeadlock, kLogFull: it is there as before. A log that is full only
/// as the extents are given back is no error: whoever makes the next table does that.
Task<Result<DropTableFigures>> DropTable(Worker& worker, IndexBuilds& builds, IndexId table,
                                         std::string name);

}  // namespace snapscope::ops
