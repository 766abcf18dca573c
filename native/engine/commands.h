// What can be asked of a run, live or by its timeline. commands.cpp has a rule for each kind of
// command, the one place for its name, how it is read, and what carries it out: a new kind is an
// enumerator and a rule.
//
// Owning thread: the engine thread, but for CommandFromJson.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "engine/scenario.h"
#include "runtime/task.h"

namespace snapscope::engine {

class Experiment;

/// What became of a command; nothing if the server ends for it, since its end is then that of the
/// restart.
using CommandEnd = std::optional<Status>;

struct CommandRule {
  CommandKind kind;
  const char* name;  ///< `kind` in JSON
  /// Reads what this kind needs beside its name; null if that is nothing. Throws what
  /// nlohmann::json throws, or std::invalid_argument.
  void (*read)(const nlohmann::json& json, Command& command);
  /// Carries out a command that changes what is measured; else null. Each run makes an event of
  /// the command, and another one if it fails later.
  runtime::Task<CommandEnd> (*run)(Experiment& experiment, Command command);
  /// Carries out a command that changes only how fast the run goes, or ends it; else null.
  void (*steer)(Experiment& experiment, const Command& command);
};

const CommandRule& RuleOf(CommandKind kind);

/// What refuses a command that changes the run while `source` goes back to `snapshot`: nobody opens
/// either of them.
Error RefusalDuringRevert(const Command& command, const std::string& source,
                          const std::string& snapshot);

/// Throws as `read` does. Its numbers are taken as they are: CheckNumbers() goes first.
Command CommandFromJson(const nlohmann::json& json);

}  // namespace snapscope::engine
