// Task groups: their limit, the first error, and when the end is told.
#include "runtime/task_group.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "sim/virtual_clock.h"

namespace snapscope::runtime::task_group_test {
namespace {

struct Room {
  sim::VirtualClock clock;
  Executor executor{clock};
  CpuModel cpu{executor, 1};
  Worker worker{cpu, nullptr, "test"};
  std::optional<TaskGroup> group{std::in_place, executor, 2};
  std::string trace;

  TimeNs waited(WaitType type) const {
    return worker.AccountAt(clock.Now()).waits[static_cast<size_t>(type)].total;
  }
};

Task<Status> Stay(Room* room, TimeNs duration, std::string error = "") {
  co_await room->executor.Sleep(duration);
  room->trace += std::to_string(room->executor.Now()) + " ";
  if (error.empty()) co_return Status();
  co_return Error{ErrorCode::kIo, error};
}

Task<void> AddFour(Room* room) {
  co_await room->worker.Start();
  for (const TimeNs duration : {30, 10, 10, 10}) {
    co_await room->group->AwaitRoom(room->worker, WaitType::kIoCompletion);
    EXPECT_LT(room->group->in_flight(), 2U);
    room->group->Add(Stay(room, duration));
  }
  EXPECT_TRUE((co_await room->group->Ended(room->worker, WaitType::kWriteCompletion)).ok());
  EXPECT_EQ(room->executor.Now(), 30);
}

TEST(TaskGroup, HasSoManyInFlightAndBillsTheWaits) {
  Room room;
  room.executor.Spawn("", AddFour(&room));
  room.executor.Run();
  EXPECT_EQ(room.trace, "10 20 30 30 ");
  EXPECT_EQ(room.waited(WaitType::kIoCompletion), 20);
  EXPECT_EQ(room.waited(WaitType::kWriteCompletion), 10);
}

Task<void> ExpectFirstError(Room* room) {
  room->group->Add(Stay(room, 30, "late"));
  room->group->Add(Stay(room, 10, "early"));
  room->group->Add(Stay(room, 40));
  EXPECT_TRUE(room->group->status().ok()) << "none has ended yet";
  const Status ended = co_await room->group->Ended();
  EXPECT_EQ(room->trace, "10 30 40 ") << "all are waited for";
  EXPECT_EQ(ended.error().message, "early");
  EXPECT_EQ(room->group->status().error().message, "early");
}

TEST(TaskGroup, HasTheFirstErrorOnceAllHaveEnded) {
  Room room;
  room.executor.Spawn("", ExpectFirstError(&room));
  room.executor.Run();
  EXPECT_EQ(room.trace, "10 30 40 ");
}

struct Told {
  explicit Told(std::string* trace_in) : trace(trace_in) {}
  Told(Told&& other) noexcept : trace(std::exchange(other.trace, nullptr)) {}
  ~Told() {
    if (trace != nullptr) *trace += "let go ";
  }
  std::string* trace;
};

Task<Status> Hold(Room* room, Told /*held*/) {
  co_await room->executor.Sleep(10);
  co_return Status();
}

Task<void> ExpectLetGo(Room* room) {
  room->group->Add(Hold(room, Told(&room->trace)));
  (void)co_await room->group->Ended();
  EXPECT_EQ(room->trace, "let go ");
}

TEST(TaskGroup, TaskLetsItsArgumentsGoBeforeItsEndIsTold) {
  Room room;
  room.executor.Spawn("", ExpectLetGo(&room));
  room.executor.Run();
}

Task<void> AddBeyondLimit(Room* room) {
  co_await room->worker.Start();
  for (int i = 0; i < 2; ++i) room->group->Add(Stay(room, 30));
  co_await room->group->AwaitRoom(room->worker, WaitType::kIoCompletion);
  EXPECT_EQ(room->executor.Now(), 10);
}

Task<void> RaiseLimit(Room* room) {
  co_await room->executor.Sleep(10);
  room->group->SetLimit(3);
}

TEST(TaskGroup, RaisedLimitLetsAnotherIn) {
  Room room;
  room.executor.Spawn("", AddBeyondLimit(&room));
  room.executor.Spawn("", RaiseLimit(&room));
  room.executor.Run();
}

TEST(TaskGroup, TasksGoOnWhereTheGroupIsGivenUp) {
  Room room;
  room.group->Add(Stay(&room, 10));
  room.group.reset();
  room.executor.Run();
  EXPECT_EQ(room.trace, "10 ");
}

}  // namespace
}  // namespace snapscope::runtime::task_group_test
