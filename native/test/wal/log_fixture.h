// A simulated machine whose disk survives engines, and an engine with a log on it.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "sim/disk.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"
#include "test/support/outcomes.h"
#include "wal/format.h"
#include "wal/log.h"

namespace snapscope::wal {

inline constexpr const char* kLogPath = "log/test.ldf";
inline constexpr uint64_t kSmallLog = kHeaderBytes + 4 * 128 * 1024;
inline constexpr uint64_t kLargeLog = kHeaderBytes + 16 * 1024 * 1024;

/// Record `number`: its content is computed, so that any reader can verify it.
inline std::vector<std::byte> MakeRecord(uint64_t number, uint32_t bytes) {
  std::vector<std::byte> record(bytes);
  for (uint32_t i = 0; i < bytes; ++i) {
    record[i] = static_cast<std::byte>(Mix64(number * 131 + i / 8) >> (i % 8 * 8));
  }
  return record;
}

class Engine {
 public:
  explicit Engine(sim::Disk& disk, uint64_t seed = 1, sim::DeviceOptions device = {})
      : executor(clock),
        cpu(executor, 4),
        telemetry(executor, {}, [](std::vector<std::byte>) {}),
        volume("J", executor, disk, device, seed) {}
  ~Engine() { executor.DestroyTasks(); }

  /// Adds a task that runs together with the next Run().
  void Start(Task<void> task) { executor.Spawn("test", std::move(task)); }
  /// Runs `task` and whatever it sets going to the end.
  void Run(Task<void> task) {
    Start(std::move(task));
    executor.Run();
  }

  /// Adds what a session does, by a worker of its own.
  template <typename... Params>
  void Start(Task<void> (*work)(Worker&, Engine&, Params...),
             std::type_identity_t<Params>... params) {
    Start(Session(this, [=, this](Worker& worker) { return work(worker, *this, params...); }));
  }
  /// Runs what a session does, and whatever it sets going, to the end.
  template <typename... Params>
  void Run(Task<void> (*work)(Worker&, Engine&, Params...),
           std::type_identity_t<Params>... params) {
    Start(work, std::move(params)...);
    executor.Run();
  }

  Status Create(uint64_t size = kLargeLog, LogOptions options = {}) {
    Run(CreateTask, size, options);
    return outcome;
  }
  Status Open() {
    Run(OpenTask);
    return outcome;
  }

  sim::VirtualClock clock;
  runtime::Executor executor;
  runtime::CpuModel cpu;
  telemetry::Telemetry telemetry;
  sim::SimVolume volume;
  std::unique_ptr<storage::File> file;
  std::unique_ptr<Log> log;
  Status outcome;

 private:
  static Task<void> Session(Engine* engine, std::function<Task<void>(Worker&)> work) {
    Worker worker(engine->cpu, nullptr, "session");
    co_await worker.Start();
    co_await work(worker);
    co_await worker.End();
  }
  static Task<void> CreateTask(Worker& worker, Engine& self, uint64_t size, LogOptions options) {
    storage::FileOptions file_options;
    file_options.size = size;
    self.Take(co_await self.volume.Create(kLogPath, file_options), self.file);
    if (!self.outcome.ok()) co_return;
    auto log = co_await Log::Create(worker, *self.file, self.cpu, self.telemetry, options);
    self.Take(std::move(log), self.log);
  }
  static Task<void> OpenTask(Worker& worker, Engine& self) {
    self.Take(co_await self.volume.Open(kLogPath, {}), self.file);
    if (!self.outcome.ok()) co_return;
    auto log = co_await Log::Open(worker, *self.file, self.cpu, self.telemetry, {});
    self.Take(std::move(log), self.log);
  }
  template <typename T>
  void Take(Result<std::unique_ptr<T>> opened, std::unique_ptr<T>& into) {
    outcome = opened.ok() ? Status() : Status(opened.error());
    if (opened.ok()) into = std::move(*opened);
  }
};

/// What was appended, in order.
struct Appended {
  Lsn lsn;
  uint64_t number = 0;
  uint32_t bytes = 0;
};

inline Task<Status> AppendOne(Worker& worker, Log& log, uint64_t number, uint32_t bytes,
                              std::vector<Appended>& into) {
  auto reservation = co_await log.Reserve(worker, bytes);
  if (!reservation.ok()) co_return reservation.error();
  const std::vector<std::byte> record = MakeRecord(number, bytes);
  const Lsn lsn = log.Append(std::move(*reservation), record);
  into.push_back({lsn, number, bytes});
  co_return Status();
}

/// Appends records with the given sizes, numbered from the size of `into`, then flushes.
inline Task<void> TryToAppend(Worker& worker, Engine& engine, std::vector<uint32_t> sizes,
                              std::vector<Appended>* into, Status* result) {
  for (const uint32_t bytes : sizes) {
    *result = co_await AppendOne(worker, *engine.log, into->size(), bytes, *into);
    if (!result->ok()) co_return;
  }
  const Lsn end = engine.log->end_lsn();
  *result = co_await engine.log->Flush(worker, end);
}

inline Task<void> AppendAndFlush(Worker& worker, Engine& engine, std::vector<uint32_t> sizes,
                                 std::vector<Appended>* into) {
  Status result;
  co_await TryToAppend(worker, engine, std::move(sizes), into, &result);
  test::ExpectOk(result);
}

/// Reads [from, to) and expects `records` (a stretch of what was appended), no more and no fewer.
inline Task<void> ExpectRecords(Worker& worker, Engine& engine, Lsn from, Lsn to,
                                std::vector<Appended> records) {
  LogReader reader(*engine.log, from, to);
  for (const Appended& expected : records) {
    auto next = co_await reader.Next(worker);
    test::ExpectOk(next);
    if (!next.ok()) co_return;
    EXPECT_TRUE(next->has_value()) << "ended before " << ToString(expected.lsn);
    if (!next->has_value()) co_return;
    EXPECT_EQ((*next)->lsn, expected.lsn);
    EXPECT_EQ((*next)->bytes, MakeRecord(expected.number, expected.bytes));
  }
  auto end = co_await reader.Next(worker);
  EXPECT_TRUE(end.ok() && !end->has_value());
}

inline Task<void> WriteMark(Worker& worker, Engine& engine, CheckpointMark mark) {
  test::ExpectOk(co_await engine.log->WriteCheckpointMark(worker, mark));
  engine.log->SetTruncation(mark.begin);
}

inline std::vector<uint32_t> RandomSizes(Rng& rng, size_t count, uint32_t max_bytes) {
  std::vector<uint32_t> sizes;
  for (size_t i = 0; i < count; ++i) {
    sizes.push_back(static_cast<uint32_t>(rng.Between(1, max_bytes)));
  }
  return sizes;
}

}  // namespace snapscope::wal
