// A run inside a test process whose experiment is kept, to look behind the summary.
#pragma once

#include <vector>

#include "experiment/experiment.h"
#include "machine/simulated_machine.h"
#include "sim/disk.h"
#include "test/support/run_support.h"

namespace snapscope::test {

class KeptRun {
 public:
  explicit KeptRun(const Json& scenario, page::PageForm form = page::PageForm::kFull)
      : disk_(scenario.at("seed").get<uint64_t>()),
        machine_(disk_, form),
        experiment_(scenario::ParseScenario(scenario.dump()).value(), machine_, commands_,
                    [](std::vector<std::byte>) {}) {
    summary_ = Json::parse(experiment_.Run());
  }
  experiment::Experiment& experiment() { return experiment_; }
  sim::Disk& disk() { return disk_; }
  const Json& summary() const { return summary_; }

 private:
  sim::Disk disk_;
  machine::SimulatedMachine machine_;
  experiment::CommandQueue commands_;
  experiment::Experiment experiment_;
  Json summary_;
};

}  // namespace snapscope::test
