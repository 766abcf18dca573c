#include "machine/run.h"

#include <memory>

#include "experiment/experiment.h"
#include "machine/real_machine.h"
#include "machine/simulated_machine.h"

namespace snapscope::machine {

std::string RunScenario(scenario::Scenario scenario, experiment::CommandQueue& commands,
                        telemetry::BatchSink sink) {
  sim::Disk disk(scenario.seed);
  std::unique_ptr<database::Machine> machine;
  if (scenario.real) {
    machine = std::make_unique<RealMachine>();
  } else {
    machine = std::make_unique<SimulatedMachine>(disk, page::PageForm::kCompact);
  }
  experiment::Experiment experiment(std::move(scenario), *machine, commands, std::move(sink));
  return experiment.Run();
}

}  // namespace snapscope::machine
