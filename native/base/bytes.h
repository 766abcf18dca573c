// Fixed-width little-endian access to persisted bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

#include "base/check.h"

namespace snapscope {
inline namespace base {

static_assert(std::endian::native == std::endian::little,
              "persisted formats are little endian and are read in place");

using ByteSpan = std::span<std::byte>;
using ConstByteSpan = std::span<const std::byte>;

template <typename T>
  requires std::is_trivially_copyable_v<T>
T Load(ConstByteSpan bytes, size_t offset) {
  CHECK(offset + sizeof(T) <= bytes.size(), "load of %zu at %zu of %zu", sizeof(T), offset,
        bytes.size());
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

template <typename T>
  requires std::is_trivially_copyable_v<T>
void Store(ByteSpan bytes, size_t offset, T value) {
  CHECK(offset + sizeof(T) <= bytes.size(), "store of %zu at %zu of %zu", sizeof(T), offset,
        bytes.size());
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

}  // namespace base
}  // namespace snapscope
