// A baseline that another program measures: SQLite in Node, SimPy in Python. The program is started
// once, prints "ready", and is then asked for slices of work, so that its turns lie between those
// of the engine and noise hits both alike:
//
//   to it:  <seconds>\n            from it:  <units done> <seconds it took>\n
//
// It ends when its input does.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

#include "base/result.h"

namespace snapscope::bench {

class OutsideProgram {
 public:
  /// `command` is the program and its arguments. Returns when it is ready. kIo, saying what it
  /// printed instead; what it prints on stderr is passed on.
  static Result<OutsideProgram> Start(const std::vector<std::string>& command);
  OutsideProgram(OutsideProgram&& other) noexcept;
  OutsideProgram& operator=(OutsideProgram&&) = delete;
  /// Ends it, and waits for its end.
  ~OutsideProgram();

  /// Units a second over a slice of about that length.
  Result<double> RateOver(double seconds);

 private:
  OutsideProgram(std::string name, pid_t pid, FILE* to, FILE* from)
      : name_(std::move(name)), pid_(pid), to_(to), from_(from) {}
  Result<std::string> ReadLine();

  std::string name_;
  pid_t pid_;
  FILE* to_;
  FILE* from_;
};

}  // namespace snapscope::bench
