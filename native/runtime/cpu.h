// The CPU model and the account of a worker's time.
//
// A worker is what executes a session or a system task. Each nanosecond of its life is exactly one
// of: CPU, one wait type, or think time. It holds a scheduler while it computes; a wait gives the
// scheduler up and, once its resource is granted, queues for one again (signal wait). After a 4 ms
// quantum it yields (SOS_SCHEDULER_YIELD). On a virtual clock a computation takes the time it is
// charged; on the machine's clock it takes the time it takes, there is no scheduler to queue for
// but the engine thread itself, and who pays when the executor's slice is over yields it. The time
// a new request queues for a scheduler after think time is billed to SOS_SCHEDULER_YIELD: the
// product shows it nowhere, and here everything adds up.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "base/ids.h"
#include "runtime/cpu_work_generated.h"
#include "runtime/executor.h"
#include "runtime/push_cause_generated.h"
#include "runtime/task.h"
#include "runtime/wait_queue.h"
#include "runtime/wait_stats.h"

namespace snapscope::runtime {

inline constexpr TimeNs kQuantum = kTimeSlice;

/// What the operating system takes of a processor for I/O beyond the table of costs, which was
/// measured on one machine: nanoseconds of a core of 100 %.
struct IoCosts {
  TimeNs request = 0;        ///< of each I/O
  TimeNs kib = 0;            ///< of each KiB that it moves: copies, a network's protocol
  TimeNs durable_write = 0;  ///< of each write that is awaited until it is durable
  TimeNs new_region = 0;     ///< of each region of a sparse file at its first write
};

struct CpuOptions {
  uint32_t schedulers = 1;
  /// How fast a core is, in percent of the one whose nanoseconds are charged: one of 50 takes twice
  /// as long.
  uint32_t core_speed_percent = 100;
  IoCosts io{};
};

/// N schedulers with one runnable queue, first in, first out; a worker gets on and off them.
class CpuModel {
 public:
  CpuModel(Executor& executor, CpuOptions options);
  /// Cores as fast as what is charged says.
  CpuModel(Executor& executor, uint32_t schedulers)
      : CpuModel(executor, CpuOptions{.schedulers = schedulers}) {}

  Executor& executor() { return executor_; }
  bool modelled() const { return modelled_; }
  /// Scheduler time used so far, summed over schedulers, to this very moment.
  TimeNs busy() { return busy_ + on_cpu_ * executor_.Now() - on_cpu_since_; }
  const CpuOptions& options() const { return options_; }
  /// What one such operation costs, in nanoseconds of a core of 100 %.
  TimeNs cost(CpuWork work) const { return costs_[static_cast<size_t>(work)]; }
  /// How often work of that kind was charged.
  uint64_t charged(CpuWork work) const { return charged_[static_cast<size_t>(work)]; }
  /// Counts what a worker charges.
  void NoteCharged(CpuWork work, uint64_t count) { charged_[static_cast<size_t>(work)] += count; }

  /// Takes a scheduler if one is free.
  bool TryAcquire() {
    if (free_ == 0) return false;
    --free_;
    return true;
  }
  /// Waits until a scheduler is handed on.
  auto Queue() { return runnable_.Join(); }
  /// The scheduler is used from `now` on, in the step in which it was got.
  void Enter(TimeNs now) {
    ++on_cpu_;
    on_cpu_since_ += now;
  }
  /// Gives up a scheduler that was used since then.
  void Leave(TimeNs since, TimeNs now);

 private:
  Executor& executor_;
  const CpuOptions options_;
  const bool modelled_;
  uint32_t free_;
  TimeNs busy_ = 0;     // of intervals that have ended
  int64_t on_cpu_ = 0;  // workers, and the sum of the times since when
  TimeNs on_cpu_since_ = 0;
  WaitQueue<> runnable_;
  std::array<TimeNs, kCpuWorkCount> costs_{};
  std::array<uint64_t, kCpuWorkCount> charged_{};
};

/// Is told of every completed wait (the server-wide table).
class WaitListener {
 public:
  virtual ~WaitListener() = default;
  virtual void OnWait(WaitType type, TimeNs total, TimeNs signal) = 0;
  /// For what latch a wait has been, which OnWait() is told of as well.
  virtual void OnLatchWait(LatchClass /*latch*/, TimeNs /*total*/) {}
};

/// Totals of a worker's life; cpu + think + the sum of waits = elapsed, to the nanosecond.
struct WorkerAccount {
  TimeNs elapsed = 0;
  TimeNs cpu = 0;
  TimeNs think = 0;
  WaitTable waits{};
};

/// The longest name of a worker: it is the source of what the ERRORLOG tells of the worker, and the
/// column of sources holds no more.
inline constexpr size_t kMaxWorkerName = 11;

/// What a worker is made of.
struct WorkerKind {
  CpuModel* cpu = nullptr;
  WaitListener* listener = nullptr;
  std::string name{};
};

class Worker {
 public:
  /// `listener` and the model outlive the worker. `name` has 1 to kMaxWorkerName characters.
  /// Without a listener it is an observer, not a part of the server: neither its waits nor its
  /// transactions are in the server's figures.
  Worker(CpuModel& cpu, WaitListener* listener, std::string name);
  explicit Worker(WorkerKind kind) : Worker(*kind.cpu, kind.listener, std::move(kind.name)) {}
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  const std::string& name() const { return name_; }
  /// For others that work with it.
  WorkerKind kind() const { return {&cpu_, listener_, name_}; }
  /// True if the server's figures tell of this worker.
  bool observed() const { return listener_ != nullptr; }
  /// Why snapshots get a copy of the pages that it changes.
  PushCause push_cause() const { return push_cause_; }
  Executor& executor() { return cpu_.executor(); }
  TimeNs Now() { return cpu_.executor().Now(); }

  /// Gets on a scheduler for the first time; call before anything else.
  Task<void> Start();

  /// Adds CPU cost, in nanoseconds of a core of 100 %; never suspends. It is paid by PayCpu() or by
  /// the next wait.
  void Charge(TimeNs cost) {
    if (cpu_.modelled()) debt_ += cost * kFullSpeed;
  }
  /// Charges what `count` operations of that kind cost.
  void Charge(CpuWork work, uint64_t count = 1) {
    cpu_.NoteCharged(work, count);
    Charge(cpu_.cost(work) * static_cast<TimeNs>(count));
  }
  /// Charges what it costs to issue that many requests and to move so many bytes with them in all.
  void ChargeIo(uint64_t bytes, uint64_t requests = 1) {
    Charge(CpuWork::kIoRequest, requests);
    Charge(cpu_.options().io.kib * static_cast<TimeNs>(bytes / 1024));
  }
  /// Charges what makes so many writes durable, beside their requests.
  void ChargeDurableWrites(uint64_t count = 1) {
    Charge(cpu_.options().io.durable_write * static_cast<TimeNs>(count));
  }
  /// Charges what the first writes to so many regions of sparse files cost beside that.
  void ChargeNewRegions(uint64_t count) {
    Charge(cpu_.options().io.new_region * static_cast<TimeNs>(count));
  }

  /// Spends the charged time on the scheduler, yielding at the end of a quantum. On the machine's
  /// clock there is nothing to spend: it gives way.
  Task<void> PayCpu();

  /// On the machine's clock: lets others run if the executor's slice is over. Whatever can go on
  /// for long without a wait calls this or PayCpu() now and then, or it stalls everything else. On
  /// a virtual clock it does nothing, ever.
  Task<void> GiveWay();

  /// A wait: `auto wait = co_await worker.BeginWait(type);` gives up the scheduler, then the caller
  /// awaits the resource, then `co_await worker.EndWait();` gets a scheduler again and records it.
  /// Waits do not nest. Begin pays outstanding CPU first, so it may suspend itself.
  Task<void> BeginWait(WaitType type);
  Task<void> EndWait();

  /// A wait for all of `task`, which does nothing before it is awaited.
  template <typename T>
  Task<T> Waiting(WaitType type, Task<T> task) {
    co_await BeginWait(type);
    T outcome = co_await std::move(task);
    co_await EndWait();
    co_return std::move(outcome);
  }
  /// A wait that ends by itself.
  Task<void> Sleep(WaitType type, TimeNs duration);

  /// Gives up the scheduler for `duration`, billed to think time, and gets one again.
  Task<void> Think(TimeNs duration);

  /// The wait that has just ended was for such a latch, and has taken so long.
  void NoteLatchWait(LatchClass latch, TimeNs total) {
    if (listener_ != nullptr) listener_->OnLatchWait(latch, total);
  }

  /// The worker's work is done: pays what it owes, gives up the scheduler for good, and its account
  /// stands still from here on.
  Task<void> End();

  /// Begins a wait without paying CPU, and never suspends: for callers inside a step that must not.
  void BeginWaitNow(WaitType type);

  /// The account so far, the open interval closed at `now`.
  WorkerAccount AccountAt(TimeNs now) const;

 private:
  friend class PushingFor;
  enum class State : uint8_t { kNotStarted, kCpu, kWait, kThink, kEnded };

  static constexpr TimeNs kFullSpeed = 100;

  /// True if it owes at least a nanosecond of this core; what is less is paid with the next.
  bool InDebt() const { return debt_ >= cpu_.options().core_speed_percent; }

  Task<void> GetScheduler();
  Task<void> SpendDebt();
  Task<void> YieldThread();
  Task<void> PayThenWait(WaitType type);
  Task<void> QueueToEndWait(TimeNs granted);
  void RecordWait(TimeNs granted);
  void EnterCpu(TimeNs now);
  void LeaveCpu();

  CpuModel& cpu_;
  WaitListener* listener_;
  std::string name_;
  State state_ = State::kNotStarted;
  WaitType wait_type_{};
  TimeNs born_ = 0;
  TimeNs since_ = 0;  // start of the open interval
  /// What is charged and not paid, in hundredths of a nanosecond of a core of 100 %: nothing is
  /// lost to rounding at any speed.
  TimeNs debt_ = 0;
  TimeNs quantum_left_ = kQuantum;
  PushCause push_cause_ = PushCause::kWorkload;
  WorkerAccount account_;
};

/// While there is one, snapshots get copies of what its worker changes for this cause.
class PushingFor {
 public:
  /// `worker` outlives the object.
  PushingFor(Worker& worker, PushCause cause)
      : worker_(worker), before_(std::exchange(worker.push_cause_, cause)) {}
  PushingFor(const PushingFor&) = delete;
  PushingFor& operator=(const PushingFor&) = delete;
  ~PushingFor() { worker_.push_cause_ = before_; }

 private:
  Worker& worker_;
  const PushCause before_;
};

}  // namespace snapscope::runtime
