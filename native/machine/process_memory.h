// Peak resident memory of this process.
#pragma once

#include <cstdint>

namespace snapscope::machine {

uint64_t PeakMemoryBytes();

}  // namespace snapscope::machine
