#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "machine/process_use.h"

namespace snapscope::machine {

uint64_t PeakMemoryBytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

TimeNs ProcessorTime() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  const auto of = [](const timeval& time) {
    return TimeNs{time.tv_sec} * kSecond + TimeNs{time.tv_usec} * kMicrosecond;
  };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

uint32_t Processors() { return static_cast<uint32_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))); }

}  // namespace snapscope::machine
