#include "sim/page_difference.h"

#include <algorithm>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace snapscope::sim::page_difference_test {
namespace {

std::vector<std::byte> RandomWords(Rng& rng, size_t words) {
  std::vector<std::byte> bytes(words * 8);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(rng.Below(256));
  return bytes;
}

/// What the difference makes of `like`, in as many bytes as the page has.
std::vector<std::byte> Made(const PageDifference& difference, ConstByteSpan like, size_t bytes) {
  std::vector<std::byte> made(8192, std::byte{0xAB});
  std::ranges::copy(like, made.begin());
  difference.Apply(made, like.size());
  made.resize(bytes);
  return made;
}

TEST(PageDifference, MakesThePageAgain) {
  for (uint64_t seed = 1; seed <= 2'000; ++seed) {
    Rng rng(seed, "pages");
    const auto like_words = static_cast<size_t>(rng.Below(1025));
    const std::vector<std::byte> like = RandomWords(rng, like_words);
    std::vector<std::byte> page = like;
    page.resize(rng.Percent(50) ? like.size() : rng.Below(1025) * 8);
    const uint64_t changes = page.empty() ? 0 : rng.Below(rng.Percent(10) ? page.size() : 5);
    for (uint64_t i = 0; i < changes; ++i) {
      page[rng.Below(page.size())] = static_cast<std::byte>(rng.Below(256));
    }
    const PageDifference difference(like, page);
    ASSERT_EQ(Made(difference, like, page.size()), page) << "seed " << seed;
  }
}

TEST(PageDifference, OfAPageLikeTheOtherIsNothing) {
  Rng rng(1, "pages");
  const std::vector<std::byte> like = RandomWords(rng, 100);
  std::vector<std::byte> made = like;
  PageDifference(like, like).Apply(made, like.size());
  EXPECT_EQ(made, like);
}

/// Rows of three words, as those of a compact leaf: a key, a value and a version.
std::vector<uint64_t> Rows(size_t rows) {
  std::vector<uint64_t> words;
  for (uint64_t row = 0; row < rows; ++row) words.insert(words.end(), {7'000 + 2 * row, 500, 0});
  return words;
}

TEST(PageDifference, KeepsOfRowsThatMoveWhenceTheyCome) {
  constexpr size_t kRow = 3;
  size_t most = 0;
  for (uint64_t seed = 1; seed <= 2'000; ++seed) {
    Rng rng(seed, "rows");
    const std::vector<uint64_t> like = Rows(220);
    std::vector<uint64_t> page = like;
    for (uint64_t places = 1 + rng.Below(3); places > 0; --places) {
      const uint64_t rows = 1 + rng.Below(15);
      const auto at = static_cast<ptrdiff_t>(kRow * rng.Below(page.size() / kRow - 20));
      if (rng.Percent(30)) {
        page.erase(page.begin() + at, page.begin() + at + static_cast<ptrdiff_t>(kRow * rows));
      } else {
        const std::vector<uint64_t> added(kRow * rows, 1'000'000 + seed);
        page.insert(page.begin() + at, added.begin(), added.end());
      }
    }
    for (int changes = 0; changes < 4; ++changes) page[rng.Below(page.size())] += 100'000;
    const auto like_bytes = std::as_bytes(std::span(like));
    const auto page_bytes = std::as_bytes(std::span(page));
    const PageDifference difference(like_bytes, page_bytes);
    const std::vector<std::byte> made = Made(difference, like_bytes, page_bytes.size());
    ASSERT_TRUE(std::ranges::equal(made, page_bytes)) << "seed " << seed;
    if (page.size() != like.size()) most = std::max(most, difference.bytes());
  }
  // 45 rows that were added, and heads of runs, of a page of 5,280 bytes.
  EXPECT_LT(most, 1'400U);
}

}  // namespace
}  // namespace snapscope::sim::page_difference_test
