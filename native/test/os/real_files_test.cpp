// What only real files have: shared flushes, unbuffered I/O, private files, errors of the system.
#include <atomic>
#include <filesystem>
#include <memory>

#include <gtest/gtest.h>

#include "os/descriptor.h"
#include "test/os/real_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test::real_files_test {
namespace {

constexpr uint64_t kPage = 8192;

runtime::Task<void> WriteOne(File* file, uint64_t page, int* durable) {
  Buffer buffer(kPage, static_cast<uint8_t>(page));
  const Status done = co_await file->WriteDurable(page * kPage, buffer.list());
  CHECK(done.ok(), "%s", done.error().message.c_str());
  ++*durable;
}

TEST(RealFiles, AFolderTellsTheRoomOfItsFileSystem) {
  const RealMachine machine;
  const auto space = os::SpaceAt(machine.folder());
  ASSERT_TRUE(space);
  EXPECT_GT(space->available_bytes, 0U);
  EXPECT_GE(space->total_bytes, space->available_bytes);
  EXPECT_FALSE(os::SpaceAt(machine.folder() + "/none"));
}

TEST(RealFiles, ConcurrentWaitersShareFlushes) {
  RealMachine machine;
  auto file = Create(machine, {.size = 1 << 20});
  std::vector<WriteTicket> tickets;
  Buffer page(kPage, 1);
  for (uint64_t number = 0; number < 50; ++number) {
    tickets.push_back(Get(machine.executor(), file->Write(number * kPage, page.list())).value());
  }
  std::vector<std::unique_ptr<Status>> results(tickets.size());
  for (size_t index = 0; index < tickets.size(); ++index) {
    machine.executor().Spawn("waiter",
                             StoreResult(file->AwaitDurable(tickets[index]), &results[index]));
  }
  RunAll(machine.executor());
  for (const auto& result : results) EXPECT_TRUE(result->ok());
  EXPECT_EQ(file->statistics().writes, 50U);
  EXPECT_EQ(file->statistics().flushes, 1U) << "all writes were accepted before it began";
}

// One thread does in order what it is asked for: the first flush comes after all writes, and the
// second is for those that it does not cover.
TEST(RealFiles, WritersThatFlushAtOnceShareFlushes) {
  RealMachine machine(IoWay::kThreads);
  os::IoThreads one_thread(1);
  os::RealVolume volume("local", machine.executor(), one_thread);
  const auto file = std::move(
      Get(machine.executor(), volume.Create(machine.Path("f"), {.size = 1 << 20})).value());
  int durable = 0;
  for (uint64_t number = 0; number < 100; ++number) {
    machine.executor().Spawn("writer", WriteOne(file.get(), number, &durable));
  }
  RunAll(machine.executor());
  EXPECT_EQ(durable, 100);
  EXPECT_EQ(file->statistics().writes, 100U);
  EXPECT_GE(file->statistics().flushes, 1U);
  EXPECT_LE(file->statistics().flushes, 2U);
  Buffer read(kPage);
  for (uint64_t number = 0; number < 100; ++number) {
    ASSERT_TRUE(file->ReadNow(number * kPage, read.span()).ok());
    EXPECT_TRUE(read.AllEqual(static_cast<uint8_t>(number)));
  }
}

TEST(RealFiles, MissingFolderIsAnErrorThatNamesThePath) {
  RealMachine machine;
  const std::string path = machine.Path("no/such/folder/f");
  const auto failed = Get(machine.executor(), machine.volume().Create(path, {.size = kPage}));
  ASSERT_FALSE(failed.ok());
  ExpectFails(ErrorCode::kNotFound, failed);
  EXPECT_EQ(failed.error().message.find("Creation of " + path + ": "), 0U)
      << failed.error().message;
}

TEST(RealFiles, CreationThatFailsLeavesNothing) {
  RealMachine machine;
  const auto failed = Get(machine.executor(), machine.volume().Create(machine.Path("huge"),
                                                                      {.size = uint64_t{1} << 60}));
  EXPECT_FALSE(failed.ok());
  EXPECT_TRUE(std::filesystem::is_empty(machine.folder()));
}

TEST(RealFiles, ReadPastAnEndThatMovedIsAnError) {
  RealMachine machine;
  auto file = Create(machine, {.size = 4 * kPage});
  const auto unbuffered = std::make_shared<std::atomic<bool>>(true);
  const auto other = std::move(os::Descriptor::Open(file->path(), unbuffered).value());
  ASSERT_TRUE(other->Resize(kPage).ok());
  Buffer page(kPage);
  ExpectFails(ErrorCode::kIo, Get(machine.executor(), file->Read(2 * kPage, page.span())));
}

TEST(RealFiles, VerificationMayReadIntoAnyBuffer) {
  RealMachine machine;
  auto file = Create(machine, {.size = 4 * kPage});
  Buffer page(kPage, 7);
  ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(kPage, page.list())).ok());
  const bool unbuffered = machine.volume().unbuffered();
  std::vector<std::byte> read(kPage + 1);
  ASSERT_TRUE(file->ReadNow(kPage, ByteSpan(read).subspan(1)).ok());
  EXPECT_EQ(read[1], std::byte{7});
  EXPECT_EQ(read[kPage], std::byte{7});
  EXPECT_EQ(machine.volume().unbuffered(), unbuffered);
}

runtime::Task<void> StopExecutor(runtime::Executor* executor) {
  executor->Stop();
  co_return;
}

TEST(RealFiles, DrainEndsWhatReadsTheBuffersOfFramesThatAreDestroyed) {
  for (const IoWay way : {IoWay::kRing, IoWay::kThreads}) {
    RealMachine machine(way);
    auto file = Create(machine, {.size = 1 << 20});
    int durable = 0;
    for (uint64_t number = 1; number <= 100; ++number) {
      machine.executor().Spawn("writer", WriteOne(file.get(), number, &durable));
    }
    // Stops the executor once all writes are issued, before any completion is looked at.
    machine.executor().Spawn("stopper", StopExecutor(&machine.executor()));
    machine.executor().Run();
    machine.volume().Drain();
    machine.executor().DestroyTasks();
    Buffer read(kPage);
    for (uint64_t number = 1; number <= 100; ++number) {
      ASSERT_TRUE(file->ReadNow(number * kPage, read.span()).ok());
      EXPECT_TRUE(read.AllEqual(static_cast<uint8_t>(number))) << "page " << number;
    }
  }
}

TEST(RealFiles, CompletionsCarryTheTimeTheyHappened) {
  RealMachine machine;
  auto file = Create(machine, {.size = 1 << 20});
  struct Stamps {
    TimeNs issued, ready, seen;
    static runtime::Task<void> Read(File* file, runtime::Executor* executor, Stamps* stamps) {
      Buffer page(kPage);
      stamps->issued = executor->Now();
      const Status done = co_await file->Read(0, page.span());
      CHECK(done.ok(), "read");
      stamps->ready = executor->ready_since();
      stamps->seen = executor->Now();
    }
  } stamps{};
  RunTask(machine.executor(), Stamps::Read(file.get(), &machine.executor(), &stamps));
  EXPECT_GT(stamps.ready, stamps.issued);
  EXPECT_LE(stamps.ready, stamps.seen);
}

}  // namespace
}  // namespace snapscope::test::real_files_test
