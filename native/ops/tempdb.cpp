#include "ops/tempdb.h"

#include <algorithm>
#include <utility>

#include "base/aligned_buffer.h"
#include "page/compact.h"

namespace snapscope::ops {

Tempdb::Tempdb(TempdbOptions options) : options_(std::move(options)) {}

Task<Status> Tempdb::Open(Worker& worker) {
  if (file_ != nullptr) co_return Status();
  CO_TRY_ASSIGN(file_, co_await worker.Waiting(runtime::WaitType::kIoCompletion, MakeFile()));
  co_return Status();
}

Task<Result<std::unique_ptr<storage::File>>> Tempdb::MakeFile() {
  if (options_.place.Exists()) CO_TRY(co_await options_.place.Remove());
  storage::FileOptions file;
  file.size = options_.bytes;
  co_return co_await options_.place.volume->Create(options_.place.path, file);
}

Result<PageId> Tempdb::Take(const Worker& worker, uint64_t sort) {
  uint32_t extent = next_;
  if (!free_.empty()) {
    extent = *free_.begin();
    free_.erase(free_.begin());
  } else if (uint64_t{next_} * kSortExtentBytes < options_.bytes) {
    ++next_;
  } else {
    if (options_.on_full) options_.on_full(worker, sort);
    return Error{ErrorCode::kDatabaseFull,
                 "the sort has no room in tempdb: all " + std::to_string(next_) + " extents (" +
                     std::to_string(options_.bytes >> 20) +
                     " MiB) are in use; a larger server.tempdbSizeMiB leaves more room"};
  }
  return PageId::Of(1, extent * page::kPagesPerExtent);
}

void Tempdb::GiveBack(PageId first) { free_.insert(first.number() / page::kPagesPerExtent); }

TempdbSortSpace::TempdbSortSpace(std::shared_ptr<Tempdb> tempdb)
    : tempdb_(std::move(tempdb)), sort_(tempdb_->NextSort()) {}

TempdbSortSpace::~TempdbSortSpace() { FreeAll(); }

void TempdbSortSpace::FreeAll() {
  for (const PageId first : taken_) tempdb_->GiveBack(first);
  taken_.clear();
}

Task<Result<std::vector<SortExtent>>> TempdbSortSpace::Write(Worker& worker,
                                                             std::vector<uint64_t> keys) {
  CO_TRY(co_await tempdb_->Open(worker));
  std::vector<SortExtent> extents;
  for (size_t from = 0; from < keys.size(); from += kSortExtentKeys) {
    CO_TRY_ASSIGN(const PageId first, tempdb_->Take(worker, sort_));
    taken_.insert(first);
    const size_t count = std::min<size_t>(kSortExtentKeys, keys.size() - from);
    extents.push_back({tempdb_->file(), first, static_cast<uint32_t>(count)});
  }
  AlignedBuffer pages(extents.size() * kSortExtentBytes);
  Fill(extents, keys, pages.span());
  // All of them are under way at once; the first failure is told when the last has ended.
  co_await worker.BeginWait(runtime::WaitType::kIoCompletion);
  const auto issued = co_await Issue(extents, pages.span());
  Status durable;
  if (issued.ok()) {
    for (const storage::WriteTicket ticket : issued.value()) {
      const Status written = co_await tempdb_->file()->AwaitDurable(ticket);
      if (durable.ok()) durable = written;
    }
  }
  co_await worker.EndWait();
  CO_TRY(issued);
  CO_TRY(durable);
  co_return extents;
}

void TempdbSortSpace::Fill(std::span<const SortExtent> extents, std::span<const uint64_t> keys,
                           ByteSpan pages) const {
  for (const SortExtent& extent : extents) {
    for (uint32_t i = 0; i < extent.pages(); ++i) {
      const page::PageSpan page(pages.data() + i * page::kPageSize, page::kPageSize);
      const size_t count = std::min<size_t>(kSortPageKeys, keys.size());
      FormatSortPage(PageId{extent.first.value + i}, keys.first(count), page);
      if (form() == page::PageForm::kCompact) page::CompactPage(page);
      page::SealPage(page, form());
      keys = keys.subspan(count);
    }
    pages = pages.subspan(kSortExtentBytes);
  }
}

Task<Result<std::vector<storage::WriteTicket>>> TempdbSortSpace::Issue(
    std::span<const SortExtent> extents, ByteSpan pages) {
  std::vector<storage::WriteTicket> tickets;
  for (const SortExtent& extent : extents) {
    std::vector<ConstByteSpan> buffers;
    buffers.emplace_back(pages.first(size_t{extent.pages()} * page::kPageSize));
    pages = pages.subspan(kSortExtentBytes);
    const auto ticket = co_await extent.file->Write(extent.offset(), std::move(buffers));
    if (!ticket.ok()) {
      for (const storage::WriteTicket earlier : tickets) {
        (void)co_await extent.file->AwaitDurable(earlier);
      }
      co_return ticket.error();
    }
    tickets.push_back(ticket.value());
  }
  co_return tickets;
}

void TempdbSortSpace::GiveBack(SortExtent extent) {
  taken_.erase(extent.first);
  tempdb_->GiveBack(extent.first);
}

Task<Status> TempdbSortSpace::Release(Worker&) {
  FreeAll();
  co_return Status();
}

}  // namespace snapscope::ops
