// How durable pages of a file are kept, and what they were before they changed.
//
// A snapshot that an array takes costs a file nothing but a table. At the first change of a page
// after the newest snapshot, what was kept of the page moves into that table; later changes find it
// there. So a snapshot's page is in the first table from the snapshot's own on that has the page,
// and the file still has all others.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "base/block_pool.h"
#include "base/id_table.h"
#include "sim/devices/ordered_ids.h"
#include "sim/page_difference.h"

namespace snapscope::sim {

/// Bytes of a page; fewer than a page has: packed.
class KeptBytes {
 public:
  KeptBytes() = default;
  /// Room for so many.
  explicit KeptBytes(uint32_t length)
      : bytes_(static_cast<std::byte*>(AllocateBlock(length))), length_(length) {}
  KeptBytes(KeptBytes&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)), length_(std::exchange(other.length_, 0)) {}
  KeptBytes& operator=(KeptBytes&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(length_, other.length_);
    return *this;
  }
  ~KeptBytes() {
    if (bytes_ != nullptr) FreeBlock(bytes_, length_);
  }
  KeptBytes Copy() const {
    KeptBytes copy(length_);
    std::memcpy(copy.bytes_, bytes_, length_);
    return copy;
  }

  std::byte* bytes() const { return bytes_; }
  uint32_t length() const { return length_; }

 private:
  std::byte* bytes_ = nullptr;
  uint32_t length_ = 0;
};

/// What is kept of a page: all of it, or what distinguishes it from the page that it is like.
/// Neither: the page is what its store computes.
struct KeptPage {
  const KeptBytes* whole = nullptr;
  const PageDifference* difference = nullptr;

  bool IsComputed() const { return whole == nullptr && difference == nullptr; }
};

class KeptPages {
 public:
  KeptPage Find(uint64_t page) const {
    if (HasDifference(page)) return {nullptr, differences_.Find(page)};
    return {whole_.Find(page), nullptr};
  }
  /// Null if all of the page is not kept.
  KeptBytes* FindWhole(uint64_t page) { return whole_.Find(page); }
  KeptBytes& Put(uint64_t page, KeptBytes whole);
  void Put(uint64_t page, PageDifference difference);
  /// The page is what its store computes.
  void Forget(uint64_t page);
  /// Keeps the page in the way in which another store does.
  void PutCopy(uint64_t page, KeptPage kept);
  void MoveTo(KeptPages& other, uint64_t page);

  void Prefetch(uint64_t page) const { differences_.Prefetch(page); }
  size_t size() const { return whole_.size() + differences_.size(); }

 private:
  bool HasDifference(uint64_t page) const {
    return page < has_difference_.size() && has_difference_[page];
  }

  IdTable<KeptBytes> whole_;
  IdTable<PageDifference> differences_;
  /// Which those are: most pages that are read are not, and a table of millions is slow to say so.
  std::vector<bool> has_difference_;
};

/// What a file's pages were when a snapshot was taken: those that have changed since, until the
/// next one was.
struct FormerPages {
  OrderedIds numbers;
  KeptPages pages;

  bool Has(uint64_t page) const { return numbers.Has(page); }
  /// The snapshot goes: the one before needs what it has not itself.
  void MoveTo(FormerPages& older);
};

}  // namespace snapscope::sim
