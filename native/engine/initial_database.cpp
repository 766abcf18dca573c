#include "engine/initial_database.h"

#include <algorithm>
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
  std::vector<btree::InitialIndex>& planned = plan.planned_;
  planned = {btree::PlanIndex(kWitness, kWitnessRowBytes, 0, kAccountKeyStride, 100, kWitnessPage)};
  const uint32_t first = kWitnessPage + planned[0].pages;
  const uint64_t room = uint64_t{plan.page_count_} * kInitialFillPercent / 100;
  const uint32_t fill = scenario.fill_factor_percent;
  // One leaf of rows first, to learn how many rows a leaf takes; interior pages are under 1 %.
  const btree::InitialIndex probe =
      btree::PlanIndex(kAccounts, scenario.row_bytes, 1, kAccountKeyStride, fill, first);
  const btree::InitialIndex entries = btree::PlanNonclustered(kAccounts, probe, 0, fill, first);
  // A leaf of rows takes this many pages in all, in units of a leaf of entries.
  const uint64_t share =
      entries.rows_per_leaf + uint64_t{scenario.nonclustered_indexes} * probe.rows_per_leaf;
  const uint64_t leaves =
      room > first + 8 ? (room - first) * 99 / 100 * entries.rows_per_leaf / share : 0;
  if (leaves < 8) {
    return Error{ErrorCode::kInvalid, "database.sizeMiB is " +
                                          std::to_string(scenario.data_bytes >> 20) +
                                          ": too small for a table; allowed is 1 and more"};
  }
  planned.push_back(btree::PlanIndex(kAccounts, scenario.row_bytes, leaves * probe.rows_per_leaf,
                                     kAccountKeyStride, fill, first));
  for (uint16_t column = 0; column < scenario.nonclustered_indexes; ++column) {
    const IndexId id{static_cast<uint16_t>(kFirstNonclustered + column)};
    planned.push_back(
        btree::PlanNonclustered(id, planned[kAccountsPlan], column, fill, plan.allocated_pages()));
  }
  return plan;
}

std::vector<btree::IndexInfo> InitialDatabase::indexes() const {
  std::vector<btree::IndexInfo> infos;
  for (const btree::InitialIndex& index : planned_) infos.push_back(index.info);
  std::ranges::sort(infos, {}, &btree::IndexInfo::id);
  return infos;
}

std::vector<btree::NonclusteredIndex> InitialDatabase::nonclustered() const {
  std::vector<btree::NonclusteredIndex> indexes;
  for (const btree::InitialIndex& index : planned_) {
    if (!index.column) continue;
    indexes.push_back({.info = index.info,
                       .table = kAccounts,
                       .column = *index.column,
                       .key_stride = index.key_stride});
  }
  return indexes;
}

void InitialDatabase::BuildPage(uint64_t number, page::PageSpan into) const {
  const PageId id = PageId::Of(1, static_cast<uint32_t>(number));
  page::PageView view(into);
  if (number == 0) {
    view.Format(id, page::PageType::kFileHeader, IndexId{}, 0, 0);
  } else if (number == page::kBootPage.number()) {
    view.Format(id, page::PageType::kBoot, IndexId{}, 0, 0);
    page::WriteBoot(into, Boot());
  } else {
    for (const btree::InitialIndex& index : planned_) {
      if (number < index.first_page || number >= index.first_page + index.pages) continue;
      btree::BuildInitialPage(index, static_cast<uint32_t>(number), into);
      return;
    }
    view.Format(id, page::PageType::kFree, IndexId{}, 0, 0);
  }
  page::SealPage(into);
}

page::BootRecord InitialDatabase::Boot() const {
  page::BootRecord boot;
  boot.next_page = allocated_pages();
  boot.page_count = page_count_;
  for (const btree::IndexInfo& index : indexes()) {
    boot.roots.at(boot.index_count++) = index.root.value;
  }
  return boot;
}

uint64_t InitialDatabase::Count(IndexId index) const {
  return index == kAccounts ? accounts().rows : 0;
}

uint64_t InitialDatabase::KeyAt(IndexId, uint64_t position) const {
  return (position + 1) * kAccountKeyStride;
}

std::optional<model::RowState> InitialDatabase::Initial(IndexId index, uint64_t key) const {
  if (index != kAccounts || key == 0 || key % kAccountKeyStride != 0 ||
      key / kAccountKeyStride > accounts().rows) {
    return std::nullopt;
  }
  return model::RowState{.value = btree::InitialValue(key), .version = 1, .present = true};
}

}  // namespace snapscope::engine
