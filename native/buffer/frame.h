// A frame of the buffer pool and the table that finds it.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/ids.h"
#include "page/layout.h"
#include "runtime/sync.h"

namespace snapscope::buffer {

struct PageKey {
  DbId db;
  PageId page;
  bool operator==(const PageKey&) const = default;
};

struct PageKeyHash {
  size_t operator()(const PageKey& key) const noexcept {
    return std::hash<PageId>{}(PageId{key.page.value ^ (uint64_t{key.db.value} << 56)});
  }
};

struct Frame {
  PageKey key;
  std::byte* bytes = nullptr;
  runtime::Latch latch;
  uint32_t pins = 0;
  bool resident = false;  ///< in the page table: holds (or is being filled with) key's page
  bool io = false;        ///< latched for a read or a write of the page: waits bill PAGEIOLATCH
  bool dirty = false;
  bool referenced = false;  ///< second chance
  Lsn recovery_lsn;         ///< of the first record since the page was last clean

  page::PageSpan page() const { return page::PageSpan(bytes, page::kPageSize); }
};

using PageTable = std::unordered_map<PageKey, Frame*, PageKeyHash>;

}  // namespace snapscope::buffer
