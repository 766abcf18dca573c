// Which command is carried out in which state of the server, and what it is told where it is not:
// one table. What an operation refuses by itself, since it looks at the database for it, stands
// with that operation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "scenario/scenario.h"
#include "server/server_life.h"

namespace snapscope::server {

/// What becomes of a command that changes the run.
enum class Answer : uint8_t {
  kYes,            ///< it is carried out
  kWaits,          ///< nobody can connect; it is carried out once the server is up
  kClosing,        ///< refused as soon as users are thrown out, with Closing::told
  kEnding,         ///< another command ends the server or closes the database already
  kInRestore,      ///< 927: the database is being reverted
  kNotOnline,      ///< 1822: so no snapshot of it can be created
  kNotExclusive,   ///< 3101: nor can it be restored
  kDropOfAnother,  ///< 3701, 3702, 3709, by whose name it has
  kReportOfOther,  ///< 927, 911, by whose name it has
};

/// `kind` is the kKind of a command that changes the run.
Answer AnswerTo(std::string_view kind, const ServerLife& life);

/// What is refused for a reason that the product has no number for.
inline Error Refused(std::string why) { return {ErrorCode::kRefused, std::move(why)}; }

/// What is told of any command that works on snapshots of the array, where there is none.
inline Error NoArray() {
  return Refused(
      "No array takes snapshots here: only simulated storage has one, on volumes with "
      "arraySnapshots.");
}

/// Why the command is not carried out; nothing if it is. The life is none in which it waits.
std::optional<Error> Refusal(const scenario::Command& command, const ServerLife& life,
                             const scenario::Scenario& scenario);

}  // namespace snapscope::server
