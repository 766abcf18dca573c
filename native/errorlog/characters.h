// Characters of a piece of a log as one byte each: what records are told by is ASCII.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"

namespace snapscope::errorlog {

/// What all that is beyond Latin-1 reads as. Half of these bytes in a UTF-8 text are none at all.
inline constexpr uint8_t kBeyondLatin1 = 0xff;

enum class ByteOrder : uint8_t { kLittleEndian, kBigEndian };

/// Writes a byte for each character of UTF-16; half a character at the end is left out. `to` has
/// room for `utf16.size() / 2`.
void Narrow(ConstByteSpan utf16, ByteOrder order, std::span<uint8_t> to);

}  // namespace snapscope::errorlog
