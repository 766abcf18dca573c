// Restores whose files fail them.
#include "test/backup/backed_up_database.h"

namespace snapscope::backup::restore_test {
namespace {

Task<void> FailAtEachIo(BackedUpDatabase& server) {
  co_await server.Update(1, 11);
  const BackupSet full = co_await server.BackUp(BackupKind::kFull, "full");
  const std::vector<BackupSet> sets{full};
  const Status first = co_await server.RestoreBeside(sets, StopPoint{});
  EXPECT_TRUE(first.ok());
  const PageId page = co_await server.PageOf(1);
  sim::Disk& disk = server.disk();
  uint64_t failed = 0;
  for (uint64_t after = 1;; ++after) {
    const uint64_t struck = disk.struck(storage::FaultKind::kError);
    disk.Inject({.kind = storage::FaultKind::kError,
                 .at_io = disk.ios() + after,
                 .path = server.restored_path()});
    const Status restored = co_await server.RestoreBeside(sets, StopPoint{});
    co_await server.user().Think(kSecond);  // no write is under way any more
    if (disk.struck(storage::FaultKind::kError) == struck) {
      EXPECT_TRUE(restored.ok());
      break;
    }
    EXPECT_FALSE(restored.ok()) << "with an error at the file's first I/O behind " << after - 1;
    ++failed;
  }
  disk.CancelFaults();
  EXPECT_GT(failed, 20U);
  EXPECT_EQ(server.RestoredValue(page, 1), 11);
}

TEST(Restore, FailsWithAnyIoOfItsDataFile) { BackedUpDatabase().Run(FailAtEachIo); }

Task<void> VerifyWhatIsDamaged(BackedUpDatabase& server) {
  const BackupSet full = co_await server.BackUp(BackupKind::kFull, "full");
  const std::vector<BackupSet> sets{full};
  EXPECT_GT(full.chunks, 3U);
  for (uint64_t chunk = 0; chunk < full.chunks; ++chunk) {
    // A byte of its header, and one of what it has: pages, or log in the last one.
    for (const uint64_t offset : {uint64_t{10}, kHeaderBytes + 100}) {
      server.FlipByte(full, SlotOffset(chunk) + offset);
      const Status damaged = co_await server.Verify(full);
      EXPECT_FALSE(damaged.ok()) << "chunk " << chunk << ", byte " << offset;
      const Status restored = co_await server.RestoreBeside(sets, StopPoint{});
      EXPECT_FALSE(restored.ok()) << "chunk " << chunk << ", byte " << offset;
      server.FlipByte(full, SlotOffset(chunk) + offset);
    }
  }
  test::ExpectOk(co_await server.Verify(full));
}

TEST(Restore, AVerificationTellsBeforeItOfADamagedChunk) {
  BackedUpDatabase().Run(VerifyWhatIsDamaged);
}

}  // namespace
}  // namespace snapscope::backup::restore_test
