#pragma once

#include <functional>

#include "base/ids.h"
#include "base/result.h"
#include "page/layout.h"

namespace snapscope::verification {

/// Reads a page of the state that is verified.
using PageReader = std::function<Status(PageId page, page::PageSpan into)>;

}  // namespace snapscope::verification
