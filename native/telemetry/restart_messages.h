// What a database that is recovered at its start writes to the ERRORLOG, beside the lines that it
// has in common with the recovery of a snapshot (errorlog_writer.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "telemetry/errorlog_writer.h"

namespace snapscope::telemetry {

struct RecoveryTimes {
  int64_t analysis_ms = 0;
  int64_t redo_ms = 0;
  int64_t undo_ms = 0;
  int64_t whole_ms = 0;  ///< printed as whole seconds
};

/// 3389
Message TransactionsRolledForward(const DatabaseRef& database, uint64_t transactions);
/// 3390
Message TransactionsRolledBack(const DatabaseRef& database, uint64_t transactions);
/// 3454
Message RecoveryWritesCheckpoint(const DatabaseRef& database);
/// Only this server says so: in the product, whose catalogue is in master, no database would
/// start.
Message SnapshotCatalogLost(std::string_view path);
/// 3421
Message RecoveryFigures(const DatabaseRef& database, const RecoveryTimes& times);

}  // namespace snapscope::telemetry
