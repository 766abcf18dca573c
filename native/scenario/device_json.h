// Reading the device of a volume from JSON.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "scenario/scenario.h"

namespace snapscope::scenario {

/// Of numbers whose ranges were checked (number_ranges.h): what is left is how they go together.
/// Throws std::invalid_argument, or what nlohmann throws, for what a device cannot be; `place` is
/// where the message says it stands.
DeviceDescription DeviceFromJson(const nlohmann::json& json, const std::string& place);

}  // namespace snapscope::scenario
