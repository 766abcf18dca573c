#include "os/io_threads.h"

#include <atomic>
#include <latch>
#include <set>

#include <gtest/gtest.h>

namespace snapscope::os::io_threads_test {
namespace {

TEST(IoThreads, RunsAllWorkBeforeDrainReturns) {
  IoThreads threads(4);
  std::atomic<int> done{0};
  for (int work = 0; work < 1000; ++work) threads.Submit([&done] { ++done; });
  threads.Drain();
  EXPECT_EQ(done, 1000);
  threads.Drain();
}

TEST(IoThreads, RunsWorkInParallelUpToTheLimit) {
  IoThreads threads(8);
  // Ends only if eight run at the same time.
  std::latch all(8);
  for (int work = 0; work < 8; ++work) threads.Submit([&all] { all.arrive_and_wait(); });
  threads.Drain();
}

TEST(IoThreads, StartsNoMoreThreadsThanAllowed) {
  IoThreads threads(3);
  std::mutex mutex;
  std::set<std::thread::id> ids;
  for (int work = 0; work < 200; ++work) {
    threads.Submit([&] {
      const std::lock_guard lock(mutex);
      ids.insert(std::this_thread::get_id());
    });
  }
  threads.Drain();
  EXPECT_LE(ids.size(), 3U);
}

TEST(IoThreads, EndsWithItsWorkDone) {
  std::atomic<int> done{0};
  {
    IoThreads threads(2);
    for (int work = 0; work < 100; ++work) threads.Submit([&done] { ++done; });
  }
  EXPECT_EQ(done, 100);
}

}  // namespace
}  // namespace snapscope::os::io_threads_test
