#include "test/storage/volume_conformance.h"

namespace snapscope::test {

static std::unique_ptr<Machine> MakeSimMachine() {
  return std::make_unique<SimMachine>(
      sim::DeviceOptions{.parallelism = 4, .spread = sim::Spread::kExponential});
}

INSTANTIATE_TEST_SUITE_P(Sim, VolumeConformance, testing::Values(&MakeSimMachine));
INSTANTIATE_TEST_SUITE_P(Sim, VolumeConformanceDeathTest, testing::Values(&MakeSimMachine));

}  // namespace snapscope::test
