#include "sim/devices/write_cache.h"

#include <algorithm>
#include <bit>

namespace snapscope::sim {

WriteCache::WriteCache(const CacheOptions& options, uint64_t row_bytes)
    : capacity_(options.bytes / kBlockBytes),
      destage_above_(capacity_ * options.destage_from_percent / 100),
      row_blocks_(std::max<uint64_t>(row_bytes / kBlockBytes, 1)) {}

uint64_t WriteCache::MaskOf(uint64_t first, uint64_t count) {
  const uint64_t in_line = first % kLineBlocks;
  const uint64_t fitting = std::min(count, kLineBlocks - in_line);
  const uint64_t ones = fitting == kLineBlocks ? ~uint64_t{0} : (uint64_t{1} << fitting) - 1;
  return ones << in_line;
}

template <typename Action>
void WriteCache::ForEachLine(uint64_t address, uint64_t bytes, Action action) {
  uint64_t block = address / kBlockBytes;
  const uint64_t end = (address + bytes + kBlockBytes - 1) / kBlockBytes;
  while (block < end) {
    action(block / kLineBlocks, MaskOf(block, end - block));
    block = (block / kLineBlocks + 1) * kLineBlocks;
  }
}

bool WriteCache::Put(uint64_t address, uint64_t bytes) {
  uint64_t added = 0;
  ForEachLine(address, bytes, [&](uint64_t line, uint64_t mask) {
    const auto found = lines_.find(line);
    const uint64_t present = found == lines_.end() ? 0 : found->second;
    added += static_cast<uint64_t>(std::popcount(mask & ~present));
  });
  if (used_ + added > capacity_ && used_ > 0) return false;
  ForEachLine(address, bytes, [&](uint64_t line, uint64_t mask) { lines_[line] |= mask; });
  dirty_ += added;
  used_ += added;
  return true;
}

bool WriteCache::Holds(uint64_t address, uint64_t bytes) const {
  if (dirty_ == 0) return false;
  bool holds = true;
  ForEachLine(address, bytes, [&](uint64_t line, uint64_t mask) {
    const auto found = lines_.find(line);
    holds = holds && found != lines_.end() && (found->second & mask) == mask;
  });
  return holds;
}

// Cleans the dirty blocks from `first` on, which is dirty, up to the first clean one or `limit`.
uint64_t WriteCache::TakeBlocks(uint64_t first, uint64_t limit) {
  uint64_t block = first;
  while (block < limit) {
    const auto line = lines_.find(block / kLineBlocks);
    if (line == lines_.end()) break;
    const auto ones = static_cast<uint64_t>(std::countr_one(line->second >> block % kLineBlocks));
    const uint64_t taken = std::min(ones, limit - block);
    if (taken == 0) break;
    line->second &= ~MaskOf(block, taken);
    if (line->second == 0) lines_.erase(line);
    block += taken;
    if (block % kLineBlocks != 0) break;
  }
  return block - first;
}

std::optional<WriteCache::Run> WriteCache::TakeRun() {
  if (dirty_ <= destage_above_) return std::nullopt;
  auto line = lines_.lower_bound(cursor_ / kLineBlocks);
  if (line != lines_.end() && line->first == cursor_ / kLineBlocks &&
      (line->second >> cursor_ % kLineBlocks) == 0) {
    ++line;
  }
  if (line == lines_.end()) {
    line = lines_.begin();
    cursor_ = 0;
  }
  const uint64_t from = line->first == cursor_ / kLineBlocks ? cursor_ % kLineBlocks : 0;
  const uint64_t first = line->first * kLineBlocks + from +
                         static_cast<uint64_t>(std::countr_zero(line->second >> from));
  const uint64_t count = TakeBlocks(first, (first / row_blocks_ + 1) * row_blocks_);
  dirty_ -= count;
  cursor_ = first + count;
  return Run{first * kBlockBytes, count * kBlockBytes};
}

}  // namespace snapscope::sim
