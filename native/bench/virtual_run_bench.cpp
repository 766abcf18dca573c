// A whole run in virtual time: the scenario of the preset creation-under-load, at its 100 users and
// at 500. How many events, device I/Os and transactions the engine gets through in a wall second.
// Then, without a snapshot, since verification reads all of it, a database of 1 and one of 256 GiB:
// what an event costs must not depend on the size.
//
// Set-up and verification are outside engine time: their wall time is reported apart, and rates are
// over the rest.
#include <utility>

#include "bench/benchmark.h"
#include "bench/scenarios.h"
#include "engine/experiment.h"
#include "machine/process_use.h"
#include "machine/simulated_machine.h"

namespace snapscope::bench {
namespace {

constexpr uint64_t kSizeMiB = 1024;
constexpr double kEventsPerWallSecond = 3e6;

Json ScenarioOf(uint32_t users, uint64_t size_mib, const Settings& settings) {
  const double create_at = settings.quick ? 5 : 30;
  Json scenario = OnPaperVolumes();
  scenario["seed"] = settings.seed;
  scenario["durationSeconds"] = settings.quick ? 20 : 120;
  scenario["warmupSeconds"] = 0;  // the statistics then count every transaction
  scenario["server"].update({{"schedulers", 8}, {"memoryMiB", 256}});
  scenario["database"].update({{"sizeMiB", size_mib}, {"logSizeMiB", 512}});
  scenario["workload"].update({{"users", users}, {"thinkTimeMs", 500}});
  const Json create = {{"kind", "createSnapshot"}, {"name", "bench_snapshot"}};
  scenario["timeline"] = Json::array({{{"atSeconds", create_at}, {"command", create}}});
  return scenario;
}

/// A simulated machine that sums up the time it spends frozen: set-up, verification, end.
class TimedMachine final : public engine::Machine {
 public:
  explicit TimedMachine(sim::Disk& disk) : machine_(disk, page::PageForm::kCompact) {}

  runtime::Clock& clock() override { return machine_.clock(); }
  Status Prepare(runtime::Executor& executor, const engine::Scenario& scenario) override {
    return machine_.Prepare(executor, scenario);
  }
  storage::Volume& volume(const std::string& name) override { return machine_.volume(name); }
  std::optional<storage::VolumeSpace> SpaceOf(const std::string& volume) override {
    return machine_.SpaceOf(volume);
  }
  std::string PathOf(const std::string& volume, const std::string& kind,
                     const std::string& file) override {
    return machine_.PathOf(volume, kind, file);
  }
  page::PageForm page_form() const override { return machine_.page_form(); }
  bool ComputesInitialPages(const std::string& path, engine::PageGenerator generator) override {
    return machine_.ComputesInitialPages(path, std::move(generator));
  }
  void ExpectPagesLike(const std::string& path, engine::PageGenerator generator) override {
    machine_.ExpectPagesLike(path, std::move(generator));
  }
  void SetPace(double pace) override { machine_.SetPace(pace); }
  void Freeze() override {
    if (freezes_++ > 0) return;
    frozen_since_ = watch_.Seconds();
    processor_since_ = processor_.Seconds();
  }
  void Thaw() override {
    if (--freezes_ > 0) return;
    frozen_seconds_ += watch_.Seconds() - frozen_since_;
    frozen_processor_ += processor_.Seconds() - processor_since_;
  }
  TimeNs WallTime() const override { return machine_.WallTime(); }
  uint64_t PeakMemoryBytes() const override { return machine_.PeakMemoryBytes(); }
  uint64_t DeviceIos() const override { return machine_.DeviceIos(); }

  double frozen_seconds() const { return frozen_seconds_; }
  /// Processor time in between.
  double running_processor() const { return processor_.Seconds() - frozen_processor_; }

 private:
  machine::SimulatedMachine machine_;
  const Stopwatch watch_;
  const bench::ProcessorTime processor_;
  int freezes_ = 0;
  double frozen_since_ = 0;
  double frozen_seconds_ = 0;
  double processor_since_ = 0;
  double frozen_processor_ = 0;
};

struct RunFigures {
  Json summary;
  double wall_seconds = 0;
  double outside_seconds = 0;
  double running_processor = 0;
};

Result<RunFigures> RunOnce(const Json& scenario) {
  Result<engine::Scenario> parsed = engine::ParseScenario(scenario.dump());
  TRY(parsed);
  sim::Disk disk(parsed->seed);
  TimedMachine machine(disk);
  engine::CommandQueue commands;
  RunFigures figures;
  const Stopwatch watch;
  {
    engine::Experiment experiment(std::move(parsed).value(), machine, commands,
                                  [](std::vector<std::byte>) {});
    figures.summary = Json::parse(experiment.Run());
    figures.wall_seconds = watch.Seconds();
    figures.running_processor = machine.running_processor();
  }
  figures.outside_seconds = machine.frozen_seconds();
  const Json& run = figures.summary["run"];
  // Null: there was no snapshot to verify.
  if (run["status"] != "completed" || run["verified"] == false) {
    return Error{ErrorCode::kInvalid, "the run did not complete: " + run.dump()};
  }
  return figures;
}

/// Each repeat's events a second over the bar.
std::vector<double> OverBar(double events, const std::vector<double>& seconds) {
  std::vector<double> ratios;
  for (const double one : seconds) ratios.push_back(events / one / kEventsPerWallSecond);
  return ratios;
}

Result<Measurement> Measure(uint32_t users, const Settings& settings) {
  const Json scenario = ScenarioOf(users, kSizeMiB, settings);
  const int repeats = settings.quick ? 1 : 3;
  std::vector<double> wall;
  std::vector<double> running;
  std::vector<double> outside;
  std::vector<double> processor;
  Json summary;
  uint64_t peak_memory = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    Result<RunFigures> figures = RunOnce(scenario);
    TRY(figures);
    CHECK(summary.is_null() || summary["telemetryHash"] == figures->summary["telemetryHash"],
          "the same scenario ran differently");
    summary = std::move(figures->summary);
    // Of one run: later ones find the heap as the first has left it.
    if (repeat == 0) peak_memory = machine::PeakMemoryBytes();
    wall.push_back(figures->wall_seconds);
    outside.push_back(figures->outside_seconds);
    processor.push_back(figures->running_processor);
    running.push_back(figures->wall_seconds - figures->outside_seconds);
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

Result<Measurement> CompareSizes(const Settings& settings) {
  constexpr uint32_t kUsers = 100;
  constexpr uint64_t kLargeMiB = 256 * kSizeMiB;
  const int rounds = settings.quick ? 2 : 3;
  std::vector<double> small;
  std::vector<double> large;
  for (int round = 0; round < rounds; ++round) {
    for (const uint64_t size : {kSizeMiB, kLargeMiB}) {
      Json scenario = ScenarioOf(kUsers, size, settings);
      scenario["timeline"] = Json::array();
      const Result<RunFigures> figures = RunOnce(scenario);
      TRY(figures);
      const auto events = figures->summary["executor"]["events"].get<double>();
      const double seconds = figures->wall_seconds - figures->outside_seconds;
      (size == kSizeMiB ? small : large).push_back(events / seconds);
    }
  }
  const std::vector<Bar> bars{{"256 GiB of 1 GiB", 0.5, Ratios(large, small)}};
  Measurement measured;
  measured.configuration = {
      {"users", kUsers}, {"rounds", rounds}, {"sizesMiB", Json::array({kSizeMiB, kLargeMiB})}};
  measured.results = {{"executorEventsPerWallSecond1GiB", Spread(small)},
                      {"executorEventsPerWallSecond256GiB", Spread(large)},
                      {"bars", BarsJson(bars)}};
  measured.headline = Rounded(Median(small)) + " events/s with 1 GiB, " + Rounded(Median(large)) +
                      " with 256 GiB" + BarText(bars);
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
  benchmarks.push_back({.name = "virtual-size", .run = CompareSizes});
  return benchmarks;
}

}  // namespace snapscope::bench
