#include "base/large_memory.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace snapscope {
inline namespace base {

void* AllocateLarge(size_t bytes) {
  void* const memory = ::operator new(bytes, std::align_val_t{kHugePage});
#if defined(__linux__)
  // Advice: where it cannot be followed, ordinary pages will do. Windows gives large pages only to
  // those who may lock memory.
  (void)::madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return memory;
}

void FreeLarge(void* memory) noexcept { ::operator delete(memory, std::align_val_t{kHugePage}); }

}  // namespace base
}  // namespace snapscope
