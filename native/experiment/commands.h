// What carries out each command, given live or by the timeline.
//
// Owning thread: the engine thread.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "runtime/task.h"
#include "scenario/command.h"

namespace snapscope::experiment {

class Experiment;

/// What became of a command; nothing if the server ends for it, since its end is then that of the
/// restart.
using CommandEnd = std::optional<Status>;

/// Carries out a command that changes what is measured. An event is made of the command, and
/// another one if it fails later.
runtime::Task<CommandEnd> CarryOut(Experiment& experiment, scenario::Command command);

/// Carries out a command that changes only how fast the run goes, or ends it.
void Steer(Experiment& experiment, const scenario::Command& command);

/// What refuses a command that changes the run while `source` goes back to `snapshot`: nobody opens
/// either of them.
Error RefusalDuringRevert(const scenario::Command& command, const std::string& source,
                          const std::string& snapshot);

}  // namespace snapscope::experiment
