// The ghost clean-up: what it takes away and what it must leave, what it remembers, and power cuts
// at each of its I/Os.
#include "txn/ghost_cleanup.h"

#include <gtest/gtest.h>

#include "test/recovery/crash.h"
#include "test/txn/test_server.h"
#include "txn/transaction.h"

namespace snapscope::txn::ghost_cleanup_test {
namespace {

using test::ExpectOk;
using test::kAccounts;
using test::Machine;
using test::Succeeds;
using test::TestServer;

/// Pages, rows and ghosts of the accounts' leaves.
struct Leaves {
  uint64_t pages = 0;
  uint64_t rows = 0;
  uint64_t ghosts = 0;
};

Task<Leaves> CountLeaves(TestServer& server, Worker& worker) {
  Leaves leaves;
  btree::BTree& tree = server.transactions->tree(kAccounts);
  auto position = co_await tree.Find(worker, 0, runtime::LatchMode::kShared);
  ExpectOk(position);
  if (!position.ok()) co_return leaves;
  buffer::PageGuard leaf = std::move(position->leaf);
  while (leaf) {
    const page::PageView view = leaf.view();
    ++leaves.pages;
    leaves.rows += view.row_count();
    for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
      leaves.ghosts += page::PeekRow(view.row_at(slot)).ghost ? 1 : 0;
    }
    auto right = co_await tree.NextLeaf(worker, std::move(leaf));
    ExpectOk(right);
    if (!right.ok()) co_return leaves;
    leaf = std::move(*right);
  }
  co_return leaves;
}

/// Deletes the rows first .. last (numbers from 1) in one transaction; false if the power went.
Task<bool> DeleteRows(TestServer& server, Worker& worker, uint64_t first, uint64_t last) {
  TransactionManager& transactions = *server.transactions;
  auto txn = co_await transactions.Begin(worker);
  if (!Succeeds(txn)) co_return false;
  for (uint64_t row = first; row <= last; ++row) {
    const Status deleted =
        co_await transactions.Delete(worker, *txn, kAccounts, row * server.machine.options.stride);
    if (!Succeeds(deleted)) co_return false;
  }
  const Status committed = co_await transactions.Commit(worker, *txn);
  co_return Succeeds(committed);
}

Task<void> CleanAll(TestServer& server, Worker& worker) {
  GhostCleanup& ghosts = server.transactions->ghost_cleanup();
  while (ghosts.pages_noted() > 0) {
    const Status cleaned = co_await ghosts.CleanRound(worker);
    if (!Succeeds(cleaned)) co_return;
  }
}

void RunAndCompare(test::Scenario scenario) {
  Machine machine({});
  test::CreatedServer server(machine);
  test::Run(server, scenario);
  test::Run(server, test::ExpectAsTheOracle);
  EXPECT_EQ(server.pool.pins(), 0U);
  EXPECT_EQ(server.transactions->locks_held(), 0U);
  EXPECT_EQ(server.transactions->active_count(), 0U);
}

Task<void> DeleteAndClean(TestServer& server, Worker& worker) {
  const Leaves before = co_await CountLeaves(server, worker);
  EXPECT_TRUE(co_await DeleteRows(server, worker, 101, 700));
  Leaves leaves = co_await CountLeaves(server, worker);
  EXPECT_EQ(leaves.ghosts, 600U);
  EXPECT_EQ(leaves.rows, before.rows);
  GhostCleanup& ghosts = server.transactions->ghost_cleanup();
  const size_t noted = ghosts.pages_noted();
  EXPECT_GT(noted, 2 * GhostCleanup::kPagesPerRound);
  ExpectOk(co_await ghosts.CleanRound(worker));
  EXPECT_EQ(ghosts.pages_noted(), noted - GhostCleanup::kPagesPerRound);
  co_await CleanAll(server, worker);
  leaves = co_await CountLeaves(server, worker);
  EXPECT_EQ(leaves.ghosts, 0U);
  EXPECT_EQ(leaves.rows, before.rows - 600);
  EXPECT_EQ(leaves.pages, before.pages - ghosts.figures().leaves_removed);
  EXPECT_EQ(ghosts.figures().rows_purged, 600U);
  EXPECT_GT(ghosts.figures().leaves_removed, 18U);
  EXPECT_GT(ghosts.figures().extents_freed, 0U);
}

TEST(GhostCleanupTest, WhatDeletesLeaveIsGoneTenPagesARound) { RunAndCompare(DeleteAndClean); }

Task<void> CleanDuringATransaction(TestServer& server, Worker& worker) {
  TransactionManager& transactions = *server.transactions;
  GhostCleanup& ghosts = transactions.ghost_cleanup();
  auto txn = co_await transactions.Begin(worker);
  ExpectOk(co_await transactions.Delete(worker, *txn, kAccounts, 100));
  ExpectOk(co_await transactions.Insert(worker, *txn, kAccounts, 101, 1));
  ExpectOk(co_await transactions.Delete(worker, *txn, kAccounts, 101));
  ExpectOk(co_await ghosts.CleanRound(worker));
  EXPECT_EQ(ghosts.figures().rows_purged, 0U);
  EXPECT_EQ(ghosts.pages_noted(), 1U) << "the page comes again";
  ExpectOk(co_await transactions.Rollback(worker, *txn));
  co_await CleanAll(server, worker);
  EXPECT_EQ(ghosts.figures().rows_purged, 1U) << "the ghost that the rollback of the insert left";
}

TEST(GhostCleanupTest, AGhostOfARunningTransactionStays) { RunAndCompare(CleanDuringATransaction); }

Task<void> CleanALockedTable(TestServer& server, Worker& worker) {
  EXPECT_TRUE(co_await DeleteRows(server, worker, 1, 3));
  TransactionManager& transactions = *server.transactions;
  auto builder = co_await transactions.Begin(worker);
  ExpectOk(co_await transactions.LockWholeTable(worker, *builder, kAccounts,
                                                LockMode::kSchemaModification));
  GhostCleanup& ghosts = transactions.ghost_cleanup();
  ExpectOk(co_await ghosts.CleanRound(worker));
  EXPECT_EQ(ghosts.figures().pages_visited, 0U);
  EXPECT_EQ(ghosts.pages_noted(), 1U);
  ExpectOk(co_await transactions.Commit(worker, *builder));
  ExpectOk(co_await ghosts.CleanRound(worker));
  EXPECT_EQ(ghosts.figures().rows_purged, 3U);
}

TEST(GhostCleanupTest, ATableThatIsBeingRebuiltIsLeftAlone) { RunAndCompare(CleanALockedTable); }

Task<void> ForgetAndScan(TestServer& server, Worker& worker) {
  GhostCleanup& ghosts = server.transactions->ghost_cleanup();
  EXPECT_EQ(ghosts.pages_noted(), 0U) << "a start forgets them";
  btree::Scan scan(server.transactions->tree(kAccounts));
  for (;;) {
    const auto rows = co_await scan.Next(worker);
    ExpectOk(rows);
    if (!rows.ok() || rows->empty()) break;
  }
  co_await CleanAll(server, worker);
  EXPECT_EQ(ghosts.figures().rows_purged, 40U);
}

Task<void> DeleteForty(TestServer& server, Worker& worker) {
  EXPECT_TRUE(co_await DeleteRows(server, worker, 11, 50));
}

TEST(GhostCleanupTest, AfterAStartScansFindTheGhosts) {
  Machine machine({});
  {
    test::CreatedServer server(machine);
    test::Run(server, DeleteForty);
    machine.disk.PowerCut(Rng(1, "end"));
  }
  machine.disk.Restart();
  TestServer server(machine);
  ASSERT_TRUE(test::Restart(server, false));
  test::Run(server, ForgetAndScan);
  test::Run(server, test::ExpectAsTheOracle);
}

// A pool of few frames, and checkpoints in between: pages are written before and after each step.
Task<void> CleanAndWrite(TestServer& server, Worker& worker) {
  GhostCleanup& ghosts = server.transactions->ghost_cleanup();
  if (!co_await DeleteRows(server, worker, 101, 500)) co_return;
  while (ghosts.pages_noted() > 0) {
    const Status cleaned = co_await ghosts.CleanRound(worker);
    if (!Succeeds(cleaned)) co_return;
    const auto written = co_await server.Checkpoint(worker);
    if (!Succeeds(written)) co_return;
    // What took the place of the leaves, in pages that they had.
    auto txn = co_await server.transactions->Begin(worker);
    if (!Succeeds(txn)) co_return;
    const uint64_t first = 1'000'000 + 1'000 * ghosts.figures().leaves_removed;
    for (uint64_t key = first; key < first + 40; ++key) {
      const Status inserted = co_await server.transactions->Insert(worker, *txn, kAccounts, key, 1);
      if (!Succeeds(inserted)) co_return;
    }
    const Status committed = co_await server.transactions->Commit(worker, *txn);
    if (!Succeeds(committed)) co_return;
  }
}

test::MachineOptions SmallMachine() {
  test::MachineOptions options;
  options.frames = 64;
  return options;
}

TEST(GhostCleanupTest, APowerCutAtAnyOfItsIosLosesNothing) {
  uint64_t created = 0;
  uint64_t ended = 0;
  {
    Machine machine(SmallMachine());
    test::CreatedServer server(machine);
    created = machine.disk.ios();
    test::Run(server, CleanAndWrite);
    EXPECT_GT(server.transactions->ghost_cleanup().figures().leaves_removed, 10U);
    ended = machine.disk.ios();
  }
  ASSERT_GT(ended, created + 20);
  uint64_t undone = 0;
  for (uint64_t io = created + 1; io <= ended; ++io) {
    SCOPED_TRACE("power cut at I/O " + std::to_string(io));
    test::MachineOptions options = SmallMachine();
    options.faults.faults.push_back({storage::FaultKind::kPowerCut, io});
    Machine machine(options);
    {
      test::CreatedServer server(machine);
      test::RunUntilPowerCut(server, CleanAndWrite);
    }
    undone += test::RecoverAndVerify(machine).undo.system_transactions;
    if (testing::Test::HasFailure()) return;
  }
  RecordProperty("system_transactions_undone", static_cast<int>(undone));
}

}  // namespace
}  // namespace snapscope::txn::ghost_cleanup_test
