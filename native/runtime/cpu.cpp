#include "runtime/cpu.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace snapscope::runtime {

CpuModel::CpuModel(Executor& executor, CpuOptions options)
    : executor_(executor),
      options_(options),
      modelled_(executor.clock().IsVirtual()),
      free_(modelled_ ? options.schedulers : UINT32_MAX) {
  CHECK(options.schedulers > 0, "a server needs a scheduler");
  CHECK(options.core_speed_percent > 0, "a core that does not compute");
  for (size_t work = 0; work < kCpuWorkCount; ++work) costs_[work] = kCpuCosts[work].ns;
  costs_[static_cast<size_t>(CpuWork::kIoRequest)] += options.io.request;
}

void CpuModel::Leave(TimeNs since, TimeNs now) {
  --on_cpu_;
  on_cpu_since_ -= since;
  busy_ += now - since;
  if (runnable_.empty()) {
    ++free_;
    return;
  }
  // The scheduler is handed on directly: a newcomer cannot overtake the runnable queue.
  runnable_.WakeFirst(executor_);
}

Worker::Worker(CpuModel& cpu, WaitListener* listener, std::string name)
    : cpu_(cpu), listener_(listener), name_(std::move(name)) {
  CHECK(!name_.empty() && name_.size() <= kMaxWorkerName, "a worker is named '%s'", name_.c_str());
}

Worker::~Worker() = default;

Task<void> Worker::Start() {
  CHECK(state_ == State::kNotStarted, "%s was started twice", name_.c_str());
  born_ = since_ = Now();
  co_await GetScheduler();
}

Task<void> Worker::GetScheduler() {
  if (cpu_.TryAcquire()) {  // no wait, so none is recorded
    EnterCpu(since_);
    return Task<void>::Ready();
  }
  state_ = State::kWait;
  wait_type_ = WaitType::kSosSchedulerYield;
  return EndWait();
}

Task<void> Worker::PayCpu() {
  CHECK(state_ == State::kCpu, "%s pays for CPU it does not hold", name_.c_str());
  return InDebt() ? SpendDebt() : GiveWay();
}

Task<void> Worker::GiveWay() {
  const bool yields = !cpu_.modelled() && cpu_.executor().SliceIsOver();
  return yields ? YieldThread() : Task<void>::Ready();
}

// The engine thread is the one scheduler of a real run.
Task<void> Worker::YieldThread() {
  BeginWaitNow(WaitType::kSosSchedulerYield);
  co_await cpu_.executor().Yield();
  co_await EndWait();
}

Task<void> Worker::SpendDebt() {
  while (InDebt()) {
    const TimeNs slice = std::min(debt_ / cpu_.options().core_speed_percent, quantum_left_);
    debt_ -= slice * cpu_.options().core_speed_percent;
    quantum_left_ -= slice;
    co_await cpu_.executor().Sleep(slice);
    if (quantum_left_ == 0) {
      BeginWaitNow(WaitType::kSosSchedulerYield);
      co_await EndWait();
    }
  }
}

void Worker::EnterCpu(TimeNs now) {
  since_ = now;
  state_ = State::kCpu;
  quantum_left_ = kQuantum;
  cpu_.Enter(now);
}

void Worker::LeaveCpu() {
  const TimeNs now = Now();
  account_.cpu += now - since_;
  cpu_.Leave(since_, now);
  since_ = now;
}

void Worker::BeginWaitNow(WaitType type) {
  CHECK(state_ == State::kCpu, "%s begins a wait within a wait", name_.c_str());
  LeaveCpu();
  state_ = State::kWait;
  wait_type_ = type;
}

Task<void> Worker::BeginWait(WaitType type) {
  if (InDebt()) return PayThenWait(type);
  BeginWaitNow(type);
  return Task<void>::Ready();
}

Task<void> Worker::PayThenWait(WaitType type) {
  co_await PayCpu();
  BeginWaitNow(type);
}

Task<void> Worker::EndWait() {
  CHECK(state_ == State::kWait, "%s ends a wait that it did not begin", name_.c_str());
  // The resource was granted when this coroutine became ready; the rest is time in queues.
  const TimeNs granted = std::clamp(cpu_.executor().ready_since(), since_, Now());
  if (!cpu_.TryAcquire()) return QueueToEndWait(granted);
  RecordWait(granted);
  return Task<void>::Ready();
}

Task<void> Worker::QueueToEndWait(TimeNs granted) {
  co_await cpu_.Queue();
  RecordWait(granted);
}

void Worker::RecordWait(TimeNs granted) {
  const TimeNs now = Now();
  WaitTotals& totals = account_.waits[static_cast<size_t>(wait_type_)];
  const TimeNs total = now - since_;
  const TimeNs signal = now - granted;
  ++totals.tasks;
  totals.total += total;
  totals.longest = std::max(totals.longest, total);
  totals.signal += signal;
  if (listener_ != nullptr) listener_->OnWait(wait_type_, total, signal);
  EnterCpu(now);
}

Task<void> Worker::Sleep(WaitType type, TimeNs duration) {
  co_await BeginWait(type);
  co_await cpu_.executor().Sleep(duration);
  co_await EndWait();
}

Task<void> Worker::Think(TimeNs duration) {
  co_await PayCpu();
  CHECK(state_ == State::kCpu, "%s thinks while it waits", name_.c_str());
  LeaveCpu();
  state_ = State::kThink;
  co_await cpu_.executor().Sleep(duration);
  const TimeNs now = Now();
  account_.think += now - since_;
  since_ = now;
  co_await GetScheduler();
}

Task<void> Worker::End() {
  if (InDebt()) co_await PayCpu();
  CHECK(state_ == State::kCpu, "%s ends while it waits", name_.c_str());
  LeaveCpu();
  state_ = State::kEnded;
}

WorkerAccount Worker::AccountAt(TimeNs now) const {
  WorkerAccount account = account_;
  account.elapsed = now - born_;
  switch (state_) {
    case State::kCpu:
      account.cpu += now - since_;
      break;
    case State::kThink:
      account.think += now - since_;
      break;
    case State::kWait:
      account.waits[static_cast<size_t>(wait_type_)].total += now - since_;
      break;
    case State::kNotStarted:
      account.elapsed = 0;
      break;
    case State::kEnded:
      account.elapsed = since_ - born_;
      break;
  }
  return account;
}

}  // namespace snapscope::runtime
