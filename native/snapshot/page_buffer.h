// Room for one page, aligned for unbuffered I/O.
#pragma once

#include <array>
#include <cstddef>

#include "page/layout.h"

namespace snapscope::snapshot {

struct alignas(4096) PageBuffer {
  std::array<std::byte, page::kPageSize> bytes;
  page::PageSpan span() { return page::PageSpan(bytes); }
};

}  // namespace snapscope::snapshot
