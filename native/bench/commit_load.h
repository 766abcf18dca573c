// Sessions that commit durably without think time: each updates one random row in a transaction of
// its own, again and again. Every value written is new: a disk that recognises equal data gains
// nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "bench/database_server.h"

namespace snapscope::bench {

struct CommitSlice {
  double commits_per_second = 0;
  double commits_per_log_write = 0;
  double log_bytes_per_commit = 0;
  std::vector<TimeNs> latencies;  ///< of the transactions counted
};

/// Lets `sessions` commit for that long, and counts after a short warm-up. `slice` numbers the
/// calls: each draws other rows.
Result<CommitSlice> CommitFor(DatabaseServer& server, uint32_t sessions, TimeNs duration,
                              uint64_t slice);

}  // namespace snapscope::bench
