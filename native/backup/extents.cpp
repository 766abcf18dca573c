#include "backup/extents.h"

#include <algorithm>

namespace snapscope::backup {

using runtime::Task;
using runtime::Worker;

Task<Status> AddAllocated(Worker& worker, buffer::BufferPool& pool, DbId db,
                          page::DatabaseSize size, Extents& extents) {
  const uint32_t count = (size.file_pages + page::kPagesPerExtent - 1) / page::kPagesPerExtent;
  for (uint32_t file = 0; file < size.files; ++file) {
    const uint32_t id = page::DataFileId(file);
    for (uint32_t first = 0; first < count; first += page::kMapExtents) {
      CO_TRY_ASSIGN(auto gam, co_await pool.Fetch(worker, db, page::GamOf({id, first}),
                                                  runtime::LatchMode::kShared));
      const page::PageView view = gam.view();
      const uint32_t end = std::min(first + page::kMapExtents, count);
      for (uint32_t number = first; number < end; ++number) {
        const page::ExtentId extent{id, number};
        if (page::MapEntry(view, page::MapSlot(extent)) == 0 || page::HoldsMaps(number)) {
          extents.insert(extent);
        }
      }
      gam.Release();
      co_await worker.PayCpu();
    }
  }
  co_return Status();
}

std::vector<PageRun> RunsOf(const Extents& extents, uint32_t file_pages) {
  std::vector<PageRun> runs;
  for (const page::ExtentId& extent : extents) {
    const PageId first = extent.page(0);
    const uint32_t pages = std::min(page::kPagesPerExtent, file_pages - first.number());
    const bool joins = !runs.empty() && runs.back().pages + pages <= kTransferPages &&
                       PageId{runs.back().first.value + runs.back().pages} == first;
    if (joins) {
      runs.back().pages += pages;
    } else {
      runs.push_back({first, pages});
    }
  }
  return runs;
}

}  // namespace snapscope::backup
