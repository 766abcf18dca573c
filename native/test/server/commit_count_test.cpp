// Commits that a database has, and those that going back loses.
#include "server/commit_count.h"

#include <gtest/gtest.h>

namespace snapscope::server::commit_count_test {
namespace {

using server::CommitCount;

constexpr Lsn kNothingDurable{1};

TEST(CommitCount, OfARevertIsWhatCameAfterItsSplit) {
  CommitCount count;
  count.OnCommit(Lsn{10}, kNothingDurable);
  count.OnSplit(Lsn{11});
  count.OnCommit(Lsn{20}, kNothingDurable);
  count.OnCommit(Lsn{30}, kNothingDurable);
  EXPECT_EQ(count.OnRevert(Lsn{11}), 2U);
  EXPECT_EQ(count.OnRevert(Lsn{11}), 0U);
  count.OnCommit(Lsn{40}, Lsn{39});
  EXPECT_EQ(count.OnRevert(Lsn{11}), 1U);
}

TEST(CommitCount, LeavesOutWhatACrashTook) {
  CommitCount count;
  count.OnSplit(Lsn{5});
  count.OnCommit(Lsn{10}, kNothingDurable);
  count.OnCommit(Lsn{20}, Lsn{15});
  count.OnCommit(Lsn{30}, Lsn{15});
  count.OnCrash(Lsn{25});
  EXPECT_EQ(count.OnRevert(Lsn{5}), 2U);
}

TEST(CommitCount, LeavesOutWhatARestoreLost) {
  CommitCount count;
  count.OnSplit(Lsn{5});
  for (uint64_t at = 10; at < 15; ++at) count.OnCommit(Lsn{at}, kNothingDurable);
  count.OnRestore(3);
  EXPECT_EQ(count.OnRevert(Lsn{5}), 2U);
}

}  // namespace
}  // namespace snapscope::server::commit_count_test
