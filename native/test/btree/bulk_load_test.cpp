#include "btree/bulk_load.h"

#include "btree/catalogue.h"
#include "btree/page_allocator.h"
#include "btree/scan.h"
#include "test/btree/tree_fixture.h"

namespace snapscope::btree::bulk_load_test {
namespace {

constexpr uint16_t kWidth = 800;  // 10 rows to a leaf

class BulkLoadTest : public TreeFixture {
 protected:
  Task<void> RebuildTask(BulkLoadOptions options, Status* status, uint64_t* freed) {
    BulkLoad load(*pool_, buffer::kSource, index_.info, system_, options);
    Scan scan(*tree_);
    for (;;) {
      auto stretch = co_await scan.Next(worker_);
      CHECK(stretch.ok(), "the tree cannot be read");
      if (stretch.value().empty()) break;
      *status = co_await load.Add(worker_, std::move(stretch).value());
      if (!status->ok()) break;
    }
    if (status->ok()) {
      auto root = co_await load.Finish(worker_);
      CHECK(root.ok(), "%s", root.ok() ? "" : root.error().message.c_str());
      unlogged_ = load.unlogged().size();
      *status = co_await SwitchTree(worker_, *pool_, buffer::kSource, index_.info,
                                    std::move(root).value(), system_);
    }
    const auto released = co_await system_.allocator().ReleaseAll(worker_, kBuildSpace);
    CHECK(released.ok(), "%s", released.ok() ? "" : released.error().message.c_str());
    *freed = released.value();
  }
  Status Rebuild(BulkLoadOptions options = {}) {
    Status status;
    Run(RebuildTask(options, &status, &freed_));
    return status;
  }
  Task<void> GhostTask(uint64_t key) {
    const Status status =
        co_await Overwrite(worker_, {.key = key, .value = 7, .version = 2, .ghost = true});
    EXPECT_TRUE(status.ok());
  }
  Task<void> PutTask(uint64_t key) {
    const Status status = co_await Put(worker_, {.key = key, .value = 7, .version = 1});
    EXPECT_TRUE(status.ok());
  }

  /// A copy of the tree as index 2, which the database does not have yet.
  Task<void> CopyTask(Status* status) {
    IndexInfo copy{.id = IndexId{2}, .root = PageId{}, .row_width = kWidth};
    BulkLoad load(*pool_, buffer::kSource, copy, system_, {});
    Scan scan(*tree_);
    for (;;) {
      auto stretch = co_await scan.Next(worker_);
      CHECK(stretch.ok(), "the tree cannot be read");
      if (stretch.value().empty()) break;
      *status = co_await load.Add(worker_, std::move(stretch).value());
      if (!status->ok()) co_return;
    }
    const auto root = co_await load.FinishNewTree(worker_);
    CHECK(root.ok(), "%s", root.ok() ? "" : root.error().message.c_str());
    copy.root = root.value();
    *status = co_await EnterTree(worker_, *pool_, buffer::kSource, copy, system_, [](Lsn) {});
    copied_pages_ = load.pages();
    const auto boot = co_await ReadBootRecord(worker_, *pool_, buffer::kSource);
    CHECK(boot.ok(), "no boot page");
    boot_ = boot.value();
  }

  Task<void> ReadTask(IndexInfo info, std::vector<Row>* rows) {
    BTree tree(*pool_, buffer::kSource, info);
    Scan scan(tree);
    for (;;) {
      const auto stretch = co_await scan.Next(worker_);
      CHECK(stretch.ok(), "the copy cannot be read");
      if (stretch.value().empty()) co_return;
      rows->insert(rows->end(), stretch.value().begin(), stretch.value().end());
    }
  }

  page::BootRecord boot_;
  uint64_t copied_pages_ = 0;
  uint64_t freed_ = 0;
  uint64_t unlogged_ = 0;
};

TEST_F(BulkLoadTest, ARebuiltTreeIsWholeAndFullAndHasNoGhosts) {
  MakeTree(1024, kWidth, 3000, 4000, 60);
  for (const uint64_t key : {1, 2, 1500}) Run(GhostTask(key * kStride));
  const TreeContents before = WalkTree();
  ASSERT_TRUE(Rebuild().ok());
  const TreeContents after = WalkTree();
  EXPECT_EQ(after.rows.size(), 2997u);
  EXPECT_EQ(after.leaves, 300u);
  EXPECT_LT(after.leaves, before.leaves);
  EXPECT_GT(freed_, before.pages.size() / 8 - 2);
  for (const PageId page : after.pages) {
    EXPECT_TRUE(page == index_.info.root || !before.pages.contains(page)) << page.number();
  }
}

TEST_F(BulkLoadTest, TheFillFactorLeavesRoomInLeaves) {
  MakeTree(1024, kWidth, 3000, 4000);
  ASSERT_TRUE(Rebuild({.fill_factor_percent = 50}).ok());
  EXPECT_EQ(WalkTree().leaves, 600u);
}

TEST_F(BulkLoadTest, SmallTreesAndEmptyOnesAreTheirRoot) {
  for (const uint64_t rows : {0, 1, 10, 11}) {
    MakeTree(64, kWidth, rows, 1000);
    ASSERT_TRUE(Rebuild().ok()) << rows;
    const TreeContents after = WalkTree();
    EXPECT_EQ(after.rows.size(), rows);
    EXPECT_EQ(after.pages.size(), rows <= 10 ? 1u : 3u) << rows;
  }
}

TEST_F(BulkLoadTest, ANewTreeIsEnteredInTheBootPageWithItsPages) {
  for (const uint64_t rows : {0, 1, 10, 11, 3000}) {
    MakeTree(1024, kWidth, rows, 4000);
    const TreeContents before = WalkTree();
    Status status;
    Run(CopyTask(&status));
    ASSERT_TRUE(status.ok()) << rows << ": " << status.error().message;
    EXPECT_EQ(boot_.index_count, 2);
    EXPECT_EQ(boot_.first_iams.at(kBuildSpace.value - 1U), 0U);
    EXPECT_NE(boot_.first_iams.at(1), 0U);
    const Catalogue known{{{index_.info}, {.id = IndexId{2}, .root = {}, .row_width = kWidth}}, {}};
    const Catalogue now = CatalogueIn(boot_, known);
    ASSERT_EQ(now.trees.size(), 2u);
    EXPECT_EQ(now.trees[0].root, index_.info.root);
    std::vector<Row> copied;
    Run(ReadTask(now.trees[1], &copied));
    EXPECT_EQ(copied, before.rows);
    EXPECT_EQ(copied_pages_, before.pages.size());
  }
}

TEST_F(BulkLoadTest, FreedPagesAreUsedAgain) {
  MakeTree(1024, kWidth, 2000, 640);  // a second copy has room, a third has not
  for (int round = 0; round < 4; ++round) {
    const Status rebuilt = Rebuild();
    ASSERT_TRUE(rebuilt.ok()) << round << ": " << rebuilt.error().message;
  }
  EXPECT_EQ(WalkTree().rows.size(), 2000u);
  Run(PutTask(7));  // and so is what is left of the root's extent
  EXPECT_EQ(WalkTree().rows.size(), 2001u);
}

TEST_F(BulkLoadTest, WithoutRoomTheOldTreeStaysAndNothingIsLost) {
  MakeTree(1024, kWidth, 3000, 500);
  const TreeContents before = WalkTree();
  test::ExpectFails(ErrorCode::kDatabaseFull, Rebuild());
  const TreeContents after = WalkTree();
  EXPECT_EQ(after.pages, before.pages);
  EXPECT_GT(freed_, 0u);
}

TEST_F(BulkLoadTest, PagesThatAreNotLoggedAreToldOf) {
  MakeTree(1024, kWidth, 3000, 4000);
  ASSERT_TRUE(Rebuild({.fill_factor_percent = 100, .logged = false}).ok());
  EXPECT_EQ(unlogged_, WalkTree().pages.size() - 1);
}

}  // namespace
}  // namespace snapscope::btree::bulk_load_test
