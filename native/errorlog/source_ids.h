// Ids of sources by the characters of their names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace snapscope::errorlog {

/// A few thousand names: those that came last, should there be more. The ids are given elsewhere,
/// to names as text.
class SourceIds {
 public:
  static constexpr uint16_t kUnknown = UINT16_MAX;

  /// kUnknown when the name is not at hand, or too long to be kept.
  uint16_t Find(std::span<const uint8_t> name) const;
  void Keep(std::span<const uint8_t> name, uint16_t id);
  void Clear();

 private:
  static constexpr size_t kSlots = 8192;
  /// A name is in one of so many slots from the one that its bytes lead to.
  static constexpr size_t kProbes = 4;
  static constexpr size_t kMaxBytes = 44;

  struct Slot {
    uint16_t id = kUnknown;
    uint16_t length = 0;
    std::array<uint8_t, kMaxBytes> name;
  };

  std::vector<Slot> slots_{kSlots};
};

}  // namespace snapscope::errorlog
