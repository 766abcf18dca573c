// A child process that runs the engine on real files until it is killed, and tells its parent what
// it does: through a pipe whose contents outlive it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "oracle/oracle.h"
#include "scenario/scenario.h"

namespace snapscope::test {

/// What the child tells, in the order in which it happened there. Each is said before anything that
/// depends on it can become durable.
struct ChildEvent {
  enum class Kind : uint32_t {
    kOpened,        ///< the database is created, or recovered; `lsn`: the log's end found
    kCommit,        ///< `number`: transaction, `lsn`, changes
    kAcknowledged,  ///< `number`: transaction, `lsn`
    kCreating,      ///< `number`: of the snapshot
    kSplit,         ///< `number`: of the snapshot, `lsn`
    kComplete,      ///< `number`: of the snapshot
    kDropping,      ///< `number`: of the snapshot
    kFailed,        ///< the engine could not go on
  };
  Kind kind{};
  uint64_t number = 0;
  Lsn lsn;
  std::vector<oracle::RowChange> changes{};
};

std::string SnapshotName(uint64_t number);

class KilledChild {
 public:
  /// Forks. The child creates the database, or recovers it with snapshots number `first_snapshot`
  /// to `last_snapshot`, and then works, creating and dropping snapshots, until it is killed.
  KilledChild(const scenario::Scenario& scenario, bool creates, uint64_t first_snapshot,
              uint64_t last_snapshot);
  ~KilledChild();
  KilledChild(const KilledChild&) = delete;
  KilledChild& operator=(const KilledChild&) = delete;

  /// The next event; false when there is none any more.
  bool Next(ChildEvent& event);
  /// kill -9, and waits for its end. What it has told can still be read.
  void Kill();

 private:
  bool ReadAll(void* into, size_t length);

  pid_t pid_ = -1;
  int pipe_ = -1;
};

}  // namespace snapscope::test
