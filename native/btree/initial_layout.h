// Where the pages of freshly built trees lie: ordinals 0, 1, 2 and so on, eight to an extent, over
// the extents of all data files in turn. Extents that hold maps are left out, and so are the first
// ones of each file, which in the first file are mixed: boot page and IAM pages.
#pragma once

#include <cstdint>
#include <optional>

#include "base/ids.h"
#include "page/allocation_map.h"

namespace snapscope::btree {

struct InitialLayout {
  uint32_t files = 1;
  uint32_t first_extent = 2;  ///< of each file; holds no maps

  PageId PageAt(uint32_t ordinal) const;
  /// Nothing for a page that is none of these.
  std::optional<uint32_t> OrdinalOf(PageId page) const;
  /// Ordinals that lie in files of `pages` pages, up to the first that does not.
  uint32_t Capacity(uint32_t pages) const;
};

/// The pages of one ordinal after another.
class InitialRun {
 public:
  InitialRun(const InitialLayout& layout, uint32_t first);
  PageId Next() {
    const PageId page = extent_.page(in_extent_);
    if (++in_extent_ == page::kPagesPerExtent) BeginExtent();
    return page;
  }

 private:
  void BeginExtent();

  const InitialLayout layout_;
  page::ExtentId extent_;  // of the next ordinal, and its place there
  uint32_t in_extent_;
};

/// Extent `k` of those from `first` on that hold no maps.
uint32_t ExtentWithoutMaps(uint32_t first, uint32_t k);

}  // namespace snapscope::btree
