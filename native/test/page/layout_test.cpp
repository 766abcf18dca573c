#include "page/layout.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "base/checksum.h"
#include "base/rng.h"
#include "page/compact.h"
#include "test/support/outcomes.h"

namespace snapscope::page::layout_test {
namespace {

constexpr IndexId kIndex{3};
constexpr PageId kId = PageId::Of(1, 77);

class LayoutTest : public ::testing::Test {
 protected:
  void Format(uint16_t width) { view_.Format(kId, PageType::kLeaf, kIndex, 0, width); }

  void Insert(uint64_t key) {
    std::vector<std::byte> row(view_.row_width());
    EncodeRow(kIndex, Row{.key = key, .value = 1, .version = 1}, row);
    view_.InsertRowAt(view_.LowerBound(key), row);
  }

  alignas(8) std::array<std::byte, kPageSize> bytes_{};
  PageView view_{bytes_};
};

TEST_F(LayoutTest, FormatWritesTheHeaderAndNothingElse) {
  bytes_.fill(std::byte{0xAB});
  Format(256);
  EXPECT_EQ(view_.id(), kId);
  EXPECT_EQ(view_.type(), PageType::kLeaf);
  EXPECT_EQ(view_.level(), 0);
  EXPECT_EQ(view_.row_count(), 0);
  EXPECT_EQ(view_.row_width(), 256);
  EXPECT_EQ(view_.index(), kIndex);
  EXPECT_EQ(view_.right_sibling(), PageId{});
  EXPECT_EQ(view_.capacity(), (8192 - 96) / 256);
  EXPECT_TRUE(IsZeroPage(ConstPageSpan(std::array<std::byte, kPageSize>{})));
  EXPECT_FALSE(IsZeroPage(bytes_));
  for (size_t i = 42; i < kPageSize; ++i) ASSERT_EQ(bytes_[i], std::byte{0}) << i;
}

TEST_F(LayoutTest, FieldsLieWhereTheFormatSays) {
  Format(256);
  view_.set_lsn(Lsn{0x1122334455667788});
  view_.set_right_sibling(PageId::Of(1, 9));
  EXPECT_EQ(Load<uint64_t>(bytes_, 8), 0x1122334455667788u);
  EXPECT_EQ(Load<uint64_t>(bytes_, 16), kId.value);
  EXPECT_EQ(Load<uint16_t>(bytes_, 24), 3);
  EXPECT_EQ(Load<uint16_t>(bytes_, 30), 256);
  EXPECT_EQ(Load<uint64_t>(bytes_, 32), PageId::Of(1, 9).value);
  EXPECT_EQ(Load<uint16_t>(bytes_, 40), kIndex.value);
}

TEST_F(LayoutTest, RowsOfEveryWidthRoundTrip) {
  for (const size_t width : {24u, 25u, 31u, 32u, 40u, 256u, 1001u, 4048u}) {
    std::vector<std::byte> bytes(width);
    const Row row{.key = 12345, .value = -7, .version = 3, .ghost = true};
    EncodeRow(kIndex, row, bytes);
    const Result<Row> decoded = DecodeRow(kIndex, bytes);
    ASSERT_TRUE(decoded.ok()) << width;
    EXPECT_EQ(decoded.value(), row);
    EXPECT_EQ(PeekRow(bytes), row);
  }
}

TEST_F(LayoutTest, DecodeRowRefusesEveryFlippedBitOfKeyVersionFlagsAndFiller) {
  std::vector<std::byte> bytes(61);
  EncodeRow(kIndex, Row{.key = 99, .value = 5, .version = 2}, bytes);
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    const size_t at = bit / 8;
    const bool is_value = at >= 8 && at < 16;
    const bool is_ghost = at == 20 && bit % 8 == 0;
    if (is_value || is_ghost) continue;
    bytes[at] ^= std::byte{1} << static_cast<int>(bit % 8);
    EXPECT_FALSE(DecodeRow(kIndex, bytes).ok()) << "bit " << bit;
    bytes[at] ^= std::byte{1} << static_cast<int>(bit % 8);
  }
  EXPECT_FALSE(DecodeRow(IndexId{4}, bytes).ok());
  EXPECT_FALSE(DecodeRow(kIndex, ConstByteSpan(bytes).first(23)).ok());
}

TEST_F(LayoutTest, ARowTellsItsContent) {
  for (uint32_t content = 0; content < kRowContents; ++content) {
    for (const size_t width : {24u, 61u, 256u}) {
      const Row row{.key = 99,
                    .value = 5,
                    .version = 2,
                    .ghost = width == 61,
                    .content = static_cast<RowContent>(content)};
      std::vector<std::byte> bytes(width);
      EncodeRow(kIndex, row, bytes);
      const Result<Row> decoded = DecodeRow(kIndex, bytes);
      ASSERT_TRUE(decoded.ok()) << NamesOf(RowContent{})[content];
      EXPECT_EQ(decoded.value(), row);
      if (width == kRowHeaderSize) continue;
      for (size_t at = kRowHeaderSize; at < width; ++at) {
        bytes[at] ^= std::byte{1};
        EXPECT_FALSE(DecodeRow(kIndex, bytes).ok()) << at;
        bytes[at] ^= std::byte{1};
      }
    }
  }
  std::vector<std::byte> bytes(24);
  EncodeRow(kIndex, Row{.key = 1, .content = static_cast<RowContent>(kRowContents)}, bytes);
  EXPECT_FALSE(DecodeRow(kIndex, bytes).ok());
  const Row unknown = PeekRow(bytes);
  bytes.resize(61);
  EncodeRow(kIndex, unknown, bytes);  // has a filler
  EXPECT_EQ(unknown.content, RowContent::kGenerated);
}

TEST_F(LayoutTest, APageOfEveryContentComesBackFromItsCompactForm) {
  for (uint32_t content = 0; content < kRowContents; ++content) {
    Format(100);
    for (uint64_t key = 1; key <= 20; ++key) {
      std::vector<std::byte> row(view_.row_width());
      EncodeRow(kIndex, Row{.key = key, .version = 3, .content = static_cast<RowContent>(content)},
                row);
      view_.InsertRowAt(view_.row_count(), row);
    }
    SealPage(bytes_);
    const auto before = bytes_;
    CompactPage(bytes_);
    ExpandPage(bytes_);
    EXPECT_EQ(before, bytes_) << NamesOf(RowContent{})[content];
  }
}

TEST_F(LayoutTest, SearchFindsTheFirstKeyNotBelow) {
  Format(24);
  EXPECT_EQ(view_.LowerBound(5), 0);
  for (const uint64_t key : {30u, 10u, 20u}) Insert(key);
  EXPECT_EQ(view_.LowerBound(0), 0);
  EXPECT_EQ(view_.LowerBound(10), 0);
  EXPECT_EQ(view_.LowerBound(11), 1);
  EXPECT_EQ(view_.LowerBound(30), 2);
  EXPECT_EQ(view_.LowerBound(31), 3);
}

TEST_F(LayoutTest, ChildSlotIsTheLastEntryNotAboveTheKey) {
  view_.Format(kId, PageType::kInterior, kIndex, 1, kInteriorEntrySize);
  std::vector<std::byte> entry(kInteriorEntrySize);
  for (const uint64_t key : {0u, 10u, 20u}) {
    Store(entry, 0, key);
    Store(entry, 8, PageId::Of(1, static_cast<uint32_t>(key)));
    view_.AppendRows(entry);
  }
  EXPECT_EQ(view_.ChildSlot(0), 0);
  EXPECT_EQ(view_.ChildSlot(9), 0);
  EXPECT_EQ(view_.ChildSlot(10), 1);
  EXPECT_EQ(view_.ChildSlot(UINT64_MAX), 2);
  EXPECT_EQ(view_.child_at(2), PageId::Of(1, 20));
}

TEST_F(LayoutTest, RemovedRowsLeaveNoTrace) {
  Format(100);
  for (uint64_t key = 1; key <= 20; ++key) Insert(key);
  const auto before = bytes_;
  for (uint64_t key = 21; key <= 30; ++key) Insert(key);
  view_.RemoveRowsAt(20, 10);
  EXPECT_EQ(bytes_, before);
  Insert(500);
  view_.RemoveRowsAt(20, 1);
  EXPECT_EQ(bytes_, before);
  view_.RemoveRowsAt(5, 0);
  EXPECT_EQ(bytes_, before);
}

TEST_F(LayoutTest, VerifyRefusesEveryFlippedBitAndAnotherPlace) {
  Format(256);
  for (uint64_t key = 1; key <= 20; ++key) Insert(key);
  view_.set_lsn(Lsn::Of(1, 2, 3));
  SealPage(bytes_);
  ASSERT_TRUE(VerifyPage(bytes_, kId).ok());
  for (size_t bit = 0; bit < kPageSize * 8; ++bit) {
    bytes_[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
    ASSERT_FALSE(VerifyPage(bytes_, kId).ok()) << "bit " << bit;
    bytes_[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
  }
  test::ExpectFails(ErrorCode::kCorruptPage, VerifyPage(bytes_, kId.Next()), "(1:78)");
  bytes_.fill(std::byte{0});
  EXPECT_FALSE(VerifyPage(bytes_, kId).ok());
}

TEST_F(LayoutTest, SoundnessIsMoreThanAChecksum) {
  Format(256);
  EXPECT_TRUE(view_.IsSound());
  Store(ByteSpan(bytes_), 28, uint16_t{32});  // one row more than fits
  EXPECT_FALSE(view_.IsSound());
  Format(23);
  EXPECT_FALSE(view_.IsSound());
  view_.Format(kId, PageType::kInterior, kIndex, 0, kInteriorEntrySize);
  EXPECT_FALSE(view_.IsSound());
  view_.Format(kId, static_cast<PageType>(99), kIndex, 0, 0);
  EXPECT_FALSE(view_.IsSound());
}

TEST_F(LayoutTest, BootRecordRoundTrips) {
  view_.Format(kBootPage, PageType::kBoot, IndexId{}, 0, 0);
  BootRecord boot;
  boot.file_pages = 131072;
  boot.data_files = 8;
  boot.index_count = 2;
  boot.roots = {PageId::Of(1, 3).value, PageId::Of(1, 4).value};
  boot.first_iams = {PageId::Of(1, 8).value, PageId::Of(3, 10).value};
  WriteBoot(bytes_, boot);
  const BootRecord read = ReadBoot(bytes_);
  EXPECT_EQ(read.file_pages, boot.file_pages);
  EXPECT_EQ(read.data_files, boot.data_files);
  EXPECT_EQ(read.index_count, boot.index_count);
  EXPECT_EQ(read.roots, boot.roots);
  EXPECT_EQ(read.first_iams, boot.first_iams);
  EXPECT_TRUE(view_.IsSound());
}

}  // namespace
}  // namespace snapscope::page::layout_test
