#include "sim/page_difference.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "base/check.h"

namespace snapscope::sim {

namespace {

constexpr size_t kWord = sizeof(uint64_t);
constexpr size_t kMostWords = 1024;
/// A run's head takes half a word: a shorter gap between two is not worth another.
constexpr size_t kShortGap = 1;
/// Two rows: what is shorter may be alike by chance.
constexpr size_t kLeastMoved = 6;

using Words = std::array<uint64_t, kMostWords>;

/// A count below 2^15, marked if what is counted has moved: its words are those of the other page
/// at another place.
class MarkedCount {
 public:
  MarkedCount() = default;
  MarkedCount(size_t count, bool moved)
      : bits_(static_cast<uint16_t>(count | (moved ? kMoved : 0))) {}

  uint16_t count() const { return bits_ & (kMoved - 1); }
  bool moved() const { return (bits_ & kMoved) != 0; }

 private:
  static constexpr uint16_t kMoved = 0x8000;

  uint16_t bits_ = 0;
};

struct Run {
  uint16_t first = 0;
  MarkedCount words;
};

struct Head {
  uint16_t words = 0;
  MarkedCount runs;  ///< marked if one of them is
};

/// The words of `bytes`, and zeros behind them.
void LoadWords(ConstByteSpan bytes, Words& into) {
  if (!bytes.empty()) std::memcpy(into.data(), bytes.data(), bytes.size());
  std::memset(into.data() + bytes.size() / kWord, 0, kMostWords * kWord - bytes.size());
}

/// Appends runs to the bytes of a difference.
class Writer {
 public:
  explicit Writer(const Words& page) : page_(page) {}

  void AddChanged(size_t word) {
    const bool joins = open_ != nullptr && !is_moved_ && word <= end_ + kShortGap;
    if (!joins) Begin(word, false);
    for (size_t at = joins ? end_ : word; at <= word; ++at) Append(page_[at]);
    end_ = word + 1;
    SetCount({end_ - first_, false});
  }
  void AddMoved(size_t word, size_t count, size_t from) {
    Begin(word, true);
    has_moved_ = true;
    Append(static_cast<uint16_t>(from));
    end_ = word + count;
    SetCount({count, true});
  }
  Head HeadFor(size_t words) const { return {static_cast<uint16_t>(words), {runs_, has_moved_}}; }
  ConstByteSpan bytes() const { return ConstByteSpan(bytes_).first(used_); }

 private:
  template <typename Value>
  void Append(Value value) {
    std::memcpy(bytes_.data() + used_, &value, sizeof value);
    used_ += sizeof value;
  }
  void Begin(size_t word, bool moved) {
    open_ = bytes_.data() + used_;
    first_ = word;
    is_moved_ = moved;
    ++runs_;
    Append(Run{static_cast<uint16_t>(word), {}});
  }
  void SetCount(MarkedCount count) { std::memcpy(open_ + sizeof(uint16_t), &count, sizeof count); }

  const Words& page_;
  // Two changed runs are two words apart at least, and a moved one is longer than its head.
  std::array<std::byte, kMostWords * kWord + (kMostWords / 2 + 1) * sizeof(Run)> bytes_;
  size_t used_ = 0;
  uint16_t runs_ = 0;
  std::byte* open_ = nullptr;  ///< the head of the last run
  bool is_moved_ = false;      ///< that run is
  bool has_moved_ = false;     ///< one of them is
  size_t first_ = 0;
  size_t end_ = 0;
};

/// Goes through the bytes of a difference.
class Reader {
 public:
  explicit Reader(const std::byte* bytes) : at_(bytes) {}

  template <typename Value>
  Value Take() {
    Value value;
    std::memcpy(&value, Skip(sizeof value), sizeof value);
    return value;
  }
  /// Returns what is stepped over.
  const std::byte* Skip(size_t bytes) { return std::exchange(at_, at_ + bytes); }
  const std::byte* at() const { return at_; }

 private:
  const std::byte* at_;
};

/// Where each word of a page is first.
class Places {
 public:
  Places(const Words& page, size_t words) : page_(page) {
    places_.fill(kNone);
    for (size_t word = 0; word < words; ++word) {
      uint16_t& place = PlaceOf(page[word]);
      if (place == kNone) place = static_cast<uint16_t>(word);
    }
  }
  /// kNone if it is nowhere.
  size_t Find(uint64_t value) { return PlaceOf(value); }

  static constexpr uint16_t kNone = UINT16_MAX;

 private:
  // Twice as many as there are words: so a look for one comes to an end.
  static constexpr size_t kPlacesLog2 = 11;
  static_assert(size_t{1} << kPlacesLog2 == 2 * kMostWords);

  uint16_t& PlaceOf(uint64_t value) {
    size_t at = value * 0x9E37'79B9'7F4A'7C15ULL >> (64 - kPlacesLog2);
    while (places_[at] != kNone && page_[places_[at]] != value) at = (at + 1) % places_.size();
    return places_[at];
  }

  const Words& page_;
  std::array<uint16_t, size_t{1} << kPlacesLog2> places_;
};

/// Where rows of a page were in the one that it is like.
class MovedRows {
 public:
  MovedRows(const Words& like, size_t like_words, const Words& page, size_t words)
      : like_(like), like_words_(like_words), page_(page), words_(words) {}

  /// The word of the other page from which on it has those at `word`, and how many.
  struct Found {
    size_t from = 0;
    size_t count = 0;
  };
  /// Rows move when some come or go, which shows in the page's length: most pages that are written
  /// have all of theirs, some of them changed, and cost no search.
  std::optional<Found> Find(size_t word) {
    if (words_ == like_words_) return std::nullopt;
    // What moved does so together.
    if (const auto with_the_last = FoundAt(word, word + moved_by_)) return with_the_last;
    if (!places_) places_.emplace(like_, like_words_);
    return FoundAt(word, places_->Find(page_[word]));
  }

 private:
  std::optional<Found> FoundAt(size_t word, size_t from) {
    if (from >= like_words_) return std::nullopt;  // before the first one, too
    const size_t most = std::min(words_ - word, like_words_ - from);
    const auto first = page_.begin() + static_cast<ptrdiff_t>(word);
    const auto end = std::mismatch(first, first + static_cast<ptrdiff_t>(most),
                                   like_.begin() + static_cast<ptrdiff_t>(from));
    const auto count = static_cast<size_t>(end.first - first);
    if (count < kLeastMoved) return std::nullopt;
    moved_by_ = from - word;
    return Found{from, count};
  }

  const Words& like_;
  const size_t like_words_;
  const Words& page_;
  const size_t words_;
  std::optional<Places> places_;
  size_t moved_by_ = 0;  ///< of the last ones that were found; wraps below 0
};

}  // namespace

PageDifference::PageDifference(ConstByteSpan like, ConstByteSpan page) {
  CHECK(like.size() % kWord == 0 && page.size() % kWord == 0 &&
            std::max(like.size(), page.size()) <= kMostWords * kWord,
        "pages of %zu and %zu bytes", like.size(), page.size());
  Words was;
  Words is;
  LoadWords(like, was);
  LoadWords(page, is);
  const size_t words = page.size() / kWord;
  MovedRows moved(was, like.size() / kWord, is, words);
  Writer writer(is);
  for (size_t word = 0; word < words;) {
    if (was[word] == is[word]) {
      ++word;
    } else if (const auto found = moved.Find(word)) {
      writer.AddMoved(word, found->count, found->from);
      word += found->count;
    } else {
      writer.AddChanged(word);
      ++word;
    }
  }
  const Head head = writer.HeadFor(words);
  if (head.runs.count() == 0 && like.size() == page.size()) return;
  bytes_ = std::make_unique_for_overwrite<std::byte[]>(sizeof head + writer.bytes().size());
  std::memcpy(bytes_.get(), &head, sizeof head);
  std::ranges::copy(writer.bytes(), bytes_.get() + sizeof head);
}

void PageDifference::Apply(ByteSpan into, size_t like) const {
  if (bytes_ == nullptr) return;
  Reader reader(bytes_.get());
  const auto head = reader.Take<Head>();
  // Rows that have moved come from the page as it was, which is being overwritten.
  Words was;
  if (head.runs.moved()) LoadWords(into.first(like), was);
  const size_t length = head.words * kWord;
  if (length > like) std::memset(into.data() + like, 0, length - like);
  for (uint16_t left = head.runs.count(); left > 0; --left) {
    const auto run = reader.Take<Run>();
    const size_t bytes = run.words.count() * kWord;
    std::byte* const words = into.data() + run.first * kWord;
    if (run.words.moved()) {
      std::memcpy(words, &was[reader.Take<uint16_t>()], bytes);
    } else {
      std::memcpy(words, reader.Skip(bytes), bytes);
    }
  }
}

PageDifference PageDifference::Copy() const {
  PageDifference copy;
  if (bytes_ == nullptr) return copy;
  copy.bytes_ = std::make_unique_for_overwrite<std::byte[]>(bytes());
  std::memcpy(copy.bytes_.get(), bytes_.get(), bytes());
  return copy;
}

size_t PageDifference::bytes() const {
  if (bytes_ == nullptr) return 0;
  Reader reader(bytes_.get());
  for (uint16_t left = reader.Take<Head>().runs.count(); left > 0; --left) {
    const auto run = reader.Take<Run>();
    reader.Skip(run.words.moved() ? sizeof(uint16_t) : run.words.count() * kWord);
  }
  return static_cast<size_t>(reader.at() - bytes_.get());
}

}  // namespace snapscope::sim
