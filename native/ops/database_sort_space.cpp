#include "ops/database_sort_space.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "btree/page_allocator.h"
#include "btree/system_change.h"
#include "checkpoint/dirty_page_sweep.h"
#include "page/log_record.h"

namespace snapscope::ops {

Task<Result<std::vector<SortExtent>>> DatabaseSortSpace::Write(Worker& worker,
                                                               std::vector<uint64_t> keys) {
  std::vector<SortExtent> extents;
  const std::span<const uint64_t> all(keys);
  for (size_t from = 0; from < keys.size(); from += kSortExtentKeys) {
    CO_TRY_ASSIGN(const auto first, co_await Take(worker));
    const size_t count = std::min<size_t>(kSortExtentKeys, keys.size() - from);
    const PageId page = first;
    storage::File* file = engine_.source->files().at(page::DataFilePosition(page.file()));
    extents.push_back({file, page, static_cast<uint32_t>(count)});
    CO_TRY(co_await Format(worker, extents.back(), all.subspan(from, count)));
  }
  CO_TRY(co_await WriteToFile(worker, extents));
  co_return extents;
}

// One transaction takes the pages of a whole extent, as the bulk load of the tree does, so no
// extent is shared with it.
Task<Result<PageId>> DatabaseSortSpace::Take(Worker& worker) {
  if (!free_.empty()) {
    const PageId again = free_.back();
    free_.pop_back();
    co_return again;
  }
  btree::SystemChange change(*engine_.pool, engine_.db, btree::kBuildSpace, *engine_.transactions);
  CO_TRY(co_await change.Begin(worker));
  PageId first;
  for (uint32_t i = 0; i < page::kPagesPerExtent; ++i) {
    const auto page = co_await engine_.transactions->allocator().Take(worker, change);
    if (!page.ok()) co_return co_await change.Undo(worker, page.error());
    if (i == 0) first = page.value();
    CHECK(page.value().value == first.value + i, "a run begins within an extent");
  }
  taken_[first] = change.last();
  change.Commit();
  co_return first;
}

Task<Status> DatabaseSortSpace::Format(Worker& worker, SortExtent extent,
                                       std::span<const uint64_t> keys) {
  alignas(8) std::array<std::byte, page::kPageSize> bytes;
  for (uint32_t i = 0; i < extent.pages(); ++i) {
    const PageId page{extent.first.value + i};
    const auto of_page = keys.subspan(size_t{i} * kSortPageKeys);
    FormatSortPage(page, of_page.first(std::min<size_t>(kSortPageKeys, of_page.size())), bytes);
    page::LogRecord record;
    record.type = page::RecordType::kFormatPage;
    record.index = btree::kBuildSpace;
    record.page = page;
    record.after = page::ImageOf(page::PageView(bytes));
    CO_TRY_ASSIGN(auto fetched, co_await engine_.pool->FetchForFormat(worker, engine_.db, page));
    CO_TRY_ASSIGN(const auto formatted, co_await engine_.pool->FormatUnlogged(
                                            worker, fetched, record, taken_.at(extent.first)));
    if (formatted) continue;
    CO_TRY_ASSIGN(taken_[extent.first],
                  co_await engine_.pool->Change(worker, fetched, std::move(record)));
  }
  co_return Status();
}

// A page that the lazy writer has written meanwhile is clean, and in the file.
Task<Status> DatabaseSortSpace::WriteToFile(Worker& worker, std::span<const SortExtent> extents) {
  std::vector<PageId> pages;
  for (const SortExtent& extent : extents) {
    for (uint32_t i = 0; i < extent.pages(); ++i) pages.push_back({extent.first.value + i});
  }
  std::ranges::sort(pages);
  checkpoint::SweepOptions sweep_options;
  sweep_options.db = engine_.db;
  sweep_options.reason = buffer::WriteReason::kBulkLoad;
  sweep_options.writes_in_flight = options_.writes_in_flight;
  sweep_options.latency_target = options_.write_latency_target;
  sweep_options.wait = runtime::WaitType::kIoCompletion;
  checkpoint::DirtyPageSweep sweep(*engine_.cpu, *engine_.pool, sweep_options);
  CO_TRY(co_await sweep.Run(worker, std::move(pages)));
  co_return Status();
}

Task<Status> DatabaseSortSpace::Release(Worker& worker) {
  free_.clear();
  for (; !taken_.empty(); taken_.erase(taken_.begin())) {
    const page::ExtentId extent = page::ExtentOf(taken_.begin()->first);
    CO_TRY(co_await engine_.transactions->allocator().ReleaseExtent(worker, btree::kBuildSpace,
                                                                    extent));
    co_await worker.PayCpu();
  }
  co_return Status();
}

}  // namespace snapscope::ops
