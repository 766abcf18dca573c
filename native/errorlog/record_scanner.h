// Finds where records start in a log as the product writes it:
// "2006-10-23 21:48:07.22 spid51      text". A line that starts none continues the one before it.
// Lines end with LF, CR LF, CR CR LF or CR, in one file too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "errorlog/recent_texts.h"
#include "errorlog/source_ids.h"

namespace snapscope::errorlog {

/// A stretch of a log, one byte per character (see Narrow), and what is to be looked at in it.
struct Piece {
  std::span<const uint8_t> characters;
  /// Where the first line starts that is to be looked at.
  size_t from = 0;
  /// Lines before it in the file, and the time of the record before it (ms, see Columns::time_ms).
  uint32_t lines_before = 0;
  double time_before_ms = 0;
  /// Whether a line counts that no line end closes: it is the last of all.
  bool is_end = false;
};

/// Memory for what is found, one entry per record, in the hands of the caller. A scan stops when
/// one of `at` would be missing; the other columns of records are as long.
struct Columns {
  /// Start of the line, with a byte order mark that it may begin with.
  std::span<uint32_t> at;
  /// Number of the line in the file, from 1.
  std::span<uint32_t> line;
  /// Milliseconds since 1970 of a clock without zones.
  std::span<double> time_ms;
  std::span<uint32_t> source_start;
  std::span<uint32_t> source_end;
  /// SourceIds::kUnknown for names that were not told before.
  std::span<uint16_t> source_id;
  std::span<uint32_t> message_start;

  /// One entry per record whose message may mean something: its position in the columns above, ...
  std::span<uint32_t> candidates;
  /// ... where its text ends, without blanks and line ends behind it, ...
  std::span<uint32_t> text_end;
  /// ... and what RecentTexts::Find says of its text. The last record of a piece may go on: of it
  /// `text_end` is 0 and this is RecentTexts::kNone.
  std::span<int32_t> recent;

  /// Positions of records of an unknown source, and of those before which the clock went back.
  std::span<uint32_t> strangers;
  std::span<uint32_t> steps;
};

/// What a scan found.
struct Found {
  /// Where the first line begins that was not looked at.
  size_t end = 0;
  uint32_t lines = 0;
  uint32_t records = 0;
  uint32_t candidates = 0;
  uint32_t strangers = 0;
  uint32_t steps = 0;
};

/// How messages begin that may mean something.
struct Leads {
  /// Bits of a character in the index of the table.
  static constexpr unsigned kBits = 7;
  static constexpr size_t kTableSize = size_t{1} << (3 * kBits);

  /// At c0 << 14 | c1 << 7 | c2, the first characters of a message, which of `starts` it may begin
  /// with; 0: none. kTableSize entries, which outlive the scanner.
  std::span<const uint8_t> table;
  /// Beginnings in ASCII; an empty one when the first three characters are all that is known.
  std::vector<std::vector<std::string>> starts;
};

class RecordScanner {
 public:
  explicit RecordScanner(Leads leads);

  Found Scan(const Piece& piece, const Columns& columns);

  /// The id that a name has from now on, by its characters.
  void KeepSource(std::span<const uint8_t> name, uint16_t id) { sources_.Keep(name, id); }

  /// The characters that follow are in another encoding.
  void Forget();

 private:
  class Pass;

  Leads leads_;
  SourceIds sources_;
  RecentTexts texts_;
};

}  // namespace snapscope::errorlog
