#include "engine/initial_database.h"

#include <string>

namespace snapscope::engine {

namespace {
constexpr uint32_t kWitnessPage = 2;
constexpr uint16_t kWitnessRowBytes = 64;
/// Share of the file that is filled at the start; the rest is room for splits.
constexpr uint64_t kInitialFillPercent = 85;
}  // namespace

Result<InitialDatabase> InitialDatabase::Plan(const Scenario& scenario) {
  InitialDatabase plan;
  plan.page_count_ = static_cast<uint32_t>(scenario.data_bytes / page::kPageSize);
  plan.witness_ =
      btree::PlanIndex(kWitness, kWitnessRowBytes, 0, kAccountKeyStride, 100, kWitnessPage);
  const uint32_t first = kWitnessPage + plan.witness_.pages;
  const uint64_t room = uint64_t{plan.page_count_} * kInitialFillPercent / 100;
  // One leaf of rows first, to learn how many rows a leaf takes; interior pages are under 1 %.
  const btree::InitialIndex probe = btree::PlanIndex(
      kAccounts, scenario.row_bytes, 1, kAccountKeyStride, scenario.fill_factor_percent, first);
  const uint64_t leaves = room > first + 8 ? (room - first) * 99 / 100 : 0;
  if (leaves < 8) {
    return Error{ErrorCode::kInvalid, "database.sizeMiB is " +
                                          std::to_string(scenario.data_bytes >> 20) +
                                          ": too small for a table; allowed is 1 and more"};
  }
  plan.accounts_ = btree::PlanIndex(kAccounts, scenario.row_bytes, leaves * probe.rows_per_leaf,
                                    kAccountKeyStride, scenario.fill_factor_percent, first);
  return plan;
}

void InitialDatabase::BuildPage(uint64_t number, page::PageSpan into) const {
  const PageId id = PageId::Of(1, static_cast<uint32_t>(number));
  page::PageView view(into);
  if (number == 0) {
    view.Format(id, page::PageType::kFileHeader, IndexId{}, 0, 0);
  } else if (number == page::kBootPage.number()) {
    view.Format(id, page::PageType::kBoot, IndexId{}, 0, 0);
    page::BootRecord boot;
    boot.next_page = allocated_pages();
    boot.page_count = page_count_;
    boot.index_count = 2;
    boot.roots[0] = accounts_.info.root.value;
    boot.roots[1] = witness_.info.root.value;
    page::WriteBoot(into, boot);
  } else if (number >= witness_.first_page && number < witness_.first_page + witness_.pages) {
    btree::BuildInitialPage(witness_, static_cast<uint32_t>(number), into);
    return;
  } else if (number >= accounts_.first_page && number < accounts_.first_page + accounts_.pages) {
    btree::BuildInitialPage(accounts_, static_cast<uint32_t>(number), into);
    return;
  } else {
    view.Format(id, page::PageType::kFree, IndexId{}, 0, 0);
  }
  page::SealPage(into);
}

uint64_t InitialDatabase::Count(IndexId index) const {
  return index == kAccounts ? accounts_.rows : 0;
}

uint64_t InitialDatabase::KeyAt(IndexId, uint64_t position) const {
  return (position + 1) * kAccountKeyStride;
}

std::optional<model::RowState> InitialDatabase::Initial(IndexId index, uint64_t key) const {
  if (index != kAccounts || key == 0 || key % kAccountKeyStride != 0 ||
      key / kAccountKeyStride > accounts_.rows) {
    return std::nullopt;
  }
  return model::RowState{.value = btree::InitialValue(key), .version = 1, .present = true};
}

}  // namespace snapscope::engine
