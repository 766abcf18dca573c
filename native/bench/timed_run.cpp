#include "bench/timed_run.h"

#include <utility>

#include "experiment/experiment.h"
#include "machine/simulated_machine.h"

namespace snapscope::bench {

namespace {

/// A simulated machine that sums up the time it spends frozen: set-up, verification, end.
class TimedMachine final : public machine::SimulatedMachine {
 public:
  explicit TimedMachine(sim::Disk& disk) : SimulatedMachine(disk, page::PageForm::kCompact) {}

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
  double frozen_seconds() const { return frozen_seconds_; }
  /// Processor time in between.
  double running_processor() const { return processor_.Seconds() - frozen_processor_; }

 private:
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
  TRY_ASSIGN(scenario::Scenario parsed, scenario::ParseScenario(scenario.dump()));
  sim::Disk disk(parsed.seed);
  TimedMachine machine(disk);
  experiment::CommandQueue commands;
  TimedRun figures;
  const Stopwatch watch;
  {
    experiment::Experiment experiment(std::move(parsed), machine, commands,
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
