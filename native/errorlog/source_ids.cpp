#include "errorlog/source_ids.h"

#include <algorithm>
#include <cstring>

#include "base/checksum.h"
#include "errorlog/characters.h"

namespace snapscope::errorlog {

uint16_t SourceIds::Find(std::span<const uint8_t> name) const {
  if (name.size() > kMaxBytes) return kUnknown;
  const size_t first = Checksum(std::as_bytes(name), 0);
  for (size_t probe = 0; probe < kProbes; ++probe) {
    const Slot& slot = slots_[(first + probe) % kSlots];
    const bool is_same = slot.id != kUnknown && slot.length == name.size() &&
                         std::memcmp(slot.name.data(), name.data(), name.size()) == 0;
    if (is_same) return slot.id;
  }
  return kUnknown;
}

void SourceIds::Keep(std::span<const uint8_t> name, uint16_t id) {
  // A name with such a character may look like another.
  if (name.size() > kMaxBytes || std::ranges::count(name, kBeyondLatin1) > 0) return;
  const size_t first = Checksum(std::as_bytes(name), 0);
  size_t probe = 0;
  while (probe < kProbes && slots_[(first + probe) % kSlots].id != kUnknown) ++probe;
  // No slot is free: the name takes the place of another.
  Slot& slot = slots_[(first + probe % kProbes) % kSlots];
  slot.id = id;
  slot.length = static_cast<uint16_t>(name.size());
  std::ranges::copy(name, slot.name.begin());
}

void SourceIds::Clear() { std::ranges::fill(slots_, Slot{}); }

}  // namespace snapscope::errorlog
