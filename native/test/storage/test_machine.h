// What tests of files need: aligned buffers, and a coroutine run to its end on an executor.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "base/rng.h"
#include "runtime/cpu.h"
#include "runtime/executor.h"
#include "sim/disk.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"
#include "storage/file.h"

namespace snapscope::test {

using storage::File;
using storage::FileOptions;
using storage::Volume;
using storage::WriteTicket;

inline constexpr uint64_t kPage = 8192;
inline constexpr uint64_t kRegion = 64 * 1024;

/// Bytes that unbuffered I/O accepts.
class Buffer {
 public:
  explicit Buffer(size_t size, uint8_t fill = 0)
      : size_(size), bytes_(static_cast<std::byte*>(::operator new(size, kAlignment))) {
    std::memset(bytes_, fill, size);
  }
  ~Buffer() { ::operator delete(bytes_, kAlignment); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  ByteSpan span() { return {bytes_, size_}; }
  std::vector<ConstByteSpan> list() { return {ConstByteSpan(bytes_, size_)}; }
  uint8_t operator[](size_t index) const { return static_cast<uint8_t>(bytes_[index]); }
  bool AllEqual(uint8_t value) const {
    for (size_t index = 0; index < size_; ++index) {
      if ((*this)[index] != value) return false;
    }
    return true;
  }
  void FillRandomly(uint64_t seed) {
    Rng rng(seed, "buffer");
    for (size_t at = 0; at < size_; at += 8) Store<uint64_t>(span(), at, rng.Next());
  }
  bool operator==(const Buffer& other) const {
    return size_ == other.size_ && std::memcmp(bytes_, other.bytes_, size_) == 0;
  }

 private:
  static constexpr std::align_val_t kAlignment{4096};
  const size_t size_;
  std::byte* const bytes_;
};

/// Leaves Run() when every task has ended, or none can go on any more.
class UntilIdle final : public runtime::BoundaryListener {
 public:
  explicit UntilIdle(runtime::Executor& executor) : executor_(executor) {}
  runtime::BoundaryAction AtBoundary(TimeNs next) override {
    const bool stuck = next == kNever && executor_.clock().IsVirtual();
    if (executor_.live_tasks() == 0 || stuck) return runtime::BoundaryAction::kStop;
    return runtime::BoundaryAction::kProceed;
  }

 private:
  runtime::Executor& executor_;
};

/// Runs what was spawned; fails if a task cannot end.
inline void RunAll(runtime::Executor& executor) {
  UntilIdle listener(executor);
  executor.Run(&listener);
  EXPECT_EQ(executor.live_tasks(), 0U) << "a task waits for ever";
}

/// Runs one task, and whatever else is ready, to the end.
inline void RunTask(runtime::Executor& executor, runtime::Task<void> task) {
  executor.Spawn("test", std::move(task));
  RunAll(executor);
}

template <typename T>
runtime::Task<void> StoreResult(runtime::Task<T> task, std::unique_ptr<T>* result) {
  *result = std::make_unique<T>(co_await std::move(task));
}

/// Runs one task and returns what it returned.
template <typename T>
T Get(runtime::Executor& executor, runtime::Task<T> task) {
  std::unique_ptr<T> result;
  RunTask(executor, StoreResult(std::move(task), &result));
  CHECK(result != nullptr, "the task did not end");
  return std::move(*result);
}

template <typename T, typename Work>
runtime::Task<T> AsSession(runtime::Worker* worker, Work* work) {
  co_await worker->Start();
  T result = co_await (*work)(*worker);
  co_await worker->End();
  co_return result;
}

/// Runs `work` by a worker of its own and returns what it returned, a T.
template <typename T, typename Work>
T RunSession(runtime::Executor& executor, Work work) {
  runtime::CpuModel cpu(executor, 1);
  runtime::Worker worker(cpu, nullptr, "session");
  return Get(executor, AsSession<T>(&worker, &work));
}

/// A machine that files can be tested on.
class VolumeMachine {
 public:
  virtual ~VolumeMachine() = default;
  virtual runtime::Executor& executor() = 0;
  virtual Volume& volume() = 0;
  /// A path on the volume, below a folder of this test's own.
  virtual std::string Path(const std::string& name) const = 0;
  /// What the file system may add to a sparse file's size for its own bookkeeping.
  virtual uint64_t MetadataAllowance() const = 0;
};

inline std::unique_ptr<File> Create(VolumeMachine& machine, FileOptions options,
                                    const std::string& name = "f") {
  return std::move(
      Get(machine.executor(), machine.volume().Create(machine.Path(name), options)).value());
}

inline std::unique_ptr<File> Open(VolumeMachine& machine, const std::string& name = "f") {
  return std::move(Get(machine.executor(), machine.volume().Open(machine.Path(name), {})).value());
}

class SimMachine final : public VolumeMachine {
 public:
  /// Makes the device again at each boot.
  using MakeDevice = std::function<std::unique_ptr<sim::Device>()>;

  explicit SimMachine(sim::DeviceOptions options = {}, storage::FaultPlan plan = {},
                      uint64_t seed = 1, uint64_t capacity = UINT64_MAX)
      : SimMachine(
            [options, seed] { return std::make_unique<sim::QueueDevice>(options, seed, "Q"); },
            options.files, std::move(plan), seed, capacity) {}
  SimMachine(MakeDevice make_device, sim::FileCosts costs, storage::FaultPlan plan = {},
             uint64_t seed = 1, uint64_t capacity = UINT64_MAX)
      : disk_(seed, std::move(plan), capacity),
        make_device_(std::move(make_device)),
        costs_(costs) {
    Boot();
  }

  runtime::Executor& executor() override { return *executor_; }
  Volume& volume() override { return *volume_; }
  std::string Path(const std::string& name) const override { return "Q:\\" + name; }
  uint64_t MetadataAllowance() const override { return 0; }

  sim::Disk& disk() { return disk_; }
  sim::VirtualClock& clock() { return *clock_; }
  const sim::Device& device() const { return volume_->device(); }

  /// A new engine on the same disk.
  void Boot() {
    volume_.reset();
    executor_.reset();
    clock_ = std::make_unique<sim::VirtualClock>();
    executor_ = std::make_unique<runtime::Executor>(*clock_);
    volume_ = std::make_unique<sim::SimVolume>("Q", *executor_, disk_, make_device_(), costs_);
  }

 private:
  sim::Disk disk_;
  const MakeDevice make_device_;
  const sim::FileCosts costs_;
  std::unique_ptr<sim::VirtualClock> clock_;
  std::unique_ptr<runtime::Executor> executor_;
  std::unique_ptr<sim::SimVolume> volume_;
};

}  // namespace snapscope::test
