// A run in virtual time whose set-up and verification are timed apart: they are outside engine
// time.
#pragma once

#include "bench/benchmark.h"

namespace snapscope::bench {

struct TimedRun {
  Json summary;
  double wall_seconds = 0;               ///< of all of it
  double outside_seconds = 0;            ///< of these, set-up and verification
  double running_processor_seconds = 0;  ///< of this process, without them
};

/// kInvalid if the run did not complete or is not verified.
Result<TimedRun> RunTimed(const Json& scenario);

}  // namespace snapscope::bench
