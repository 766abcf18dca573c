// A clustered index is rebuilt online while sessions change its table: afterwards the new tree has
// what the oracle expects, whatever was under way when its rows were read.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/ops/online_rebuild.h"

namespace snapscope::ops::online_build_test {
namespace {

using test::ExpectOk;
using test::kAccounts;
using test::Machine;
using test::Online;
using test::OnlineRebuild;
using test::RebuildOnline;
using test::RebuildOutcome;
using test::RebuildUnderLoad;
using test::TestServer;
using txn::Transaction;

class InEachLogging : public ::testing::TestWithParam<bool> {};

TEST_P(InEachLogging, TheNewTreeHasWhatWasCommittedAndNothingElse) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const RebuildOutcome outcome = RebuildUnderLoad(seed, Online(GetParam()));
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

/// Deletes the rows of initial positions [from, to), in one transaction.
Task<void> DeleteRows(TestServer& server, Worker& worker, uint64_t from, uint64_t to) {
  txn::TransactionManager& transactions = *server.transactions;
  Transaction txn = co_await test::Begin(server, worker);
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
Task<void> RebuildAmongGhosts(TestServer& server, Worker& worker, OnlineRebuild& builder,
                              TreeSpace& before, TreeSpace& after) {
  co_await worker.Start();
  co_await DeleteRows(server, worker, kLiveRows + 200, kRows);
  before = co_await SpaceOf(server, worker, kAccounts);
  Worker builds(server.cpu, &server.telemetry, "spid50");
  Transaction holds = co_await test::Begin(server, worker);
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
  test::CreatedServer server(machine);
  OnlineRebuild builder;
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
Task<void> TakePartOfTheTable(TestServer& server, Worker& worker, OnlineRebuild& builder,
                              std::vector<std::string>& told) {
  co_await worker.Start();
  txn::TransactionManager& transactions = *server.transactions;
  Transaction first = co_await test::Begin(server, worker);
  ExpectOk(co_await transactions.Update(worker, first, kAccounts, 100, 7));
  Worker builds(server.cpu, &server.telemetry, "spid50");
  server.executor.Spawn("build", RebuildOnline(server, builds, builder));
  co_await server.executor.Sleep(kSecond);
  told.emplace_back(builder.ended ? "built" : "waits for who was there before");
  ExpectOk(co_await transactions.Rollback(worker, first));

  Transaction second = co_await test::Begin(server, worker);
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
  test::CreatedServer server(machine);
  OnlineRebuild builder;
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
