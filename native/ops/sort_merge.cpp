#include "ops/sort_merge.h"

#include <algorithm>
#include <utility>

#include "base/aligned_buffer.h"
#include "runtime/task_group.h"

namespace snapscope::ops {

struct SortMerge::Read {
  Read(runtime::Executor& executor, SortExtent read)
      : extent(read), bytes(size_t{read.pages()} * page::kPageSize), reading(executor) {}

  const SortExtent extent;
  AlignedBuffer bytes;
  runtime::TaskGroup reading;
};

bool SortMerge::IsBehind(size_t one, size_t other) const {
  return runs_[one].keys[runs_[one].next] > runs_[other].keys[runs_[other].next];
}

void SortMerge::Push(size_t run) {
  heads_.push_back(run);
  std::ranges::push_heap(heads_, [this](size_t one, size_t other) { return IsBehind(one, other); });
}

void SortMerge::Add(std::vector<uint64_t> keys) {
  if (keys.empty()) return;
  Run run;
  run.keys = std::move(keys);
  runs_.push_back(std::move(run));
  Push(runs_.size() - 1);
}

void SortMerge::Add(runtime::Executor& executor, SortSpace& space, std::deque<SortExtent> run) {
  Run read;
  read.left = std::move(run);
  read.space = &space;
  ReadAhead(executor, read);
  runs_.push_back(std::move(read));
  drained_.push_back(runs_.size() - 1);
}

void SortMerge::ReadAhead(runtime::Executor& executor, Run& run) {
  if (run.left.empty()) return;
  run.ahead = std::make_shared<Read>(executor, run.left.front());
  run.left.pop_front();
  run.ahead->reading.Add(ReadExtent(run.ahead));
}

Task<Status> SortMerge::ReadExtent(std::shared_ptr<Read> read) {
  co_return co_await read->extent.file->Read(read->extent.offset(), read->bytes.span());
}

Task<Status> SortMerge::Refill(Worker& worker, size_t number) {
  Run& run = runs_[number];
  run.keys.clear();
  run.next = 0;
  const std::shared_ptr<Read> read = std::exchange(run.ahead, nullptr);
  if (read == nullptr) co_return Status();
  CO_TRY(co_await read->reading.Ended(worker, runtime::WaitType::kIoCompletion));
  ReadAhead(worker.executor(), run);
  ChargeSortIo(worker, 1);
  CO_TRY_ASSIGN(run.keys, SortedKeysIn(read->extent, run.space->form(), read->bytes.span()));
  run.space->GiveBack(read->extent);
  Push(number);
  co_return Status();
}

Task<Result<std::vector<uint64_t>>> SortMerge::Next(Worker& worker, size_t most) {
  const auto behind = [this](size_t one, size_t other) { return IsBehind(one, other); };
  std::vector<uint64_t> merged;
  while (merged.size() < most) {
    while (!drained_.empty()) {
      const size_t run = drained_.back();
      drained_.pop_back();
      CO_TRY(co_await Refill(worker, run));
    }
    if (heads_.empty()) break;
    std::ranges::pop_heap(heads_, behind);
    const size_t head = heads_.back();
    Run& run = runs_[head];
    merged.push_back(run.keys[run.next++]);
    if (run.next < run.keys.size()) {
      std::ranges::push_heap(heads_, behind);
    } else {
      std::vector<uint64_t>().swap(run.keys);
      heads_.pop_back();
      if (run.ahead != nullptr) drained_.push_back(head);
    }
  }
  co_return merged;
}

}  // namespace snapscope::ops
