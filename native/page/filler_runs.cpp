#include "page/filler_runs.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/check.h"
#include "page/row_filler.h"

namespace snapscope::page {

namespace {

constexpr size_t kWord = sizeof(uint64_t);
constexpr size_t kMostWords = 16 * 1024;

// Packed bytes are heads of two bytes, each with what its kind keeps: of one word after the other
// which bytes are not zero, and these; nothing; the first word.
enum class RunKind : uint16_t { kWords, kZeros, kFiller };
constexpr size_t kKindStep = kMostWords;  // a head is a number of words and a kind above it

/// Shorter ones would not be worth two heads.
constexpr size_t kShortestRun = 3;

uint64_t WordAt(ConstByteSpan bytes, size_t word) { return Load<uint64_t>(bytes, word * kWord); }

/// Words from `first` on that are a run of `kind`.
size_t RunFrom(ConstByteSpan bytes, size_t first, RunKind kind) {
  const size_t words = bytes.size() / kWord;
  uint64_t expected = kind == RunKind::kZeros ? 0 : WordAt(bytes, first);
  size_t word = first;
  while (word < words && WordAt(bytes, word) == expected) {
    if (kind == RunKind::kFiller) expected = FillerAfter(expected);
    ++word;
  }
  return word - first;
}

class Packer {
 public:
  explicit Packer(ByteSpan into) : into_(into) {}

  void Add(RunKind kind, ConstByteSpan words) {
    const size_t count = words.size() / kWord;
    if (count == 0) return;
    Put(static_cast<uint16_t>(count - 1 + kKindStep * static_cast<size_t>(kind)));
    if (kind == RunKind::kFiller) Put(WordAt(words, 0));
    if (kind != RunKind::kWords) return;
    for (size_t word = 0; word < count; ++word) PutWord(WordAt(words, word));
  }
  /// 0: it does not fit.
  size_t used() const { return fits_ ? used_ : 0; }

 private:
  template <typename Value>
  void Put(Value value) {
    fits_ = fits_ && used_ + sizeof(Value) <= into_.size();
    if (!fits_) return;
    Store(into_, used_, value);
    used_ += sizeof(Value);
  }
  void PutWord(uint64_t word) {
    std::array<std::byte, 1 + kWord> narrow{};
    size_t length = 1;
    for (size_t place = 0; place < kWord; ++place) {
      const auto byte = static_cast<std::byte>(word >> (8 * place));
      if (byte == std::byte{0}) continue;
      narrow[0] |= std::byte{1} << place;
      narrow[length++] = byte;
    }
    fits_ = fits_ && used_ + length <= into_.size();
    if (!fits_) return;
    std::memcpy(into_.data() + used_, narrow.data(), length);
    used_ += length;
  }

  ByteSpan into_;
  size_t used_ = 0;
  bool fits_ = true;
};

class Unpacker {
 public:
  explicit Unpacker(ConstByteSpan packed) : packed_(packed) {}

  bool AtEnd() const { return packed_.empty(); }

  template <typename Value>
  Value Take() {
    CHECK(sizeof(Value) <= packed_.size(), "packed bytes of another length");
    const auto value = Load<Value>(packed_, 0);
    packed_ = packed_.subspan(sizeof(Value));
    return value;
  }
  uint64_t TakeWord() {
    uint64_t word = 0;
    for (uint32_t places = Take<uint8_t>(); places != 0; places &= places - 1) {
      word |= uint64_t{Take<uint8_t>()} << (8 * std::countr_zero(places));
    }
    return word;
  }

 private:
  ConstByteSpan packed_;
};

}  // namespace

size_t PackFillers(ConstByteSpan bytes, ByteSpan into) {
  const size_t words = bytes.size() / kWord;
  CHECK(bytes.size() % kWord == 0 && words <= kMostWords, "%zu bytes to pack", bytes.size());
  Packer packer(into);
  size_t unpacked = 0;  // where the words begin that are in no run
  for (size_t word = 0; word < words;) {
    const RunKind kind = WordAt(bytes, word) == 0 ? RunKind::kZeros : RunKind::kFiller;
    const size_t run = RunFrom(bytes, word, kind);
    if (run < kShortestRun) {
      word += run;
      continue;
    }
    packer.Add(RunKind::kWords, bytes.subspan(unpacked * kWord, (word - unpacked) * kWord));
    packer.Add(kind, bytes.subspan(word * kWord, run * kWord));
    word += run;
    unpacked = word;
  }
  packer.Add(RunKind::kWords, bytes.subspan(unpacked * kWord));
  return packer.used() < bytes.size() ? packer.used() : 0;
}

void UnpackFillers(ConstByteSpan packed, ByteSpan into) {
  Unpacker from(packed);
  while (!from.AtEnd()) {
    const auto head = from.Take<uint16_t>();
    const auto kind = static_cast<RunKind>(head / kKindStep);
    const size_t length = (head % kKindStep + 1) * kWord;
    CHECK(length <= into.size(), "packed bytes of another length");
    uint64_t filler = kind == RunKind::kFiller ? from.Take<uint64_t>() : 0;
    for (size_t at = 0; at < length; at += kWord) {
      Store(into, at, kind == RunKind::kWords ? from.TakeWord() : filler);
      if (kind == RunKind::kFiller) filler = FillerAfter(filler);
    }
    into = into.subspan(length);
  }
  CHECK(into.empty(), "packed bytes of another length");
}

}  // namespace snapscope::page
