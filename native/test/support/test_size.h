// How much a test of scale takes on: `npm test` the small size, CI the full one
// (SNAPSCOPE_TEST_SIZE=full). Only for tests whose small size still tells whether the property
// holds.
#pragma once

#include <cstdlib>
#include <string_view>

namespace snapscope::test {

template <typename Size>
Size BySize(Size small, Size full) {
  const char* chosen = std::getenv("SNAPSCOPE_TEST_SIZE");
  return chosen != nullptr && std::string_view(chosen) == "full" ? full : small;
}

}  // namespace snapscope::test
