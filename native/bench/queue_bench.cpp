// An M/M/1 queue, in the executor and in SimPy: customers arrive, wait for the one server, are
// served, go. Both sides have the same model, a coroutine (a process) for each customer; what is
// counted is customers, so that it does not matter how many events each needs for one.
#include <optional>
#include <utility>

#include "base/rng.h"
#include "bench/benchmark.h"
#include "bench/outside_program.h"
#include "runtime/executor.h"
#include "runtime/sync.h"
#include "sim/virtual_clock.h"

namespace snapscope::bench {
namespace {

constexpr TimeNs kMeanService = kMillisecond;
constexpr TimeNs kMeanGap = kMillisecond * 5 / 4;  // a load of 0.8

struct Queue {
  explicit Queue(runtime::Executor& executor_in) : executor(executor_in) {}
  runtime::Executor& executor;
  runtime::Latch server;
  uint64_t served = 0;
};

runtime::Task<void> Customer(Queue& queue, TimeNs service) {
  co_await queue.server.AcquireQueued(queue.executor, runtime::LatchMode::kExclusive);
  co_await queue.executor.Sleep(service);
  queue.server.Release(runtime::LatchMode::kExclusive);
  ++queue.served;
}

runtime::Task<void> Arrivals(Queue& queue, Rng rng, uint64_t customers) {
  for (uint64_t i = 0; i < customers; ++i) {
    const TimeNs gap = rng.Exponential(kMeanGap);
    co_await queue.executor.Sleep(gap);
    const TimeNs service = rng.Exponential(kMeanService);
    queue.executor.Spawn("customer", Customer(queue, service));
  }
}

struct QueueRate {
  double customers = 0;  ///< a second
  double events = 0;
};

QueueRate Serve(uint64_t seed, uint64_t customers) {
  sim::VirtualClock clock;
  runtime::Executor executor(clock);
  Queue queue(executor);
  executor.Spawn("arrivals", Arrivals(queue, Rng(seed, "arrivals"), customers));
  const Stopwatch watch;
  executor.Run();
  const double seconds = watch.Seconds();
  CHECK(queue.served == customers, "customers were left unserved");
  return {static_cast<double>(customers) / seconds,
          static_cast<double>(executor.events()) / seconds};
}

Result<Measurement> Measure(const Settings& settings) {
  const uint64_t rounds = settings.quick ? 3 : 7;
  const uint64_t customers = settings.quick ? 500'000 : 1'000'000;
  std::optional<OutsideProgram> simpy;
  if (!settings.simpy.empty()) {
    std::vector<std::string> command = settings.simpy;
    command.push_back(std::to_string(settings.seed));
    TRY_ASSIGN(OutsideProgram started, OutsideProgram::Start(command));
    simpy.emplace(std::move(started));
  }
  std::vector<double> ours;
  std::vector<double> events;
  std::vector<double> theirs;
  for (uint64_t round = 0; round < rounds; ++round) {
    const QueueRate rate = Serve(settings.seed + round, customers);
    ours.push_back(rate.customers);
    events.push_back(rate.events);
    if (!simpy) continue;
    TRY_ASSIGN(const double simpy_rate, simpy->RateOver(settings.quick ? 0.3 : 0.6));
    theirs.push_back(simpy_rate);
  }
  const std::vector<Bar> bars{{"of SimPy", 4, Ratios(ours, theirs)}};
  Measurement measured;
  measured.configuration = {{"load", 0.8}, {"customersPerRound", customers}, {"rounds", rounds}};
  measured.results = {{"customersPerWallSecond", Spread(ours)},
                      {"eventsPerWallSecond", Spread(events)},
                      {"bars", BarsJson(bars)}};
  if (!theirs.empty()) measured.results["simpyCustomersPerWallSecond"] = Spread(theirs);
  measured.headline = Rounded(Median(ours)) + " customers/s";
  if (!theirs.empty()) measured.headline += ", SimPy " + Rounded(Median(theirs));
  measured.headline += BarText(bars);
  return measured;
}

}  // namespace

std::vector<Benchmark> QueueBenchmarks() { return {{.name = "queue-mm1", .run = Measure}}; }

}  // namespace snapscope::bench
