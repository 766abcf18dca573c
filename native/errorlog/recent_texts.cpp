#include "errorlog/recent_texts.h"

#include <algorithm>
#include <cstring>

#include "base/checksum.h"
#include "errorlog/characters.h"

namespace snapscope::errorlog {

int32_t RecentTexts::Find(std::span<const uint8_t> text) {
  if (text.empty() || text.size() > kMaxBytes) return kNone;
  // A text with such a character may look like another.
  if (std::memchr(text.data(), kBeyondLatin1, text.size()) != nullptr) return kNone;
  if (places_.empty()) {
    places_.resize(kPlaces);
    bytes_.resize(kPlaces * kMaxBytes);
  }
  const uint64_t hash = Checksum(std::as_bytes(text), 0);
  // A text may be in either place of a pair, so that two that come often need not drive each other
  // out.
  const size_t first = hash % kPlaces;
  const size_t second = first ^ 1;
  for (const size_t index : {first, second}) {
    Place& place = places_[index];
    if (place.hash != hash || place.length != text.size()) continue;
    const auto number = static_cast<int32_t>(index);
    if (place.remembered) return IsSame(place, index, text) ? number : kNone;
    place.remembered = true;
    place.worth = kMaxWorth;
    std::memcpy(bytes_.data() + index * kMaxBytes, text.data(), text.size());
    return ~number;
  }
  const size_t index = places_[second].worth < places_[first].worth ? second : first;
  Place& place = places_[index];
  if (place.worth > 0) {
    place.worth -= 1;
    return kNone;
  }
  // Only the hash: most texts come but once, and copies of them all would fill the cache.
  place = {.hash = hash, .length = static_cast<uint32_t>(text.size())};
  return kNone;
}

bool RecentTexts::IsSame(Place& place, size_t index, std::span<const uint8_t> text) {
  if (std::memcmp(bytes_.data() + index * kMaxBytes, text.data(), text.size()) != 0) return false;
  place.worth = kMaxWorth;
  return true;
}

void RecentTexts::Clear() { std::ranges::fill(places_, Place{}); }

}  // namespace snapscope::errorlog
