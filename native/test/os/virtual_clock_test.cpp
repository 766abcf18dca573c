// The simulation's clock. Here, not in test/sim: pace is about wall time and other threads, and
// this folder's tests run under ThreadSanitizer.
#include "sim/virtual_clock.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace snapscope::sim::virtual_clock_test {
namespace {

TEST(VirtualClock, JumpsToTheDeadline) {
  VirtualClock clock;
  EXPECT_TRUE(clock.IsVirtual());
  EXPECT_EQ(clock.Now(), 0);
  clock.WaitUntil(3600 * kSecond);
  EXPECT_EQ(clock.Now(), 3600 * kSecond);
  clock.WaitUntil(kSecond);
  EXPECT_EQ(clock.Now(), 3600 * kSecond) << "never backwards";
}

TEST(VirtualClock, DoesNotWaitForNever) {
  VirtualClock clock;
  clock.WaitUntil(kNever);
  EXPECT_EQ(clock.Now(), 0);
}

TEST(VirtualClock, WakeEndsTheNextWait) {
  VirtualClock clock;
  clock.Wake();
  clock.WaitUntil(kSecond);
  EXPECT_EQ(clock.Now(), 0);
  clock.WaitUntil(kSecond);
  EXPECT_EQ(clock.Now(), kSecond);
}

TEST(VirtualClock, PacedWaitEndsExactlyAtTheDeadline) {
  VirtualClock clock(1000);
  for (TimeNs deadline = 1; deadline < 5 * kSecond; deadline = deadline * 3 + 1) {
    clock.WaitUntil(deadline);
    EXPECT_EQ(clock.Now(), deadline);
  }
}

TEST(VirtualClock, PacedWaitTakesTheWallTime) {
  const auto before = std::chrono::steady_clock::now();
  VirtualClock clock(100);
  clock.WaitUntil(2 * kSecond);
  const auto passed = std::chrono::steady_clock::now() - before;
  EXPECT_GE(passed, std::chrono::milliseconds(19)) << "20 ms less the slack of 1 ms";
}

TEST(VirtualClock, WakeLeavesAPacedClockAtTheProportionalTime) {
  // At this pace the deadline is years away: only Wake() can end the wait.
  constexpr double kPace = 1e-3;
  const auto before = std::chrono::steady_clock::now();
  VirtualClock clock(kPace);
  std::thread waker([&clock] { clock.Wake(); });
  clock.WaitUntil(100'000 * kSecond);
  const auto passed = std::chrono::steady_clock::now() - before;
  waker.join();
  EXPECT_GE(clock.Now(), 0);
  EXPECT_LE(static_cast<double>(clock.Now()),
            kPace * static_cast<double>(std::chrono::nanoseconds(passed).count()) + 1);
}

TEST(VirtualClock, NewPaceTakesEffectDuringAWait) {
  VirtualClock clock(1e-6);
  std::thread steerer([&clock] { clock.SetPace(0); });
  clock.WaitUntil(1000 * kSecond);
  EXPECT_EQ(clock.Now(), 1000 * kSecond);
  steerer.join();
}

}  // namespace
}  // namespace snapscope::sim::virtual_clock_test
