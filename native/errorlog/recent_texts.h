// Which texts came before: most messages of a large log are among a few thousand that come again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace snapscope::errorlog {

/// Remembers texts by number, from the second time that they come: most of those that come once
/// come no more. A text is in one of two places; of those that want them, the ones that come again
/// stay.
class RecentTexts {
 public:
  static constexpr size_t kPlaces = 8192;
  /// Longer texts are not remembered: few of them come twice.
  static constexpr size_t kMaxBytes = 768;
  /// Told of a text that came for the first time, as far as is known.
  static constexpr int32_t kNone = INT32_MIN;

  /// The place of `text`, 0 to kPlaces - 1, when it is remembered; ~place when it is from now on;
  /// kNone otherwise.
  int32_t Find(std::span<const uint8_t> text);

  void Clear();

 private:
  struct Place {
    uint64_t hash = 0;
    uint32_t length = 0;
    /// Another text that wants the place takes one; at 0 it has it.
    uint8_t worth = 0;
    bool remembered = false;
  };

  bool IsSame(Place& place, size_t index, std::span<const uint8_t> text);

  /// A text keeps its place against so many that come once.
  static constexpr uint8_t kMaxWorth = 4;

  // Made when the first text comes: heads of records are scanned for other reasons too.
  std::vector<Place> places_;
  std::vector<uint8_t> bytes_;
};

}  // namespace snapscope::errorlog
