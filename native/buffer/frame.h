// A frame of the buffer pool and the table that finds it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/check.h"
#include "base/id_table.h"
#include "base/ids.h"
#include "base/large_memory.h"
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

/// The frames of a pool. Each is made when it is used for the first time, and stays where it is: a
/// pool that is never full takes memory for what it holds.
class Frames {
 public:
  Frames(uint32_t most, page::PageForm form)
      : frames_(LargeAllocator<Frame>().allocate(most)), most_(most), form_(form) {}
  ~Frames() {
    std::destroy_n(frames_, made_);
    LargeAllocator<Frame>().deallocate(frames_, most_);
  }
  Frames(const Frames&) = delete;
  Frames& operator=(const Frames&) = delete;

  /// One more; there must be one that is not made.
  Frame* Make() {
    CHECK(unmade() > 0, "a pool has more frames than it is large");
    Frame* frame = std::construct_at(frames_ + made_++);
    frame->form = form_;
    return frame;
  }
  uint32_t unmade() const { return most_ - made_; }

  // Those that are made.
  uint32_t size() const { return made_; }
  Frame& operator[](size_t place) { return frames_[place]; }
  Frame* begin() const { return frames_; }
  Frame* end() const { return frames_ + made_; }

 private:
  Frame* const frames_;
  const uint32_t most_;
  const page::PageForm form_;
  uint32_t made_ = 0;
};

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
