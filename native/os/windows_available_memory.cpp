#include <windows.h>

#include "os/available_memory.h"

namespace snapscope::os {

uint64_t AvailableMemoryBytes() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) ? status.ullAvailPhys : UINT64_MAX;
}

}  // namespace snapscope::os
