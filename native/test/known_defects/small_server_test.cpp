// Known defects on a small server, without a run: its rows tell of them, or a rollback does.
#include <gtest/gtest.h>

#include "test/known_defects/switched_on.h"
#include "test/ops/online_rebuild.h"
#include "test/txn/test_server.h"

namespace snapscope::known_defects::small_server_test {
namespace {

using runtime::Task;
using runtime::Worker;
using test::ExpectFails;
using test::ExpectOk;
using test::kAccounts;
using test::TestServer;

TEST(OnlineRebuild, WithoutTheChangesOfUsersTheTreeIsNotTheTable) {
  const SwitchedOn defect("changesNotBroughtIn");
  EXPECT_NE(test::RebuildUnderLoad(1, test::Online(true)).problem, "");
}

Task<void> PurgeTooEarly(TestServer& server, Worker& worker) {
  const SwitchedOn defect("ghostPurgedEarly");
  txn::TransactionManager& transactions = *server.transactions;
  auto txn = co_await transactions.Begin(worker);
  ExpectOk(co_await transactions.Delete(worker, *txn, kAccounts, 100));
  ExpectOk(co_await transactions.ghost_cleanup().CleanRound(worker));
  ExpectFails(ErrorCode::kCorruptPage, co_await transactions.Rollback(worker, *txn));
}

TEST(GhostCleanup, AGhostThatWentTooEarlyIsMissedByTheRollback) {
  test::Machine machine({});
  test::CreatedServer server(machine);
  test::Run(server, PurgeTooEarly);
}

}  // namespace
}  // namespace snapscope::known_defects::small_server_test
