// A database on a machine, put together as the engine does it, without workload and oracle: for
// benchmarks that drive transactions themselves.
//
// Owning thread: the one that made it; it becomes the engine thread in Run().
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "database/database.h"
#include "runtime/cpu.h"
#include "runtime/executor.h"
#include "telemetry/telemetry.h"

namespace snapscope::bench {

using runtime::Task;
using runtime::Worker;

/// Whole MiB.
struct DatabaseSize {
  uint64_t data_bytes = 0;
  uint64_t log_bytes = 0;
};

/// A scenario whose buffer pool holds the whole database and in which no automatic checkpoint
/// comes due: what is measured is not disturbed by what is not. Virtual: the volumes of the preset
/// creation-under-load.
Result<scenario::Scenario> VirtualScenario(DatabaseSize size, uint64_t seed);
/// A scenario on files in `folder`, in which it makes the subfolders.
Result<scenario::Scenario> RealScenario(DatabaseSize size, uint64_t seed,
                                        const std::string& folder);

/// Makes a folder; its parent exists. kIo.
Status MakeFolder(const std::string& path);

class DatabaseServer {
 public:
  /// `machine` outlives it.
  DatabaseServer(database::Machine& machine, scenario::Scenario scenario);
  /// Nothing of it moves any more, and a real machine's files are gone.
  ~DatabaseServer();
  DatabaseServer(const DatabaseServer&) = delete;
  DatabaseServer& operator=(const DatabaseServer&) = delete;

  /// Creates the database; its pages are read when they are first used.
  Status Create();
  /// Creates the database and reads all of its leaves into the buffer pool.
  Status Open();
  Status CreateSnapshot(std::string name);
  /// Runs the task to its end, or until the database reports an error.
  Status Run(Task<Status> task);

  runtime::Executor& executor() { return executor_; }
  runtime::CpuModel& cpu() { return cpu_; }
  telemetry::Telemetry& telemetry() { return telemetry_; }
  database::Database& database() { return *database_; }
  txn::TransactionManager& transactions() { return database_->transactions(); }

  const database::InitialDatabase& initial() const { return *initial_; }
  uint64_t leaves() const;
  uint64_t rows_per_leaf() const { return initial_->accounts().rows_per_leaf; }
  /// Key of a row that is on that leaf from the start; updates never move rows.
  uint64_t KeyOn(uint64_t leaf, uint64_t row) const;

 private:
  Task<void> Supervise(Task<Status> task);
  Task<Status> CreateDatabase();
  Task<Status> RunCreation(std::string name);
  Task<Status> ReadLeaves();

  database::Machine& machine_;
  const scenario::Scenario scenario_;
  runtime::Executor executor_;
  runtime::CpuModel cpu_;
  telemetry::Telemetry telemetry_;
  Worker worker_;
  std::unique_ptr<database::InitialDatabase> initial_;
  std::unique_ptr<database::Database> database_;
  std::optional<Error> error_;
  bool prepared_ = false;
};

/// One transaction: sets the value of that row, durably.
Task<Status> UpdateRow(Worker& worker, txn::TransactionManager& transactions, uint64_t key,
                       int64_t value);

}  // namespace snapscope::bench
