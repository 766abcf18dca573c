// Queues of waiters: their order, and that a frame or a queue that goes leaves nothing dangling.
#include "runtime/wait_queue.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "sim/virtual_clock.h"

namespace snapscope::runtime::wait_queue_test {
namespace {

struct Ranked : Waiter {
  explicit Ranked(int rank_in) : rank(rank_in) {}
  int rank;
};

struct Room {
  sim::VirtualClock clock;
  Executor executor{clock};
  std::optional<WaitQueue<Ranked>> queue{std::in_place};
  std::string trace;
};

Task<void> WaitRanked(Room* room, int rank) {
  Ranked waiter(rank);
  room->queue->EnterBehind(waiter, [rank](const Ranked& other) { return other.rank <= rank; });
  co_await waiter;
  room->trace += std::to_string(rank);
}

Task<void> WaitLast(Room* room, int rank, bool ready = false) {
  co_await room->queue->JoinUnless([ready] { return ready; }, rank);
  room->trace += std::to_string(rank);
}

TEST(WaitQueue, ServesInOrderWhereverTheyEntered) {
  Room room;
  for (const int rank : {5, 3, 7, 3, 1}) room.executor.Spawn("", WaitRanked(&room, rank));
  room.executor.Spawn("", WaitLast(&room, 2));
  room.executor.Run();
  EXPECT_EQ(room.queue->first()->rank, 1);
  room.queue->WakeFirst(room.executor);
  room.executor.Run();
  EXPECT_EQ(room.trace, "1");
  room.queue->WakeAll(room.executor);
  room.executor.Run();
  EXPECT_EQ(room.trace, "133572");
  EXPECT_TRUE(room.queue->empty());
}

TEST(WaitQueue, NobodyWaitsForWhatIsReady) {
  Room room;
  room.executor.Spawn("", WaitLast(&room, 4, true));
  room.executor.Run();
  EXPECT_EQ(room.trace, "4");
}

TEST(WaitQueue, WaiterIsFoundAndLeavesInTheMiddle) {
  Room room;
  Ranked first(1), middle(2), last(3);
  for (Ranked* waiter : {&first, &middle, &last}) {
    room.queue->EnterBehind(*waiter, [](const Ranked&) { return true; });
  }
  EXPECT_EQ(room.queue->Next(first), &middle);
  middle.Leave();
  EXPECT_EQ(room.queue->Next(first), &last);
  EXPECT_EQ(room.queue->Next(last), nullptr);
  last.Leave();
  EXPECT_EQ(room.queue->Next(first), nullptr);
  EXPECT_TRUE(first.waits());
}

Task<void> EnterAndWakeAtOnce(Room* room) {
  Ranked waiter(6);
  room->queue->EnterBehind(waiter, [](const Ranked&) { return true; });
  room->queue->WakeAll(room->executor);
  co_await waiter;
  room->trace += "6";
}

TEST(WaitQueue, WhoIsWokenBeforeItSuspendsGoesOnAtOnce) {
  Room room;
  room.executor.Spawn("", EnterAndWakeAtOnce(&room));
  room.executor.Run();
  EXPECT_EQ(room.trace, "6");
}

TEST(WaitQueue, FrameThatIsDestroyedLeavesItsQueue) {
  Room room;
  room.executor.Spawn("", WaitLast(&room, 1));
  room.executor.Run();
  EXPECT_FALSE(room.queue->empty());
  room.executor.AbandonTasks();
  EXPECT_TRUE(room.queue->empty());
}

TEST(WaitQueue, QueueThatGoesFirstLeavesItsWaiters) {
  Room room;
  for (const int rank : {1, 2}) room.executor.Spawn("", WaitLast(&room, rank));
  room.executor.Run();
  room.queue.reset();
  room.executor.AbandonTasks();
  EXPECT_EQ(room.trace, "");
}

}  // namespace
}  // namespace snapscope::runtime::wait_queue_test
