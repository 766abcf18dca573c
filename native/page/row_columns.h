// The columns of a row: where each lies in its bytes, and of what kind it is.
#pragma once

#include <cstdint>
#include <vector>

#include "page/row_filler.h"

namespace snapscope::page {

enum class ColumnKind : uint8_t {
  kInteger,     ///< little-endian, eight bytes at most
  kCharacters,  ///< of one width, filled up with blanks, as CHAR(n)
};

struct Column {
  const char* name;  ///< empty where the table's are not told apart
  ColumnKind kind = ColumnKind::kInteger;
  uint16_t offset = 0;
  uint16_t width = 0;  ///< 255 at most
};

/// Key, value, version and flags, which each row has, then those of its filler. `row_width` is that
/// of rows with all of their bytes.
std::vector<Column> ColumnsOf(RowContent content, uint16_t row_width);

}  // namespace snapscope::page
