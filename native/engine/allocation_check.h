// What the allocation maps say, against what is there: every page that an index reaches is
// allocated and in an extent of that index; every allocated page is reached; every extent is either
// free, or mixed, or of one index, or holds maps; SGAM bits are those of mixed extents with a free
// page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/page_reader.h"

namespace snapscope::engine {

/// Which index each page of a database was reached from.
class PageOwners {
 public:
  explicit PageOwners(page::DatabaseSize size) : size_(size), owners_(size.pages()) {}

  const page::DatabaseSize& size() const { return size_; }
  /// False when the page is not one of the database, or was noted before.
  bool Note(PageId page, IndexId index);
  /// 0 when nobody has reached the page.
  IndexId At(PageId page) const;

 private:
  const page::DatabaseSize size_;
  std::vector<uint16_t> owners_;
};

struct AllocationFigures {
  uint64_t allocated = 0;  ///< pages, by the PFS
  uint64_t read = 0;       ///< maps, IAM pages, boot page and file headers; no pages of indexes
  std::string problem;     ///< the first one found, for people; empty if there is none
};

AllocationFigures CheckAllocation(const PageReader& read, const PageOwners& owners);

}  // namespace snapscope::engine
