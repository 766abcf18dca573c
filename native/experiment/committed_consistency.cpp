#include "experiment/committed_consistency.h"

namespace snapscope::experiment {

tpcc::Consistency CommittedConsistency(const oracle::Oracle& oracle,
                                       const database::InitialDatabase& initial) {
  const tpcc::RangeReader rows = [&oracle](tpcc::Table table, uint64_t first, uint64_t last,
                                           const std::function<void(const page::Row&)>& visit) {
    oracle::Cursor cursor = oracle.Cursor(tpcc::IndexOf(table), oracle::Oracle::kNewest, first);
    while (cursor.Next() && cursor.key() <= last) {
      const oracle::RowState& row = cursor.row();
      visit({.key = cursor.key(), .value = row.value, .version = row.version});
    }
    return Status();
  };
  return tpcc::CheckConsistency(rows, initial.warehouses());
}

}  // namespace snapscope::experiment
