// Which pages of a copy its restore has not brought, though they are in use there: of those the
// comparison with a sample must look at each.
#include <vector>

#include "page/allocation_map.h"
#include "test/backup/backed_up_database.h"

namespace snapscope::backup::missing_pages_test {
namespace {

std::vector<PageId> MissingFrom(database::RestoredDatabase& copy) {
  page::PageSet missing(copy.restoration().known().size());
  copy.AddMissingTo(missing);
  std::vector<PageId> pages;
  missing.ForEach([&pages](PageId page) { pages.push_back(page); });
  return pages;
}

/// Has the copy's own map say that the last page of one of its data files is in use, and returns
/// it.
PageId AllocateLastPage(BackedUpDatabase& server, uint32_t position) {
  const uint32_t last = server.copy().restoration().known().size().file_pages - 1;
  const PageId page = PageId::Of(page::DataFileId(position), last);
  const PageId map = page::PfsOf(page);
  page::PageBuffer pfs;
  EXPECT_TRUE(server.copy().ReadStored(map, pfs.span()).ok());
  EXPECT_EQ(page::MapEntry(pfs.view(), page::PfsSlot(page)), 0) << ToString(page);
  page::SetMapEntry(pfs.view(), page::PfsSlot(page), page::kPfsAllocated);
  page::SealPage(pfs.span());
  sim::StoredFile& file = **server.disk().Open(server.copy().places().at(position).path);
  const uint64_t sequence = file.next_sequence++;
  const uint64_t offset = uint64_t{map.number()} * page::kPageSize;
  file.pages.AddPending(sequence, offset, {pfs.bytes});
  file.pages.Settle(sequence, offset, page::kPageSize, sim::PendingOutcome::kKept, nullptr);
  return page;
}

Task<void> FindMissing(BackedUpDatabase& server) {
  const BackupSet full = co_await server.BackUp(BackupKind::kFull, "full");
  const std::vector<BackupSet> sets{full};
  const Status restored = co_await server.RestoreBeside(sets, StopPoint{});
  EXPECT_TRUE(restored.ok());
  if (!restored.ok()) co_return;
  EXPECT_EQ(MissingFrom(server.copy()), std::vector<PageId>()) << "the backup had all of it";
  const std::vector<PageId> left_out{AllocateLastPage(server, 0), AllocateLastPage(server, 1)};
  EXPECT_EQ(MissingFrom(server.copy()), left_out);
}

TEST(MissingPages, AreThoseInUseThatNoBackupHad) { BackedUpDatabase(2).Run(FindMissing); }

}  // namespace
}  // namespace snapscope::backup::missing_pages_test
