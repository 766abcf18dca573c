// Runs a plan from its first life to its last, and once more without any fault; tells what came of
// it.
#pragma once

#include <optional>
#include <string>

#include "crash_simulator/coverage.h"
#include "crash_simulator/plan.h"

namespace snapscope::crash_simulator {

struct Outcome {
  std::optional<std::string> problem;  ///< none: everything held
  uint64_t hash = 0;                   ///< of all that the run did
  Coverage coverage;
  uint64_t lives = 0;
  uint64_t power_cuts = 0;
  uint64_t commits = 0;
  uint64_t rows_compared = 0;
  uint64_t snapshots_compared = 0;
  uint64_t restores_compared = 0;
};

/// kInvalid when the engine refuses the plan's scenario.
Result<Outcome> RunPlan(const Plan& plan);

Json ToJson(const Outcome& outcome);

}  // namespace snapscope::crash_simulator
