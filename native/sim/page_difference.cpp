#include "sim/page_difference.h"

#include <array>
#include <cstring>

#include "base/check.h"

namespace snapscope::sim {

namespace {

constexpr size_t kWord = sizeof(uint64_t);
constexpr size_t kMostWords = 1024;
/// A run's head takes half a word: a shorter gap between two is not worth another.
constexpr size_t kShortGap = 1;

struct Run {
  uint16_t first = 0;
  uint16_t count = 0;
};

uint64_t WordAt(ConstByteSpan bytes, size_t word) {
  uint64_t value = 0;
  if (word * kWord < bytes.size()) std::memcpy(&value, bytes.data() + word * kWord, kWord);
  return value;
}

}  // namespace

PageDifference::PageDifference(ConstByteSpan like, ConstByteSpan page) {
  CHECK(like.size() % kWord == 0 && page.size() % kWord == 0 && page.size() <= kMostWords * kWord,
        "pages of %zu and %zu bytes", like.size(), page.size());
  const size_t words = page.size() / kWord;
  std::array<Run, kMostWords / 2 + 1> runs;  // two of them are two words apart at least
  uint16_t count = 0;
  size_t kept = 0;
  size_t end = SIZE_MAX / 2;  // of the last run
  for (size_t word = 0; word < words; ++word) {
    if (WordAt(like, word) == WordAt(page, word)) continue;
    if (count > 0 && word <= end + kShortGap) {
      kept += word + 1 - end;
      runs[count - 1].count = static_cast<uint16_t>(word + 1 - runs[count - 1].first);
    } else {
      runs[count++] = {static_cast<uint16_t>(word), 1};
      ++kept;
    }
    end = word + 1;
  }
  if (count == 0 && like.size() == page.size()) return;
  bytes_ = std::make_unique_for_overwrite<std::byte[]>(2 * sizeof(uint16_t) + count * sizeof(Run) +
                                                       kept * kWord);
  const std::array<uint16_t, 2> head{static_cast<uint16_t>(words), count};
  std::byte* at = bytes_.get();
  std::memcpy(at, head.data(), sizeof head);
  at += sizeof head;
  for (uint16_t i = 0; i < count; ++i) {
    std::memcpy(at, &runs[i], sizeof(Run));
    at += sizeof(Run);
    std::memcpy(at, page.data() + runs[i].first * kWord, runs[i].count * kWord);
    at += runs[i].count * kWord;
  }
}

void PageDifference::Apply(ByteSpan into, size_t like) const {
  if (bytes_ == nullptr) return;
  std::array<uint16_t, 2> head;
  const std::byte* at = bytes_.get();
  std::memcpy(head.data(), at, sizeof head);
  at += sizeof head;
  const size_t length = head[0] * kWord;
  if (length > like) std::memset(into.data() + like, 0, length - like);
  for (uint16_t i = 0; i < head[1]; ++i) {
    Run run;
    std::memcpy(&run, at, sizeof run);
    at += sizeof run;
    std::memcpy(into.data() + run.first * kWord, at, run.count * kWord);
    at += run.count * kWord;
  }
}

}  // namespace snapscope::sim
