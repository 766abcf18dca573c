#include "page/row_filler.h"

#include <cstring>
#include <string_view>

#include "base/check.h"
#include "base/rng.h"
#include "page/line_item.h"

namespace snapscope::page {

namespace {

// Each content makes words of eight bytes from a start that mixes index, key and version: cheap
// enough to generate and check whole databases.
constexpr uint64_t kWeylStep = 0x9E37'79B9'7F4A'7C15ULL;
constexpr uint32_t kFold = 29;

uint64_t StartOf(const FillerOf& row) {
  return Mix64(Mix64(row.key ^ (uint64_t{row.index.value} << 48)) + row.version);
}

/// A Weyl sequence, each word folded once: rows that differ in index, key or version differ in
/// every word.
class Generated {
 public:
  explicit Generated(const FillerOf& row) : state_(StartOf(row)) {}
  uint64_t Next() {
    state_ += kWeylStep;
    return state_ ^ (state_ >> kFold);
  }

 private:
  uint64_t state_;
};

class Constant {
 public:
  explicit Constant(const FillerOf& /*row*/) {}
  static uint64_t Next() { return 0x2020'2020'2020'2020; }  // spaces, as of CHAR(n)
};

/// Three words of a vocabulary of 512, which are 32 stems of five letters with one of 16 endings
/// each, to one name, of any seven letters.
class Text {
 public:
  explicit Text(const FillerOf& row) : drawn_(row) {}
  uint64_t Next() {
    constexpr size_t kStemBytes = 5;
    constexpr size_t kEndingBytes = 3;
    constexpr std::string_view kStems =
        "orderpricestocktradeclaimblockquotevaluegoodscleanquickslylybravefinaldealssheaf"
        "foxesideasplatedepthpintobrownsauteusualeventquietironifurioblithpendispeciamong";
    constexpr std::string_view kEndings = "s  ed ly inges er al    or ic agefuliony  en um ";
    static_assert(kStems.size() == 32 * kStemBytes && kEndings.size() == 16 * kEndingBytes);
    static_assert(kStemBytes + kEndingBytes == sizeof(uint64_t));
    const uint64_t drawn = drawn_.Next() >> 24;
    if (drawn % 4 == 0) return Name(drawn / 4);
    uint64_t word = 0;
    char* const at = reinterpret_cast<char*>(&word);
    std::memcpy(at, kStems.data() + drawn / 4 % 32 * kStemBytes, kStemBytes);
    std::memcpy(at + kStemBytes, kEndings.data() + drawn / 128 % 16 * kEndingBytes, kEndingBytes);
    return word;
  }

 private:
  static uint64_t Name(uint64_t drawn) {
    uint64_t name = ' ';
    for (size_t letter = 1; letter < sizeof name; ++letter, drawn /= 26) {
      name = name << 8 | ('a' + drawn % 26);
    }
    return name;
  }

  Generated drawn_;
};

class Numbers {
 public:
  explicit Numbers(const FillerOf& row)
      : steps_(row), number_(row.key * kNumbersOfKey + row.version) {}
  uint64_t Next() {
    number_ += 1 + steps_.Next() % kLongestStep;
    return number_;
  }

 private:
  static constexpr uint64_t kLongestStep = 16;
  static constexpr uint64_t kNumbersOfKey = 256;

  Generated steps_;
  uint64_t number_;
};

class Random {
 public:
  explicit Random(const FillerOf& row) : state_(StartOf(row)) {}
  uint64_t Next() { return Mix64(state_ += kWeylStep); }

 private:
  uint64_t state_;
};

/// The columns of a line item, then words of its comment.
class LineItem {
 public:
  explicit LineItem(const FillerOf& row) : columns_(MakeLineItem(StartOf(row))), comment_(row) {}
  uint64_t Next() {
    if (at_ == columns_.size()) return comment_.Next();
    const auto word = Load<uint64_t>(columns_, at_);
    at_ += sizeof word;
    return word;
  }

 private:
  LineItemBytes columns_;
  size_t at_ = 0;
  Text comment_;
};

/// Calls `with` with the words of the row's filler.
template <typename With>
auto WithWords(const FillerOf& row, With with) {
  switch (row.content) {
    case RowContent::kGenerated:
      return with(Generated(row));
    case RowContent::kConstant:
      return with(Constant(row));
    case RowContent::kText:
      return with(Text(row));
    case RowContent::kNumbers:
      return with(Numbers(row));
    case RowContent::kRandom:
      return with(Random(row));
    case RowContent::kLineItem:
      return with(LineItem(row));
  }
  CHECK(false, "a row of content %u", static_cast<unsigned>(row.content));
}

template <typename Words>
void Write(Words words, ByteSpan bytes) {
  std::byte* at = bytes.data();
  size_t left = bytes.size();
  for (; left >= sizeof(uint64_t); left -= sizeof(uint64_t), at += sizeof(uint64_t)) {
    const uint64_t word = words.Next();
    std::memcpy(at, &word, sizeof word);
  }
  const uint64_t word = words.Next();
  std::memcpy(at, &word, left);
}

template <typename Words>
bool Matches(Words words, ConstByteSpan bytes) {
  const std::byte* at = bytes.data();
  size_t left = bytes.size();
  uint64_t difference = 0;
  for (; left >= sizeof(uint64_t); left -= sizeof(uint64_t), at += sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, at, sizeof word);
    difference |= word ^ words.Next();
  }
  const uint64_t word = words.Next();
  return difference == 0 && std::memcmp(at, &word, left) == 0;
}

}  // namespace

uint64_t FillerAfter(uint64_t word) {
  static_assert(3 * kFold >= 64, "the fold is undone in two steps");
  const uint64_t state = (word ^ (word >> kFold) ^ (word >> (2 * kFold))) + kWeylStep;
  return state ^ (state >> kFold);
}

void WriteFiller(const FillerOf& row, ByteSpan bytes) {
  if (bytes.empty()) return;  // a compact row
  WithWords(row, [bytes](auto words) { Write(words, bytes); });
}

bool FillerMatches(const FillerOf& row, ConstByteSpan bytes) {
  return WithWords(row, [bytes](auto words) { return Matches(words, bytes); });
}

}  // namespace snapscope::page
