#include "oracle/oracle.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

#include "base/check.h"
#include "base/mutation.h"

namespace snapscope::oracle {

MUTATION(
    kBranchForgotten,
    "of a history that a restore has left its commits are forgotten, to which another goes back",
    NoticedBy::kTests);

void Oracle::Commit(TxnId txn, Lsn commit_lsn, std::span<const RowChange> changes) {
  CHECK(commit_lsn > last_commit_, "transaction %llu commits at %s, the last one at %s",
        static_cast<unsigned long long>(txn.value), ToString(commit_lsn).c_str(),
        ToString(last_commit_).c_str());
  last_commit_ = commit_lsn;
  ++commits_;
  ++changes_;
  // Rows are scattered over memory: they come from it together.
  for (const RowChange& change : changes) tables_[change.index].rows.Prefetch(change.key);
  for (const RowChange& change : changes) Apply(txn, change, commit_lsn);
}

void Oracle::CommitDrop(TxnId txn, Lsn commit_lsn, IndexId index) {
  std::vector<RowChange> changes;
  for (Cursor cursor(*this, index, kNewest); cursor.Next();) {
    const uint32_t version = cursor.row().version + 1;
    changes.push_back({.index = index, .key = cursor.key(), .after = {.version = version}});
  }
  Commit(txn, commit_lsn, changes);
}

void Oracle::CheckFollows(TxnId txn, const RowChange& change, const RowState& before) {
  if (lost_update_ || !before.present || change.after.version == before.version + change.times) {
    return;
  }
  lost_update_ = "transaction " + std::to_string(txn.value) + " leaves row " +
                 std::to_string(change.key) + " of index " + std::to_string(change.index.value) +
                 " with version " + std::to_string(change.after.version) + " after " +
                 std::to_string(change.times) + " changes of version " +
                 std::to_string(before.version) + ": an update was lost";
}

void Oracle::Apply(TxnId txn, const RowChange& change, Lsn commit_lsn) {
  Table& table = tables_[change.index];
  const size_t rows = table.rows.size();
  Row& row = table.rows[change.key];
  if (table.rows.size() > rows) {  // it is new
    table.new_keys.push_back(change.key);
    ++versions_;
    const std::optional<RowState> initial = initial_.Initial(change.index, change.key);
    if (initial) CheckFollows(txn, change, *initial);
  } else if (row.newest.lsn != commit_lsn) {
    const Version* version = VersionAt(row, kNewest);
    const std::optional<RowState> before =
        version == nullptr ? initial_.Initial(change.index, change.key) : version->state;
    if (before) CheckFollows(txn, change, *before);
    if (SomeoneMayAsk(row.newest.lsn, commit_lsn)) {
      row.AddOlder(row.newest);
      ++versions_;
      ++older_versions_;
    } else {
      dropped_until_ = std::max(dropped_until_, commit_lsn);
    }
  }
  row.newest = {commit_lsn, change.after};
  if (IsRedundant(change.index, change.key, row)) EraseRow(table, change.key);
  // Rows that come and go leave their keys behind; they go when they are most of the list.
  if (table.new_keys.size() > 2 * table.rows.size() + 1024) table.ForgetKeys();
}

void Oracle::EraseRow(Table& table, uint64_t key) {
  table.rows.Erase(key);
  --versions_;
}

void Oracle::Table::ForgetKeys() {
  OrderedKeys();
  std::erase_if(ordered_keys, [&](uint64_t key) { return rows.Find(key) == nullptr; });
}

const std::vector<uint64_t>& Oracle::Table::OrderedKeys() const {
  if (new_keys.empty()) return ordered_keys;
  std::sort(new_keys.begin(), new_keys.end());
  std::vector<uint64_t> merged;
  merged.reserve(ordered_keys.size() + new_keys.size());
  std::merge(ordered_keys.begin(), ordered_keys.end(), new_keys.begin(), new_keys.end(),
             std::back_inserter(merged));
  // A row that went and came again is listed twice.
  merged.erase(std::unique(merged.begin(), merged.end()), merged.end());
  ordered_keys = std::move(merged);
  new_keys = {};  // millions of them: a verification needs the memory
  return ordered_keys;
}

/// A version written at `from` and replaced at `until` is seen by the splits in (from, until].
bool Oracle::SomeoneMayAsk(Lsn from, Lsn until) const {
  if (floor_ && until >= *floor_) return true;
  const auto pin = pins_.upper_bound(from);
  return pin != pins_.end() && pin->first <= until;
}

/// A row that came and went, and of which no other version is held, is as if it had never been.
bool Oracle::IsRedundant(IndexId index, uint64_t key, const Row& row) const {
  return !row.newest.state.present && row.older == nullptr &&
         !initial_.Initial(index, key).has_value();
}

void Oracle::Pin(Lsn split) {
  CHECK(CanAnswer(split), "state at %s is gone", ToString(split).c_str());
  ++pins_[split];
}

void Oracle::Unpin(Lsn split) {
  const auto pin = pins_.find(split);
  CHECK(pin != pins_.end(), "%s is not pinned", ToString(split).c_str());
  if (--pin->second > 0) return;
  pins_.erase(pin);
  Sweep();
}

void Oracle::RetainFrom(Lsn floor) {
  CHECK(!floor_ || floor >= *floor_, "the floor sinks to %s", ToString(floor).c_str());
  CHECK(floor > dropped_until_, "state at %s is gone", ToString(floor).c_str());
  floor_ = floor;
  const bool has_branches = history_.forks().size() > forks_left_;
  if (has_branches && floor >= history_.forks().back().from) LeaveBranches();
  // The floor may rise with every log flush, and a sweep visits every changed row: so sweep only
  // when at least half of all versions may go, which makes its cost a constant for each commit.
  const size_t rows = versions_ - older_versions_;
  if (older_versions_ < std::max(sweep_at_, rows)) return;
  Sweep();
  sweep_at_ = std::max<size_t>(1024, 2 * older_versions_);
}

void Oracle::Fork(Lsn end, Lsn from) {
  CHECK(from > last_commit_, "a log begins anew at %s, the last commit was at %s",
        ToString(from).c_str(), ToString(last_commit_).c_str());
  if (Mutated(kBranchForgotten)) return DiscardFrom(end);
  Pin(end);  // until the branches before this one are left for good
  history_.Add({.end = end, .from = from});
  ++changes_;
  if (acknowledged_ && !history_.Has(kNewest, acknowledged_->lsn)) acknowledged_.reset();
}

/// From here on only versions of the branch that the database is on are kept.
void Oracle::LeaveBranches() {
  ++changes_;
  for (auto& [index, table] : tables_) {
    for (const uint64_t key : table.OrderedKeys()) {
      Row* row = table.rows.Find(key);
      if (row == nullptr) continue;
      std::vector<Version> kept(row->Older().begin(), row->Older().end());
      kept.push_back(row->newest);
      const size_t before = kept.size();
      std::erase_if(kept, [&](const Version& one) { return !history_.Has(kNewest, one.lsn); });
      versions_ -= before - std::max<size_t>(kept.size(), 1);
      older_versions_ -= before - std::max<size_t>(kept.size(), 1);
      if (kept.empty()) {
        EraseRow(table, key);
        continue;
      }
      row->newest = kept.back();
      kept.pop_back();
      row->older = kept.empty() ? nullptr : std::make_unique<std::vector<Version>>(std::move(kept));
      if (IsRedundant(index, key, *row)) EraseRow(table, key);
    }
    table.ForgetKeys();
  }
  dropped_until_ = std::max(dropped_until_, Lsn{history_.forks().back().from.value - 1});
  while (forks_left_ < history_.forks().size()) Unpin(history_.forks()[forks_left_++].end);
}

bool Oracle::CanAnswer(Lsn split) const { return split > dropped_until_ || pins_.contains(split); }

void Oracle::Sweep() {
  ++changes_;
  for (auto& [index, table] : tables_) {
    for (const uint64_t key : table.OrderedKeys()) {
      Row* row = table.rows.Find(key);
      if (row == nullptr) continue;
      SweepRow(*row);
      if (IsRedundant(index, key, *row)) EraseRow(table, key);
    }
    table.ForgetKeys();
  }
}

void Oracle::SweepRow(Row& row) {
  if (row.older == nullptr) return;
  std::vector<Version>& older = *row.older;
  size_t kept = 0;
  for (size_t i = 0; i < older.size(); ++i) {
    const Lsn until = i + 1 < older.size() ? older[i + 1].lsn : row.newest.lsn;
    if (SomeoneMayAsk(older[i].lsn, until)) {
      older[kept++] = older[i];
    } else {
      dropped_until_ = std::max(dropped_until_, until);
    }
  }
  const size_t dropped = older.size() - kept;
  if (dropped == 0) return;
  older.resize(kept);
  older.shrink_to_fit();
  if (kept == 0) row.older.reset();
  versions_ -= dropped;
  older_versions_ -= dropped;
}

const Oracle::Table* Oracle::TableOf(IndexId index) const {
  const auto table = tables_.find(index);
  return table == tables_.end() ? nullptr : &table->second;
}

std::optional<RowState> Oracle::Visible(const Table& table, IndexId index, uint64_t key,
                                        Lsn split) const {
  const Row* found = table.rows.Find(key);
  if (found == nullptr) return initial_.Initial(index, key);
  const auto present = [](const RowState& state) {
    return state.present ? std::optional(state) : std::nullopt;
  };
  const Version* version = VersionAt(*found, split);
  return version == nullptr ? initial_.Initial(index, key) : present(version->state);
}

/// What the row is at the split; null: what it was initially.
const Oracle::Version* Oracle::VersionAt(const Row& row, Lsn split) const {
  if (history_.Has(split, row.newest.lsn)) return &row.newest;
  for (const Version& version : std::views::reverse(row.Older())) {
    if (history_.Has(split, version.lsn)) return &version;
  }
  return nullptr;
}

std::optional<RowState> Oracle::At(IndexId index, uint64_t key, Lsn split) const {
  CHECK(CanAnswer(split), "state at %s is gone", ToString(split).c_str());
  const Table* table = TableOf(index);
  return table == nullptr ? initial_.Initial(index, key) : Visible(*table, index, key, split);
}

bool Oracle::HasChanged(IndexId index, uint64_t key) const {
  const Table* table = TableOf(index);
  return table != nullptr && table->rows.Find(key) != nullptr;
}

std::span<const uint64_t> Oracle::ChangedKeys(IndexId index) const {
  const Table* table = TableOf(index);
  if (table == nullptr) return {};
  return table->OrderedKeys();
}

uint64_t Oracle::RowsAt(IndexId index, Lsn split) const {
  CHECK(CanAnswer(split), "state at %s is gone", ToString(split).c_str());
  uint64_t rows = initial_.Count(index);
  const Table* table = TableOf(index);
  if (table == nullptr) return rows;
  for (const uint64_t key : table->OrderedKeys()) {
    if (initial_.Initial(index, key)) --rows;
    if (Visible(*table, index, key, split)) ++rows;
  }
  return rows;
}

void Oracle::Acknowledge(TxnId txn, Lsn commit_lsn) {
  CHECK(commit_lsn <= last_commit_, "transaction %llu acknowledged before its commit",
        static_cast<unsigned long long>(txn.value));
  if (!acknowledged_ || commit_lsn > acknowledged_->lsn) acknowledged_ = {txn, commit_lsn};
}

std::optional<std::string> Oracle::CheckAcknowledged(Lsn recovered_end) const {
  if (!acknowledged_ || acknowledged_->lsn < recovered_end) return std::nullopt;
  return "transaction " + std::to_string(acknowledged_->txn.value) + ", acknowledged with LSN " +
         ToString(acknowledged_->lsn) + ", is lost: the recovered log ends at " +
         ToString(recovered_end);
}

void Oracle::DiscardFrom(Lsn recovered_end) {
  CHECK(!recovered_end.IsNone(), "a log ends somewhere");
  CHECK(history_.forks().empty() || recovered_end >= history_.forks().back().from,
        "a crash ends the log at %s, below its begin", ToString(recovered_end).c_str());
  CHECK(CanAnswer(recovered_end), "state at %s is gone", ToString(recovered_end).c_str());
  ++changes_;
  for (auto& [index, table] : tables_) {
    for (const uint64_t key : table.OrderedKeys()) {
      Row* found = table.rows.Find(key);
      if (found == nullptr) continue;
      Row& row = *found;
      while (row.newest.lsn >= recovered_end && row.older != nullptr) {
        row.newest = row.older->back();
        row.older->pop_back();
        if (row.older->empty()) row.older.reset();
        --versions_;
        --older_versions_;
      }
      const bool lost = row.newest.lsn >= recovered_end;
      if (lost || IsRedundant(index, key, row)) EraseRow(table, key);
    }
  }
  const Lsn below{recovered_end.value - 1};
  last_commit_ = std::min(last_commit_, below);
  // What is the newest state now is complete, whatever was dropped above it.
  dropped_until_ = std::min(dropped_until_, below);
  if (acknowledged_ && acknowledged_->lsn >= recovered_end) acknowledged_.reset();
}

Oracle::Cursor::Cursor(const Oracle& oracle, IndexId index, Lsn split, uint64_t from_key)
    : oracle_(&oracle),
      index_(index),
      split_(split),
      next_key_(from_key),
      initial_count_(oracle.initial_.Count(index)) {
  CHECK(oracle.CanAnswer(split), "state at %s is gone", ToString(split).c_str());
  if (from_key > 0) SkipInitial(from_key);
}

namespace {

/// The first position of [from, end) that is not `is_below`, which holds of those before it and of
/// none behind. Strides that double find the neighbourhood, so that near ones are near.
template <typename IsBelow>
uint64_t FirstNotBelow(uint64_t from, uint64_t end, IsBelow is_below) {
  uint64_t low = from;
  uint64_t high = end;
  for (uint64_t stride = 1; low < end; stride *= 2) {
    const uint64_t probe = low + std::min(stride, end - low) - 1;
    if (!is_below(probe)) {
      high = probe;
      break;
    }
    low = probe + 1;
  }
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (is_below(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

void Oracle::Cursor::SkipInitial(uint64_t key) {
  initial_position_ = FirstNotBelow(initial_position_, initial_count_, [&](uint64_t position) {
    return oracle_->initial_.KeyAt(index_, position) < key;
  });
}

void Oracle::Cursor::SkipTo(uint64_t key) {
  if (key <= next_key_) return;
  next_key_ = key;
  SkipInitial(key);
  if (seen_change_ != oracle_->changes_) return;  // NextChangedKey() looks it up
  const Table* table = oracle_->TableOf(index_);
  if (table == nullptr) return;
  const std::vector<uint64_t>& keys = table->OrderedKeys();
  changed_position_ = FirstNotBelow(changed_position_, keys.size(),
                                    [&](uint64_t position) { return keys[position] < key; });
}

std::optional<uint64_t> Oracle::Cursor::NextInitialKey() const {
  if (initial_position_ == initial_count_) return std::nullopt;
  return oracle_->initial_.KeyAt(index_, initial_position_);
}

std::optional<uint64_t> Oracle::Cursor::NextChangedKey() {
  const Table* table = oracle_->TableOf(index_);
  if (table == nullptr) return std::nullopt;
  const std::vector<uint64_t>& keys = table->OrderedKeys();
  if (seen_change_ != oracle_->changes_) {
    seen_change_ = oracle_->changes_;
    const auto position = std::lower_bound(keys.begin(), keys.end(), next_key_);
    changed_position_ = static_cast<size_t>(position - keys.begin());
  }
  if (changed_position_ == keys.size()) return std::nullopt;
  return keys[changed_position_];
}

// Fetches a row ahead of those that are asked for into the processor's cache, among millions.
void Oracle::Cursor::TakeChangedKey() {
  constexpr size_t kAhead = 4;
  const Table& table = *oracle_->TableOf(index_);
  const std::vector<uint64_t>& keys = table.OrderedKeys();
  if (++changed_position_ + kAhead < keys.size()) {
    table.rows.Prefetch(keys[changed_position_ + kAhead]);
  }
}

bool Oracle::Cursor::Next() {
  while (!exhausted_) {
    const std::optional<uint64_t> initial = NextInitialKey();
    const std::optional<uint64_t> changed = NextChangedKey();
    if (!initial && !changed) return false;
    key_ = std::min(initial.value_or(UINT64_MAX), changed.value_or(UINT64_MAX));
    if (initial == key_) ++initial_position_;
    if (changed == key_) TakeChangedKey();
    exhausted_ = key_ == UINT64_MAX;
    next_key_ = key_ + 1;
    const auto row = changed == key_ ? oracle_->At(index_, key_, split_)
                                     : oracle_->initial_.Initial(index_, key_);
    if (!row) continue;
    row_ = *row;
    return true;
  }
  return false;
}

}  // namespace snapscope::oracle
