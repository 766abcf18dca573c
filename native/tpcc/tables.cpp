#include "tpcc/tables.h"

#include <string>

#include "base/check.h"
#include "tpcc/shape_generated.h"

namespace snapscope::tpcc {

namespace {

std::string NameOf(Table table) { return kTables[static_cast<size_t>(table)].name; }

}  // namespace

uint64_t RowsOf(Table table, uint32_t warehouses) {
  const TableShape& shape = kTables[static_cast<size_t>(table)];
  return shape.in_all + uint64_t{shape.per_warehouse} * warehouses;
}

telemetry::ObjectRef ObjectOf(IndexId index) {
  for (uint32_t place = 0; place < kTableCount; ++place) {
    const auto table = static_cast<Table>(place);
    if (IndexOf(table) != index) continue;
    if (table == Table::kCustomerName) return {"dbo.customer", "IX_" + NameOf(table)};
    if (table == Table::kOrdersCustomer) return {"dbo.orders", "IX_" + NameOf(table)};
    return {"dbo." + NameOf(table), "PK_" + NameOf(table)};
  }
  CHECK(false, "index %u is none of the load", static_cast<unsigned>(index.value));
  return {};
}

}  // namespace snapscope::tpcc
