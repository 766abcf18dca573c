// A simulated machine whose disk survives engines, and an engine with a log on it.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "sim/disk.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"
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

  /// Runs `task` and whatever it sets going to the end.
  void Run(Task<void> task) {
    executor.Spawn("test", std::move(task));
    executor.Run();
  }
  /// Adds a task that runs together with the next Run().
  void Start(Task<void> task) { executor.Spawn("test", std::move(task)); }

  Status Create(uint64_t size = kLargeLog, LogOptions options = {}) {
    Run(CreateTask(this, size, options));
    return outcome;
  }
  Status Open() {
    Run(OpenTask(this));
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
  static Task<void> CreateTask(Engine* self, uint64_t size, LogOptions options) {
    Worker worker(self->cpu, nullptr, "creator");
    co_await worker.Start();
    storage::FileOptions file_options;
    file_options.size = size;
    auto file = co_await self->volume.Create(kLogPath, file_options);
    self->outcome = file.ok() ? Status() : Status(file.error());
    if (!file.ok()) co_return co_await worker.End();
    self->file = std::move(*file);
    auto log = co_await Log::Create(worker, *self->file, self->cpu, self->telemetry, options);
    self->Take(std::move(log));
    co_await worker.End();
  }
  static Task<void> OpenTask(Engine* self) {
    Worker worker(self->cpu, nullptr, "opener");
    co_await worker.Start();
    auto file = co_await self->volume.Open(kLogPath, {});
    self->outcome = file.ok() ? Status() : Status(file.error());
    if (!file.ok()) co_return co_await worker.End();
    self->file = std::move(*file);
    auto log = co_await Log::Open(worker, *self->file, self->cpu, self->telemetry, {});
    self->Take(std::move(log));
    co_await worker.End();
  }
  void Take(Result<std::unique_ptr<Log>> opened) {
    outcome = opened.ok() ? Status() : Status(opened.error());
    if (opened.ok()) log = std::move(*opened);
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
inline Task<void> AppendAndFlush(Engine* engine, std::vector<uint32_t> sizes,
                                 std::vector<Appended>* into, Status* status = nullptr) {
  Worker worker(engine->cpu, nullptr, "appender");
  co_await worker.Start();
  Status result;
  for (const uint32_t bytes : sizes) {
    result = co_await AppendOne(worker, *engine->log, into->size(), bytes, *into);
    if (!result.ok()) break;
  }
  const Lsn end = engine->log->end_lsn();
  if (result.ok()) result = co_await engine->log->Flush(worker, end);
  if (status != nullptr) {
    *status = result;
  } else {
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  }
  co_await worker.End();
}

/// Reads [from, to) and expects `records` (a stretch of what was appended), no more and no fewer.
inline Task<void> ExpectRecords(Engine* engine, Lsn from, Lsn to, std::vector<Appended> records) {
  Worker worker(engine->cpu, nullptr, "reader");
  co_await worker.Start();
  LogReader reader(*engine->log, from, to);
  for (const Appended& expected : records) {
    auto next = co_await reader.Next(worker);
    EXPECT_TRUE(next.ok()) << (next.ok() ? "" : next.error().message);
    if (!next.ok()) co_return;
    EXPECT_TRUE(next->has_value()) << "ended before " << ToString(expected.lsn);
    if (!next->has_value()) co_return;
    EXPECT_EQ((*next)->lsn, expected.lsn);
    EXPECT_EQ((*next)->bytes, MakeRecord(expected.number, expected.bytes));
  }
  auto end = co_await reader.Next(worker);
  EXPECT_TRUE(end.ok() && !end->has_value());
  co_await worker.End();
}

inline Task<void> WriteMark(Engine* engine, CheckpointMark mark, bool truncate = true) {
  Worker worker(engine->cpu, nullptr, "checkpoint");
  co_await worker.Start();
  const Status status = co_await engine->log->WriteCheckpointMark(worker, mark);
  EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().message);
  if (truncate) engine->log->SetTruncation(mark.begin);
  co_await worker.End();
}

inline std::vector<uint32_t> RandomSizes(Rng& rng, size_t count, uint32_t max_bytes) {
  std::vector<uint32_t> sizes;
  for (size_t i = 0; i < count; ++i) {
    sizes.push_back(static_cast<uint32_t>(rng.Between(1, max_bytes)));
  }
  return sizes;
}

}  // namespace snapscope::wal
