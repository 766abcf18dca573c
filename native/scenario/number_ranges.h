// What the contract allows of each number in a scenario or a command. The ranges are generated from
// its schemas (number_ranges_generated.h), so that both readers refuse the same.
#pragma once

#include <nlohmann/json.hpp>

namespace snapscope::scenario {

/// Throws std::invalid_argument for the first number, or other value where a number must be, that
/// the contract refuses; it names path, value and what is allowed. `json` is a whole scenario or
/// a whole command.
void CheckNumbers(const nlohmann::json& json);

}  // namespace snapscope::scenario
