// What a file that is removed while it is open takes of a simulated disk.
#include <memory>

#include <gtest/gtest.h>

#include "test/storage/test_machine.h"

namespace snapscope::test::removed_file_test {
namespace {

TEST(RemovedFile, TakesNoSpaceOnceItIsClosed) {
  for (const bool sparse : {false, true}) {
    SimMachine machine;
    runtime::Executor& executor = machine.executor();
    auto file = Create(machine, {.size = 4 * kRegion, .sparse = sparse});
    Buffer page(kPage, 1);
    ASSERT_TRUE(Get(executor, file->WriteDurable(0, page.list())).ok());
    EXPECT_EQ(machine.disk().used_bytes(), sparse ? kRegion : 4 * kRegion);
    ASSERT_TRUE(Get(executor, machine.volume().Remove(machine.Path("f"))).ok());
    ASSERT_TRUE(Get(executor, file->WriteDurable(2 * kRegion, page.list())).ok());
    file.reset();
    EXPECT_EQ(machine.disk().used_bytes(), 0U);
  }
}

}  // namespace
}  // namespace snapscope::test::removed_file_test
