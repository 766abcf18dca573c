#include <windows.h>
// After windows.h, whose types it uses.
#include <psapi.h>

#include <algorithm>

#include "machine/process_use.h"

namespace snapscope::machine {

namespace {
/// What a FILETIME counts.
constexpr TimeNs kFileTimeNs = 100;
}  // namespace

uint64_t PeakMemoryBytes() {
  PROCESS_MEMORY_COUNTERS counters{};
  if (!K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)) return 0;
  return counters.PeakWorkingSetSize;
}

TimeNs ProcessorTime() {
  FILETIME created{};
  FILETIME ended{};
  FILETIME kernel{};
  FILETIME user{};
  if (!GetProcessTimes(GetCurrentProcess(), &created, &ended, &kernel, &user)) return 0;
  const auto of = [](const FILETIME& time) {
    return static_cast<TimeNs>(uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime);
  };
  return (of(kernel) + of(user)) * kFileTimeNs;
}

uint32_t Processors() {
  return std::max<uint32_t>(1, GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
}

}  // namespace snapscope::machine
