#include "ops/consistency_check.h"

#include "test/btree/tree_fixture.h"

namespace snapscope::ops::consistency_check_test {
namespace {

class CheckTest : public btree::TreeFixture {
 protected:
  Task<void> CheckInto(CheckFigures* figures) {
    CheckScope scope;
    scope.pool = pool_.get();
    scope.db = buffer::kSource;
    scope.size = {.files = 1, .file_pages = database_->size().file_pages};
    scope.known.trees = {index_.info};
    *figures = co_await CheckConsistency(worker_, std::move(scope));
  }
  CheckFigures Check() {
    MakeTree(256, 800, 100, 200);
    store_->failing_reads = failing_;
    CheckFigures figures;
    Run(CheckInto(&figures));
    return figures;
  }
  std::set<PageId> failing_;
};

TEST_F(CheckTest, OfASoundDatabaseFindsNothing) {
  const CheckFigures figures = Check();
  EXPECT_EQ(figures.errors, 0U) << figures.problem;
  EXPECT_EQ(figures.rows, 100U);
  EXPECT_FALSE(figures.no_index);
}

TEST_F(CheckTest, WithoutTheBootPageSaysThatNoIndexWasChecked) {
  failing_ = {page::kBootPage};
  const CheckFigures figures = Check();
  EXPECT_GE(figures.errors, 1U);
  EXPECT_EQ(figures.rows, 0U);
  ASSERT_TRUE(figures.no_index);
  EXPECT_EQ(figures.no_index->code, ErrorCode::kIo);
  EXPECT_EQ(figures.no_index->message,
            "injected read error; without the boot page no index can be found or checked");
  EXPECT_FALSE(figures.ended_by);
}

}  // namespace
}  // namespace snapscope::ops::consistency_check_test
