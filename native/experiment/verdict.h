// What a run comes to: whether what it shows was verified, what went wrong first, and what its
// reader is warned of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "server/backup_history.h"
#include "server/server_history.h"
#include "storage/ios_under_way.h"
#include "tpcc/consistency.h"
#include "verification/verification.h"

namespace snapscope::experiment {

enum class RunStatus : uint8_t { kCompleted, kFailed, kCancelled };

/// A read or write that was seen under way long after it had been asked for.
struct HungIo {
  std::string path;
  storage::IoDirection direction{};
  uint64_t offset = 0;
  uint64_t bytes = 0;
  TimeNs issued = 0;
  TimeNs age = 0;  ///< when it was last seen
};

/// What is known at the end of a run.
struct Findings {
  RunStatus status = RunStatus::kCompleted;
  TimeNs end = 0;
  std::optional<Error> error{};              ///< that ended the run
  std::optional<std::string> damage_left{};  ///< what is wrong with a page that was damaged
  std::optional<verification::Verification> source{};
  std::optional<tpcc::Consistency> consistency{};
  std::vector<server::RestoreAccount> restores{};
  std::map<std::string, verification::Verification> snapshots{};  ///< that were compared, by name
  std::vector<server::SnapshotAccount> accounts{};                ///< of all snapshots
  std::optional<TimeNs> stalled_since{};
  std::optional<HungIo> hung{};
};

struct Verdict {
  bool failed = false;
  /// False as well where a snapshot was lost; nothing where there was nothing to verify.
  std::optional<bool> verified;
  struct Cause {
    std::string code;
    std::string message;
  };
  std::optional<Cause> cause;
  std::vector<std::string> warnings;  ///< of what a reader should know, and is no error
};

Verdict Judge(const Findings& findings);

}  // namespace snapscope::experiment
