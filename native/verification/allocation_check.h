// What the allocation maps say, against what is there: every page that an index reaches is
// allocated and in an extent of that index; every allocated page is reached; every extent is either
// free, or mixed, or of one index, or holds maps; SGAM bits are those of mixed extents with a free
// page.
//
// Where only some pages were compared, this is said of these pages and of their extents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "page/page_bitmap.h"
#include "verification/page_reader.h"

namespace snapscope::verification {

struct ReachedPage {
  PageId page;
  IndexId index;
};

/// Which pages of a database a walk has come to, and from which index.
class ReachedPages {
 public:
  explicit ReachedPages(page::DatabaseSize size) : seen_(size) {}

  const page::DatabaseSize& size() const { return seen_.size(); }
  /// False when the page is not one of the database, or was noted before.
  bool Note(PageId page, IndexId index);
  /// In page order. No more is noted afterwards.
  const std::vector<ReachedPage>& InOrder();

 private:
  page::PageSet seen_;
  std::vector<ReachedPage> pages_;
};

struct AllocationFigures {
  uint64_t allocated = 0;  ///< pages, by the PFS
  uint64_t read = 0;       ///< maps, IAM pages, boot page and file headers; no pages of indexes
  std::string problem;     ///< the first one found, for people; empty if there is none
};

/// `changed`: pages that may differ from the initial ones, when of the others not all that are
/// there were reached; null: all were.
AllocationFigures CheckAllocation(const PageReader& read, ReachedPages& reached,
                                  const page::PageSet* changed);

}  // namespace snapscope::verification
