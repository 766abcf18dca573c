// Known defects that no search of random plans has to catch: a test, or a figure's trial, names
// each of them.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/mutation.h"

namespace snapscope::known_defects::named_test {
namespace {

std::string ContentOf(const std::filesystem::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string Quoted(std::string_view name) { return '"' + std::string(name) + '"'; }

TEST(KnownDefect, IsNamedByTheTestThatNoticesIt) {
  std::string tests = ContentOf("native/CMakeLists.txt");
  for (const auto& file : std::filesystem::directory_iterator("native/test/known_defects")) {
    tests += ContentOf(file.path());
  }
  for (const auto& [name, defect] : MutationsFor(NoticedBy::kTests)) {
    const bool is_registered =
        tests.find("snapscope_defect(" + std::string(name) + " ") != std::string::npos;
    EXPECT_TRUE(is_registered || tests.find(Quoted(name)) != std::string::npos) << name;
  }
}

TEST(KnownDefect, IsNamedByTheTrialOfAFigureThatItChanges) {
  const std::string trials = ContentOf("scripts/figure-mutations.mjs");
  for (const auto& [name, defect] : MutationsFor(NoticedBy::kFigures)) {
    EXPECT_NE(trials.find(Quoted(name)), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace snapscope::known_defects::named_test
