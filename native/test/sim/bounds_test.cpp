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

TEST(Bounds, MemoryIsRefusedBeforeTheMachineRunsOut) {
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
  void* memory = ::operator new(size_t{5} << 30, std::nothrow);
  EXPECT_EQ(memory, nullptr);
  ::operator delete(memory);
#else
  GTEST_SKIP() << "the limit is Linux's, and sanitizers have their own";
#endif
}

}  // namespace
}  // namespace snapscope::sim::bounds_test
