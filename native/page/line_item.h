// A row like one of LINEITEM, the largest table of TPC-H, as a filler has it: the columns beside
// order key and extended price, which are the row's key and value. What they hold follows from a
// number that the row draws.
//
//   part key, supplier key, line number, quantity, discount, tax   4 bytes each
//   return flag, line status                                       a character each
//   ship, commit and receipt date                                  a day's number in 3 bytes each
//   ship instructions, ship mode                                   25 and 10 characters
//   comment                                                        what is left of the row
#pragma once

#include <array>
#include <cstdint>

#include "page/row_columns.h"

namespace snapscope::page {

/// Bytes of a line item before its comment.
inline constexpr uint16_t kLineItemBytes = 6 * 4 + 2 + 3 * 3 + 25 + 10;

/// Those bytes, and blanks up to whole words.
using LineItemBytes = std::array<std::byte, (kLineItemBytes + 7) / 8 * 8>;

/// `random` decides what the columns hold.
LineItemBytes MakeLineItem(uint64_t random);

/// Where they lie from `offset` on, and the comment in `comment_width` bytes behind them.
std::vector<Column> LineItemColumns(uint16_t offset, uint16_t comment_width);

}  // namespace snapscope::page
