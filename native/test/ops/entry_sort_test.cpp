// Runs are merged into one ascending order, however many there are and however it is read.
#include "ops/entry_sort.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace snapscope::ops {
namespace {

TEST(EntrySort, MergesAllRunsInOrder) {
  Rng random(7, "entry sort");
  for (const size_t runs : {0U, 1U, 2U, 17U, 300U}) {
    EntrySort sort;
    std::vector<uint64_t> all;
    for (size_t run = 0; run < runs; ++run) {
      std::vector<uint64_t> keys(random.Next() % 40);  // some are empty
      for (uint64_t& key : keys) key = random.Next();
      all.insert(all.end(), keys.begin(), keys.end());
      sort.AddRun(std::move(keys));
    }
    std::ranges::sort(all);
    std::vector<uint64_t> merged;
    for (;;) {
      const std::vector<uint64_t> some = sort.Next(1 + random.Next() % 100);
      if (some.empty()) break;
      merged.insert(merged.end(), some.begin(), some.end());
    }
    EXPECT_EQ(merged, all) << runs;
  }
}

TEST(EntrySort, AKeyCostsTheLogarithmOfTheirNumber) {
  EntrySort sort;
  sort.AddRun({5, 1, 9});
  sort.AddRun({4, 8, 2, 7, 3});
  EXPECT_EQ(sort.comparisons(), 4U);
  EXPECT_EQ(sort.Next(3), (std::vector<uint64_t>{1, 2, 3}));
}

}  // namespace
}  // namespace snapscope::ops
