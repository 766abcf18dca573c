#include "bench/timed_run.h"

#include <utility>

#include "experiment/experiment.h"
#include "machine/simulated_machine.h"

namespace snapscope::bench {

namespace {

/// A simulated machine that sums up the time it spends frozen: set-up, verification, end.
class TimedMachine final : public database::Machine {
 public:
  explicit TimedMachine(sim::Disk& disk) : machine_(disk, page::PageForm::kCompact) {}

  runtime::Clock& clock() override { return machine_.clock(); }
  Status Prepare(runtime::Executor& executor, const scenario::Scenario& scenario) override {
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
  bool ComputesInitialPages(const std::string& path, database::PageGenerator generator,
                            database::PagePredicate is_used) override {
    return machine_.ComputesInitialPages(path, std::move(generator), std::move(is_used));
  }
  void ExpectPagesLike(const std::string& path, database::PageGenerator generator) override {
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

}  // namespace

Result<TimedRun> RunTimed(const Json& scenario) {
  Result<scenario::Scenario> parsed = scenario::ParseScenario(scenario.dump());
  TRY(parsed);
  sim::Disk disk(parsed->seed);
  TimedMachine machine(disk);
  experiment::CommandQueue commands;
  TimedRun figures;
  const Stopwatch watch;
  {
    experiment::Experiment experiment(std::move(parsed).value(), machine, commands,
                                      [](std::vector<std::byte>) {});
    figures.summary = Json::parse(experiment.Run());
    figures.wall_seconds = watch.Seconds();
    figures.running_processor_seconds = machine.running_processor();
  }
  figures.outside_seconds = machine.frozen_seconds();
  const Json& run = figures.summary["run"];
  // Null: there was no snapshot to verify.
  if (run["status"] != "completed" || run["verified"] == false) {
    return Error{ErrorCode::kInvalid, "the run did not complete: " + run.dump()};
  }
  return figures;
}

}  // namespace snapscope::bench
