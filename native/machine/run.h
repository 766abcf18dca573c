// Runs a scenario on the machine that it asks for.
#pragma once

#include <string>

#include "engine/command_queue.h"
#include "engine/scenario.h"
#include "telemetry/telemetry.h"

namespace snapscope::machine {

/// Blocks the calling thread, which becomes the engine thread, until the run has ended and all its
/// files on a real machine are gone. Returns the summary as JSON text; errors are in it.
std::string RunScenario(engine::Scenario scenario, engine::CommandQueue& commands,
                        telemetry::BatchSink sink);

}  // namespace snapscope::machine
