#include "btree/initial_layout.h"

#include "page/allocation_map.h"

namespace snapscope::btree {

uint32_t ExtentWithoutMaps(uint32_t first, uint32_t k) {
  const uint32_t before = page::ExtentsWithMaps(first);
  uint32_t extent = first + k;
  for (;;) {
    const uint32_t passed = page::ExtentsWithMaps(extent + 1) - before;
    if (extent == first + k + passed) return extent;
    extent = first + k + passed;
  }
}

PageId InitialLayout::PageAt(uint32_t ordinal) const {
  const uint32_t nth = ordinal / page::kPagesPerExtent;
  const page::ExtentId extent{page::DataFileId(nth % files),
                              ExtentWithoutMaps(first_extent, nth / files)};
  return extent.page(ordinal % page::kPagesPerExtent);
}

PageId InitialRun::Next() {
  const bool same_extent = previous_ != PageId{} && ordinal_ % page::kPagesPerExtent != 0;
  previous_ = same_extent ? PageId{previous_.value + 1} : layout_.PageAt(ordinal_);
  ++ordinal_;
  return previous_;
}

std::optional<uint32_t> InitialLayout::OrdinalOf(PageId page) const {
  const page::ExtentId extent = page::ExtentOf(page);
  if (extent.number < first_extent || page::HoldsMaps(extent.number)) return std::nullopt;
  const uint32_t maps = page::ExtentsWithMaps(extent.number) - page::ExtentsWithMaps(first_extent);
  const uint32_t nth =
      (extent.number - first_extent - maps) * files + page::DataFilePosition(page.file());
  return nth * page::kPagesPerExtent + page.number() % page::kPagesPerExtent;
}

uint32_t InitialLayout::Capacity(uint32_t pages) const {
  const uint32_t extents = pages / page::kPagesPerExtent;
  if (extents <= first_extent) return 0;
  const uint32_t maps = page::ExtentsWithMaps(extents) - page::ExtentsWithMaps(first_extent);
  return (extents - first_extent - maps) * files * page::kPagesPerExtent;
}

}  // namespace snapscope::btree
