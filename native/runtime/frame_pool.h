// Coroutine frames come from per-thread free lists: sessions allocate and free the same few sizes
// millions of times. Under AddressSanitizer frames come from the heap so that it sees misuse.
#pragma once

#include <cstddef>

namespace snapscope::runtime {

void* AllocateFrame(size_t bytes);
void FreeFrame(void* frame, size_t bytes) noexcept;

}  // namespace snapscope::runtime
