// What a calibration says of the processor, from loads whose figures are known.
#include "calibration/calibration.h"

#include <gtest/gtest.h>

#include "runtime/cpu_work_generated.h"

namespace snapscope::calibration_test {
namespace {

using calibration::LoadTarget;
using calibration::VolumeLoad;
using calibration::VolumeLoadFigures;

VolumeLoadFigures Of(VolumeLoad load, TimeNs each) {
  return {.load = load, .ios = 100, .elapsed = kSecond, .processor_time = 100 * each};
}

constexpr VolumeLoad kRead{.depth = 16};
constexpr VolumeLoad kDurable{.is_write = true, .durable = true, .depth = 16};
constexpr VolumeLoad kNewRegion{.is_write = true, .depth = 16, .target = LoadTarget::kNewRegions};

constexpr VolumeLoad kNewPage{
    .is_write = true, .durable = true, .depth = 16, .target = LoadTarget::kNewPages};

TEST(CostsOfIo, AreWhatAnIoTakesBeyondTheTableAndTheOthersBeyondThat) {
  const TimeNs own = runtime::kCpuCosts[static_cast<size_t>(runtime::CpuWork::kIoRequest)].ns;
  VolumeLoad alone = kRead;
  alone.depth = 1;
  VolumeLoad large = kRead;
  large.io_bytes = 512 * 1024;
  const runtime::IoCosts costs = calibration::CostsOf({
      Of(alone, 900'000),
      Of(large, 800'000),
      Of(kRead, own + 10'000),
      Of(kDurable, own + 40'000),
      Of(kNewRegion, own + 110'000),
      Of(kNewPage, own + 700'000),
  });
  EXPECT_EQ(costs.request, 10'000);
  EXPECT_EQ(costs.durable_write, 30'000);
  EXPECT_EQ(costs.new_region, 100'000);
}

TEST(CostsOfIo, AreNeverLessThanNothing) {
  const runtime::IoCosts costs =
      calibration::CostsOf({Of(kRead, 1000), Of(kDurable, 900), Of(kNewRegion, 800)});
  EXPECT_EQ(costs.request, 0);
  EXPECT_EQ(costs.durable_write, 0);
  EXPECT_EQ(costs.new_region, 0);
}

}  // namespace
}  // namespace snapscope::calibration_test
