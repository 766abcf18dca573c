#include "verification/verification.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "btree/catalogue.h"
#include "page/page_buffer.h"
#include "verification/allocation_check.h"
#include "verification/expected_rows.h"
#include "verification/tree_rows.h"

namespace snapscope::verification {

namespace {

using btree::KeyRange;
using btree::TreePlace;

void NoteProblem(const VerificationScope& scope, Verification& result, std::string problem) {
  const bool is_damage = scope.is_damage && scope.is_damage(problem);
  std::string& first = is_damage ? result.damage : result.problem;
  if (first.empty()) first = std::move(problem);
}

class TreeWalk {
 public:
  TreeWalk(const PageReader& read, const oracle::Oracle& oracle, const VerificationScope& scope,
           Verification& result)
      : read_(read),
        oracle_(oracle),
        scope_(scope),
        result_(result),
        reached_(scope.initial->size()),
        choice_(*scope.initial, scope.sample) {}

  /// The trees that the boot page names.
  void WalkAll() {
    auto boot = std::make_unique_for_overwrite<page::PageBuffer>();
    const Status status = read_(page::kBootPage, boot->span());
    if (!status.ok()) return Note(status.error().message);
    const btree::Catalogue known = scope_.initial->known();
    const btree::Catalogue found = btree::CatalogueIn(page::ReadBoot(boot->bytes), known);
    for (const btree::IndexInfo& index : known.trees) {
      if (std::ranges::find(found.trees, index.id, &btree::IndexInfo::id) != found.trees.end()) {
        continue;
      }
      if (index.root != PageId{}) {
        Note("the boot page does not have the root of index " + std::to_string(index.id.value));
      }
      if (oracle_.RowsAt(index.id, scope_.split) > 0) {
        Note("table " + std::to_string(index.id.value) + " is missing");
      }
    }
    for (const btree::IndexInfo& index : found.trees) {
      const auto nonclustered =
          std::ranges::find(found.nonclustered, index.id,
                            [](const btree::NonclusteredIndex& entry) { return entry.info.id; });
      if (nonclustered == found.nonclustered.end()) {
        WalkTable(index);
      } else {
        WalkEntries(*nonclustered);
      }
    }
  }

  ReachedPages& reached() { return reached_; }

 private:
  void WalkTable(const btree::IndexInfo& index) {
    ExpectedTable expected(oracle_, index, scope_.split);
    rows_ = &result_.rows_compared;
    newest_.reset();
    newest_expected_.reset();
    choice_.BeginTree(index.id, {oracle_.ChangedKeys(index.id)});
    Walk(index, expected);
    if (index.id != database::kWitness) return;
    result_.witness_newest = newest_;
    result_.witness_expected = newest_expected_;
  }

  void WalkEntries(const btree::NonclusteredIndex& index) {
    ExpectedEntries expected(*scope_.initial, oracle_, index, scope_.split);
    rows_ = &result_.entries_compared;
    // A row's first entry lies in a leaf that nobody need have changed since.
    std::vector<uint64_t> former;
    if (!choice_.all()) former = InitialEntriesOfChanged(index);
    choice_.BeginTree(index.info.id, {expected.changed(), former});
    Walk(index.info, expected);
  }

  std::vector<uint64_t> InitialEntriesOfChanged(const btree::NonclusteredIndex& index) const {
    std::vector<uint64_t> entries;
    for (const uint64_t key : oracle_.ChangedKeys(index.table)) {
      const auto row = scope_.initial->Initial(index.table, key);
      if (row) entries.push_back(btree::EntryKey(index, key, row->value));
    }
    std::ranges::sort(entries);
    return entries;
  }

  void Walk(const btree::IndexInfo& index, ExpectedRows& expected) {
    index_ = &index;
    expected_ = &expected;
    is_table_ = rows_ == &result_.rows_compared;
    WalkPage(index.root, KeyRange{}, std::nullopt, 0);
  }

  bool Cancelled() const { return scope_.cancelled && scope_.cancelled(); }

  void Note(std::string problem) { NoteProblem(scope_, result_, std::move(problem)); }

  void NoteRow(std::string problem) {
    ++result_.rows_mismatched;
    Note(std::move(problem));
  }

  bool Read(PageId page, page::PageSpan into) {
    if (!reached_.Note(page, index_->id)) {
      Note("page " + ToString(page) + " lies outside the database or is reached twice");
      return false;
    }
    const Status status = read_(page, into);
    if (!status.ok()) {
      Note(status.error().message);
      return false;
    }
    ++result_.pages_compared;
    return true;
  }

  /// One for the page at each depth below the root: those above it are still in use.
  page::PageSpan BufferAt(size_t depth) {
    if (depth == buffers_.size()) {
      buffers_.push_back(std::make_unique_for_overwrite<page::PageBuffer>());
    }
    return buffers_[depth]->span();
  }

  void WalkPage(PageId id, KeyRange keys, std::optional<uint16_t> level, size_t depth) {
    if (Cancelled()) return;
    const page::PageView view(BufferAt(depth), scope_.form);
    if (!Read(id, view.bytes())) return;
    if (view.index() != index_->id || !view.IsSound() || (level && view.level() != *level)) {
      Note("page " + ToString(id) + " does not belong where index " +
           std::to_string(index_->id.value) + " points to it");
      return;
    }
    if (view.type() == page::PageType::kLeaf) {
      CompareLeaf(view, keys);
    } else if (view.type() == page::PageType::kInterior) {
      WalkChildren(view, keys, depth);
    } else {
      Note("page " + ToString(id) + " is not a page of an index");
    }
  }

  void WalkChildren(page::PageView view, KeyRange keys, size_t depth) {
    const uint16_t count = view.row_count();
    if (count == 0) Note("page " + ToString(view.id()) + " has no entries");
    const bool is_initial = choice_.IsInitial(
        view, TreePlace{.index = index_->id, .level = view.level(), .keys = keys});
    KeyRange below{.first = keys.first};
    for (uint16_t slot = 0; slot < count; ++slot) {
      const bool is_last = slot + 1 == count;
      const uint64_t next = is_last ? 0 : view.key_at(static_cast<uint16_t>(slot + 1));
      if (!is_last && (next <= below.first || next > keys.last)) {
        return Note("the entries of page " + ToString(view.id()) + " are not in order");
      }
      below.last = is_last ? keys.last : next - 1;
      const TreePlace place{
          .index = index_->id, .level = static_cast<uint16_t>(view.level() - 1), .keys = below};
      const PageId child = view.child_at(slot);
      if (index_->id == database::kWitness || choice_.Takes(child, place, is_initial)) {
        WalkPage(child, below, place.level, depth + 1);
      }
      below.first = next;
    }
  }

  void CompareLeaf(page::PageView view, KeyRange keys) {
    if (choice_.IsSampled(view.id())) ++result_.pages_sampled;
    expected_->SkipTo(keys.first);
    for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
      const Result<page::Row> row = page::DecodeRow(index_->id, view.row_at(slot));
      if (!row.ok()) {
        NoteRow(row.error().message);
      } else if (!row->ghost) {
        CompareRow(row.value(), keys, view.id());
      }
    }
    for (auto next = expected_->Peek(); next && next->key <= keys.last; next = expected_->Peek()) {
      Miss(*next);
    }
  }

  void CompareRow(const page::Row& row, KeyRange keys, PageId page) {
    ++*rows_;
    if (is_table_) newest_ = std::max(newest_.value_or(row.value), row.value);
    auto next = expected_->Peek();
    for (; next && next->key < row.key && next->key <= keys.last; next = expected_->Peek()) {
      Miss(*next);
    }
    if (!next || next->key != row.key || !keys.Has(row.key)) {
      return NoteRow(Describe(row) + " on page " + ToString(page) +
                     (keys.Has(row.key) ? " was not committed at the split"
                                        : ", which no way down the tree leads to"));
    }
    if (*next != row) {
      NoteRow(Describe(row) + " on page " + ToString(page) + " has version " +
              std::to_string(row.version) + " and value " + std::to_string(row.value) +
              ", committed at the split were " + std::to_string(next->version) + " and " +
              std::to_string(next->value));
    }
    TakeExpected(*next);
  }

  void Miss(const page::Row& row) {
    NoteRow(Describe(row) + " is missing");
    TakeExpected(row);
  }

  void TakeExpected(const page::Row& row) {
    if (is_table_) {
      ++result_.rows_expected;
      newest_expected_ = std::max(newest_expected_.value_or(row.value), row.value);
    }
    expected_->Take();
  }

  std::string Describe(const page::Row& row) const {
    return (is_table_ ? "row " : "entry ") + std::to_string(row.key) + " of index " +
           std::to_string(index_->id.value);
  }

  const PageReader& read_;
  const oracle::Oracle& oracle_;
  const VerificationScope& scope_;
  Verification& result_;
  ReachedPages reached_;
  PageChoice choice_;
  std::vector<std::unique_ptr<page::PageBuffer>> buffers_;
  const btree::IndexInfo* index_ = nullptr;
  ExpectedRows* expected_ = nullptr;
  bool is_table_ = false;
  uint64_t* rows_ = nullptr;  // where what is compared is counted
  std::optional<int64_t> newest_;
  std::optional<int64_t> newest_expected_;
};

}  // namespace

namespace {

/// By the trees that the boot page names.
tpcc::Consistency ConsistencyOf(const PageReader& read, const VerificationScope& scope) {
  auto boot = std::make_unique_for_overwrite<page::PageBuffer>();
  const Status status = read(page::kBootPage, boot->span());
  if (!status.ok()) return {.problems = {status.error().message}};
  const btree::Catalogue trees =
      btree::CatalogueIn(page::ReadBoot(boot->bytes), scope.initial->known());
  const tpcc::RangeReader rows = [&](tpcc::Table table, uint64_t first, uint64_t last,
                                     const std::function<void(const page::Row&)>& visit) {
    const auto tree = std::ranges::find(trees.trees, tpcc::IndexOf(table), &btree::IndexInfo::id);
    if (tree == trees.trees.end()) {
      return Status(Error{ErrorCode::kNotFound,
                          scope.initial->ObjectOf(tpcc::IndexOf(table)).table + " is missing"});
    }
    return ReadRows(read, scope.form, *tree, first, last, visit);
  };
  return tpcc::CheckConsistency(rows, scope.initial->warehouses());
}

}  // namespace

VerificationScope ScopeOf(const database::InitialDatabase& initial, Lsn split) {
  return {.initial = &initial, .split = split};
}

Verification Verify(const PageReader& read, const oracle::Oracle& oracle,
                    const VerificationScope& scope) {
  Verification result;
  result.sampled = scope.sample.has_value();
  TreeWalk walk(read, oracle, scope, result);
  walk.WalkAll();
  if (scope.cancelled && scope.cancelled()) return result;
  if (scope.initial->warehouses() > 0) {
    result.consistency = ConsistencyOf(read, scope);
    NoteProblem(scope, result, result.consistency->problem());
  }
  if (!result.damage.empty()) return result;  // what it led to is allocated, and was not reached
  const page::PageSet* changed = scope.sample ? scope.sample->changed : nullptr;
  const AllocationFigures allocation = CheckAllocation(read, walk.reached(), changed);
  result.pages_compared += allocation.read;
  result.pages_total = allocation.allocated;
  NoteProblem(scope, result, allocation.problem);
  if (!result.sampled && result.problem.empty() && result.pages_compared != result.pages_total) {
    result.problem = std::to_string(result.pages_total) + " pages are allocated, " +
                     std::to_string(result.pages_compared) + " were found";
  }
  return result;
}

}  // namespace snapscope::verification
