#include "test/os/real_machine.h"
#include "test/storage/volume_conformance.h"

namespace snapscope::test {

static std::unique_ptr<Machine> MakeRealMachine() { return std::make_unique<RealMachine>(); }

INSTANTIATE_TEST_SUITE_P(Os, VolumeConformance, testing::Values(&MakeRealMachine));
INSTANTIATE_TEST_SUITE_P(Os, VolumeConformanceDeathTest, testing::Values(&MakeRealMachine));

}  // namespace snapscope::test
