// What users change while a full backup is taken is in it, or in the next differential one.
#include "btree/page_allocator.h"
#include "test/backup/backed_up_database.h"

namespace snapscope::backup::full_backup_test {
namespace {

// The first rows are on a page that is read with the first chunk.
Task<void> WriteWhatHasBeenRead(BackedUpDatabase& server) {
  const PageId page = co_await server.PageOf(1);
  server.BeginBackup(BackupKind::kFull, "full");
  while (server.ChunksOf("full", BackupKind::kFull) < 2) {
    co_await server.user().Think(100 * kMicrosecond);
  }
  co_await server.Update(1, 11);
  co_await server.WriteOut(page);
  EXPECT_FALSE(server.has_ended());
  const BackupSet full = co_await server.AwaitBackup();
  const BackupSet differential = co_await server.BackUp(BackupKind::kDifferential, "diff");
  const std::vector<BackupSet> sets{full, differential};
  test::ExpectOk(co_await server.RestoreBeside(sets, StopPoint{}));
  EXPECT_EQ(server.RestoredValue(page, 1), 11);
}

TEST(FullBackup, WhatIsWrittenBehindItsReadersIsInTheNextDifferentialOne) {
  BackedUpDatabase().Run(WriteWhatHasBeenRead);
}

constexpr uint32_t kSecondFile = page::DataFileId(1);

/// A page for what is being built, to which nothing leads.
Task<PageId> TakePage(BackedUpDatabase& server) {
  txn::TransactionManager& transactions = server.database().transactions();
  btree::SystemChange change(server.database().pool(), database::kSourceDb, btree::kBuildSpace,
                             transactions);
  test::ExpectOk(co_await change.Begin(server.user()));
  const auto taken = co_await transactions.allocator().Take(server.user(), change);
  EXPECT_TRUE(taken.ok());
  change.Commit();
  co_return *taken;
}

/// The next page that is taken will be the first of an extent of the first file. No map is dirty.
Task<void> FillAnExtentOfTheSecondFile(BackedUpDatabase& server) {
  PageId page;
  while (page.file() != kSecondFile || (page.number() + 1) % page::kPagesPerExtent != 0) {
    page = co_await TakePage(server);
  }
  checkpoint::CheckpointRequest request{.source = "spid51", .kind = "automatic", .hold = nullptr};
  test::ExpectOk(co_await server.database().checkpointer().Run(server.user(), std::move(request)));
}

/// Latches the page as soon as nobody else has it latched.
Task<buffer::PageGuard> Latch(BackedUpDatabase& server, PageId page) {
  for (;;) {
    buffer::PageGuard latched = server.database().pool().TryFetch(database::kSourceDb, page,
                                                                  runtime::LatchMode::kExclusive);
    if (latched) co_return latched;
    co_await server.user().Think(100 * kMicrosecond);
  }
}

Task<void> WritePage(BackedUpDatabase& server, PageId page) {
  const auto bytes = std::make_unique<page::PageBuffer>();
  bytes->view().Format(page, page::PageType::kLeaf, btree::kBuildSpace, 0, 100);
  page::SealPage(bytes->span());
  std::vector<ConstByteSpan> buffers{bytes->bytes};
  test::ExpectOk(co_await server.database().source().WritePages(page, std::move(buffers)));
}

// The backup looks for allocated extents before its checkpoint and behind it. The second time the
// GAM page of the second file is kept from it until an extent of the first has been allocated.
Task<void> AllocateWhatHasBeenPassed(BackedUpDatabase& server) {
  co_await FillAnExtentOfTheSecondFile(server);
  const PageId gam = page::GamOf({.file = kSecondFile, .number = 0});
  wal::Log& log = server.database().log();
  const Lsn before = log.checkpoint_mark().begin;
  buffer::PageGuard latch = co_await Latch(server, gam);
  server.BeginBackup(BackupKind::kFull, "full");
  co_await server.user().Think(10 * kMillisecond);
  latch.Release();
  co_await server.user().Think(100 * kMicrosecond);
  latch = co_await Latch(server, gam);
  EXPECT_EQ(log.checkpoint_mark().begin, before) << "the checkpoint is under way";
  while (log.checkpoint_mark().begin == before) co_await server.user().Think(kMillisecond);
  co_await server.user().Think(10 * kMillisecond);
  const PageId page = co_await TakePage(server);
  EXPECT_EQ(page.file(), page::DataFileId(0));
  EXPECT_EQ(page.number() % page::kPagesPerExtent, 0U) << "of a new extent";
  co_await WritePage(server, page);
  latch.Release();
  const BackupSet full = co_await server.AwaitBackup();
  const BackupSet differential = co_await server.BackUp(BackupKind::kDifferential, "diff");
  const std::vector<BackupSet> sets{full, differential};
  test::ExpectOk(co_await server.RestoreBeside(sets, StopPoint{}));
  EXPECT_EQ(server.Restored(page).index(), btree::kBuildSpace);
}

TEST(FullBackup, AnExtentThatIsAllocatedBehindItsFindingIsInTheNextDifferentialOne) {
  BackedUpDatabase(2).Run(AllocateWhatHasBeenPassed);
}

}  // namespace
}  // namespace snapscope::backup::full_backup_test
