// Running a piece of work in a process of its own, so that peak memory is its own, and so that
// whatever happens to it (an error, a failed CHECK, an interrupt) its files are removed.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace snapscope::bench {

/// An empty folder, removed with all that is in it at the end of its life.
class ScratchFolder {
 public:
  /// Makes one in `parent`. kIo, kDiskFull.
  static Result<ScratchFolder> Make(const std::string& parent);
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  const std::string& path() const { return path_; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

struct ChildOutcome {
  bool succeeded = false;
  int interrupted_by = 0;  ///< a signal that asked us to end, 0 if none
};

/// Forks, calls `work` in the child and waits for it; true means success. On an interrupt the child
/// is killed and its end awaited. The caller has no threads.
ChildOutcome RunInChild(const std::function<bool()>& work);

/// The folder of the running program.
std::string ProgramFolder();

}  // namespace snapscope::bench
