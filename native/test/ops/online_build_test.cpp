// A clustered index is rebuilt online while sessions change its table: afterwards the new tree has
// what the oracle expects, whatever was under way when its rows were read.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/mutation.h"
#include "base/rng.h"
#include "ops/index_build.h"
#include "test/txn/test_server.h"

namespace snapscope::ops::online_build_test {
namespace {

using test::ExpectOk;
using test::kAccounts;
using test::Machine;
using test::TestServer;
using txn::Transaction;

struct Builder {
  IndexBuilds builds;
  IndexBuildOptions options{.db = test::kDb, .table = kAccounts, .online = true};
  Result<IndexBuildFigures> built = Error{ErrorCode::kRefused, "it has not ended"};
  bool ended = false;
};

Task<void> RebuildOnline(TestServer& server, Worker& worker, Builder& builder) {
  co_await worker.Start();
  // What a sort needs: a rebuild has none.
  snapshot::SourceStore source(server.executor, {});
  const IndexBuildEnvironment environment{server.cpu, server.pool, *server.transactions, source,
                                          nullptr};
  builder.built =
      co_await builder.builds.Rebuild(worker, environment, builder.options, kAccounts, nullptr);
  builder.ended = true;
  co_await worker.End();
}

/// One of several sessions that change the table until the build has ended.
struct Session {
  Session(TestServer& server, uint64_t seed, int number)
      : worker(server.cpu, &server.telemetry, "spid" + std::to_string(51 + number)),
        rng(seed, "session " + std::to_string(number)) {}
  Worker worker;
  Rng rng;
  uint64_t commits = 0;
};

/// Inserts, updates or deletes: initial rows, rows between them and rows behind them. Whether there
/// is such a row makes no difference.
Task<void> ChangeRow(TestServer& server, Session& session, Transaction& txn, uint64_t key) {
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
Task<void> ChangeRows(TestServer& server, Session& session, Builder& builder) {
  co_await session.worker.Start();
  const uint64_t keys = server.machine.options.rows * server.machine.options.stride * 6 / 5;
  while (!builder.ended) {
    auto begun = co_await server.transactions->Begin(session.worker);
    ExpectOk(begun);
    Transaction txn = std::move(begun).value();
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

Task<void> Compare(TestServer& server, Worker& worker, std::string& problem) {
  co_await worker.Start();
  const auto rows = co_await server.AllRows(worker, server.transactions->tree(kAccounts));
  ExpectOk(rows);
  if (rows.ok()) {
    problem = test::Difference(server.machine, kAccounts, oracle::Oracle::kNewest, rows.value());
  }
  co_await worker.End();
}

struct Outcome {
  IndexBuildFigures figures;
  uint64_t commits = 0;  ///< while it was built
  std::string problem;   ///< what differs from the oracle
};

/// Eight sessions change a table of 20 rows a leaf while it is rebuilt.
Outcome RebuildUnderLoad(uint64_t seed, IndexBuildOptions options) {
  Machine machine({.seed = seed, .rows = 8'000, .frames = 4'096});
  TestServer server(machine);
  test::Run(server, test::CreateScenario);
  Builder builder;
  builder.options = options;
  Worker builds(server.cpu, &server.telemetry, "spid50");
  std::vector<std::unique_ptr<Session>> sessions;
  for (int i = 0; i < 8; ++i) {
    sessions.push_back(std::make_unique<Session>(server, seed, i));
    server.executor.Spawn("session", ChangeRows(server, *sessions.back(), builder));
  }
  server.executor.Spawn("build", RebuildOnline(server, builds, builder));
  server.executor.Run();
  ExpectOk(builder.built);
  Outcome outcome;
  if (builder.built.ok()) outcome.figures = builder.built.value();
  for (const auto& session : sessions) outcome.commits += session->commits;
  Worker reads(server.cpu, &server.telemetry, "spid49");
  server.executor.Spawn("compare", Compare(server, reads, outcome.problem));
  server.executor.Run();
  EXPECT_EQ(server.transactions->locks_held(), 0U);
  EXPECT_EQ(server.pool.pins(), 0U);
  return outcome;
}

IndexBuildOptions Online(bool minimally_logged) {
  return {
      .db = test::kDb, .table = kAccounts, .minimally_logged = minimally_logged, .online = true};
}

class InEachLogging : public ::testing::TestWithParam<bool> {};

TEST_P(InEachLogging, TheNewTreeHasWhatWasCommittedAndNothingElse) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const Outcome outcome = RebuildUnderLoad(seed, Online(GetParam()));
    EXPECT_EQ(outcome.problem, "") << "seed " << seed;
    EXPECT_GT(outcome.commits, 50U) << "seed " << seed;
    EXPECT_GT(outcome.figures.changes_brought_in, 50U) << "seed " << seed;
    EXPECT_GT(outcome.figures.extents_freed, 30U) << "seed " << seed;
    EXPECT_EQ(outcome.figures.pages_unlogged, GetParam() ? outcome.figures.pages : 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(OnlineBuild, InEachLogging, ::testing::Bool(), [](const auto& test) {
  return test.param ? "MinimallyLogged" : "FullyLogged";
});

TEST(OnlineBuild, WithoutTheChangesOfUsersTheTreeIsNotTheTable) {
  active_mutation = Mutation::kChangesNotBroughtIn;
  const Outcome outcome = RebuildUnderLoad(1, Online(true));
  active_mutation = Mutation::kNone;
  EXPECT_NE(outcome.problem, "");
}

/// Deletes the rows of initial positions [from, to), in one transaction.
Task<void> DeleteRows(TestServer& server, Worker& worker, uint64_t from, uint64_t to) {
  txn::TransactionManager& transactions = *server.transactions;
  auto begun = co_await transactions.Begin(worker);
  ExpectOk(begun);
  Transaction txn = std::move(begun).value();
  for (uint64_t position = from; position < to; ++position) {
    const uint64_t key = (position + 1) * server.machine.options.stride;
    ExpectOk(co_await transactions.Delete(worker, txn, kAccounts, key));
  }
  ExpectOk(co_await transactions.Commit(worker, txn));
}

struct TreeSpace {
  uint64_t leaves = 0;
  uint64_t rows = 0;  ///< ghosts included
};

Task<TreeSpace> SpaceOf(TestServer& server, Worker& worker, IndexId index) {
  btree::BTree& tree = server.transactions->tree(index);
  auto position = co_await tree.Find(worker, 0, runtime::LatchMode::kShared);
  ExpectOk(position);
  buffer::PageGuard leaf = std::move(position.value().leaf);
  TreeSpace space;
  for (;;) {
    ++space.leaves;
    space.rows += leaf.view().row_count();
    const PageId next = leaf.view().right_sibling();
    if (next == PageId{}) co_return space;
    auto guard = co_await server.pool.Fetch(worker, tree.db(), next, runtime::LatchMode::kShared);
    ExpectOk(guard);
    leaf = std::move(guard).value();
  }
}

constexpr uint64_t kRows = 8'000;
constexpr uint64_t kLiveRows = 800;

/// Most rows are deleted before the build reads them, two hundred when it has read them: these it
/// learns of only as changes of users.
Task<void> RebuildAmongGhosts(TestServer& server, Worker& worker, Builder& builder,
                              TreeSpace& before, TreeSpace& after) {
  co_await worker.Start();
  co_await DeleteRows(server, worker, kLiveRows + 200, kRows);
  before = co_await SpaceOf(server, worker, kAccounts);
  Worker builds(server.cpu, &server.telemetry, "spid50");
  auto begun = co_await server.transactions->Begin(worker);
  ExpectOk(begun);
  Transaction holds = std::move(begun).value();
  server.executor.Spawn("build", RebuildOnline(server, builds, builder));
  co_await server.executor.Sleep(kMillisecond);
  // The build cannot end before this one does, which has a row of the table.
  ExpectOk(co_await server.transactions->Update(worker, holds, kAccounts,
                                                server.machine.options.stride, 7));
  co_await server.executor.Sleep(10 * kSecond);
  EXPECT_FALSE(builder.ended);
  co_await DeleteRows(server, worker, kLiveRows, kLiveRows + 200);
  ExpectOk(co_await server.transactions->Commit(worker, holds));
  while (!builder.ended) co_await server.executor.Sleep(kSecond);
  after = co_await SpaceOf(server, worker, kAccounts);
  co_await worker.End();
}

TEST(OnlineBuild, GhostsTakeNoPlaceInTheNewTree) {
  Machine machine({.rows = kRows, .frames = 4'096});
  TestServer server(machine);
  test::Run(server, test::CreateScenario);
  Builder builder;
  TreeSpace before;
  TreeSpace after;
  Worker worker(server.cpu, &server.telemetry, "spid51");
  server.executor.Spawn("user", RebuildAmongGhosts(server, worker, builder, before, after));
  server.executor.Run();
  ExpectOk(builder.built);
  const auto rows_in = [](uint64_t leaves) { return leaves * page::RowsThatFit(test::kRowWidth); };
  EXPECT_EQ(before.rows, kRows) << "they are ghosts";
  EXPECT_EQ(builder.built.value().rows, kLiveRows + 200);
  EXPECT_GE(builder.built.value().changes_brought_in, 200U);
  EXPECT_EQ(after.rows, kLiveRows);
  EXPECT_LT(rows_in(after.leaves - 1), kLiveRows + 200) << "full pages of what was read";
  test::Run(server, test::ExpectAsTheOracle);
}

/// Whoever has changed the table before the build begins is waited for, and so is whoever is
/// changing it at the end; in between nobody waits.
Task<void> TakePartOfTheTable(TestServer& server, Worker& worker, Builder& builder,
                              std::vector<std::string>& told) {
  co_await worker.Start();
  txn::TransactionManager& transactions = *server.transactions;
  auto begun = co_await transactions.Begin(worker);
  ExpectOk(begun);
  Transaction first = std::move(begun).value();
  ExpectOk(co_await transactions.Update(worker, first, kAccounts, 100, 7));
  Worker builds(server.cpu, &server.telemetry, "spid50");
  server.executor.Spawn("build", RebuildOnline(server, builds, builder));
  co_await server.executor.Sleep(kSecond);
  told.emplace_back(builder.ended ? "built" : "waits for who was there before");
  ExpectOk(co_await transactions.Rollback(worker, first));

  begun = co_await transactions.Begin(worker);
  ExpectOk(begun);
  Transaction second = std::move(begun).value();
  ExpectOk(co_await transactions.Delete(worker, second, kAccounts, 800'000));
  told.emplace_back(builder.ended ? "built" : "has let the table go");
  co_await server.executor.Sleep(60 * kSecond);
  told.emplace_back(builder.ended ? "built" : "waits for who is there at the end");
  ExpectOk(co_await transactions.Rollback(worker, second));
  co_await server.executor.Sleep(kSecond);
  told.emplace_back(builder.ended ? "built" : "is not built");
  co_await worker.End();
}

TEST(OnlineBuild, WaitsForThoseWhoHaveTheTableAtItsBeginAndAtItsEnd) {
  Machine machine({.rows = 8'000, .frames = 4'096});
  TestServer server(machine);
  test::Run(server, test::CreateScenario);
  Builder builder;
  Worker worker(server.cpu, &server.telemetry, "spid51");
  std::vector<std::string> told;
  server.executor.Spawn("user", TakePartOfTheTable(server, worker, builder, told));
  server.executor.Run();
  ExpectOk(builder.built);
  EXPECT_EQ(told,
            (std::vector<std::string>{"waits for who was there before", "has let the table go",
                                      "waits for who is there at the end", "built"}));
  test::Run(server, test::ExpectAsTheOracle);
}

}  // namespace
}  // namespace snapscope::ops::online_build_test
