// The queue between the engine thread and JavaScript, by itself.
#include "addon/batch_queue.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::addon::batch_queue_test {
namespace {

constexpr size_t kBatchBytes = 10;

Batch BatchOf(int number) { return Batch(kBatchBytes, static_cast<std::byte>(number)); }

/// The queue of a real run, and what came out of it.
struct RealQueue {
  explicit RealQueue(uint64_t most_bytes = kMostWaitingBytes)
      : queue([this](Batch batch) { taken.push_back(static_cast<int>(batch.front())); }, most_bytes,
              [this](Error failure) { failures.push_back(std::move(failure.message)); }) {}

  void Put(int count) {
    for (int i = 0; i < count; ++i) queue.Put(BatchOf(next++));
  }
  /// That many came, in the order in which they were put.
  void ExpectTaken(size_t count) {
    ASSERT_EQ(taken.size(), count);
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(taken[i], static_cast<int>(i));
  }

  int next = 0;
  std::vector<int> taken;
  std::vector<std::string> failures;
  BatchQueue queue;
};

TEST(BatchQueue, OfARealRunKeepsWhatThereIsNoCreditFor) {
  RealQueue real;
  real.Put(100);
  real.ExpectTaken(kInitialCredits);
  real.queue.Grant(1);
  real.ExpectTaken(kInitialCredits + 1);
  real.queue.Grant(50);
  real.ExpectTaken(kInitialCredits + 51);
  real.Put(1);  // behind those that wait
  real.queue.Close();
  real.ExpectTaken(101);
  real.Put(1);
  real.ExpectTaken(102);
  EXPECT_TRUE(real.failures.empty());
}

TEST(BatchQueue, OfARealRunTellsOnceWhenItIsTooLong) {
  RealQueue real(3 * kBatchBytes);
  real.Put(kInitialCredits + 3);
  EXPECT_TRUE(real.failures.empty());
  real.Put(1);
  ASSERT_EQ(real.failures.size(), 1U);
  EXPECT_EQ(real.failures[0],
            "the telemetry of this real run was not taken in time: more than 30 bytes of it wait "
            "to be recorded, which is the most that is kept in memory. A real run does not wait "
            "for who reads it; record it to a faster disk, close the views that show it live, or "
            "raise sampleIntervalMs");
  real.Put(5);
  EXPECT_EQ(real.failures.size(), 1U);
  real.queue.Close();
  real.ExpectTaken(kInitialCredits + 9);
}

TEST(BatchQueue, WhatWasTakenCountsNoMore) {
  RealQueue real(3 * kBatchBytes);
  for (int round = 0; round < 10; ++round) {
    real.Put(kInitialCredits + 3);
    real.queue.Grant(kInitialCredits + 3);
  }
  EXPECT_TRUE(real.failures.empty());
}

/// So many batches are granted one after another that a thread which does not wait for them is
/// ahead of the grants.
constexpr int kManyGrants = 2'000;

TEST(BatchQueue, IsEmptyOnlyWhenAllHasBeenTaken) {
  RealQueue real;
  constexpr int kAll = static_cast<int>(kInitialCredits) + kManyGrants;
  real.Put(kAll);
  std::atomic<bool> waits{false};
  std::thread engine([&] {
    waits = true;
    real.queue.AwaitEmpty();
    EXPECT_EQ(real.taken.size(), static_cast<size_t>(kAll));
  });
  while (!waits) std::this_thread::yield();
  for (int i = 0; i < kManyGrants; ++i) real.queue.Grant(1);
  engine.join();
}

TEST(BatchQueue, OfAVirtualRunMakesItWait) {
  std::atomic<int> taken{0};
  std::atomic<bool> ended{false};
  BatchQueue queue([&taken](Batch) { ++taken; });
  constexpr int kAll = static_cast<int>(kInitialCredits) + kManyGrants;
  std::thread engine([&] {
    for (int put = 1; put <= kAll; ++put) {
      queue.Put(BatchOf(0));
      if (taken < put) {
        ADD_FAILURE() << "batch " << put << " was left behind without a credit";
        break;
      }
    }
    ended = true;
  });
  // One at a time, each when the one before is used up: without waiting the engine is ahead.
  for (int granted = 0; granted < kManyGrants; ++granted) {
    while (taken < static_cast<int>(kInitialCredits) + granted && !ended) std::this_thread::yield();
    queue.Grant(1);
  }
  engine.join();
  EXPECT_EQ(taken, kAll);
}

}  // namespace
}  // namespace snapscope::addon::batch_queue_test
