#include "test/storage/volume_conformance.h"

namespace snapscope::test {

static std::unique_ptr<Machine> MakeSimMachine() {
  return std::make_unique<SimMachine>(
      sim::DeviceOptions{.parallelism = 4, .spread = sim::Spread::kExponential});
}

INSTANTIATE_TEST_SUITE_P(Sim, VolumeConformance,
                         testing::Values(MachineKind{"simulated", &MakeSimMachine}));
INSTANTIATE_TEST_SUITE_P(Sim, VolumeConformanceDeathTest,
                         testing::Values(MachineKind{"simulated", &MakeSimMachine}));

}  // namespace snapscope::test
