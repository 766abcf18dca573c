#include "sim/device_driver.h"

#include <memory>

#include "base/check.h"

namespace snapscope::sim {

struct DeviceDriver::Pump {
  struct Frame {
    struct promise_type {
      Frame get_return_object() noexcept {
        return {std::coroutine_handle<promise_type>::from_promise(*this)};
      }
      std::suspend_always initial_suspend() noexcept { return {}; }
      std::suspend_always final_suspend() noexcept { return {}; }
      void return_void() noexcept {}
      void unhandled_exception() noexcept { CHECK(false, "an exception in a device"); }
    };
    std::coroutine_handle<promise_type> handle;
  };

  static Frame Run(DeviceDriver& driver, Pump& pump) {
    for (;;) {
      driver.Advance();
      driver.Arm(pump);
      co_await std::suspend_always{};
    }
  }

  explicit Pump(DeviceDriver& owner) : driver(&owner), frame(Run(owner, *this)) {}
  ~Pump() {
    frame.handle.destroy();
    if (driver != nullptr) driver->pump_ = nullptr;
  }
  Pump(const Pump&) = delete;
  Pump& operator=(const Pump&) = delete;

  DeviceDriver* driver;   // null: it is gone before the tasks
  TimeNs armed = kNever;  // the earliest timer that is still to come
  Frame frame;
};

DeviceDriver::~DeviceDriver() {
  if (pump_ != nullptr) pump_->driver = nullptr;
}

// One timer for the next event, unless an earlier one comes anyway.
void DeviceDriver::Arm(Pump& pump) {
  const TimeNs next = device_.NextEvent();
  if (pump.armed <= executor_.Now()) pump.armed = kNever;
  if (next >= pump.armed) return;
  pump.armed = next;
  executor_.SleepUntil(next).await_suspend(pump.frame.handle);
}

void DeviceDriver::Advance() {
  device_.AdvanceTo(executor_.Now(), known_);
  for (const LocalPtr<Completion>& completion : known_) {
    if (!completion->waiter) continue;
    const std::coroutine_handle<> waiter = std::exchange(completion->waiter, nullptr);
    const TimeNs done = completion->at + completion->after;
    if (done <= executor_.Now()) {
      executor_.MakeReady(waiter);
    } else {
      executor_.SleepUntil(done).await_suspend(waiter);
    }
  }
  known_.clear();
}

IssuedIo DeviceDriver::Issue(const DeviceIo& io) {
  // What was due before is over by now, also where no pump was there to see to it.
  Advance();
  return Pumped(device_.Issue(executor_.Now(), io));
}

IssuedIo DeviceDriver::Flush() {
  Advance();
  return Pumped(device_.Flush(executor_.Now()));
}

// What happens next inside the device has somebody who lets it happen.
IssuedIo DeviceDriver::Pumped(IssuedIo issued) {
  if (device_.NextEvent() == kNever) return issued;
  if (pump_ == nullptr) {
    auto pump = std::make_shared<Pump>(*this);
    pump_ = pump.get();
    executor_.KeepForTasks(std::move(pump));
  }
  Arm(*pump_);
  return issued;
}

}  // namespace snapscope::sim
