#include <fstream>
#include <limits>
#include <string>

#include "base/ids.h"
#include "os/available_memory.h"

namespace snapscope::os {

uint64_t AvailableMemoryBytes() {
  std::ifstream figures("/proc/meminfo");
  for (std::string name; figures >> name;) {
    uint64_t kib = 0;
    if (name == "MemAvailable:" && figures >> kib) return kib * kKiB;
    figures.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return UINT64_MAX;
}

}  // namespace snapscope::os
