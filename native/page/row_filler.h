// The filler of a row: the bytes that stand for columns which nobody reads. It follows from index,
// key, version and content, so that every byte of a row can be checked.
#pragma once

#include <array>
#include <cstdint>

#include "base/bytes.h"
#include "base/ids.h"

namespace snapscope::page {

/// What the filler of a table's rows is like, and so how well their bytes compress.
enum class RowContent : uint8_t {
  kGenerated,  ///< a Weyl sequence, cheap to make and to check
  kConstant,   ///< one word throughout
  kText,       ///< words of a small vocabulary
  kNumbers,    ///< little-endian integers that grow
  kRandom,     ///< bits that nothing compresses
  kLineItem,   ///< columns like those of TPC-H's LINEITEM (line_item.h)
};
constexpr auto NamesOf(RowContent) {
  return std::array{"generated", "constant", "text", "numbers", "random", "lineitem"};
}
inline constexpr uint32_t kRowContents = NamesOf(RowContent{}).size();

/// What a filler follows from.
struct FillerOf {
  IndexId index;
  uint64_t key = 0;
  uint32_t version = 0;
  RowContent content = RowContent::kGenerated;
};

void WriteFiller(const FillerOf& row, ByteSpan bytes);
bool FillerMatches(const FillerOf& row, ConstByteSpan bytes);
/// The word of eight bytes that comes after `word` in every generated filler that has it.
uint64_t FillerAfter(uint64_t word);

}  // namespace snapscope::page
