// Giving back what an index has: pages, extents, IAM pages.
#include <utility>

#include "base/check.h"
#include "btree/new_extent.h"
#include "btree/page_allocator.h"

namespace snapscope::btree {

using page::ExtentId;
using page::kPagesPerExtent;
using page::LogRecord;
using page::RecordType;

Task<Status> PageAllocator::Release(Worker& worker, SystemChange& change, PageId page) {
  CO_TRY_ASSIGN(auto pfs, co_await pool_.Fetch(worker, db_, page::PfsOf(page), LatchMode::kUpdate));
  const uint16_t slot = page::PfsSlot(page);
  if (page::MapEntry(pfs.view(), slot) == 0) co_return Status();
  co_return co_await change.SetMapEntry(worker, pfs, slot, 0);
}

Task<Status> PageAllocator::EnsureIam(Worker& worker, IndexId index, ExtentId extent) {
  CO_TRY_ASSIGN(const auto found, co_await FindIam(worker, index, page::IntervalOf(extent)));
  if (found) co_return Status();
  NewExtent entry(pool_, db_, index, system_);
  entry.extent = extent;
  CO_TRY_ASSIGN(entry.gam,
                co_await pool_.Fetch(worker, db_, page::GamOf(extent), LatchMode::kUpdate));
  CO_TRY(co_await entry.change.Begin(worker));
  Status made = co_await CreateIam(worker, entry);
  // A new IAM page begins with an extent; this one belongs to somebody else.
  if (made.ok()) {
    made = co_await entry.change.ApplyToMap(worker, &entry.iam, page::MapSlot(extent), 0);
  }
  if (!made.ok()) co_return co_await entry.change.Undo(worker, made.error());
  entry.change.Commit();
  TellOwner(page::ExtentOf(entry.iam.view().id()), kAllocationPages);
  co_return Status();
}

Task<Result<uint64_t>> PageAllocator::ReleaseAll(Worker& worker, IndexId index) {
  CO_TRY(co_await ReadSize(worker));
  Forget(index);
  uint64_t extents = 0;
  for (;;) {
    CO_TRY_ASSIGN(const auto first, co_await FirstIam(worker, index));
    if (first == PageId{}) co_return extents;
    std::optional<ExtentId> extent;
    {
      CO_TRY_ASSIGN(const auto iam, co_await FetchIam(worker, first, index, LatchMode::kShared));
      const page::PageView view = iam.view();
      const uint32_t slot = page::NextSetBit(view, 0);
      if (slot < page::kMapExtents) {
        extent = page::IntervalOf(view);
        extent->number += slot;
      }
    }
    if (extent) {
      CO_TRY(co_await ReleaseExtentOf(worker, first, index, *extent));
      ++extents;
      co_await worker.PayCpu();
    } else {
      CO_TRY(co_await ReleaseFirstIam(worker, index));
    }
  }
}

Task<Status> PageAllocator::ReleaseExtent(Worker& worker, IndexId index, ExtentId extent) {
  CO_TRY_ASSIGN(const auto iam, co_await FindIam(worker, index, page::IntervalOf(extent)));
  CHECK(iam, "page %llu is of no extent of index %u",
        static_cast<unsigned long long>(extent.page(0).value), index.value);
  std::erase(spaces_[index].open, extent);
  co_return co_await ReleaseExtentOf(worker, *iam, index, extent);
}

Task<Status> PageAllocator::ReleaseExtentOf(Worker& worker, PageId iam, IndexId index,
                                            ExtentId extent) {
  NewExtent released(pool_, db_, index, system_);
  CO_TRY_ASSIGN(released.gam,
                co_await pool_.Fetch(worker, db_, page::GamOf(extent), LatchMode::kUpdate));
  CO_TRY_ASSIGN(released.iam, co_await FetchIam(worker, iam, index, LatchMode::kUpdate));
  CO_TRY(co_await released.change.Begin(worker));
  Status status;
  for (uint32_t i = 0; i < kPagesPerExtent && status.ok(); ++i) {
    status = co_await Release(worker, released.change, extent.page(i));
  }
  const uint16_t slot = page::MapSlot(extent);
  if (status.ok()) {
    status = co_await released.change.ApplyToMap(worker, &released.iam, slot, 0);
  }
  if (status.ok()) status = co_await released.change.ApplyToMap(worker, &released.gam, slot, 1);
  if (!status.ok()) co_return co_await released.change.Undo(worker, status.error());
  released.change.Commit();
  TellOwner(extent, IndexId{});
  NoteFreeExtent(extent);
  co_return Status();
}

void PageAllocator::TellOwner(page::PageView iam) const {
  if (!on_owner_) return;
  const ExtentId interval = page::IntervalOf(iam);
  for (uint32_t slot = page::NextSetBit(iam, 0); slot < page::kMapExtents;
       slot = page::NextSetBit(iam, slot + 1)) {
    on_owner_({interval.file, interval.number + slot}, iam.index());
  }
}

void PageAllocator::NoteFreeExtent(ExtentId extent) {
  FileSpace& file = files_.at(page::DataFilePosition(extent.file));
  if (std::exchange(file.full, false)) extents_until_weighed_ = 0;
}

Task<Result<bool>> PageAllocator::ReleaseIfEmpty(Worker& worker, IndexId index, ExtentId extent) {
  CO_TRY(co_await ReadSize(worker));
  CO_TRY_ASSIGN(const auto chained, co_await FindIam(worker, index, page::IntervalOf(extent)));
  if (!chained) co_return false;
  NewExtent released(pool_, db_, index, system_);
  CO_TRY_ASSIGN(released.gam,
                co_await pool_.Fetch(worker, db_, page::GamOf(extent), LatchMode::kUpdate));
  CO_TRY_ASSIGN(released.iam, co_await FetchIam(worker, *chained, index, LatchMode::kUpdate));
  CO_TRY_ASSIGN(auto pfs,
                co_await pool_.Fetch(worker, db_, page::PfsOf(extent.page(0)), LatchMode::kUpdate));
  const uint16_t slot = page::MapSlot(extent);
  if (page::MapEntry(released.iam.view(), slot) == 0) co_return false;
  for (uint32_t i = 0; i < kPagesPerExtent; ++i) {
    if (page::MapEntry(pfs.view(), page::PfsSlot(extent.page(i))) != 0) co_return false;
  }
  CO_TRY(co_await released.change.Begin(worker));
  Status status = co_await released.change.ApplyToMap(worker, &released.iam, slot, 0);
  if (status.ok()) status = co_await released.change.ApplyToMap(worker, &released.gam, slot, 1);
  if (!status.ok()) co_return co_await released.change.Undo(worker, status.error());
  released.change.Commit();
  TellOwner(extent, IndexId{});
  std::erase(spaces_[index].open, extent);
  NoteFreeExtent(extent);
  co_return true;
}

// The first page of the chain, which speaks of no extent any more: the next one is the first.
Task<Status> PageAllocator::ReleaseFirstIam(Worker& worker, IndexId index) {
  CO_TRY_ASSIGN(const PageId page, co_await FirstIam(worker, index));
  const ExtentId mixed = page::ExtentOf(page);
  NewExtent released(pool_, db_, index, system_);
  CO_TRY_ASSIGN(released.sgam,
                co_await pool_.Fetch(worker, db_, page::SgamOf(mixed), LatchMode::kUpdate));
  CO_TRY_ASSIGN(released.iam, co_await FetchIam(worker, page, index, LatchMode::kUpdate));
  CO_TRY(co_await released.change.Begin(worker));
  const Status status = co_await UnlinkFirstIam(worker, released, page);
  if (!status.ok()) co_return co_await released.change.Undo(worker, status.error());
  released.change.Commit();
  co_return Status();
}

Task<Status> PageAllocator::UnlinkFirstIam(Worker& worker, NewExtent& released, PageId page) {
  CO_TRY(co_await Release(worker, released.change, page));
  const uint16_t slot = page::MapSlot(page::ExtentOf(page));
  if (page::MapEntry(released.sgam.view(), slot) == 0) {
    CO_TRY(co_await released.change.ApplyToMap(worker, &released.sgam, slot, 1));
  }
  CO_TRY_ASSIGN(released.boot,
                co_await pool_.Fetch(worker, db_, page::kBootPage, LatchMode::kExclusive));
  const page::BootRecord before = page::ReadBoot(released.boot.view().bytes());
  page::BootRecord after = before;
  after.first_iams.at(released.change.space().value - 1U) =
      released.iam.view().right_sibling().value;
  LogRecord record;
  record.type = RecordType::kBootChange;
  record.before = page::EncodeBoot(before);
  record.after = page::EncodeBoot(after);
  co_return co_await released.change.Apply(worker, &released.boot, std::move(record));
}

}  // namespace snapscope::btree
