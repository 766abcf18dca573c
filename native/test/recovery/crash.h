// Power cuts and what must hold after them.
#pragma once

#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "test/txn/test_server.h"

namespace snapscope::test {

inline constexpr DbId kCopyDb{6};

/// The data file as a crash left it, under a database without a log, whose changes stay in memory:
/// what a snapshot is to recovery.
class CopyStore final : public buffer::PageStore {
 public:
  explicit CopyStore(TestStore& source) : source_(source) {}

  Task<Status> ReadPage(PageId page, page::PageSpan into) override {
    const auto found = written_.find(page);
    if (found == written_.end()) co_return co_await source_.ReadPage(page, into);
    std::memcpy(into.data(), found->second.data(), page::kPageSize);
    co_return page::VerifyPage(into, page);
  }
  Task<Status> WritePages(PageId first, std::vector<ConstByteSpan> pages) override {
    for (const ConstByteSpan bytes : pages) {
      written_[first].assign(bytes.begin(), bytes.end());
      first = first.Next();
    }
    co_return Status();
  }
  wal::Log* log() override { return nullptr; }

 private:
  TestStore& source_;
  std::map<PageId, std::vector<std::byte>> written_;
};

/// Runs a scenario that the power cut ends.
inline void RunUntilPowerCut(TestServer& server, Scenario scenario) {
  Worker worker(server.cpu, &server.telemetry, "test");
  bool done = false;
  server.executor.Spawn("test", RunScenario(server, worker, scenario, done));
  server.executor.Run();
  server.executor.DestroyTasks();
  EXPECT_FALSE(server.machine.disk.powered());
}

/// Expects success, or a power cut, which is part of the plan.
template <typename T>
bool Succeeds(const Result<T>& result) {
  if (!result.ok() && result.error().code == ErrorCode::kPowerCut) return false;
  ExpectOk(result);
  return result.ok();
}

/// Recovers a copy without a log and compares it with the oracle; neither log nor data file
/// changes.
inline Task<void> RecoverACopy(TestServer& server, Worker& worker) {
  CopyStore copy(*server.store);
  server.pool.Attach(kCopyDb, copy);
  recovery::RecoveryScope scope = server.RestartScope();
  scope.db = kCopyDb;
  scope.log_undo = false;
  const Lsn end = server.log->end_lsn();
  const auto recovered = co_await server.Recover(worker, scope);
  if (!Succeeds(recovered)) co_return;
  EXPECT_EQ(server.log->end_lsn(), end);
  EXPECT_EQ(server.pool.dirty_count(kDb), 0u);
  for (const btree::IndexInfo& info : server.machine.Indexes()) {
    btree::BTree tree(server.pool, kCopyDb, info);
    auto rows = co_await server.AllRows(worker, tree);
    if (!Succeeds(rows)) co_return;
    EXPECT_EQ(Difference(server.machine, info.id, oracle::Oracle::kNewest, *rows), "");
  }
  co_await server.pool.Detach(worker, kCopyDb);
}

/// Compares all rows with the oracle; false if the power was cut meanwhile.
inline Task<bool> IsAsTheOracle(TestServer& server, Worker& worker) {
  for (const btree::IndexInfo& info : server.machine.Indexes()) {
    auto rows = co_await server.AllRows(worker, server.transactions->tree(info.id));
    if (!Succeeds(rows)) co_return false;
    EXPECT_EQ(Difference(server.machine, info.id, oracle::Oracle::kNewest, *rows), "");
  }
  co_return true;
}

/// One attempt to restart. Leaves nothing in `outcome` if the power went again.
inline Task<void> AttemptRestart(TestServer& server, Worker& worker, bool also_copy,
                                 std::optional<RecoveryOutcome>& outcome) {
  co_await worker.Start();
  const Status opened = co_await server.Open(worker);
  if (!Succeeds(opened)) co_return;
  if (also_copy) co_await RecoverACopy(server, worker);
  auto recovered = co_await server.Recover(worker, server.RestartScope());
  if (!Succeeds(recovered)) co_return;
  EXPECT_EQ(server.last_permille, 1000u);
  if (!co_await IsAsTheOracle(server, worker)) co_return;
  EXPECT_EQ(server.pool.pins(), 0u);
  outcome = *recovered;
  co_await worker.End();
}

/// Restarts `server` on a machine that has power again; nothing if that was cut meanwhile.
inline std::optional<RecoveryOutcome> Restart(TestServer& server, bool also_copy) {
  Worker worker(server.cpu, &server.telemetry, "startup");
  std::optional<RecoveryOutcome> outcome;
  server.executor.Spawn("startup", AttemptRestart(server, worker, also_copy, outcome));
  server.executor.Run();
  if (!outcome) server.executor.DestroyTasks();  // while the worker is there
  return outcome;
}

/// Restarts until it works: recovers a copy, then the database itself, and compares all rows.
inline RecoveryOutcome RecoverAndVerify(Machine& machine) {
  machine.disk.Restart();
  TestServer server(machine);
  auto outcome = Restart(server, true);
  EXPECT_TRUE(outcome);
  return outcome.value_or(RecoveryOutcome{});
}

}  // namespace snapscope::test
