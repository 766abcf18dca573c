// What the buffer pool of a server holds that its users have worked with for a long time, so that a
// run need not begin with the hour in which every page is read for the first time.
//
// That is the interior pages of every index, and of the leaves that the users touch as many as
// there are frames for, clean: all, or the same share everywhere, since rows are drawn alike.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "buffer/buffer_pool.h"
#include "database/initial_database.h"
#include "runtime/cpu.h"
#include "scenario/scenario.h"

namespace snapscope::database {

/// The pages of a warm pool, at most `most`, in the order in which the clock comes to them: leaves
/// in any order, then interior pages.
std::vector<PageId> PagesOfWarmPool(const InitialDatabase& initial,
                                    const scenario::Scenario& scenario, uint64_t most);

/// Fills the pool of a new database. Compact pages are there at once; full ones, as on a real
/// machine, are read.
runtime::Task<Status> WarmPool(runtime::Worker& worker, buffer::BufferPool& pool,
                               const InitialDatabase* initial, const scenario::Scenario* scenario);

}  // namespace snapscope::database
