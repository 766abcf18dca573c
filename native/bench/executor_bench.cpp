// The executor alone: actors that do nothing but sleep, on a virtual clock. What an event costs
// before anything is simulated; an upper bound for every run.
#include "base/rng.h"
#include "bench/benchmark.h"
#include "runtime/executor.h"
#include "sim/virtual_clock.h"

namespace snapscope::bench {
namespace {

runtime::Task<void> SleepLoop(runtime::Executor& executor, Rng rng, uint64_t sleeps) {
  for (uint64_t i = 0; i < sleeps; ++i) {
    const TimeNs duration = rng.Between(1, kMillisecond);
    co_await executor.Sleep(duration);
  }
}

Result<Measurement> Measure(uint32_t actors, const Settings& settings) {
  const uint64_t sleeps = (settings.quick ? 1'000'000 : 5'000'000) / actors;
  const int repeats = settings.quick ? 3 : 5;
  std::vector<double> rates;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    sim::VirtualClock clock;
    runtime::Executor executor(clock);
    for (uint32_t actor = 0; actor < actors; ++actor) {
      const Rng rng(settings.seed, "sleeper " + std::to_string(actor));
      executor.Spawn("sleeper", SleepLoop(executor, rng, sleeps));
    }
    const Stopwatch watch;
    executor.Run();
    rates.push_back(static_cast<double>(executor.events()) / watch.Seconds());
  }
  Measurement measured;
  measured.configuration = {{"actors", actors}, {"sleepsPerActor", sleeps}, {"repeats", repeats}};
  measured.headline = Rounded(Median(rates)) + " events/s";
  measured.results = {{"eventsPerWallSecond", Spread(std::move(rates))}};
  return measured;
}

}  // namespace

std::vector<Benchmark> ExecutorBenchmarks() {
  std::vector<Benchmark> benchmarks;
  for (const uint32_t actors : {10U, 500U}) {
    benchmarks.push_back(
        {.name = "executor-" + std::to_string(actors),
         .run = [actors](const Settings& settings) { return Measure(actors, settings); }});
  }
  return benchmarks;
}

}  // namespace snapscope::bench
