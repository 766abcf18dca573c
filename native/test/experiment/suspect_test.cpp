// Pushes that fail: the snapshot becomes suspect with the product's messages, the statement, the
// source and the other snapshots go on.
#include <gtest/gtest.h>

#include "test/support/kept_run.h"
#include "test/support/timeline_entries.h"

namespace snapscope::suspect_test {
namespace {

using test::Json;

constexpr char kFirst[] = "P:\\MSSQL\\snap_1.ss";

Json TwoSnapshots() {
  Json scenario = test::SmallScenario();
  scenario["timeline"].push_back(test::At(4, test::Create("snap_2")));
  return scenario;
}

Json RunWithFault(const Json& scenario, storage::FaultKind kind) {
  const storage::Fault fault{.kind = kind, .at_io = 16'000, .count = UINT64_MAX, .path = kFirst};
  return test::KeptRun(scenario, test::OneFault(fault)).summary();
}

/// Texts of the records about the failure, in order; times and sources left out.
std::vector<std::string> FailureLines(const Json& summary) {
  std::vector<std::string> lines;
  for (const Json& entry : summary["errorlog"]) {
    const std::string text = entry.get<std::string>().substr(35);
    if (text.starts_with("Error: ") || text.find("sparse file") != std::string::npos ||
        text.find("Operating system error") != std::string::npos ||
        text.find("suspect") != std::string::npos || text.find("failed to") != std::string::npos) {
      lines.push_back(text);
    }
  }
  return lines;
}

const std::vector<std::string> kSuspectLines = {
    "Error: 3420, Severity: 21, State: 1.",
    "Database snapshot 'snap_1' has failed an IO operation and is marked suspect. It must be "
    "dropped and recreated."};

std::vector<std::string> Before(std::vector<std::string> lines) {
  lines.insert(lines.end(), kSuspectLines.begin(), kSuspectLines.end());
  return lines;
}

/// The run is valid but for its first snapshot; `reason` is the end of why that was lost.
void ExpectOnlyTheFirstSuspect(const Json& summary, const std::string& reason) {
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], false);
  EXPECT_EQ(summary["run"]["error"]["code"], "snapshotLost");
  ASSERT_EQ(summary["snapshots"].size(), 2U);
  const Json& lost = summary["snapshots"][0];
  EXPECT_EQ(lost["state"], "suspect");
  EXPECT_EQ(lost["verified"], false);
  EXPECT_GT(lost["lost"]["atMs"], 1000);
  EXPECT_TRUE(lost["lost"]["reason"].get<std::string>().ends_with(reason)) << lost["lost"].dump();
  EXPECT_TRUE(summary["snapshots"][1]["lost"].is_null());
  EXPECT_EQ(summary["snapshots"][1]["state"], "online");
  EXPECT_EQ(summary["snapshots"][1]["verified"], true);
  EXPECT_GT(summary["snapshots"][1]["pagesPushed"], summary["snapshots"][0]["pagesPushed"]);
  EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
}

TEST(Suspect, AFullDiskLosesOneSnapshotAndNothingElse) {
  const Json summary = RunWithFault(TwoSnapshots(), storage::FaultKind::kDiskFull);
  ExpectOnlyTheFirstSuspect(
      summary, "in P:\\MSSQL\\snap_1.ss: there is not enough space on the disk (OS error 112)");
  EXPECT_EQ(FailureLines(summary),
            Before({"Error: 5128, Severity: 17, State: 2.",
                    "Write to sparse file 'P:\\MSSQL\\snap_1.ss' failed due to lack of disk space.",
                    "Error: 17053, Severity: 16, State: 1.",
                    "P:\\MSSQL\\snap_1.ss: Operating system error 112(There is not enough space on "
                    "the disk.) encountered."}));
}

TEST(Suspect, ADeviceThatFailsLosesOneSnapshotAndNothingElse) {
  const Json summary = RunWithFault(TwoSnapshots(), storage::FaultKind::kError);
  ExpectOnlyTheFirstSuspect(summary, "in P:\\MSSQL\\snap_1.ss: the device reports an error");
  EXPECT_EQ(FailureLines(summary),
            Before({"Error: 17053, Severity: 16, State: 1.",
                    "P:\\MSSQL\\snap_1.ss: Operating system error 1117(The request could not be "
                    "performed because of an I/O device error.) encountered."}));
}

Json LimitedTo(uint64_t mebibytes, const char* error) {
  Json scenario = test::SmallScenario();
  scenario["storage"]["sparseFileLimitMiB"] = mebibytes;
  scenario["storage"]["sparseFileLimitError"] = error;
  return scenario;
}

TEST(Suspect, TheFileSystemsLimitOfASparseFileIs665) {
  const Json summary = test::RunCompleted(LimitedTo(45, "665"));
  const Json& snapshot = summary["snapshots"][0];
  EXPECT_EQ(snapshot["state"], "suspect");
  EXPECT_EQ(snapshot["regionBytes"], 45 << 20);
  EXPECT_EQ(snapshot["sizeOnDiskBytes"], 45 << 20);
  EXPECT_EQ(
      FailureLines(summary),
      Before({"Error: 17053, Severity: 16, State: 1.",
              "P:\\MSSQL\\snap_1.ss: Operating system error 665(The requested operation could "
              "not be completed due to a file system limitation) encountered."}));
  EXPECT_GT(summary["transactions"]["perSecond"], 50);
}

TEST(Suspect, Error1450IsTriedAgainForSecondsBeforeItCounts) {
  const Json at_once = test::RunToSummary(LimitedTo(45, "665"));
  const Json retried = test::RunToSummary(LimitedTo(45, "1450"));
  EXPECT_EQ(retried["snapshots"][0]["state"], "suspect");
  EXPECT_EQ(FailureLines(retried),
            Before({"Error: 17053, Severity: 16, State: 1.",
                    "P:\\MSSQL\\snap_1.ss: Operating system error 1450(Insufficient system "
                    "resources exist to complete the requested service.) encountered."}));
  EXPECT_GE(test::WaitOf(retried, "PREEMPTIVE_OS_WRITEFILE")["max_wait_time_ms"], 5000);
  EXPECT_LT(test::WaitOf(at_once, "PREEMPTIVE_OS_WRITEFILE")["max_wait_time_ms"], 1000);
}

TEST(Suspect, ACreationThatCannotWriteItsPagesIsRefusedWith1823AndLeavesNothing) {
  const Json summary = test::RunCompleted(LimitedTo(1, "665"));
  EXPECT_EQ(summary["snapshots"][0]["state"], "dropped");
  EXPECT_TRUE(summary["snapshots"][0]["lost"].is_null()) << "there never was one";
  EXPECT_TRUE(summary["run"]["verified"].is_null());
  const std::vector<std::string> lines = FailureLines(summary);
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines[lines.size() - 2], "Error: 1823, Severity: 16, State: 2.");
  EXPECT_EQ(lines.back(), "A database snapshot cannot be created because it failed to start.");
}

}  // namespace
}  // namespace snapscope::suspect_test
