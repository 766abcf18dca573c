// A line of memory fetched into the processor's cache ahead of its use.
#pragma once

namespace snapscope {
inline namespace base {

/// Has the line at any address, valid or not, on its way. Nothing else happens.
inline void PrefetchLine(const void* address) {
  __builtin_prefetch(address);
  // Without it g++ takes a function that only prefetches for one that does nothing, and leaves out
  // the calls of it.
  asm volatile("");
}

}  // namespace base
}  // namespace snapscope
