// What the operating system says that this process has used, and of what.
#pragma once

#include <cstdint>

#include "base/ids.h"

namespace snapscope::machine {

/// Peak resident memory, bytes.
uint64_t PeakMemoryBytes();

/// Processor time of all of this process's threads, user and kernel.
TimeNs ProcessorTime();

/// How many of the machine's processors are in use; at least 1.
uint32_t Processors();

}  // namespace snapscope::machine
