#include "verification/expected_rows.h"

#include <algorithm>

namespace snapscope::verification {

std::optional<page::Row> ExpectedTable::Peek() {
  if (!more_) return std::nullopt;
  const oracle::RowState& row = cursor_.row();
  return page::Row{
      .key = cursor_.key(), .value = row.value, .version = row.version, .content = content_};
}

void ExpectedTable::SkipTo(uint64_t key) {
  if (!more_ || cursor_.key() >= key) return;
  cursor_.SkipTo(key);
  more_ = cursor_.Next();
}

ExpectedEntries::ExpectedEntries(const database::InitialDatabase& initial,
                                 const oracle::Oracle& oracle,
                                 const btree::NonclusteredIndex& index, Lsn split)
    : oracle_(oracle), index_(index), initial_rows_(initial.Count(index.table)) {
  for (const uint64_t key : oracle.ChangedKeys(index.table)) {
    if (!oracle.HasChanged(index.table, key)) continue;
    const auto row = oracle.At(index.table, key, split);
    if (row) changed_.push_back(btree::EntryKey(index, key, row->value));
  }
  std::ranges::sort(changed_);
  SkipChanged();
}

uint64_t ExpectedEntries::InitialKey(uint64_t position) const {
  return btree::InitialEntryKey(index_.column, initial_rows_, index_.key_stride, position);
}

void ExpectedEntries::SkipChanged() {
  while (next_initial_ < initial_rows_ &&
         oracle_.HasChanged(index_.table, btree::ClusteringKeyOf(InitialKey(next_initial_)))) {
    ++next_initial_;
  }
}

std::optional<page::Row> ExpectedEntries::Peek() {
  std::optional<uint64_t> next;
  if (next_initial_ < initial_rows_) next = InitialKey(next_initial_);
  if (next_changed_ < changed_.size()) {
    next = std::min(next.value_or(UINT64_MAX), changed_[next_changed_]);
  }
  return next ? std::optional(btree::EntryOf(*next)) : std::nullopt;
}

void ExpectedEntries::Take() {
  const uint64_t taken = Peek()->key;
  if (next_changed_ < changed_.size() && changed_[next_changed_] == taken) {
    ++next_changed_;
  } else {
    ++next_initial_;
    SkipChanged();
  }
}

void ExpectedEntries::SkipTo(uint64_t key) {
  const auto first = changed_.begin() + static_cast<ptrdiff_t>(next_changed_);
  next_changed_ =
      static_cast<size_t>(std::lower_bound(first, changed_.end(), key) - changed_.begin());
  if (next_initial_ == initial_rows_ || InitialKey(next_initial_) >= key) return;
  uint64_t low = next_initial_;
  uint64_t high = initial_rows_;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (InitialKey(middle) < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  next_initial_ = low;
  SkipChanged();
}

}  // namespace snapscope::verification
