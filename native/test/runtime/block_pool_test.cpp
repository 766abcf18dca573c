// Blocks from free lists: apart from each other, and kept when their thread ends. With the tests
// that have threads, so that ThreadSanitizer runs them.
#include "base/block_pool.h"

#include <array>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope {
namespace {

constexpr std::array<size_t, 5> kSizes{1, 64, 65, 1000, 8192};

TEST(BlockPool, BlocksInUseDoNotOverlap) {
  std::vector<std::pair<std::byte*, size_t>> blocks;
  for (size_t round = 0; round < 2000; ++round) {
    const size_t bytes = kSizes[round % kSizes.size()];
    auto* const block = static_cast<std::byte*>(AllocateBlock(bytes));
    std::memset(block, static_cast<int>(round % 251), bytes);
    blocks.emplace_back(block, bytes);
  }
  for (size_t round = 0; round < blocks.size(); ++round) {
    const auto [block, bytes] = blocks[round];
    for (size_t at = 0; at < bytes; ++at) ASSERT_EQ(block[at], std::byte(round % 251));
    FreeBlock(block, bytes);
  }
}

// Runs come and go on threads of their own: their memory must not add up.
TEST(BlockPool, AThreadTakesTheBlocksOfOneThatHasEnded) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "blocks come from the heap";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "blocks come from the heap";
#endif
#endif
  constexpr size_t kBytes = 4032;  // nobody else here asks for as many
  const auto use = [](std::set<void*>& blocks) {
    std::thread([&blocks] {
      for (int i = 0; i < 100; ++i) blocks.insert(AllocateBlock(kBytes));
      for (void* block : blocks) FreeBlock(block, kBytes);
    }).join();
  };
  std::set<void*> first;
  std::set<void*> second;
  use(first);
  use(second);
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace snapscope
