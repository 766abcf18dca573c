#include "bench/isolation.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/check.h"

namespace snapscope::bench {

namespace {

constexpr uintmax_t kNeededBytes = uintmax_t{1} << 30;

sigset_t WaitedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&signals, signal);
  return signals;
}

}  // namespace

Result<ScratchFolder> ScratchFolder::Make(const std::string& parent) {
  std::error_code failed;
  const std::filesystem::space_info space = std::filesystem::space(parent, failed);
  if (failed) return Error{ErrorCode::kIo, parent + ": " + failed.message()};
  if (space.available < kNeededBytes) {
    return Error{ErrorCode::kDiskFull,
                 parent + " has " + std::to_string(space.available >> 20) +
                     " MiB free; 1024 are needed. Name another folder with --folder."};
  }
  std::string path = parent + "/snapscope-bench-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) {
    return Error{ErrorCode::kIo, parent + ": " + std::strerror(errno)};
  }
  return ScratchFolder(std::move(path));
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  std::error_code failed;
  std::filesystem::remove_all(path_, failed);
  if (failed)
    std::fprintf(stderr, "cannot remove %s: %s\n", path_.c_str(), failed.message().c_str());
}

ChildOutcome RunInChild(const std::function<bool()>& work) {
  const sigset_t waited = WaitedSignals();
  sigset_t before;
  CHECK(sigprocmask(SIG_BLOCK, &waited, &before) == 0, "signals: %s", std::strerror(errno));
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  CHECK(child >= 0, "fork: %s", std::strerror(errno));
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would clean up after it
    sigprocmask(SIG_SETMASK, &before, nullptr);
    const bool succeeded = getppid() == parent && work();
    std::fflush(nullptr);
    _exit(succeeded ? 0 : 1);
  }
  ChildOutcome outcome;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    int signal = 0;
    sigwait(&waited, &signal);
    if (signal == SIGCHLD) continue;
    outcome.interrupted_by = signal;
    kill(child, SIGKILL);
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  outcome.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (WIFSIGNALED(status) && outcome.interrupted_by == 0) {
    const int signal = WTERMSIG(status);
    // From a terminal the child has the interrupt as well, and may be dead before we hear of ours.
    if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) {
      outcome.interrupted_by = signal;
    } else {
      std::fprintf(stderr, "failed: %s\n", strsignal(signal));
    }
  }
  return outcome;
}

std::string ProgramFolder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
}

}  // namespace snapscope::bench
