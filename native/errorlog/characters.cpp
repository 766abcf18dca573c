#include "errorlog/characters.h"

#include <cstring>

#include "base/check.h"

namespace snapscope::errorlog {
namespace {

constexpr size_t kAtOnce = 4;
constexpr uint64_t kLowBytes = 0x00ff'00ff'00ff'00ff;

/// Four bytes out of the low bytes of four characters.
uint32_t Pack(uint64_t characters) {
  uint64_t packed = characters & kLowBytes;
  packed = (packed | (packed >> 8)) & 0x0000'ffff'0000'ffff;
  return static_cast<uint32_t>(packed | (packed >> 16));
}

uint8_t NarrowOne(uint16_t character) {
  return character > kBeyondLatin1 ? kBeyondLatin1 : static_cast<uint8_t>(character);
}

}  // namespace

void Narrow(ConstByteSpan utf16, ByteOrder order, std::span<uint8_t> to) {
  const size_t count = utf16.size() / sizeof(uint16_t);
  CHECK(count <= to.size(), "%zu characters for %zu bytes", count, to.size());
  const bool is_swapped = order == ByteOrder::kBigEndian;
  size_t index = 0;
  for (; index + kAtOnce <= count; index += kAtOnce) {
    uint64_t characters = 0;
    std::memcpy(&characters, utf16.data() + index * sizeof(uint16_t), sizeof(characters));
    if (is_swapped) {
      characters = ((characters & kLowBytes) << 8) | ((characters >> 8) & kLowBytes);
    }
    if ((characters & ~kLowBytes) == 0) {
      const uint32_t packed = Pack(characters);
      std::memcpy(to.data() + index, &packed, sizeof(packed));
      continue;
    }
    for (size_t each = 0; each < kAtOnce; ++each) {
      to[index + each] = NarrowOne(static_cast<uint16_t>(characters >> (16 * each)));
    }
  }
  for (; index < count; ++index) {
    const auto low = static_cast<uint16_t>(utf16[2 * index + (is_swapped ? 1 : 0)]);
    const auto high = static_cast<uint16_t>(utf16[2 * index + (is_swapped ? 0 : 1)]);
    to[index] = NarrowOne(static_cast<uint16_t>(low | (high << 8)));
  }
}

}  // namespace snapscope::errorlog
