// Known defects that random plans meet too rarely: a test names each of them.
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "base/mutation.h"

namespace snapscope::known_defects::named_test {
namespace {

std::string ContentOf(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(RareDefect, EachIsNamedByATest) {
  const std::string registered = ContentOf("native/CMakeLists.txt");
  const std::string meetings = ContentOf("native/test/known_defects/meetings_test.cpp");
  for (const NamedMutation& rare : kRareMutations) {
    std::string constant = "Mutation::k" + std::string(rare.name);
    constant[11] = static_cast<char>(constant[11] - 'a' + 'A');
    const bool is_named =
        registered.find("snapscope_defect(" + std::string(rare.name) + " ") != std::string::npos ||
        meetings.find(constant + ")") != std::string::npos;
    EXPECT_TRUE(is_named) << rare.name;
  }
}

}  // namespace
}  // namespace snapscope::known_defects::named_test
