// The scanner of large logs: where records start, whose they are, and which texts came before.
#include "errorlog/record_scanner.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "errorlog/characters.h"

namespace snapscope::errorlog::record_scanner_test {
namespace {

/// Messages may mean something that begin with "Error: " or "Log was backed up".
Leads SomeLeads() {
  static const std::vector<uint8_t> table = [] {
    std::vector<uint8_t> leads(Leads::kTableSize);
    const auto at = [](std::string_view lead) {
      return (static_cast<size_t>(lead[0]) << (2 * Leads::kBits)) |
             (static_cast<size_t>(lead[1]) << Leads::kBits) | static_cast<size_t>(lead[2]);
    };
    leads[at("Err")] = 1;
    leads[at("Log")] = 2;
    return leads;
  }();
  return {.table = table, .starts = {{}, {"Error: "}, {"Log was backed up"}}};
}

/// Columns with room for so many records.
struct Room {
  explicit Room(size_t records)
      : at(records),
        line(records),
        time_ms(records),
        source_start(records),
        source_end(records),
        source_id(records),
        message_start(records),
        candidates(records),
        text_end(records),
        recent(records),
        strangers(records),
        steps(records) {}

  Columns columns() {
    return {.at = at,
            .line = line,
            .time_ms = time_ms,
            .source_start = source_start,
            .source_end = source_end,
            .source_id = source_id,
            .message_start = message_start,
            .candidates = candidates,
            .text_end = text_end,
            .recent = recent,
            .strangers = strangers,
            .steps = steps};
  }

  std::vector<uint32_t> at;
  std::vector<uint32_t> line;
  std::vector<double> time_ms;
  std::vector<uint32_t> source_start;
  std::vector<uint32_t> source_end;
  std::vector<uint16_t> source_id;
  std::vector<uint32_t> message_start;
  std::vector<uint32_t> candidates;
  std::vector<uint32_t> text_end;
  std::vector<int32_t> recent;
  std::vector<uint32_t> strangers;
  std::vector<uint32_t> steps;
};

/// A copy of exactly the text's size on the heap, so that a read beyond its end is seen.
std::vector<uint8_t> Exactly(std::string_view text) { return {text.begin(), text.end()}; }

/// What a scanner finds in a text that it has not seen before.
struct Scanned {
  explicit Scanned(std::string_view text, size_t records = 64, bool is_end = true)
      : characters(Exactly(text)), room(records), scanner(Scanner()) {
    scanner.Forget();
    found = scanner.Scan({.characters = characters, .is_end = is_end}, room.columns());
  }

  /// One for all tests: to make one takes longer than all that is done with it here.
  static RecordScanner& Scanner() {
    static RecordScanner scanner(SomeLeads());
    return scanner;
  }

  std::string Source(size_t record) const {
    return Between(room.source_start[record], room.source_end[record]);
  }
  /// From the message's start to the end of its line.
  std::string Message(size_t record) const {
    const auto start = characters.begin() + room.message_start[record];
    return {start, std::find(start, characters.end(), '\n')};
  }
  std::string Between(size_t start, size_t end) const {
    return {characters.begin() + static_cast<ptrdiff_t>(start),
            characters.begin() + static_cast<ptrdiff_t>(end)};
  }

  std::vector<uint8_t> characters;
  Room room;
  RecordScanner& scanner;
  Found found;
};

/// 2024-03-01, in milliseconds since 1970.
constexpr double kDay = 1'709'251'200'000.0;

TEST(RecordScanner, FindsTimeSourceAndMessage) {
  const Scanned log(
      "2024-03-01 10:11:12.34 spid51      Error: 5128, Severity: 17, State: 2.\n"
      "  a line of its own\n"
      "2024-03-01 10:11:12.345 Server Text\n");
  ASSERT_EQ(log.found.records, 2U);
  EXPECT_EQ(log.found.lines, 3U);
  EXPECT_EQ(log.found.end, log.characters.size());
  EXPECT_EQ(log.room.line[1], 3U);
  EXPECT_EQ(log.room.time_ms[0], kDay + ((10 * 60 + 11) * 60 + 12) * 1000 + 340);
  EXPECT_EQ(log.room.time_ms[1], kDay + ((10 * 60 + 11) * 60 + 12) * 1000 + 345);
  EXPECT_EQ(log.Source(0), "spid51");
  EXPECT_EQ(log.Source(1), "Server");
  EXPECT_EQ(log.Message(0), "Error: 5128, Severity: 17, State: 2.");
  EXPECT_EQ(log.Message(1), "Text");
}

TEST(RecordScanner, TakesNothingForARecordThatIsNone) {
  for (const std::string_view line : {
           "2024-02-30 10:11:12.34 spid51      a day that no calendar has",
           "2024-03-01 24:00:00.00 spid51      an hour that no clock has",
           "2024-03-01 10:11:60.00 spid51      a second that no clock has",
           "2024-03-01 10:11:12.3 spid51      one digit of a fraction",
           "2024-03-01 10:11:12.3456 spid51      four of them",
           "2024-03-01T10:11:12.34 spid51      another separator",
           "1899-03-01 10:11:12.34 spid51      before there were servers",
           "x024-03-01 10:11:12.34 spid51      a letter",
           "2024-03-01 10:11:12.34      ",
           "2024-03-01 10:11:12.34",
           "",
       }) {
    EXPECT_EQ(Scanned(line).found.records, 0U) << line;
  }
}

TEST(RecordScanner, SeesSourcesOfSeveralWords) {
  struct Case {
    std::string_view line;
    std::string_view source;
  };
  for (const Case& each : {
           Case{"2024-03-01 10:11:12.34 spid51 Error: 1", "spid51"},
           Case{"2024-03-01 10:11:12.34 spid51s     text", "spid51s"},
           Case{"2024-03-01 10:11:12.34 Se cunoaste  text", "Se"},
           Case{"2024-03-01 10:11:12.34 Acces dba   text", "Acces dba"},
           Case{"2024-03-01 10:11:12.34 Inicio de sesi\xf3n text", "Inicio de sesi\xf3n"},
           Case{"2024-03-01 10:11:12.34 Inicio de sesi\xc3\xb3n text", "Inicio de sesi\xc3\xb3n"},
           Case{"2024-03-01 10:11:12.34 Inicio de sesi", "Inicio"},
       }) {
    const Scanned log(each.line);
    ASSERT_EQ(log.found.records, 1U) << each.line;
    EXPECT_EQ(log.Source(0), each.source);
  }
}

TEST(RecordScanner, SplitsRecordsThatAreGluedTogether) {
  const Scanned log(
      "2024-03-01 10:11:12.34 spid51      one2024-03-01 10:11:13.00 spid52s     two"
      "2024-03-01 10:11:14.00 Server      three\n"
      "2024-03-01 10:11:15.00 spid51      quotes 2024-03-01 10:11:13.00 and "
      "2024-03-01 10:11:13.00 spid7 more\n");
  ASSERT_EQ(log.found.records, 4U);
  EXPECT_EQ(log.found.lines, 2U);
  EXPECT_EQ(std::vector<uint32_t>(log.room.line.begin(), log.room.line.begin() + 4),
            (std::vector<uint32_t>{1, 1, 1, 2}));
  EXPECT_EQ(log.Between(log.room.message_start[0], log.room.at[1]), "one");
  EXPECT_EQ(log.Between(log.room.message_start[1], log.room.at[2]), "two");
  EXPECT_EQ(log.Source(1), "spid52s");
  EXPECT_EQ(log.Message(2), "three");
}

TEST(RecordScanner, SkipsByteOrderMarks) {
  const std::string record = "2024-03-01 10:11:12.34 spid51      text\n";
  for (const std::string& mark : {std::string("\xff"), std::string("\xef\xbb\xbf")}) {
    std::string text = record;
    text.append(mark).append(record);
    const Scanned log(text);
    ASSERT_EQ(log.found.records, 2U);
    EXPECT_EQ(log.room.at[1], record.size());
    EXPECT_EQ(log.Source(1), "spid51");
  }
}

TEST(RecordScanner, LinesEndWithFeedsAndWithReturnsOfTheirOwn) {
  const Scanned log(
      "2024-03-01 10:11:12.34 spid51      one\r"
      "2024-03-01 10:11:13.00 a b\r\n"
      "2024-03-01 10:11:14.00 c d\r\r\n"
      "\r\r  two blank lines\n"
      "2024-03-01 10:11:15.00 e f");
  ASSERT_EQ(log.found.records, 4U);
  EXPECT_EQ(log.found.lines, 7U);
  EXPECT_EQ(std::vector<uint32_t>(log.room.line.begin(), log.room.line.begin() + 4),
            (std::vector<uint32_t>{1, 2, 3, 7}));
}

TEST(RecordScanner, LeavesReturnsAtTheEndOfAPieceToTheNextOne) {
  const std::string text = "2024-03-01 10:11:12.34 spid51      a\n2024-03-01 10:11:12.34 b c\r\r";
  EXPECT_EQ(Scanned(text, 64, false).found.end, text.find('\n') + 1);
  EXPECT_EQ(Scanned(text + "\n", 64, false).found.lines, 2U);
  EXPECT_EQ(Scanned(text + "x", 64, false).found.lines, 3U);
  EXPECT_EQ(Scanned(text).found.lines, 3U);
}

TEST(RecordScanner, LeavesALineWithoutEndToTheNextPiece) {
  const std::string text =
      "2024-03-01 10:11:12.34 spid51      first\n2024-03-01 10:11:12.34 spid52";
  EXPECT_EQ(Scanned(text, 64, false).found.end, text.find('\n') + 1);
  EXPECT_EQ(Scanned(text, 64, false).found.records, 1U);
  EXPECT_EQ(Scanned(text).found.records, 2U);
}

TEST(RecordScanner, StopsWhereTheColumnsAreFull) {
  const std::string record = "2024-03-01 10:11:12.34 spid51      text\n";
  const Scanned log(record + record + record, 2);
  EXPECT_EQ(log.found.records, 2U);
  EXPECT_EQ(log.found.end, 2 * record.size());
}

TEST(RecordScanner, TellsStepsBackAndStrangers) {
  Scanned log(
      "2024-03-01 10:00:00.00 spid51      a\n"
      "2024-03-01 09:00:00.00 spid52      b\n"
      "2024-03-01 09:00:00.00 spid51      c\n");
  ASSERT_EQ(log.found.steps, 1U);
  EXPECT_EQ(log.room.steps[0], 1U);
  EXPECT_EQ(log.found.strangers, 3U) << "no name was told yet";
  const std::vector<uint8_t> name = Exactly("spid51");
  log.scanner.KeepSource(name, 7);
  const Found again =
      log.scanner.Scan({.characters = log.characters, .is_end = true}, log.room.columns());
  ASSERT_EQ(again.strangers, 1U);
  EXPECT_EQ(log.room.strangers[0], 1U);
  EXPECT_EQ(log.room.source_id[0], 7U);
  log.scanner.Forget();
  EXPECT_EQ(log.scanner.Scan({.characters = log.characters, .is_end = true}, log.room.columns())
                .strangers,
            3U);
}

TEST(RecordScanner, ACandidateBeginsAsAKnownMessageDoes) {
  const Scanned log(
      "2024-03-01 10:00:00.00 Logon       Login failed for user 'sa'.\n"
      "2024-03-01 10:00:00.00 Logon       Error: 18456\n"
      "2024-03-01 10:00:00.00 Backup      Log was backed up. Database: Sales\n"
      "2024-03-01 10:00:00.00 Logon       Err\n"
      "2024-03-01 10:00:00.00 Logon       \xc3\x89rror\n");
  const std::vector<uint32_t> expected = {1, 2, 4};
  EXPECT_EQ(std::vector<uint32_t>(log.room.candidates.begin(),
                                  log.room.candidates.begin() + log.found.candidates),
            expected);
}

TEST(RecordScanner, ATextIsRememberedFromItsSecondTimeOn) {
  const std::string record = "2024-03-01 10:00:00.00 Logon       Error: 18456  \r\n\n";
  const Scanned log(record + record + record + record);
  ASSERT_EQ(log.found.candidates, 4U);
  const auto& recent = log.room.recent;
  EXPECT_EQ(recent[0], RecentTexts::kNone);
  ASSERT_LT(recent[1], 0);
  EXPECT_EQ(recent[2], ~recent[1]);
  EXPECT_EQ(recent[3], RecentTexts::kNone) << "the last record of a piece may go on";
  EXPECT_EQ(log.room.text_end[3], 0U);
  EXPECT_EQ(log.Between(log.room.message_start[2], log.room.text_end[2]), "Error: 18456");
}

TEST(RecentTexts, SayNothingOfTextsThatOnlyLookTheSame) {
  RecentTexts texts;
  const std::vector<uint8_t> text = Exactly("text \xff");
  for (int time = 0; time < 3; ++time) EXPECT_EQ(texts.Find(text), RecentTexts::kNone);
  const std::vector<uint8_t> longest(RecentTexts::kMaxBytes, 'a');
  const std::vector<uint8_t> too_long(RecentTexts::kMaxBytes + 1, 'a');
  texts.Find(longest);
  EXPECT_LT(texts.Find(longest), 0);
  EXPECT_GE(texts.Find(longest), 0);
  for (int time = 0; time < 3; ++time) EXPECT_EQ(texts.Find(too_long), RecentTexts::kNone);
}

TEST(RecentTexts, APlaceIsAlwaysOfOneText) {
  RecentTexts texts;
  std::vector<std::string> held(RecentTexts::kPlaces);
  Rng rng(7, "texts");
  int remembered = 0;
  for (int round = 0; round < 200'000; ++round) {
    // Some come often, most once.
    const bool often = rng.Below(2) == 0;
    const std::string text = "text " + std::to_string(often ? rng.Below(20'000) : 100'000 + round);
    const int32_t place = texts.Find(Exactly(text));
    if (place == RecentTexts::kNone) continue;
    if (place < 0) {
      const int32_t taken = ~place;
      held[static_cast<size_t>(taken)] = text;
    } else {
      ASSERT_EQ(held[static_cast<size_t>(place)], text);
      remembered += 1;
    }
  }
  EXPECT_GT(remembered, 10'000);
}

TEST(Narrow, GivesAByteForEachCharacterOfEitherOrder) {
  Rng rng(11, "characters");
  for (size_t length = 0; length < 40; ++length) {
    std::vector<std::byte> little;
    std::vector<std::byte> big;
    std::vector<uint8_t> expected;
    for (size_t index = 0; index < length; ++index) {
      const auto character = static_cast<uint16_t>(rng.Below(rng.Below(3) == 0 ? 0x10000 : 0x100));
      const auto low = static_cast<std::byte>(character & 0xff);
      const auto high = static_cast<std::byte>(character >> 8);
      little.insert(little.end(), {low, high});
      big.insert(big.end(), {high, low});
      expected.push_back(character > 0xff ? kBeyondLatin1 : static_cast<uint8_t>(character));
    }
    std::vector<uint8_t> narrowed(length);
    Narrow(little, ByteOrder::kLittleEndian, narrowed);
    EXPECT_EQ(narrowed, expected);
    big.push_back(std::byte{0x20});  // half a character
    Narrow(big, ByteOrder::kBigEndian, narrowed);
    EXPECT_EQ(narrowed, expected);
  }
}

/// A log out of pieces of records, cut and glued anywhere.
std::string DamagedLog(Rng& rng) {
  constexpr std::string_view kPieces[] = {
      "2024-03-01 10:11:12.34 spid51      ",
      "2024-03-01 10:11:12.345 Inicio de sesi\xf3n ",
      "\xef\xbb\xbf",
      "\xff",
      "Error: 18456, Severity: 14, State: 8.",
      "Log was backed up.",
      "\n",
      "\r\n",
      "\r",
      " ",
      "\t",
      "2024",
      "Acces dba   ",
      "x2024-03-01 10:11:12.34 spid51",
      "Server      ",
      "      ",
      "\xc3\x89",
  };
  std::string text;
  for (uint64_t count = rng.Below(30); count > 0; --count) {
    std::string_view piece = kPieces[rng.Below(std::size(kPieces))];
    if (rng.Below(4) == 0) piece = piece.substr(0, rng.Below(piece.size() + 1));
    text += piece;
  }
  if (!text.empty() && rng.Below(3) == 0) {
    text[rng.Below(text.size())] = static_cast<char>(rng.Below(256));
  }
  return text;
}

TEST(RecordScanner, WhateverTheBytesWhatItFindsLiesWithinThemInOrder) {
  Rng rng(20061023, "damaged logs");
  for (int round = 0; round < 5'000; ++round) {
    const std::string text = DamagedLog(rng);
    const bool is_end = rng.Below(2) == 0;
    const Scanned log(text, 1 + rng.Below(40), is_end);
    const Found& found = log.found;
    ASSERT_LE(found.end, text.size());
    size_t end = 0;
    uint32_t line = 0;
    for (size_t record = 0; record < found.records; ++record) {
      ASSERT_GE(log.room.at[record], end);
      ASSERT_GE(log.room.line[record], std::max(line, 1U));
      ASSERT_GT(log.room.source_start[record], log.room.at[record]);
      ASSERT_GT(log.room.source_end[record], log.room.source_start[record]);
      ASSERT_GE(log.room.message_start[record], log.room.source_end[record]);
      ASSERT_LE(log.room.message_start[record], found.end);
      end = log.room.message_start[record];
      line = log.room.line[record];
    }
    ASSERT_LE(line, found.lines + 1) << "the columns may be full within a line";
    for (size_t candidate = 0; candidate < found.candidates; ++candidate) {
      const uint32_t record = log.room.candidates[candidate];
      ASSERT_LT(record, found.records);
      if (record + 1 == found.records) continue;
      ASSERT_GE(log.room.text_end[candidate], log.room.message_start[record]);
      ASSERT_LE(log.room.text_end[candidate], log.room.at[record + 1]);
    }
  }
}

/// Heads that share their first characters, and what follows them.
std::string LogOfLikeHeads(Rng& rng) {
  constexpr std::string_view kHeads[] = {
      "2024-03-01 10:11:12.34 spid5       ", "2024-03-01 10:11:12.34 spid5      ",
      "2024-03-01 10:11:12.34 spid5  ",      "2024-03-01 10:11:12.34 spid5 ",
      "2024-03-01 10:11:12.34 spid5s      ", "2024-03-01 10:11:12.345 spid5      ",
      "2024-03-01 10:11:12.34 Servidor A  ", "2024-03-01 10:11:12.34 Servidor    ",
      "2024-03-01 10:11:12.34 Servidor ",    "2024-03-01 10:11:12.35 spid5       "};
  constexpr std::string_view kTexts[] = {"", " ", "text", "A  text", "   indented", "s      text"};
  std::string text;
  for (uint64_t line = 0; line < 12; ++line) {
    text += kHeads[rng.Below(std::size(kHeads))];
    text += kTexts[rng.Below(std::size(kTexts))];
    text += '\n';
  }
  return text;
}

TEST(RecordScanner, ReadsAHeadTheSameWhateverRecordIsBeforeIt) {
  Rng rng(1222, "like heads");
  for (int round = 0; round < 500; ++round) {
    Scanned log(LogOfLikeHeads(rng));
    // It need not read every head of sources that it knows.
    for (uint32_t each = 0; each < log.found.strangers; ++each) {
      const uint32_t record = log.room.strangers[each];
      const auto name = std::span(log.characters)
                            .subspan(log.room.source_start[record],
                                     log.room.source_end[record] - log.room.source_start[record]);
      log.scanner.KeepSource(name, static_cast<uint16_t>(name.size()));
    }
    log.found =
        log.scanner.Scan({.characters = log.characters, .is_end = true}, log.room.columns());
    EXPECT_EQ(log.found.strangers, 0U);
    for (size_t record = 0; record < log.found.records; ++record) {
      const auto at = log.characters.begin() + log.room.at[record];
      const Scanned alone(std::string(at, std::find(at, log.characters.end(), '\n') + 1));
      ASSERT_EQ(alone.found.records, 1U);
      ASSERT_EQ(log.Source(record), alone.Source(0));
      ASSERT_EQ(log.room.source_id[record], alone.Source(0).size());
      ASSERT_EQ(log.Message(record), alone.Message(0));
      ASSERT_EQ(log.room.time_ms[record], alone.room.time_ms[0]);
    }
  }
}

}  // namespace
}  // namespace snapscope::errorlog::record_scanner_test
