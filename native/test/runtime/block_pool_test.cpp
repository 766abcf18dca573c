#include "base/block_pool.h"

#include <cstdint>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::block_pool_test {
namespace {

TEST(BlockPool, BlocksDoNotOverlap) {
  std::vector<std::pair<unsigned char*, size_t>> blocks;
  for (size_t index = 0; index < 2000; ++index) {
    const size_t bytes = 1 + index * 37 % 12'000;  // some beyond the largest pooled size
    auto* block = static_cast<unsigned char*>(AllocateBlock(bytes));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % __STDCPP_DEFAULT_NEW_ALIGNMENT__, 0U);
    std::memset(block, static_cast<int>(index % 251), bytes);
    blocks.emplace_back(block, bytes);
  }
  for (size_t index = 0; index < blocks.size(); ++index) {
    const auto [block, bytes] = blocks[index];
    EXPECT_EQ(block[0], index % 251);
    EXPECT_EQ(block[bytes - 1], index % 251);
    FreeBlock(block, bytes);
  }
}

TEST(BlockPool, ServesBlocksFreedOnAnotherThread) {
  void* const block = AllocateBlock(100);
  std::thread other([block] {
    FreeBlock(block, 100);
    void* const again = AllocateBlock(100);
    std::memset(again, 1, 100);
    FreeBlock(again, 100);
  });
  other.join();
  void* const own = AllocateBlock(100);
  std::memset(own, 2, 100);
  FreeBlock(own, 100);
}

}  // namespace
}  // namespace snapscope::block_pool_test
