// Memory of large tables: asked for in huge pages, where the system has them. What is looked up at
// random in hundreds of megabytes otherwise misses the processor's cache of addresses each time.
#pragma once

#include <cstddef>
#include <new>

namespace snapscope {
inline namespace base {

/// From so many bytes on: smaller ones would take more than they need.
inline constexpr size_t kLargeMemory = size_t{16} << 20;
inline constexpr size_t kHugePage = size_t{2} << 20;

/// Aligned to kHugePage, not initialised; given back with FreeLarge() and the same size.
void* AllocateLarge(size_t bytes);
void FreeLarge(void* memory, size_t bytes) noexcept;

/// For vectors that may become large.
template <typename T>
struct LargeAllocator {
  using value_type = T;

  LargeAllocator() = default;
  template <typename Other>
  LargeAllocator(const LargeAllocator<Other>&) {}  // NOLINT(google-explicit-constructor)

  T* allocate(size_t count) {
    const size_t bytes = count * sizeof(T);
    if (bytes >= kLargeMemory) return static_cast<T*>(AllocateLarge(bytes));
    return static_cast<T*>(::operator new(bytes, std::align_val_t{alignof(T)}));
  }
  void deallocate(T* memory, size_t count) noexcept {
    const size_t bytes = count * sizeof(T);
    if (bytes >= kLargeMemory) return FreeLarge(memory, bytes);
    ::operator delete(memory, std::align_val_t{alignof(T)});
  }
  bool operator==(const LargeAllocator&) const = default;
};

}  // namespace base
}  // namespace snapscope
