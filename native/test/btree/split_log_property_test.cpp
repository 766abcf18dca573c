// What splits, and the removal of empty leaves, leave in the log: redo of it gives the same pages,
// and after a crash at any record the physical undo of what was in flight gives a whole tree.
#include <algorithm>

#include "base/rng.h"
#include "test/btree/tree_fixture.h"

namespace snapscope::btree::split_log_property_test {
namespace {

using buffer::PageImage;
using page::LogRecord;
using page::PageView;
using page::RecordType;
using Records = std::vector<std::pair<Lsn, LogRecord>>;

/// The pages of a database as redo and undo make them, apart from pool and tree.
class Replica {
 public:
  Replica(const InitialIndex& index, buffer::MemoryStore* store) : index_(index), store_(store) {}

  void Apply(const LogRecord& record, Lsn lsn) {
    PageView view(PageOf(record.page));
    const Status applied = page::Redo(record, view);
    ASSERT_TRUE(applied.ok()) << applied.error().message;
    view.set_lsn(lsn);
  }

  PageImage& PageOf(PageId id) {
    const auto [found, is_new] = pages_.try_emplace(id);
    if (is_new && !store_->Initial(id, found->second)) found->second.fill(std::byte{0});
    return found->second;
  }

  /// Undoes a system transaction whose newest record is `last`, as recovery does.
  void Undo(const Records& log, Lsn last) {
    for (Lsn at = last; !at.IsNone();) {
      const auto found = std::lower_bound(
          log.begin(), log.end(), at, [](const auto& entry, Lsn lsn) { return entry.first < lsn; });
      ASSERT_TRUE(found != log.end() && found->first == at);
      if (found->second.IsCompensation()) {
        at = found->second.undo_next;
        continue;
      }
      Apply(page::PhysicalInverse(found->second), last);
      at = found->second.previous;
    }
  }

  /// Counts pages and rows below `id`; every row must lie where a search finds it.
  void Walk(PageId id, uint64_t low, std::optional<uint64_t> high, std::set<PageId>* pages,
            std::set<uint64_t>* keys) {
    ASSERT_TRUE(pages->insert(id).second) << "page " << id.number() << " is reached twice";
    const PageView view(PageOf(id));
    ASSERT_TRUE(view.IsSound() && view.id() == id && view.index() == index_.info.id);
    for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
      const uint64_t key = view.key_at(slot);
      ASSERT_TRUE(key >= low && (!high || key < *high)) << key << " on page " << id.number();
      if (view.level() == 0) {
        keys->insert(key);
        continue;
      }
      const auto next = static_cast<uint16_t>(slot + 1);
      Walk(view.child_at(slot), key, next < view.row_count() ? view.key_at(next) : high, pages,
           keys);
    }
  }

  void ExpectWhole(const std::set<uint64_t>& keys) {
    std::set<PageId> pages;
    std::set<uint64_t> found;
    Walk(index_.info.root, 0, std::nullopt, &pages, &found);
    EXPECT_EQ(found, keys);
    std::set<PageId> allocated;
    const PageId pfs = page::PfsOf(index_.info.root);
    for (uint16_t slot = 0; slot < page::kPfsPages; ++slot) {
      if (page::MapEntry(PageView(PageOf(pfs)), slot) == page::kPfsAllocated) {
        allocated.insert(page::PageOfPfsEntry(pfs, slot));
      }
    }
    EXPECT_EQ(allocated, pages);
  }

 private:
  const InitialIndex& index_;
  buffer::MemoryStore* store_;
  std::map<PageId, PageImage> pages_;
};

class SplitLogPropertyTest : public TreeFixture, public ::testing::WithParamInterface<uint64_t> {
 protected:
  Task<void> Session(uint64_t session, uint64_t count) {
    Worker worker(cpu_, &telemetry_, "session");
    co_await worker.Start();
    Rng rng(GetParam(), "session " + std::to_string(++sessions_));
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t random_key = rng.Below(kRows * kStride / 4);
      const uint64_t key = rng.Percent(25) ? kRows * kStride / 4 + i : random_key;
      const Row row{.key = key * 4 + session, .value = 1, .version = 1, .ghost = rng.Percent(10)};
      const Status status = co_await Put(worker, row);
      if (!status.ok()) ++failed_;
      if (i % 3 == 2) {
        const Status emptied = co_await EmptyALeaf(worker, rng.Below(kRows / 4));
        if (!emptied.ok()) ++failed_;
      }
      co_await worker.PayCpu();
    }
    co_await worker.End();
  }

  /// Makes ghosts of four rows, which were one leaf in the beginning, and cleans it.
  Task<Status> EmptyALeaf(Worker& worker, uint64_t leaf) {
    for (uint64_t row = leaf * 4 + 1; row <= leaf * 4 + 4; ++row) {
      CO_TRY(
          co_await Put(worker, Row{.key = row * kStride, .value = 1, .version = 2, .ghost = true}));
    }
    const auto cleaned =
        co_await tree_->CleanLeaf(worker, (leaf * 4 + 1) * kStride, system_, ended_);
    CO_TRY(cleaned);
    removed_ += cleaned.value().removed ? 1 : 0;
    co_return Status();
  }

  /// Splits of every kind, some of which fail and are taken back.
  Records MakeLogOfSplits() {
    MakeTree(1024, 2000, kRows, 8000);
    MakeLog();
    for (uint64_t round = 0; round < 3; ++round) {
      // One session alone, whose first split fails at its second, third or fourth record.
      store_->pushed.clear();
      store_->armed = true;
      store_->pushes_until_error = 1 + round % 3;
      Run(Session(round % 4, 2));
      store_->armed = false;
      for (uint64_t session = 0; session < 4; ++session) {
        executor_.Spawn("session", Session(session, 6));
      }
      executor_.Run();
    }
    return ReadLog();
  }

  Task<void> CompareWithPool(Replica* replica, const std::set<PageId>* pages) {
    for (const PageId id : *pages) {
      auto fetched = co_await pool_->Fetch(worker_, buffer::kSource, id, LatchMode::kShared);
      EXPECT_TRUE(fetched.ok());
      if (!fetched.ok()) co_return;
      const page::PageSpan in_pool = fetched.value().view().bytes();
      const PageImage& redone = replica->PageOf(id);
      EXPECT_TRUE(std::equal(in_pool.begin() + 8, in_pool.end(), redone.begin() + 8))
          << "page " << id.number();
    }
  }

  static constexpr uint64_t kRows = 4 * 503;  // 503 full leaves: the root has room for three more
  uint64_t failed_ = 0;
  uint64_t removed_ = 0;
  uint64_t sessions_ = 0;
};

TEST_P(SplitLogPropertyTest, RedoOfTheLogGivesTheSamePages) {
  const Records log = MakeLogOfSplits();
  EXPECT_GT(failed_, 0u);
  EXPECT_GT(removed_, 5u);
  Replica replica(index_, store_.get());
  for (const auto& [lsn, record] : log) {
    if (record.ChangesPage()) replica.Apply(record, lsn);
  }
  TreeContents contents = WalkTree();
  EXPECT_EQ(contents.height, 2);
  for (const uint32_t map : {1, 2, 3, 8, 9}) contents.pages.insert(PageId::Of(1, map));
  Run(CompareWithPool(&replica, &contents.pages));
}

TEST_P(SplitLogPropertyTest, RecordsOfASplitAreChainedAndEnded) {
  std::map<uint64_t, Lsn> open;
  uint64_t aborted = 0;
  for (const auto& [lsn, record] : MakeLogOfSplits()) {
    if (!record.IsSystem()) continue;
    const auto known = open.find(record.txn.value);
    EXPECT_EQ(record.previous, known == open.end() ? Lsn{} : known->second);
    EXPECT_EQ(record.index, index_.info.id);
    open[record.txn.value] = lsn;
    if (record.type == RecordType::kAbort) ++aborted;
    if (!record.ChangesPage()) open.erase(record.txn.value);
  }
  EXPECT_TRUE(open.empty());
  EXPECT_GT(aborted, 0u);
}

TEST_P(SplitLogPropertyTest, UndoAfterACrashAtAnyRecordGivesAWholeTree) {
  const Records log = MakeLogOfSplits();
  Replica replica(index_, store_.get());
  std::set<uint64_t> keys;
  for (uint64_t i = 1; i <= kRows; ++i) keys.insert(i * kStride);
  std::map<uint64_t, Lsn> open;
  uint64_t crashes = 0;
  for (const auto& [lsn, record] : log) {
    if (record.type == RecordType::kInsertRow) keys.insert(page::PeekRow(record.after).key);
    if (record.type == RecordType::kPurgeRows) {
      for (size_t at = 0; at < record.before.size(); at += index_.info.row_width) {
        keys.erase(page::PeekRow(ConstByteSpan(record.before).subspan(at)).key);
      }
    }
    if (record.ChangesPage()) replica.Apply(record, lsn);
    if (!record.IsSystem()) continue;
    if (!record.ChangesPage()) {
      open.erase(record.txn.value);
      continue;
    }
    open[record.txn.value] = lsn;
    Replica crashed = replica;
    for (const auto& [txn, last] : open) crashed.Undo(log, last);
    crashed.ExpectWhole(keys);
    ASSERT_FALSE(HasFailure()) << "crash after " << ToString(lsn) << ", " << ToString(record.type);
    ++crashes;
  }
  EXPECT_GT(crashes, 100u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SplitLogPropertyTest, ::testing::Range<uint64_t>(1, 4));

}  // namespace
}  // namespace snapscope::btree::split_log_property_test
