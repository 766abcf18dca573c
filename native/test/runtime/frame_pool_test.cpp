#include "runtime/frame_pool.h"

#include <cstdint>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::runtime {
namespace {

TEST(FramePool, FramesDoNotOverlap) {
  std::vector<std::pair<unsigned char*, size_t>> frames;
  for (size_t index = 0; index < 2000; ++index) {
    const size_t bytes = 1 + index * 37 % 6000;  // some beyond the largest pooled size
    auto* frame = static_cast<unsigned char*>(AllocateFrame(bytes));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(frame) % __STDCPP_DEFAULT_NEW_ALIGNMENT__, 0U);
    std::memset(frame, static_cast<int>(index % 251), bytes);
    frames.emplace_back(frame, bytes);
  }
  for (size_t index = 0; index < frames.size(); ++index) {
    const auto [frame, bytes] = frames[index];
    EXPECT_EQ(frame[0], index % 251);
    EXPECT_EQ(frame[bytes - 1], index % 251);
    FreeFrame(frame, bytes);
  }
}

TEST(FramePool, ServesFramesFreedOnAnotherThread) {
  void* const frame = AllocateFrame(100);
  std::thread other([frame] {
    FreeFrame(frame, 100);
    void* const again = AllocateFrame(100);
    std::memset(again, 1, 100);
    FreeFrame(again, 100);
  });
  other.join();
  void* const own = AllocateFrame(100);
  std::memset(own, 2, 100);
  FreeFrame(own, 100);
}

}  // namespace
}  // namespace snapscope::runtime
