// Checkpoints: automatic ones, when the log since the last holds more than can be redone within the
// recovery interval or when the log is 70 % full; indirect ones, which keep what would have to be
// redone below a target; and internal ones at the start of a snapshot.
//
// A checkpoint appends kCheckpointBegin with the begin of the oldest active transaction, writes
// every page that was dirty before it (dirty_page_sweep.h), appends kCheckpointEnd, hardens the log
// and then the mark in its header, and lets the log before min(begin, oldest active) go. FlushCache
// figures are what the checkpoint did, not estimates.
//
// An indirect checkpoint (indirect.cpp) writes only the pages that were dirty before an earlier
// begin record, a rung, and moves the mark there.
//
// Invariant: one checkpoint at a time; at its end every page with a recovery LSN below the begin
// record that its mark names has been written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/engine_version.h"
#include "base/ids.h"
#include "base/result.h"
#include "buffer/buffer_pool.h"
#include "checkpoint/dirty_page_sweep.h"
#include "runtime/cpu.h"
#include "runtime/turns.h"
#include "telemetry/telemetry.h"
#include "txn/transaction.h"
#include "wal/log.h"

namespace snapscope::checkpoint {

using runtime::Task;
using runtime::Worker;

/// What the server believes it can redo in a second: with the recovery interval it decides when an
/// automatic checkpoint is due. The product keeps its own estimate to itself; this one supposes one
/// random page read per record on eight spindles.
inline constexpr uint64_t kRecordsRedonePerSecond = 1'000;

struct CheckpointOptions {
  TimeNs recovery_interval = 60 * kSecond;
  /// TARGET_RECOVERY_TIME; 0: automatic checkpoints by the recovery interval instead.
  TimeNs target_recovery_time = 0;
  uint32_t writes_in_flight = 32;
  EngineVersion version = EngineVersion::k2016;

  /// How long from the begin of one automatic checkpoint to the next: the product keeps them at
  /// least the recovery interval apart (Delaney, Microsoft SQL Server 2008 Internals, 2009), and
  /// its documentation says that with the default they come about once a minute in an active
  /// database. A longer interval is for what may have to be redone; that the server looks once a
  /// minute all the same is an assumption.
  TimeNs least_distance() const { return std::min(recovery_interval, 60 * kSecond); }

  /// See SweepOptions.
  TimeNs latency_target() const {
    return (version >= EngineVersion::k2016 ? 50 : 20) * kMillisecond;
  }
};

struct CheckpointFigures {
  std::string kind;  ///< "automatic", "indirect" or "snapshot"
  TimeNs start = 0;
  TimeNs end = 0;
  SweepFigures written;
  uint64_t avoided = 0;           ///< pages dirtied meanwhile that were left for the next one
  uint64_t context_switches = 0;  ///< times that its task waited
  Lsn begin_lsn;
  Lsn oldest_active;  ///< none when nothing was active at the begin
};

/// Who runs a checkpoint and why.
struct CheckpointRequest {
  std::string source;  ///< spid whose name the FlushCache line carries
  std::string kind;
  std::string snapshot{};        ///< whose creation it belongs to; empty: nobody's
  wal::LogHold* hold = nullptr;  ///< set to hold the log from min(begin, oldest active) on
  wal::LogHolder holder = wal::LogHolder::kSnapshotCreation;  ///< for what
};

class Checkpointer {
 public:
  Checkpointer(runtime::CpuModel& cpu, buffer::BufferPool& pool, DbId db, wal::Log& log,
               txn::TransactionManager& transactions, telemetry::Telemetry& telemetry,
               CheckpointOptions options);

  /// Starts the checkpoints of the background. `on_error` hears of the first one that fails.
  void Start(std::function<void(Error)> on_error);

  /// Runs one now on the caller's worker; waits for one in progress first, which is a phase of the
  /// creation that asks for it (checkpointWait).
  Task<Result<CheckpointFigures>> Run(Worker& worker, CheckpointRequest request);

  /// Writes what is dirty now as a checkpoint does, and is none: the mark stays where it is.
  Task<Result<SweepFigures>> WriteDirty(Worker& worker);

  /// The log is nearly full: a checkpoint is due as soon as it can free some.
  void NoteLogPressure() { log_pressure_ = true; }

  /// While at least one Suspend() is open, checkpoints of the background wait.
  void Suspend() { ++suspended_; }
  void Resume();

  const std::vector<CheckpointFigures>& history() const { return history_; }

 private:
  /// A begin record that restart could begin at once the pages dirty before it are written.
  struct Rung {
    Lsn begin;
    Lsn oldest_active;  ///< none when nothing was active
  };

  Task<void> RunAutomatic();
  bool IsDue() const;
  Task<Result<CheckpointFigures>> RunExclusive(Worker& worker, CheckpointRequest request,
                                               std::optional<Rung> rung);
  /// A sweep of the pages that records before `before` have changed.
  SweepOptions SweepBefore(Lsn before, buffer::WriteReason reason) const;
  Task<Result<Lsn>> AppendBegin(Worker& worker, wal::LogHold* hold, wal::LogHolder holder,
                                CheckpointFigures& figures);
  Task<Result<Lsn>> AppendEnd(Worker& worker);
  /// Restart begins at the rung from now on.
  Task<Status> MoveMark(Worker& worker, Rung rung);
  void LogFlushCache(const std::string& source, const CheckpointFigures& figures);

  // Indirect checkpoints (indirect.cpp).
  Task<void> RunRecoveryWriter();
  Task<Status> RunIndirect(Worker& worker);
  uint64_t target_records() const;
  std::optional<Rung> RungToReach() const;

  runtime::CpuModel& cpu_;
  buffer::BufferPool& pool_;
  const DbId db_;
  wal::Log& log_;
  txn::TransactionManager& transactions_;
  telemetry::Telemetry& telemetry_;
  const CheckpointOptions options_;
  std::unique_ptr<Worker> worker_;
  std::unique_ptr<Worker> recovery_writer_;
  std::function<void(Error)> on_error_;
  runtime::Turns turns_;
  uint32_t suspended_ = 0;
  bool log_pressure_ = false;
  Lsn last_begin_;
  std::deque<Rung> rungs_;  ///< after the mark, in log order
  std::vector<CheckpointFigures> history_;
};

}  // namespace snapscope::checkpoint
