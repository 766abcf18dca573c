#include "ops/entry_sort.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"

namespace snapscope::ops {

bool EntrySort::IsBehind(size_t one, size_t other) const {
  return runs_[one].keys[runs_[one].next] > runs_[other].keys[runs_[other].next];
}

void EntrySort::AddRun(std::vector<uint64_t> keys) {
  if (keys.empty()) return;
  std::ranges::sort(keys);
  keys_ += keys.size();
  runs_.push_back({std::move(keys), 0});
  CHECK(runs_.back().next == 0 && heads_.size() + 1 == runs_.size(), "a run after the first merge");
  heads_.push_back(runs_.size() - 1);
  std::ranges::push_heap(heads_, [this](size_t one, size_t other) { return IsBehind(one, other); });
}

std::vector<uint64_t> EntrySort::Next(size_t most) {
  const auto behind = [this](size_t one, size_t other) { return IsBehind(one, other); };
  std::vector<uint64_t> merged;
  while (merged.size() < most && !heads_.empty()) {
    std::ranges::pop_heap(heads_, behind);
    Run& run = runs_[heads_.back()];
    merged.push_back(run.keys[run.next++]);
    if (run.next < run.keys.size()) {
      std::ranges::push_heap(heads_, behind);
    } else {
      std::vector<uint64_t>().swap(run.keys);
      heads_.pop_back();
    }
  }
  return merged;
}

uint32_t EntrySort::comparisons() const { return static_cast<uint32_t>(std::bit_width(keys_)); }

}  // namespace snapscope::ops
