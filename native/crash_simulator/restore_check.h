// What the backups of a simulation are worth, once a life is over: files that were not completed
// are refused, the others are whole, and restore the database on another server as it was when it
// is to stop.
#pragma once

#include <optional>

#include "crash_simulator/world.h"

namespace snapscope::crash_simulator {

/// The life of that number is over, and nothing is wrong so far. Turns the power of the disk on.
/// Tells the world of the first thing that does not hold.
void CheckBackups(World& world, const std::optional<RestorePlan>& restore, size_t life);

}  // namespace snapscope::crash_simulator
