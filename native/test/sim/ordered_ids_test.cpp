// The set of ids in order, beside std::set.
#include "sim/devices/ordered_ids.h"

#include <set>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace snapscope::sim::ordered_ids_test {
namespace {

TEST(OrderedIds, FindsTheNextAsASetDoes) {
  Rng rng(1, "ids");
  OrderedIds ids;
  std::set<uint64_t> expected;
  for (int step = 0; step < 20'000; ++step) {
    // Neighbours, and far ones: words that become empty on every level.
    const uint64_t range = uint64_t{1} << rng.Between(4, 26);
    const uint64_t id = rng.Below(range);
    if (rng.Percent(50)) {
      ids.Insert(id);
      expected.insert(id);
    } else if (expected.erase(id) > 0) {
      ids.Erase(id);
    }
    const uint64_t from = rng.Below(range);
    ASSERT_EQ(ids.Has(from), expected.contains(from)) << from;
    const auto next = expected.lower_bound(from);
    const std::optional<uint64_t> found = ids.Next(from);
    ASSERT_EQ(found.has_value(), next != expected.end()) << "from " << from;
    if (found) {
      ASSERT_EQ(*found, *next) << "from " << from;
    }
  }
}

TEST(OrderedIds, HasTheLeastAndAGreatOne) {
  constexpr uint64_t kGreat = (uint64_t{1} << 30) - 1;
  OrderedIds ids;
  EXPECT_FALSE(ids.Next(0));
  ids.Insert(kGreat);
  ids.Insert(0);
  EXPECT_EQ(ids.Next(0), 0u);
  EXPECT_EQ(ids.Next(1), kGreat);
  ids.Erase(kGreat);
  EXPECT_FALSE(ids.Next(1));
}

}  // namespace
}  // namespace snapscope::sim::ordered_ids_test
