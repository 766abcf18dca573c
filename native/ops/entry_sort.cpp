#include "ops/entry_sort.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"

namespace snapscope::ops {

namespace {

/// Keys that are written at once: 1 MB of extents.
constexpr size_t kWrittenKeys = 16 * size_t{kSortExtentKeys};

}  // namespace

EntrySort::EntrySort(SortOptions options, std::unique_ptr<SortSpace> space)
    : options_(options), space_(std::move(space)) {
  CHECK(options_.memory_bytes >= kLeastSortBytes, "a sort needs a grant");
}

Task<Status> EntrySort::Add(Worker& worker, std::vector<uint64_t> keys) {
  CHECK(!merging_, "a key after the first merge");
  const uint64_t capacity = options_.memory_bytes / btree::kEntryBytes;
  if (in_memory_ > 0 && in_memory_ + keys.size() > capacity) CO_TRY(co_await Spill(worker));
  std::ranges::sort(keys);
  keys_ += keys.size();
  in_memory_ += keys.size();
  merge_.Add(std::move(keys));
  co_return Status();
}

Task<Status> EntrySort::Spill(Worker& worker) {
  SortMerge memory = std::exchange(merge_, SortMerge());
  in_memory_ = 0;
  CO_TRY_ASSIGN(auto run, co_await WriteRun(worker, memory, 0));
  runs_.push_back(std::move(run));
  co_return Status();
}

Task<Result<EntrySort::Run>> EntrySort::WriteRun(Worker& worker, SortMerge& merge,
                                                 uint32_t comparisons_of_key) {
  Run run;
  for (;;) {
    CO_TRY_ASSIGN(auto keys, co_await merge.Next(worker, kWrittenKeys));
    if (keys.empty()) break;
    worker.Charge(runtime::CpuWork::kSortComparison, keys.size() * comparisons_of_key);
    CO_TRY_ASSIGN(const auto written, co_await space_->Write(worker, std::move(keys)));
    ChargeSortIo(worker, written.size());
    co_await worker.PayCpu();
    run.insert(run.end(), written.begin(), written.end());
  }
  ++figures_.runs;
  figures_.extents += run.size();
  co_return run;
}

Task<Status> EntrySort::MergeOldest(Worker& worker, size_t runs) {
  SortMerge merge;
  for (size_t i = 0; i < runs; ++i) {
    merge.Add(worker.executor(), *space_, std::move(runs_.front()));
    runs_.pop_front();
  }
  CO_TRY_ASSIGN(auto merged,
                co_await WriteRun(worker, merge, static_cast<uint32_t>(std::bit_width(runs - 1))));
  runs_.push_back(std::move(merged));
  co_return Status();
}

// What is left in memory becomes a run as well: the merge needs the memory.
Task<Status> EntrySort::BeginLastMerge(Worker& worker) {
  merging_ = true;
  if (runs_.empty()) co_return Status();
  if (in_memory_ > 0) CO_TRY(co_await Spill(worker));
  const uint64_t at_once = options_.memory_bytes / (2 * kSortExtentBytes);
  while (runs_.size() > at_once) {
    CO_TRY(co_await MergeOldest(worker, std::min<size_t>(at_once, runs_.size() - at_once + 1)));
  }
  for (Run& run : runs_) merge_.Add(worker.executor(), *space_, std::move(run));
  runs_.clear();
  co_return Status();
}

Task<Result<std::vector<uint64_t>>> EntrySort::Next(Worker& worker, size_t most) {
  if (!merging_) CO_TRY(co_await BeginLastMerge(worker));
  auto keys = co_await merge_.Next(worker, most);
  CO_TRY(keys);
  worker.Charge(runtime::CpuWork::kSortComparison, keys.value().size() * comparisons());
  co_return std::move(keys);
}

uint32_t EntrySort::comparisons() const { return static_cast<uint32_t>(std::bit_width(keys_)); }

}  // namespace snapscope::ops
