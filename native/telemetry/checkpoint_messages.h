// What a checkpoint writes to the ERRORLOG: the FlushCache lines in the form of each generation of
// the product (trace flag 3504), and the steps of a checkpoint (3502).
#pragma once

#include <cstdint>
#include <vector>

#include "base/engine_version.h"
#include "telemetry/errorlog_writer.h"

namespace snapscope::telemetry {

struct FlushCacheFigures {
  uint64_t buffers = 0;
  uint64_t writes = 0;
  int64_t duration_ms = 0;
  uint64_t avoided = 0;
  uint32_t database = 0;           ///< its id; printed since 2012
  uint64_t saturations = 0;        ///< "I/O saturation"; printed since 2008
  uint64_t context_switches = 0;   ///< printed since 2012
  uint32_t last_target = 0;        ///< "last target outstanding"; printed since 2008
  int64_t average_latency_ms = 0;  ///< of a write; printed since 2012
  bool beyond_interval = false;    ///< it took longer than the recovery interval
};

/// The records of one FlushCache, all of one time and source. Since 2012 a checkpoint that took
/// longer than the recovery interval is told of without a trace flag. Rates are of the printed
/// milliseconds; of none, they are 0.
std::vector<Message> FlushCache(EngineVersion version, const FlushCacheFigures& figures);

/// Trace flag 3502. `reason` is the number that the product prints in parentheses.
Message CheckpointStarted(uint32_t database, int reason);
Message CheckpointBeginLogged();
Message CheckpointPhase1Ended(uint32_t database, int reason);
Message CheckpointEndLogged();
Message CheckpointComplete(uint32_t database);

}  // namespace snapscope::telemetry
