// The storage of a scenario from JSON: volumes, what lies on them, how snapshots are written.
#pragma once

#include <nlohmann/json.hpp>

#include "scenario/scenario.h"

namespace snapscope::scenario {

/// After the sizes of the files, which must fit. Throws std::invalid_argument, naming the place.
void ReadStorage(const nlohmann::json& json, Scenario& scenario);

}  // namespace snapscope::scenario
