// A run inside a test process whose experiment is kept, to look behind the summary.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.h"
#include "machine/simulated_machine.h"
#include "sim/disk.h"
#include "test/support/run_support.h"

namespace snapscope::test {

class KeptRun {
 public:
  explicit KeptRun(const Json& scenario, page::PageForm form = page::PageForm::kFull)
      : KeptRun(scenario::ParseScenario(scenario.dump()).value(), {}, {}, form) {}
  KeptRun(const Json& scenario, storage::FaultPlan faults)
      : KeptRun(scenario::ParseScenario(scenario.dump()).value(), std::move(faults)) {}
  /// `atomic`: the files of which no page tears at a power cut.
  KeptRun(scenario::Scenario scenario, storage::FaultPlan faults,
          const std::vector<std::string>& atomic = {}, page::PageForm form = page::PageForm::kFull)
      : scenario_(std::move(scenario)),
        disk_(scenario_.seed, std::move(faults)),
        machine_(disk_, form),
        experiment_(scenario_, machine_, commands_, [](std::vector<std::byte>) {}) {
    for (const std::string& path : atomic) disk_.SetAtomicWrites(path);
    summary_ = Json::parse(experiment_.Run());
  }
  const scenario::Scenario& scenario() const { return scenario_; }
  experiment::Experiment& experiment() { return experiment_; }
  sim::Disk& disk() { return disk_; }
  const sim::Disk& disk() const { return disk_; }
  const Json& summary() const { return summary_; }

 private:
  const scenario::Scenario scenario_;
  sim::Disk disk_;
  machine::SimulatedMachine machine_;
  experiment::CommandQueue commands_;
  experiment::Experiment experiment_;
  Json summary_;
};

inline storage::FaultPlan OneFault(storage::Fault fault) { return {.faults = {std::move(fault)}}; }

}  // namespace snapscope::test
