// Lets a device's events happen at their engine times, and resumes who waits for an I/O.
//
// One suspended coroutine, the pump, is resumed by a timer for the device's next event. An I/O that
// arrives may bring an earlier event: it gets a timer of its own, and the later one finds nothing
// to do. A device that knows all times at once needs no pump and no timer here, and who waits for
// an I/O whose time is known has a timer of its own.
//
// The pump lives as long as the executor's tasks: when they are destroyed (a process ends, its
// machine does not) their timers are gone, and the next I/O starts another pump. What the device
// had queued goes on meanwhile, as it would.
#pragma once

#include <utility>
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
  ~DeviceDriver();
  DeviceDriver(const DeviceDriver&) = delete;
  DeviceDriver& operator=(const DeviceDriver&) = delete;

  Device& device() { return device_; }
  /// The I/O arrives now.
  IssuedIo Issue(const DeviceIo& io);
  /// So does a flush.
  IssuedIo Flush();

  /// `co_await driver.Finished(issued)`: returns when it is done, at once if it has been.
  auto Finished(IssuedIo issued) {
    struct Awaiter {
      runtime::Executor& executor;
      IssuedIo issued;
      Awaiter(runtime::Executor& resumes, IssuedIo awaited)
          : executor(resumes), issued(std::move(awaited)) {}
      Awaiter(const Awaiter&) = delete;
      Awaiter& operator=(const Awaiter&) = delete;
      // A frame that is destroyed while it waits is not resumed.
      ~Awaiter() {
        if (issued.completion) issued.completion->waiter = nullptr;
      }
      bool await_ready() const { return issued.IsKnown() && issued.Done() <= executor.Now(); }
      void await_suspend(std::coroutine_handle<> handle) const {
        if (issued.IsKnown()) return executor.SleepUntil(issued.Done()).await_suspend(handle);
        issued.completion->waiter = handle;
        issued.completion->after = issued.after;
      }
      void await_resume() const {}
    };
    return Awaiter(executor_, std::move(issued));
  }

 private:
  struct Pump;

  void Advance();
  IssuedIo Pumped(IssuedIo issued);
  void Arm(Pump& pump);

  runtime::Executor& executor_;
  Device& device_;
  Pump* pump_ = nullptr;                     // owned by the executor, for its tasks' life
  std::vector<LocalPtr<Completion>> known_;  // reused
};

}  // namespace snapscope::sim
