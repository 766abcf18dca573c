#include "test/os/real_machine.h"
#include "test/storage/volume_conformance.h"

namespace snapscope::test {

static std::unique_ptr<VolumeMachine> WithRing() {
  return std::make_unique<RealMachine>(IoWay::kRing);
}
static std::unique_ptr<VolumeMachine> WithThreads() {
  return std::make_unique<RealMachine>(IoWay::kThreads);
}

INSTANTIATE_TEST_SUITE_P(Os, VolumeConformance,
                         testing::Values(MachineKind{"ring", &WithRing},
                                         MachineKind{"threads", &WithThreads}));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(VolumeConformanceDeathTest);

}  // namespace snapscope::test
