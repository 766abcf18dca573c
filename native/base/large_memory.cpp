#include "base/large_memory.h"

#if !defined(_WIN32)
#include <sys/mman.h>

#include <cstdint>
#endif

namespace snapscope {
inline namespace base {

#if defined(_WIN32)

// Large pages are only for those who may lock memory.
void* AllocateLarge(size_t bytes) { return ::operator new(bytes, std::align_val_t{kHugePage}); }

void FreeLarge(void* memory, size_t) noexcept {
  ::operator delete(memory, std::align_val_t{kHugePage});
}

#else

namespace {

size_t WholePages(size_t bytes) { return (bytes + kHugePage - 1) / kHugePage * kHugePage; }

}  // namespace

// From the system itself: an Electron process has the allocator of Chromium in place of the
// library's, which ends the process when it is asked for such an alignment, or for 2 GiB.
void* AllocateLarge(size_t bytes) {
  const size_t length = WholePages(bytes);
  // One page more than needed holds an aligned start; what lies around it goes back.
  const size_t mapped = length + kHugePage;
  void* const mapping =
      ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  auto* const start = static_cast<std::byte*>(mapping);
  const size_t before = (kHugePage - reinterpret_cast<uintptr_t>(start) % kHugePage) % kHugePage;
  std::byte* const memory = start + before;
  if (before > 0) (void)::munmap(start, before);
  (void)::munmap(memory + length, mapped - before - length);
#if defined(__linux__)
  // Advice: where it cannot be followed, ordinary pages will do.
  (void)::madvise(memory, length, MADV_HUGEPAGE);
#endif
  return memory;
}

void FreeLarge(void* memory, size_t bytes) noexcept { (void)::munmap(memory, WholePages(bytes)); }

#endif

}  // namespace base
}  // namespace snapscope
