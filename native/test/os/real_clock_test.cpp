#include "os/real_clock.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace snapscope::os::real_clock_test {
namespace {

TEST(RealClock, PassesByItself) {
  RealClock clock;
  EXPECT_FALSE(clock.IsVirtual());
  const TimeNs first = clock.Now();
  EXPECT_GE(first, 0);
  TimeNs second = clock.Now();
  while (second == first) second = clock.Now();
  EXPECT_GT(second, first);
}

TEST(RealClock, WaitsUntilTheDeadline) {
  RealClock clock;
  const TimeNs deadline = clock.Now() + kMillisecond;
  clock.WaitUntil(deadline);
  EXPECT_GE(clock.Now(), deadline);
}

TEST(RealClock, WakeEndsAWaitFromAnotherThread) {
  RealClock clock;
  std::thread waker([&clock] { clock.Wake(); });
  clock.WaitUntil(kNever);
  waker.join();
}

TEST(RealClock, WakeEndsTheNextWait) {
  RealClock clock;
  clock.Wake();
  clock.WaitUntil(kNever);
}

TEST(RealClock, StandsStillWhileFrozen) {
  RealClock clock;
  clock.WaitUntil(clock.Now() + kMillisecond);
  clock.Freeze();
  EXPECT_TRUE(clock.frozen());
  const TimeNs frozen = clock.Now();
  RealClock wall;
  wall.WaitUntil(2 * kMillisecond);
  EXPECT_EQ(clock.Now(), frozen);
  clock.Wake();
  clock.WaitUntil(frozen);  // ends by Wake() only: its deadline has passed
  clock.Thaw();
  const TimeNs thawed = clock.Now();
  EXPECT_GE(thawed, frozen);
  clock.WaitUntil(thawed + kMillisecond);
  EXPECT_GE(clock.Now(), thawed + kMillisecond) << "deadlines are in engine time";
}

TEST(RealClock, MayBeReadWhileItFreezesAndThaws) {
  RealClock clock;
  std::atomic<bool> ending{false};
  std::atomic<uint64_t> reads{0};
  std::thread reader([&] {
    while (!ending) {
      EXPECT_GE(clock.Now(), 0);
      ++reads;
    }
  });
  while (reads < 1000) {
    clock.Freeze();
    clock.Thaw();
  }
  ending = true;
  reader.join();
}

}  // namespace
}  // namespace snapscope::os::real_clock_test
