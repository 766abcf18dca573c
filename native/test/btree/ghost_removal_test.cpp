// Leaves that have nothing but ghosts leave the tree.
#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "test/btree/tree_fixture.h"

namespace snapscope::btree::ghost_removal_test {
namespace {

constexpr uint16_t kWidth = 800;  // 10 rows to a leaf

class GhostRemovalTest : public TreeFixture {
 protected:
  static Row RowOf(uint64_t key, bool ghost) {
    return Row{.key = key, .value = 7, .version = 1, .ghost = ghost};
  }
  Task<void> PutRows(uint64_t first, uint64_t last, bool ghost) {
    for (uint64_t key = first; key <= last; ++key) {
      const Status status = co_await Put(worker_, RowOf(key, ghost));
      EXPECT_TRUE(status.ok()) << status.error().message;
    }
  }
  /// Cleans the leaf of each of the keys.
  Task<void> CleanLeaves(uint64_t first, uint64_t last, CleanedLeaf* sum) {
    for (uint64_t key = first; key <= last; ++key) {
      const auto cleaned = co_await tree_->CleanLeaf(worker_, key, system_, ended_);
      test::ExpectOk(cleaned);
      if (!cleaned.ok()) co_return;
      sum->rows_purged += cleaned.value().rows_purged;
      sum->has_ghosts = sum->has_ghosts || cleaned.value().has_ghosts;
      extents_freed_ += cleaned.value().freed_extent ? 1 : 0;
    }
  }
  Task<void> CleanOne(uint64_t key, CleanedLeaf* done, Status* status) {
    const auto cleaned = co_await tree_->CleanLeaf(worker_, key, system_, ended_);
    if (cleaned.ok()) {
      *done = cleaned.value();
    } else {
      *status = cleaned.error();
    }
  }
  CleanedLeaf Clean(uint64_t first, uint64_t last) {
    CleanedLeaf sum;
    Run(CleanLeaves(first, last, &sum));
    return sum;
  }
  Task<void> Look(uint64_t key, std::optional<Row>* row) {
    auto found = co_await Get(worker_, key);
    EXPECT_TRUE(found.ok());
    if (found.ok()) *row = found.value();
  }
  std::optional<Row> Read(uint64_t key) {
    std::optional<Row> row;
    Run(Look(key, &row));
    return row;
  }

  uint64_t extents_freed_ = 0;
};

TEST_F(GhostRemovalTest, EmptiedLeavesLeaveTheTreeAndTheirExtentsAreFree) {
  MakeTree(256, kWidth, 0, 1000);
  Run(PutRows(1, 400, false));
  ASSERT_EQ(WalkTree().leaves, 40U);
  Run(PutRows(101, 300, true));
  const CleanedLeaf cleaned = Clean(101, 300);
  EXPECT_EQ(cleaned.rows_purged, 200U);
  EXPECT_FALSE(cleaned.has_ghosts);
  EXPECT_GE(extents_freed_, 1U) << "20 pages in a row";
  const TreeContents contents = WalkTree();
  EXPECT_EQ(contents.leaves, 20U);
  EXPECT_EQ(contents.rows.size(), 200U);
  EXPECT_EQ(Read(100)->key, 100U);
  EXPECT_FALSE(Read(200));
  EXPECT_EQ(Read(301)->key, 301U);

  Run(PutRows(101, 300, false));  // what was free is taken again
  EXPECT_EQ(WalkTree().rows.size(), 400U);
}

TEST_F(GhostRemovalTest, TheFirstLeafBelowAParentAndTheLastOneStayRight) {
  MakeTree(256, kWidth, 0, 1000);
  Run(PutRows(1, 400, false));
  Run(PutRows(1, 400, true));
  EXPECT_EQ(Clean(1, 400).rows_purged, 400U);
  const TreeContents contents = WalkTree();
  EXPECT_EQ(contents.leaves, 1U);
  EXPECT_TRUE(contents.rows.empty());
  Run(PutRows(1, 50, false));
  EXPECT_EQ(WalkTree().rows.size(), 50U);
}

TEST_F(GhostRemovalTest, AGhostThatMayNotGoKeepsItsLeaf) {
  MakeTree(256, kWidth, 0, 1000);
  Run(PutRows(1, 100, false));
  Run(PutRows(31, 50, true));
  ended_ = [](uint64_t key) { return key != 45; };
  const CleanedLeaf cleaned = Clean(31, 50);
  EXPECT_EQ(cleaned.rows_purged, 19U);
  EXPECT_TRUE(cleaned.has_ghosts);
  EXPECT_TRUE(Read(45)->ghost);
  EXPECT_EQ(WalkTree().leaves, 9U);
}

TEST_F(GhostRemovalTest, ARootThatIsTheOnlyLeafStays) {
  MakeTree(256, kWidth, 0, 1000);
  Run(PutRows(1, 5, false));
  Run(PutRows(1, 5, true));
  EXPECT_EQ(Clean(1, 1).rows_purged, 5U);
  EXPECT_EQ(WalkTree().leaves, 1U);
}

TEST_F(GhostRemovalTest, AnErrorAtAnyStepLeavesTheTreeAsItWas) {
  for (uint64_t fail_at = 0;; ++fail_at) {
    ASSERT_LT(fail_at, 20U) << "the removal never ran to its end";
    MakeTree(256, kWidth, 0, 1000);
    Run(PutRows(1, 100, false));
    Run(PutRows(41, 50, true));
    store_->armed = true;
    store_->pushed.clear();
    store_->pushes_until_error = fail_at;
    CleanedLeaf cleaned;
    Status status;
    Run(CleanOne(45, &cleaned, &status));
    store_->armed = false;
    const TreeContents contents = WalkTree();
    EXPECT_EQ(contents.leaves, cleaned.removed ? 9U : 10U);
    tree_.reset();
    pool_.reset();
    if (!status.ok()) continue;
    EXPECT_TRUE(cleaned.removed);
    EXPECT_GE(fail_at, 4U) << "leaf, parent, left sibling and PFS page are pushed";
    break;
  }
}

TEST_F(GhostRemovalTest, SplitsTellOfTheGhostsThatTheyMove) {
  MakeTree(256, kWidth, 0, 1000);
  Run(PutRows(1, 10, false));
  std::map<PageId, uint64_t> noted;
  tree_->SetGhostCallback([&noted](PageId page, uint64_t key) { noted[page] = key; });
  Run(PutRows(9, 9, true));
  ended_ = [](uint64_t) { return false; };
  Run(PutRows(11, 11, false));
  ASSERT_EQ(noted.size(), 1U) << "the root's rows are in another page now";
  EXPECT_EQ(noted.begin()->second, 9U);
  EXPECT_NE(noted.begin()->first, index_.info.root);
}

TEST_F(GhostRemovalTest, ASplitTellsOfTheGhostsOfBothHalves) {
  MakeTree(256, kWidth, 0, 1000);
  for (uint64_t key = 10; key <= 110; key += 10) Run(PutRows(key, key, false));
  Run(PutRows(20, 20, true));
  Run(PutRows(90, 90, true));
  std::map<PageId, uint64_t> noted;
  tree_->SetGhostCallback([&noted](PageId page, uint64_t key) { noted[page] = key; });
  ended_ = [](uint64_t) { return false; };
  Run(PutRows(55, 55, false));  // the leaf of 10 to 100 is full
  std::vector<uint64_t> keys;
  for (const auto& [page, key] : noted) keys.push_back(key);
  std::ranges::sort(keys);
  EXPECT_EQ(keys, (std::vector<uint64_t>{20, 90}));
}

}  // namespace
}  // namespace snapscope::btree::ghost_removal_test
