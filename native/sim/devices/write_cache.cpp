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
    const uint64_t* found = lines_.Find(line);
    const uint64_t present = found == nullptr ? 0 : *found;
    added += static_cast<uint64_t>(std::popcount(mask & ~present));
  });
  if (used_ + added > capacity_ && used_ > 0) return false;
  ForEachLine(address, bytes, [&](uint64_t line, uint64_t mask) {
    uint64_t& blocks = lines_[line];
    if (blocks == 0) dirty_lines_.Insert(line);
    blocks |= mask;
  });
  dirty_ += added;
  used_ += added;
  return true;
}

bool WriteCache::Holds(uint64_t address, uint64_t bytes) const {
  if (dirty_ == 0) return false;
  bool holds = true;
  ForEachLine(address, bytes, [&](uint64_t line, uint64_t mask) {
    const uint64_t* found = lines_.Find(line);
    holds = holds && found != nullptr && (*found & mask) == mask;
  });
  return holds;
}

// Cleans the dirty blocks from `first` on, which is dirty, up to the first clean one or `limit`.
uint64_t WriteCache::TakeBlocks(uint64_t first, uint64_t limit) {
  uint64_t block = first;
  while (block < limit) {
    const uint64_t line = block / kLineBlocks;
    uint64_t* blocks = lines_.Find(line);
    if (blocks == nullptr) break;
    const auto ones = static_cast<uint64_t>(std::countr_one(*blocks >> block % kLineBlocks));
    const uint64_t taken = std::min(ones, limit - block);
    if (taken == 0) break;
    *blocks &= ~MaskOf(block, taken);
    if (*blocks == 0) {
      lines_.Erase(line);
      dirty_lines_.Erase(line);
    }
    block += taken;
    if (block % kLineBlocks != 0) break;
  }
  return block - first;
}

// The first dirty block from the cursor on, round again at the end. There is one.
uint64_t WriteCache::NextDirty() const {
  const uint64_t line = cursor_ / kLineBlocks;
  const uint64_t* blocks = lines_.Find(line);
  const uint64_t rest = blocks == nullptr ? 0 : *blocks >> cursor_ % kLineBlocks;
  if (rest != 0) return cursor_ + static_cast<uint64_t>(std::countr_zero(rest));
  std::optional<uint64_t> next = dirty_lines_.Next(line + 1);
  if (!next) next = dirty_lines_.Next(0);
  return *next * kLineBlocks + static_cast<uint64_t>(std::countr_zero(*lines_.Find(*next)));
}

std::optional<WriteCache::Run> WriteCache::TakeRun(bool write_waits) {
  if (dirty_ <= (write_waits ? 0 : destage_above_)) return std::nullopt;
  const uint64_t first = NextDirty();
  const uint64_t count = TakeBlocks(first, (first / row_blocks_ + 1) * row_blocks_);
  dirty_ -= count;
  cursor_ = first + count;
  return Run{first * kBlockBytes, count * kBlockBytes};
}

}  // namespace snapscope::sim
