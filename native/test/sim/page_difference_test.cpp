#include "sim/page_difference.h"

#include <algorithm>
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
    std::vector<std::byte> made(8192, std::byte{0xAB});
    std::ranges::copy(like, made.begin());
    difference.Apply(made, like.size());
    ASSERT_TRUE(std::ranges::equal(page, ConstByteSpan(made).first(page.size())))
        << "seed " << seed;
  }
}

TEST(PageDifference, OfAPageLikeTheOtherIsNothing) {
  Rng rng(1, "pages");
  const std::vector<std::byte> like = RandomWords(rng, 100);
  std::vector<std::byte> made = like;
  PageDifference(like, like).Apply(made, like.size());
  EXPECT_EQ(made, like);
}

}  // namespace
}  // namespace snapscope::sim::page_difference_test
