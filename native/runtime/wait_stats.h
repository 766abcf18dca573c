// What one actor, or everyone, waited for: sys.dm_os_wait_stats and sys.dm_os_latch_stats in
// integer nanoseconds.
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

/// Latches that are not those of pages, by what they protect.
enum class LatchClass : uint8_t { kAccessMethodsScanRangeGenerator };
/// What each is called, in the order of the values.
inline constexpr std::array kLatchClassNames = {"ACCESS_METHODS_SCAN_RANGE_GENERATOR"};

/// A row of sys.dm_os_latch_stats: of requests that had to wait.
struct LatchTotals {
  uint64_t requests = 0;
  TimeNs total = 0;
  TimeNs longest = 0;
};

using LatchTable = std::array<LatchTotals, kLatchClassNames.size()>;

}  // namespace snapscope::runtime
