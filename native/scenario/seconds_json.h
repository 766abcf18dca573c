// Times of a scenario, which are seconds with at most three decimals.
#pragma once

#include <cmath>

#include <nlohmann/json.hpp>

#include "base/ids.h"

namespace snapscope::scenario {

/// Through microseconds: a decimal fraction of a second must not become 999,999,999 ns.
inline TimeNs FromSeconds(const nlohmann::json& seconds) {
  return std::llround(seconds.get<double>() * 1e6) * kMicrosecond;
}

}  // namespace snapscope::scenario
