// Lets a device's events happen at their engine times, and resumes who waits for an I/O.
//
// One suspended coroutine, the pump, is resumed by a timer for the device's next event. An I/O that
// arrives may bring an earlier event: it gets a timer of its own, and the later one finds nothing
// to do. A device that knows all times at once needs no pump and no timer here.
//
// The pump lives as long as the executor's tasks: when they are destroyed (a process ends, its
// machine does not) their timers are gone, and the next I/O starts another pump. What the device
// had queued goes on meanwhile, as it would.
#pragma once

#include <memory>
#include <vector>

#include "runtime/executor.h"
#include "runtime/task.h"
#include "sim/device.h"

namespace snapscope::sim {

class DeviceDriver {
 public:
  /// `device` and `executor` outlive it.
  DeviceDriver(runtime::Executor& executor, Device& device)
      : executor_(executor), device_(device) {}
  DeviceDriver(const DeviceDriver&) = delete;
  DeviceDriver& operator=(const DeviceDriver&) = delete;

  /// The I/O arrives now.
  IssuedIo Issue(const DeviceIo& io);

  /// `co_await Driver::Finished(completion)`: returns at its time, at once if it has passed.
  static auto Finished(std::shared_ptr<Completion> completion) {
    struct Awaiter {
      std::shared_ptr<Completion> completion;
      explicit Awaiter(std::shared_ptr<Completion> awaited) : completion(std::move(awaited)) {}
      Awaiter(const Awaiter&) = delete;
      Awaiter& operator=(const Awaiter&) = delete;
      // A frame that is destroyed while it waits is not resumed.
      ~Awaiter() { completion->waiter = nullptr; }
      bool await_ready() const { return completion->at != kNever; }
      void await_suspend(std::coroutine_handle<> handle) const { completion->waiter = handle; }
      void await_resume() const {}
    };
    return Awaiter(std::move(completion));
  }

 private:
  struct Pump;

  void Advance();
  void Arm(Pump& pump);

  runtime::Executor& executor_;
  Device& device_;
  std::weak_ptr<Pump> pump_;                           // owned by the executor, for its tasks' life
  std::vector<std::shared_ptr<Completion>> finished_;  // reused
};

}  // namespace snapscope::sim
