#include "errorlog/record_scanner.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "errorlog/characters.h"

namespace snapscope::errorlog {
namespace {

/// From a line's start to the first character of its fraction of a second.
constexpr size_t kFractionAt = 20;
/// A record has at least this: time, blank, source of one character.
constexpr size_t kShortestRecord = kFractionAt + 4;
/// The product pads the source to this many columns.
constexpr size_t kSourceColumns = 12;
/// What is behind this in a record's text is not looked at.
constexpr size_t kMaxText = 65'536;
/// A byte order mark, as its first character reads: U+FEFF, or the first byte of UTF-8's three.
constexpr uint8_t kMarkOfUtf8 = 0xef;
constexpr size_t kMarkOfUtf8Bytes = 3;
/// Larger than every field of a time: what a character that is no digit counts for.
constexpr uint32_t kNoDigit = 10'000;

constexpr uint32_t DigitOf(uint8_t character) {
  const uint32_t value = static_cast<uint32_t>(character) - '0';
  return value <= 9 ? value : kNoDigit;
}

constexpr bool IsBlank(uint8_t character) { return character == ' ' || character == '\t'; }
constexpr bool IsLineEnd(uint8_t character) { return character == '\n' || character == '\r'; }
constexpr bool IsSpace(uint8_t character) { return IsBlank(character) || IsLineEnd(character); }
/// Control characters end a text as blanks do.
constexpr bool IsBlankOrControl(uint8_t character) { return character <= ' '; }

constexpr double kNoDay = std::numeric_limits<double>::quiet_NaN();

/// Milliseconds from 1970 to the start of a day; NaN for one that no calendar has.
double StartOfDay(uint32_t year, uint32_t month, uint32_t day) {
  if (year < 1900 || year > 9999 || month > 12 || day > 31) return kNoDay;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(month), std::chrono::day(day)};
  if (!date.ok()) return kNoDay;
  return static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count()) * 86'400'000.0;
}

/// Ends of lines, asked for from the first line to the last: LF, CR LF, CR CR LF, and a CR by
/// itself. Each is looked for once, so that a text with none of one kind is not searched again for
/// each line.
class LineEnds {
 public:
  LineEnds(std::span<const uint8_t> text, bool is_end) : text_(text), is_end_(is_end) {}

  /// Where the line begins behind the one that has the character at `at`; nullopt when nothing
  /// closes that one yet. Returns at the end of a piece may belong to a feed of the next one.
  std::optional<size_t> Next(size_t at) {
    if (feed_ < at || feed_ == kNone) feed_ = Find('\n', at);
    if (first_return_ < at || first_return_ == kNone) first_return_ = Find('\r', at);
    if (feed_ < first_return_) return feed_ + 1;
    if (first_return_ == text_.size()) return std::nullopt;
    if (past_returns_ <= first_return_) past_returns_ = PastReturns(first_return_);
    if (past_returns_ == feed_ && feed_ < text_.size()) return feed_ + 1;
    if (past_returns_ == text_.size() && !is_end_) return std::nullopt;
    return first_return_ + 1;
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  size_t Find(uint8_t character, size_t from) const {
    const void* found = std::memchr(text_.data() + from, character, text_.size() - from);
    if (found == nullptr) return text_.size();
    return static_cast<size_t>(static_cast<const uint8_t*>(found) - text_.data());
  }

  size_t PastReturns(size_t at) const {
    while (at < text_.size() && text_[at] == '\r') ++at;
    return at;
  }

  const std::span<const uint8_t> text_;
  const bool is_end_;
  /// The next of each from the line at hand on; the text's size when there is none.
  size_t feed_ = kNone;
  size_t first_return_ = kNone;
  /// Behind the returns that follow each other from `first_return_` on.
  size_t past_returns_ = 0;
};

}  // namespace

/// One scan of a piece.
class RecordScanner::Pass {
 public:
  Pass(RecordScanner& scanner, const Piece& piece, const Columns& columns)
      : scanner_(scanner),
        piece_(piece),
        columns_(columns),
        text_(piece.characters),
        line_ends_(piece.characters, piece.is_end) {}

  Found Run() {
    double previous_ms = piece_.time_before_ms;
    found_.end = std::min(piece_.from, text_.size());
    while (found_.end < text_.size() && found_.records < columns_.at.size()) {
      const size_t first = found_.end;
      const std::optional<size_t> next = line_ends_.Next(first);
      if (!next && !piece_.is_end) break;
      next_ = next.value_or(text_.size());
      line_ = piece_.lines_before + found_.lines + 1;
      const size_t time_at = first + MarkAt(first);
      const bool may_start = HasSeparators(time_at);
      const size_t glued = FindGlued(time_at + (may_start ? kFractionAt : 1));
      if (glued == next_) found_.lines += 1;
      next_ = glued;
      found_.end = next_;
      if (!may_start) continue;
      if (!RepeatsHead(time_at) && !ReadHead(time_at)) continue;
      EndText(first);
      AddRecord(first, time_at);
      if (head_.time_ms < previous_ms) columns_.steps[found_.steps++] = found_.records;
      previous_ms = head_.time_ms;
      found_.records += 1;
    }
    return found_;
  }

 private:
  static constexpr uint32_t kNoTime = UINT32_MAX;

  /// Time and source of a record. Positions count from the first character of the time.
  struct Head {
    double time_ms = 0;
    size_t source = 0;
    size_t source_end = 0;
    uint16_t source_id = SourceIds::kUnknown;
  };
  /// So many blanks behind its first word show that the source ends there, whatever follows.
  static constexpr size_t kClearBlanks = 2;

  /// The records of a deadlock graph or of a dump have one time and one source: such a head is read
  /// once.
  bool RepeatsHead(size_t time_at) const {
    return is_head_clear_ && time_at + head_.source_end + kClearBlanks <= next_ &&
           std::memcmp(&text_[time_at], &text_[head_at_], head_.source_end + kClearBlanks) == 0;
  }

  /// False when what looked like a time is none, or nobody's.
  bool ReadHead(size_t time_at) {
    const double day_ms = DayOf(time_at);
    if (day_ms != day_ms) return false;
    size_t at = time_at + kFractionAt;
    const uint32_t of_day = TimeOfDay(time_at, at);
    if (of_day == kNoTime || !IsBlank(At(at))) return false;
    const size_t source = SkipBlanks(at);
    const size_t source_end = EndOfSource(source);
    if (source_end == source) return false;
    head_at_ = time_at;
    head_ = {.time_ms = day_ms + of_day,
             .source = source - time_at,
             .source_end = source_end - time_at,
             .source_id = scanner_.sources_.Find(text_.subspan(source, source_end - source))};
    is_head_clear_ = head_.source_id != SourceIds::kUnknown && EndOfWord(source) == source_end &&
                     IsBlank(At(source_end)) && IsBlank(At(source_end + 1));
    return true;
  }

  uint8_t At(size_t index) const { return index < text_.size() ? text_[index] : 0; }

  size_t MarkAt(size_t first) const {
    const uint8_t character = text_[first];
    if (character == kBeyondLatin1) return 1;
    return character == kMarkOfUtf8 ? kMarkOfUtf8Bytes : 0;
  }

  /// Nearly every line that starts no record fails here.
  bool HasSeparators(size_t at) const {
    return at + kShortestRecord <= next_ && text_[at + 4] == '-' && text_[at + 7] == '-' &&
           text_[at + 10] == ' ' && text_[at + 13] == ':' && text_[at + 16] == ':' &&
           text_[at + 19] == '.';
  }

  /// Where a record begins within the line, from `from` on: a time, and a source of the product
  /// padded to its column. Times that a message quotes are not followed by one. `next_` when there
  /// is none.
  size_t FindGlued(size_t from) const {
    constexpr size_t kDashAt = 4;
    size_t at = from + kDashAt;
    while (at < next_) {
      const void* found = std::memchr(&text_[at], '-', next_ - at);
      if (found == nullptr) return next_;
      const auto dash = static_cast<size_t>(static_cast<const uint8_t*>(found) - text_.data());
      const size_t start = dash - kDashAt;
      if (HasSeparators(start) && HasDigits(start) && IsPaddedSource(start + kFractionAt + 2)) {
        return start;
      }
      at = dash + 1;
    }
    return next_;
  }

  /// Whether a time stands there, with two digits of a fraction; which they are is seen when the
  /// record is read.
  bool HasDigits(size_t time_at) const {
    constexpr size_t kDigitPairs[] = {0, 2, 5, 8, 11, 14, 17, kFractionAt};
    return std::ranges::all_of(kDigitPairs, [&](size_t pair) { return Two(time_at + pair) < 100; });
  }

  bool IsPaddedSource(size_t blank) const {
    constexpr std::string_view kSources[] = {"spid", "Server", "Logon", "Backup"};
    constexpr size_t kMaxDigits = 6;
    constexpr size_t kBlanks = 3;
    if (blank >= next_ || text_[blank] != ' ') return false;
    const size_t source = blank + 1;
    const auto name = std::ranges::find_if(
        kSources, [&](std::string_view each) { return BeginsWith(source, each); });
    if (name == std::end(kSources)) return false;
    size_t at = source + name->size();
    if (*name == "spid") {
      const size_t digits = at;
      while (at < next_ && at - digits < kMaxDigits && DigitOf(text_[at]) != kNoDigit) ++at;
      if (at == digits) return false;
      if (At(at) == 's') ++at;
    }
    for (size_t each = 0; each < kBlanks; ++each) {
      if (at + each >= next_ || text_[at + each] != ' ') return false;
    }
    return true;
  }

  uint32_t Two(size_t at) const { return DigitOf(text_[at]) * 10 + DigitOf(text_[at + 1]); }

  /// Neighbouring records have the same day: it is computed once.
  double DayOf(size_t at) {
    const uint32_t year = Two(at) * 100 + Two(at + 2);
    const uint32_t month = Two(at + 5);
    const uint32_t day = Two(at + 8);
    if (year != year_ || month != month_ || day != day_) {
      year_ = year;
      month_ = month;
      day_ = day;
      day_ms_ = StartOfDay(year, month, day);
    }
    return day_ms_;
  }

  /// Milliseconds of the day; `at` goes from the fraction's start to its end.
  uint32_t TimeOfDay(size_t time_at, size_t& at) const {
    const uint32_t hour = Two(time_at + 11);
    const uint32_t minute = Two(time_at + 14);
    const uint32_t second = Two(time_at + 17);
    uint32_t milliseconds = Two(at) * 10;
    at += 2;
    if (!IsBlank(text_[at])) {
      milliseconds += DigitOf(text_[at]);
      at += 1;
    }
    if (hour >= 24 || minute >= 60 || second >= 60 || milliseconds >= 1000) return kNoTime;
    return ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  }

  size_t SkipBlanks(size_t at) const {
    while (at < next_ && IsBlank(text_[at])) ++at;
    return at;
  }

  size_t EndOfWord(size_t at) const {
    while (at < next_ && !IsSpace(text_[at])) ++at;
    return at;
  }

  /// The source is one word, padded to 12 columns by the product and followed by one blank in what
  /// people quote. A localised server's may have more: then there are two blanks before the
  /// product's column. "spid51 Error" is a source and the beginning of a message.
  size_t EndOfSource(size_t source) const {
    const size_t word_end = EndOfWord(source);
    if (word_end == source || IsBlank(At(word_end + 1))) return word_end;
    const size_t logon_end = EndOfSpanishLogon(source);
    if (logon_end != source) return logon_end;
    const size_t column = source + kSourceColumns;
    if (column >= next_ || word_end >= column) return word_end;
    if (DigitOf(text_[word_end - 1]) != kNoDigit) return word_end;
    // A letter behind the digits: "spid51s".
    if (word_end - source > 1 && DigitOf(text_[word_end - 2]) != kNoDigit) return word_end;
    const bool is_column =
        IsBlank(text_[column - 1]) && IsBlank(text_[column - 2]) && !IsSpace(text_[column]);
    if (!is_column) return word_end;
    for (size_t at = word_end; at < column; ++at) {
      if (IsLineEnd(text_[at])) return word_end;
    }
    size_t end = column;
    while (IsBlank(text_[end - 1])) --end;
    return end;
  }

  /// "Inicio de sesión": three words, longer than the column, so one blank follows it. `source`
  /// when it is not there.
  size_t EndOfSpanishLogon(size_t source) const {
    constexpr std::string_view kLogon = "Inicio de sesi";
    if (source + kLogon.size() > next_) return source;
    for (size_t index = 0; index < kLogon.size(); ++index) {
      if (text_[source + index] != static_cast<uint8_t>(kLogon[index])) return source;
    }
    size_t at = source + kLogon.size();
    // The accented letter: one character, or two bytes in UTF-8.
    const size_t most = std::min(next_, at + 2);
    while (at < most && text_[at] > 0x7f) ++at;
    return At(at) == 'n' && IsBlank(At(at + 1)) ? at + 1 : source;
  }

  void AddRecord(size_t first, size_t time_at) {
    const uint32_t record = found_.records;
    columns_.at[record] = static_cast<uint32_t>(first);
    columns_.line[record] = line_;
    columns_.time_ms[record] = head_.time_ms;
    columns_.source_start[record] = static_cast<uint32_t>(time_at + head_.source);
    columns_.source_end[record] = static_cast<uint32_t>(time_at + head_.source_end);
    columns_.source_id[record] = head_.source_id;
    if (head_.source_id == SourceIds::kUnknown) columns_.strangers[found_.strangers++] = record;
    const size_t message = SkipBlanks(time_at + head_.source_end);
    columns_.message_start[record] = static_cast<uint32_t>(message);
    if (MayMean(message)) AddCandidate(record);
  }

  /// Beyond ASCII three characters do not tell: the text must.
  bool MayMean(size_t message) const {
    const uint32_t c0 = At(message);
    const uint32_t c1 = At(message + 1);
    const uint32_t c2 = At(message + 2);
    if ((c0 | c1 | c2) >= 1U << Leads::kBits) return true;
    const Leads& leads = scanner_.leads_;
    const uint8_t list = leads.table[(c0 << (2 * Leads::kBits)) | (c1 << Leads::kBits) | c2];
    return list != 0 && std::ranges::any_of(leads.starts[list], [&](const std::string& start) {
             return BeginsWith(message, start);
           });
  }

  bool BeginsWith(size_t message, std::string_view start) const {
    if (start.size() > text_.size() - message) return false;
    for (size_t index = 0; index < start.size(); ++index) {
      if (text_[message + index] != static_cast<uint8_t>(start[index])) return false;
    }
    return true;
  }

  void AddCandidate(uint32_t record) {
    columns_.candidates[found_.candidates] = record;
    columns_.text_end[found_.candidates] = 0;
    columns_.recent[found_.candidates] = RecentTexts::kNone;
    found_.candidates += 1;
  }

  /// The next record starts at `end`: so far goes the text of the one before it.
  void EndText(size_t end) {
    if (found_.candidates == 0) return;
    const uint32_t candidate = found_.candidates - 1;
    if (columns_.candidates[candidate] + 1 != found_.records) return;
    const size_t start = columns_.message_start[found_.records - 1];
    size_t last = std::min(end, start + kMaxText);
    while (last > start && IsBlankOrControl(text_[last - 1])) --last;
    columns_.text_end[candidate] = static_cast<uint32_t>(last);
    columns_.recent[candidate] = scanner_.texts_.Find(text_.subspan(start, last - start));
  }

  RecordScanner& scanner_;
  const Piece& piece_;
  const Columns& columns_;
  const std::span<const uint8_t> text_;
  LineEnds line_ends_;
  Found found_;
  /// Behind the line at hand, or where another record is glued to it.
  size_t next_ = 0;
  /// Its number.
  uint32_t line_ = 0;
  /// The head of the record at hand, or else of the one before it, and where that begins.
  Head head_;
  size_t head_at_ = 0;
  /// Whether a record has the same head that begins with the same characters.
  bool is_head_clear_ = false;
  uint32_t year_ = 0;
  uint32_t month_ = 0;
  uint32_t day_ = 0;
  double day_ms_ = kNoDay;
};

RecordScanner::RecordScanner(Leads leads) : leads_(std::move(leads)) {
  CHECK(leads_.table.size() == Leads::kTableSize, "%zu leads", leads_.table.size());
  const uint8_t last = std::ranges::max(leads_.table);
  CHECK(last < leads_.starts.size(), "list %d of %zu", last, leads_.starts.size());
}

Found RecordScanner::Scan(const Piece& piece, const Columns& columns) {
  return Pass(*this, piece, columns).Run();
}

void RecordScanner::Forget() {
  sources_.Clear();
  texts_.Clear();
}

}  // namespace snapscope::errorlog
