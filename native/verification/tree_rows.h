// Rows of a tree by key, from the pages of the state that is verified: outside engine time, and
// without the oracle.
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "btree/btree.h"
#include "page/layout.h"
#include "verification/page_reader.h"

namespace snapscope::verification {

/// Calls `visit` with the rows, ghosts left out, whose keys are from `first` to `last`, in their
/// order. kCorruptPage where a page is not what its parent takes it for.
Status ReadRows(const PageReader& read, page::PageForm form, const btree::IndexInfo& index,
                uint64_t first, uint64_t last, const std::function<void(const page::Row&)>& visit);

}  // namespace snapscope::verification
