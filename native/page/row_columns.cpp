#include "page/row_columns.h"

#include <algorithm>

#include "page/layout.h"
#include "page/line_item.h"

namespace snapscope::page {

namespace {

constexpr uint16_t kWidestCharacters = 248;  // whole words

/// Columns of one kind and width from `offset` to the end of the row.
void AddAlike(std::vector<Column>& columns, ColumnKind kind, uint16_t width, uint16_t offset,
              uint16_t end) {
  while (offset < end) {
    const auto one = static_cast<uint16_t>(std::min<uint32_t>(width, end - offset));
    columns.push_back({.name = "", .kind = kind, .offset = offset, .width = one});
    offset = static_cast<uint16_t>(offset + one);
  }
}

}  // namespace

std::vector<Column> ColumnsOf(RowContent content, uint16_t row_width) {
  std::vector<Column> columns = {
      {.name = "key", .offset = 0, .width = 8},
      {.name = "value", .offset = 8, .width = 8},
      {.name = "version", .offset = 16, .width = 4},
      {.name = "flags", .offset = 20, .width = 4},
  };
  uint16_t offset = kRowHeaderSize;
  switch (content) {
    case RowContent::kLineItem:
      if (row_width >= offset + kLineItemBytes) {
        const auto comment = static_cast<uint16_t>(
            std::min<uint32_t>(row_width - offset - kLineItemBytes, kWidestCharacters));
        const auto fixed = LineItemColumns(offset, comment);
        columns.insert(columns.end(), fixed.begin(), fixed.end());
        offset = static_cast<uint16_t>(offset + kLineItemBytes + comment);
      }
      [[fallthrough]];
    case RowContent::kConstant:
    case RowContent::kText:
      AddAlike(columns, ColumnKind::kCharacters, kWidestCharacters, offset, row_width);
      break;
    case RowContent::kGenerated:
    case RowContent::kNumbers:
    case RowContent::kRandom:
      AddAlike(columns, ColumnKind::kInteger, sizeof(uint64_t), offset, row_width);
      break;
  }
  return columns;
}

}  // namespace snapscope::page
