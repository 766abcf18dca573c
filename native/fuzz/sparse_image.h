// A snapshot's file as a short text for fuzzers: some of its pages, sealed when the file is built.
//
//   text | pages u8 | page | page | ...
//   page | number u8 | flags u8 | bytes u16 | the page's first bytes, after the checksum |
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "fuzz/byte_source.h"
#include "fuzz/image_file.h"
#include "page/layout.h"

namespace snapscope::fuzz {

inline constexpr uint8_t kUnsealed = 1;
inline constexpr size_t kChecksumBytes = sizeof(uint64_t);
inline constexpr uint32_t kMostPages = 64;

inline uint64_t SparseFileBytes(uint8_t pages) {
  return uint64_t{pages % (kMostPages + 1)} * page::kPageSize;
}

/// Fills `file` with the pages of `text`, which begins behind the number of pages.
inline void BuildSparseFile(ByteSource& text, ImageFile& file) {
  alignas(4096) std::array<std::byte, page::kPageSize> bytes;
  while (!text.empty()) {
    const uint64_t number = text.Take<uint8_t>();
    const auto flags = text.Take<uint8_t>();
    const ConstByteSpan content =
        text.TakeBytes(std::min<size_t>(text.Take<uint16_t>(), page::kPageSize - kChecksumBytes));
    bytes.fill(std::byte{0});
    std::copy(content.begin(), content.end(), bytes.begin() + kChecksumBytes);
    if ((flags & kUnsealed) == 0) page::SealPage(bytes);
    file.Put(number * page::kPageSize, bytes);
  }
}

/// Appends a page without its checksum and its trailing zeros.
inline void AppendPage(std::vector<std::byte>& text, uint8_t number, page::ConstPageSpan bytes) {
  size_t end = page::kPageSize;
  while (end > kChecksumBytes && bytes[end - 1] == std::byte{0}) --end;
  const auto length = static_cast<uint16_t>(end - kChecksumBytes);
  text.push_back(std::byte{number});
  text.push_back(std::byte{0});
  text.push_back(static_cast<std::byte>(length & 0xFF));
  text.push_back(static_cast<std::byte>(length >> 8));
  text.insert(text.end(), bytes.begin() + kChecksumBytes,
              bytes.begin() + static_cast<ptrdiff_t>(end));
}

}  // namespace snapscope::fuzz
