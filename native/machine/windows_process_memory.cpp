#include <windows.h>
// After windows.h, whose types it uses.
#include <psapi.h>

#include "machine/process_memory.h"

namespace snapscope::machine {

uint64_t PeakMemoryBytes() {
  PROCESS_MEMORY_COUNTERS counters{};
  if (!K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)) return 0;
  return counters.PeakWorkingSetSize;
}

}  // namespace snapscope::machine
