#include "page/allocation_map.h"

#include <array>
#include <map>

#include <gtest/gtest.h>

namespace snapscope::page::allocation_map_test {
namespace {

PageId Page(uint32_t number) { return PageId::Of(1, number); }

TEST(AllocationMapTest, MapsLieWhereTheProductHasThem) {
  const std::map<uint32_t, PageType> fixed = {
      {0, PageType::kFileHeader},
      {1, PageType::kPfs},
      {2, PageType::kGam},
      {3, PageType::kSgam},
      {6, PageType::kDifferentialMap},
      {7, PageType::kMinimallyLoggedMap},
      {9, PageType::kBoot},
      {8'088, PageType::kPfs},
      {16'176, PageType::kPfs},
      {511'232, PageType::kGam},
      {511'233, PageType::kSgam},
      {511'238, PageType::kDifferentialMap},
      {511'239, PageType::kMinimallyLoggedMap},
      {1'022'464, PageType::kGam},
  };
  for (const auto& [number, type] : fixed) EXPECT_EQ(FixedPageType(Page(number)), type) << number;
  for (const uint32_t number : {4U, 5U, 8U, 10U, 8'087U, 8'089U, 511'231U, 511'234U}) {
    EXPECT_EQ(FixedPageType(Page(number)), PageType::kFree) << number;
  }
  EXPECT_EQ(FixedPageType(PageId::Of(3, 9)), PageType::kFree) << "one boot page";
}

TEST(AllocationMapTest, WherePfsAndGamMeetThePfsMakesWay) {
  constexpr uint32_t kMeeting = 1'011U * kMapPages;  // 4 TB
  EXPECT_EQ(FixedPageType(Page(kMeeting)), PageType::kGam);
  EXPECT_EQ(FixedPageType(Page(kMeeting + 1)), PageType::kSgam);
  EXPECT_EQ(FixedPageType(Page(kMeeting + 2)), PageType::kPfs);
  EXPECT_EQ(PfsOf(Page(kMeeting + 5)), Page(kMeeting + 2));
}

TEST(AllocationMapTest, EveryPageFindsItsEntries) {
  EXPECT_EQ(PfsOf(Page(8'087)), Page(1));
  EXPECT_EQ(PfsOf(Page(8'088)), Page(8'088));
  EXPECT_EQ(PfsSlot(Page(8'090)), 2);
  EXPECT_EQ(PageOfPfsEntry(Page(1), 77), Page(77));
  EXPECT_EQ(PageOfPfsEntry(Page(16'176), 3), Page(16'179));
  const ExtentId last{3, kMapExtents - 1};
  EXPECT_EQ(GamOf(last), PageId::Of(3, 2));
  EXPECT_EQ(SgamOf(last), PageId::Of(3, 3));
  EXPECT_EQ(MapSlot(last), kMapExtents - 1);
  const ExtentId next{3, kMapExtents};
  EXPECT_EQ(GamOf(next), PageId::Of(3, 511'232));
  EXPECT_EQ(SgamOf(next), PageId::Of(3, 511'233));
  EXPECT_EQ(MapSlot(next), 0);
  EXPECT_EQ(IntervalOf(ExtentId{3, kMapExtents + 5}), next);
}

TEST(AllocationMapTest, ExtentsWithMapsAreCounted) {
  uint32_t counted = 0;
  for (uint32_t extent = 0; extent < 3 * kMapExtents; ++extent) {
    ASSERT_EQ(ExtentsWithMaps(extent), counted) << extent;
    bool holds = false;
    for (uint32_t i = 0; i < kPagesPerExtent; ++i) {
      const PageType type = FixedPageType(ExtentId{1, extent}.page(i));
      holds = holds || MapEntries(type) > 0;
    }
    ASSERT_EQ(HoldsMaps(extent), holds) << extent;
    counted += holds ? 1 : 0;
  }
}

TEST(AllocationMapTest, EntriesAreSetAndFound) {
  alignas(8) std::array<std::byte, kPageSize> bytes;
  const PageView map(bytes);
  FormatMap(map, Page(511'232), PageType::kGam, IndexId{}, ExtentId{1, kMapExtents});
  EXPECT_TRUE(map.IsSound());
  EXPECT_EQ(IntervalOf(map), (ExtentId{1, kMapExtents}));
  EXPECT_EQ(NextSetBit(map, 0), kMapExtents);
  EXPECT_EQ(LastSetBit(map), kMapExtents);
  for (const uint16_t slot : {uint16_t{5}, uint16_t{6}, uint16_t{800}, uint16_t{63'903}}) {
    SetMapEntry(map, slot, 1);
  }
  EXPECT_EQ(NextSetBit(map, 0), 5U);
  EXPECT_EQ(NextSetBit(map, 6), 6U);
  EXPECT_EQ(NextSetBit(map, 7), 800U);
  EXPECT_EQ(NextSetBit(map, 801), 63'903U);
  EXPECT_EQ(LastSetBit(map), 63'903U);
  SetMapEntry(map, 5, 0);
  EXPECT_EQ(NextSetBit(map, 0), 6U);

  FormatMap(map, Page(1), PageType::kPfs, IndexId{}, ExtentId{});
  SetMapEntry(map, 8'087, kPfsAllocated | kPfsIam);
  EXPECT_EQ(MapEntry(map, 8'087), kPfsAllocated | kPfsIam);
  EXPECT_EQ(MapEntry(map, 8'086), 0);
}

}  // namespace
}  // namespace snapscope::page::allocation_map_test
