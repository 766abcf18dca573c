#include "engine/verification.h"

#include <algorithm>
#include <array>
#include <memory>

#include "engine/allocation_check.h"

namespace snapscope::engine {

namespace {

struct alignas(4096) PageBuffer {
  std::array<std::byte, page::kPageSize> bytes;
};

class TreeWalk {
 public:
  TreeWalk(const PageReader& read, const model::Oracle& oracle, const VerificationScope& scope,
           Verification& result)
      : read_(read), oracle_(oracle), scope_(scope), result_(result), owners_(scope.size) {}

  /// The trees that the boot page names.
  void WalkAll() {
    auto boot = std::make_unique_for_overwrite<PageBuffer>();
    const Status status = read_(page::kBootPage, page::PageSpan(boot->bytes));
    if (!status.ok()) return Note(status.error().message);
    catalogue_ = btree::CatalogueIn(page::ReadBoot(boot->bytes), scope_.known);
    for (const btree::IndexInfo& index : scope_.known.trees) {
      if (index.root != PageId{} && !IsThere(index.id)) {
        Note("the boot page does not have the root of index " + std::to_string(index.id.value));
      }
      if (!IsThere(index.id) && oracle_.RowsAt(index.id, scope_.split) > 0) {
        Note("table " + std::to_string(index.id.value) + " is missing");
      }
    }
    for (const btree::IndexInfo& index : catalogue_.trees) WalkIndex(index);
  }

  /// Which index each page was reached from.
  const PageOwners& owners() const { return owners_; }

 private:
  bool IsThere(IndexId index) const {
    return std::ranges::any_of(
        catalogue_.trees, [index](const btree::IndexInfo& found) { return found.id == index; });
  }

  void WalkIndex(const btree::IndexInfo& index) {
    const auto nonclustered =
        std::ranges::find(catalogue_.nonclustered, index.id,
                          [](const btree::NonclusteredIndex& entry) { return entry.info.id; });
    if (nonclustered == catalogue_.nonclustered.end()) {
      WalkTable(index);
    } else {
      WalkEntries(*nonclustered);
    }
  }

  void WalkEntries(const btree::NonclusteredIndex& index) {
    index_ = &index.info;
    nonclustered_ = &index;
    last_entry_.reset();
    entries_ = 0;
    WalkPage(index.info.root, std::nullopt);
    nonclustered_ = nullptr;
    const uint64_t rows = oracle_.RowsAt(index.table, scope_.split);
    result_.entries_compared += entries_;
    if (entries_ == rows || Cancelled()) return;
    result_.rows_mismatched += entries_ < rows ? rows - entries_ : entries_ - rows;
    Note("nonclustered index " + std::to_string(index.info.id.value) + " has " +
         std::to_string(entries_) + " entries, its table " + std::to_string(rows) + " rows");
  }

  void WalkTable(const btree::IndexInfo& index) {
    model::Cursor expected = oracle_.Cursor(index.id, scope_.split);
    index_ = &index;
    expected_ = &expected;
    more_expected_ = expected.Next();
    newest_.reset();
    newest_expected_.reset();
    WalkPage(index.root, std::nullopt);
    while (more_expected_ && !Cancelled()) SkipExpected("is missing");
    if (index.id == scope_.witness) {
      result_.witness_newest = newest_;
      result_.witness_expected = newest_expected_;
    }
  }

  bool Cancelled() const { return scope_.cancelled && scope_.cancelled(); }

  void Note(std::string problem) {
    if (result_.problem.empty()) result_.problem = std::move(problem);
  }

  std::unique_ptr<PageBuffer> Read(PageId page) {
    if (!owners_.Note(page, index_->id)) {
      Note("page " + ToString(page) + " lies outside the database or is reached twice");
      return nullptr;
    }
    auto buffer = std::make_unique_for_overwrite<PageBuffer>();
    const Status status = read_(page, page::PageSpan(buffer->bytes));
    if (!status.ok()) {
      Note(status.error().message);
      return nullptr;
    }
    ++result_.pages_compared;
    return buffer;
  }

  void WalkPage(PageId id, std::optional<uint16_t> level) {
    if (Cancelled()) return;
    const std::unique_ptr<PageBuffer> buffer = Read(id);
    if (buffer == nullptr) return;
    page::PageView view{page::PageSpan(buffer->bytes)};
    if (view.index() != index_->id || (level && view.level() != *level)) {
      Note("page " + ToString(id) + " does not belong where index " +
           std::to_string(index_->id.value) + " points to it");
      return;
    }
    if (view.type() == page::PageType::kLeaf) {
      for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
        if (nonclustered_ == nullptr) {
          CompareRow(view.row_at(slot), id);
        } else {
          CompareEntry(view.row_at(slot), id);
        }
      }
    } else if (view.type() == page::PageType::kInterior && view.level() > 0) {
      for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
        WalkPage(view.child_at(slot), static_cast<uint16_t>(view.level() - 1));
      }
    } else {
      Note("page " + ToString(id) + " is not a page of an index");
    }
  }

  void CompareRow(ConstByteSpan bytes, PageId page) {
    const Result<page::Row> decoded = page::DecodeRow(index_->id, bytes);
    if (!decoded.ok()) {
      ++result_.rows_mismatched;
      Note(decoded.error().message);
      return;
    }
    const page::Row& row = decoded.value();
    if (row.ghost) return;
    ++result_.rows_compared;
    newest_ = std::max(newest_.value_or(row.value), row.value);
    while (more_expected_ && expected_->key() < row.key) SkipExpected("is missing");
    if (!more_expected_ || expected_->key() != row.key) {
      ++result_.rows_mismatched;
      Note("row " + Describe(row.key) + " on page " + ToString(page) +
           " was not committed at the split");
      return;
    }
    const model::RowState& state = expected_->row();
    if (state.value != row.value || state.version != row.version) {
      ++result_.rows_mismatched;
      Note("row " + Describe(row.key) + " on page " + ToString(page) + " has version " +
           std::to_string(row.version) + ", committed at the split was " +
           std::to_string(state.version));
    }
    TakeExpected();
  }

  void CompareEntry(ConstByteSpan bytes, PageId page) {
    const Result<page::Row> decoded = page::DecodeRow(index_->id, bytes);
    if (!decoded.ok()) {
      ++result_.rows_mismatched;
      Note(decoded.error().message);
      return;
    }
    const page::Row& entry = decoded.value();
    if (entry.ghost) return;
    ++entries_;
    const uint64_t key = btree::ClusteringKeyOf(entry.key);
    const auto row = oracle_.At(nonclustered_->table, key, scope_.split);
    const bool in_order = !last_entry_ || *last_entry_ < entry.key;
    last_entry_ = entry.key;
    if (in_order && row && btree::EntryKey(*nonclustered_, key, row->value) == entry.key &&
        entry == btree::EntryOf(entry.key)) {
      return;
    }
    ++result_.rows_mismatched;
    Note("entry " + Describe(entry.key) + " on page " + ToString(page) + " is not that of row " +
         std::to_string(key) + " at the split");
  }

  void SkipExpected(const char* what) {
    ++result_.rows_mismatched;
    Note("row " + Describe(expected_->key()) + " " + what);
    TakeExpected();
  }

  void TakeExpected() {
    ++result_.rows_expected;
    const int64_t value = expected_->row().value;
    newest_expected_ = std::max(newest_expected_.value_or(value), value);
    more_expected_ = expected_->Next();
  }

  std::string Describe(uint64_t key) const {
    return std::to_string(key) + " of index " + std::to_string(index_->id.value);
  }

  const PageReader& read_;
  const model::Oracle& oracle_;
  const VerificationScope& scope_;
  Verification& result_;
  PageOwners owners_;
  btree::Catalogue catalogue_;
  const btree::IndexInfo* index_ = nullptr;
  const btree::NonclusteredIndex* nonclustered_ = nullptr;  // null: a table is being walked
  std::optional<uint64_t> last_entry_;
  uint64_t entries_ = 0;
  model::Cursor* expected_ = nullptr;
  bool more_expected_ = false;
  std::optional<int64_t> newest_;
  std::optional<int64_t> newest_expected_;
};

}  // namespace

VerificationScope ScopeOf(const InitialDatabase& initial, Lsn split) {
  VerificationScope scope;
  scope.known = initial.known();
  scope.size = initial.size();
  scope.witness = kWitness;
  scope.split = split;
  return scope;
}

Verification Verify(const PageReader& read, const model::Oracle& oracle,
                    const VerificationScope& scope) {
  Verification result;
  TreeWalk walk(read, oracle, scope, result);
  walk.WalkAll();
  if (scope.cancelled && scope.cancelled()) return result;
  const AllocationFigures allocation = CheckAllocation(read, walk.owners());
  result.pages_compared += allocation.read;
  result.pages_total = allocation.allocated;
  if (result.problem.empty()) result.problem = allocation.problem;
  if (result.problem.empty() && result.pages_compared != result.pages_total) {
    result.problem = std::to_string(result.pages_total) + " pages are allocated, " +
                     std::to_string(result.pages_compared) + " were found";
  }
  return result;
}

}  // namespace snapscope::engine
