// What files ask of the operating system, seen where they ask it: this program's calls of pread,
// pwritev and fdatasync come by here on their way.
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cerrno>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "os/descriptor.h"
#include "test/os/real_machine.h"

namespace snapscope::test {
namespace {

/// Writes and flushes of the one file that is in use, from any thread.
class WrittenAndFlushed {
 public:
  void OnWritten(off_t offset) {
    const std::lock_guard lock(mutex_);
    written_[offset] = ++writes_;
  }
  uint64_t OnFlushBegun() {
    const std::lock_guard lock(mutex_);
    return writes_;
  }
  void OnFlushed(uint64_t writes_before) {
    const std::lock_guard lock(mutex_);
    flushed_ = std::max(flushed_, writes_before);
  }
  /// A flush that began after the write had ended has ended too.
  bool IsDurable(uint64_t offset) {
    const std::lock_guard lock(mutex_);
    return written_.at(static_cast<off_t>(offset)) <= flushed_;
  }

 private:
  std::mutex mutex_;
  std::map<off_t, uint64_t> written_;
  uint64_t writes_ = 0;
  uint64_t flushed_ = 0;
};

/// Refuses unbuffered reads, but none before all that are to come are under way.
struct Refusal {
  explicit Refusal(int together) : all_under_way(together) {}
  std::barrier<> all_under_way;
};

std::atomic<WrittenAndFlushed*> watch{nullptr};
std::atomic<Refusal*> refusal{nullptr};

}  // namespace
}  // namespace snapscope::test

extern "C" ssize_t pread(int fd, void* into, size_t bytes, off_t offset) {
  snapscope::test::Refusal* refuses = snapscope::test::refusal;
  if (refuses != nullptr && (fcntl(fd, F_GETFL) & O_DIRECT) != 0) {
    refuses->all_under_way.arrive_and_wait();
    errno = EINVAL;
    return -1;
  }
  return syscall(SYS_pread64, fd, into, bytes, offset);
}

extern "C" ssize_t pwritev(int fd, const iovec* parts, int count, off_t offset) {
  const ssize_t put = syscall(SYS_pwritev, fd, parts, count, offset, 0);
  snapscope::test::WrittenAndFlushed* watched = snapscope::test::watch;
  if (watched != nullptr && put > 0) watched->OnWritten(offset);
  return put;
}

extern "C" int fdatasync(int fd) {
  snapscope::test::WrittenAndFlushed* watched = snapscope::test::watch;
  const uint64_t writes_before = watched == nullptr ? 0 : watched->OnFlushBegun();
  const int failed = static_cast<int>(syscall(SYS_fdatasync, fd));
  if (watched != nullptr && failed == 0) watched->OnFlushed(writes_before);
  return failed;
}

namespace snapscope::test {
namespace {

constexpr uint64_t kPage = 8192;

runtime::Task<void> WriteDurably(File* file, uint64_t first, uint64_t pages, int* lost) {
  Buffer page(kPage, 1);
  for (uint64_t number = first; number < first + pages; ++number) {
    const Status done = co_await file->WriteDurable(number * kPage, page.list());
    CHECK(done.ok(), "%s", done.error().message.c_str());
    if (!watch.load()->IsDurable(number * kPage)) ++*lost;
  }
}

TEST(SystemCalls, WhatIsSaidToBeDurableWasFlushedAfterItWasWritten) {
  constexpr uint64_t kWriters = 8, kPages = 20;
  // Calls are seen here, requests to a ring are not; when to flush is decided above both.
  RealMachine machine(IoWay::kThreads);
  const auto file = Create(machine, {.size = kWriters * kPages * kPage});
  WrittenAndFlushed watched;
  watch = &watched;
  int lost = 0;
  for (uint64_t writer = 0; writer < kWriters; ++writer) {
    machine.executor().Spawn("", WriteDurably(file.get(), writer * kPages, kPages, &lost));
  }
  RunAll(machine.executor());
  watch = nullptr;
  EXPECT_EQ(lost, 0) << "writes that no flush had followed";
  EXPECT_EQ(file->statistics().writes, kWriters * kPages);
}

TEST(SystemCalls, UnflushedWritesWaitForNoFlushAndOneFlushIsForAll) {
  constexpr uint64_t kPages = 20;
  RealMachine machine(IoWay::kThreads);
  const auto file = Create(machine, {.size = kPages * kPage});
  WrittenAndFlushed watched;
  watch = &watched;
  Buffer page(kPage, 1);
  for (uint64_t number = 0; number < kPages; ++number) {
    ASSERT_TRUE(Get(machine.executor(), file->WriteUnflushed(number * kPage, page.list())).ok());
    EXPECT_FALSE(watched.IsDurable(number * kPage));
  }
  EXPECT_EQ(file->statistics().flushes, 0U);
  ASSERT_TRUE(Get(machine.executor(), file->Flush()).ok());
  watch = nullptr;
  for (uint64_t number = 0; number < kPages; ++number) {
    EXPECT_TRUE(watched.IsDurable(number * kPage)) << number;
  }
  EXPECT_EQ(file->statistics().flushes, 1U);
}

TEST(SystemCalls, ARefusalOfUnbufferedReadsIsNobodysError) {
  constexpr int kReaders = 4;
  const RealMachine machine;
  const auto unbuffered = std::make_shared<std::atomic<bool>>(true);
  const auto file = std::move(os::Descriptor::Create(machine.Path("f"), unbuffered).value());
  if (!*unbuffered) GTEST_SKIP() << "the file system has no unbuffered I/O to refuse";
  ASSERT_TRUE(file->Resize(kReaders * kPage).ok());
  Refusal refused(kReaders);
  refusal = &refused;
  std::vector<Status> outcomes(kReaders);
  std::vector<std::thread> readers;
  for (int reader = 0; reader < kReaders; ++reader) {
    readers.emplace_back([&, reader] {
      Buffer page(kPage);
      outcomes[static_cast<size_t>(reader)] =
          file->Read(static_cast<uint64_t>(reader) * kPage, page.span());
    });
  }
  for (std::thread& reader : readers) reader.join();
  refusal = nullptr;
  for (const Status& outcome : outcomes) {
    EXPECT_TRUE(outcome.ok()) << (outcome.ok() ? "" : outcome.error().message);
  }
  EXPECT_FALSE(*unbuffered) << "the run says that it was buffered";
}

}  // namespace
}  // namespace snapscope::test
