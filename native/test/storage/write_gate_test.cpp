// While a volume is held no write of its files begins, those under way have ended, and reads go on.
#include "storage/write_gate.h"

#include <memory>
#include <optional>

#include <gtest/gtest.h>

#include "test/storage/test_machine.h"

namespace snapscope::test::write_gate_test {
namespace {

using runtime::Task;
using storage::WriteGate;

constexpr TimeNs kService = 10 * kMillisecond;

class WriteGateOfAVolume : public testing::Test {
 protected:
  runtime::Executor& executor() { return machine_.executor(); }

  Task<void> WriteAt(TimeNs when, std::optional<TimeNs>* ended) {
    co_await executor().Sleep(when);
    EXPECT_TRUE((co_await file_->WriteDurable(0, page_.list())).ok());
    *ended = executor().Now();
  }
  Task<void> HoldAt(TimeNs when, TimeNs until, std::optional<TimeNs>* held) {
    co_await executor().Sleep(when);
    const WriteGate::Hold hold = co_await machine_.volume().HoldWrites(executor());
    *held = executor().Now();
    co_await executor().Sleep(until - executor().Now());
  }
  Task<void> ReadAt(TimeNs when, std::optional<TimeNs>* ended) {
    co_await executor().Sleep(when);
    Buffer into(kPage);
    EXPECT_TRUE((co_await file_->Read(4 * kPage, into.span())).ok());
    *ended = executor().Now();
  }

  SimMachine machine_{{.parallelism = 4, .read_service = kService, .write_service = kService}};
  const std::unique_ptr<File> file_ = Create(machine_, {.size = 8 * kPage}, "data");
  Buffer page_{kPage, 1};
};

TEST_F(WriteGateOfAVolume, HoldsBackWhatBeginsAndAwaitsWhatIsUnderWay) {
  const TimeNs start = executor().Now();
  std::optional<TimeNs> before, held, during, read;
  executor().Spawn("before", WriteAt(0, &before));
  executor().Spawn("hold", HoldAt(1 * kMillisecond, start + 50 * kMillisecond, &held));
  executor().Spawn("during", WriteAt(20 * kMillisecond, &during));
  executor().Spawn("read", ReadAt(20 * kMillisecond, &read));
  RunAll(executor());
  EXPECT_EQ(held, before);
  EXPECT_EQ(*read, start + 20 * kMillisecond + kService);
  EXPECT_GE(*during, start + 50 * kMillisecond + kService);
}

TEST_F(WriteGateOfAVolume, OpensWithTheLastOfSeveralHolds) {
  const TimeNs start = executor().Now();
  std::optional<TimeNs> first, second, written;
  executor().Spawn("first", HoldAt(0, start + 20 * kMillisecond, &first));
  executor().Spawn("second", HoldAt(0, start + 40 * kMillisecond, &second));
  executor().Spawn("write", WriteAt(1 * kMillisecond, &written));
  RunAll(executor());
  EXPECT_EQ(first, second);
  EXPECT_GE(*written, start + 40 * kMillisecond + kService);
}

// A process that ends amid its writes leaves none that a hold would wait for.
TEST_F(WriteGateOfAVolume, ForgetsTheWritesOfAProcessThatEnded) {
  std::optional<TimeNs> written, held;
  auto closed = Create(machine_, {.size = 8 * kPage}, "closed");
  ASSERT_TRUE(Get(executor(), closed->Write(0, page_.list())).ok());
  executor().Spawn("write", WriteAt(kService, &written));
  executor().Spawn("end", [](runtime::Executor& ending) -> Task<void> {
    co_await ending.Sleep(kService + 1 * kMillisecond);
    ending.Stop();
  }(executor()));
  executor().Run();
  executor().AbandonTasks();
  closed.reset();
  executor().Spawn("hold", HoldAt(0, executor().Now(), &held));
  RunAll(executor());
  EXPECT_FALSE(written.has_value());
  EXPECT_TRUE(held.has_value());
}

}  // namespace
}  // namespace snapscope::test::write_gate_test
