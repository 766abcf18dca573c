#include "experiment/verdict.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::experiment::verdict_test {
namespace {

verification::Verification Compared(const std::string& problem = "") {
  verification::Verification verification;
  verification.problem = problem;
  return verification;
}

server::SnapshotAccount LostAt(const std::string& name, TimeNs at) {
  server::SnapshotAccount account;
  account.name = name;
  account.loss = snapshot::Loss{.at = at, .reason = "there was no room for page (1:9)"};
  return account;
}

RunRecord RunThatLost(std::vector<server::SnapshotAccount> lost, const std::string& problem = "") {
  RunRecord run;
  run.compared.snapshots["s1"] = Compared(problem);
  run.server.snapshots = std::move(lost);
  return run;
}

std::string CodeOf(const Verdict& verdict) { return verdict.cause ? verdict.cause->code : "none"; }

TEST(Verdict, OfARunThatComparedNothingIsOpen) {
  const Verdict verdict = Judge({});
  EXPECT_FALSE(verdict.failed);
  EXPECT_EQ(verdict.verified, std::nullopt);
  EXPECT_FALSE(verdict.cause);
  EXPECT_TRUE(verdict.warnings.empty());
}

TEST(Verdict, IsOfWhateverWasCompared) {
  EXPECT_EQ(Judge({.compared = {.snapshots = {{"s1", Compared()}}}}).verified, true);
  EXPECT_EQ(Judge({.compared = {.source = Compared()}}).verified, true);
  EXPECT_EQ(Judge({.compared = {.consistency = tpcc::Consistency{}}}).verified, true);
  server::RestoreAccount copy;
  copy.database = "copy";
  EXPECT_EQ(Judge({.restores = {copy}}).verified, std::nullopt);
  copy.verified = true;
  EXPECT_EQ(Judge({.restores = {copy}}).verified, true);
  copy.verified = false;
  const Verdict verdict =
      Judge({.restores = {copy}, .compared = {.snapshots = {{"s1", Compared()}}}});
  EXPECT_EQ(verdict.verified, false);
  EXPECT_TRUE(verdict.failed);
}

TEST(Verdict, ASnapshotThatWasLostLeavesTheRunCompleted) {
  const Verdict verdict =
      Judge(RunThatLost({LostAt("s3", 30 * kSecond), LostAt("s2", 12'300 * kMillisecond)}));
  EXPECT_FALSE(verdict.failed);
  EXPECT_EQ(verdict.verified, false);
  ASSERT_EQ(CodeOf(verdict), "snapshotLost");
  EXPECT_EQ(verdict.cause->message,
            "Snapshot 's2' was lost at 12.3 s: there was no room for page (1:9)");
}

TEST(Verdict, WrongRowsComeBeforeALoss) {
  const Verdict verdict = Judge(RunThatLost({LostAt("s2", kSecond)}, "row 7 is missing"));
  EXPECT_TRUE(verdict.failed);
  EXPECT_EQ(CodeOf(verdict), "verification");
}

TEST(Verdict, TheErrorThatEndedTheRunComesBeforeItsEcho) {
  const Verdict verdict = Judge({.status = RunStatus::kFailed,
                                 .error = Error{ErrorCode::kLogFull, "the log is full"},
                                 .compared = {.source = Compared("row 7 is missing")}});
  EXPECT_TRUE(verdict.failed);
  EXPECT_EQ(CodeOf(verdict), "logFull");
}

TEST(Verdict, AStallFailsARunThatCameToItsEnd) {
  RunRecord run{.end = 100 * kSecond, .stalled_since = 20 * kSecond};
  EXPECT_TRUE(Judge(run).failed);
  EXPECT_EQ(CodeOf(Judge(run)), "stalled");
  run.status = RunStatus::kCancelled;
  EXPECT_FALSE(Judge(run).failed);
}

TEST(Verdict, WarnsOfAnIoThatHung) {
  const Verdict verdict = Judge({.hung = HungIo{.path = "G:\\MSSQL\\bank.bak",
                                                .direction = storage::IoDirection::kWrite,
                                                .offset = 8192,
                                                .bytes = 1'048'576,
                                                .issued = 12'300 * kMillisecond,
                                                .age = 75'200 * kMillisecond}});
  EXPECT_FALSE(verdict.failed);
  ASSERT_EQ(verdict.warnings.size(), 1U);
  EXPECT_EQ(verdict.warnings.front(),
            "A write of 1048576 bytes at offset 8192 of G:\\MSSQL\\bank.bak, asked for at 12.3 s, "
            "was still under way 75.2 s later.");
}

}  // namespace
}  // namespace snapscope::experiment::verdict_test
