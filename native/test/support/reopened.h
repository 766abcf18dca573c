// The database of a run that a power cut has ended, opened again on the disk that it has left, and
// compared with what the run had committed.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "database/database.h"
#include "test/support/kept_run.h"
#include "verification/verification.h"

namespace snapscope::test {

class Reopened {
 public:
  explicit Reopened(KeptRun& run) : run_(run) {
    EXPECT_TRUE(machine_.Prepare(executor_, run.scenario()).ok());
    database::DatabaseOptions options;
    options.scenario = &run_.scenario();
    options.initial = &run_.experiment().initial();
    options.machine = &machine_;
    options.cpu = &cpu_;
    options.telemetry = &telemetry_;
    executor_.Spawn("restart", RestartTask(options));
  }
  ~Reopened() { executor_.DestroyTasks(); }
  Reopened(const Reopened&) = delete;
  Reopened& operator=(const Reopened&) = delete;

  runtime::Executor& executor() { return executor_; }
  /// Until the database is open, or cannot be, or the executor is stopped.
  void Run() { executor_.Run(); }

  /// Null if it could not be opened.
  database::Database* database() { return database_.get(); }
  const database::RestartFigures& figures() const { return figures_; }
  const std::optional<Error>& error() const { return error_; }
  const telemetry::Telemetry& telemetry() const { return telemetry_; }

  verification::Verification CompareSource(Lsn end) {
    return Compare([this](PageId page,
                          page::PageSpan into) { return database_->source().ReadNow(page, into); },
                   end);
  }
  verification::Verification CompareSnapshot(snapshot::Snapshot& snapshot) {
    return Compare([&](PageId page, page::PageSpan into) { return snapshot.ReadNow(page, into); },
                   snapshot.split());
  }

 private:
  runtime::Task<void> RestartTask(database::DatabaseOptions options) {
    co_await worker_.Start();
    auto restarted = co_await database::Database::Restart(worker_, options, &figures_);
    if (restarted.ok()) {
      database_ = std::move(restarted).value();
    } else {
      error_ = restarted.error();
    }
    executor_.Stop();
  }

  verification::Verification Compare(const verification::PageReader& read, Lsn split) {
    return verification::Verify(read, run_.experiment().oracle(),
                                verification::ScopeOf(run_.experiment().initial(), split));
  }

  static sim::Disk& Powered(sim::Disk& disk) {
    disk.Restart();
    return disk;
  }

  KeptRun& run_;
  machine::SimulatedMachine machine_{Powered(run_.disk())};
  runtime::Executor executor_{machine_.clock()};
  runtime::CpuModel cpu_{executor_, 4};
  telemetry::Telemetry telemetry_{executor_, {}, [](std::vector<std::byte>) {}};
  runtime::Worker worker_{cpu_, &telemetry_, "spid7s"};
  database::RestartFigures figures_;
  std::unique_ptr<database::Database> database_;
  std::optional<Error> error_;
};

}  // namespace snapscope::test
