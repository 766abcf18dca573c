// What a fuzzer reads its input as: fields and stretches of bytes, in order. Beyond the end all is
// zero, so that every input means something.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/bytes.h"

namespace snapscope::fuzz {

class ByteSource {
 public:
  ByteSource(const uint8_t* data, size_t size)
      : rest_(reinterpret_cast<const std::byte*>(data), size) {}

  bool empty() const { return rest_.empty(); }
  ConstByteSpan Rest() { return TakeBytes(rest_.size()); }

  template <typename T>
    requires std::is_trivially_copyable_v<T>
  T Take() {
    T value{};
    const ConstByteSpan bytes = TakeBytes(sizeof(T));
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }

  /// `count` bytes, or what is left.
  ConstByteSpan TakeBytes(size_t count) {
    const ConstByteSpan taken = rest_.first(std::min(count, rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }

 private:
  ConstByteSpan rest_;
};

}  // namespace snapscope::fuzz
