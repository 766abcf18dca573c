#include <algorithm>

#include "test/btree/tree_fixture.h"

namespace snapscope::btree::btree_test {
namespace {

constexpr uint16_t kWidth = 800;  // 10 rows to a leaf

class BTreeTest : public TreeFixture {
 protected:
  static Row RowOf(uint64_t key) { return Row{.key = key, .value = 7, .version = 1}; }

  Task<void> PutMany(std::vector<uint64_t> keys, Status* status) {
    for (const uint64_t key : keys) {
      *status = co_await Put(worker_, RowOf(key));
      if (!status->ok()) co_return;
    }
  }
  Status PutAll(std::vector<uint64_t> keys) {
    Status status;
    Run(PutMany(std::move(keys), &status));
    return status;
  }
  Task<void> Ghost(uint64_t low, uint64_t high) {
    for (uint64_t key = low; key <= high; ++key) {
      Row row = RowOf(key);
      row.ghost = true;
      test::ExpectOk(co_await Overwrite(worker_, row));
    }
  }
  Task<void> ReadLast(std::optional<Row>* last) {
    auto found = co_await tree_->Last(worker_);
    EXPECT_TRUE(found.ok());
    if (found.ok()) *last = found.value();
  }
  std::optional<Row> Last() {
    std::optional<Row> last;
    Run(ReadLast(&last));
    return last;
  }
};

std::vector<uint64_t> Keys(uint64_t first, uint64_t last) {
  std::vector<uint64_t> keys;
  for (uint64_t key = first; key <= last; ++key) keys.push_back(key);
  return keys;
}

TEST_F(BTreeTest, AnEmptyTreeGrowsFromItsRoot) {
  MakeTree(64, kWidth, 0, 1000);
  EXPECT_FALSE(Last().has_value());
  ASSERT_TRUE(PutAll({5}).ok());
  EXPECT_EQ(Last()->key, 5u);
  const TreeContents contents = WalkTree();
  EXPECT_EQ(contents.rows.size(), 1u);
  EXPECT_EQ(contents.height, 0);
  EXPECT_EQ(system_.begun(), 0u);
}

TEST_F(BTreeTest, AscendingKeysLeaveFullPages) {
  MakeTree(64, kWidth, 0, 1000);
  ASSERT_TRUE(PutAll(Keys(1, 200)).ok());
  const TreeContents contents = WalkTree();
  EXPECT_EQ(contents.rows.size(), 200u);
  EXPECT_EQ(contents.leaves, 20u);
  EXPECT_EQ(Last()->key, 200u);
}

TEST_F(BTreeTest, DescendingKeysSplitInTheMiddle) {
  MakeTree(64, kWidth, 0, 1000);
  std::vector<uint64_t> keys = Keys(1, 200);
  std::reverse(keys.begin(), keys.end());
  ASSERT_TRUE(PutAll(keys).ok());
  const TreeContents contents = WalkTree();
  EXPECT_EQ(contents.rows.size(), 200u);
  EXPECT_LE(contents.leaves, 40u);
}

TEST_F(BTreeTest, InteriorPagesAndTheRootSplit) {
  MakeTree(2048, 4048, 0, 20000);  // 2 rows to a leaf
  std::vector<uint64_t> keys = Keys(1, 2500);
  for (size_t i = 0; i < keys.size(); ++i) std::swap(keys[i], keys[(i * 7919) % keys.size()]);
  ASSERT_TRUE(PutAll(keys).ok());
  const TreeContents contents = WalkTree();
  EXPECT_EQ(contents.rows.size(), 2500u);
  EXPECT_EQ(contents.height, 2);
}

TEST_F(BTreeTest, GhostsOfEndedTransactionsMakeRoomWithoutASplit) {
  MakeTree(64, kWidth, 0, 1000);
  ASSERT_TRUE(PutAll({10, 20, 30, 40, 50, 60, 70, 80, 90, 100}).ok());
  Run(Ghost(20, 20));
  Run(Ghost(50, 50));
  ended_ = [](uint64_t key) { return key != 50; };
  ASSERT_TRUE(PutAll({55}).ok());
  EXPECT_EQ(system_.begun(), 0u);
  TreeContents contents = WalkTree();
  ASSERT_EQ(contents.rows.size(), 10u);
  EXPECT_EQ(contents.rows[1].key, 30u);
  EXPECT_TRUE(contents.rows[3].ghost) << "the ghost of an open transaction stays";
  ASSERT_TRUE(PutAll({56}).ok());
  EXPECT_EQ(system_.begun(), 1u);
  contents = WalkTree();
  EXPECT_EQ(contents.rows.size(), 11u);
}

TEST_F(BTreeTest, AnInsertOverAGhostNeedsNoRoom) {
  MakeTree(64, kWidth, 0, 1000);
  ASSERT_TRUE(PutAll(Keys(1, 10)).ok());
  Run(Ghost(4, 4));
  ASSERT_TRUE(PutAll({4}).ok());
  EXPECT_EQ(system_.begun(), 0u);
  EXPECT_EQ(WalkTree().rows.size(), 10u);
}

TEST_F(BTreeTest, LastLooksBehindLeavesOfGhosts) {
  MakeTree(64, kWidth, 0, 1000);
  ASSERT_TRUE(PutAll(Keys(1, 100)).ok());
  Run(Ghost(35, 100));
  EXPECT_EQ(Last()->key, 34u);
  Run(Ghost(2, 34));
  EXPECT_EQ(Last()->key, 1u);
  Run(Ghost(1, 1));
  EXPECT_FALSE(Last().has_value());
}

TEST_F(BTreeTest, AFullDatabaseIsReportedAndTheTreeStaysWhole) {
  MakeTree(64, kWidth, 0, 3 * 8);  // maps, boot page and IAM page, one extent of the index
  test::ExpectFails(ErrorCode::kDatabaseFull, PutAll(Keys(1, 1000)), "database.sizeMiB");
  const TreeContents contents = WalkTree();
  EXPECT_EQ(contents.pages.size(), 8u);
  EXPECT_EQ(contents.rows.size(), 70u);  // seven leaves and a root
}

TEST_F(BTreeTest, AnErrorAtAnyStepOfASplitLeavesTheTreeAsItWas) {
  for (uint64_t fail_at = 0;; ++fail_at) {
    ASSERT_LT(fail_at, 40u) << "splits never ran to their end";
    MakeTree(2048, 4048, 2 * 453, 2000);  // the root is full: two splits, four of them new pages
    const uint64_t splits_before = system_.begun();
    ASSERT_TRUE(PutAll(Keys(1, 53 * 2)).ok());
    const TreeContents before = WalkTree();
    const uint64_t full_leaf_key = 600 * kStride;
    store_->armed = true;
    store_->pushed.clear();
    store_->pushes_until_error = fail_at;
    const Status status = PutAll({full_leaf_key + 1, full_leaf_key + 2, full_leaf_key + 3});
    store_->armed = false;
    const TreeContents after = WalkTree();
    const size_t added = after.rows.size() - before.rows.size();
    EXPECT_LE(added, 3u);
    EXPECT_EQ(status.ok(), added == 3);
    EXPECT_GE(system_.begun(), splits_before);
    EXPECT_TRUE(PutAll(Keys(full_leaf_key + 4, full_leaf_key + 20)).ok());
    WalkTree();
    tree_.reset();
    pool_.reset();
    if (status.ok()) break;
  }
}

TEST_F(BTreeTest, APageOfAnotherIndexIsCorruption) {
  MakeTree(64, kWidth, 100, 1000);
  BTree other(*pool_, buffer::kSource,
              {.id = IndexId{2}, .root = index_.info.root, .row_width = kWidth});
  tree_ = std::make_unique<BTree>(other);
  test::ExpectFails(ErrorCode::kCorruptPage, PutAll({5}));
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(BTreeTest, AReadErrorOnTheWayDownIsReportedAndReleasesEverything) {
  MakeTree(64, kWidth, 100, 1000);
  store_->failing_reads.insert(database_->layout().PageAt(0));
  Status status = PutAll({5});
  test::ExpectFails(ErrorCode::kIo, status);
  EXPECT_EQ(pool_->pins(), 0u);
  store_->failing_reads.clear();
  EXPECT_TRUE(PutAll({5}).ok());
  WalkTree();
}

}  // namespace
}  // namespace snapscope::btree::btree_test
