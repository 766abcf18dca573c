#include "btree/scan.h"

#include "test/btree/tree_fixture.h"

namespace snapscope::btree::scan_test {
namespace {

constexpr uint16_t kWidth = 800;  // 10 rows to a leaf
constexpr uint64_t kRows = 2000;

class ScanTest : public TreeFixture {
 protected:
  static Row RowOf(uint64_t key) { return Row{.key = key, .value = 7, .version = 1}; }

  /// Reads all; after each stretch inserts beside the rows that the scan has just seen and comes to
  /// next, which splits leaves on both sides of it.
  Task<void> ScanAll(bool disturbed, std::vector<uint64_t>* keys) {
    Scan scan(*tree_);
    for (;;) {
      auto stretch = co_await scan.Next(worker_);
      EXPECT_TRUE(stretch.ok());
      if (!stretch.ok() || stretch.value().empty()) co_return;
      for (const Row& row : stretch.value()) keys->push_back(row.key);
      // Between the initial rows before and behind the last one seen; the end is left alone.
      const uint64_t last = keys->back() / kStride * kStride;
      if (!disturbed || last >= (kRows - 1) * kStride) continue;
      ++disturbances_;
      for (uint64_t i = 1; i <= kInserted; ++i) {
        const Status behind = co_await Put(worker_, RowOf(last - i));
        const Status ahead = co_await Put(worker_, RowOf(last + kStride + i));
        EXPECT_TRUE(behind.ok() && ahead.ok());
      }
    }
  }

  Task<void> ScanBetween(uint64_t first, uint64_t last, std::vector<uint64_t>* keys,
                         std::vector<uint64_t>* asked) {
    Scan scan(*tree_, first, last);
    for (;;) {
      const auto stretch = co_await scan.NextUnlocked(worker_, 3, [asked](uint64_t key) {
        asked->push_back(key);
        return false;
      });
      EXPECT_TRUE(stretch.ok());
      if (!stretch.ok() || stretch->empty()) co_return;
      for (const Row& row : stretch->rows) keys->push_back(row.key);
    }
  }

  Task<void> ReadAhead(uint64_t key, uint32_t leaves) {
    const Status status = co_await tree_->PrefetchLeaves(worker_, key, leaves);
    EXPECT_TRUE(status.ok());
  }
  std::vector<uint64_t> LeavesInMemory() const {
    std::vector<uint64_t> leaves;
    for (uint64_t leaf = 0; leaf < database_->leaf_pages(); ++leaf) {
      if (pool_->Cached(buffer::kSource, database_->LeafAt(leaf))) leaves.push_back(leaf);
    }
    return leaves;
  }

  static constexpr uint64_t kInserted = 12;
  uint64_t disturbances_ = 0;

  Task<void> Ghost(uint64_t key) {
    Row row = RowOf(key);
    row.ghost = true;
    test::ExpectOk(co_await Overwrite(worker_, row));
  }
};

TEST_F(ScanTest, ReadsEveryLiveRowOnceInKeyOrder) {
  MakeTree(256, kWidth, kRows, 4000);
  Run(Ghost(5 * kStride));
  Run(Ghost(kRows * kStride));
  std::vector<uint64_t> keys;
  Run(ScanAll(false, &keys));
  ASSERT_EQ(keys.size(), kRows - 2);
  EXPECT_EQ(keys[3], 4 * kStride);
  EXPECT_EQ(keys[4], 6 * kStride);
  EXPECT_TRUE(std::ranges::is_sorted(keys));
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(ScanTest, EndsAtItsLastKeyAndAsksForNoLockBehindIt) {
  MakeTree(64, kWidth, 100, 400);
  std::vector<uint64_t> keys;
  std::vector<uint64_t> asked;
  Run(ScanBetween(35 * kStride, 42 * kStride + 1, &keys, &asked));
  std::vector<uint64_t> expected;
  for (uint64_t row = 35; row <= 42; ++row) expected.push_back(row * kStride);
  EXPECT_EQ(keys, expected);
  EXPECT_EQ(asked, expected);
}

TEST_F(ScanTest, AnEmptyTreeHasNone) {
  MakeTree(64, kWidth, 0, 100);
  std::vector<uint64_t> keys;
  Run(ScanAll(false, &keys));
  EXPECT_TRUE(keys.empty());
}

TEST_F(ScanTest, GoesOnByKeyWhereTheTreeHasSplitMeanwhile) {
  MakeTree(1024, kWidth, kRows, 4000);
  std::vector<uint64_t> keys;
  Run(ScanAll(true, &keys));
  EXPECT_TRUE(std::ranges::is_sorted(keys));
  uint64_t initial = 0;
  uint64_t ahead = 0;
  for (const uint64_t key : keys) (key % kStride == 0 ? initial : ahead) += 1;
  EXPECT_EQ(initial, kRows);
  EXPECT_GT(disturbances_, 3u);
  EXPECT_EQ(ahead, disturbances_ * kInserted) << "all of what was inserted ahead, nothing behind";
  WalkTree();
}

TEST_F(ScanTest, AsManyLeavesAsWantedAreReadAheadAndTheLastOneToo) {
  MakeTree(64, kWidth, 200, 400);
  ASSERT_EQ(database_->leaf_pages(), 20U);
  Run(ReadAhead(25 * kStride, 3));
  EXPECT_EQ(LeavesInMemory(), (std::vector<uint64_t>{2, 3, 4}));
  Run(ReadAhead(185 * kStride, 16));
  EXPECT_EQ(LeavesInMemory(), (std::vector<uint64_t>{2, 3, 4, 18, 19}));
}

}  // namespace
}  // namespace snapscope::btree::scan_test
