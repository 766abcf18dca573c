// Files of a simulated machine.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "test/storage/test_machine.h"

namespace snapscope::test {

inline std::unique_ptr<File> Create(SimMachine& machine, FileOptions options,
                                    const std::string& name = "f") {
  return std::move(
      Get(machine.executor(), machine.volume().Create(machine.Path(name), options)).value());
}

inline std::unique_ptr<File> Open(SimMachine& machine, const std::string& name = "f") {
  return std::move(Get(machine.executor(), machine.volume().Open(machine.Path(name), {})).value());
}

}  // namespace snapscope::test
