#include "database/initial_database.h"

#include <algorithm>
#include <string>

#include "page/page_compression.h"
#include "tpcc/initial_rows.h"
#include "tpcc/shape_generated.h"
#include "tpcc/tables.h"

namespace snapscope::database {

namespace {
constexpr uint16_t kWitnessRowBytes = 64;
constexpr uint64_t kMinLeaves = 8;
/// A transaction draws distinct rows: there must be several times as many as it takes.
constexpr uint64_t kMinRows = 64;

/// Leaves whose rows are encoded to learn how wide those of a compressed table are.
constexpr uint64_t kSampledLeaves = 64;

/// How wide a row is in a leaf. A compressed table begins with leaves of as many rows as have room
/// in each of a sample of them: all are alike, so that each page can be computed from its number.
uint16_t LeafWidthOf(const scenario::Scenario& scenario, uint64_t leaves) {
  const uint16_t width = scenario.row_bytes;
  if (!scenario.is_compressed) return width;
  constexpr size_t kCandidates = page::RowsThatFit(page::kRowHeaderSize);
  page::PageCompression compression(page::ColumnsOf(scenario.content, width), width);
  std::vector<std::byte> rows(kCandidates * width);
  size_t fewest = kCandidates;
  for (uint64_t sample = 0; sample < kSampledLeaves; ++sample) {
    const uint64_t first = sample * leaves / kSampledLeaves * page::RowsThatFit(width);
    for (size_t i = 0; i < kCandidates; ++i) {
      const uint64_t key = (first + i + 1) * kAccountKeyStride;
      const page::Row row{
          .key = key, .value = btree::InitialValue(key), .version = 1, .content = scenario.content};
      page::EncodeRow(kAccounts, row, ByteSpan(rows).subspan(i * width, width));
    }
    fewest = std::min(fewest, compression.RowsThatFit(rows, fewest));
  }
  constexpr size_t kRoom = page::kPageSize - page::kHeaderSize;
  return std::min(width, static_cast<uint16_t>(kRoom / (fewest + 1) + 1));
}

btree::InitialSize SizeOf(const scenario::Scenario& scenario, uint32_t indexes) {
  const uint64_t file_extents = scenario.data_bytes / page::kExtentBytes / scenario.data_files;
  return {.files = scenario.data_files,
          .file_pages = static_cast<uint32_t>(file_extents * page::kPagesPerExtent),
          .indexes = static_cast<uint16_t>(indexes)};
}

}  // namespace

Result<InitialDatabase> InitialDatabase::Plan(const scenario::Scenario& scenario) {
  const bool has_accounts = scenario.profile != scenario::Profile::kTpcc;
  return has_accounts ? PlanAccounts(scenario) : PlanWarehouses(scenario);
}

Result<InitialDatabase> InitialDatabase::PlanAccounts(const scenario::Scenario& scenario) {
  InitialDatabase plan(SizeOf(scenario, 2U + scenario.nonclustered_indexes));
  btree::InitialPages& pages = plan.pages_;
  const btree::InitialLayout layout = pages.layout();
  pages.Add(btree::PlanIndex(kWitness, kWitnessRowBytes, 0, kAccountKeyStride, 100, layout, 0));
  const uint32_t first = pages.next_page();
  const uint64_t room = uint64_t{pages.capacity()} * scenario.filled_percent / 100;
  const uint32_t fill = scenario.is_compressed ? 100 : scenario.fill_factor_percent;
  const uint16_t leaf_width = LeafWidthOf(scenario, room);
  // One leaf of rows first, to learn how many rows a leaf takes; interior pages are under 1 %.
  const btree::InitialIndex probe =
      btree::PlanIndex(kAccounts, leaf_width, 1, kAccountKeyStride, fill, layout, first);
  const btree::InitialIndex entries = btree::PlanNonclustered(kAccounts, probe, 0, fill, first);
  // A leaf of rows takes this many pages in all, in units of a leaf of entries.
  const uint64_t share =
      entries.rows_per_leaf + uint64_t{scenario.nonclustered_indexes} * probe.rows_per_leaf;
  // Each tree ends within an extent.
  const uint64_t taken =
      first + uint64_t{page::kPagesPerExtent} * (1 + scenario.nonclustered_indexes);
  const uint64_t leaves =
      room > taken ? (room - taken) * 99 / 100 * entries.rows_per_leaf / share : 0;
  const uint64_t rows = leaves * probe.rows_per_leaf;
  if (leaves < kMinLeaves || rows < kMinRows) {
    return Error{ErrorCode::kInvalid,
                 "database.sizeMiB is " + std::to_string(scenario.data_bytes >> 20) +
                     ": too small for a table with " +
                     std::to_string(scenario.nonclustered_indexes) + " nonclustered indexes in " +
                     std::to_string(scenario.data_files) + " data files that are " +
                     std::to_string(scenario.filled_percent) + " % full, which would have " +
                     std::to_string(rows) + " rows in " + std::to_string(leaves) +
                     " pages; allowed: what gives at least " + std::to_string(kMinRows) +
                     " rows in " + std::to_string(kMinLeaves) +
                     " pages (larger files, or more of database.filledPercent)"};
  }
  btree::InitialIndex accounts =
      btree::PlanIndex(kAccounts, leaf_width, rows, kAccountKeyStride, fill, layout, first);
  accounts.info.row_width = scenario.row_bytes;
  accounts.info.content = scenario.content;
  pages.Add(accounts);
  for (uint16_t column = 0; column < scenario.nonclustered_indexes; ++column) {
    const IndexId id{static_cast<uint16_t>(kFirstNonclustered + column)};
    pages.Add(btree::PlanNonclustered(id, plan.accounts(), column, fill, pages.next_page()));
  }
  return plan;
}

uint32_t InitialDatabase::AddTables(uint32_t warehouses, const scenario::Scenario& scenario) {
  const btree::InitialLayout layout = pages_.layout();
  pages_.Add(btree::PlanIndex(kWitness, kWitnessRowBytes, 0, kAccountKeyStride, 100, layout, 0));
  for (uint32_t place = 0; place < tpcc::kTableCount; ++place) {
    const auto table = static_cast<tpcc::Table>(place);
    btree::InitialIndex planned = btree::PlanTable(
        tpcc::IndexOf(table), tpcc::kTables[place].row_bytes, tpcc::RowsOf(table, warehouses),
        tpcc::ContentsOf(table), scenario.fill_factor_percent, layout, pages_.next_page());
    planned.info.content = scenario.content;
    pages_.Add(planned);
  }
  warehouses_ = warehouses;
  return pages_.next_page();
}

Result<InitialDatabase> InitialDatabase::PlanWarehouses(const scenario::Scenario& scenario) {
  static_assert(tpcc::IndexOf(tpcc::Table::kDistrict).value > kWitness.value);
  const btree::InitialSize size = SizeOf(scenario, 1 + tpcc::kTableCount);
  const auto pages_of = [&](uint32_t warehouses) {
    return InitialDatabase(size).AddTables(warehouses, scenario);
  };
  const uint64_t room =
      uint64_t{InitialDatabase(size).pages_.capacity()} * scenario.filled_percent / 100;
  // A warehouse has no fewer pages than its stock would have in full ones.
  const uint64_t most = room * page::kPageSize / (uint64_t{tpcc::kItems} * 320);
  uint32_t fits = 0;
  for (uint64_t past = most + 1; past - fits > 1;) {
    const auto middle = static_cast<uint32_t>((fits + past) / 2);
    if (pages_of(middle) <= room) {
      fits = middle;
    } else {
      past = middle;
    }
  }
  if (fits == 0) {
    const uint64_t pages = pages_of(1);
    return Error{ErrorCode::kInvalid,
                 "database.sizeMiB is " + std::to_string(scenario.data_bytes >> 20) +
                     ": too small for one warehouse of the TPC-C-style load, whose tables take " +
                     std::to_string(pages) + " pages where database.fillFactorPercent is " +
                     std::to_string(scenario.fill_factor_percent) + ", of the " +
                     std::to_string(room) + " that database.filledPercent, " +
                     std::to_string(scenario.filled_percent) +
                     " %, gives them; allowed: files of at least " +
                     std::to_string((pages * 100 / scenario.filled_percent >> 7) + 2) +
                     " MiB, or more of database.filledPercent"};
  }
  InitialDatabase plan(size);
  plan.AddTables(fits, scenario);
  return plan;
}

const btree::InitialIndex* InitialDatabase::Find(IndexId index) const {
  for (const btree::InitialIndex& one : pages_.indexes()) {
    if (one.info.id == index) return &one;
  }
  return nullptr;
}

const btree::InitialIndex& InitialDatabase::reported() const {
  if (warehouses_ == 0) return accounts();
  return *Find(tpcc::IndexOf(tpcc::Table::kStock));
}

telemetry::ObjectRef InitialDatabase::ObjectOf(IndexId index) const {
  if (index == kWitness) return {"dbo.witness", "PK_witness"};
  if (warehouses_ > 0) return tpcc::ObjectOf(index);
  if (index == kAccounts) return {"dbo.accounts", "PK_accounts"};
  return {"dbo.accounts", "IX_accounts_" + std::to_string(index.value - kFirstNonclustered + 1)};
}

btree::NonclusteredIndex InitialDatabase::Nonclustered(uint32_t column) const {
  return {.info = {.id = IndexId{static_cast<uint16_t>(kFirstNonclustered + column)},
                   .root = PageId{},
                   .row_width = btree::kEntryBytes},
          .table = kAccounts,
          .column = column,
          .key_stride = accounts().key_stride};
}

btree::IndexInfo InitialDatabase::NewTable(uint16_t number) const {
  return {.id = IndexId{static_cast<uint16_t>(kFirstNewTable + number)},
          .root = PageId{},
          .row_width = accounts().info.row_width,
          .content = accounts().info.content};
}

btree::Catalogue InitialDatabase::known() const {
  const page::BootRecord boot = pages_.Boot();
  btree::Catalogue known;
  for (const btree::InitialIndex& index : pages_.indexes()) {
    if (!index.column) known.trees.push_back(index.info);
  }
  std::ranges::sort(known.trees, {}, &btree::IndexInfo::id);
  if (warehouses_ > 0) return known;
  for (uint32_t column = 0; column < btree::kMaxNonclustered; ++column) {
    btree::NonclusteredIndex index = Nonclustered(column);
    index.info.root = PageId{boot.roots.at(index.info.id.value - 1U)};
    known.trees.push_back(index.info);
    known.nonclustered.push_back(index);
  }
  for (uint16_t number = 0; number < kMaxNewTables; ++number) {
    known.trees.push_back(NewTable(number));
  }
  return known;
}

uint64_t InitialDatabase::Count(IndexId index) const {
  const btree::InitialIndex* found = Find(index);
  return found == nullptr || found->column ? 0 : found->rows;
}

uint64_t InitialDatabase::KeyAt(IndexId index, uint64_t position) const {
  if (warehouses_ > 0) return Find(index)->contents->key_at(position);
  return (position + 1) * kAccountKeyStride;
}

namespace {

std::optional<oracle::RowState> InitialOfTable(const btree::InitialIndex* table, uint64_t key) {
  if (table == nullptr || !table->contents) return std::nullopt;
  const std::optional<uint64_t> position = table->contents->position_of(key);
  if (!position || *position >= table->rows) return std::nullopt;
  return oracle::RowState{
      .value = table->contents->value_at(*position), .version = 1, .present = true};
}

}  // namespace

std::optional<oracle::RowState> InitialDatabase::Initial(IndexId index, uint64_t key) const {
  if (warehouses_ > 0) return InitialOfTable(Find(index), key);
  if (index != kAccounts || key == 0 || key % kAccountKeyStride != 0 ||
      key / kAccountKeyStride > accounts().rows) {
    return std::nullopt;
  }
  return oracle::RowState{.value = btree::InitialValue(key), .version = 1, .present = true};
}

}  // namespace snapscope::database
