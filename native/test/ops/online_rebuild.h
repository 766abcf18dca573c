// A clustered index that is rebuilt online while sessions change its table.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "ops/index_build.h"
#include "test/txn/test_server.h"

namespace snapscope::test {

struct OnlineRebuild {
  ops::IndexBuildOptions options{.table = kAccounts, .online = true};
  Result<ops::IndexBuildFigures> built = Error{ErrorCode::kRefused, "it has not ended"};
  bool ended = false;
};

inline Task<void> RebuildOnline(TestServer& server, Worker& worker, OnlineRebuild& builder) {
  co_await worker.Start();
  // What a sort needs: a rebuild has none.
  snapshot::SourceStore source(server.executor, {});
  snapshot::EngineParts engine;
  engine.db = kDb;
  engine.cpu = &server.cpu;
  engine.pool = &server.pool;
  engine.source = &source;
  engine.log = server.log.get();
  engine.transactions = server.transactions.get();
  ops::IndexBuilds builds(engine, nullptr);
  builder.built = co_await builds.Rebuild(worker, builder.options, kAccounts, nullptr);
  builder.ended = true;
  co_await worker.End();
}

/// One of several sessions that change the table until the build has ended.
struct ChangingSession {
  ChangingSession(TestServer& server, uint64_t seed, int number)
      : worker(server.cpu, &server.telemetry, "spid" + std::to_string(51 + number)),
        rng(seed, "session " + std::to_string(number)) {}
  Worker worker;
  Rng rng;
  uint64_t commits = 0;
};

/// Inserts, updates or deletes: initial rows, rows between them and rows behind them. Whether there
/// is such a row makes no difference.
inline Task<void> ChangeRow(TestServer& server, ChangingSession& session, txn::Transaction& txn,
                            uint64_t key) {
  txn::TransactionManager& transactions = *server.transactions;
  const auto value = static_cast<int64_t>(session.rng.Below(1000));
  const uint64_t initial = key - key % server.machine.options.stride;
  Status changed;
  switch (session.rng.Below(3)) {
    case 0:
      changed = co_await transactions.Insert(session.worker, txn, kAccounts, key, value);
      break;
    case 1:
      changed = co_await transactions.Update(session.worker, txn, kAccounts, initial, value);
      break;
    default:
      changed = co_await transactions.Delete(session.worker, txn, kAccounts, initial);
      break;
  }
  const bool expected = changed.ok() || changed.error().code == ErrorCode::kNotFound ||
                        changed.error().code == ErrorCode::kDuplicateKey;
  if (!expected) ExpectOk(changed);
}

/// Changes two rows in a transaction, the lesser first: so nobody deadlocks.
inline Task<void> ChangeRows(TestServer& server, ChangingSession& session, OnlineRebuild& builder) {
  co_await session.worker.Start();
  const uint64_t keys = server.machine.options.rows * server.machine.options.stride * 6 / 5;
  while (!builder.ended) {
    auto begun = co_await server.transactions->Begin(session.worker);
    ExpectOk(begun);
    txn::Transaction txn = std::move(begun).value();
    const uint64_t first = 1 + session.rng.Below(keys);
    const uint64_t second = first + server.machine.options.stride + session.rng.Below(keys);
    co_await ChangeRow(server, session, txn, first);
    if (session.rng.Percent(50)) co_await ChangeRow(server, session, txn, second);
    if (session.rng.Percent(25)) {
      ExpectOk(co_await server.transactions->Rollback(session.worker, txn));
    } else {
      ExpectOk(co_await server.transactions->Commit(session.worker, txn));
      ++session.commits;
    }
  }
  co_await session.worker.End();
}

inline Task<void> CompareAccounts(TestServer& server, Worker& worker, std::string& problem) {
  co_await worker.Start();
  const auto rows = co_await server.AllRows(worker, server.transactions->tree(kAccounts));
  ExpectOk(rows);
  if (rows.ok()) {
    problem = Difference(server.machine, kAccounts, oracle::Oracle::kNewest, rows.value());
  }
  co_await worker.End();
}

struct RebuildOutcome {
  ops::IndexBuildFigures figures;
  uint64_t commits = 0;  ///< while it was built
  std::string problem;   ///< what differs from the oracle
};

/// Eight sessions change a table of 20 rows a leaf while it is rebuilt.
inline RebuildOutcome RebuildUnderLoad(uint64_t seed, ops::IndexBuildOptions options) {
  Machine machine({.seed = seed, .rows = 8'000, .frames = 4'096});
  test::CreatedServer server(machine);
  OnlineRebuild builder;
  builder.options = options;
  Worker builds(server.cpu, &server.telemetry, "spid50");
  std::vector<std::unique_ptr<ChangingSession>> sessions;
  for (int i = 0; i < 8; ++i) {
    sessions.push_back(std::make_unique<ChangingSession>(server, seed, i));
    server.executor.Spawn("session", ChangeRows(server, *sessions.back(), builder));
  }
  server.executor.Spawn("build", RebuildOnline(server, builds, builder));
  server.executor.Run();
  ExpectOk(builder.built);
  RebuildOutcome outcome;
  if (builder.built.ok()) outcome.figures = builder.built.value();
  for (const auto& session : sessions) outcome.commits += session->commits;
  Worker reads(server.cpu, &server.telemetry, "spid49");
  server.executor.Spawn("compare", CompareAccounts(server, reads, outcome.problem));
  server.executor.Run();
  EXPECT_EQ(server.transactions->locks_held(), 0U);
  EXPECT_EQ(server.pool.pins(), 0U);
  return outcome;
}

inline ops::IndexBuildOptions Online(bool minimally_logged) {
  return {.table = kAccounts, .minimally_logged = minimally_logged, .online = true};
}

}  // namespace snapscope::test
