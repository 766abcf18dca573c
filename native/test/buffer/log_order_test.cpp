// The write-ahead rule, with a real log below the pool.
#include <algorithm>

#include "page/log_record.h"
#include "test/buffer/leaf_pages.h"

namespace snapscope::buffer::log_order_test {
namespace {

class LogOrderTest : public LeafPagesFixture {
 protected:
  void Make(uint32_t frames, uint32_t gather_pages = 32) {
    LeafPagesFixture::Make(frames, gather_pages);
    MakeLog();
    store_->on_write = [this](PageId, const std::vector<ConstByteSpan>& pages) {
      for (const ConstByteSpan& bytes : pages) {
        const auto lsn = Load<Lsn>(bytes, 8);
        EXPECT_LT(lsn, log_->durable_lsn()) << "a page reaches the file before its log record";
        ++written_;
      }
    };
  }

  uint64_t written_ = 0;
};

TEST_F(LogOrderTest, PagesReachTheFileOnlyAfterTheirLogRecords) {
  Make(32, 8);
  pool_->Start();
  for (int64_t round = 1; round <= 3; ++round) Run(ChangeMany(1, 100, round * 1000, Lsn{}));
  Run(ExpectValues(1, 100, 3000));
  EXPECT_GT(written_, 100u);
  EXPECT_EQ(pool_->pins(), 0u);
}

TEST_F(LogOrderTest, ACheckpointsGatherFlushesTheLogFirst) {
  Make(64);
  Run(ChangeMany(1, 10, 0, Lsn{}));
  EXPECT_LT(log_->durable_lsn(), log_->end_lsn());
  EXPECT_EQ(Write(5), 10u) << "one flush makes the neighbours durable too";
  EXPECT_EQ(written_, 10u);
}

TEST_F(LogOrderTest, PageLsnAndRecoveryLsnAreThoseOfTheRecords) {
  Make(64);
  Run(ChangeMany(1, 3, 0, Lsn{}));
  Run(ChangeMany(2, 2, 1, Lsn{}));
  const auto records = ReadLog();
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(pool_->OldestDirty(kSource), records[0].first);
  EXPECT_EQ(pool_->DirtyPages(kSource, records[2].first),
            (std::vector<PageId>{PageId::Of(1, 1), PageId::Of(1, 2)}));
  EXPECT_EQ(Write(2), 3u);
  EXPECT_EQ(page::PageView(store_->pages[PageId::Of(1, 2)]).lsn(), records[3].first);
  EXPECT_EQ(page::PageView(store_->pages[PageId::Of(1, 3)]).lsn(), records[2].first);
}

}  // namespace
}  // namespace snapscope::buffer::log_order_test
