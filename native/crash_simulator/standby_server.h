// Another server, with disks of its own, which reads the backups of the database and restores them.
// It is there for one task: that ends, or the power of its disks goes.
//
// Owning thread: the one that calls Run().
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "crash_simulator/world.h"
#include "database/database.h"
#include "machine/simulated_machine.h"
#include "runtime/cpu.h"
#include "runtime/executor.h"
#include "telemetry/telemetry.h"

namespace snapscope::crash_simulator {

using runtime::Task;
using runtime::Worker;

class StandbyServer final : private runtime::BoundaryListener {
 public:
  /// `world` outlives it; the power of both its disks is on.
  explicit StandbyServer(World& world);
  ~StandbyServer() override;

  /// Runs the task to its end, or until the power goes: then the result is kPowerCut.
  Status Run(Task<Status> task);

  Worker& worker() { return worker_; }
  /// Where the files of a backup are, for whoever reads it here.
  backup::MediaSet FilesAt(const std::vector<std::string>& paths);
  /// The restored database, or the one that was opened; null without one.
  database::Database* database() { return database_.get(); }
  const database::RestartFigures& figures() const { return figures_; }

  /// Makes files without a past, of the size of the source's.
  Task<Status> CreateFiles();
  Task<Status> Restore(const database::RestoreUnderWay* restore);
  /// Opens the database as after a crash.
  Task<Status> Open();

 private:
  Task<void> Conduct(Task<Status> task);
  database::DatabaseOptions Options();
  runtime::BoundaryAction AtBoundary(TimeNs next) override;

  World& world_;
  machine::SimulatedMachine machine_;
  machine::SimulatedMachine backups_;  ///< the volumes that have the backups
  runtime::Executor executor_;
  runtime::CpuModel cpu_;
  telemetry::Telemetry telemetry_;
  Worker worker_;
  std::unique_ptr<database::Database> database_;
  database::RestartFigures figures_;
  Status ended_;
};

}  // namespace snapscope::crash_simulator
