// Where a run is to pause by itself: at the next phase of a creation, where a snapshot is armed, at
// a wait of a type, at a size on disk. Each is hit once, and then gone.
//
// What can be told of is told as it happens; the rest is looked for at boundaries of the executor,
// before time goes on. So a virtual run pauses at the very instant; a real one, which is at a
// boundary every few milliseconds, at the next of them.
//
// Owning thread: the engine thread.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "runtime/wait_type_generated.h"
#include "scenario/command.h"
#include "telemetry/telemetry.h"

namespace snapscope::database {
class Database;
}
namespace snapscope::snapshot {
class Snapshot;
}

namespace snapscope::experiment {

class Breakpoints {
 public:
  /// `telemetry` outlives them.
  explicit Breakpoints(const telemetry::Telemetry& telemetry) : telemetry_(telemetry) {}

  void SetNextPhase() { next_phase_ = true; }
  /// Sets it, or takes it away. `database`: null where there is none now.
  void Set(const scenario::BreakOn& on, const database::Database* database);

  /// A phase of a creation begins.
  void OnPhase();
  void OnArmed(const snapshot::Snapshot& snapshot);

  /// At a boundary: takes one that is hit, if any is, and says what was hit, as JSON; empty for the
  /// next phase.
  std::optional<std::string> TakeHit(const database::Database* database);

 private:
  struct WaitBreak {
    runtime::WaitType type{};
    uint64_t ended = 0;  ///< waits of the type, as it was set
  };
  struct SizeBreak {
    uint64_t bytes = 0;
    std::set<std::string> beyond;  ///< snapshots whose files had the size at the last look
  };

  void SetWait(const scenario::BreakOn& on);
  void SetSize(const scenario::BreakOn& on, const database::Database* database);
  std::optional<std::string> TakeWait();
  std::optional<std::string> TakeSize(const database::Database* database);

  const telemetry::Telemetry& telemetry_;
  bool next_phase_ = false;
  bool armed_ = false;
  std::vector<WaitBreak> waits_;
  std::vector<SizeBreak> sizes_;
  std::optional<std::string> hit_;  ///< told of, and not yet taken
};

}  // namespace snapscope::experiment
