// Linux: creating and removing a file end with a flush of its folder, on an I/O thread. The flushes
// are seen by a definition of fsync of this program's own, which goes on to the system's.
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "test/os/real_machine.h"

namespace snapscope::test::linux_folder_flush_test {
namespace {

/// A flush of a folder, once it has ended.
struct FolderFlush {
  std::optional<uint64_t> size_of_file;  ///< as it began; none: the folder had no such file
  std::thread::id thread;
};

std::optional<uint64_t> SizeOf(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return std::nullopt;
  return static_cast<uint64_t>(info.st_size);
}

class FolderFlushes {
 public:
  /// Forgets what it has seen; `path` is the file that is looked at from now on.
  void Watch(std::string path) {
    const std::lock_guard lock(mutex_);
    path_ = std::move(path);
    seen_.clear();
  }
  int Flush(int fd) {
    const std::optional<uint64_t> size = SizeOf(Path());
    const int failed = static_cast<int>(syscall(SYS_fsync, fd));
    const std::lock_guard lock(mutex_);
    seen_.push_back({size, std::this_thread::get_id()});
    return failed;
  }
  std::vector<FolderFlush> Seen() {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

 private:
  std::string Path() {
    const std::lock_guard lock(mutex_);
    return path_;
  }

  std::mutex mutex_;
  std::string path_;
  std::vector<FolderFlush> seen_;
};

FolderFlushes folder_flushes;

}  // namespace
}  // namespace snapscope::test::linux_folder_flush_test

extern "C" int fsync(int fd) {
  struct stat info{};
  if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
    return snapscope::test::linux_folder_flush_test::folder_flushes.Flush(fd);
  }
  return static_cast<int>(syscall(SYS_fsync, fd));
}

namespace snapscope::test::linux_folder_flush_test {
namespace {

TEST(FolderFlush, FollowsTheCreationOfAFileOfItsWholeSize) {
  RealMachine machine;
  const std::string path = machine.Path("f");
  folder_flushes.Watch(path);
  ASSERT_TRUE(Get(machine.executor(), machine.volume().Create(path, {.size = kPage})).ok());
  const std::vector<FolderFlush> seen = folder_flushes.Seen();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].size_of_file, kPage);
  EXPECT_NE(seen[0].thread, std::this_thread::get_id()) << "on an I/O thread";
}

TEST(FolderFlush, FollowsTheRemovalOfAFile) {
  RealMachine machine;
  const std::string path = machine.Path("f");
  ASSERT_TRUE(Get(machine.executor(), machine.volume().Create(path, {.size = kPage})).ok());
  folder_flushes.Watch(path);
  ASSERT_TRUE(Get(machine.executor(), machine.volume().Remove(path)).ok());
  const std::vector<FolderFlush> seen = folder_flushes.Seen();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].size_of_file, std::nullopt);
  EXPECT_NE(seen[0].thread, std::this_thread::get_id()) << "on an I/O thread";
}

}  // namespace
}  // namespace snapscope::test::linux_folder_flush_test
