#include "backup/extents.h"

#include <algorithm>
#include <memory>

#include "page/page_buffer.h"

namespace snapscope::backup {

using runtime::Task;
using runtime::Worker;

namespace {

uint32_t ExtentsOfFile(const page::DatabaseSize& size) {
  return (size.file_pages + page::kPagesPerExtent - 1) / page::kPagesPerExtent;
}

/// Of the extents from `first` on, those that their GAM page has.
void AddFrom(page::PageView gam, page::ExtentId first, uint32_t count, Extents& extents) {
  const uint32_t end = std::min(first.number + page::kMapExtents, count);
  for (uint32_t number = first.number; number < end; ++number) {
    const page::ExtentId extent{first.file, number};
    if (page::MapEntry(gam, page::MapSlot(extent)) == 0 || page::HoldsMaps(number)) {
      extents.insert(extent);
    }
  }
}

}  // namespace

Task<Status> AddAllocated(Worker& worker, buffer::BufferPool& pool, DbId db,
                          page::DatabaseSize size, Extents& extents) {
  const uint32_t count = ExtentsOfFile(size);
  for (uint32_t file = 0; file < size.files; ++file) {
    const uint32_t id = page::DataFileId(file);
    for (uint32_t first = 0; first < count; first += page::kMapExtents) {
      CO_TRY_ASSIGN(auto gam, co_await pool.Fetch(worker, db, page::GamOf({id, first}),
                                                  runtime::LatchMode::kShared));
      AddFrom(gam.view(), {id, first}, count, extents);
      gam.Release();
      co_await worker.PayCpu();
    }
  }
  co_return Status();
}

Task<Status> AddAllocated(Worker& worker, snapshot::SourceStore& pages, page::DatabaseSize size,
                          Extents& extents) {
  const uint32_t count = ExtentsOfFile(size);
  const auto gam = std::make_unique<page::PageBuffer>();
  for (uint32_t position = 0; position < size.files; ++position) {
    const uint32_t id = page::DataFileId(position);
    for (uint32_t first = 0; first < count; first += page::kMapExtents) {
      const PageId page = page::GamOf({id, first});
      CO_TRY(co_await worker.Waiting(runtime::WaitType::kIoCompletion,
                                     pages.ReadPage(page, gam->span())));
      AddFrom(gam->view(), {id, first}, count, extents);
      co_await worker.PayCpu();
    }
  }
  co_return Status();
}

std::vector<PageRun> RunsOf(const Extents& extents, uint32_t file_pages, uint32_t transfer_bytes) {
  const uint32_t most = transfer_bytes / page::kPageSize;
  std::vector<PageRun> runs;
  for (const page::ExtentId& extent : extents) {
    const PageId first = extent.page(0);
    const uint32_t pages = std::min(page::kPagesPerExtent, file_pages - first.number());
    const bool joins = !runs.empty() && runs.back().pages + pages <= most &&
                       PageId{runs.back().first.value + runs.back().pages} == first;
    if (joins) {
      runs.back().pages += pages;
    } else {
      runs.push_back({first, pages});
    }
  }
  return runs;
}

uint64_t PagesOf(const std::vector<PageRun>& runs) {
  uint64_t pages = 0;
  for (const PageRun& run : runs) pages += run.pages;
  return pages;
}

}  // namespace snapscope::backup
