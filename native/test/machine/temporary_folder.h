// A folder for the files of a real machine, which is gone with all that is in it once the test is.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/check.h"

namespace snapscope::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "snapscope-test-XXXXXX").string();
    CHECK(mkdtemp(pattern.data()) != nullptr, "no temporary folder %s", pattern.c_str());
    path_ = pattern;
    for (const char* kind : {"data", "log", "snapshot", "backup"}) {
      std::filesystem::create_directories(path_ + "/" + kind);
    }
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace snapscope::test
