// The source database before the first change: where everything lies, and every page computed from
// its number. The same plan is the oracle's initial state.
//
//   page 0  file header      page 1  boot page      page 2  witness index (one empty leaf)
//   page 3  ...              accounts index: leaves, interior levels, root
//   then                     its nonclustered indexes, one after the other
//   beyond                   free, for splits
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "btree/btree.h"
#include "btree/nonclustered.h"
#include "engine/scenario.h"
#include "model/oracle.h"
#include "page/layout.h"

namespace snapscope::engine {

inline constexpr IndexId kAccounts{1};
inline constexpr IndexId kWitness{2};
/// Nonclustered indexes of the accounts are numbered from here.
inline constexpr uint16_t kFirstNonclustered = 3;
/// Initial keys lie this far apart; inserts go in between.
inline constexpr uint64_t kAccountKeyStride = 16;

class InitialDatabase final : public model::InitialState {
 public:
  /// kInvalid when the size does not hold a table.
  static Result<InitialDatabase> Plan(const Scenario& scenario);

  void BuildPage(uint64_t number, page::PageSpan into) const;
  uint32_t page_count() const { return page_count_; }
  uint32_t allocated_pages() const { return planned_.back().first_page + planned_.back().pages; }
  const btree::InitialIndex& accounts() const { return planned_[kAccountsPlan]; }
  /// Every tree, nonclustered indexes included.
  std::vector<btree::IndexInfo> indexes() const;
  std::vector<btree::NonclusteredIndex> nonclustered() const;

  uint64_t Count(IndexId index) const override;
  uint64_t KeyAt(IndexId index, uint64_t position) const override;
  std::optional<model::RowState> Initial(IndexId index, uint64_t key) const override;

 private:
  page::BootRecord Boot() const;

  static constexpr size_t kAccountsPlan = 1;  // the witness comes first

  uint32_t page_count_ = 0;
  std::vector<btree::InitialIndex> planned_;  // in the order of their pages
};

}  // namespace snapscope::engine
