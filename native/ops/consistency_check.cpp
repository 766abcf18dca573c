#include "ops/consistency_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/mutation.h"
#include "btree/page_allocator.h"
#include "btree/scan.h"
#include "page/allocation_map.h"

namespace snapscope::ops {

MUTATION(kCheckIgnoresIam, "a consistency check does not look where a chain of IAM pages leads",
         NoticedBy::kTests);
MUTATION(kCheckIgnoresOrder, "a consistency check does not look at the order of keys",
         NoticedBy::kTests);
MUTATION(kCheckIgnoresSiblings, "a consistency check does not look at links to siblings",
         NoticedBy::kTests);
MUTATION(kCheckIgnoresEntries,
         "a consistency check does not compare the entries of nonclustered indexes with the rows",
         NoticedBy::kTests);
MUTATION(kCheckIgnoresAllocation,
         "a consistency check does not compare the pages of indexes with those allocated",
         NoticedBy::kTests);

namespace {

using runtime::LatchMode;

constexpr size_t kBatchPages = 32'768;

/// A page as the level above it says that it must be.
struct Node {
  PageId page;
  uint64_t low = 0;  ///< its entry's key: the least that it may have
  uint64_t end = 0;  ///< the next entry's: the first that it may not have
  PageId right;      ///< the next page of its level; none for the last
};

constexpr uint64_t kNoEnd = UINT64_MAX;

/// The sum of these over rows and over their entries is the same in any order, if each row has its
/// entry.
uint64_t Fingerprint(uint64_t entry_key) {
  uint64_t mixed = entry_key + 0x9E37'79B9'7F4A'7C15ULL;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58'476D'1CE4'E5B9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D0'49BB'1331'11EBULL;
  return mixed ^ (mixed >> 31);
}

class Check {
 public:
  Check(Worker& worker, CheckScope scope)
      : worker_(worker),
        scope_(std::move(scope)),
        allocated_(scope_.size.pages()),
        reached_(scope_.size.pages()) {}

  Task<CheckFigures> Run() {
    const Status ended = co_await ReadAll();
    if (!ended.ok()) figures_.ended_by = ended.error();
    co_return std::move(figures_);
  }

 private:
  /// What an index has, to be compared with others when all are read.
  struct Contents {
    uint64_t rows = 0;
    uint64_t fingerprint = 0;
    bool whole = true;  ///< every page of it was read
  };

  Task<Status> ReadAll() {
    CO_TRY(co_await ReadMaps());
    for (const btree::IndexInfo& index : catalogue_.trees) CO_TRY(co_await CheckIndex(index));
    for (const btree::NonclusteredIndex& index : catalogue_.nonclustered) {
      CO_TRY(co_await CompareEntries(index));
    }
    CheckAllocation();
    co_return Status();
  }

  void Found(std::string problem) {
    ++figures_.errors;
    if (figures_.problem.empty()) figures_.problem = std::move(problem);
  }

  void NotRead(Error error) {
    Found(error.message);
    unread_ = std::move(error);
  }

  /// Which indexes there are, by the boot page: without it none can be found. What they have, by
  /// the PFS, but for extents that the build of an index keeps: nothing leads
  /// to their pages.
  Task<Status> ReadMaps() {
    std::set<page::ExtentId> building;
    CO_TRY(co_await ReadExtentsOfBuilds(building));
    for (uint32_t file = 0; file < scope_.size.files; ++file) {
      for (uint32_t first = 0; first < scope_.size.file_pages; first += page::kPfsPages) {
        CO_TRY_ASSIGN(auto pfs,
                      co_await Read(page::PfsOf(PageId::Of(page::DataFileId(file), first))));
        if (pfs.has_value()) {
          ReadPfs(pfs->view(), building);
        } else {
          maps_whole_ = false;
          continue;
        }
        co_await worker_.PayCpu();
      }
    }
    co_return Status();
  }

  void ReadPfs(const page::PageView& pfs, const std::set<page::ExtentId>& building) {
    for (uint16_t slot = 0; slot < page::kPfsPages; ++slot) {
      const PageId page = page::PageOfPfsEntry(pfs.id(), slot);
      if (!scope_.size.Has(page)) return;
      const uint8_t entry = page::MapEntry(pfs, slot);
      const bool of_index = (entry & page::kPfsAllocated) != 0 && (entry & page::kPfsIam) == 0 &&
                            page::FixedPageType(page) == page::PageType::kFree &&
                            !building.contains(page::ExtentOf(page));
      allocated_[scope_.size.PositionOf(page)] = of_index;
      if (of_index) ++allocated_count_;
    }
  }

  Task<Status> ReadExtentsOfBuilds(std::set<page::ExtentId>& extents) {
    auto boot = co_await Read(page::kBootPage);
    CO_TRY(boot);
    if (boot->has_value() && (*boot)->view().type() != page::PageType::kBoot) {
      NotRead(
          {ErrorCode::kCorruptPage, "page " + ToString(page::kBootPage) + " is not a boot page"});
      boot->reset();
    }
    if (!boot->has_value()) {
      figures_.no_index = unread_;
      figures_.no_index->message += "; without the boot page no index can be found or checked";
      maps_whole_ = false;
      co_return Status();
    }
    const page::BootRecord record = page::ReadBoot((*boot)->view().bytes());
    boot->reset();
    catalogue_ = btree::CatalogueIn(record, scope_.known);
    std::set<PageId> read;
    for (size_t index = 0; index < record.roots.size(); ++index) {
      if (record.roots[index] != 0) continue;
      CO_TRY(co_await ReadExtentsFrom(PageId{record.first_iams[index]}, read, extents));
    }
    co_return Status();
  }

  /// The extents in a chain of IAM pages.
  Task<Status> ReadExtentsFrom(PageId next, std::set<PageId>& read,
                               std::set<page::ExtentId>& extents) {
    while (next != PageId{}) {
      if (!read.insert(next).second) {
        if (Mutated(kCheckIgnoresIam)) co_return Status();
        Found("IAM page " + ToString(next) + " is reached twice");
        maps_whole_ = false;
        co_return Status();
      }
      CO_TRY_ASSIGN(auto iam, co_await Read(next));
      if (!iam.has_value()) {
        maps_whole_ = false;
        co_return Status();
      }
      const page::PageView view = iam->view();
      for (uint32_t slot = page::NextSetBit(view, 0); slot < page::kMapExtents;
           slot = page::NextSetBit(view, slot + 1)) {
        page::ExtentId extent = page::IntervalOf(view);
        extent.number += slot;
        extents.insert(extent);
      }
      next = view.right_sibling();
    }
    co_return Status();
  }

  /// The page, or nothing if it is damaged. Fails if the check cannot go on.
  Task<Result<std::optional<buffer::PageGuard>>> Read(PageId page) {
    auto fetched = co_await scope_.pool->Fetch(worker_, scope_.db, page, LatchMode::kShared);
    if (fetched.ok()) {
      ++figures_.pages;
      worker_.Charge(runtime::CpuWork::kPageVisit);
      co_return std::optional<buffer::PageGuard>(std::move(fetched).value());
    }
    const ErrorCode code = fetched.error().code;
    if (code != ErrorCode::kCorruptPage && code != ErrorCode::kIo) co_return fetched.error();
    NotRead(fetched.error());
    co_return std::optional<buffer::PageGuard>();
  }

  Task<Status> CheckIndex(btree::IndexInfo index) {
    index_ = index;
    contents_ = &of_index_[index.id];
    std::vector<Node> level{{.page = index.root, .low = 0, .end = kNoEnd, .right = PageId{}}};
    std::optional<uint16_t> height;  // of the level, once the root has told it
    while (!level.empty()) {
      std::vector<Node> below;
      std::vector<Node> leaves;
      for (const Node& node : level) {
        CO_TRY_ASSIGN(auto read, co_await ReadNode(node, height));
        if (!read.has_value()) continue;
        const page::PageView view = read->view();
        height = view.level();
        if (view.level() == 0) {
          CheckRows(view);
        } else {
          AddChildren(view, node, view.level() == 1 ? leaves : below);
        }
        read->Release();
        co_await worker_.PayCpu();
        if (leaves.size() > kBatchPages) CO_TRY(co_await CheckLeaves(leaves, true));
      }
      if (!leaves.empty()) CO_TRY(co_await CheckLeaves(leaves, false));
      if (!height || *height <= 1) break;
      *height -= 1;
      level = std::move(below);
    }
    co_return Status();
  }

  /// Reads the batch in the order of its pages. `more` follow: the last one, whose sibling is not
  /// known yet, is left for them.
  Task<Status> CheckLeaves(std::vector<Node>& leaves, bool more) {
    std::vector<Node> rest;
    if (more) {
      rest.push_back(leaves.back());
      leaves.pop_back();
    }
    std::ranges::sort(leaves, {}, &Node::page);
    size_t asked = 1;
    for (size_t i = 0; i < leaves.size(); ++i) {
      asked = std::max(asked, i + 1);
      for (; asked < std::min(i + 1 + btree::kReadAheadPages, leaves.size()); ++asked) {
        scope_.pool->Prefetch(worker_, scope_.db, leaves[asked].page);
      }
      CO_TRY_ASSIGN(auto read, co_await ReadNode(leaves[i], 0));
      if (!read.has_value()) continue;
      CheckRows(read->view());
      read->Release();
      co_await worker_.PayCpu();
    }
    leaves = std::move(rest);
    co_return Status();
  }

  /// The page, if it is what the level above says; nothing if it is damaged or in two places.
  Task<Result<std::optional<buffer::PageGuard>>> ReadNode(Node node,
                                                          std::optional<uint16_t> level) {
    const bool exists = scope_.size.Has(node.page);
    if (!exists || reached_[scope_.size.PositionOf(node.page)]) {
      contents_->whole = false;
      Found("page " + ToString(node.page) +
            (exists ? " is in two places" : " is beyond the end of the file"));
      co_return std::optional<buffer::PageGuard>();
    }
    reached_[scope_.size.PositionOf(node.page)] = true;
    auto read = co_await Read(node.page);
    CO_TRY(read);
    Tell();
    if (read->has_value() && IsWhole((*read)->view(), node, level)) co_return std::move(read);
    contents_->whole = false;
    co_return std::optional<buffer::PageGuard>();
  }

  /// Counts what is wrong with the page itself; false if its content cannot be trusted.
  bool IsWhole(const page::PageView& view, const Node& node, std::optional<uint16_t> level) {
    const bool leaf = view.type() == page::PageType::kLeaf && view.row_width() <= index_.row_width;
    const bool interior = view.type() == page::PageType::kInterior && view.row_count() > 0;
    if (!view.IsSound() || !(leaf || interior) || view.index() != index_.id ||
        (level && view.level() != *level)) {
      Found("page " + ToString(node.page) + " is not the page of index " +
            std::to_string(index_.id.value) + " that the level above says it is");
      return false;
    }
    for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
      const uint64_t key = view.key_at(slot);
      const bool in_order = slot == 0 || view.key_at(static_cast<uint16_t>(slot - 1)) < key;
      const bool in_range = key >= node.low && (node.end == kNoEnd || key < node.end);
      if ((in_order && in_range) || Mutated(kCheckIgnoresOrder)) continue;
      Found("page " + ToString(node.page) + ", slot " + std::to_string(slot) + ": key " +
            std::to_string(key) + (in_order ? " is not in the page's range" : " is out of order"));
      return false;
    }
    if (view.right_sibling() != node.right && !Mutated(kCheckIgnoresSiblings)) {
      Found("page " + ToString(node.page) + " is followed by " + ToString(node.right) +
            ", but says that it is by " + ToString(view.right_sibling()));
    }
    return true;
  }

  static void AddChildren(const page::PageView& view, const Node& parent,
                          std::vector<Node>& children) {
    for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
      const auto next = static_cast<uint16_t>(slot + 1);
      const PageId child = view.child_at(slot);
      if (!children.empty()) children.back().right = child;
      children.push_back({.page = child,
                          .low = slot == 0 ? parent.low : view.key_at(slot),
                          .end = next < view.row_count() ? view.key_at(next) : parent.end,
                          .right = PageId{}});
    }
  }

  void CheckRows(const page::PageView& leaf) {
    worker_.Charge(runtime::CpuWork::kRowChecked, leaf.row_count());
    const bool entries = std::ranges::any_of(
        catalogue_.nonclustered,
        [this](const btree::NonclusteredIndex& index) { return index.info.id == index_.id; });
    for (uint16_t slot = 0; slot < leaf.row_count(); ++slot) {
      const Result<page::Row> row = page::DecodeRow(index_.id, leaf.row_at(slot));
      if (!row.ok()) {
        contents_->whole = false;
        Found("page " + ToString(leaf.id()) + ": " + row.error().message);
      } else if (!row->ghost) {
        TakeRow(*row, entries);
      }
    }
  }

  void TakeRow(const page::Row& row, bool is_entry) {
    ++contents_->rows;
    ++(is_entry ? figures_.entries : figures_.rows);
    if (is_entry) {
      contents_->fingerprint += Fingerprint(row.key);
      return;
    }
    for (const btree::NonclusteredIndex& index : catalogue_.nonclustered) {
      if (index.table != index_.id) continue;
      expected_[index.info.id] += Fingerprint(btree::EntryKey(index, row.key, row.value));
    }
  }

  // Sums tell that all is well; only where they do not, each entry's row is looked for.
  Task<Status> CompareEntries(btree::NonclusteredIndex index) {
    const Contents& entries = of_index_[index.info.id];
    const Contents& rows = of_index_[index.table];
    if (!entries.whole || !rows.whole) co_return Status();  // what is missing has been counted
    if (Mutated(kCheckIgnoresEntries)) co_return Status();
    if (entries.rows == rows.rows && entries.fingerprint == expected_[index.info.id]) {
      co_return Status();
    }
    CO_TRY_ASSIGN(auto right, co_await CountRightEntries(index));
    const uint64_t surplus = entries.rows - right;
    const uint64_t missing = rows.rows - right;
    figures_.errors += surplus + missing;
    if (figures_.problem.empty()) {
      figures_.problem = "nonclustered index " + std::to_string(index.info.id.value) + ": " +
                         std::to_string(missing) + " rows have no entry, " +
                         std::to_string(surplus) + " entries have no row";
    }
    co_return Status();
  }

  /// Entries that are those of their rows.
  Task<Result<uint64_t>> CountRightEntries(btree::NonclusteredIndex index) {
    const auto table = std::ranges::find(catalogue_.trees, index.table, &btree::IndexInfo::id);
    btree::BTree rows(*scope_.pool, scope_.db, *table);
    btree::BTree entries(*scope_.pool, scope_.db, index.info);
    btree::Scan scan(entries);
    uint64_t right = 0;
    for (;;) {
      CO_TRY_ASSIGN(const auto stretch, co_await scan.Next(worker_));
      if (stretch.empty()) co_return right;
      for (const page::Row& entry : stretch) {
        const uint64_t key = btree::ClusteringKeyOf(entry.key);
        CO_TRY_ASSIGN(auto position, co_await rows.Find(worker_, key, LatchMode::kShared));
        if (!position.found) continue;
        const page::Row row = page::PeekRow(position.leaf.view().row_at(position.slot));
        if (!row.ghost && btree::EntryKey(index, key, row.value) == entry.key) ++right;
      }
      co_await worker_.PayCpu();
    }
  }

  /// Below a page that could not be read nothing was looked for.
  void CheckAllocation() {
    const bool whole =
        std::ranges::all_of(of_index_, [](const auto& index) { return index.second.whole; });
    if (!whole || !maps_whole_ || Mutated(kCheckIgnoresAllocation)) return;
    for (uint64_t position = 0; position < scope_.size.pages(); ++position) {
      if (reached_[position] == allocated_[position]) continue;
      Found("page " + ToString(scope_.size.At(position)) +
            (reached_[position] ? " is in use and not allocated" : " is allocated and not in use"));
    }
  }

  void Tell() {
    if (!scope_.progress || allocated_count_ == 0) return;
    scope_.progress(
        static_cast<uint32_t>(std::min<uint64_t>(figures_.pages * 1000 / allocated_count_, 1000)));
  }

  Worker& worker_;
  const CheckScope scope_;
  btree::Catalogue catalogue_;
  CheckFigures figures_;
  uint32_t allocated_count_ = 0;
  std::optional<Error> unread_;  ///< why the last page that could not be read was not
  bool maps_whole_ = true;       ///< every map was read
  std::vector<bool> allocated_;  ///< pages of indexes, by the maps
  std::vector<bool> reached_;    ///< pages of indexes, from their roots
  btree::IndexInfo index_;
  Contents* contents_ = nullptr;
  std::map<IndexId, Contents> of_index_;
  std::map<IndexId, uint64_t> expected_;  ///< fingerprint that a nonclustered index must have
};

}  // namespace

Task<CheckFigures> CheckConsistency(Worker& worker, CheckScope scope) {
  Check check(worker, std::move(scope));
  co_return co_await check.Run();
}

}  // namespace snapscope::ops
