// Turns: one at a time, in order, given back however their holder goes.
#include "runtime/turns.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "sim/virtual_clock.h"

namespace snapscope::runtime::turns_test {
namespace {

struct Room {
  sim::VirtualClock clock;
  Executor executor{clock};
  CpuModel cpu{executor, 4};
  std::optional<Turns> turns{std::in_place, executor};
  std::string trace;
};

Task<void> TakeTurn(Room* room, std::string name) {
  Worker worker(room->cpu, nullptr, name);
  co_await worker.Start();
  const Turns::Turn turn = co_await room->turns->Await(worker, WaitType::kLckMU);
  room->trace += name + "@" + std::to_string(room->executor.Now()) + " ";
  co_await worker.Think(10);
  const auto waited = worker.AccountAt(worker.Now()).waits[static_cast<size_t>(WaitType::kLckMU)];
  EXPECT_EQ(waited.total, room->executor.Now() - 10);
  co_await worker.End();
}

TEST(Turns, ComeOneAfterAnotherAndAreBilled) {
  Room room;
  for (const char* name : {"a", "b", "c"}) room.executor.Spawn(name, TakeTurn(&room, name));
  room.executor.Run();
  EXPECT_EQ(room.trace, "a@0 b@10 c@20 ");
  EXPECT_FALSE(room.turns->taken());
}

Task<void> GiveBackEarly(Room* room) {
  Turns::Turn turn = co_await room->turns->Await();
  EXPECT_TRUE(room->turns->taken());
  turn.GiveBack();
  EXPECT_FALSE(room->turns->taken());
  const Turns::Turn again = co_await room->turns->Await();
  room->turns.reset();
}

TEST(Turns, AreGivenBackEarlyAndOutliveWhatTheyAreOf) {
  Room room;
  room.executor.Spawn("", GiveBackEarly(&room));
  room.executor.Run();
  EXPECT_FALSE(room.turns.has_value());
}

}  // namespace
}  // namespace snapscope::runtime::turns_test
