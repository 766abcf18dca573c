#include "errorlog/characters.h"

#include <array>
#include <cstring>

#include "base/check.h"

namespace snapscope::errorlog {
namespace {

/// So many at once, in loops that compilers turn into instructions for several characters.
constexpr size_t kAtOnce = 32;

uint8_t NarrowOne(uint16_t character) {
  return character > kBeyondLatin1 ? kBeyondLatin1 : static_cast<uint8_t>(character);
}

uint16_t Swapped(uint16_t character) {
  return static_cast<uint16_t>((character << 8) | (character >> 8));
}

void NarrowBlock(const std::byte* utf16, bool is_swapped, uint8_t* to) {
  std::array<uint16_t, kAtOnce> characters;
  std::memcpy(characters.data(), utf16, sizeof(characters));
  if (is_swapped) {
    for (uint16_t& character : characters) character = Swapped(character);
  }
  unsigned all = 0;
  for (size_t each = 0; each < kAtOnce; ++each) {
    all |= characters[each];
    to[each] = static_cast<uint8_t>(characters[each]);
  }
  // Nearly always Latin-1.
  if (all <= kBeyondLatin1) return;
  for (size_t each = 0; each < kAtOnce; ++each) to[each] = NarrowOne(characters[each]);
}

}  // namespace

void Narrow(ConstByteSpan utf16, ByteOrder order, std::span<uint8_t> to) {
  const size_t count = utf16.size() / sizeof(uint16_t);
  CHECK(count <= to.size(), "%zu characters for %zu bytes", count, to.size());
  const bool is_swapped = order == ByteOrder::kBigEndian;
  size_t index = 0;
  for (; index + kAtOnce <= count; index += kAtOnce) {
    NarrowBlock(utf16.data() + index * sizeof(uint16_t), is_swapped, to.data() + index);
  }
  for (; index < count; ++index) {
    uint16_t character = 0;
    std::memcpy(&character, utf16.data() + index * sizeof(character), sizeof(character));
    to[index] = NarrowOne(is_swapped ? Swapped(character) : character);
  }
}

}  // namespace snapscope::errorlog
