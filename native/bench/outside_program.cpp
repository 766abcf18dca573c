#include "bench/outside_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <utility>

extern char** environ;

namespace snapscope::bench {

namespace {

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  // Closed on exec: the program holds only the ends that become its standard streams.
  bool Open() { return pipe2(ends.data(), O_CLOEXEC) == 0; }
};

/// Starts it with these ends as its input and output; 0 or an error number.
int Spawn(const std::vector<std::string>& command, int input, int output, pid_t* pid) {
  std::vector<char*> arguments;
  for (const std::string& part : command) arguments.push_back(const_cast<char*>(part.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  const int failed = posix_spawnp(pid, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

}  // namespace

Result<OutsideProgram> OutsideProgram::Start(const std::vector<std::string>& command) {
  Pipe to;
  Pipe from;
  if (!to.Open() || !from.Open()) {
    return Error{ErrorCode::kIo, "pipes to " + command[0] + ": " + std::strerror(errno)};
  }
  pid_t pid = 0;
  const int failed = Spawn(command, to.ends[0], from.ends[1], &pid);
  close(to.ends[0]);
  close(from.ends[1]);
  if (failed != 0) {
    close(to.ends[1]);
    close(from.ends[0]);
    return Error{ErrorCode::kIo, command[0] + " did not start: " + std::strerror(failed)};
  }
  OutsideProgram program(command.back(), pid, fdopen(to.ends[1], "w"), fdopen(from.ends[0], "r"));
  TRY_ASSIGN(const std::string line, program.ReadLine());
  if (line != "ready") {
    return Error{ErrorCode::kIo, program.name_ + " said \"" + line + "\" instead of \"ready\""};
  }
  return program;
}

OutsideProgram::OutsideProgram(OutsideProgram&& other) noexcept
    : name_(std::move(other.name_)),
      pid_(std::exchange(other.pid_, 0)),
      to_(std::exchange(other.to_, nullptr)),
      from_(std::exchange(other.from_, nullptr)) {}

OutsideProgram::~OutsideProgram() {
  if (pid_ == 0) return;
  std::fclose(to_);
  std::fclose(from_);
  waitpid(pid_, nullptr, 0);
}

Result<std::string> OutsideProgram::ReadLine() {
  std::array<char, 256> line;
  if (std::fgets(line.data(), line.size(), from_) == nullptr) {
    return Error{ErrorCode::kIo, name_ + " ended before it answered"};
  }
  std::string text(line.data());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Result<double> OutsideProgram::RateOver(double seconds) {
  std::fprintf(to_, "%.3f\n", seconds);
  std::fflush(to_);
  TRY_ASSIGN(const std::string line, ReadLine());
  double units = 0;
  double took = 0;
  if (std::sscanf(line.c_str(), "%lf %lf", &units, &took) != 2 || took <= 0) {
    return Error{ErrorCode::kIo, name_ + " answered \"" + line + "\", not units and seconds"};
  }
  return units / took;
}

}  // namespace snapscope::bench
