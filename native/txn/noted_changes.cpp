#include "txn/noted_changes.h"

#include <algorithm>
#include <utility>

namespace snapscope::txn {

int64_t NotedChanges::Note(IndexId table, const std::optional<page::Row>& before,
                           const page::Row& after) {
  if (table != table_) return 0;
  const size_t noted = keys_.size();
  if (!index_) {
    keys_.push_back(after.key);
  } else {
    const btree::EntryChange change = btree::EntryChangeOf(*index_, before, after);
    if (change.goes) keys_.push_back(*change.goes);
    if (change.comes) keys_.push_back(*change.comes);
  }
  return static_cast<int64_t>(keys_.size() - noted);
}

std::vector<uint64_t> NotedChanges::Take() {
  std::vector<uint64_t> keys = std::exchange(keys_, {});
  std::ranges::sort(keys);
  const auto repeated = std::ranges::unique(keys);
  keys.erase(repeated.begin(), repeated.end());
  return keys;
}

}  // namespace snapscope::txn
