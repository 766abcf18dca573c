// Blocks of memory from per-thread free lists, by size: for what is made and given up by the
// million in few sizes, as coroutine frames and pages' bytes are. A block is given back with the
// size that it was asked for, on whatever thread. Under AddressSanitizer blocks come from the heap,
// so that it sees misuse.
//
// Blocks are cut from chunks of huge pages: gigabytes of small objects, in the order of nothing,
// would wait for the processor's table of pages at each of them. What was cut stays with the
// process.
#pragma once

#include <cstddef>
#include <new>

namespace snapscope {
inline namespace base {

void* AllocateBlock(size_t bytes);
void FreeBlock(void* block, size_t bytes) noexcept;

/// For std::allocate_shared: the object and its counts in one block.
template <typename T>
struct BlockAllocator {
  using value_type = T;

  BlockAllocator() = default;
  template <typename Other>
  BlockAllocator(const BlockAllocator<Other>&) {}  // NOLINT(google-explicit-constructor)

  T* allocate(size_t count) { return static_cast<T*>(AllocateBlock(count * sizeof(T))); }
  void deallocate(T* block, size_t count) noexcept { FreeBlock(block, count * sizeof(T)); }
  bool operator==(const BlockAllocator&) const = default;
};

}  // namespace base
}  // namespace snapscope
