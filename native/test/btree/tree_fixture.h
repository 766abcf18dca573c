// A tree over a pool in memory, with row operations as a transaction would do them, and a walk that
// checks the invariants of btree.h.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "btree/btree.h"
#include "page/log_record.h"
#include "test/buffer/pool_fixture.h"

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

  uint64_t begun() const { return last_; }
  size_t active() const { return active_.size(); }
  uint64_t records = 0;

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
  static constexpr uint32_t kFirstPage = 2;

  /// The database: boot page, one index, free pages up to `page_count`.
  void MakeTree(uint32_t frames, uint16_t row_width, uint64_t rows, uint32_t page_count,
                uint32_t fill_factor_percent = 100) {
    index_ = PlanIndex(IndexId{1}, row_width, rows, kStride, fill_factor_percent, kFirstPage);
    const InitialIndex index = index_;
    MakePool(frames, [index, page_count](PageId page, page::PageSpan into) {
      if (page == page::kBootPage) {
        page::PageView(into).Format(page, page::PageType::kBoot, IndexId{}, 0, 0);
        page::BootRecord boot;
        boot.next_page = kFirstPage + index.pages;
        boot.page_count = page_count;
        boot.index_count = 1;
        boot.roots[0] = index.info.root.value;
        page::WriteBoot(into, boot);
        page::SealPage(into);
        return true;
      }
      if (page.number() - kFirstPage >= index.pages) return false;
      BuildInitialPage(index, page.number(), into);
      return true;
    });
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
  InitialIndex index_;
  std::unique_ptr<BTree> tree_;
  TestSystem system_;
  std::function<bool(uint64_t)> ended_ = [](uint64_t) { return true; };

 private:
  Task<void> WalkPage(TreeContents* contents, PageId id, uint64_t low, std::optional<uint64_t> high,
                      std::optional<uint16_t> level) {
    auto fetched = co_await pool_->Fetch(worker_, buffer::kSource, id, LatchMode::kShared);
    EXPECT_TRUE(fetched.ok()) << (fetched.ok() ? "" : fetched.error().message);
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

  Task<void> CheckAllocation(TreeContents* contents) {
    auto boot =
        co_await pool_->Fetch(worker_, buffer::kSource, page::kBootPage, LatchMode::kShared);
    EXPECT_TRUE(boot.ok());
    if (!boot.ok()) co_return;
    EXPECT_EQ(page::ReadBoot(boot.value().view().bytes()).next_page,
              kFirstPage + contents->pages.size());
    EXPECT_EQ(contents->pages.rbegin()->number(), kFirstPage + contents->pages.size() - 1);
  }

  std::map<uint16_t, std::vector<std::pair<PageId, PageId>>> levels_;
};

}  // namespace snapscope::btree
