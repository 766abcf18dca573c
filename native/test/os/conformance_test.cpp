#include "test/os/real_machine.h"
#include "test/storage/volume_conformance.h"

namespace snapscope::test {

static std::unique_ptr<VolumeMachine> MakeRealMachine() { return std::make_unique<RealMachine>(); }

INSTANTIATE_TEST_SUITE_P(Os, VolumeConformance,
                         testing::Values(MachineKind{"files", &MakeRealMachine}));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(VolumeConformanceDeathTest);

}  // namespace snapscope::test
