// What carries out each command, given live or by the timeline. scenario/command_json.cpp has a
// kind's name, and how it is read.
//
// Owning thread: the engine thread.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "runtime/task.h"
#include "scenario/scenario.h"

namespace snapscope::experiment {

class Experiment;

/// What became of a command; nothing if the server ends for it, since its end is then that of the
/// restart.
using CommandEnd = std::optional<Status>;

struct CommandAction {
  scenario::CommandKind kind;
  /// Carries out a command that changes what is measured; else null. Each run makes an event of
  /// the command, and another one if it fails later.
  runtime::Task<CommandEnd> (*run)(Experiment& experiment, scenario::Command command);
  /// Carries out a command that changes only how fast the run goes, or ends it; else null.
  void (*steer)(Experiment& experiment, const scenario::Command& command);
};

const CommandAction& ActionOf(const scenario::Command& command);

/// What refuses a command that changes the run while `source` goes back to `snapshot`: nobody opens
/// either of them.
Error RefusalDuringRevert(const scenario::Command& command, const std::string& source,
                          const std::string& snapshot);

}  // namespace snapscope::experiment
