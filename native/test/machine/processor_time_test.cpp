// The processor time of a real run is what the operating system says of this process.
#include <gtest/gtest.h>

#include "machine/process_use.h"
#include "machine/real_machine.h"

namespace snapscope::processor_time_test {
namespace {

/// Computes until the operating system has seen so much of it.
void Compute(TimeNs time) {
  const TimeNs until = machine::ProcessorTime() + time;
  while (machine::ProcessorTime() < until) {
  }
}

TEST(ProcessorTime, IsThatOfThisProcessWhileEngineTimeRuns) {
  machine::RealMachine machine;
  const TimeNs before = machine.ProcessorTime().value();
  Compute(30 * kMillisecond);
  const TimeNs running = machine.ProcessorTime().value();
  EXPECT_GT(running, before);

  machine.Freeze();
  const TimeNs frozen = machine.ProcessorTime().value();
  Compute(30 * kMillisecond);
  EXPECT_EQ(machine.ProcessorTime().value(), frozen) << "what a verification takes is left out";
  machine.Freeze();
  machine.Thaw();
  EXPECT_EQ(machine.ProcessorTime().value(), frozen) << "it is frozen still";
  machine.Thaw();
  const TimeNs thawed = machine.ProcessorTime().value();
  EXPECT_GE(thawed, frozen);
  EXPECT_LE(thawed * machine::Processors(), machine::ProcessorTime() - 30 * kMillisecond)
      << "also once it runs again";
}

}  // namespace
}  // namespace snapscope::processor_time_test
