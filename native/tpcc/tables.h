// The tables of the TPC-C-style load, their sizes and names.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "telemetry/errorlog_writer.h"
#include "tpcc/keys.h"

namespace snapscope::tpcc {

/// Rows that the table begins with.
uint64_t RowsOf(Table table, uint32_t warehouses);
/// What messages call it; `index` is that of a table of this load.
telemetry::ObjectRef ObjectOf(IndexId index);

}  // namespace snapscope::tpcc
