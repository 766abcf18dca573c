// Memory for unbuffered I/O: aligned and zeroed, large buffers in huge pages.
#include "base/aligned_buffer.h"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

namespace snapscope::aligned_buffer_test {
namespace {

bool IsAligned(const AlignedBuffer& buffer, size_t to) {
  return reinterpret_cast<uintptr_t>(buffer.data()) % to == 0;
}

TEST(AlignedBuffer, OfAMegabyteOrMoreBeginsWithAHugePage) {
  EXPECT_TRUE(IsAligned(AlignedBuffer(512), 4096));
  EXPECT_TRUE(IsAligned(AlignedBuffer(64 << 10), 4096));
  // One by chance would be no proof.
  const AlignedBuffer buffers[] = {AlignedBuffer(1 << 20), AlignedBuffer((1 << 20) + 8192),
                                   AlignedBuffer(5 << 20)};
  for (const AlignedBuffer& buffer : buffers) {
    EXPECT_TRUE(IsAligned(buffer, kHugePage)) << buffer.size();
  }
}

TEST(AlignedBuffer, IsZeroedThoughItsMemoryWasUsedBefore) {
  for (const size_t bytes : {size_t{4096}, size_t{1} << 20}) {
    for (int time = 0; time < 3; ++time) {
      AlignedBuffer buffer(bytes);
      EXPECT_TRUE(std::ranges::all_of(buffer.span(), [](std::byte b) { return b == std::byte{}; }));
      std::ranges::fill(buffer.span(), std::byte{0xEE});
    }
  }
}

}  // namespace
}  // namespace snapscope::aligned_buffer_test
