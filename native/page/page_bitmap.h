// Sets of pages as bits in memory: of one file (or of its regions), and of a database.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/check.h"
#include "page/layout.h"

namespace snapscope::page {

class PageBitmap {
 public:
  explicit PageBitmap(uint32_t pages) : pages_(pages), words_((pages + 63) / 64) {}

  uint32_t size() const { return pages_; }

  bool Test(uint32_t page) const {
    CHECK(page < pages_, "page %u of %u", page, pages_);
    return ((words_[page / 64] >> (page % 64)) & 1) != 0;
  }

  /// False if it was set before.
  bool Set(uint32_t page) {
    if (Test(page)) return false;
    words_[page / 64] |= uint64_t{1} << (page % 64);
    ++count_;
    return true;
  }

  void Clear(uint32_t page) {
    if (!Test(page)) return;
    words_[page / 64] &= ~(uint64_t{1} << (page % 64));
    --count_;
  }

  uint64_t Count() const { return count_; }

  /// Calls `visit(number)` for each page that is set, in their order.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (uint32_t word = 0; word < words_.size(); ++word) {
      for (uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
        visit(word * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
      }
    }
  }

  /// Sets what `other` has set; it is of the same file.
  void Add(const PageBitmap& other) {
    CHECK(other.pages_ == pages_, "bitmaps of %u and %u pages", pages_, other.pages_);
    count_ = 0;
    for (size_t word = 0; word < words_.size(); ++word) {
      words_[word] |= other.words_[word];
      count_ += static_cast<uint64_t>(std::popcount(words_[word]));
    }
  }

 private:
  uint32_t pages_;
  std::vector<uint64_t> words_;
  uint64_t count_ = 0;
};

/// Pages of a database.
class PageSet {
 public:
  explicit PageSet(DatabaseSize size)
      : size_(size), files_(size.files, PageBitmap(size.file_pages)) {}

  const DatabaseSize& size() const { return size_; }

  // The page is one of the database's.
  bool Has(PageId page) const { return FileOf(page).Test(page.number()); }
  /// False if it was there before.
  bool Add(PageId page) { return FileOf(page).Set(page.number()); }

  void Add(uint32_t file_position, const PageBitmap& pages) { files_.at(file_position).Add(pages); }

  uint64_t Count() const {
    uint64_t count = 0;
    for (const PageBitmap& file : files_) count += file.Count();
    return count;
  }

  /// Calls `visit(page)` for each page, file after file, in their order.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (uint32_t position = 0; position < files_.size(); ++position) {
      files_[position].ForEach(
          [&visit, id = DataFileId(position)](uint32_t number) { visit(PageId::Of(id, number)); });
    }
  }

 private:
  const PageBitmap& FileOf(PageId page) const { return files_.at(DataFilePosition(page.file())); }
  PageBitmap& FileOf(PageId page) { return files_.at(DataFilePosition(page.file())); }

  DatabaseSize size_;
  std::vector<PageBitmap> files_;
};

}  // namespace snapscope::page
