#include "storage/fault_plan.h"

#include <gtest/gtest.h>

namespace snapscope::storage::fault_plan_test {
namespace {

TEST(FaultInjector, StrikesTheNthIo) {
  FaultInjector injector({{{.kind = FaultKind::kError, .at_io = 3}}});
  EXPECT_FALSE(injector.Next(IoKind::kRead, "a", false).error);
  EXPECT_FALSE(injector.Next(IoKind::kWrite, "a", false).error);
  EXPECT_TRUE(injector.Next(IoKind::kDurable, "b", false).error);
  EXPECT_FALSE(injector.Next(IoKind::kRead, "a", false).error);
  EXPECT_EQ(injector.ios(), 4U);
}

TEST(FaultInjector, WaitsForAnIoThatItCanApplyTo) {
  FaultInjector injector({{{.kind = FaultKind::kDiskFull, .at_io = 1},
                           {.kind = FaultKind::kTornWrite, .at_io = 2},
                           {.kind = FaultKind::kLatency, .at_io = 1, .delay = 7}}});
  const Injection durable = injector.Next(IoKind::kDurable, "a", false);
  EXPECT_EQ(durable.delay, 0);
  const Injection read = injector.Next(IoKind::kRead, "a", false);
  EXPECT_EQ(read.delay, 7);
  EXPECT_FALSE(read.torn);
  const Injection write = injector.Next(IoKind::kWrite, "a", false);
  EXPECT_TRUE(write.torn);
  EXPECT_FALSE(write.disk_full);
  EXPECT_TRUE(injector.Next(IoKind::kWrite, "a", true).disk_full);
}

TEST(FaultInjector, StrikesAsOftenAsAskedAndOnlyTheFileNamed) {
  FaultInjector injector({{{.kind = FaultKind::kError, .count = 2, .path = "b"}}});
  EXPECT_FALSE(injector.Next(IoKind::kRead, "a", false).error);
  EXPECT_TRUE(injector.Next(IoKind::kRead, "b", false).error);
  EXPECT_TRUE(injector.Next(IoKind::kWrite, "b", false).error);
  EXPECT_FALSE(injector.Next(IoKind::kRead, "b", false).error);
}

}  // namespace
}  // namespace snapscope::storage::fault_plan_test
