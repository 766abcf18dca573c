// Which I/O a volume has waited for longest, and that it forgets those that have ended.
#include "storage/ios_under_way.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "test/storage/test_machine.h"

namespace snapscope::test::ios_under_way_test {
namespace {

using runtime::Task;
using storage::IoDirection;
using storage::UnendedIo;

class IosUnderWay : public testing::Test {
 protected:
  runtime::Executor& executor() { return machine_.executor(); }
  const UnendedIo* oldest() { return machine_.volume().ios().oldest(); }

  std::unique_ptr<File> Create(const std::string& name) {
    return test::Create(machine_, {.size = 8 * kPage}, name);
  }
  /// `what` happens so long after now.
  void At(TimeNs when, std::function<void()> what) {
    executor().Spawn("at", Do(&executor(), when, std::move(what)));
  }
  void ReadAt(TimeNs when, File& file, uint64_t offset, Buffer& into) {
    executor().Spawn("read", Read(&executor(), when, &file, offset, &into));
  }
  void ExpectOldest(const File& file, IoDirection direction, uint64_t offset, TimeNs issued) {
    const UnendedIo* io = oldest();
    ASSERT_NE(io, nullptr);
    EXPECT_EQ(*io->path, file.path());
    EXPECT_EQ(io->direction, direction);
    EXPECT_EQ(io->offset, offset);
    EXPECT_EQ(io->bytes, 2 * kPage);
    EXPECT_EQ(io->issued, issued);
  }

  SimMachine machine_{
      {.parallelism = 4, .read_service = 3 * kMillisecond, .write_service = 10 * kMillisecond}};

 private:
  static Task<void> Do(runtime::Executor* executor, TimeNs when, std::function<void()> what) {
    co_await executor->Sleep(when);
    what();
  }
  static Task<void> Read(runtime::Executor* executor, TimeNs when, File* file, uint64_t offset,
                         Buffer* into) {
    co_await executor->Sleep(when);
    EXPECT_TRUE((co_await file->Read(offset, into->span())).ok());
  }
};

Task<void> WriteDurably(File* file, uint64_t offset, Buffer* from) {
  EXPECT_TRUE((co_await file->WriteDurable(offset, from->list())).ok());
}

TEST_F(IosUnderWay, TheOldestWasAskedForFirstAndHasNotEnded) {
  const auto data = Create("data"), log = Create("log");
  Buffer bytes(2 * kPage), into(2 * kPage);
  const TimeNs start = executor().Now();
  EXPECT_EQ(oldest(), nullptr);
  executor().Spawn("write", WriteDurably(log.get(), 4 * kPage, &bytes));
  ReadAt(1 * kMillisecond, *data, 2 * kPage, into);
  ReadAt(9 * kMillisecond, *data, 6 * kPage, into);
  for (const TimeNs when : {2 * kMillisecond, 6 * kMillisecond, 9500 * kMicrosecond}) {
    At(when, [&] { ExpectOldest(*log, IoDirection::kWrite, 4 * kPage, start); });
  }
  At(11 * kMillisecond,
     [&] { ExpectOldest(*data, IoDirection::kRead, 6 * kPage, start + 9 * kMillisecond); });
  At(13 * kMillisecond, [&] { EXPECT_EQ(oldest(), nullptr); });
  RunAll(executor());
  EXPECT_EQ(oldest(), nullptr);
}

TEST_F(IosUnderWay, AWriteIsAsOldAsItsCallHoweverLateItsWaitBegins) {
  const auto file = Create("data");
  Buffer bytes(2 * kPage), into(2 * kPage);
  const TimeNs start = executor().Now();
  const WriteTicket ticket = Get(executor(), file->Write(0, bytes.list())).value();
  EXPECT_EQ(oldest(), nullptr) << "nobody waits for it";
  std::unique_ptr<Status> durable;
  ReadAt(1 * kMillisecond, *file, 4 * kPage, into);
  At(2 * kMillisecond,
     [&] { executor().Spawn("wait", StoreResult(file->AwaitDurable(ticket), &durable)); });
  At(3 * kMillisecond, [&] { ExpectOldest(*file, IoDirection::kWrite, 0, start); });
  RunAll(executor());
  EXPECT_TRUE(durable->ok());
  EXPECT_EQ(oldest(), nullptr);
}

TEST_F(IosUnderWay, OneWhoseTaskIsDestroyedIsForgotten) {
  const auto file = Create("data");
  Buffer bytes(2 * kPage), into(2 * kPage);
  executor().Spawn("write", WriteDurably(file.get(), 0, &bytes));
  ReadAt(0, *file, 2 * kPage, into);
  At(1 * kMillisecond, [&] { executor().Stop(); });
  executor().Run();
  EXPECT_NE(oldest(), nullptr);
  executor().DestroyTasks();
  EXPECT_EQ(oldest(), nullptr);
}

}  // namespace
}  // namespace snapscope::test::ios_under_way_test
