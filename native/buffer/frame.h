// A frame of the buffer pool and the table that finds it.
#pragma once

#include <cstdint>
#include <memory>

#include "base/id_table.h"
#include "base/ids.h"
#include "page/layout.h"
#include "runtime/sync.h"

namespace snapscope::buffer {

struct PageKey {
  DbId db;
  PageId page;
  bool operator==(const PageKey&) const = default;
};

struct Frame {
  PageKey key;
  std::byte* bytes = nullptr;         ///< null: frame_memory.h has no place for them at present
  std::unique_ptr<std::byte[]> kept;  ///< what is meaningful of them then, if the store lacks it
  runtime::Latch latch;
  uint32_t pins = 0;
  uint32_t place = 0;     ///< of `bytes`
  bool resident = false;  ///< in the page table: holds (or is being filled with) key's page
  bool io = false;        ///< latched for a read or a write of the page: waits bill PAGEIOLATCH
  bool dirty = false;
  bool referenced = false;     ///< second chance
  bool store_recalls = false;  ///< the store gives the page back as it is while it is clean
  page::PageForm form = page::PageForm::kFull;
  Lsn recovery_lsn;  ///< of the first record since the page was last clean
};

/// Which frame holds a page.
class PageTable {
 public:
  /// Both ids have to fit half of what is looked up.
  static bool Takes(DbId db) { return db.value < uint32_t{1} << kFileBits; }

  void Reserve(size_t pages) { frames_.Reserve(pages); }
  Frame* Find(PageKey key) const {
    Frame* const* found = frames_.Find(IdOf(key));
    return found == nullptr ? nullptr : *found;
  }
  void Insert(PageKey key, Frame& frame) { frames_[IdOf(key)] = &frame; }
  void Erase(PageKey key) { frames_.Erase(IdOf(key)); }

 private:
  static constexpr uint32_t kFileBits = 16;

  static uint64_t IdOf(PageKey key) {
    CHECK(key.page.file() < uint32_t{1} << kFileBits, "file %u", key.page.file());
    return key.page.value | uint64_t{key.db.value} << (32 + kFileBits);
  }

  IdTable<Frame*> frames_;
};

}  // namespace snapscope::buffer
