// The queue between the engine thread and JavaScript, by itself.
#include "addon/batch_queue.h"

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
  /// As many came as that, in the order in which they were put.
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

TEST(BatchQueue, IsEmptyOnlyWhenAllHasBeenTaken) {
  RealQueue real;
  real.Put(kInitialCredits + 2);
  std::thread engine([&real] {
    real.queue.AwaitEmpty();
    real.ExpectTaken(kInitialCredits + 2);
  });
  real.queue.Grant(1);
  real.queue.Grant(1);
  engine.join();
}

TEST(BatchQueue, OfAVirtualRunMakesItWait) {
  std::vector<int> taken;
  BatchQueue queue([&taken](Batch batch) { taken.push_back(static_cast<int>(batch.front())); });
  int put = 0;
  for (uint32_t i = 0; i < kInitialCredits; ++i) queue.Put(BatchOf(put++));
  std::thread engine([&] {
    queue.Put(BatchOf(put++));
    queue.Put(BatchOf(put++));
  });
  queue.Grant(1);
  queue.Grant(1);
  engine.join();
  EXPECT_EQ(taken.size(), kInitialCredits + 2);
}

}  // namespace
}  // namespace snapscope::addon::batch_queue_test
