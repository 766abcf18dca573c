// A set of ids that are asked for in order: a bit for each, and above it a bit for each word of 64
// that has one set, six levels high. An id takes an eighth of a byte, up to the greatest one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/check.h"

namespace snapscope::sim {

class OrderedIds {
 public:
  /// Ids below it.
  static constexpr uint64_t kEnd = uint64_t{1} << 36;

  void Insert(uint64_t id) {
    CHECK(id < kEnd, "id %llu in a set of %llu", static_cast<unsigned long long>(id),
          static_cast<unsigned long long>(kEnd));
    for (std::vector<uint64_t>& words : levels_) {
      if (id / 64 >= words.size()) words.resize(id / 64 + 1);
      uint64_t& word = words[id / 64];
      const bool was_empty = word == 0;
      word |= Bit(id);
      if (!was_empty) return;
      id /= 64;
    }
  }

  bool Has(uint64_t id) const {
    const std::vector<uint64_t>& words = levels_.front();
    return id / 64 < words.size() && (words[id / 64] & Bit(id)) != 0;
  }

  /// One that is there.
  void Erase(uint64_t id) {
    for (std::vector<uint64_t>& words : levels_) {
      uint64_t& word = words[id / 64];
      word &= ~Bit(id);
      if (word != 0) return;
      id /= 64;
    }
  }

  /// The least from `from` on.
  std::optional<uint64_t> Next(uint64_t from) const {
    for (size_t level = 0; level < levels_.size(); ++level) {
      const std::vector<uint64_t>& words = levels_[level];
      const uint64_t rest = from / 64 < words.size() ? words[from / 64] >> from % 64 : 0;
      if (rest != 0) return Descend(level, from + static_cast<uint64_t>(std::countr_zero(rest)));
      from = from / 64 + 1;
    }
    return std::nullopt;
  }

 private:
  static uint64_t Bit(uint64_t id) { return uint64_t{1} << id % 64; }

  // The least id below bit `bit` of a level.
  uint64_t Descend(size_t level, uint64_t bit) const {
    while (level-- > 0) {
      bit = bit * 64 + static_cast<uint64_t>(std::countr_zero(levels_[level][bit]));
    }
    return bit;
  }

  std::array<std::vector<uint64_t>, 6> levels_;
};

}  // namespace snapscope::sim
