// Where the pages of the data files lie in the files of one backup.
#pragma once

#include <cstdint>
#include <vector>

#include "backup/format.h"
#include "base/ids.h"
#include "page/layout.h"

namespace snapscope::backup {

/// Which page of a data file lies where in the backup files: known once a chunk has its place.
class PagePlaces {
 public:
  explicit PagePlaces(uint32_t files) : files_(files) {}

  void Note(uint64_t sequence, const std::vector<PageRun>& runs) {
    if (sequence >= chunks_.size()) chunks_.resize(sequence + 1);
    chunks_[sequence] = runs;
  }
  /// The page of a data file that has that number in the file at that place; false if none has.
  bool Find(uint32_t file, uint64_t number, PageId& page) const {
    constexpr uint64_t kSlotPages = kSlotBytes / page::kPageSize;
    if (number == 0 || (number - 1) % kSlotPages == 0) return false;
    const uint64_t sequence = (number - 1) / kSlotPages * files_ + file;
    uint64_t place = (number - 1) % kSlotPages - 1;
    if (sequence >= chunks_.size()) return false;
    for (const PageRun& run : chunks_[sequence]) {
      if (place < run.pages) {
        page = PageId{run.first.value + place};
        return true;
      }
      place -= run.pages;
    }
    return false;
  }

 private:
  const uint32_t files_;
  std::vector<std::vector<PageRun>> chunks_;
};

}  // namespace snapscope::backup
