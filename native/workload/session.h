// What the sessions of every workload have in common: think time, and an account of their lives.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "runtime/cpu.h"

namespace snapscope::workload {

/// Waits + CPU + think = elapsed, to the nanosecond.
bool AddsUp(const runtime::WorkerAccount& account);

/// Sums over sessions, those that ended included.
struct SessionTotals {
  uint64_t sessions = 0;
  runtime::WorkerAccount account;
  bool each_adds_up = true;  ///< in each session

  /// Adds one session's account.
  void Add(const runtime::WorkerAccount& session);
  SessionTotals& operator+=(const SessionTotals& other);
};

/// Lets `duration` pass as think time. Without a pause a session would never let others run where
/// CPU is not modelled: it then yields its scheduler.
runtime::Task<void> ThinkFor(runtime::Worker& worker, TimeNs duration);

}  // namespace snapscope::workload
