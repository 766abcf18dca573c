// The source database before the first change: where everything lies, and every page computed from
// its number. This plan is the oracle's initial state as well.
//
// Witness index (one empty leaf), accounts index, its nonclustered indexes one after the other:
// each from an extent of its own on; or the witness and the tables of the TPC-C-style load
// (native/tpcc), of as many warehouses as there is room for. The rest of the files is free, for
// splits and rows to come. Where maps, boot page and IAM pages lie is told in
// btree/initial_pages.h.
#pragma once

#include <cstdint>
#include <optional>

#include "base/check.h"
#include "base/ids.h"
#include "base/result.h"
#include "btree/btree.h"
#include "btree/catalogue.h"
#include "btree/initial_pages.h"
#include "btree/nonclustered.h"
#include "oracle/oracle.h"
#include "page/layout.h"
#include "scenario/scenario.h"
#include "telemetry/errorlog_writer.h"

namespace snapscope::database {

inline constexpr IndexId kAccounts{1};
inline constexpr IndexId kWitness{2};
/// Nonclustered indexes of the accounts are numbered from here.
inline constexpr uint16_t kFirstNonclustered = 3;
/// Tables that statements create are numbered from here; the catalogue has room for so many.
inline constexpr uint16_t kFirstNewTable = kFirstNonclustered + btree::kMaxNonclustered;
inline constexpr uint16_t kMaxNewTables = page::BootRecord::kMaxIndexes - kFirstNewTable;
/// Initial keys lie this far apart; inserts go in between.
inline constexpr uint64_t kAccountKeyStride = 16;

class InitialDatabase final : public oracle::InitialState {
 public:
  /// kInvalid when the size does not hold a table.
  static Result<InitialDatabase> Plan(const scenario::Scenario& scenario);

  const btree::InitialPages& pages() const { return pages_; }
  void BuildPage(PageId page, page::PageSpan into,
                 page::PageForm form = page::PageForm::kFull) const {
    pages_.Build(page, into, form);
  }
  /// False for the pages that are free, for splits and new trees.
  bool IsUsed(PageId page) const { return pages_.IsUsed(page); }
  page::DatabaseSize size() const {
    return {.files = pages_.size().files, .file_pages = pages_.size().file_pages};
  }
  /// Where in a tree the page begins; nothing if it is of none.
  std::optional<btree::TreePlace> PlaceOf(PageId page) const { return pages_.PlaceOf(page); }
  /// Leaves of all trees that the database begins with, and each of them.
  uint64_t leaf_pages() const { return pages_.leaf_pages(); }
  PageId LeafAt(uint64_t number) const { return pages_.LeafAt(number); }
  /// The accounts, which the TPC-C-style load does not have.
  const btree::InitialIndex& accounts() const {
    CHECK(warehouses_ == 0, "this database has no accounts");
    return pages_.indexes()[kAccountsPlan];
  }
  /// How many the TPC-C-style load has; 0 with the accounts.
  uint32_t warehouses() const { return warehouses_; }
  /// The table that reports on a snapshot read: the accounts, or the stock of all warehouses.
  const btree::InitialIndex& reported() const;
  /// How messages name a tree.
  telemetry::ObjectRef ObjectOf(IndexId index) const;
  /// Every tree that the database may come to have. Those that it begins with have their root.
  btree::Catalogue known() const;
  /// The trees that the database begins with.
  btree::Catalogue initial() const { return btree::CatalogueIn(pages_.Boot(), known()); }
  /// Numbered from 0; below kMaxNewTables. Rows as wide as those of the accounts.
  btree::IndexInfo NewTable(uint16_t number) const;
  /// A nonclustered index of the accounts, numbered from 0; below btree::kMaxNonclustered.
  btree::NonclusteredIndex Nonclustered(uint32_t column) const;

  uint64_t Count(IndexId index) const override;
  uint64_t KeyAt(IndexId index, uint64_t position) const override;
  std::optional<oracle::RowState> Initial(IndexId index, uint64_t key) const override;

 private:
  explicit InitialDatabase(btree::InitialSize size) : pages_(size) {}

  static constexpr size_t kAccountsPlan = 1;  // the witness comes first

  static Result<InitialDatabase> PlanAccounts(const scenario::Scenario& scenario);
  static Result<InitialDatabase> PlanWarehouses(const scenario::Scenario& scenario);
  /// Lays the TPC-C-style load's tables out; returns the pages that are taken then.
  uint32_t AddTables(uint32_t warehouses, const scenario::Scenario& scenario);
  /// The index; null for one that the database does not begin with.
  const btree::InitialIndex* Find(IndexId index) const;

  btree::InitialPages pages_;
  uint32_t warehouses_ = 0;
};

}  // namespace snapscope::database
