// The ring by itself: wakes, waits, and answers that are not what was hoped for. What files do with
// it is in conformance_test.cpp and real_files_test.cpp.
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "os/real_clock.h"
#include "os/ring.h"
#include "test/os/real_machine.h"

namespace snapscope::test::ring_test {
namespace {

// Containers often forbid io_uring: `npm test` counts what is skipped then.
#define NEEDS_RING(ring) \
  if ((ring) == nullptr) GTEST_SKIP() << "there is no io_uring here"

TEST(Ring, AWakeEndsTheWaitOfTheClock) {
  constexpr uint32_t kWakes = 20;
  const auto ring = os::Ring::Create();
  NEEDS_RING(ring);
  os::RealClock clock(ring.get());
  std::atomic<uint32_t> asked{0}, woken{0};
  std::thread waker([&] {
    for (uint32_t wake = 1; wake <= kWakes; ++wake) {
      asked.wait(wake - 1);
      woken = wake;
      clock.Wake();
    }
  });
  for (uint32_t wake = 1; wake <= kWakes; ++wake) {
    asked = wake;
    asked.notify_one();
    clock.WaitUntil(kNever);
    EXPECT_EQ(woken, wake);
  }
  waker.join();
}

TEST(Ring, AWakeThatNobodyWaitsForEndsTheNextWait) {
  const auto ring = os::Ring::Create();
  NEEDS_RING(ring);
  os::RealClock clock(ring.get());
  clock.Poll();
  clock.Wake();
  clock.Poll();
  clock.WaitUntil(kNever);
  const TimeNs deadline = clock.Now() + kMillisecond;
  clock.WaitUntil(deadline);
  EXPECT_GE(clock.Now(), deadline) << "one wake ends one wait";
}

TEST(Ring, TheClockWaitsUntilItsDeadline) {
  const auto ring = os::Ring::Create();
  NEEDS_RING(ring);
  os::RealClock clock(ring.get());
  const TimeNs deadline = clock.Now() + kMillisecond;
  clock.WaitUntil(deadline);
  EXPECT_GE(clock.Now(), deadline);
  clock.WaitUntil(deadline);  // has passed
}

TEST(Ring, NoPostOfAnotherThreadIsLost) {
  constexpr uint32_t kThreads = 3, kPosts = 2000;
  const auto ring = os::Ring::Create();
  NEEDS_RING(ring);
  os::RealClock clock(ring.get());
  runtime::Executor executor(clock);
  uint32_t heard = 0;
  std::vector<std::thread> threads;
  for (uint32_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      std::atomic<uint32_t> run{0};
      for (uint32_t post = 0; post < kPosts; ++post) {
        executor.Post([&] {
          if (++heard == kThreads * kPosts) executor.Stop();
          ++run;
          run.notify_one();
        });
        // The next is posted when the engine thread may just be on its way to sleep.
        run.wait(post);
      }
    });
  }
  executor.Run();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(heard, kThreads * kPosts);
}

runtime::Task<void> ReadOnce(RealMachine* machine, const os::Descriptor* file, uint64_t offset,
                             Result<uint64_t>* answer) {
  Buffer page(kPage);
  *answer = co_await machine->ring()->Read(machine->executor(), *file, offset, page.span());
}

TEST(Ring, AnswersWithWhatTheSystemSays) {
  RealMachine machine;
  NEEDS_RING(machine.ring());
  const auto unbuffered = std::make_shared<std::atomic<bool>>(true);
  const auto file = std::move(os::Descriptor::Create(machine.Path("f"), unbuffered).value());
  ASSERT_TRUE(file->Resize(2 * kPage).ok());
  Result<uint64_t> whole{uint64_t{0}}, at_the_end{uint64_t{1}};
  machine.executor().Spawn("whole", ReadOnce(&machine, file.get(), 0, &whole));
  machine.executor().Spawn("end", ReadOnce(&machine, file.get(), 2 * kPage, &at_the_end));
  RunAll(machine.executor());
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(*whole, kPage);
  ASSERT_TRUE(at_the_end.ok());
  EXPECT_EQ(*at_the_end, 0U);
}

runtime::Task<void> WriteOnce(File* file, uint64_t page, int* written) {
  Buffer buffer(kPage, static_cast<uint8_t>(page));
  const Result<WriteTicket> put = co_await file->Write(page * kPage, buffer.list());
  CHECK(put.ok(), "%s", put.error().message.c_str());
  ++*written;
}

TEST(Ring, TakesMoreRequestsThanItHasPlacesFor) {
  constexpr uint64_t kPages = 3000;
  RealMachine machine;
  NEEDS_RING(machine.ring());
  const auto file = Create(machine, {.size = kPages * kPage, .sparse = true});
  int written = 0;
  for (uint64_t page = 0; page < kPages; ++page) {
    machine.executor().Spawn("writer", WriteOnce(file.get(), page, &written));
  }
  RunAll(machine.executor());
  EXPECT_EQ(written, static_cast<int>(kPages));
  Buffer read(kPage);
  for (uint64_t page = 0; page < kPages; page += 100) {
    ASSERT_TRUE(file->ReadNow(page * kPage, read.span()).ok());
    EXPECT_TRUE(read.AllEqual(static_cast<uint8_t>(page)));
  }
}

}  // namespace
}  // namespace snapscope::test::ring_test
