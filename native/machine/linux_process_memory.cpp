#include <sys/resource.h>

#include "machine/process_memory.h"

namespace snapscope::machine {

uint64_t PeakMemoryBytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace snapscope::machine
