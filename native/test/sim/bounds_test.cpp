// What ends a test that would never end: the bounds that test/support/test_main.cpp sets.
#include <new>

#include <gtest/gtest.h>

#include "sim/virtual_clock.h"

namespace snapscope::sim::bounds_test {
namespace {

constexpr TimeNs kDay = 24LL * 3600 * 1'000'000'000;

TEST(BoundsDeathTest, VirtualTimeDoesNotGoOnForMonths) {
  VirtualClock clock;
  clock.WaitUntil(29 * kDay);
  EXPECT_EQ(clock.Now(), 29 * kDay);
  EXPECT_DEATH(clock.WaitUntil(31 * kDay), "who waits for ever");
}

// The limit is Linux's. A build with a sanitizer, as all of clang are, has another: of what is
// used, at which the program ends.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
TEST(Bounds, MemoryIsRefusedBeforeTheMachineRunsOut) {
  void* memory = ::operator new(size_t{5} << 30, std::nothrow);
  EXPECT_EQ(memory, nullptr);
  ::operator delete(memory);
}
#endif

}  // namespace
}  // namespace snapscope::sim::bounds_test
