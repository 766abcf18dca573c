// A tree that is whole but not in its place yet takes rows and loses them; then it takes its place.
#include "btree/staged_tree.h"

#include <map>

#include "base/rng.h"
#include "btree/bulk_load.h"
#include "btree/page_allocator.h"
#include "test/btree/tree_fixture.h"

namespace snapscope::btree::staged_tree_test {
namespace {

constexpr uint16_t kWidth = 800;  // 10 rows to a leaf

/// Rows by key.
using Rows = std::map<uint64_t, Row>;

class StagedTreeTest : public TreeFixture {
 protected:
  /// Loads a tree with the first `loaded` of the table's rows, makes `changes` random ones, and
  /// lets it take its place.
  Task<void> BuildTask(uint64_t loaded, uint64_t changes, Status* status) {
    BulkLoad load(*pool_, buffer::kSource, index_.info, system_, {});
    std::vector<Row> rows;
    for (uint64_t i = 1; i <= loaded; ++i) {
      rows.push_back({.key = i * kStride, .value = 5, .version = 1});
      expected_[i * kStride] = rows.back();
    }
    *status = co_await load.Add(worker_, std::move(rows));
    if (!status->ok()) co_return;
    const auto root = co_await load.FinishNewTree(worker_);
    CHECK(root.ok(), "%s", root.ok() ? "" : root.error().message.c_str());
    IndexInfo staged = index_.info;
    staged.root = root.value();
    StagedTree tree(*pool_, buffer::kSource, staged, system_);
    Rng rng(loaded, "changes");
    for (uint64_t i = 0; i < changes && status->ok(); ++i) {
      const uint64_t key = kStride / 2 * (1 + rng.Below(4 * loaded + 4));
      if (rng.Percent(40)) {
        expected_.erase(key);
        *status = co_await tree.Remove(worker_, key);
      } else {
        const Row row{.key = key, .value = static_cast<int64_t>(i), .version = 2};
        expected_[key] = row;
        *status = co_await tree.Set(worker_, row);
      }
    }
    if (status->ok()) {
      auto image = co_await tree.TakeRoot(worker_, index_.info.root);
      CHECK(image.ok(), "%s", image.ok() ? "" : image.error().message.c_str());
      *status = co_await SwitchTree(worker_, *pool_, buffer::kSource, index_.info,
                                    std::move(image).value(), system_);
    }
    const auto released = co_await system_.allocator().ReleaseAll(worker_, kBuildSpace);
    CHECK(released.ok(), "%s", released.ok() ? "" : released.error().message.c_str());
  }

  Rows expected_;
};

// The walk proves that no page is left over, that of the staged root included.
TEST_F(StagedTreeTest, TakesItsPlaceWithTheRowsThatItWasGiven) {
  for (const uint64_t loaded : {0, 1, 10, 11, 200, 2000}) {
    expected_.clear();
    MakeTree(2048, kWidth, 50, 4000);
    Status status;
    Run(BuildTask(loaded, 10 + 2 * loaded, &status));
    ASSERT_TRUE(status.ok()) << loaded << ": " << status.error().message;
    const TreeContents after = WalkTree();
    Rows found;
    for (const Row& row : after.rows) found[row.key] = row;
    EXPECT_EQ(found, expected_) << loaded;
    EXPECT_EQ(after.rows.size(), expected_.size()) << loaded << ": it has ghosts";
  }
}

TEST_F(StagedTreeTest, LeavesTheTreeThatIsInPlaceWhenThereIsNoRoomForARow) {
  MakeTree(2048, kWidth, 1000, 250);
  const TreeContents before = WalkTree();
  Status status;
  Run(BuildTask(700, 20'000, &status));
  test::ExpectFails(ErrorCode::kDatabaseFull, status);
  const TreeContents after = WalkTree();
  EXPECT_EQ(after.pages, before.pages);
  EXPECT_EQ(after.rows, before.rows);
}

}  // namespace
}  // namespace snapscope::btree::staged_tree_test
