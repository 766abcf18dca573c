// Where backups of the log begin and end, and what a restore to a time has of them.
#include "test/backup/backed_up_database.h"

namespace snapscope::backup::log_backup_test {
namespace {

Task<void> BackUpACopyBetweenTwo(BackedUpDatabase& server) {
  co_await server.BackUp(BackupKind::kFull, "full");
  co_await server.Update(1, 11);
  const BackupSet first = co_await server.BackUp(BackupKind::kLog, "first");
  co_await server.Update(1, 12);
  const BackupRequest copy_only{.copy_only = true};
  const BackupSet copy = co_await server.BackUp(BackupKind::kLog, "copy", copy_only);
  co_await server.Update(1, 13);
  const BackupSet second = co_await server.BackUp(BackupKind::kLog, "second");
  EXPECT_EQ(copy.first, first.last);
  EXPECT_GT(copy.last, first.last);
  EXPECT_EQ(second.first, first.last);
  EXPECT_GT(second.last, copy.last);
}

TEST(LogBackup, ACopyOnlyOneIsNoLinkOfTheChain) { BackedUpDatabase().Run(BackUpACopyBetweenTwo); }

Task<void> StopAtTheTimeOfACommit(BackedUpDatabase& server) {
  const BackupSet full = co_await server.BackUp(BackupKind::kFull, "full");
  co_await server.Update(1, 11);
  const StopPoint stop{.at = server.committed_at()};
  co_await server.Update(1, 12);
  EXPECT_GT(server.committed_at(), *stop.at);
  const BackupSet log = co_await server.BackUp(BackupKind::kLog, "log");
  const std::vector<BackupSet> sets{full, log};
  test::ExpectOk(co_await server.RestoreBeside(sets, stop));
  const PageId page = co_await server.PageOf(1);
  EXPECT_EQ(server.RestoredValue(page, 1), 11);
}

TEST(LogBackup, ARestoreToTheTimeOfACommitHasIt) { BackedUpDatabase().Run(StopAtTheTimeOfACommit); }

// The log of the backup has what was appended before the flush with which it ends.
Task<void> CommitWhileTheLogIsFlushed(BackedUpDatabase& server) {
  const BackupSet full = co_await server.BackUp(BackupKind::kFull, "full");
  txn::Transaction txn = co_await server.Begin();
  co_await server.Change(txn, 1, 11);
  const TimeNs before = server.executor().Now();
  server.disk().Inject({.kind = storage::FaultKind::kLatency,
                        .delay = 10 * kMillisecond,
                        .path = server.database().log_file().path()});
  server.BeginBackup(BackupKind::kLog, "log");
  co_await server.user().Think(2 * kMillisecond);
  co_await server.Commit(txn);
  const StopPoint stop{.at = server.committed_at()};
  const BackupSet log = co_await server.AwaitBackup();
  EXPECT_GE(log.reached, before);
  EXPECT_LT(log.reached, *stop.at);
  EXPECT_GT(log.finished, *stop.at);
  const std::vector<BackupSet> sets{full, log};
  const Status refused = co_await server.RestoreBeside(sets, stop);
  EXPECT_EQ(refused.ok() ? "" : refused.error().message.substr(0, 8), "Msg 4322")
      << "the commit is in the next backup of the log";
}

TEST(LogBackup, DoesNotReachACommitThatCameDuringItsFlush) {
  BackedUpDatabase().Run(CommitWhileTheLogIsFlushed);
}

}  // namespace
}  // namespace snapscope::backup::log_backup_test
