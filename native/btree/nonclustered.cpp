#include "btree/nonclustered.h"

#include <array>

#include "base/check.h"

namespace snapscope::btree {

namespace {

// Primes, so that the columns of one row have little to do with each other.
constexpr std::array<uint64_t, kMaxNonclustered> kDistinctValues = {1009, 1013, 1019, 1021,
                                                                    1031, 1033, 1039, 1049};

uint64_t Compose(uint64_t column_value, uint64_t key) {
  CHECK(key >> kClusteringKeyBits == 0, "key %llu is too large for a nonclustered index",
        static_cast<unsigned long long>(key));
  return column_value << kClusteringKeyBits | key;
}

}  // namespace

uint64_t DistinctValues(uint32_t column) { return kDistinctValues.at(column); }

// Initial rows take the values of a column in turn, in key order; what a row's value has changed by
// since moves it on.
uint64_t EntryKey(const NonclusteredIndex& index, uint64_t key, int64_t value) {
  const auto distinct = static_cast<int64_t>(DistinctValues(index.column));
  const auto turn = static_cast<int64_t>((key - 1) / index.key_stride);
  const int64_t moved = (value - InitialValue(key)) % distinct;
  return Compose(static_cast<uint64_t>((turn % distinct + moved + distinct) % distinct), key);
}

page::Row EntryOf(uint64_t entry_key, bool ghost) {
  return {.key = entry_key,
          .value = static_cast<int64_t>(ClusteringKeyOf(entry_key)),
          .version = 1,
          .ghost = ghost};
}

EntryChange EntryChangeOf(const NonclusteredIndex& index, const std::optional<page::Row>& before,
                          const page::Row& after) {
  const auto entry_of = [&index](const page::Row& row) {
    return EntryKey(index, row.key, row.value);
  };
  EntryChange change;
  if (before && (after.ghost || entry_of(*before) != entry_of(after))) {
    change.goes = entry_of(*before);
  }
  if (!after.ghost && (!before || change.goes)) change.comes = entry_of(after);
  return change;
}

uint64_t InitialEntryKey(uint32_t column, uint64_t rows, uint64_t key_stride, uint64_t position) {
  // Row i has value i mod distinct: the first `longer` values have one row more than the others.
  const uint64_t distinct = DistinctValues(column);
  const uint64_t each = rows / distinct;
  const uint64_t longer = rows % distinct;
  const uint64_t in_longer = longer * (each + 1);
  const bool is_longer = position < in_longer;
  const uint64_t left = is_longer ? position : position - in_longer;
  const uint64_t length = is_longer ? each + 1 : each;
  const uint64_t value = (is_longer ? 0 : longer) + left / length;
  const uint64_t row = value + left % length * distinct;
  return Compose(value, (row + 1) * key_stride);
}

InitialIndex PlanNonclustered(IndexId id, const InitialIndex& table, uint32_t column,
                              uint32_t fill_factor_percent, uint32_t first_page) {
  InitialIndex index = PlanIndex(id, kEntryBytes, table.rows, table.key_stride, fill_factor_percent,
                                 table.layout, first_page);
  index.column = column;
  return index;
}

}  // namespace snapscope::btree
