// Page compression (DATA_COMPRESSION = PAGE): rows of one page in fewer bytes, by the product's
// three steps.
//
// 1. Each value is as short as it can be: an integer without leading zero bytes, characters without
//    trailing blanks.
// 2. Column prefix: what all values of a column begin with on this page stands on it once.
// 3. Dictionary: what is left of values, if it comes several times on the page, whatever the
//    column, stands on it once, and an index of a byte in its place.
//
//   u16 rows | for each column: u8 length, prefix | u8 entries | for each: u8 length, bytes |
//   rows | u16 offset of each row
//   Row: 4 bits for each column, the first in the low ones, then what they call for:
//     0..12   so many bytes follow
//     13      u8 index of an entry follows
//     14      u8 length and so many bytes follow
//
// Encoding asks nothing about what rows are, but for their columns: any come back as they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "page/row_columns.h"

namespace snapscope::page {

class PageCompression {
 public:
  /// Of rows with these columns, which cover all of their `row_width` bytes.
  PageCompression(std::vector<Column> columns, uint16_t row_width);

  /// The rows, one after the other in `rows`, encoded.
  std::vector<std::byte> Encode(ConstByteSpan rows);
  /// The rows again; kCorruptPage if the bytes are not what Encode() makes.
  Result<std::vector<std::byte>> Decode(ConstByteSpan encoded) const;
  /// How many of the rows, from the first on, a page has room for: at least one.
  /// `guess` is where to begin to look.
  size_t RowsThatFit(ConstByteSpan rows, size_t guess);

 private:
  /// What is left of a value behind its column's prefix.
  struct Rest {
    const std::byte* bytes = nullptr;
    uint8_t length = 0;
    uint8_t entry = 0;       ///< of the dictionary
    bool is_listed = false;  ///< in the dictionary
  };
  struct Prefix {
    uint8_t length = 0;
    const std::byte* bytes = nullptr;
  };
  /// A value that may become an entry, by its hash.
  struct Candidate {
    Rest rest{};
    uint32_t uses = 0;
    uint32_t entry = 0;  ///< its number and one; 0: it is none
    uint32_t round = 0;  ///< of the page that it is of
  };

  /// Prefixes, rests and dictionary of the rows. Returns the bytes that they take.
  size_t Analyse(ConstByteSpan rows);
  void LoadValues(ConstByteSpan rows);
  void FindPrefixes(size_t rows);
  void TakeRests(size_t rows);
  size_t MakeDictionary();
  Candidate& CandidateOf(const Rest& rest);

  const std::vector<Column> columns_;
  const uint16_t row_width_;
  // Of the page in work; kept, so that the next one takes no memory.
  std::vector<std::byte> values_;  ///< of the rows, integers with their highest byte first
  std::vector<Prefix> prefixes_;
  std::vector<Rest> rests_;  ///< row by row
  std::vector<Candidate> candidates_;
  std::vector<Rest> dictionary_;
  uint32_t round_ = 0;
};

}  // namespace snapscope::page
