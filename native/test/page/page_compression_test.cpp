#include "page/page_compression.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "page/layout.h"
#include "test/support/outcomes.h"
#include "test/support/test_size.h"

namespace snapscope::page::page_compression_test {
namespace {

constexpr IndexId kIndex{1};

/// Rows of the table as a scan finds them: keys at a stride.
class Rows {
 public:
  Rows(uint16_t width, RowContent content) : width_(width), content_(content) {}

  /// The next ones that no page has yet.
  ConstByteSpan Next(size_t count) {
    const size_t had = bytes_.size() / width_;
    bytes_.resize(std::max(had, count) * width_);
    for (size_t i = had; i < count; ++i) {
      const uint64_t key = ++last_ * 16;
      const Row row{.key = key,
                    .value = static_cast<int64_t>(Mix64(key) % 1'000'000),
                    .version = static_cast<uint32_t>(1 + key % 97 / 90),
                    .content = content_};
      EncodeRow(kIndex, row, ByteSpan(bytes_).subspan(i * width_, width_));
    }
    return ConstByteSpan(bytes_).first(count * width_);
  }
  /// A page has the first of them.
  void Take(size_t count) {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<ptrdiff_t>(count * width_));
  }

 private:
  const uint16_t width_;
  const RowContent content_;
  uint64_t last_ = 0;
  std::vector<std::byte> bytes_;
};

class Contents : public ::testing::TestWithParam<RowContent> {};

TEST_P(Contents, EveryRowComesBackFromItsPage) {
  for (const uint16_t width : {uint16_t{64}, uint16_t{112}, uint16_t{300}, uint16_t{1500}}) {
    PageCompression compression(ColumnsOf(GetParam(), width), width);
    const size_t count = test::BySize<size_t>(5'000, 40'000);
    Rows rows(width, GetParam());
    size_t guess = RowsThatFit(width);
    for (size_t first = 1; first < count;) {
      const ConstByteSpan candidates = rows.Next(400);
      const size_t fit = compression.RowsThatFit(candidates, guess);
      const ConstByteSpan page = candidates.first(fit * width);
      const auto encoded = compression.Encode(page);
      ASSERT_TRUE(fit == 1 || encoded.size() <= kPageSize - kHeaderSize) << encoded.size();
      const auto decoded = compression.Decode(encoded);
      test::ExpectOk(decoded);
      ASSERT_TRUE(std::ranges::equal(*decoded, page)) << "from row " << first;
      guess = fit;
      first += fit;
      rows.Take(fit);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PageCompression, Contents,
                         ::testing::Values(RowContent::kGenerated, RowContent::kConstant,
                                           RowContent::kText, RowContent::kNumbers,
                                           RowContent::kRandom, RowContent::kLineItem));

// Ten million where the machine is given the time for it.
TEST(PageCompression, LineItemsComeBackAndTakeAboutHalf) {
  constexpr uint16_t kWidth = 112;
  PageCompression compression(ColumnsOf(RowContent::kLineItem, kWidth), kWidth);
  const size_t count = test::BySize<size_t>(100'000, 10'000'000);
  Rows rows(kWidth, RowContent::kLineItem);
  size_t guess = RowsThatFit(kWidth);
  size_t pages = 0;
  for (size_t first = 1; first < count; ++pages) {
    const ConstByteSpan candidates = rows.Next(337);
    guess = compression.RowsThatFit(candidates, guess);
    const ConstByteSpan page = candidates.first(guess * kWidth);
    const auto decoded = compression.Decode(compression.Encode(page));
    ASSERT_TRUE(decoded.ok() && std::ranges::equal(*decoded, page)) << "from row " << first;
    first += guess;
    rows.Take(guess);
  }
  const double plain = static_cast<double>(count) / RowsThatFit(kWidth);
  const double smaller = 1 - static_cast<double>(pages) / plain;
  RecordProperty("smallerPercent", static_cast<int>(100 * smaller));
  EXPECT_GT(smaller, 0.40);
  EXPECT_LT(smaller, 0.65);
}

TEST(PageCompression, ADamagedPageIsToldWhateverIsDamaged) {
  constexpr uint16_t kWidth = 112;
  PageCompression compression(ColumnsOf(RowContent::kLineItem, kWidth), kWidth);
  const auto encoded = compression.Encode(Rows(kWidth, RowContent::kLineItem).Next(50));
  for (size_t length = 0; length < encoded.size(); ++length) {
    EXPECT_FALSE(compression.Decode(ConstByteSpan(encoded).first(length)).ok()) << length;
  }
  Rng rng(7, "damage");
  for (int round = 0; round < 20'000; ++round) {
    auto damaged = encoded;
    damaged[rng.Below(damaged.size())] = static_cast<std::byte>(rng.Below(256));
    (void)compression.Decode(damaged);  // to be read without going astray
  }
}

}  // namespace
}  // namespace snapscope::page::page_compression_test
