// Commands as JSON text has them: what each kind is called, and what is read of it.
#pragma once

#include <nlohmann/json.hpp>

#include "scenario/scenario.h"

namespace snapscope::scenario {

/// `kind` in JSON.
const char* NameOf(CommandKind kind);

/// Throws what nlohmann::json throws, or std::invalid_argument. Its numbers are taken as they are:
/// CheckNumbers() goes first.
Command CommandFromJson(const nlohmann::json& json);

}  // namespace snapscope::scenario
