// How busy something was that serves in turn: a device's disks or channels, a link, a limit that a
// provider sells.
#pragma once

#include <cstdint>
#include <string>

#include "base/ids.h"

namespace snapscope {
inline namespace base {

struct PartUse {
  /// The volume, a slash, and which part of it, as "Q/servers". Nothing before the slash: the part
  /// is common to all volumes.
  std::string name;
  uint32_t units = 1;  ///< what serves at once
  TimeNs served = 0;   ///< time so far in which its units served, of all of them together
  TimeNs waited = 0;   ///< time so far for which it was waited, of all who waited together
};

}  // namespace base
}  // namespace snapscope
