#include "page/filler_runs.h"

#include <cstdint>
#include <cstring>

#include "base/check.h"
#include "page/layout.h"

namespace snapscope::page {

namespace {

constexpr size_t kWord = sizeof(uint64_t);
constexpr size_t kMostWords = 16 * 1024;

// Packed bytes are heads, each with the words that its kind keeps.
enum class RunKind : uint16_t { kAsIs, kZeros, kFiller };
constexpr size_t kKindStep = kMostWords;  // a head is a number of words and a kind above it
constexpr size_t kHead = sizeof(uint16_t);

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

size_t WordsKept(RunKind kind, size_t words) {
  if (kind == RunKind::kAsIs) return words;
  return kind == RunKind::kFiller ? 1 : 0;
}

class Packer {
 public:
  explicit Packer(ByteSpan into) : into_(into) {}

  void Add(RunKind kind, ConstByteSpan words) {
    const size_t count = words.size() / kWord;
    if (count == 0) return;
    const size_t kept = WordsKept(kind, count) * kWord;
    fits_ = fits_ && used_ + kHead + kept <= into_.size();
    if (!fits_) return;
    const auto head = static_cast<uint16_t>(count - 1 + kKindStep * static_cast<size_t>(kind));
    std::memcpy(into_.data() + used_, &head, kHead);
    std::memcpy(into_.data() + used_ + kHead, words.data(), kept);
    used_ += kHead + kept;
  }
  /// 0: it does not fit.
  size_t used() const { return fits_ ? used_ : 0; }

 private:
  ByteSpan into_;
  size_t used_ = 0;
  bool fits_ = true;
};

}  // namespace

size_t PackFillers(ConstByteSpan bytes, ByteSpan into) {
  const size_t words = bytes.size() / kWord;
  CHECK(bytes.size() % kWord == 0 && words <= kMostWords, "%zu bytes to pack", bytes.size());
  Packer packer(into);
  size_t as_is = 0;  // where the words begin that are in no run
  for (size_t word = 0; word < words;) {
    const RunKind kind = WordAt(bytes, word) == 0 ? RunKind::kZeros : RunKind::kFiller;
    const size_t run = RunFrom(bytes, word, kind);
    if (run < kShortestRun) {
      word += run;
      continue;
    }
    packer.Add(RunKind::kAsIs, bytes.subspan(as_is * kWord, (word - as_is) * kWord));
    packer.Add(kind, bytes.subspan(word * kWord, run * kWord));
    word += run;
    as_is = word;
  }
  packer.Add(RunKind::kAsIs, bytes.subspan(as_is * kWord));
  return packer.used() < bytes.size() ? packer.used() : 0;
}

void UnpackFillers(ConstByteSpan packed, ByteSpan into) {
  std::byte* at = into.data();
  while (!packed.empty()) {
    const auto head = Load<uint16_t>(packed, 0);
    const auto kind = static_cast<RunKind>(head / kKindStep);
    const size_t words = head % kKindStep + 1;
    const size_t kept = WordsKept(kind, words) * kWord;
    packed = packed.subspan(kHead);
    CHECK(words * kWord <= static_cast<size_t>(into.data() + into.size() - at) &&
              kept <= packed.size(),
          "packed bytes of another length");
    std::memset(at, 0, kind == RunKind::kZeros ? words * kWord : 0);
    std::memcpy(at, packed.data(), kept);
    if (kind == RunKind::kFiller) {
      auto word = Load<uint64_t>(packed, 0);
      for (size_t i = 1; i < words; ++i) {
        word = FillerAfter(word);
        std::memcpy(at + i * kWord, &word, kWord);
      }
    }
    packed = packed.subspan(kept);
    at += words * kWord;
  }
  CHECK(at == into.data() + into.size(), "packed bytes of another length");
}

}  // namespace snapscope::page
