// The deadlock monitor: looks for cycles of transactions that wait for each other's locks, and ends
// each by refusing one of its waits (1205). The victim is the one with the least log to roll back;
// of equals, the youngest.
//
// It looks every five seconds, which is the product's pause; once it has found something it looks
// again after 100 ms, and as long as it finds nothing the pause doubles until it is five seconds
// again. What it costs is billed to nobody: the pause is REQUEST_FOR_DEADLOCK_SEARCH, an idle wait.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/cpu.h"
#include "telemetry/telemetry.h"
#include "txn/lock_table.h"

namespace snapscope::txn {

/// Bytes of log that a transaction has written.
using LogUsed = std::function<uint64_t(TxnId)>;

/// The transactions whose waits must end so that no cycle is left, one for each cycle found.
std::vector<TxnId> ChooseVictims(WaitGraph graph, const LogUsed& log_used);

class DeadlockMonitor {
 public:
  static constexpr TimeNs kPause = 5 * kSecond;
  static constexpr TimeNs kPauseAfterDeadlock = 100 * kMillisecond;

  /// `locks` and `telemetry` outlive the monitor.
  DeadlockMonitor(LockTable& locks, telemetry::Telemetry& telemetry, LogUsed log_used)
      : locks_(locks), telemetry_(telemetry), log_used_(std::move(log_used)) {}

  void Start(runtime::CpuModel& cpu);

 private:
  Task<void> Run();
  /// Ends what cycles there are now; false if there are none.
  bool Search();

  LockTable& locks_;
  telemetry::Telemetry& telemetry_;
  const LogUsed log_used_;
  std::unique_ptr<Worker> worker_;
};

}  // namespace snapscope::txn
