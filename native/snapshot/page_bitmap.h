// One bit per page (or region) of a file, in memory only: which of them a snapshot has copied.
#pragma once

#include <cstdint>
#include <vector>

#include "base/check.h"

namespace snapscope::snapshot {

class PageBitmap {
 public:
  explicit PageBitmap(uint32_t pages) : pages_(pages), words_((pages + 63) / 64) {}

  uint32_t size() const { return pages_; }

  bool Test(uint32_t page) const {
    CHECK(page < pages_, "page %u of %u", page, pages_);
    return ((words_[page / 64] >> (page % 64)) & 1) != 0;
  }

  void Set(uint32_t page) {
    CHECK(page < pages_, "page %u of %u", page, pages_);
    if (Test(page)) return;
    words_[page / 64] |= uint64_t{1} << (page % 64);
    ++count_;
  }

  uint64_t Count() const { return count_; }

 private:
  uint32_t pages_;
  std::vector<uint64_t> words_;
  uint64_t count_ = 0;
};

}  // namespace snapscope::snapshot
