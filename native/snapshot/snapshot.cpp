#include "snapshot/snapshot.h"

#include <algorithm>
#include <new>
#include <utility>

#include "base/mutation.h"
#include "page/compact.h"
#include "snapshot/refusal.h"

namespace snapscope::snapshot {

using runtime::WaitType;

namespace {

// The header page of a sparse file, behind the usual page header.
constexpr uint64_t kMagic = 0x31'50'41'4E'53'50'4E'53ULL;  // "SNPSNAP1"
constexpr size_t kMagicOffset = page::kHeaderSize;
constexpr size_t kStateOffset = kMagicOffset + 8;
constexpr size_t kSplitOffset = kStateOffset + 8;
constexpr size_t kAsOfOffset = kSplitOffset + 8;
constexpr size_t kLogRestartOffset = kAsOfOffset + 8;
constexpr uint64_t kStateCreating = 1;
constexpr uint64_t kStateComplete = 2;
constexpr uint64_t kStateSuspect = 3;
constexpr uint64_t kStateReverting = 4;

uint64_t StateOnDisk(State state) {
  switch (state) {
    case State::kCreating:
      return kStateCreating;
    case State::kOnline:
      return kStateComplete;
    case State::kReverting:
      return kStateReverting;
    case State::kSuspect:
    case State::kDropped:
      break;
  }
  return kStateSuspect;
}

struct alignas(4096) PageBuffer {
  std::array<std::byte, page::kPageSize> bytes;
  page::PageSpan span() { return page::PageSpan(bytes); }
};

}  // namespace

const char* ToString(State state) {
  switch (state) {
    case State::kCreating:
      return "creating";
    case State::kOnline:
      return "online";
    case State::kReverting:
      return "reverting";
    case State::kSuspect:
      return "suspect";
    case State::kDropped:
      return "dropped";
  }
  return "unknown";
}

Snapshot::Snapshot(runtime::Executor& executor, std::string name, DbId db, SourceStore& source,
                   std::unique_ptr<storage::File> file, SparseFileLimit limit)
    : name_(std::move(name)),
      db_(db),
      source_(source),
      file_(std::move(file)),
      limit_(limit),
      copied_(static_cast<uint32_t>(file_->size() / page::kPageSize)),
      regions_((copied_.size() + page::kPagesPerRegion - 1) / page::kPagesPerRegion),
      gate_(executor),
      header_slot_(executor, 1) {}

page::PageForm Snapshot::form() const { return source_.form(); }

void Snapshot::SetSplit(Lsn split, TimeNs as_of) {
  CHECK(split_.IsNone(), "the split of %s is set twice", name_.c_str());
  split_ = split;
  as_of_ = as_of;
}

Status Snapshot::TakeRegions(PageId first, uint32_t count) {
  const uint32_t end = first.number() + count;
  for (uint32_t region = first.number() / page::kPagesPerRegion;
       region * page::kPagesPerRegion < end; ++region) {
    if (regions_.Test(region)) continue;
    if (regions_.Count() >= limit_.regions) {
      return Error{ErrorCode::kFileLimit,
                   file_->path() + " has " + std::to_string(regions_.Count()) +
                       " regions of 64 KB, all that the file system holds of a sparse file (OS "
                       "error " +
                       std::to_string(limit_.os_error) + ")"};
    }
    regions_.Set(region);
  }
  return Status();
}

Task<Status> Snapshot::WriteHeaderTo(storage::File& file) {
  co_await header_slot_.Acquire();
  auto buffer = std::make_unique<PageBuffer>();
  page::PageView view(buffer->span());
  view.Format(page::kFileHeaderPage, page::PageType::kFileHeader, IndexId{}, 0, 0);
  Store(buffer->span(), kMagicOffset, kMagic);
  Store(buffer->span(), kStateOffset, StateOnDisk(state_));
  Store(buffer->span(), kSplitOffset, split_.value);
  Store(buffer->span(), kAsOfOffset, as_of_);
  Store(buffer->span(), kLogRestartOffset, uint64_t{log_restart_});
  page::SealPage(buffer->span());
  regions_.Set(0);
  std::vector<ConstByteSpan> pages{buffer->span()};
  const Status written = co_await file.WriteDurable(0, std::move(pages));
  header_slot_.Release();
  co_return written;
}

Status Snapshot::ReadHeader() {
  auto buffer = std::make_unique<PageBuffer>();
  const page::PageSpan bytes = buffer->span();
  const Error half_created{ErrorCode::kNotFound, "snapshot " + name_ + " was never completed"};
  if (copied_.size() == 0) return half_created;  // the crash came before the file had its size
  TRY(file_->ReadNow(0, bytes));
  const uint64_t state = Load<uint64_t>(bytes, kStateOffset);
  if (!page::VerifyPage(bytes, page::kFileHeaderPage).ok() ||
      Load<uint64_t>(bytes, kMagicOffset) != kMagic || state < kStateComplete ||
      state > kStateReverting) {
    return half_created;
  }
  split_ = Lsn{Load<uint64_t>(bytes, kSplitOffset)};
  as_of_ = Load<TimeNs>(bytes, kAsOfOffset);
  log_restart_ = static_cast<uint32_t>(Load<uint64_t>(bytes, kLogRestartOffset));
  state_ = state == kStateComplete  ? State::kOnline
           : state == kStateSuspect ? State::kSuspect
                                    : State::kReverting;
  return Status();
}

Status Snapshot::Reload() {
  TRY(ReadHeader());
  auto buffer = std::make_unique<PageBuffer>();
  const page::PageSpan bytes = buffer->span();
  regions_.Set(0);
  auto ranges = file_->AllocatedRanges();
  TRY(ranges);
  for (const storage::ByteRange& range : ranges.value()) {
    const uint64_t first = range.offset / page::kPageSize;
    const uint64_t last = (range.offset + range.length + page::kPageSize - 1) / page::kPageSize;
    for (uint64_t number = std::max<uint64_t>(first, 1);
         number < std::min<uint64_t>(last, copied_.size()); ++number) {
      const PageId page = PageId::Of(1, static_cast<uint32_t>(number));
      regions_.Set(page.number() / page::kPagesPerRegion);
      TRY(file_->ReadNow(number * page::kPageSize, bytes));
      if (Mutated(Mutation::kBitmapNotRebuilt)) continue;
      if (page::VerifyPage(bytes, page, form()).ok()) SetCopied(page);
    }
  }
  return Status();
}

Status Snapshot::CheckAge(PageId page, Lsn lsn) const {
  if (split_.IsNone() || lsn < split_) return Status();
  return Error{ErrorCode::kCorruptPage,
               "page " + std::to_string(page.number()) + " of snapshot " + name_ +
                   " is not in its sparse file, but the source's has changed at " + ToString(lsn) +
                   ", after the split at " + ToString(split_) + " (824)"};
}

void Snapshot::Hold(const PreImages& images) {
  for (const auto& [page, image] : images) {
    CHECK(Lacks(page), "page %u is held but was copied", page.number());
    SetCopied(page);
    held_.emplace(page, image);
  }
}

bool Snapshot::ReadHeld(PageId page, page::PageSpan into) const {
  const auto held = held_.find(page);
  if (held == held_.end()) return false;
  page::CopyPage(held->second->bytes, into, form());
  return true;
}

Status Snapshot::ReadNow(PageId page, page::PageSpan into) {
  if (!ReadHeld(page, into)) {
    if (Lacks(page)) {
      TRY(source_.ReadNow(page, into));
      return CheckAge(page, page::PageView(into).lsn());
    }
    TRY(file_->ReadNow(uint64_t{page.number()} * page::kPageSize, into));
    TRY(page::VerifyPage(into, page, form()));
  }
  if (form() == page::PageForm::kCompact) page::ExpandPage(into);
  return Status();
}

Task<void> Snapshot::WaitToRead(Worker& worker, PageId page) {
  co_await worker.BeginWait(WaitType::kFcbReplicaRead);
  co_await gate_.WaitForHolder(page);
  co_await worker.EndWait();
}

Task<Status> Snapshot::ReadPage(PageId page, page::PageSpan into) {
  while (gate_.IsHeld(page)) co_await gate_.WaitForHolder(page);
  if (state_ == State::kSuspect) co_return ReadOfSuspect(name_);
  if (Lacks(page)) {
    gate_.Enter(page);
    const Status read = co_await source_.ReadForSnapshot(page, into);
    gate_.Leave(page);
    // The gate kept pushes of this page out, so the bit is still clear and what was read is valid.
    CHECK(Lacks(page), "page %u was pushed while it was read", page.number());
    CO_TRY(read);
    // It may have lost a push of this very page meanwhile.
    if (state_ == State::kSuspect) co_return ReadOfSuspect(name_);
    co_return CheckAge(page, page::PageView(into).lsn());
  }
  if (ReadHeld(page, into)) co_return Status();
  CO_TRY(co_await file_->Read(uint64_t{page.number()} * page::kPageSize, into));
  co_return page::VerifyPage(into, page, form());
}

Task<Status> Snapshot::WritePages(PageId first, std::vector<ConstByteSpan> pages) {
  for (uint32_t i = 0; i < pages.size(); ++i) {
    CHECK(!Lacks(PageId{first.value + i}), "a page that was not claimed is written");
  }
  CO_TRY(TakeRegions(first, static_cast<uint32_t>(pages.size())));
  co_return co_await file_->WriteDurable(uint64_t{first.number()} * page::kPageSize,
                                         std::move(pages));
}

bool Snapshot::NeedsPush(PageId page) { return state_ == State::kOnline || Lacks(page); }

Task<Status> Snapshot::Push(Worker& worker, PageId page, page::ConstPageSpan) {
  if (state_ == State::kOnline) co_return ReadOnly(name_);
  while (gate_.IsHeld(page)) {
    co_await worker.BeginWait(WaitType::kReplicaWrites);
    co_await gate_.WaitForHolder(page);
    co_await worker.EndWait();
  }
  // Claiming is one step: the content is in the snapshot's own buffer, latched EX by the caller.
  if (!Lacks(page)) co_return Status();
  SetCopied(page);
  if (pull_cause_ == CopyCause::kRedo) {
    ++figures_.pages_pulled_by_redo;
  } else {
    ++figures_.pages_pulled_by_undo;
  }
  co_return Status();
}

}  // namespace snapscope::snapshot
