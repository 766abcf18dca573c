#include "page/page_compression.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/rng.h"
#include "page/layout.h"

namespace snapscope::page {

namespace {

constexpr uint8_t kLongestShort = 12;
constexpr uint8_t kEntry = 13;
constexpr uint8_t kLong = 14;
constexpr size_t kMostEntries = 255;
constexpr size_t kRoom = kPageSize - kHeaderSize;

constexpr size_t LiteralBytes(size_t length) { return length + (length > kLongestShort ? 1 : 0); }

uint64_t HashOf(const std::byte* bytes, size_t length) {
  uint64_t hash = length;
  for (; length >= sizeof(uint64_t); bytes += sizeof(uint64_t), length -= sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15ULL;
    hash ^= hash >> 32;
  }
  uint64_t word = 0;
  std::memcpy(&word, bytes, length);
  return Mix64(hash ^ word);
}

/// Reads what Encode() has written, and says so where that is not what there is.
class Reader {
 public:
  explicit Reader(ConstByteSpan bytes) : bytes_(bytes) {}
  /// Fewer than `count` where there are no more: then is_whole() is false from here on.
  ConstByteSpan Take(size_t count) {
    is_whole_ = is_whole_ && count <= bytes_.size() - at_;
    if (!is_whole_) return {};
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }
  uint8_t Byte() {
    const ConstByteSpan one = Take(1);
    return one.empty() ? uint8_t{0} : static_cast<uint8_t>(one[0]);
  }
  size_t Word() {
    const size_t low = Byte();
    return low | size_t{Byte()} << 8;
  }
  size_t at() const { return at_; }
  bool is_whole() const { return is_whole_; }
  bool is_at_end() const { return is_whole_ && at_ == bytes_.size(); }

 private:
  ConstByteSpan bytes_;
  size_t at_ = 0;
  bool is_whole_ = true;
};

void AddWord(std::vector<std::byte>& into, size_t word) {
  into.push_back(static_cast<std::byte>(word));
  into.push_back(static_cast<std::byte>(word >> 8));
}

void AddCounted(std::vector<std::byte>& into, const std::byte* bytes, uint8_t length) {
  into.push_back(std::byte{length});
  into.insert(into.end(), bytes, bytes + length);
}

}  // namespace

PageCompression::PageCompression(std::vector<Column> columns, uint16_t row_width)
    : columns_(std::move(columns)), row_width_(row_width), prefixes_(columns_.size()) {
  size_t end = 0;
  for (const Column& column : columns_) {
    CHECK(column.offset == end && column.width > 0 && column.width <= UINT8_MAX,
          "column '%s' is %u bytes wide at %u", column.name, column.width, column.offset);
    end += column.width;
  }
  CHECK(end == row_width_, "columns of %zu bytes for rows of %u", end, row_width_);
}

void PageCompression::LoadValues(ConstByteSpan rows) {
  values_.assign(rows.begin(), rows.end());
  for (size_t row = 0; row < rows.size(); row += row_width_) {
    for (const Column& column : columns_) {
      if (column.kind != ColumnKind::kInteger) continue;
      const auto begin = values_.begin() + static_cast<ptrdiff_t>(row + column.offset);
      std::reverse(begin, begin + column.width);
    }
  }
}

void PageCompression::FindPrefixes(size_t rows) {
  for (size_t number = 0; number < columns_.size(); ++number) {
    const Column& column = columns_[number];
    const std::byte* const first = values_.data() + column.offset;
    size_t length = column.width;
    const std::byte* value = first;
    for (size_t row = 1; row < rows && length > 0; ++row) {
      value += row_width_;
      size_t same = 0;
      while (same < length && value[same] == first[same]) ++same;
      length = same;
    }
    prefixes_[number] = {static_cast<uint8_t>(length), first};
  }
}

void PageCompression::TakeRests(size_t rows) {
  rests_.resize(rows * columns_.size());
  Rest* into = rests_.data();
  for (size_t row = 0; row < rows; ++row) {
    const std::byte* const bytes = values_.data() + row * row_width_;
    for (size_t number = 0; number < columns_.size(); ++number, ++into) {
      const Column& column = columns_[number];
      const std::byte* begin = bytes + column.offset + prefixes_[number].length;
      const std::byte* end = bytes + column.offset + column.width;
      if (column.kind == ColumnKind::kInteger) {
        while (begin < end && *begin == std::byte{0}) ++begin;
      } else {
        while (begin < end && end[-1] == std::byte{' '}) --end;
      }
      *into = {.bytes = begin, .length = static_cast<uint8_t>(end - begin)};
    }
  }
}

PageCompression::Candidate& PageCompression::CandidateOf(const Rest& rest) {
  for (size_t at = HashOf(rest.bytes, rest.length);; ++at) {
    Candidate& candidate = candidates_[at & (candidates_.size() - 1)];
    if (candidate.round != round_) {
      candidate = {.rest = rest, .round = round_};
      return candidate;
    }
    if (candidate.rest.length == rest.length &&
        std::memcmp(candidate.rest.bytes, rest.bytes, rest.length) == 0) {
      return candidate;
    }
  }
}

/// Values that come often enough for an entry to pay. Returns the bytes that all rests take.
size_t PageCompression::MakeDictionary() {
  ++round_;
  if (candidates_.size() < 2 * rests_.size()) candidates_.resize(std::bit_ceil(2 * rests_.size()));
  dictionary_.clear();
  size_t bytes = 0;
  for (const Rest& rest : rests_) {
    bytes += LiteralBytes(rest.length);
    if (rest.length >= 2) ++CandidateOf(rest).uses;
  }
  for (Rest& rest : rests_) {
    if (rest.length < 2) continue;
    Candidate& candidate = CandidateOf(rest);
    const size_t saved = candidate.uses * (LiteralBytes(rest.length) - 1);
    if (saved <= size_t{1} + rest.length) continue;
    if (candidate.entry == 0) {
      if (dictionary_.size() == kMostEntries) continue;
      dictionary_.push_back(rest);
      candidate.entry = static_cast<uint32_t>(dictionary_.size());
      bytes += size_t{1} + rest.length;
    }
    rest.entry = static_cast<uint8_t>(candidate.entry - 1);
    rest.is_listed = true;
    bytes -= LiteralBytes(rest.length) - 1;
  }
  return bytes;
}

size_t PageCompression::Analyse(ConstByteSpan rows) {
  const size_t count = rows.size() / row_width_;
  CHECK(count > 0 && rows.size() == count * row_width_ && count <= UINT16_MAX,
        "%zu bytes of rows of %u", rows.size(), row_width_);
  LoadValues(rows);
  FindPrefixes(count);
  TakeRests(count);
  size_t bytes = 2 + columns_.size() + 1;
  for (const Prefix& prefix : prefixes_) bytes += prefix.length;
  return bytes + MakeDictionary() + count * ((columns_.size() + 1) / 2 + 2);
}

std::vector<std::byte> PageCompression::Encode(ConstByteSpan rows) {
  const size_t bytes = Analyse(rows);
  std::vector<std::byte> encoded;
  encoded.reserve(bytes);
  AddWord(encoded, rows.size() / row_width_);
  for (const Prefix& prefix : prefixes_) AddCounted(encoded, prefix.bytes, prefix.length);
  encoded.push_back(static_cast<std::byte>(dictionary_.size()));
  for (const Rest& entry : dictionary_) AddCounted(encoded, entry.bytes, entry.length);
  std::vector<size_t> offsets;
  for (size_t at = 0; at < rests_.size(); at += columns_.size()) {
    offsets.push_back(encoded.size());
    const size_t codes = encoded.size();
    encoded.resize(codes + (columns_.size() + 1) / 2);
    for (size_t column = 0; column < columns_.size(); ++column) {
      const Rest& rest = rests_[at + column];
      uint8_t code = rest.length;
      if (rest.is_listed) {
        code = kEntry;
        encoded.push_back(std::byte{rest.entry});
      } else if (rest.length > kLongestShort) {
        code = kLong;
        AddCounted(encoded, rest.bytes, rest.length);
      } else {
        encoded.insert(encoded.end(), rest.bytes, rest.bytes + rest.length);
      }
      encoded[codes + column / 2] |= static_cast<std::byte>(column % 2 == 0 ? code : code << 4);
    }
  }
  for (const size_t offset : offsets) AddWord(encoded, offset);
  CHECK(encoded.size() == bytes, "a page of %zu bytes was to take %zu", encoded.size(), bytes);
  return encoded;
}

Result<std::vector<std::byte>> PageCompression::Decode(ConstByteSpan encoded) const {
  const Error corrupt{ErrorCode::kCorruptPage, "a compressed page is not one"};
  Reader reader(encoded);
  const size_t count = reader.Word();
  std::vector<ConstByteSpan> prefixes;
  for (const Column& column : columns_) {
    prefixes.push_back(reader.Take(reader.Byte()));
    if (prefixes.back().size() > column.width) return corrupt;
  }
  std::vector<ConstByteSpan> dictionary(reader.Byte());
  for (ConstByteSpan& entry : dictionary) entry = reader.Take(reader.Byte());
  // Rows take at least their codes and their offset: a damaged count asks for no memory.
  if (!reader.is_whole() || count * 2 > encoded.size()) return corrupt;
  std::vector<std::byte> rows(count * row_width_);
  std::vector<size_t> offsets;
  for (size_t row = 0; row < count; ++row) {
    offsets.push_back(reader.at());
    const ConstByteSpan codes = reader.Take((columns_.size() + 1) / 2);
    for (size_t number = 0; number < columns_.size() && reader.is_whole(); ++number) {
      const Column& column = columns_[number];
      const uint8_t code = static_cast<uint8_t>(codes[number / 2]) >> (number % 2 * 4) & 0xF;
      ConstByteSpan rest;
      if (code == kEntry) {
        const size_t entry = reader.Byte();
        if (entry >= dictionary.size()) return corrupt;
        rest = dictionary[entry];
      } else {
        rest = reader.Take(code == kLong ? reader.Byte() : code);
      }
      const ConstByteSpan prefix = prefixes[number];
      if (prefix.size() + rest.size() > column.width || code > kLong) return corrupt;
      const ByteSpan value = ByteSpan(rows).subspan(row * row_width_ + column.offset, column.width);
      const bool is_integer = column.kind == ColumnKind::kInteger;
      std::ranges::fill(value, is_integer ? std::byte{0} : std::byte{' '});
      std::ranges::copy(prefix, value.begin());
      const size_t at = is_integer ? value.size() - rest.size() : prefix.size();
      std::ranges::copy(rest, value.begin() + static_cast<ptrdiff_t>(at));
      if (is_integer) std::ranges::reverse(value);
    }
  }
  for (const size_t offset : offsets) {
    if (reader.Word() != offset) return corrupt;
  }
  if (!reader.is_at_end()) return corrupt;
  return rows;
}

size_t PageCompression::RowsThatFit(ConstByteSpan rows, size_t guess) {
  const size_t all = rows.size() / row_width_;
  const auto fits = [&](size_t count) { return Analyse(rows.first(count * row_width_)) <= kRoom; };
  size_t most = std::clamp<size_t>(guess, 1, all);
  if (fits(most)) {
    while (most < all && fits(most + 1)) ++most;
    return most;
  }
  while (most > 1 && !fits(most - 1)) --most;
  return std::max<size_t>(1, most - 1);
}

}  // namespace snapscope::page
