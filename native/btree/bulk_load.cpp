#include "btree/bulk_load.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/check.h"
#include "btree/catalogue.h"
#include "btree/system_change.h"
#include "page/log_record.h"

namespace snapscope::btree {

using page::LogRecord;
using page::RecordType;

namespace {
/// The most that a page can have: their headers alone.
constexpr size_t kMostRows = page::RowsThatFit(page::kRowHeaderSize);
}  // namespace

BulkLoad::BulkLoad(BufferPool& pool, DbId db, IndexInfo info, SystemTransactions& system,
                   BulkLoadOptions options)
    : pool_(pool), db_(db), info_(info), system_(system), options_(options) {
  AddLevel();
}

void BulkLoad::AddLevel() {
  Level level;
  const bool leaf = levels_.empty();
  level.width = leaf ? info_.row_width : page::kInteriorEntrySize;
  const uint32_t full = page::RowsThatFit(level.width);
  level.limit =
      leaf ? static_cast<uint16_t>(std::max<uint32_t>(1, full * options_.fill_factor_percent / 100))
           : kInitialFanout;
  levels_.push_back(std::move(level));
}

Task<Status> BulkLoad::Add(Worker& worker, std::vector<page::Row> rows) {
  if (options_.compressed) {
    pending_.insert(pending_.end(), rows.begin(), rows.end());
    co_return co_await WriteCompressed(worker, /*is_end=*/false);
  }
  for (const page::Row& row : rows) {
    if (levels_[0].count == levels_[0].limit) CO_TRY(co_await BeginPage(worker, 0, row.key));
    Append(levels_[0], row);
    ++rows_;
  }
  co_return Status();
}

void BulkLoad::Append(Level& leaf, const page::Row& row) const {
  const size_t at = leaf.rows.size();
  leaf.rows.resize(at + leaf.width);
  page::EncodeRow(info_.id, row, ByteSpan(leaf.rows).subspan(at));
  ++leaf.count;
}

size_t BulkLoad::RowsOfNextLeaf() {
  const size_t as_ever = std::min<size_t>(page::RowsThatFit(info_.row_width), pending_.size());
  if (!compression_) {
    compression_.emplace(page::ColumnsOf(pending_.front().content, info_.row_width),
                         info_.row_width);
  }
  std::vector<std::byte> rows(std::min(kMostRows, pending_.size()) * info_.row_width);
  for (size_t i = 0; i * info_.row_width < rows.size(); ++i) {
    page::EncodeRow(info_.id, pending_[i],
                    ByteSpan(rows).subspan(i * info_.row_width, info_.row_width));
  }
  rows_of_last_ = compression_->RowsThatFit(rows, rows_of_last_);
  return std::max(as_ever, rows_of_last_);
}

Task<Status> BulkLoad::WriteCompressed(Worker& worker, bool is_end) {
  while (pending_.size() > (is_end ? 0 : kMostRows)) {
    const size_t count = RowsOfNextLeaf();
    if (levels_[0].count > 0) CO_TRY(co_await BeginPage(worker, 0, pending_.front().key));
    Level& leaf = levels_[0];
    const auto width = static_cast<uint16_t>((page::kPageSize - page::kHeaderSize) / count);
    leaf.width = std::min(info_.row_width, width);
    for (size_t i = 0; i < count; ++i) Append(leaf, pending_[i]);
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<ptrdiff_t>(count));
    rows_ += count;
  }
  co_return Status();
}

Task<Status> BulkLoad::AddEntry(Worker& worker, size_t level, uint64_t key, PageId child) {
  if (level == levels_.size()) AddLevel();
  if (levels_[level].count == levels_[level].limit) CO_TRY(co_await BeginPage(worker, level, key));
  const std::vector<std::byte> entry = page::EncodeEntry(key, child);
  Level& interior = levels_[level];
  interior.rows.insert(interior.rows.end(), entry.begin(), entry.end());
  ++interior.count;
  co_return Status();
}

Task<Status> BulkLoad::BeginPage(Worker& worker, size_t level, uint64_t key) {
  if (levels_[level].page.id == PageId{}) {
    CO_TRY_ASSIGN(const auto first, co_await Take(worker));
    levels_[level].page = first;
    CO_TRY(co_await AddEntry(worker, level + 1, 0, first.id));
  }
  CO_TRY_ASSIGN(const auto next, co_await Take(worker));
  CO_TRY(co_await Write(worker, level, next.id));
  levels_[level].page = next;
  levels_[level].count = 0;
  levels_[level].rows.clear();
  co_return co_await AddEntry(worker, level + 1, key, next.id);
}

std::vector<std::byte> BulkLoad::ImageOfLevel(size_t level, PageId id, PageId right_sibling) const {
  alignas(8) std::array<std::byte, page::kPageSize> bytes;
  page::PageView view(bytes);
  view.Format(id, level == 0 ? page::PageType::kLeaf : page::PageType::kInterior, info_.id,
              static_cast<uint16_t>(level), levels_[level].width);
  view.set_right_sibling(right_sibling);
  if (levels_[level].count > 0) view.AppendRows(levels_[level].rows);
  return page::ImageOf(view);
}

Task<Status> BulkLoad::Write(Worker& worker, size_t level, PageId right_sibling) {
  const NewPage page = levels_[level].page;
  LogRecord record;
  record.type = RecordType::kFormatPage;
  record.index = info_.id;
  record.page = page.id;
  record.after = ImageOfLevel(level, page.id, right_sibling);
  CO_TRY_ASSIGN(auto fetched, co_await pool_.FetchForFormat(worker, db_, page.id));
  ++pages_;
  if (!options_.logged) {
    CO_TRY_ASSIGN(const auto formatted,
                  co_await pool_.FormatUnlogged(worker, fetched, record, page.allocated));
    if (formatted) {
      unlogged_.push_back(page.id);
      co_return Status();
    }
  }
  CO_TRY(co_await pool_.Change(worker, fetched, std::move(record)));
  co_return Status();
}

Task<Status> BulkLoad::FinishBelowRoot(Worker& worker) {
  CO_TRY(co_await WriteCompressed(worker, /*is_end=*/true));
  for (size_t level = 0; level + 1 < levels_.size(); ++level) {
    CO_TRY(co_await Write(worker, level, PageId{}));
  }
  CHECK(levels_.back().page.id == PageId{}, "a root with siblings");
  co_return Status();
}

Task<Result<std::vector<std::byte>>> BulkLoad::Finish(Worker& worker) {
  CO_TRY(co_await FinishBelowRoot(worker));
  CO_TRY(co_await ReleaseUnused(worker));
  co_return ImageOfLevel(levels_.size() - 1, info_.root, PageId{});
}

Task<Result<PageId>> BulkLoad::FinishNewTree(Worker& worker) {
  CO_TRY(co_await FinishBelowRoot(worker));
  CO_TRY_ASSIGN(const auto root, co_await Take(worker));
  levels_.back().page = root;
  CO_TRY(co_await Write(worker, levels_.size() - 1, PageId{}));
  CO_TRY(co_await ReleaseUnused(worker));
  co_return root.id;
}

Task<Result<BulkLoad::NewPage>> BulkLoad::Take(Worker& worker) {
  if (taken_.empty()) CO_TRY(co_await TakeExtent(worker));
  const NewPage page = taken_.front();
  taken_.pop_front();
  co_return page;
}

// Allocates as many pages as an extent has, in one transaction.
Task<Status> BulkLoad::TakeExtent(Worker& worker) {
  SystemChange change(pool_, db_, options_.space, system_);
  CO_TRY(co_await change.Begin(worker));
  for (uint32_t i = 0; i < page::kPagesPerExtent; ++i) {
    const auto page = co_await system_.allocator().Take(worker, change);
    if (!page.ok()) {
      taken_.clear();
      co_return co_await change.Undo(worker, page.error());
    }
    taken_.push_back({page.value(), Lsn{}});
  }
  for (NewPage& page : taken_) page.allocated = change.last();
  change.Commit();
  co_return Status();
}

Task<Status> BulkLoad::ReleaseUnused(Worker& worker) {
  if (taken_.empty()) co_return Status();
  SystemChange change(pool_, db_, options_.space, system_);
  CO_TRY(co_await change.Begin(worker));
  for (const NewPage& page : taken_) {
    const Status released = co_await system_.allocator().Release(worker, change, page.id);
    if (!released.ok()) co_return co_await change.Undo(worker, released.error());
  }
  change.Commit();
  taken_.clear();
  co_return Status();
}

namespace {

/// What a switch changes, latched EX to its end: root, IAM pages, boot page.
struct Switched {
  PageGuard root;
  std::deque<PageGuard> iams;
  PageGuard boot;
};

LogRecord ReplaceRecord(page::PageView page, std::vector<std::byte> after) {
  LogRecord record;
  record.type = RecordType::kReplacePage;
  record.before = page::ImageOf(page);
  record.after = std::move(after);
  return record;
}

/// A chain of IAM pages that changes hands.
struct Chain {
  PageId first;
  IndexId owner;  ///< from now on
  /// The extent of a root that stays where it is: the index has it from now on, and nobody else.
  std::optional<page::ExtentId> root;
};

std::vector<std::byte> IamImageOf(page::PageView iam, const Chain& chain) {
  alignas(8) std::array<std::byte, page::kPageSize> bytes;
  std::copy(iam.bytes().begin(), iam.bytes().end(), bytes.begin());
  page::PageView view(bytes);
  view.set_index(chain.owner);
  if (chain.root && page::IntervalOf(view) == page::IntervalOf(*chain.root)) {
    page::SetMapEntry(view, page::MapSlot(*chain.root), chain.owner == kBuildSpace ? 0 : 1);
  }
  return page::ImageOf(view);
}

PageId FirstIam(const page::BootRecord& boot, IndexId index) {
  return PageId{boot.first_iams.at(index.value - 1U)};
}

// All objects live in the caller's frame, which awaits this.
Task<Status> GiveIams(Worker& worker, BufferPool& pool, DbId db, SystemChange& change,
                      Switched& pages, Chain chain) {
  for (PageId next = chain.first; next != PageId{};) {
    CO_TRY_ASSIGN(auto fetched, co_await pool.Fetch(worker, db, next, LatchMode::kExclusive));
    pages.iams.push_back(std::move(fetched));
    const page::PageView view = pages.iams.back().view();
    if (view.type() != page::PageType::kIam) {
      co_return Error{ErrorCode::kCorruptPage, "page " + ToString(next) + " is not an IAM page"};
    }
    next = view.right_sibling();
    CO_TRY(co_await change.Apply(worker, &pages.iams.back(),
                                 ReplaceRecord(view, IamImageOf(view, chain))));
  }
  co_return Status();
}

enum class Pages : uint8_t { kOfBuildSpace, kOwn };

/// Enters the root of the index in the boot page, `info.root` from now on, none for one that goes;
/// what kBuildSpace has changes places with what the index has, unless its pages are its own.
Task<Status> ChangeBoot(Worker& worker, BufferPool& pool, DbId db, IndexInfo info, Pages owner,
                        SystemChange& change, Switched& pages) {
  CO_TRY_ASSIGN(pages.boot,
                co_await pool.Fetch(worker, db, page::kBootPage, LatchMode::kExclusive));
  const size_t index = info.id.value - 1U;
  const page::BootRecord before = page::ReadBoot(pages.boot.view().bytes());
  page::BootRecord after = before;
  if (owner == Pages::kOfBuildSpace) {
    std::swap(after.first_iams.at(index), after.first_iams.at(kBuildSpace.value - 1U));
  }
  if (before.roots.at(index) == 0) ++after.index_count;
  if (info.root == PageId{}) --after.index_count;
  after.roots.at(index) = info.root.value;
  LogRecord record;
  record.type = RecordType::kBootChange;
  record.before = page::EncodeBoot(before);
  record.after = page::EncodeBoot(after);
  co_return co_await change.Apply(worker, &pages.boot, std::move(record));
}

// The root stays with its index, and so does its extent; its neighbours go.
Task<Status> ReleaseNeighbours(Worker& worker, PageId root, SystemChange& change,
                               SystemTransactions& system) {
  const page::ExtentId extent = page::ExtentOf(root);
  for (uint32_t i = 0; i < page::kPagesPerExtent; ++i) {
    if (extent.page(i) == root) continue;
    CO_TRY(co_await system.allocator().Release(worker, change, extent.page(i)));
  }
  co_return Status();
}

Task<Status> Switch(Worker& worker, BufferPool& pool, DbId db, IndexInfo info,
                    std::vector<std::byte> root_image, SystemTransactions& system,
                    SystemChange& change, Switched& pages) {
  CO_TRY_ASSIGN(pages.root, co_await pool.Fetch(worker, db, info.root, LatchMode::kExclusive));
  CO_TRY(co_await change.Apply(worker, &pages.root,
                               ReplaceRecord(pages.root.view(), std::move(root_image))));
  CO_TRY(co_await ReleaseNeighbours(worker, info.root, change, system));
  // Nobody else gets extents for either of the two: their chains stay as they are.
  CO_TRY_ASSIGN(const auto chains, co_await ReadBootRecord(worker, pool, db));
  const page::ExtentId extent = page::ExtentOf(info.root);
  const Chain given{FirstIam(chains, info.id), kBuildSpace, extent};
  const Chain taken{FirstIam(chains, kBuildSpace), info.id, extent};
  CO_TRY(co_await GiveIams(worker, pool, db, change, pages, given));
  CO_TRY(co_await GiveIams(worker, pool, db, change, pages, taken));
  co_return co_await ChangeBoot(worker, pool, db, info, Pages::kOfBuildSpace, change, pages);
}

Task<Status> Enter(Worker& worker, BufferPool& pool, DbId db, IndexInfo info, SystemChange& change,
                   Switched& pages) {
  CO_TRY_ASSIGN(const auto chains, co_await ReadBootRecord(worker, pool, db));
  const Chain taken{FirstIam(chains, kBuildSpace), info.id, std::nullopt};
  CO_TRY(co_await GiveIams(worker, pool, db, change, pages, taken));
  co_return co_await ChangeBoot(worker, pool, db, info, Pages::kOfBuildSpace, change, pages);
}

}  // namespace

Task<Status> SwitchTree(Worker& worker, BufferPool& pool, DbId db, IndexInfo info,
                        std::vector<std::byte> root_image, SystemTransactions& system) {
  CO_TRY(co_await system.allocator().EnsureIam(worker, kBuildSpace, page::ExtentOf(info.root)));
  Switched pages;
  SystemChange change(pool, db, info.id, system);
  CO_TRY(co_await change.Begin(worker));
  const Status switched =
      co_await Switch(worker, pool, db, info, std::move(root_image), system, change, pages);
  if (!switched.ok()) co_return co_await change.Undo(worker, switched.error());
  change.Commit();
  for (PageGuard& iam : pages.iams) system.allocator().TellOwner(iam.view());
  system.allocator().Forget(info.id);
  system.allocator().Forget(kBuildSpace);
  co_return Status();
}

Task<Status> EnterTree(Worker& worker, BufferPool& pool, DbId db, IndexInfo info,
                       SystemTransactions& system, std::function<void(Lsn)> on_commit) {
  Switched pages;
  SystemChange change(pool, db, info.id, system);
  CO_TRY(co_await change.Begin(worker));
  const Status entered = co_await Enter(worker, pool, db, info, change, pages);
  if (!entered.ok()) co_return co_await change.Undo(worker, entered.error());
  const Lsn committed = change.Commit();
  on_commit(committed);
  for (PageGuard& iam : pages.iams) system.allocator().TellOwner(iam.view());
  system.allocator().Forget(info.id);
  system.allocator().Forget(kBuildSpace);
  co_return Status();
}

Task<Status> EnterRoot(Worker& worker, BufferPool& pool, DbId db, IndexInfo info,
                       SystemTransactions& system, std::function<void(Lsn)> on_commit) {
  Switched pages;
  SystemChange change(pool, db, info.id, system);
  CO_TRY(co_await change.Begin(worker));
  const Status entered = co_await ChangeBoot(worker, pool, db, info, Pages::kOwn, change, pages);
  if (!entered.ok()) co_return co_await change.Undo(worker, entered.error());
  on_commit(change.Commit(worker.Now()));
  co_return Status();
}

Task<Status> RemoveRoot(Worker& worker, BufferPool& pool, DbId db, IndexInfo info,
                        SystemTransactions& system, std::function<void(Lsn)> on_commit) {
  info.root = PageId{};
  return EnterRoot(worker, pool, db, info, system, std::move(on_commit));
}

}  // namespace snapscope::btree
