// Allocation maps: which pages and extents of a data file are in use, and whose they are.
//
//   page                      map    an entry for each
//   1, then each 8,088th      PFS    page: a byte
//   2, then each 511,232nd    GAM    extent: a bit, set while the extent is free
//   3, then one behind GAM    SGAM   extent: set while it is mixed and has a free page
//   6 (behind GAM + 6)        DIFF   extent: set when it has changed since the last full backup
//   7 (behind GAM + 7)        ML     extent: set when a minimally logged operation has changed it
//   in mixed extents          IAM    extent: set when it belongs to the index of the page
//
// A bit map covers 63,904 extents (511,232 pages, about 4 GB): its interval. A PFS page covers
// 8,088 pages and is the first page of them that is no other map. An extent that holds maps holds
// nothing else. Entry `slot` of a map is that of page or extent (start of the interval + slot).
//
// A map page: page header | first page of the interval u64 | bits from the least of the first byte.
// A PFS page: page header | bytes.
#pragma once

#include <cstdint>

#include "page/layout.h"

namespace snapscope::page {

inline constexpr uint32_t kPagesPerExtent = 8;
inline constexpr uint64_t kExtentBytes = kPagesPerExtent * kPageSize;
inline constexpr uint32_t kPfsPages = 8'088;
inline constexpr uint32_t kMapExtents = 63'904;
inline constexpr uint32_t kMapPages = kMapExtents * kPagesPerExtent;

// Entries of a PFS page.
inline constexpr uint8_t kPfsFull = 0x04;  ///< 100 percent: boot page, headers and maps
inline constexpr uint8_t kPfsIam = 0x10;
inline constexpr uint8_t kPfsMixed = 0x20;  ///< of a mixed extent
inline constexpr uint8_t kPfsAllocated = 0x40;

/// An extent of a data file: 8 pages, numbered by the first of them divided by 8.
struct ExtentId {
  uint32_t file = 0;
  uint32_t number = 0;
  constexpr PageId page(uint32_t position) const {
    return PageId::Of(file, number * kPagesPerExtent + position);
  }
  auto operator<=>(const ExtentId&) const = default;
};
constexpr ExtentId ExtentOf(PageId page) { return {page.file(), page.number() / kPagesPerExtent}; }

/// The map pages that have an entry for the page or extent.
PageId PfsOf(PageId page);
PageId GamOf(ExtentId extent);
PageId SgamOf(ExtentId extent);
constexpr uint16_t PfsSlot(PageId page) { return static_cast<uint16_t>(page.number() % kPfsPages); }
constexpr PageId PageOfPfsEntry(PageId pfs, uint16_t slot) {
  return PageId::Of(pfs.file(), pfs.number() / kPfsPages * kPfsPages + slot);
}
constexpr uint16_t MapSlot(ExtentId extent) {
  return static_cast<uint16_t>(extent.number % kMapExtents);
}
/// First extent of the interval of `extent`.
constexpr ExtentId IntervalOf(ExtentId extent) {
  return {extent.file, extent.number / kMapExtents * kMapExtents};
}

/// What lies at a fixed place: header, boot page and maps; kFree for every other page.
PageType FixedPageType(PageId page);
/// True for an extent with maps.
bool HoldsMaps(uint32_t extent);
/// Extents with maps among the first `extents` of a file.
uint32_t ExtentsWithMaps(uint32_t extents);

/// Entries of a map page of that type; 0 for other types.
constexpr uint32_t MapEntries(PageType type) {
  switch (type) {
    case PageType::kPfs:
      return kPfsPages;
    case PageType::kGam:
    case PageType::kSgam:
    case PageType::kDifferentialMap:
    case PageType::kMinimallyLoggedMap:
    case PageType::kIam:
      return kMapExtents;
    default:
      return 0;
  }
}

/// A PFS byte, or a bit as 0 or 1. The slot is CHECKed.
uint8_t MapEntry(PageView map, uint16_t slot);
void SetMapEntry(PageView map, uint16_t slot, uint8_t value);
/// Writes an empty map page; `interval` is that of a bit map.
void FormatMap(PageView map, PageId id, PageType type, IndexId index, ExtentId interval);
/// First extent that a bit map speaks of.
ExtentId IntervalOf(PageView map);
/// The least slot from `from` on whose bit is set; kMapExtents when there is none.
uint32_t NextSetBit(PageView map, uint32_t from);
/// How many bits are set.
uint32_t SetBits(PageView map);
/// How many pages of an extent are allocated, by its PFS page.
uint32_t AllocatedPages(PageView pfs, ExtentId extent);
/// The greatest slot whose bit is set; kMapExtents when there is none.
uint32_t LastSetBit(PageView map);

}  // namespace snapscope::page
