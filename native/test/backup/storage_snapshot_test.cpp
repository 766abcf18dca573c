// A full backup that is a snapshot of the storage: what the freeze keeps as it is, and what follows
// from it for the backups to come.
#include "backup/storage_snapshot.h"

#include <memory>
#include <optional>

#include "test/backup/backed_up_database.h"

namespace snapscope::backup::storage_snapshot_test {
namespace {

using runtime::WaitType;

/// A session of the server beside the user's.
std::unique_ptr<Worker> NewSession(BackedUpDatabase& server, const std::string& name) {
  const snapshot::EngineParts& engine = server.database().engine();
  return std::make_unique<Worker>(*engine.cpu, engine.telemetry, name);
}

Task<void> CommitBeside(BackedUpDatabase& server, uint64_t row, bool* committed) {
  const auto session = NewSession(server, "spid52");
  co_await session->Start();
  co_await server.UpdateBy(*session, row, 77);
  *committed = true;
  co_await session->End();
}

Task<void> CheckpointBeside(BackedUpDatabase& server, bool* taken) {
  const auto session = NewSession(server, "spid53");
  co_await session->Start();
  checkpoint::CheckpointRequest request{.source = "spid53", .kind = "automatic", .hold = nullptr};
  test::ExpectOk(co_await server.database().checkpointer().Run(*session, std::move(request)));
  *taken = true;
  co_await session->End();
}

Task<runtime::Turns::Turn> TurnOf(BackedUpDatabase& server) {
  return server.database().backup_source().turns.Await(server.user(), WaitType::kLckMU);
}

/// What is asked for as the session gives it.
StorageSnapshotRequest Named(const std::string& name) {
  return {.name = name, .device = "{GUID}1", .source = "spid51"};
}

uint64_t WritesOf(BackedUpDatabase& server) {
  uint64_t writes = 0;
  for (storage::File* file : server.database().source_files()) writes += file->statistics().writes;
  return writes;
}

Task<void> WorkWhileItIsFrozen(BackedUpDatabase& server) {
  co_await server.Update(1, 11);
  Worker& user = server.user();
  StorageSnapshot snapshot(server.database().backup_source(), Named("a"), co_await TurnOf(server),
                           user.Now());
  co_await snapshot.Freeze(user);
  const Lsn durable = server.database().log().durable_lsn();
  const uint64_t writes = WritesOf(server);
  bool committed = false;
  bool checkpointed = false;
  server.executor().Spawn("commit", CommitBeside(server, 2, &committed));
  server.executor().Spawn("checkpoint", CheckpointBeside(server, &checkpointed));
  co_await user.Think(2 * kSecond);
  EXPECT_FALSE(committed || checkpointed);
  EXPECT_EQ(server.database().log().durable_lsn(), durable);
  EXPECT_EQ(WritesOf(server), writes);
  EXPECT_EQ(snapshot.set().last, durable);
  snapshot.Thaw();
  co_await user.Think(kSecond);
  EXPECT_TRUE(committed && checkpointed);
  const runtime::WaitTable& waits = server.database().engine().telemetry->waits();
  const auto total = [&waits](WaitType type) { return waits[static_cast<size_t>(type)].total; };
  EXPECT_GT(total(WaitType::kDiskioSuspend), kSecond) << "of the log writer";
  EXPECT_GT(total(WaitType::kWritelog), kSecond) << "of the session";
}

TEST(StorageSnapshot, NothingOfTheDatabaseIsWrittenWhileItIsFrozen) {
  BackedUpDatabase().Run(WorkWhileItIsFrozen);
}

Task<BackupSet> TakeSnapshot(BackedUpDatabase& server, StorageSnapshotRequest request,
                             bool succeeds = true) {
  StorageSnapshot snapshot(server.database().backup_source(), std::move(request),
                           co_await TurnOf(server), server.user().Now());
  co_await snapshot.Freeze(server.user());
  snapshot.Thaw();
  if (succeeds) {
    test::ExpectOk(co_await snapshot.Succeed(server.user()));
  } else {
    snapshot.Fail();
  }
  co_return snapshot.set();
}

Task<void> TakeDifferentials(BackedUpDatabase& server) {
  const BackupSet full = co_await server.BackUp(BackupKind::kFull, "full");
  co_await server.Update(1, 11);
  StorageSnapshotRequest copy = Named("copy");
  copy.copy_only = true;
  (void)co_await TakeSnapshot(server, std::move(copy));
  const BackupSet of_full = co_await server.BackUp(BackupKind::kDifferential, "diff_1");
  EXPECT_TRUE(of_full.GoesWith(full)) << "a copy is no base";
  const BackupSet taken = co_await TakeSnapshot(server, Named("taken"));
  EXPECT_TRUE(taken.complete);
  const BackupSet again = co_await TakeSnapshot(server, Named("again"));
  co_await server.Update(2, 22);
  const BackupSet diff = co_await server.BackUp(BackupKind::kDifferential, "diff_2");
  EXPECT_TRUE(diff.GoesWith(again));
  EXPECT_FALSE(diff.GoesWith(taken));
  test::ExpectOk(CheckChain({again, diff}, StopPoint{}));
  EXPECT_FALSE(CheckChain({full, diff}, StopPoint{}).ok());
  EXPECT_LT(diff.pages, full.pages);
}

TEST(StorageSnapshot, IsTheBaseOfTheDifferentialsThatFollow) {
  BackedUpDatabase().Run(TakeDifferentials);
}

Task<void> SuspendForNothing(BackedUpDatabase& server) {
  const BackupSet full = co_await server.BackUp(BackupKind::kFull, "full");
  (void)co_await TakeSnapshot(server, Named("given_up"), /*succeeds=*/false);
  co_await server.Update(1, 11);
  const BackupSet few = co_await server.BackUp(BackupKind::kDifferential, "diff_1");
  EXPECT_LT(few.pages, full.pages / 2);
  StorageSnapshotRequest suspended = Named("suspended");
  suspended.suspends = true;
  (void)co_await TakeSnapshot(server, std::move(suspended), /*succeeds=*/false);
  const BackupSet all = co_await server.BackUp(BackupKind::kDifferential, "diff_2");
  EXPECT_GE(all.pages, full.pages);
  EXPECT_TRUE(all.GoesWith(full));
  const PageId page = co_await server.PageOf(1);
  const std::vector<BackupSet> sets{full, all};
  test::ExpectOk(co_await server.RestoreBeside(sets, StopPoint{}));
  EXPECT_EQ(server.RestoredValue(page, 1), 11);
}

TEST(StorageSnapshot, AfterASuspensionWithoutABackupTheNextDifferentialReadsEverything) {
  BackedUpDatabase().Run(SuspendForNothing);
}

}  // namespace
}  // namespace snapscope::backup::storage_snapshot_test
