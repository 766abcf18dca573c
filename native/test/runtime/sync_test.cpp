// Latches, events: who may enter together, and that nobody is overtaken.
#include "runtime/sync.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/virtual_clock.h"

namespace snapscope::runtime::sync_test {
namespace {

struct Room {
  sim::VirtualClock clock;
  Executor executor{clock};
  Latch latch;
  Event event{executor};
  std::vector<std::string> trace;
  int readers = 0, updaters = 0, writers = 0, most_readers = 0;
};

Task<void> Enter(Room* room, TimeNs at, LatchMode mode, TimeNs stay, std::string name) {
  co_await room->executor.SleepUntil(at);
  co_await room->latch.AcquireQueued(room->executor, mode);
  int& count = mode == LatchMode::kShared   ? room->readers
               : mode == LatchMode::kUpdate ? room->updaters
                                            : room->writers;
  ++count;
  room->most_readers = std::max(room->most_readers, room->readers);
  EXPECT_LE(room->updaters, 1);
  EXPECT_TRUE(room->writers == 0 || (room->writers == 1 && room->readers + room->updaters == 0));
  room->trace.push_back(name + "@" + std::to_string(room->executor.Now()));
  co_await room->executor.Sleep(stay);
  --count;
  room->latch.Release(mode);
}

TEST(Latch, ReadersShareAndOneUpdaterJoinsThem) {
  Room room;
  room.executor.Spawn("", Enter(&room, 0, LatchMode::kShared, 10, "a"));
  room.executor.Spawn("", Enter(&room, 1, LatchMode::kShared, 10, "b"));
  room.executor.Spawn("", Enter(&room, 2, LatchMode::kUpdate, 10, "u"));
  room.executor.Spawn("", Enter(&room, 3, LatchMode::kUpdate, 10, "v"));
  room.executor.Run();
  EXPECT_EQ(room.trace, (std::vector<std::string>{"a@0", "b@1", "u@2", "v@12"}));
  EXPECT_TRUE(room.latch.IsFree());
}

TEST(Latch, WaitingWriterIsNotOvertaken) {
  Room room;
  room.executor.Spawn("", Enter(&room, 0, LatchMode::kShared, 10, "a"));
  room.executor.Spawn("", Enter(&room, 1, LatchMode::kExclusive, 10, "x"));
  room.executor.Spawn("", Enter(&room, 2, LatchMode::kShared, 10, "b"));
  room.executor.Spawn("", Enter(&room, 3, LatchMode::kShared, 10, "c"));
  room.executor.Run();
  EXPECT_EQ(room.trace, (std::vector<std::string>{"a@0", "x@10", "b@20", "c@20"}));
}

TEST(Latch, TryAcquireDoesNotOvertakeEither) {
  Room room;
  room.executor.Spawn("", Enter(&room, 0, LatchMode::kShared, 10, "a"));
  room.executor.Spawn("", Enter(&room, 1, LatchMode::kExclusive, 10, "x"));
  struct Probe {
    static Task<void> At(Room* room, TimeNs when) {
      co_await room->executor.SleepUntil(when);
      EXPECT_FALSE(room->latch.TryAcquire(LatchMode::kShared));
      EXPECT_TRUE(room->latch.HasWaiters());
    }
  };
  room.executor.Spawn("", Probe::At(&room, 5));
  room.executor.Run();
}

TEST(Latch, DowngradeLetsReadersInButNoWriter) {
  Room room;
  struct Holder {
    static Task<void> Run(Room* room) {
      co_await room->latch.AcquireQueued(room->executor, LatchMode::kExclusive);
      co_await room->executor.SleepUntil(10);
      room->latch.Downgrade(LatchMode::kUpdate);
      co_await room->executor.SleepUntil(20);
      room->latch.Release(LatchMode::kUpdate);
    }
  };
  room.executor.Spawn("", Holder::Run(&room));
  room.executor.Spawn("", Enter(&room, 1, LatchMode::kShared, 1, "s"));
  room.executor.Spawn("", Enter(&room, 2, LatchMode::kExclusive, 1, "x"));
  room.executor.Run();
  EXPECT_EQ(room.trace, (std::vector<std::string>{"s@10", "x@20"}));
}

TEST(Latch, ManyOfAllKindsAreServed) {
  Room room;
  for (int user = 0; user < 300; ++user) {
    const auto mode = static_cast<LatchMode>(user % 3);
    room.executor.Spawn("", Enter(&room, user % 17, mode, 1 + user % 5, "user"));
  }
  room.executor.Run();
  EXPECT_EQ(room.trace.size(), 300U);
  EXPECT_TRUE(room.latch.IsFree());
}

Task<void> AwaitEvent(Room* room, std::string name) {
  co_await room->event.Wait();
  room->trace.push_back(std::move(name));
}

Task<void> Notify(Room* room, TimeNs when) {
  co_await room->executor.SleepUntil(when);
  EXPECT_TRUE(room->event.HasWaiters());
  room->event.NotifyAll();
  EXPECT_FALSE(room->event.HasWaiters());
}

TEST(Event, ResumesAllWhoWaitInOrder) {
  Room room;
  room.executor.Spawn("", AwaitEvent(&room, "a"));
  room.executor.Spawn("", AwaitEvent(&room, "b"));
  room.executor.Spawn("", Notify(&room, 5));
  room.executor.Run();
  EXPECT_EQ(room.trace, (std::vector<std::string>{"a", "b"}));
}

TEST(Event, ResumesOneAtATimeInOrder) {
  Room room;
  room.event.NotifyOne();  // of nobody, which is not kept
  for (const char* name : {"a", "b", "c"}) room.executor.Spawn("", AwaitEvent(&room, name));
  room.executor.Run();
  EXPECT_EQ(room.trace, (std::vector<std::string>{}));
  room.event.NotifyOne();
  room.executor.Run();
  EXPECT_EQ(room.trace, (std::vector<std::string>{"a"}));
  room.event.NotifyOne();
  room.executor.Run();
  EXPECT_EQ(room.trace, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(room.event.HasWaiters());
  room.event.NotifyAll();
  room.executor.Run();
  EXPECT_EQ(room.trace, (std::vector<std::string>{"a", "b", "c"}));
}

}  // namespace
}  // namespace snapscope::runtime::sync_test
