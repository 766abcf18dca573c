// What a run comes to: whether what it shows was verified, what went wrong first, and what its
// reader is warned of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/run_record.h"

namespace snapscope::experiment {

struct Verdict {
  bool failed = false;
  /// Whether all that was compared is right: false as well where a snapshot was lost, nothing where
  /// there was nothing to verify.
  std::optional<bool> verified;
  struct Cause {
    std::string code;
    std::string message;
  };
  std::optional<Cause> cause;
  std::vector<std::string> warnings;  ///< what a reader should know, and is no error
};

Verdict Judge(const RunRecord& run);

}  // namespace snapscope::experiment
