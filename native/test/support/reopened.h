// The database of a run that a power cut has ended, opened again on the disk that it has left, and
// compared with what the run had committed.
#pragma once

#include <optional>

#include <gtest/gtest.h>

#include "test/support/kept_run.h"
#include "test/support/simulated_server.h"
#include "verification/verification.h"

namespace snapscope::test {

class Reopened {
 public:
  explicit Reopened(KeptRun& run) : run_(run) { executor().Spawn("restart", RestartTask()); }
  ~Reopened() { executor().DestroyTasks(); }
  Reopened(const Reopened&) = delete;
  Reopened& operator=(const Reopened&) = delete;

  runtime::Executor& executor() { return server_.executor; }
  /// Until the database is open, or cannot be, or the executor is stopped.
  void Run() { executor().Run(); }

  /// Null if it could not be opened.
  database::Database* database() { return server_.database.get(); }
  const database::RestartFigures& figures() const { return figures_; }
  const std::optional<Error>& error() const { return error_; }
  const telemetry::Telemetry& telemetry() const { return server_.telemetry; }

  verification::Verification CompareSource(Lsn end) {
    return Compare([this](PageId page,
                          page::PageSpan into) { return database()->source().ReadNow(page, into); },
                   end);
  }
  verification::Verification CompareSnapshot(snapshot::Snapshot& snapshot) {
    return Compare([&](PageId page, page::PageSpan into) { return snapshot.ReadNow(page, into); },
                   snapshot.split());
  }

 private:
  runtime::Task<void> RestartTask() {
    co_await worker_.Start();
    const Status restarted = co_await server_.Restart(worker_, &figures_);
    if (!restarted.ok()) error_ = restarted.error();
    executor().Stop();
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
  SimulatedServer server_{Powered(run_.disk()), run_.scenario(), run_.experiment().initial()};
  runtime::Worker worker_{server_.cpu, &server_.telemetry, "spid7s"};
  database::RestartFigures figures_;
  std::optional<Error> error_;
};

}  // namespace snapscope::test
