// A tree over a pool in memory, with row operations as a transaction would do them, and a walk that
// checks the invariants of btree.h.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "btree/btree.h"
#include "btree/initial_pages.h"
#include "btree/page_allocator.h"
#include "page/log_record.h"
#include "test/buffer/pool_fixture.h"
#include "test/support/outcomes.h"

namespace snapscope::btree {

using page::Row;

/// Counts system transactions.
class TestSystem final : public SystemTransactions {
 public:
  TxnId BeginSystem() override {
    active_.emplace(++last_, Lsn{});
    return TxnId{last_};
  }
  void NoteSystemRecord(TxnId txn, Lsn lsn) override {
    ASSERT_TRUE(active_.contains(txn.value));
    ASSERT_LE(active_[txn.value], lsn);
    active_[txn.value] = lsn;
    ++records;
  }
  void EndSystem(TxnId txn) override { EXPECT_EQ(active_.erase(txn.value), 1u); }

  PageAllocator& allocator() override { return *pages; }

  uint64_t begun() const { return last_; }
  size_t active() const { return active_.size(); }
  uint64_t records = 0;
  std::unique_ptr<PageAllocator> pages;

 private:
  uint64_t last_ = 0;
  std::map<uint64_t, Lsn> active_;
};

/// What a walk over a whole tree found.
struct TreeContents {
  std::vector<Row> rows;
  std::set<PageId> pages;
  uint16_t height = 0;
  uint32_t leaves = 0;
};

class TreeFixture : public buffer::PoolFixture {
 protected:
  /// The database: maps, boot page, one index, free pages up to `page_count` rounded up to extents.
  void MakeTree(uint32_t frames, uint16_t row_width, uint64_t rows, uint32_t page_count,
                uint32_t fill_factor_percent = 100) {
    database_.emplace(InitialSize{.file_pages = (page_count + 7) / 8 * 8, .indexes = 1});
    index_ = PlanIndex(IndexId{1}, row_width, rows, kStride, fill_factor_percent,
                       database_->layout(), 0);
    database_->Add(index_);
    MakePool(frames, [initial = *database_](PageId page, page::PageSpan into) {
      initial.Build(page, into);
      return true;
    });
    system_.pages = std::make_unique<PageAllocator>(*pool_, buffer::kSource, system_);
    tree_ = std::make_unique<BTree>(*pool_, buffer::kSource, index_.info);
  }

  Task<Status> Apply(Worker& worker, LeafPosition& position, Row row) {
    page::LogRecord record;
    record.type = position.found ? page::RecordType::kUpdateRow : page::RecordType::kInsertRow;
    record.index = index_.info.id;
    record.txn = TxnId{1'000'000};
    record.page = position.leaf.id();
    record.slot = position.slot;
    if (position.found) {
      const ByteSpan before = position.leaf.view().row_at(position.slot);
      record.before.assign(before.begin(), before.end());
    }
    record.after.resize(index_.info.row_width);
    page::EncodeRow(index_.info.id, row, record.after);
    const auto changed = co_await pool_->Change(worker, position.leaf, std::move(record));
    CO_TRY(changed);
    co_return Status();
  }

  /// Inserts or overwrites.
  Task<Status> Put(Worker& worker, Row row) {
    auto position = co_await tree_->FindForInsert(worker, row.key, system_, ended_);
    CO_TRY(position);
    co_return co_await Apply(worker, position.value(), row);
  }

  /// Overwrites a row that is there.
  Task<Status> Overwrite(Worker& worker, Row row) {
    auto position = co_await tree_->Find(worker, row.key, LatchMode::kExclusive);
    CO_TRY(position);
    if (!position.value().found) co_return Error{ErrorCode::kNotFound, std::to_string(row.key)};
    co_return co_await Apply(worker, position.value(), row);
  }

  Task<Result<std::optional<Row>>> Get(Worker& worker, uint64_t key) {
    auto position = co_await tree_->Find(worker, key, LatchMode::kShared);
    CO_TRY(position);
    if (!position.value().found) co_return std::optional<Row>();
    const auto row =
        page::DecodeRow(index_.info.id, position.value().leaf.view().row_at(position.value().slot));
    CO_TRY(row);
    co_return std::optional<Row>(row.value());
  }

  /// Walks the whole tree and checks every invariant; call when nothing else runs.
  TreeContents WalkTree() {
    TreeContents contents;
    levels_.clear();
    Run(WalkPage(&contents, index_.info.root, 0, std::nullopt, std::nullopt));
    for (const auto& [level, chain] : levels_) {
      for (size_t i = 0; i < chain.size(); ++i) {
        const PageId expected = i + 1 < chain.size() ? chain[i + 1].first : PageId{};
        EXPECT_EQ(chain[i].second, expected) << "sibling of page " << chain[i].first.number();
      }
    }
    Run(CheckAllocation(&contents));
    EXPECT_EQ(pool_->pins(), 0u);
    EXPECT_EQ(system_.active(), 0u);
    return contents;
  }

  static constexpr uint64_t kStride = 1000;
  std::optional<InitialPages> database_;
  InitialIndex index_;
  std::unique_ptr<BTree> tree_;
  TestSystem system_;
  std::function<bool(uint64_t)> ended_ = [](uint64_t) { return true; };

 private:
  Task<void> WalkPage(TreeContents* contents, PageId id, uint64_t low, std::optional<uint64_t> high,
                      std::optional<uint16_t> level) {
    auto fetched = co_await pool_->Fetch(worker_, buffer::kSource, id, LatchMode::kShared);
    test::ExpectOk(fetched);
    if (!fetched.ok()) co_return;
    const PageGuard guard = std::move(fetched).value();
    const page::PageView view = guard.view();
    EXPECT_TRUE(contents->pages.insert(id).second) << "page " << id.number() << " reached twice";
    EXPECT_TRUE(view.IsSound());
    EXPECT_EQ(view.id(), id);
    EXPECT_EQ(view.index(), index_.info.id);
    EXPECT_EQ(view.level(), level.value_or(view.level()));
    contents->height = std::max(contents->height, view.level());
    levels_[view.level()].push_back({id, view.right_sibling()});
    for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
      const uint64_t key = view.key_at(slot);
      EXPECT_GE(key, low);
      EXPECT_TRUE(!high || key < *high) << key;
      EXPECT_TRUE(slot == 0 || key > view.key_at(static_cast<uint16_t>(slot - 1))) << key;
      if (view.level() == 0) {
        const auto row = page::DecodeRow(index_.info.id, view.row_at(slot));
        EXPECT_TRUE(row.ok());
        if (row.ok()) contents->rows.push_back(row.value());
        continue;
      }
      std::optional<uint64_t> bound = high;
      if (slot + 1 < view.row_count()) bound = view.key_at(static_cast<uint16_t>(slot + 1));
      co_await WalkPage(contents, view.child_at(slot), key, bound,
                        static_cast<uint16_t>(view.level() - 1));
    }
    if (view.level() == 0) {
      ++contents->leaves;
    } else {
      EXPECT_GT(view.row_count(), 0);
      EXPECT_LE(view.row_count() == 0 ? 0 : view.key_at(0), low);
    }
  }

  /// The maps call those pages allocated that the tree reaches, in extents of the tree.
  Task<void> CheckAllocation(TreeContents* contents) {
    const PageId iam = co_await FirstIam();
    for (uint32_t number = 0; number < database_->size().file_pages; ++number) {
      const PageId page = PageId::Of(1, number);
      const page::ExtentId extent = page::ExtentOf(page);
      const uint8_t byte = co_await EntryOf(page::PfsOf(page), page::PfsSlot(page));
      EXPECT_EQ(byte == page::kPfsAllocated, contents->pages.contains(page)) << number;
      if (!contents->pages.contains(page)) continue;
      EXPECT_EQ(co_await EntryOf(page::GamOf(extent), page::MapSlot(extent)), 0) << number;
      EXPECT_EQ(co_await EntryOf(iam, page::MapSlot(extent)), 1) << number;
    }
  }

  Task<uint8_t> EntryOf(PageId map, uint16_t slot) {
    auto fetched = co_await pool_->Fetch(worker_, buffer::kSource, map, LatchMode::kShared);
    EXPECT_TRUE(fetched.ok());
    co_return fetched.ok() ? page::MapEntry(fetched.value().view(), slot) : uint8_t{0};
  }

  /// The only one, in a database below 4 GB.
  Task<PageId> FirstIam() {
    auto boot =
        co_await pool_->Fetch(worker_, buffer::kSource, page::kBootPage, LatchMode::kShared);
    EXPECT_TRUE(boot.ok());
    if (!boot.ok()) co_return PageId{};
    co_return PageId{page::ReadBoot(boot.value().view().bytes()).first_iams[0]};
  }
  std::map<uint16_t, std::vector<std::pair<PageId, PageId>>> levels_;
};

}  // namespace snapscope::btree
