// Where the pages of the data files lie in the files of one backup.
#pragma once

#include <algorithm>
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

  /// The chunk with these runs begins at `offset` of the file, behind all others of it.
  void Note(uint32_t file, uint64_t offset, const std::vector<PageRun>& runs) {
    uint64_t number = (offset + kHeaderBytes) / page::kPageSize;
    for (const PageRun& run : runs) {
      files_[file].push_back({number, run});
      number += run.pages;
    }
  }
  /// The page of a data file that has that number in the backup file; false if none has.
  bool Find(uint32_t file, uint64_t number, PageId& page) const {
    const auto behind = std::ranges::upper_bound(files_[file], number, {}, &Stretch::number);
    if (behind == files_[file].begin()) return false;
    const Stretch& stretch = *std::prev(behind);
    if (number - stretch.number >= stretch.run.pages) return false;
    page = PageId{stretch.run.first.value + number - stretch.number};
    return true;
  }

 private:
  struct Stretch {
    uint64_t number;  ///< in the backup file, of its first page
    PageRun run;
  };

  std::vector<std::vector<Stretch>> files_;
};

}  // namespace snapscope::backup
