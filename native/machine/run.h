// Runs a scenario on the machine that it asks for.
#pragma once

#include <string>

#include "experiment/command_queue.h"
#include "scenario/scenario.h"
#include "telemetry/telemetry.h"

namespace snapscope::machine {

/// Blocks the calling thread, which becomes the engine thread, until the run has ended and all its
/// files on a real machine are gone. Returns the summary as JSON text; errors are in it.
std::string RunScenario(scenario::Scenario scenario, experiment::CommandQueue& commands,
                        telemetry::BatchSink sink);

}  // namespace snapscope::machine
