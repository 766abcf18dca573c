#include "test/os/real_machine.h"
#include "test/storage/volume_conformance.h"

namespace snapscope::test {

static std::unique_ptr<VolumeMachine> WithThreads() {
  return std::make_unique<RealMachine>(IoWay::kThreads);
}

#ifdef _WIN32

INSTANTIATE_TEST_SUITE_P(Os, VolumeConformance,
                         testing::Values(MachineKind{"threads", &WithThreads}));

#else

static std::unique_ptr<VolumeMachine> WithRing() {
  return std::make_unique<RealMachine>(IoWay::kRing);
}

INSTANTIATE_TEST_SUITE_P(Os, VolumeConformance,
                         testing::Values(MachineKind{"ring", &WithRing},
                                         MachineKind{"threads", &WithThreads}));

#endif

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(VolumeConformanceDeathTest);

}  // namespace snapscope::test
