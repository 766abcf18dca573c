// Keys whose way down a tree leads through one page: from the entry that names the page up to the
// next one.
#pragma once

#include <cstdint>

namespace snapscope::btree {

/// From `first` to `last`, both included.
struct KeyRange {
  uint64_t first = 0;
  uint64_t last = UINT64_MAX;

  constexpr bool Has(uint64_t key) const { return first <= key && key <= last; }
  bool operator==(const KeyRange&) const = default;
};

}  // namespace snapscope::btree
