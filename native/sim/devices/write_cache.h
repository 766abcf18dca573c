// What a controller's write-back cache holds: dirty blocks of 8 KB, and those being destaged.
//
// A write is done when its blocks are here; a block that is dirty already takes no more room. The
// array writes dirty blocks back in the order of addresses, runs of neighbours as one write, never
// across a row, so that a sequential stream becomes full-stripe writes. It begins when more than
// `destage_from_percent` are dirty, and goes on down to that. A write that finds no room waits
// until destaging frees some, which then goes on whatever is dirty: the array's own speed is all
// there is.
#pragma once

#include <cstdint>
#include <optional>

#include "base/id_table.h"
#include "sim/devices/ordered_ids.h"
#include "storage/device_description.h"

namespace snapscope::sim {

using storage::CacheOptions;

class WriteCache {
 public:
  static constexpr uint64_t kBlockBytes = 8192;

  struct Run {
    uint64_t address = 0;
    uint64_t bytes = 0;
  };

  WriteCache(const CacheOptions& options, uint64_t row_bytes);

  /// False if there is no room; nothing has changed then. A write larger than the cache is let in
  /// when the cache is empty.
  bool Put(uint64_t address, uint64_t bytes);
  /// All of it is dirty here.
  bool Holds(uint64_t address, uint64_t bytes) const;
  /// What is to be written back next, if anything is; Written() with the same run ends it. While a
  /// write waits for room, that is whatever is dirty.
  std::optional<Run> TakeRun(bool write_waits = false);
  void Written(const Run& run) { used_ -= run.bytes / kBlockBytes; }

  uint64_t dirty_bytes() const { return dirty_ * kBlockBytes; }

 private:
  static constexpr uint64_t kLineBlocks = 64;

  // Bits of the blocks [first, first + count) that lie in their first line.
  static uint64_t MaskOf(uint64_t first, uint64_t count);
  template <typename Action>  // action(line, mask)
  static void ForEachLine(uint64_t address, uint64_t bytes, Action action);

  uint64_t NextDirty() const;
  uint64_t TakeBlocks(uint64_t first, uint64_t limit);

  const uint64_t capacity_;  // blocks
  const uint64_t destage_above_;
  const uint64_t row_blocks_;
  IdTable<uint64_t> lines_;  // by number of the line: a bit for each dirty block, none without
  OrderedIds dirty_lines_;   // their numbers
  uint64_t dirty_ = 0;       // blocks
  uint64_t used_ = 0;        // dirty and being destaged
  uint64_t cursor_ = 0;      // block from which the next run is looked for
};

}  // namespace snapscope::sim
