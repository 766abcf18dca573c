// Commands as JSON text has them.
#pragma once

#include <nlohmann/json.hpp>

#include "scenario/command.h"

namespace snapscope::scenario {

/// Throws what nlohmann::json throws, or std::invalid_argument. Its numbers are taken as they are:
/// CheckNumbers() goes first.
Command CommandFromJson(const nlohmann::json& json);

}  // namespace snapscope::scenario
