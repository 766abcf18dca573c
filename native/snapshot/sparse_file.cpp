#include "snapshot/sparse_file.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/aligned_buffer.h"
#include "base/mutation.h"
#include "page/page_buffer.h"
#include "runtime/task_group.h"

namespace snapscope::snapshot {

MUTATION(kBitmapNotRebuilt, "after a restart a snapshot does not know what it has copied");

namespace {

// The header page of a sparse file, behind the usual page header.
constexpr uint64_t kMagic = 0x31'50'41'4E'53'50'4E'53ULL;  // "SNPSNAP1"
constexpr size_t kMagicOffset = page::kHeaderSize;
constexpr size_t kStateOffset = kMagicOffset + 8;
constexpr size_t kSplitOffset = kStateOffset + 8;
constexpr size_t kAsOfOffset = kSplitOffset + 8;
constexpr size_t kLogRestartOffset = kAsOfOffset + 8;
constexpr size_t kUndonePagesOffset = kLogRestartOffset + 8;

/// That a rebuild of the bitmap takes in one read: 512 KB.
constexpr uint32_t kPagesRead = 64;
constexpr uint32_t kReadsInFlight = 32;

Error StrayWrite(const std::string& path, PageId place, PageId found) {
  return {ErrorCode::kCorruptPage, path + " has page " + ToString(found) +
                                       " in the place of page " + ToString(place) +
                                       " (824): a copy of that page may be lost"};
}

void ChargeRead(Worker& worker, uint32_t pages) {
  worker.ChargeIo(pages * page::kPageSize);
  worker.Charge(runtime::CpuWork::kChecksumKiB, pages * page::kPageSize / 1024);
}

}  // namespace

SparseFile::SparseFile(uint32_t id, storage::FilePlace place, std::unique_ptr<storage::File> file,
                       SparseFileLimit limit)
    : id_(id),
      place_(std::move(place)),
      file_(std::move(file)),
      limit_(limit),
      copied_(static_cast<uint32_t>(file_->size() / page::kPageSize)),
      regions_((copied_.size() + page::kPagesPerRegion - 1) / page::kPagesPerRegion) {}

SparseFileFigures SparseFile::figures() const {
  if (!is_open()) return closed_;
  const Result<uint64_t> size_on_disk = file_->SizeOnDisk();
  return {.io = file_->statistics(),
          .size = file_->size(),
          .size_on_disk = size_on_disk.ok() ? *size_on_disk : 0,
          .region_bytes = region_bytes(),
          .copied_pages = copied_pages()};
}

void SparseFile::Close() {
  if (!is_open()) return;
  closed_ = figures();
  file_.reset();
  copied_ = page::PageBitmap(0);
  regions_ = page::PageBitmap(0);
}

Status SparseFile::TakeRegions(uint32_t first, uint32_t count) {
  const uint32_t end = first + count;
  for (uint32_t region = first / page::kPagesPerRegion; region * page::kPagesPerRegion < end;
       ++region) {
    if (regions_.Test(region)) continue;
    if (regions_.Count() >= limit_.regions) {
      return Error{ErrorCode::kFileLimit,
                   path() + " has " + std::to_string(regions_.Count()) +
                       " regions of 64 KB, all that the file system holds of a sparse file (OS "
                       "error " +
                       std::to_string(limit_.os_error) + ")"};
    }
    regions_.Set(region);
  }
  return Status();
}

Task<Status> SparseFile::WriteHeaderTo(storage::File& file, SnapshotHeader header) {
  auto buffer = std::make_unique<page::PageBuffer>();
  page::PageView view = buffer->view();
  view.Format(PageId::Of(id_, 0), page::PageType::kFileHeader, IndexId{}, 0, 0);
  Store(buffer->span(), kMagicOffset, kMagic);
  Store(buffer->span(), kStateOffset, header.state);
  Store(buffer->span(), kSplitOffset, header.split.value);
  Store(buffer->span(), kAsOfOffset, header.as_of);
  Store(buffer->span(), kLogRestartOffset, uint64_t{header.log_restart});
  Store(buffer->span(), kUndonePagesOffset, header.undone_pages);
  page::SealPage(buffer->span());
  regions_.Set(0);
  std::vector<ConstByteSpan> pages{buffer->span()};
  co_return co_await file.WriteDurable(0, std::move(pages));
}

Task<Result<SnapshotHeader>> SparseFile::ReadHeader(Worker& worker) {
  const Error half_created{ErrorCode::kNotFound, path() + " was never completed"};
  if (page_count() == 0) co_return half_created;  // the crash came before the file had its size
  auto buffer = std::make_unique<page::PageBuffer>();
  const page::PageSpan bytes = buffer->span();
  ChargeRead(worker, 1);
  const Status read =
      co_await worker.Waiting(runtime::WaitType::kIoCompletion, file_->Read(0, bytes));
  CO_TRY(read);
  const PageId place = PageId::Of(id_, 0);
  const PageId found = page::PageView(bytes).id();
  if (found != place && page::VerifyPage(bytes, found).ok()) {
    co_return StrayWrite(path(), place, found);
  }
  const auto state = Load<HeaderState>(bytes, kStateOffset);
  if (!page::VerifyPage(bytes, place).ok() || Load<uint64_t>(bytes, kMagicOffset) != kMagic ||
      state < HeaderState::kCreating || state > HeaderState::kReverting) {
    co_return half_created;
  }
  SnapshotHeader header;
  header.state = state;
  header.split = Lsn{Load<uint64_t>(bytes, kSplitOffset)};
  header.as_of = Load<TimeNs>(bytes, kAsOfOffset);
  header.log_restart = static_cast<uint32_t>(Load<uint64_t>(bytes, kLogRestartOffset));
  header.undone_pages = Load<uint64_t>(bytes, kUndonePagesOffset);
  co_return header;
}

void SparseFile::Adopt(SparseFileMaps maps) {
  copied_ = std::move(maps.copied);
  regions_ = std::move(maps.regions);
}

Task<Status> SparseFile::ReadAndNote(PageRange range, page::PageForm form, Lsn split,
                                     Status& stray) {
  AlignedBuffer buffer(size_t{range.count} * page::kPageSize);
  CO_TRY(co_await file_->Read(uint64_t{range.first} * page::kPageSize, buffer.span()));
  for (uint32_t i = 0; i < range.count; ++i) {
    const page::PageSpan bytes(buffer.data() + size_t{i} * page::kPageSize, page::kPageSize);
    const Status noted = NotePage(range.first + i, bytes, form, split);
    if (stray.ok()) stray = noted;
  }
  co_return Status();
}

Task<Status> SparseFile::RebuildBitmap(Worker& worker, page::PageForm form, Lsn split) {
  regions_.Set(0);
  doubtful_.clear();
  undone_pages_ = 0;
  auto ranges = file_->AllocatedRanges();
  CO_TRY(ranges);
  runtime::TaskGroup reads(worker.executor(), kReadsInFlight);
  Status stray;       // the first page that lies in the place of another
  uint64_t next = 1;  // the header is read by itself
  for (const storage::ByteRange& range : ranges.value()) {
    const uint64_t end = (range.offset + range.length + page::kPageSize - 1) / page::kPageSize;
    const uint64_t last = std::min<uint64_t>(end, page_count());
    next = std::max(next, range.offset / page::kPageSize);
    while (next < last && reads.status().ok()) {
      co_await reads.AwaitRoom(worker, runtime::WaitType::kIoCompletion);
      const auto count = static_cast<uint32_t>(std::min<uint64_t>(kPagesRead, last - next));
      ChargeRead(worker, count);
      reads.Add(ReadAndNote({static_cast<uint32_t>(next), count}, form, split, stray));
      next += count;
    }
  }
  CO_TRY(co_await reads.Ended(worker, runtime::WaitType::kIoCompletion));
  std::ranges::sort(doubtful_);  // reads end in any order
  co_return stray;
}

Status SparseFile::NotePage(uint32_t number, page::PageSpan bytes, page::PageForm form, Lsn split) {
  regions_.Set(number / page::kPagesPerRegion);
  if (Mutated(kBitmapNotRebuilt)) return Status();
  const PageId place = PageId::Of(id_, number);
  const PageId found = page::PageView(bytes).id();
  if (page::VerifyPage(bytes, place, form).ok()) {
    SetCopied(number);
    if (page::PageView(bytes).lsn() == split) ++undone_pages_;
  } else if (page::IsZeroPage(bytes)) {
    return Status();
  } else if (page::VerifyPage(bytes, found, form).ok()) {
    return StrayWrite(path(), place, found);
  } else {
    doubtful_.push_back(number);
  }
  return Status();
}

}  // namespace snapscope::snapshot
