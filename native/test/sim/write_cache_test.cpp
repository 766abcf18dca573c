#include "sim/devices/write_cache.h"

#include <gtest/gtest.h>

namespace snapscope::sim::write_cache_test {
namespace {

constexpr uint64_t kBlock = WriteCache::kBlockBytes;
constexpr uint64_t kRow = 320 * 1024;

TEST(WriteCache, TakesWhatFitsAndNoMore) {
  WriteCache cache({.bytes = 4 * kBlock}, kRow);
  EXPECT_TRUE(cache.Put(0, 3 * kBlock));
  EXPECT_FALSE(cache.Put(100 * kBlock, 2 * kBlock));
  EXPECT_TRUE(cache.Put(100 * kBlock, kBlock));
  EXPECT_EQ(cache.dirty_bytes(), 4 * kBlock);
}

TEST(WriteCache, DirtyBlockTakesNoMoreRoom) {
  WriteCache cache({.bytes = 2 * kBlock}, kRow);
  EXPECT_TRUE(cache.Put(0, 2 * kBlock));
  EXPECT_TRUE(cache.Put(kBlock, kBlock));
  EXPECT_TRUE(cache.Put(512, 2048)) << "part of a dirty block";
  EXPECT_EQ(cache.dirty_bytes(), 2 * kBlock);
}

TEST(WriteCache, NeighboursAreWrittenAsOneUpToTheRow) {
  WriteCache cache({.bytes = 1000 * kBlock}, kRow);
  const uint64_t row_blocks = kRow / kBlock;
  ASSERT_TRUE(cache.Put((row_blocks - 3) * kBlock, 5 * kBlock));
  ASSERT_TRUE(cache.Put(500 * kBlock, kBlock));
  const auto first = cache.TakeRun();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->address, (row_blocks - 3) * kBlock);
  EXPECT_EQ(first->bytes, 3 * kBlock) << "never across a row";
  EXPECT_EQ(cache.TakeRun()->bytes, 2 * kBlock);
  EXPECT_EQ(cache.TakeRun()->address, 500 * kBlock);
  EXPECT_FALSE(cache.TakeRun());
}

TEST(WriteCache, GoesOnWhereItWasAndRoundAgain) {
  WriteCache cache({.bytes = 1000 * kBlock}, kRow);
  ASSERT_TRUE(cache.Put(200 * kBlock, kBlock));
  ASSERT_TRUE(cache.Put(300 * kBlock, kBlock));
  EXPECT_EQ(cache.TakeRun()->address, 200 * kBlock);
  ASSERT_TRUE(cache.Put(100 * kBlock, kBlock));
  EXPECT_EQ(cache.TakeRun()->address, 300 * kBlock);
  EXPECT_EQ(cache.TakeRun()->address, 100 * kBlock);
}

TEST(WriteCache, RoomComesBackWhenARunIsWritten) {
  WriteCache cache({.bytes = 2 * kBlock}, kRow);
  ASSERT_TRUE(cache.Put(0, 2 * kBlock));
  const auto run = cache.TakeRun();
  EXPECT_FALSE(cache.Put(50 * kBlock, kBlock)) << "it is not on the disks yet";
  cache.Written(*run);
  EXPECT_TRUE(cache.Put(50 * kBlock, kBlock));
}

TEST(WriteCache, WritesBackOnlyWhatIsAboveTheMark) {
  WriteCache cache({.bytes = 10 * kBlock, .destage_from_percent = 50}, kRow);
  for (uint64_t i = 0; i < 5; ++i) ASSERT_TRUE(cache.Put(100 * i * kBlock, kBlock));
  EXPECT_FALSE(cache.TakeRun());
  ASSERT_TRUE(cache.Put(700 * kBlock, kBlock));
  EXPECT_TRUE(cache.TakeRun());
  EXPECT_FALSE(cache.TakeRun());
}

TEST(WriteCache, HoldsWhatIsDirtyThroughout) {
  WriteCache cache({.bytes = 100 * kBlock}, kRow);
  ASSERT_TRUE(cache.Put(62 * kBlock, 4 * kBlock));
  EXPECT_TRUE(cache.Holds(63 * kBlock, 2 * kBlock));
  EXPECT_FALSE(cache.Holds(65 * kBlock, 2 * kBlock));
  while (cache.TakeRun()) {
  }
  EXPECT_FALSE(cache.Holds(62 * kBlock, kBlock));
}

TEST(WriteCache, LargerWriteThanItselfIsLetInAlone) {
  WriteCache cache({.bytes = 2 * kBlock}, kRow);
  EXPECT_TRUE(cache.Put(0, 10 * kBlock));
  EXPECT_FALSE(cache.Put(100 * kBlock, kBlock));
}

}  // namespace
}  // namespace snapscope::sim::write_cache_test
