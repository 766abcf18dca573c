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
  const std::vector<DirectoryEntry> chunks = server.DirectoryOf(full);
  EXPECT_GT(chunks.size(), 3U);
  std::vector<uint64_t> offsets{10, 600, server.DirectoryAt(full) + 100};
  // A byte of its header, and one of what it has: pages, or log in the last one.
  for (const DirectoryEntry& chunk : chunks) {
    offsets.push_back(chunk.offset + 10);
    offsets.push_back(chunk.offset + kHeaderBytes + 100);
  }
  for (const uint64_t offset : offsets) {
    server.FlipByte(full, offset);
    const Status damaged = co_await server.Verify(full);
    EXPECT_FALSE(damaged.ok()) << "byte " << offset;
    const Status restored = co_await server.RestoreBeside(sets, StopPoint{});
    EXPECT_FALSE(restored.ok()) << "byte " << offset;
    server.FlipByte(full, offset);
  }
  test::ExpectOk(co_await server.Verify(full));
}

TEST(Restore, AVerificationTellsBeforeItOfADamagedChunk) {
  BackedUpDatabase().Run(VerifyWhatIsDamaged);
}

int NumberOf(const Status& status) { return status.ok() ? 0 : status.error().number; }

Task<void> VerifyWithoutChecksums(BackedUpDatabase& server) {
  const BackupRequest without{.checksum = false};
  const BackupSet full = co_await server.BackUp(BackupKind::kFull, "full", without);
  const Status refused = co_await server.Verify(full, /*with_checksum=*/true);
  EXPECT_EQ(NumberOf(refused), 3187);
  // Of its pages a byte is nobody's to tell, and of its chunks' headers each.
  server.FlipByte(full, kHeaderBytes + kHeaderBytes + 100);
  test::ExpectOk(co_await server.Verify(full));
  server.FlipByte(full, kHeaderBytes + 10);
  EXPECT_FALSE((co_await server.Verify(full)).ok());
}

TEST(Restore, AVerificationOfASetWithoutChecksumsIsOfItsStructure) {
  BackedUpDatabase().Run(VerifyWithoutChecksums);
}

/// Damages the page of row 1 in its file, which has the row's newest change.
Task<PageId> DamagePageOfRow(BackedUpDatabase& server) {
  const PageId page = co_await server.PageOf(1);
  co_await server.Update(1, 10);
  co_await server.WriteOut(page);
  const std::string path = server.database().data_files().front()->path();
  server.FlipByte(path, uint64_t{page.number()} * page::kPageSize + 200);
  co_return page;
}

// The page is changed while the backup reads others: its log has a record about it.
Task<void> RestoreADamagedPage(BackedUpDatabase& server) {
  const PageId page = co_await DamagePageOfRow(server);
  const BackupRequest continuing{.continue_after_error = true};
  server.BeginBackup(BackupKind::kFull, "full", continuing);
  while (server.ChunksOf("full", BackupKind::kFull) < 2) {
    co_await server.user().Think(100 * kMicrosecond);
  }
  co_await server.Update(1, 11);
  const BackupSet full = co_await server.AwaitBackup();
  EXPECT_EQ(full.damaged_pages, 1U);
  const Status damaged = co_await server.Verify(full, /*with_checksum=*/true);
  EXPECT_EQ(NumberOf(damaged), 3189);
  const std::vector<BackupSet> sets{full};
  const Status refused = co_await server.RestoreBeside(sets, StopPoint{});
  EXPECT_EQ(NumberOf(refused), 3182);
  test::ExpectOk(co_await server.RestoreBeside(sets, StopPoint{}, /*continue_after_error=*/true));
  EXPECT_EQ(server.copy().restoration().figures().suspect_pages, 1U);
  page::PageBuffer buffer;
  EXPECT_EQ(server.copy().ReadStored(page, buffer.span()).error().code, ErrorCode::kCorruptPage);
}

TEST(Restore, OfADamagedPageGoesOnOnlyAfterAnError) { BackedUpDatabase().Run(RestoreADamagedPage); }

// Its differential backup has the page whole.
Task<void> RestoreAMendedPage(BackedUpDatabase& server) {
  const PageId page = co_await DamagePageOfRow(server);
  const BackupRequest continuing{.continue_after_error = true};
  const BackupSet full = co_await server.BackUp(BackupKind::kFull, "full", continuing);
  co_await server.Update(1, 11);
  co_await server.WriteOut(page);
  const BackupSet differential = co_await server.BackUp(BackupKind::kDifferential, "diff");
  EXPECT_EQ(differential.damaged_pages, 0U);
  const std::vector<BackupSet> sets{full, differential};
  test::ExpectOk(co_await server.RestoreBeside(sets, StopPoint{}, /*continue_after_error=*/true));
  EXPECT_EQ(server.copy().restoration().figures().suspect_pages, 0U);
  EXPECT_EQ(server.RestoredValue(page, 1), 11);
}

TEST(Restore, ADamagedPageIsMendedByALaterBackup) { BackedUpDatabase().Run(RestoreAMendedPage); }

}  // namespace
}  // namespace snapscope::backup::restore_test
