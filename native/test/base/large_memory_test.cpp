// Large memory: aligned to huge pages, and what is small comes from the heap as ever.
#include "base/large_memory.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::large_memory_test {
namespace {

struct alignas(64) Line {
  uint64_t value = 0;
};

bool IsAligned(const void* memory, size_t to) {
  return reinterpret_cast<uintptr_t>(memory) % to == 0;
}

TEST(LargeMemory, AVectorGrowsPastTheSizeFromWhichItIsLarge) {
  std::vector<Line, LargeAllocator<Line>> lines;
  constexpr size_t kCount = 3 * kLargeMemory / sizeof(Line);
  for (size_t i = 0; i < kCount; ++i) {
    lines.push_back({i});
    if (i % 4096 != 0) continue;
    const bool is_large = lines.capacity() * sizeof(Line) >= kLargeMemory;
    ASSERT_TRUE(IsAligned(lines.data(), is_large ? kHugePage : alignof(Line))) << i;
  }
  const uint64_t sum =
      std::accumulate(lines.begin(), lines.end(), uint64_t{0},
                      [](uint64_t so_far, Line line) { return so_far + line.value; });
  EXPECT_EQ(sum, kCount * (kCount - 1) / 2);
  lines.clear();
  lines.shrink_to_fit();
  EXPECT_EQ(lines.capacity(), 0U);
}

}  // namespace
}  // namespace snapscope::large_memory_test
