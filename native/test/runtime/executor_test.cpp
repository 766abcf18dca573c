// The executor: order, boundary, timers, posts, ownership of frames.
#include "runtime/executor.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "sim/virtual_clock.h"
#include "test/runtime/ticking_clock.h"

namespace snapscope::runtime::executor_test {
namespace {

using sim::VirtualClock;
using Trace = std::vector<std::string>;

struct Machine {
  VirtualClock clock;
  Executor executor{clock};
  Trace trace;
};

Task<void> Note(Machine* machine, std::string text) {
  machine->trace.push_back(std::move(text));
  co_return;
}

Task<void> NoteAt(Machine* machine, TimeNs when, std::string text) {
  co_await machine->executor.SleepUntil(when);
  machine->trace.push_back(std::move(text));
}

Task<void> SetAt(Executor* executor, TimeNs when, bool* fired) {
  co_await executor->SleepUntil(when);
  *fired = true;
}

Task<void> StopAt(Machine* machine, TimeNs when) {
  co_await machine->executor.SleepUntil(when);
  machine->executor.Stop();
}

Task<void> NoteTwice(Machine* machine, std::string text) {
  machine->trace.push_back(text + "1");
  co_await machine->executor.Yield();
  machine->trace.push_back(text + "2");
}

TEST(Executor, ReadyTasksRunFirstInFirstOut) {
  Machine machine;
  for (const char* name : {"a", "b", "c"}) machine.executor.Spawn(name, NoteTwice(&machine, name));
  machine.executor.Run();
  EXPECT_EQ(machine.trace, (Trace{"a1", "b1", "c1", "a2", "b2", "c2"}));
  EXPECT_EQ(machine.executor.live_tasks(), 0U);
  EXPECT_EQ(machine.clock.Now(), 0);
}

TEST(Executor, TimersFireByTimeThenOrderOfCreation) {
  Machine machine;
  machine.executor.Spawn("", NoteAt(&machine, 20, "c"));
  machine.executor.Spawn("", NoteAt(&machine, 10, "a"));
  machine.executor.Spawn("", NoteAt(&machine, 20, "d"));
  machine.executor.Spawn("", NoteAt(&machine, 10, "b"));
  machine.executor.Run();
  EXPECT_EQ(machine.trace, (Trace{"a", "b", "c", "d"}));
  EXPECT_EQ(machine.clock.Now(), 20);
}

Task<void> Collect(Executor* executor, TimeNs when, std::vector<TimeNs>* fired) {
  co_await executor->SleepUntil(when);
  EXPECT_EQ(executor->Now(), when);
  EXPECT_EQ(executor->ready_since(), when);
  fired->push_back(when);
}

TEST(Executor, ManyTimersFireInOrder) {
  Machine machine;
  Rng rng(3, "timers");
  std::vector<TimeNs> fired;
  for (int timer = 0; timer < 10'000; ++timer) {
    const TimeNs when = rng.Between(1, 5000);
    machine.executor.Spawn("", Collect(&machine.executor, when, &fired));
  }
  machine.executor.Run();
  EXPECT_EQ(fired.size(), 10'000U);
  EXPECT_TRUE(std::is_sorted(fired.begin(), fired.end()));
  EXPECT_EQ(machine.executor.events(), 20'000U) << "each task: once from ready, once from a timer";
}

Task<void> SleepThenWake(Machine* machine, TimeNs when, std::string text) {
  co_await machine->executor.SleepUntil(when);
  machine->trace.push_back(text + " timer");
  co_await machine->executor.Yield();
  machine->trace.push_back(text + " ready");
}

TEST(Executor, WhatATimerMadeReadyRunsBeforeTheNextTimerOfTheInstant) {
  Machine machine;
  machine.executor.Spawn("", SleepThenWake(&machine, 5, "a"));
  machine.executor.Spawn("", SleepThenWake(&machine, 5, "b"));
  machine.executor.Run();
  EXPECT_EQ(machine.trace, (Trace{"a timer", "a ready", "b timer", "b ready"}));
}

Task<int> Twice(int value) { co_return 2 * value; }

Task<void> AwaitMany(uint64_t count, uint64_t* sum) {
  for (uint64_t round = 0; round < count; ++round) {
    const int value = co_await Twice(1);
    *sum += static_cast<uint64_t>(value);
  }
}

TEST(Task, TenMillionAwaitsOfCompletedTasksDoNotGrowTheStack) {
  Machine machine;
  uint64_t sum = 0;
  machine.executor.Spawn("many", AwaitMany(10'000'000, &sum));
  machine.executor.Run();
  EXPECT_EQ(sum, 20'000'000U);
  EXPECT_EQ(machine.executor.events(), 1U);
}

Task<uint64_t> SumBelow(Executor* executor, uint64_t depth) {
  if (depth == 0) {
    co_await executor->Sleep(1);
    co_return 0;
  }
  const uint64_t below = co_await SumBelow(executor, depth - 1);
  co_return below + depth;
}

Task<void> KeepSum(Executor* executor, uint64_t depth, uint64_t* sum) {
  *sum = co_await SumBelow(executor, depth);
}

TEST(Task, ChainsUnwindWithoutRecursion) {
  Machine machine;
  uint64_t sum = 0;
  machine.executor.Spawn("deep", KeepSum(&machine.executor, 2000, &sum));
  machine.executor.Run();
  EXPECT_EQ(sum, 2000U * 2001 / 2);
}

TEST(Task, NeverAwaitedNeverRuns) {
  Machine machine;
  {
    const Task<void> dropped = Note(&machine, "never");
  }
  EXPECT_TRUE(machine.trace.empty());
}

struct Boundaries final : BoundaryListener {
  explicit Boundaries(Machine& m) : machine(m) {}
  BoundaryAction AtBoundary(TimeNs next) override {
    machine.trace.push_back("boundary " + std::to_string(machine.clock.Now()) + " next " +
                            (next == kNever ? "never" : std::to_string(next)));
    if (next == kNever) return BoundaryAction::kStop;
    if (machine.clock.Now() == 10 && !inserted) {
      inserted = true;
      machine.executor.Spawn("", Note(&machine, "inserted"));
      return BoundaryAction::kAgain;
    }
    return BoundaryAction::kProceed;
  }
  Machine& machine;
  bool inserted = false;
};

TEST(Executor, BoundaryComesWhenAllOfAnInstantHasHappened) {
  Machine machine;
  machine.executor.Spawn("", NoteAt(&machine, 10, "a"));
  machine.executor.Spawn("", NoteAt(&machine, 10, "b"));
  machine.executor.Spawn("", NoteAt(&machine, 30, "c"));
  Boundaries listener(machine);
  machine.executor.Run(&listener);
  EXPECT_EQ(machine.trace, (Trace{"boundary 0 next 10", "a", "b", "boundary 10 next 30", "inserted",
                                  "boundary 10 next 30", "c", "boundary 30 next never"}));
}

/// What is always ready: it yields, but not for ever, so that a defect ends too.
Task<void> YieldOften(Executor* executor, int* yields) {
  for (; *yields < 1'000'000; ++*yields) co_await executor->Yield();
}

struct SecondBoundary final : BoundaryListener {
  explicit SecondBoundary(TickingClock& c) : clock(c) {}
  BoundaryAction AtBoundary(TimeNs next) override {
    EXPECT_LE(next, clock.Now()) << "there is more to do now";
    return ++count == 2 ? BoundaryAction::kStop : BoundaryAction::kProceed;
  }
  TickingClock& clock;
  int count = 0;
};

TEST(Executor, WhatIsAlwaysReadyKeepsNothingElseWaiting) {
  TickingClock clock;
  Executor executor(clock);
  int yields = 0;
  bool fired = false, posted = false;
  executor.Spawn("", YieldOften(&executor, &yields));
  executor.Spawn("", SetAt(&executor, kTimeSlice / 2, &fired));
  executor.Post([&posted] { posted = true; });
  SecondBoundary listener(clock);
  executor.Run(&listener);
  EXPECT_EQ(listener.count, 2);
  EXPECT_LT(yields, 1'000'000) << "the boundaries came while it ran";
  EXPECT_TRUE(fired);
  EXPECT_TRUE(posted);
  EXPECT_LT(clock.Now(), 3 * kTimeSlice);
}

TEST(Executor, PostsWithoutEndDoNotKeepARunFromItsBoundary) {
  TickingClock clock;
  Executor executor(clock);
  int posts = 0;
  std::function<void()> post = [&] {
    if (++posts < 1'000'000) executor.Post(post);
  };
  executor.Post(post);
  SecondBoundary listener(clock);
  executor.Run(&listener);
  EXPECT_EQ(listener.count, 2);
  EXPECT_LT(posts, 1'000'000);
}

TEST(Executor, ActionsAreRunInOrderOfPosting) {
  Machine machine;
  for (const char* text : {"a", "b", "c"}) {
    machine.executor.Post([&machine, text] { machine.trace.push_back(text); });
  }
  machine.executor.Run();
  EXPECT_EQ(machine.trace, (Trace{"a", "b", "c"}));
}

struct UntilCount final : BoundaryListener {
  BoundaryAction AtBoundary(TimeNs) override {
    return count == wanted ? BoundaryAction::kStop : BoundaryAction::kAgain;
  }
  uint64_t count = 0;
  uint64_t wanted = 0;
};

TEST(Executor, TakesPostsFromOtherThreads) {
  Machine machine;
  UntilCount listener;
  constexpr uint64_t kThreads = 4, kPosts = 5000;
  listener.wanted = kThreads * kPosts;
  std::vector<uint64_t> next(kThreads, 0);
  std::vector<std::thread> threads;
  for (uint64_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (uint64_t post = 0; post < kPosts; ++post) {
        machine.executor.Post([&, thread, post] {
          EXPECT_EQ(next[thread]++, post) << "posts of one thread keep their order";
          ++listener.count;
        });
      }
    });
  }
  machine.executor.Run(&listener);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(listener.count, listener.wanted);
}

struct Guard {
  explicit Guard(int* n) : count(n) {}
  ~Guard() { ++*count; }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  int* count;
};

Task<void> HoldGuardInside(Executor* executor, int* destroyed) {
  const Guard guard(destroyed);
  co_await executor->Sleep(kSecond);
}

Task<void> HoldGuard(Executor* executor, int* destroyed) {
  const Guard guard(destroyed);
  co_await HoldGuardInside(executor, destroyed);
}

/// Hears of an end of I/O at one of the times when it is asked.
struct HearingClock final : Clock {
  TimeNs Now() const override { return ticking.Now(); }
  void WaitUntil(TimeNs) override {
    waited_deaf = waited_deaf || heard;
    if (awaiting) Hear();
  }
  void Poll() override {
    if (awaiting && asked++ == hears_at) Hear();
  }
  void Hear() {
    heard = true;
    executor->MakeReady(std::exchange(awaiting, nullptr));
  }
  void Wake() override {}
  bool IsVirtual() const override { return false; }

  TickingClock ticking;
  Executor* executor = nullptr;
  std::coroutine_handle<> awaiting;
  uint32_t asked = 0;
  uint32_t hears_at = 0;
  bool heard = false;
  bool waited_deaf = false;  ///< though something was ready
};

struct EndOfIo {
  HearingClock& clock;
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> handle) const { clock.awaiting = handle; }
  void await_resume() const { clock.heard = false; }
};

Task<void> AwaitIo(HearingClock* clock, Executor* executor) {
  co_await EndOfIo{*clock};
  executor->Stop();
}

TEST(Executor, NeverWaitsWhileAnEndThatItsClockHeardOfIsReady) {
  for (uint32_t at = 0; at < 20; ++at) {
    for (uint32_t others = 0; others < 9; ++others) {
      HearingClock clock;
      Executor executor(clock);
      clock.executor = &executor;
      clock.hears_at = at;
      executor.Spawn("io", AwaitIo(&clock, &executor));
      Machine unused;
      for (uint32_t other = 0; other < others; ++other) {
        executor.Spawn("other", NoteTwice(&unused, "other"));
      }
      executor.Run();
      EXPECT_FALSE(clock.waited_deaf) << "heard at look " << at << ", others " << others;
    }
  }
}

TEST(Executor, DestroyTasksFreesWhatIsSuspended) {
  Machine machine;
  int destroyed = 0;
  for (int task = 0; task < 3; ++task) {
    machine.executor.Spawn("held", HoldGuard(&machine.executor, &destroyed));
  }
  struct Stop final : BoundaryListener {
    BoundaryAction AtBoundary(TimeNs) override { return BoundaryAction::kStop; }
  } stop;
  machine.executor.Run(&stop);
  EXPECT_EQ(destroyed, 0);
  machine.executor.DestroyTasks();
  EXPECT_EQ(destroyed, 6);
}

Task<void> NoteWhetherItLives(Executor* executor, std::weak_ptr<int> object, bool* lives) {
  struct AtEnd {
    ~AtEnd() { *lives = !object.expired(); }
    std::weak_ptr<int> object;
    bool* lives;
  };
  const AtEnd at_end{std::move(object), lives};
  co_await executor->Sleep(kSecond);
}

TEST(Executor, WhatIsKeptForTasksLivesUntilTheyAreDestroyed) {
  Machine machine;
  auto object = std::make_shared<int>(1);
  const std::weak_ptr<int> seen = object;
  bool lives = false;
  machine.executor.Spawn("held", NoteWhetherItLives(&machine.executor, seen, &lives));
  machine.executor.KeepForTasks(std::move(object));
  machine.executor.Spawn("stop", StopAt(&machine, 10));
  machine.executor.Run();
  machine.executor.AbandonTasks();
  EXPECT_TRUE(lives);
  EXPECT_TRUE(seen.expired());
}

TEST(Executor, FinishedTasksAreFreedOnTheWay) {
  Machine machine;
  int destroyed = 0;
  for (int task = 0; task < 1000; ++task) {
    machine.executor.Spawn("short", HoldGuard(&machine.executor, &destroyed));
  }
  machine.executor.Run();
  EXPECT_EQ(destroyed, 2000);
}

TEST(Executor, StopLeavesRunBeforeTheNextResumption) {
  Machine machine;
  machine.executor.Spawn("", StopAt(&machine, 10));
  machine.executor.Spawn("", NoteAt(&machine, 10, "late"));
  machine.executor.Run();
  EXPECT_TRUE(machine.trace.empty());
  machine.executor.Run();
  EXPECT_EQ(machine.trace, Trace{"late"});
}

}  // namespace
}  // namespace snapscope::runtime::executor_test
