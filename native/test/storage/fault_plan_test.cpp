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

TEST(FaultInjector, WritesThatAPowerCutLosesOrMisdirectsAreWriteCalls) {
  FaultInjector injector(
      {{{.kind = FaultKind::kLostWrite}, {.kind = FaultKind::kMisdirectedWrite}}});
  for (const IoKind kind : {IoKind::kRead, IoKind::kDurable, IoKind::kEntry}) {
    const Injection other = injector.Next(kind, "a", false);
    EXPECT_FALSE(other.lost);
    EXPECT_FALSE(other.misdirected);
  }
  const Injection write = injector.Next(IoKind::kWrite, "a", false);
  EXPECT_TRUE(write.lost);
  EXPECT_TRUE(write.misdirected);
  EXPECT_FALSE(write.torn);
  EXPECT_FALSE(injector.Next(IoKind::kWrite, "a", false).lost);
}

TEST(FaultInjector, ThePowerIsCutDuringAnyIo) {
  for (const IoKind kind : {IoKind::kRead, IoKind::kWrite, IoKind::kDurable, IoKind::kEntry}) {
    FaultInjector injector({{{.kind = FaultKind::kPowerCut, .at_io = 2}}});
    EXPECT_FALSE(injector.Next(kind, "a", false).power_cut);
    const Injection cut = injector.Next(kind, "a", false);
    EXPECT_TRUE(cut.power_cut);
    EXPECT_FALSE(cut.error);
    EXPECT_FALSE(injector.Next(kind, "a", false).power_cut);
  }
}

TEST(FaultInjector, AnEntryIsNoneOfItsFilesIosUnlessThatKindIsAskedFor) {
  FaultInjector of_the_file({{{.kind = FaultKind::kError, .path = "a"}}});
  EXPECT_FALSE(of_the_file.Next(IoKind::kEntry, "a", false).error);
  EXPECT_TRUE(of_the_file.Next(IoKind::kRead, "a", false).error);

  FaultInjector of_the_entry({{{.kind = FaultKind::kError, .path = "a", .io = IoKind::kEntry}}});
  EXPECT_FALSE(of_the_entry.Next(IoKind::kRead, "a", false).error);
  EXPECT_FALSE(of_the_entry.Next(IoKind::kEntry, "b", false).error);
  EXPECT_TRUE(of_the_entry.Next(IoKind::kEntry, "a", false).error);

  FaultInjector of_any_file({{{.kind = FaultKind::kError}}});
  EXPECT_TRUE(of_any_file.Next(IoKind::kEntry, "a", false).error);
}

TEST(FaultInjector, CountsWhatItStruckByKindAndFile) {
  FaultInjector injector({{{.kind = FaultKind::kError, .count = 3}}});
  EXPECT_EQ(injector.struck(FaultKind::kError, "a"), 0U);
  injector.Next(IoKind::kRead, "a", false);
  injector.Next(IoKind::kRead, "b", false);
  injector.CancelAll();
  EXPECT_FALSE(injector.Next(IoKind::kRead, "a", false).error);
  injector.Add({.kind = FaultKind::kLostWrite, .at_io = 5});
  EXPECT_FALSE(injector.Next(IoKind::kWrite, "b", false).lost);
  EXPECT_TRUE(injector.Next(IoKind::kWrite, "b", false).lost);
  EXPECT_EQ(injector.struck(FaultKind::kError), 2U);
  EXPECT_EQ(injector.struck(FaultKind::kError, "a"), 1U);
  EXPECT_EQ(injector.struck(FaultKind::kError, "b"), 1U);
  EXPECT_EQ(injector.struck(FaultKind::kLostWrite, "a"), 0U);
  EXPECT_EQ(injector.struck(FaultKind::kLostWrite, "b"), 1U);
}

}  // namespace
}  // namespace snapscope::storage::fault_plan_test
