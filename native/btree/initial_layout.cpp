#include "btree/initial_layout.h"

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

InitialRun::InitialRun(const InitialLayout& layout, uint32_t first)
    : layout_(layout),
      extent_(page::ExtentOf(layout.PageAt(first))),
      in_extent_(first % page::kPagesPerExtent) {}

// Goes on with this extent of the next file; after the last one, with the first file's next that
// has no maps.
void InitialRun::BeginExtent() {
  in_extent_ = 0;
  const uint32_t position = page::DataFilePosition(extent_.file) + 1;
  if (position < layout_.files) {
    extent_.file = page::DataFileId(position);
    return;
  }
  extent_.file = page::DataFileId(0);
  do {
    ++extent_.number;
  } while (page::HoldsMaps(extent_.number));
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
