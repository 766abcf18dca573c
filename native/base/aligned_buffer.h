// Memory that unbuffered I/O accepts: aligned to 4096 bytes, zeroed when it is made. From a
// megabyte on it is in huge pages, where the system has them: a request of scattered pages of 4 KB
// is one part for each of them, of which devices take some hundred at a time (254 of virtio), and
// the rest in further requests.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "base/bytes.h"
#include "base/large_memory.h"

namespace snapscope {
inline namespace base {

inline constexpr size_t kBufferAlignment = 4096;
/// From so many bytes on. A smaller one would take more than twice what it needs.
inline constexpr size_t kBufferInHugePages = kHugePage / 2;

inline std::byte* AllocateAligned(size_t bytes) {
  return static_cast<std::byte*>(bytes >= kBufferInHugePages
                                     ? AllocateLarge(bytes)
                                     : ::operator new(bytes, std::align_val_t{kBufferAlignment}));
}

struct FreeAligned {
  size_t bytes = 0;
  void operator()(std::byte* data) const {
    if (bytes >= kBufferInHugePages) return FreeLarge(data, bytes);
    ::operator delete(data, std::align_val_t{kBufferAlignment});
  }
};

class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(size_t bytes)
      : data_(AllocateAligned(bytes), FreeAligned{bytes}), size_(bytes) {
    std::memset(data_.get(), 0, bytes);
  }

  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  size_t size() const { return size_; }
  ByteSpan span() { return {data_.get(), size_}; }
  ConstByteSpan span() const { return {data_.get(), size_}; }

 private:
  std::unique_ptr<std::byte, FreeAligned> data_;
  size_t size_ = 0;
};

}  // namespace base
}  // namespace snapscope
