// A whole run in virtual time: the scenario of the preset creation-under-load, at its 100 users and
// at 500. How many events, device I/Os and transactions the engine gets through in a wall second.
// Set-up and verification are outside engine time: their wall time is reported apart, and rates are
// over the rest.
#include <utility>

#include "bench/benchmark.h"
#include "bench/scenarios.h"
#include "bench/timed_run.h"
#include "machine/process_use.h"

namespace snapscope::bench {
namespace {

constexpr double kEventsPerWallSecond = 3e6;

Json ScenarioOf(uint32_t users, const Settings& settings) {
  const double create_at = settings.quick ? 5 : 30;
  Json scenario = OnPaperVolumes();
  scenario["seed"] = settings.seed;
  scenario["durationSeconds"] = settings.quick ? 20 : 120;
  scenario["warmupSeconds"] = 0;  // the statistics then count every transaction
  scenario["server"].update({{"schedulers", 8}, {"memoryMiB", 256}});
  scenario["database"].update({{"sizeMiB", 1024}, {"logSizeMiB", 512}});
  scenario["workload"].update({{"users", users}, {"thinkTimeMs", 500}});
  const Json create = {{"kind", "createSnapshot"}, {"name", "bench_snapshot"}};
  scenario["timeline"] = Json::array({{{"atSeconds", create_at}, {"command", create}}});
  return scenario;
}

/// Each repeat's events a second over the bar.
std::vector<double> OverBar(double events, const std::vector<double>& seconds) {
  std::vector<double> ratios;
  for (const double one : seconds) ratios.push_back(events / one / kEventsPerWallSecond);
  return ratios;
}

Result<Measurement> Measure(uint32_t users, const Settings& settings) {
  const Json scenario = ScenarioOf(users, settings);
  const int repeats = settings.quick ? 1 : 3;
  std::vector<double> wall;
  std::vector<double> running;
  std::vector<double> outside;
  std::vector<double> processor;
  Json summary;
  uint64_t peak_memory = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    TRY_ASSIGN(TimedRun figures, RunTimed(scenario));
    CHECK(summary.is_null() || summary["telemetryHash"] == figures.summary["telemetryHash"],
          "the same scenario ran differently");
    summary = std::move(figures.summary);
    // What one run takes: later ones find the heap as the first has left it.
    if (repeat == 0) peak_memory = machine::PeakMemoryBytes();
    wall.push_back(figures.wall_seconds);
    outside.push_back(figures.outside_seconds);
    processor.push_back(figures.running_processor_seconds);
    running.push_back(figures.wall_seconds - figures.outside_seconds);
  }
  const auto events = summary["executor"]["events"].get<double>();
  const auto ios = summary["executor"]["ios"].get<double>();
  const auto transactions = summary["transactions"]["total"].get<double>() +
                            summary["transactions"]["rolledBack"].get<double>();
  const double seconds = Median(running);
  const std::vector<Bar> bars{{"of 3 M events/s", 1, OverBar(events, running)}};
  Measurement measured;
  measured.configuration = {{"scenario", scenario}, {"repeats", repeats}};
  measured.results = {{"executorEventsPerWallSecond", events / seconds},
                      {"executorEventsPerProcessorSecond", events / Median(processor)},
                      {"deviceIosPerWallSecond", ios / seconds},
                      {"transactionsPerWallSecond", transactions / seconds},
                      {"eventsPerTransaction", events / transactions},
                      {"iosPerTransaction", ios / transactions},
                      {"peakMemoryBytes", peak_memory},
                      {"executorEvents", events},
                      {"deviceIos", ios},
                      {"transactions", transactions},
                      {"pagesPushed", summary["snapshots"][0]["pagesPushed"]},
                      {"telemetryHash", summary["telemetryHash"]},
                      {"bars", BarsJson(bars)},
                      {"wallSeconds", Spread(wall)},
                      {"wallSecondsInEngineTime", Spread(running)},
                      {"processorSecondsInEngineTime", Spread(processor)},
                      {"wallSecondsOfSetUpAndVerification", Spread(outside)}};
  measured.headline = Rounded(events / seconds) + " events/s, " + Rounded(ios / seconds) +
                      " I/Os/s, " + Rounded(transactions / seconds) + " transactions/s" +
                      BarText(bars);
  return measured;
}

}  // namespace

std::vector<Benchmark> VirtualRunBenchmarks() {
  std::vector<Benchmark> benchmarks;
  for (const uint32_t users : {100U, 500U}) {
    benchmarks.push_back(
        {.name = "virtual-run-" + std::to_string(users),
         .run = [users](const Settings& settings) { return Measure(users, settings); }});
  }
  return benchmarks;
}

}  // namespace snapscope::bench
