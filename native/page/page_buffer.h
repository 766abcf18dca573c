// Room for one page, aligned for unbuffered I/O.
#pragma once

#include <array>
#include <cstddef>

#include "page/layout.h"

namespace snapscope::page {

struct alignas(4096) PageBuffer {
  std::array<std::byte, kPageSize> bytes;

  PageSpan span() { return PageSpan(bytes); }
  PageView view() { return PageView(span()); }
};

}  // namespace snapscope::page
