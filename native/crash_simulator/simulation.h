// Runs a plan from its first life to its last, and once more without any fault; tells what came of
// it.
#pragma once

#include <optional>
#include <string>

#include "crash_simulator/coverage.h"
#include "crash_simulator/plan.h"
#include "crash_simulator/world.h"

namespace snapscope::crash_simulator {

struct Outcome {
  std::optional<std::string> problem;  ///< none: everything held
  uint64_t hash = 0;                   ///< of all that the run did
  Coverage coverage;
  Counts counts;
  uint64_t commits = 0;
};

/// kInvalid when the engine refuses the plan's scenario.
Result<Outcome> RunPlan(const Plan& plan);

Json ToJson(const Outcome& outcome);

}  // namespace snapscope::crash_simulator
