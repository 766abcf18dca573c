// Who hears of a write to the source's files, and when.
#include <gtest/gtest.h>

#include "test/snapshot/snapshot_fixture.h"

namespace snapscope::source_store_test {
namespace {

using test::Buffer;
using test::kPages;
using test::MakePage;
using test::Page;

class SourceStoreTest : public test::SnapshotTest {
 protected:
  runtime::Task<void> Write(PageId page) {
    Buffer bytes(page::kPageSize);
    MakePage(bytes.span(), page, 1);
    EXPECT_TRUE((co_await source_->WritePages(page, bytes.list())).ok());
  }

  page::PageSet Nothing() const { return page::PageSet({.files = 3, .file_pages = kPages}); }
};

// A full backup that begins while a snapshot holds all writes reads the page as it was, so the
// write must be among what has changed since.
TEST_F(SourceStoreTest, AWriteThatWaitsIsHeardOfWhenItBegins) {
  storage::WriteGate::Hold hold = source_->HoldNow();
  executor().Spawn("write", Write(Page(9)));
  test::UntilIdle idle(executor());
  executor().Run(&idle);
  ASSERT_EQ(executor().live_tasks(), 1U) << "the write waits for the end of the hold";
  page::PageSet later = Nothing();
  source_->AddWritten(&later);
  hold = {};
  test::RunAll(executor());
  EXPECT_TRUE(later.Has(Page(9)));
  source_->RemoveWritten(&later);
}

TEST_F(SourceStoreTest, AWriteThatHasEndedIsNoLongerHeardOf) {
  executor().Spawn("write", Write(Page(9)));
  test::RunAll(executor());
  page::PageSet later = Nothing();
  source_->AddWritten(&later);
  test::RunAll(executor());
  EXPECT_FALSE(later.Has(Page(9)));
  source_->RemoveWritten(&later);
}

}  // namespace
}  // namespace snapscope::source_store_test
