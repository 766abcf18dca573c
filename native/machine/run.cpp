#include "machine/run.h"

#include <memory>

#include "engine/experiment.h"
#include "machine/real_machine.h"
#include "machine/simulated_machine.h"

namespace snapscope::machine {

std::string RunScenario(engine::Scenario scenario, engine::CommandQueue& commands,
                        telemetry::BatchSink sink) {
  sim::Disk disk(scenario.seed);
  std::unique_ptr<engine::Machine> machine;
  if (scenario.real) {
    machine = std::make_unique<RealMachine>();
  } else {
    machine = std::make_unique<SimulatedMachine>(disk, page::PageForm::kCompact);
  }
  engine::Experiment experiment(std::move(scenario), *machine, commands, std::move(sink));
  return experiment.Run();
}

}  // namespace snapscope::machine
