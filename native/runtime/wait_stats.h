// What one actor, or everyone, waited for: sys.dm_os_wait_stats in integer nanoseconds.
#pragma once

#include <array>
#include <cstdint>

#include "base/ids.h"
#include "runtime/wait_type_generated.h"

namespace snapscope::runtime {

struct WaitTotals {
  uint64_t tasks = 0;
  TimeNs total = 0;  ///< includes signal
  TimeNs longest = 0;
  TimeNs signal = 0;  ///< from the resource being granted until on a scheduler again
};

using WaitTable = std::array<WaitTotals, kWaitTypeCount>;

}  // namespace snapscope::runtime
