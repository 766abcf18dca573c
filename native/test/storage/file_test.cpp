// What File does for every implementation, seen through a disk that can be made to fail.
#include "storage/file.h"

#include <gtest/gtest.h>

#include "test/storage/test_machine.h"

namespace snapscope::test::file_test {
namespace {

using storage::FaultKind;

constexpr char kFile[] = "Q:\\f";

TEST(File, ErrorsSayWhatWhereAndWhy) {
  SimMachine machine({}, {{{.kind = FaultKind::kError, .path = kFile}}});
  auto file = Create(machine, {.size = 4 * kPage});
  Buffer page(kPage);
  const Status failed = Get(machine.executor(), file->Read(2 * kPage, page.span()));
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::kIo);
  EXPECT_EQ(failed.error().message,
            "Read of 8192 bytes at offset 16384 in Q:\\f: the device reports an error");
  EXPECT_EQ(file->statistics().reads, 0U) << "only completed operations count";
  EXPECT_TRUE(Get(machine.executor(), file->Read(2 * kPage, page.span())).ok());
}

TEST(File, StallIsTheTimeFromIssueUntilDurable) {
  SimMachine machine({.read_service = 3 * kMillisecond, .write_service = 5 * kMillisecond});
  auto file = Create(machine, {.size = 4 * kPage});
  Buffer page(kPage);
  ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(0, page.list())).ok());
  ASSERT_TRUE(Get(machine.executor(), file->Read(2 * kPage, page.span())).ok());
  EXPECT_EQ(file->statistics().io_stall_write, 5 * kMillisecond + 10 * kMicrosecond);
  EXPECT_EQ(file->statistics().io_stall_read, 3 * kMillisecond);
}

TEST(File, FailedWriteCallIsNotSticky) {
  SimMachine machine({}, {{{.kind = FaultKind::kError, .path = kFile}}});
  auto file = Create(machine, {.size = 4 * kPage});
  Buffer page(kPage);
  EXPECT_FALSE(Get(machine.executor(), file->WriteDurable(0, page.list())).ok());
  EXPECT_FALSE(file->failed());
  EXPECT_TRUE(Get(machine.executor(), file->WriteDurable(0, page.list())).ok());
}

TEST(File, FailedDurableWaitIsSticky) {
  // I/O 1 is the file's entry in its folder, 2 and 3 are write calls, 4 is a durable completion.
  SimMachine machine({}, {{{.kind = FaultKind::kError, .at_io = 4}}});
  auto file = Create(machine, {.size = 4 * kPage});
  Buffer page(kPage);
  runtime::Executor& executor = machine.executor();
  const WriteTicket first = Get(executor, file->Write(0, page.list())).value();
  const WriteTicket second = Get(executor, file->Write(kPage, page.list())).value();
  const Status failed = Get(executor, file->AwaitDurable(first));
  ASSERT_FALSE(failed.ok());
  EXPECT_TRUE(file->failed());
  const Status other_wait = Get(executor, file->AwaitDurable(second));
  ASSERT_FALSE(other_wait.ok());
  EXPECT_EQ(other_wait.error().message, failed.error().message);
  EXPECT_EQ(Get(executor, file->Write(0, page.list())).error().message, failed.error().message);
  EXPECT_EQ(file->statistics().writes, 0U);
  EXPECT_TRUE(Get(executor, file->Read(0, page.span())).ok()) << "reading stays possible";
}

}  // namespace
}  // namespace snapscope::test::file_test
