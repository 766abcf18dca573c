// Extents for an index: each a system transaction of its own.
#include <algorithm>
#include <array>
#include <ranges>
#include <utility>
#include <vector>

#include "base/mutation.h"
#include "btree/new_extent.h"
#include "btree/page_allocator.h"

namespace snapscope::btree {

MUTATION(kExtentGivenTwice, "an extent that an index gets stays free in the GAM");

using page::ExtentId;
using page::kPagesPerExtent;
using page::LogRecord;
using page::RecordType;

namespace {

constexpr uint32_t kExtentsBetweenWeighings = 8'192;
constexpr uint8_t kIamByte = page::kPfsAllocated | page::kPfsIam | page::kPfsMixed;

}  // namespace

Task<Result<bool>> PageAllocator::AddExtent(Worker& worker, IndexId index) {
  if (files_.size() > 1 && extents_until_weighed_ == 0) CO_TRY(co_await WeighFiles(worker));
  const auto count = static_cast<uint32_t>(files_.size());
  std::vector<bool> has_none(count);  // for this index; for others it may have some
  const auto may_have = [this, &has_none](uint32_t position) {
    return !files_[position].full && !has_none[position];
  };
  while (std::ranges::any_of(std::views::iota(0U, count), may_have)) {
    const uint32_t position = next_file_;
    next_file_ = (next_file_ + 1) % count;
    FileSpace& file = files_[position];
    if (!may_have(position) || --file.turns_left > 0) continue;
    file.turns_left = file.skip_target;
    CO_TRY_ASSIGN(const auto added, co_await AddExtentOf(worker, index, position));
    if (added) co_return true;
    has_none[position] = true;
    extents_until_weighed_ = 0;
  }
  co_return false;
}

// Who allocates meanwhile goes by the old targets: they are a preference, and the maps decide.
Task<Status> PageAllocator::WeighFiles(Worker& worker) {
  extents_until_weighed_ = kExtentsBetweenWeighings;
  std::vector<uint64_t> free;
  for (uint32_t file = 0; file < files_.size(); ++file) {
    CO_TRY_ASSIGN(const auto extents, co_await FreeExtentsOf(worker, file));
    free.push_back(std::max<uint64_t>(1, extents));
  }
  const uint64_t most = *std::ranges::max_element(free);
  for (size_t file = 0; file < files_.size(); ++file) {
    files_[file].skip_target = static_cast<uint32_t>(most / free[file]);
    files_[file].turns_left = files_[file].skip_target;
  }
  co_return Status();
}

Task<Result<uint64_t>> PageAllocator::FreeExtentsOf(Worker& worker, uint32_t file) {
  uint64_t extents = 0;
  for (uint32_t first = 0; first < file_pages_ / kPagesPerExtent; first += page::kMapExtents) {
    const PageId map = page::GamOf({page::DataFileId(file), first});
    CO_TRY_ASSIGN(const auto gam, co_await pool_.Fetch(worker, db_, map, LatchMode::kShared));
    extents += page::SetBits(gam.view());
  }
  co_return extents;
}

// From the remembered place to the end of the file, then from its start.
Task<Result<bool>> PageAllocator::AddExtentOf(Worker& worker, IndexId index, uint32_t file) {
  const uint32_t extents = file_pages_ / kPagesPerExtent;
  const uint32_t start = files_[file].next;
  uint32_t searched = 0;
  bool has_free = false;  // though not for this index
  const auto next_interval = [&searched, extents](uint32_t at, uint32_t interval) {
    searched += interval + page::kMapExtents - at;
    return interval + page::kMapExtents < extents ? interval + page::kMapExtents : 0;
  };
  for (uint32_t at = start; searched < extents + page::kMapExtents;) {
    NewExtent extent(pool_, db_, index, system_);
    extent.extent = {page::DataFileId(file), at};
    CO_TRY_ASSIGN(extent.gam, co_await pool_.Fetch(worker, db_, page::GamOf(extent.extent),
                                                   LatchMode::kUpdate));
    if (!spaces_[index].open.empty()) co_return true;  // another session was faster
    const uint32_t slot = page::NextSetBit(extent.gam.view(), page::MapSlot(extent.extent));
    const uint32_t interval = page::IntervalOf(extent.extent).number;
    if (slot == page::kMapExtents) {
      at = next_interval(at, interval);
      continue;
    }
    extent.extent.number = interval + slot;
    CO_TRY(co_await extent.change.Begin(worker));
    const Status entered = co_await Enter(worker, extent);
    if (!entered.ok()) {
      const Error cause = co_await extent.change.Undo(worker, entered.error());
      if (cause.code != ErrorCode::kDatabaseFull) co_return cause;
      // The index has no IAM page in this interval, and there is no room for one.
      has_free = true;
      at = next_interval(at, interval);
      continue;
    }
    extent.change.Commit();
    TellOwner(extent.extent, index);
    TellOwner(page::ExtentOf(extent.iam.view().id()), kAllocationPages);
    if (extents_until_weighed_ > 0) --extents_until_weighed_;
    spaces_[index].open.push_back(extent.extent);
    files_[file].next = extent.extent.number + 1 < extents ? extent.extent.number + 1 : 0;
    co_return true;
  }
  files_[file].full = !has_free;
  co_return false;
}

Task<Status> PageAllocator::Enter(Worker& worker, NewExtent& extent) {
  const uint16_t slot = page::MapSlot(extent.extent);
  const uint8_t taken = Mutated(kExtentGivenTwice) ? 1 : 0;
  CO_TRY(co_await extent.change.ApplyToMap(worker, &extent.gam, slot, taken));
  CO_TRY_ASSIGN(const auto found,
                co_await FindIam(worker, extent.change.space(), page::IntervalOf(extent.extent)));
  if (!found) co_return co_await CreateIam(worker, extent);
  CO_TRY_ASSIGN(extent.iam,
                co_await FetchIam(worker, *found, extent.change.space(), LatchMode::kUpdate));
  co_return co_await extent.change.ApplyToMap(worker, &extent.iam, slot, 1);
}

Task<Result<std::optional<PageId>>> PageAllocator::FindIam(Worker& worker, IndexId index,
                                                           ExtentId interval) {
  CO_TRY_ASSIGN(const auto first, co_await FirstIam(worker, index));
  for (PageId next = first; next != PageId{};) {
    CO_TRY_ASSIGN(const auto iam, co_await FetchIam(worker, next, index, LatchMode::kShared));
    if (page::IntervalOf(iam.view()) == interval) co_return std::optional<PageId>(next);
    next = iam.view().right_sibling();
  }
  co_return std::optional<PageId>();
}

// The new page goes to the front of the index's chain, which the boot page names.
Task<Status> PageAllocator::CreateIam(Worker& worker, NewExtent& extent) {
  CO_TRY_ASSIGN(const auto taken, co_await TakeMixedPage(worker, extent));
  CO_TRY_ASSIGN(extent.iam, co_await pool_.FetchForFormat(worker, db_, taken));
  CO_TRY_ASSIGN(extent.boot,
                co_await pool_.Fetch(worker, db_, page::kBootPage, LatchMode::kExclusive));
  const page::BootRecord before = page::ReadBoot(extent.boot.view().bytes());
  page::BootRecord after = before;
  uint64_t& first = after.first_iams.at(extent.change.space().value - 1U);

  alignas(8) std::array<std::byte, page::kPageSize> bytes;
  page::PageView view(bytes);
  page::FormatMap(view, taken, page::PageType::kIam, extent.change.space(),
                  page::IntervalOf(extent.extent));
  view.set_right_sibling(PageId{first});
  page::SetMapEntry(view, page::MapSlot(extent.extent), 1);
  LogRecord format;
  format.type = RecordType::kFormatPage;
  format.after = page::ImageOf(view);
  CO_TRY(co_await extent.change.Apply(worker, &extent.iam, std::move(format)));

  first = taken.value;
  LogRecord entered;
  entered.type = RecordType::kBootChange;
  entered.before = page::EncodeBoot(before);
  entered.after = page::EncodeBoot(after);
  co_return co_await extent.change.Apply(worker, &extent.boot, std::move(entered));
}

// Takes a page of a mixed extent of the interval, or of a free one that becomes mixed.
Task<Result<PageId>> PageAllocator::TakeMixedPage(Worker& worker, NewExtent& extent) {
  CO_TRY_ASSIGN(extent.sgam,
                co_await pool_.Fetch(worker, db_, page::SgamOf(extent.extent), LatchMode::kUpdate));
  uint32_t slot = page::NextSetBit(extent.sgam.view(), 0);
  if (slot == page::kMapExtents) {
    slot = page::NextSetBit(extent.gam.view(), 0);
    if (slot == page::kMapExtents) co_return Full();
    const auto made_mixed = static_cast<uint16_t>(slot);
    CO_TRY(co_await extent.change.ApplyToMap(worker, &extent.gam, made_mixed, 0));
    CO_TRY(co_await extent.change.ApplyToMap(worker, &extent.sgam, made_mixed, 1));
  }
  ExtentId mixed = page::IntervalOf(extent.extent);
  mixed.number += slot;
  CO_TRY_ASSIGN(const auto taken, co_await TakeFrom(worker, extent.change, mixed, kIamByte));
  if (!taken) {
    co_return Error{ErrorCode::kCorruptPage, "the extent of page " + ToString(mixed.page(0)) +
                                                 " has no free page, but its SGAM bit is set"};
  }
  CO_TRY_ASSIGN(const auto more, co_await HasFreePage(worker, mixed));
  if (!more) {
    CO_TRY(co_await extent.change.ApplyToMap(worker, &extent.sgam, static_cast<uint16_t>(slot), 0));
  }
  co_return *taken;
}

}  // namespace snapscope::btree
