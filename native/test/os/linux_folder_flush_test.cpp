// Linux: creating and removing a file end with a flush of its folder, on an I/O thread. The calls
// are counted by a definition of fsync of this program's own, which goes on to the system's.
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "test/os/real_machine.h"

namespace {
std::atomic<int> folder_flushes{0};
std::atomic<int> folder_flushes_of_engine{0};
std::atomic<std::thread::id> engine_thread{};
}  // namespace

extern "C" int fsync(int fd) {
  struct stat info{};
  if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
    ++folder_flushes;
    if (std::this_thread::get_id() == engine_thread.load()) ++folder_flushes_of_engine;
  }
  return static_cast<int>(syscall(SYS_fsync, fd));
}

namespace snapscope::test::linux_folder_flush_test {
namespace {

TEST(FolderFlush, EndsEachCreationAndRemoval) {
  RealMachine machine;
  engine_thread = std::this_thread::get_id();
  const std::string path = machine.Path("f");
  int before = folder_flushes;
  auto file =
      std::move(Get(machine.executor(), machine.volume().Create(path, {.size = 8192})).value());
  EXPECT_EQ(folder_flushes - before, 1);
  file.reset();
  before = folder_flushes;
  ASSERT_TRUE(Get(machine.executor(), machine.volume().Remove(path)).ok());
  EXPECT_EQ(folder_flushes - before, 1);
  EXPECT_EQ(folder_flushes_of_engine, 0) << "on an I/O thread";
}

}  // namespace
}  // namespace snapscope::test::linux_folder_flush_test
