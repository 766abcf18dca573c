// Memory that unbuffered I/O accepts: aligned to 4096 bytes, zeroed when it is made.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "base/bytes.h"

namespace snapscope::wal {

class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(size_t bytes)
      : data_(static_cast<std::byte*>(::operator new(bytes, kAlignment))), size_(bytes) {
    std::memset(data_.get(), 0, bytes);
  }

  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  size_t size() const { return size_; }
  ByteSpan span() { return {data_.get(), size_}; }
  ConstByteSpan span() const { return {data_.get(), size_}; }

 private:
  static constexpr std::align_val_t kAlignment{4096};
  struct Delete {
    void operator()(std::byte* data) const { ::operator delete(data, kAlignment); }
  };

  std::unique_ptr<std::byte, Delete> data_;
  size_t size_ = 0;
};

}  // namespace snapscope::wal
