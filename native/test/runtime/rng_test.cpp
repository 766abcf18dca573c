// Random numbers are part of the product's determinism: their values never change.
#include "base/rng.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::rng_test {
namespace {

TEST(Rng, ValuesAreGolden) {
  Rng rng(1, "golden");
  std::vector<uint64_t> drawn;
  for (int draw = 0; draw < 4; ++draw) drawn.push_back(rng.Next());
  EXPECT_EQ(drawn, (std::vector<uint64_t>{7783263906922684453, 13619163963785202346U,
                                          6037162874794798879, 14348138624919503938U}));
}

TEST(Rng, DerivedValuesAreGolden) {
  Rng rng(2, "golden");
  EXPECT_EQ(rng.Below(1000), 468U);
  EXPECT_EQ(rng.Between(-50, 50), -44);
  EXPECT_EQ(rng.Exponential(1'000'000), 2'185'329);
  EXPECT_EQ(rng.Exponential(1'000'000'000'000), 1'933'712'621'495);
  EXPECT_EQ(Mix64(1), 10451216379200822465U);
}

TEST(Rng, StreamsDifferBySeedAndActor) {
  Rng first(1, "a"), same(1, "a"), other_seed(2, "a"), other_actor(1, "b");
  int equal = 0;
  for (int draw = 0; draw < 100; ++draw) {
    const uint64_t value = first.Next();
    EXPECT_EQ(same.Next(), value);
    equal += other_seed.Next() == value;
    equal += other_actor.Next() == value;
  }
  EXPECT_EQ(equal, 0);
}

TEST(Rng, BelowIsUniform) {
  Rng rng(3, "uniform");
  std::array<int, 7> counts{};
  for (int draw = 0; draw < 70'000; ++draw) ++counts[rng.Below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 400);
}

TEST(Rng, BetweenIncludesBothEnds) {
  Rng rng(4, "between");
  bool low = false, high = false;
  for (int draw = 0; draw < 1000; ++draw) {
    const int64_t value = rng.Between(-3, 3);
    ASSERT_GE(value, -3);
    ASSERT_LE(value, 3);
    low |= value == -3;
    high |= value == 3;
  }
  EXPECT_TRUE(low && high);
}

TEST(Rng, ExponentialHasMeanMedianAndTail) {
  constexpr int64_t kMean = 5'000'000;
  constexpr int kCount = 400'000;
  Rng rng(5, "exponential");
  int64_t sum = 0;
  int below_median = 0, tail = 0;
  for (int draw = 0; draw < kCount; ++draw) {
    const int64_t value = rng.Exponential(kMean);
    ASSERT_GE(value, 0);
    ASSERT_LE(value, 45 * kMean);
    sum += value;
    below_median += value < 3'465'736;  // mean * ln 2
    tail += value > 3 * kMean;          // exp(-3) = 4.979 %
  }
  EXPECT_NEAR(static_cast<double>(sum / kCount), 5e6, 3e4);
  EXPECT_NEAR(below_median, kCount / 2, 1500);
  EXPECT_NEAR(tail, 19'915, 700);
}

}  // namespace
}  // namespace snapscope::rng_test
