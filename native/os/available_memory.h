// Memory that programs can have of this machine.
#pragma once

#include <cstdint>

namespace snapscope::os {

/// Without writing that of others out, bytes; UINT64_MAX where the system does not say.
uint64_t AvailableMemoryBytes();

}  // namespace snapscope::os
