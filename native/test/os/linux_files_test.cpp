// What files have on Linux alone.
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "test/os/real_machine.h"

namespace snapscope::test::linux_files_test {
namespace {

constexpr uint64_t kPage = 8192;

TEST(LinuxFiles, AreReadableByTheUserAlone) {
  RealMachine machine;
  const auto file = Create(machine, {.size = kPage});
  struct stat info{};
  ASSERT_EQ(stat(file->path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
}

TEST(LinuxFiles, ErrorsHaveTheSystemsWordsAndNumber) {
  RealMachine machine;
  const std::string path = machine.Path("no/such/folder/f");
  const auto failed = Get(machine.executor(), machine.volume().Create(path, {.size = kPage}));
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message,
            "Creation of " + path + ": No such file or directory (OS error 2)");
}

}  // namespace
}  // namespace snapscope::test::linux_files_test
