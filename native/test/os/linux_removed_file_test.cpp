// Linux: the space of a file that is removed while it is open is free once nobody has it open.
#include <unistd.h>

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "test/os/real_machine.h"

namespace snapscope::test::linux_removed_file_test {
namespace {

/// Descriptors of this process whose file had the path, whether or not it still has it.
int DescriptorsOf(const std::string& path) {
  int count = 0;
  for (const auto& descriptor : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // the iterator's own
    const std::string target = std::filesystem::read_symlink(descriptor.path(), gone).string();
    count += target == path || target == path + " (deleted)";
  }
  return count;
}

TEST(RemovedFile, KeepsItsSpaceUntilItIsClosed) {
  for (const IoWay way : {IoWay::kRing, IoWay::kThreads}) {
    RealMachine machine(way);
    const std::string path = machine.Path("f");
    auto file = Create(machine, {.size = 1 << 20, .sparse = true});
    Buffer page(kPage, 1);
    ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(0, page.list())).ok());
    ASSERT_TRUE(Get(machine.executor(), machine.volume().Remove(path)).ok());
    EXPECT_EQ(DescriptorsOf(path), 1);
    EXPECT_GT(file->SizeOnDisk().value(), 0U);
    file.reset();
    EXPECT_EQ(DescriptorsOf(path), 0);
  }
}

}  // namespace
}  // namespace snapscope::test::linux_removed_file_test
