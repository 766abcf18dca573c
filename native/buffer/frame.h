// A frame of the buffer pool and the table that finds it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/id_table.h"
#include "base/ids.h"
#include "page/compact.h"
#include "page/layout.h"
#include "runtime/sync.h"

namespace snapscope::buffer {

/// A page of a database, in one word.
class PageKey {
 public:
  PageKey() = default;
  PageKey(DbId db, PageId page) : id_(page.value | uint64_t{db.value} << kDbShift) {
    CHECK(page.file() < uint32_t{1} << PageId::kFileBits, "file %u", page.file());
  }
  /// Both ids have to fit half of what is looked up.
  static bool Takes(DbId db) { return db.value < uint32_t{1} << PageId::kFileBits; }

  DbId db() const { return DbId{static_cast<uint32_t>(id_ >> kDbShift)}; }
  PageId page() const { return PageId{id_ & ((uint64_t{1} << kDbShift) - 1)}; }
  uint64_t id() const { return id_; }
  bool operator==(const PageKey&) const = default;

 private:
  static constexpr uint32_t kDbShift = 32 + PageId::kFileBits;

  uint64_t id_ = 0;
};

/// One line of the processor's cache: pools have millions, and every look-up of a page waits for
/// one of them.
struct alignas(64) Frame {
  PageKey key;
  std::byte* bytes = nullptr;  ///< null: frame_memory.h has no place for them at present
  page::KeptPage kept;         ///< what is meaningful of them then, if the store lacks it
  Lsn recovery_lsn;            ///< of the first record since the page was last clean
  runtime::Latch latch;
  uint32_t pins = 0;
  uint32_t place = 0;     ///< of `bytes`
  bool resident = false;  ///< in the page table: holds (or is being filled with) key's page
  bool io = false;        ///< latched for a read or a write of the page: waits bill PAGEIOLATCH
  bool dirty = false;
  bool blank = false;          ///< to be formatted: the bytes are not what the page was
  bool referenced = false;     ///< second chance
  bool store_recalls = false;  ///< the store gives the page back as it is while it is clean
  page::PageForm form = page::PageForm::kFull;
};
static_assert(sizeof(Frame) == 64);

/// Which frame holds a page.
class PageTable {
 public:
  void Reserve(size_t pages) { frames_.Reserve(pages); }
  Frame* Find(PageKey key) const {
    Frame* const* found = frames_.Find(key.id());
    return found == nullptr ? nullptr : *found;
  }
  void Expect(PageKey key) const { frames_.Prefetch(key.id()); }
  void Insert(PageKey key, Frame& frame) { frames_[key.id()] = &frame; }
  void Erase(PageKey key) { frames_.Erase(key.id()); }

 private:
  IdTable<Frame*> frames_;
};

}  // namespace snapscope::buffer
