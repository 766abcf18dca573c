// Nonclustered indexes: trees of their own whose entries are the value of an indexed column and the
// clustering key of its row, in that order.
//
// A row's indexed columns follow from its key and its value, as its filler follows from its
// version: they need no bytes, a change of the value changes them, and an initial row's place in
// every index can be computed. Each index is on a column of its own, of about a thousand distinct
// values.
//
// An entry is a row of the tree: key = column value << 48 | clustering key, value = clustering key,
// version 1. It is never updated in place: an index key that changes is a ghost and a new entry.
#pragma once

#include <cstdint>
#include <optional>

#include "base/ids.h"
#include "btree/btree.h"

namespace snapscope::btree {

inline constexpr uint32_t kMaxNonclustered = 8;
inline constexpr uint16_t kEntryBytes = 32;
/// Clustering keys of tables that have nonclustered indexes are below 2^48.
inline constexpr uint32_t kClusteringKeyBits = 48;

struct NonclusteredIndex {
  IndexInfo info;
  IndexId table;            ///< the clustered index
  uint32_t column = 0;      ///< below kMaxNonclustered
  uint64_t key_stride = 0;  ///< of the table's initial keys
};

/// Distinct values of a column.
uint64_t DistinctValues(uint32_t column);

/// Key of the entry for the row with this key and value.
uint64_t EntryKey(const NonclusteredIndex& index, uint64_t key, int64_t value);
/// The entry as it is stored; as a ghost when its row has gone from it.
page::Row EntryOf(uint64_t entry_key, bool ghost = false);
/// What a change of a row does to its entries: none, one or both.
struct EntryChange {
  std::optional<uint64_t> goes;
  std::optional<uint64_t> comes;
};
/// The row was `before` (nothing: it is new) and is `after`, which may be a ghost.
EntryChange EntryChangeOf(const NonclusteredIndex& index, const std::optional<page::Row>& before,
                          const page::Row& after);
/// The row that an entry points to.
constexpr uint64_t ClusteringKeyOf(uint64_t entry_key) {
  return entry_key & ((uint64_t{1} << kClusteringKeyBits) - 1);
}

/// Lays the index of a table's initial rows out from ordinal `first_page` on, as PlanIndex does for
/// the table.
InitialIndex PlanNonclustered(IndexId id, const InitialIndex& table, uint32_t column,
                              uint32_t fill_factor_percent, uint32_t first_page);

/// The entry key at `position` of the index of `rows` initial rows.
uint64_t InitialEntryKey(uint32_t column, uint64_t rows, uint64_t key_stride, uint64_t position);

}  // namespace snapscope::btree
