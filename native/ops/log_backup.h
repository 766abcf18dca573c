// Log backups of a database in the full recovery model, to the NUL device: the log is read and its
// reuse is freed, as by any log backup, but nothing is kept of it.
//
// A log backup takes all records from the end of the one before up to the durable end of the log. A
// revert breaks the chain of log backups. From then on each is refused, as in the product: nothing
// here takes the backup of the whole database that a new chain would begin with.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "runtime/cpu.h"
#include "telemetry/telemetry.h"
#include "wal/log.h"

namespace snapscope::ops {

using runtime::Task;
using runtime::Worker;

struct LogBackupOptions {
  std::string database;
  int64_t created_unix_ms = 0;  ///< of the database, in the time of the log
  TimeNs interval = 0;          ///< from the start of one to that of the next, at least
};

struct LogBackupFigures {
  Lsn first;
  Lsn last;  ///< the next one begins here
  uint64_t records = 0;
};

class LogBackups {
 public:
  LogBackups(runtime::CpuModel& cpu, wal::Log& log, telemetry::Telemetry& telemetry,
             LogBackupOptions options);

  /// Starts the job that takes one in each interval. `on_error` hears of the first that
  /// fails; one that is refused is told (3041), and the next is tried.
  void Start(std::function<void(Error)> on_error);

  /// Takes one now. kRefused (4214) without a chain, kIo, kCorruptLog.
  Task<Result<LogBackupFigures>> Run(Worker& worker);

 private:
  Task<void> RunJob();

  runtime::CpuModel& cpu_;
  wal::Log& log_;
  telemetry::Telemetry& telemetry_;
  const LogBackupOptions options_;
  std::unique_ptr<Worker> worker_;
  std::function<void(Error)> on_error_;
};

}  // namespace snapscope::ops
