// A server of a scenario over a simulated disk: its machine, processors and telemetry, and the
// database once it has been created or restarted. Without users.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "database/database.h"
#include "machine/simulated_machine.h"
#include "server/scenario_options.h"

namespace snapscope::test {

struct SimulatedServer {
  SimulatedServer(sim::Disk& disk, const scenario::Scenario& scenario,
                  const database::InitialDatabase& initial, txn::CommitListener* commits = nullptr,
                  snapshot::SnapshotListener* snapshots = nullptr)
      : machine(disk),
        executor(machine.clock()),
        cpu(executor, server::CpuOf(scenario)),
        telemetry(executor, {}, [](std::vector<std::byte>) {}),
        options{.scenario = &scenario,
                .initial = &initial,
                .machine = &machine,
                .cpu = &cpu,
                .telemetry = &telemetry,
                .commits = commits,
                .snapshots = snapshots} {
    EXPECT_TRUE(machine.Prepare(executor, scenario).ok());
  }
  ~SimulatedServer() { executor.DestroyTasks(); }
  SimulatedServer(const SimulatedServer&) = delete;
  SimulatedServer& operator=(const SimulatedServer&) = delete;

  runtime::Task<Status> Create(runtime::Worker& worker) {
    auto created = co_await database::Database::Create(worker, options);
    CO_TRY(created);
    database = std::move(created).value();
    co_return Status();
  }
  runtime::Task<Status> Restart(runtime::Worker& worker, database::RestartFigures* figures) {
    auto restarted = co_await database::Database::Restart(worker, options, figures);
    CO_TRY(restarted);
    database = std::move(restarted).value();
    co_return Status();
  }

  machine::SimulatedMachine machine;
  runtime::Executor executor;
  runtime::CpuModel cpu;
  telemetry::Telemetry telemetry;
  const database::DatabaseOptions options;
  std::unique_ptr<database::Database> database;
};

}  // namespace snapscope::test
