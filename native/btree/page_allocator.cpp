// Pages of extents that their index owns. extent_allocation.cpp gets it more extents.
#include "btree/page_allocator.h"

#include <algorithm>
#include <string>

namespace snapscope::btree {

using page::ExtentId;
using page::kPagesPerExtent;

PageAllocator::PageAllocator(BufferPool& pool, DbId db, SystemTransactions& system)
    : pool_(pool), db_(db), system_(system) {}

Error PageAllocator::Full() const {
  const uint64_t pages = uint64_t{file_pages_} * files_.size();
  return Error{ErrorCode::kDatabaseFull,
               "no page can be allocated: all " + std::to_string(pages / kPagesPerExtent) +
                   " extents of the database (" + std::to_string(pages * page::kPageSize >> 20) +
                   " MiB) are in use; a larger database.sizeMiB leaves more room"};
}

void PageAllocator::NoteFree(IndexId index, PageId page) {
  const ExtentId extent = page::ExtentOf(page);
  IndexSpace& space = spaces_[index];
  space.searched = false;
  if (!IsOpen(index, extent)) space.open.push_front(extent);
}

bool PageAllocator::IsOpen(IndexId index, ExtentId extent) const {
  const auto space = spaces_.find(index);
  return space != spaces_.end() &&
         std::ranges::find(space->second.open, extent) != space->second.open.end();
}

Task<Result<PageId>> PageAllocator::Take(Worker& worker, SystemChange& change) {
  CO_TRY(co_await ReadSize(worker));
  const IndexId index = change.space();
  IndexSpace& space = spaces_[index];
  const Taker taker(space);
  if (!space.known) CO_TRY(co_await FindNewestExtent(worker, index));
  for (;;) {
    while (!space.open.empty()) {
      const ExtentId extent = space.open.front();
      CO_TRY_ASSIGN(const auto taken,
                    co_await TakeFrom(worker, change, extent, page::kPfsAllocated));
      if (taken) co_return *taken;
      std::erase(space.open, extent);
    }
    CO_TRY_ASSIGN(const auto added, co_await AddExtent(worker, index));
    if (added) continue;
    if (space.searched) {
      if (on_full_) on_full_(worker, index);
      co_return Full();
    }
    space.searched = true;
    CO_TRY(co_await FindFreePages(worker, index));
  }
}

Task<Result<std::optional<PageId>>> PageAllocator::TakeFrom(Worker& worker, SystemChange& change,
                                                            ExtentId extent, uint8_t pfs_byte) {
  CO_TRY_ASSIGN(auto fetched,
                co_await pool_.Fetch(worker, db_, page::PfsOf(extent.page(0)), LatchMode::kUpdate));
  // It may have been given up while the PFS page was waited for.
  const bool is_mixed = (pfs_byte & page::kPfsMixed) != 0;
  if (!is_mixed && !IsOpen(change.space(), extent)) co_return std::optional<PageId>();
  for (uint32_t i = 0; i < kPagesPerExtent; ++i) {
    const PageId page = extent.page(i);
    const uint16_t slot = page::PfsSlot(page);
    if (page::FixedPageType(page) != page::PageType::kFree) continue;
    if ((page::MapEntry(fetched.view(), slot) & page::kPfsAllocated) != 0) continue;
    CO_TRY(co_await change.SetMapEntry(worker, fetched, slot, pfs_byte));
    co_return std::optional<PageId>(page);
  }
  co_return std::optional<PageId>();
}

Task<Status> PageAllocator::ReadSize(Worker& worker) {
  if (!files_.empty()) co_return Status();
  const auto boot = co_await pool_.Fetch(worker, db_, page::kBootPage, LatchMode::kShared);
  CO_TRY(boot);
  if (boot.value().view().type() != page::PageType::kBoot) {
    co_return Error{ErrorCode::kCorruptPage, "page (1:9) is not a boot page"};
  }
  const page::BootRecord record = page::ReadBoot(boot.value().view().bytes());
  file_pages_ = record.file_pages;
  if (files_.empty()) files_.resize(record.data_files);
  co_return Status();
}

Task<Result<PageId>> PageAllocator::FirstIam(Worker& worker, IndexId index) {
  CO_TRY_ASSIGN(const auto boot,
                co_await pool_.Fetch(worker, db_, page::kBootPage, LatchMode::kShared));
  co_return PageId{page::ReadBoot(boot.view().bytes()).first_iams.at(index.value - 1U)};
}

Task<Result<PageGuard>> PageAllocator::FetchIam(Worker& worker, PageId page, IndexId index,
                                                LatchMode mode) {
  CO_TRY_ASSIGN(auto fetched, co_await pool_.Fetch(worker, db_, page, mode));
  const page::PageView view = fetched.view();
  if (view.type() == page::PageType::kIam && view.index() == index) {
    co_return std::move(fetched);
  }
  co_return Error{
      ErrorCode::kCorruptPage,
      "page " + ToString(page) + " is not an IAM page of index " + std::to_string(index.value)};
}

Task<Status> PageAllocator::FindNewestExtent(Worker& worker, IndexId index) {
  IndexSpace& space = spaces_[index];
  space.known = true;
  CO_TRY_ASSIGN(const auto first, co_await FirstIam(worker, index));
  if (first == PageId{}) co_return Status();
  CO_TRY_ASSIGN(const auto iam, co_await FetchIam(worker, first, index, LatchMode::kShared));
  const page::PageView view = iam.view();
  const uint32_t last = page::LastSetBit(view);
  if (last == page::kMapExtents) co_return Status();
  ExtentId extent = page::IntervalOf(view);
  extent.number += last;
  space.open.push_back(extent);
  FileSpace& file = files_.at(page::DataFilePosition(extent.file));
  file.next = std::max(file.next, extent.number);
  co_return Status();
}

Task<Result<bool>> PageAllocator::HasFreePage(Worker& worker, ExtentId extent) {
  CO_TRY_ASSIGN(const auto pfs,
                co_await pool_.Fetch(worker, db_, page::PfsOf(extent.page(0)), LatchMode::kShared));
  for (uint32_t i = 0; i < kPagesPerExtent; ++i) {
    const uint8_t byte = page::MapEntry(pfs.view(), page::PfsSlot(extent.page(i)));
    if ((byte & page::kPfsAllocated) == 0) co_return true;
  }
  co_return false;
}

Task<Status> PageAllocator::FindFreePages(Worker& worker, IndexId index) {
  CO_TRY_ASSIGN(PageId next, co_await FirstIam(worker, index));
  while (next != PageId{}) {
    CO_TRY_ASSIGN(auto iam, co_await FetchIam(worker, next, index, LatchMode::kShared));
    const page::PageView view = iam.view();
    for (uint32_t slot = page::NextSetBit(view, 0); slot < page::kMapExtents;
         slot = page::NextSetBit(view, slot + 1)) {
      ExtentId extent = page::IntervalOf(view);
      extent.number += slot;
      CO_TRY_ASSIGN(const auto free, co_await HasFreePage(worker, extent));
      const bool still_owned = page::MapEntry(view, static_cast<uint16_t>(slot)) != 0;
      if (free && still_owned && !IsOpen(index, extent)) {
        spaces_[index].open.push_back(extent);
      }
    }
    next = view.right_sibling();
  }
  co_return Status();
}

}  // namespace snapscope::btree
