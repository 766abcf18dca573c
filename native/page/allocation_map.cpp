#include "page/allocation_map.h"

#include <bit>

namespace snapscope::page {

namespace {

constexpr size_t kIntervalOffset = kHeaderSize;
constexpr size_t kBitsOffset = kIntervalOffset + sizeof(PageId);
static_assert(kHeaderSize + kPfsPages <= kPageSize);
static_assert(kMapExtents % 8 == 0 && kBitsOffset + kMapExtents / 8 <= kPageSize);

constexpr uint32_t kGamAt = 2;  // of the first interval, where page 0 is the header and 1 the PFS
constexpr uint32_t kSgamAt = 3;
constexpr uint32_t kDifferentialAt = 6;
constexpr uint32_t kMinimallyLoggedAt = 7;
constexpr uint32_t kPfsExtents = kPfsPages / kPagesPerExtent;
static_assert(kPfsPages % kPagesPerExtent == 0);

// A file's first interval leaves room for header and PFS; later ones begin with their GAM.
uint32_t GamNumber(uint32_t interval) { return interval == 0 ? kGamAt : interval * kMapPages; }

bool IsBitMapAt(uint32_t number) {
  const uint32_t position = number % kMapPages;
  const bool gams = number < kMapPages ? position == kGamAt || position == kSgamAt : position < 2;
  return gams || position == kDifferentialAt || position == kMinimallyLoggedAt;
}

uint32_t PfsNumber(uint32_t interval) {
  uint32_t number = interval * kPfsPages;
  while (number == 0 || IsBitMapAt(number)) ++number;
  return number;
}

}  // namespace

PageId PfsOf(PageId page) { return PageId::Of(page.file(), PfsNumber(page.number() / kPfsPages)); }

PageId GamOf(ExtentId extent) {
  return PageId::Of(extent.file, GamNumber(extent.number / kMapExtents));
}

PageId SgamOf(ExtentId extent) { return GamOf(extent).Next(); }

PageType FixedPageType(PageId page) {
  const uint32_t number = page.number();
  if (number == 0) return PageType::kFileHeader;
  if (page == kBootPage) return PageType::kBoot;
  if (number == PfsNumber(number / kPfsPages)) return PageType::kPfs;
  if (!IsBitMapAt(number)) return PageType::kFree;
  const uint32_t position = number % kMapPages;
  if (position == kDifferentialAt) return PageType::kDifferentialMap;
  if (position == kMinimallyLoggedAt) return PageType::kMinimallyLoggedMap;
  return number == GamNumber(number / kMapPages) ? PageType::kGam : PageType::kSgam;
}

bool HoldsMaps(uint32_t extent) { return extent % kPfsExtents == 0 || extent % kMapExtents == 0; }

uint32_t ExtentsWithMaps(uint32_t extents) {
  constexpr uint32_t kBoth = kPfsExtents * kMapExtents;  // they have no common divisor
  const auto multiples = [extents](uint32_t of) { return (extents + of - 1) / of; };
  return multiples(kPfsExtents) + multiples(kMapExtents) - multiples(kBoth);
}

uint8_t MapEntry(PageView map, uint16_t slot) {
  CHECK(slot < MapEntries(map.type()), "entry %u of a map of type %u", slot,
        static_cast<unsigned>(map.type()));
  if (map.type() == PageType::kPfs) return Load<uint8_t>(map.bytes(), kHeaderSize + slot);
  return (Load<uint8_t>(map.bytes(), kBitsOffset + slot / 8U) >> (slot % 8U)) & 1;
}

void SetMapEntry(PageView map, uint16_t slot, uint8_t value) {
  CHECK(slot < MapEntries(map.type()), "entry %u of a map of type %u", slot,
        static_cast<unsigned>(map.type()));
  if (map.type() == PageType::kPfs) return Store(map.bytes(), kHeaderSize + slot, value);
  const size_t at = kBitsOffset + slot / 8U;
  const auto mask = static_cast<uint8_t>(1U << (slot % 8U));
  const auto byte = Load<uint8_t>(map.bytes(), at);
  Store(map.bytes(), at, static_cast<uint8_t>(value != 0 ? byte | mask : byte & ~mask));
}

void FormatMap(PageView map, PageId id, PageType type, IndexId index, ExtentId interval) {
  map.Format(id, type, index, 0, 0);
  if (type != PageType::kPfs) Store(map.bytes(), kIntervalOffset, interval.page(0));
}

ExtentId IntervalOf(PageView map) { return ExtentOf(Load<PageId>(map.bytes(), kIntervalOffset)); }

uint32_t NextSetBit(PageView map, uint32_t from) {
  for (uint32_t slot = from; slot < kMapExtents;) {
    const auto byte = Load<uint8_t>(map.bytes(), kBitsOffset + slot / 8);
    const auto rest = static_cast<uint8_t>(byte >> (slot % 8));
    if (rest != 0) return slot + static_cast<uint32_t>(std::countr_zero(rest));
    slot = (slot / 8 + 1) * 8;
  }
  return kMapExtents;
}

uint32_t SetBits(PageView map) {
  uint32_t count = 0;
  for (uint32_t byte = 0; byte < kMapExtents / 8; ++byte) {
    count += static_cast<uint32_t>(std::popcount(Load<uint8_t>(map.bytes(), kBitsOffset + byte)));
  }
  return count;
}

uint32_t AllocatedPages(PageView pfs, ExtentId extent) {
  constexpr uint64_t kAllocated = kPfsAllocated * 0x0101'0101'0101'0101ULL;
  const auto bytes = Load<uint64_t>(pfs.bytes(), kHeaderSize + PfsSlot(extent.page(0)));
  return static_cast<uint32_t>(std::popcount(bytes & kAllocated));
}

uint32_t LastSetBit(PageView map) {
  for (uint32_t byte = kMapExtents / 8; byte-- > 0;) {
    const auto bits = Load<uint8_t>(map.bytes(), kBitsOffset + byte);
    if (bits != 0) return byte * 8 + 7 - static_cast<uint32_t>(std::countl_zero(bits));
  }
  return kMapExtents;
}

}  // namespace snapscope::page
