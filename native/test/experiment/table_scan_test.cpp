// SELECT COUNT(*) of the table, serially and in parallel, while users, builds, snapshots and
// crashes come in between.
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/kept_run.h"
#include "test/support/outcomes.h"
#include "test/support/timeline_entries.h"

namespace snapscope::table_scan_test {
namespace {

using test::At;
using test::Create;
using test::Json;
using test::KeptRun;
using test::PhasesOf;
using test::Scan;
using test::SetUsers;
using test::Update;

Json ScenarioWith(uint32_t users, const std::vector<Json>& timeline) {
  Json scenario = test::ScenarioWith({{"sizeMiB", 16}}, users, timeline);
  scenario["server"].update({{"schedulers", 8}, {"memoryMiB", 128}, {"poolAtStart", "warm"}});
  return scenario;
}

uint64_t RowsAtEnd(KeptRun& run) {
  return run.experiment().oracle().RowsAt(database::kAccounts, oracle::Oracle::kNewest);
}

/// Scheduler time of its workers in that of its duration.
double CoresOf(const Json& scan) {
  return scan["cpuMs"].get<double>() /
         (scan["endMs"].get<double>() - scan["startMs"].get<double>());
}

class CountedBy : public ::testing::TestWithParam<std::tuple<uint32_t, uint32_t>> {};

TEST_P(CountedBy, EveryRowOnceWhateverTheWorkersAndPartitions) {
  const auto [workers, partitions] = GetParam();
  for (const uint64_t mib : {1, 16}) {
    Json scenario = ScenarioWith(0, {At(1, Scan(workers))});
    scenario["server"]["schedulers"] = 100;
    scenario["database"].update({{"sizeMiB", mib}, {"partitions", partitions}});
    KeptRun run(scenario);
    const btree::InitialIndex& table = run.experiment().initial().accounts();
    const Json& scans = run.summary()["scans"];
    ASSERT_EQ(scans.size(), 1U) << run.summary()["timeline"].dump();
    EXPECT_EQ(scans[0]["rows"], table.rows);
    EXPECT_EQ(scans[0]["workers"], workers);
    // A leaf on the boundary of partitions is in both.
    EXPECT_GE(scans[0]["pages"], table.leaf_pages);
    EXPECT_LE(scans[0]["pages"], table.leaf_pages + partitions);
    EXPECT_EQ(scans[0]["pagesReadAhead"], 0) << "the pool is warm";
  }
}

INSTANTIATE_TEST_SUITE_P(TableScan, CountedBy,
                         ::testing::Combine(::testing::Values(1, 2, 8, 100),
                                            ::testing::Values(1, 3, 8, 130)));

TEST(TableScan, TakesAsManySchedulersAsThereAreUpTo64) {
  for (const auto& [schedulers, dop, expected] : std::vector<std::tuple<int, int, int>>{
           {8, 0, 8}, {100, 0, 64}, {100, 96, 96}, {8, 96, 8}, {8, 1, 1}, {1, 0, 1}}) {
    Json scenario = ScenarioWith(0, {At(1, Scan(dop))});
    scenario["server"]["schedulers"] = schedulers;
    EXPECT_EQ(test::RunCompleted(scenario)["scans"][0]["workers"], expected);
  }
}

TEST(TableScan, ReadsAheadWhatIsNotInMemory) {
  for (const int dop : {1, 8}) {
    Json scenario = ScenarioWith(0, {At(1, Scan(dop)), At(6, Scan(dop))});
    scenario["server"]["poolAtStart"] = "empty";
    KeptRun run(scenario);
    const Json& scans = run.summary()["scans"];
    const uint32_t leaves = run.experiment().initial().accounts().leaf_pages;
    ASSERT_EQ(scans.size(), 2U);
    EXPECT_EQ(scans[0]["pagesReadAhead"], leaves);
    EXPECT_EQ(scans[1]["pagesReadAhead"], 0) << "the pool holds all of it";
    EXPECT_EQ(scans[0]["rows"], scans[1]["rows"]);
    EXPECT_GT(test::WaitOf(run.summary(), "PAGEIOLATCH_SH")["waiting_tasks_count"], 0);
    const Json data = test::FileOf(run.summary(), "sales");
    EXPECT_LT(data["reads"].get<uint32_t>(), leaves / 32) << "in I/Os of many pages";
    EXPECT_GE(data["bytesRead"].get<uint64_t>(), uint64_t{leaves} * page::kPageSize);
  }
}

TEST(TableScan, PartitionsTakeTheWaitForTheSuppliersLatchAway) {
  const auto scanned = [](uint32_t partitions) {
    Json scenario = ScenarioWith(0, {At(1, Scan(0))});
    // Sixteen workers keep up with one supplier.
    scenario["server"].update({{"schedulers", 64}, {"scanPageNs", 16'000}});
    scenario["server"]["supplierLatchNs"] = 8'000;
    scenario["database"].update({{"sizeMiB", 64}, {"partitions", partitions}});
    return test::RunCompleted(scenario);
  };
  const Json whole = scanned(1);
  ASSERT_EQ(whole["latches"].size(), 1U);
  EXPECT_EQ(whole["latches"][0]["latch_class"], "ACCESS_METHODS_SCAN_RANGE_GENERATOR");
  EXPECT_GT(whole["latches"][0]["waiting_requests_count"], 700);
  EXPECT_EQ(whole["latches"][0]["waiting_requests_count"],
            test::WaitOf(whole, "LATCH_EX")["waiting_tasks_count"]);
  // One at the latch, sixteen at their pages, but for the first and the last of these.
  EXPECT_NEAR(CoresOf(whole["scans"][0]), 16.5, 1);
  EXPECT_EQ(test::WaitOf(whole, "CXPACKET")["waiting_tasks_count"], 1);

  const Json partitioned = scanned(64);
  EXPECT_TRUE(partitioned["latches"].empty());
  EXPECT_GT(CoresOf(partitioned["scans"][0]), 50);
}

class BesideUsers : public ::testing::TestWithParam<int> {};

TEST_P(BesideUsers, CommittedRowsAreCountedOnce) {
  Json scenario = ScenarioWith(30, {At(2, Scan(GetParam())), At(3, Scan(GetParam())),
                                    At(6, SetUsers(0)), At(8, Scan(GetParam()))});
  scenario["database"].update({{"partitions", 3}, {"nonclusteredIndexes", 1}});
  scenario["workload"].update({{"thinkTimeMs", 5}, {"rollbackPercent", 30}});
  KeptRun run(scenario);
  test::ExpectVerified(run.summary());
  const Json& scans = run.summary()["scans"];
  ASSERT_EQ(scans.size(), 3U);
  EXPECT_EQ(scans[2]["rows"], RowsAtEnd(run));
}

TEST_P(BesideUsers, LockedRowsAreWaitedFor) {
  Json scenario = ScenarioWith(0, {At(1, Update(0)), At(1.01, Scan(GetParam()))});
  KeptRun run(scenario);
  test::ExpectVerified(run.summary());
  const Json& scans = run.summary()["scans"];
  ASSERT_EQ(scans.size(), 1U);
  EXPECT_EQ(scans[0]["rows"], RowsAtEnd(run));
  EXPECT_GT(test::WaitOf(run.summary(), "LCK_M_S")["waiting_tasks_count"], 0);
  EXPECT_GE(scans[0]["endMs"], PhasesOf(run.summary(), "tableUpdate")[0]["endMs"]);
}

TEST_P(BesideUsers, ASnapshotIsCountedAsItIs) {
  Json scenario = ScenarioWith(30, {At(2, Create("snap")), At(5, Scan(GetParam(), "snap")),
                                    At(8, Scan(GetParam(), "snap"))});
  scenario["workload"]["thinkTimeMs"] = 5;
  scenario["server"]["memoryMiB"] = 64;
  KeptRun run(scenario);
  test::ExpectVerified(run.summary());
  const Json& scans = run.summary()["scans"];
  ASSERT_EQ(scans.size(), 2U) << run.summary()["timeline"].dump();
  EXPECT_EQ(scans[0]["verified"], true) << "the rows that were there at the split";
  EXPECT_EQ(scans[0]["rows"], scans[1]["rows"]);
}

TEST_P(BesideUsers, TheTableStaysUntilItIsCounted) {
  for (const bool online : {false, true}) {
    Json rebuild = test::Rebuild(1);
    rebuild["online"] = online;
    // One comes while the index is being built, one meets the rebuild on its way.
    Json scenario = ScenarioWith(0, {At(1, rebuild), At(1.01, Scan(GetParam())),
                                     At(8, Scan(GetParam())), At(8.002, rebuild)});
    scenario["server"].update(
        {{"coreSpeedPercent", 20}, {"schedulers", 2}, {"scanPageNs", 500'000}});
    scenario["database"]["filledPercent"] = 40;
    scenario["durationSeconds"] = 20;
    KeptRun run(scenario);
    test::ExpectVerified(run.summary());
    const Json& scans = run.summary()["scans"];
    ASSERT_EQ(scans.size(), 2U);
    EXPECT_EQ(scans[0]["rows"], RowsAtEnd(run));
    EXPECT_EQ(scans[1]["rows"], RowsAtEnd(run));
    EXPECT_GT(test::WaitOf(run.summary(), "LCK_M_SCH_M")["waiting_tasks_count"], 0);
    EXPECT_EQ(test::WaitOf(run.summary(), "LCK_M_IS")["waiting_tasks_count"], online ? 0 : 1);
  }
}

TEST_P(BesideUsers, ACrashEndsItAndNothingElse) {
  const Json summary = test::RunVerified(ScenarioWith(
      10, {At(2, Create("snap")), At(3, Update(100)), At(3, Scan(GetParam())),
           At(3.02, Scan(GetParam(), "snap")), At(3.03, test::Crash()), At(8, Scan(GetParam()))}));
  EXPECT_EQ(summary["timeline"][2]["outcome"], "failed") << summary["timeline"].dump();
  EXPECT_EQ(summary["timeline"][5]["outcome"], "completed") << summary["timeline"].dump();
}

TEST_P(BesideUsers, TwoAtATimeCountTheSame) {
  Json scenario = ScenarioWith(0, {At(1, Scan(GetParam())), At(1.001, Scan(GetParam()))});
  scenario["server"]["scanPageNs"] = 10'000;
  const Json summary = test::RunVerified(scenario);
  ASSERT_EQ(summary["scans"].size(), 2U);
  EXPECT_LT(summary["scans"][1]["startMs"], summary["scans"][0]["endMs"]);
  EXPECT_EQ(summary["scans"][0]["rows"], summary["scans"][1]["rows"]);
}

INSTANTIATE_TEST_SUITE_P(TableScan, BesideUsers, ::testing::Values(1, 8), [](const auto& test) {
  return test.param == 1 ? "Serially" : "InParallel";
});

TEST(TableScan, ThroughASnapshotEachPageHasASecondFrameAndTheSparseFileStaysEmpty) {
  const Json summary = test::RunVerified(
      ScenarioWith(0, {At(2, Create("snap")), At(5, Scan(8, "snap")), At(8, Scan(8, "snap"))}));
  const Json& scans = summary["scans"];
  ASSERT_EQ(scans.size(), 2U);
  EXPECT_EQ(scans[0]["pagesReadAhead"], scans[0]["pages"]) << "although the table is in memory";
  EXPECT_EQ(scans[1]["pagesReadAhead"], 0);
  const Json unread = test::RunVerified(ScenarioWith(0, {At(2, Create("snap"))}));
  EXPECT_EQ(summary["snapshots"][0]["sizeOnDiskBytes"], unread["snapshots"][0]["sizeOnDiskBytes"]);
}

TEST(TableScan, ASnapshotStaysAsLongAsItIsCounted) {
  Json scenario =
      ScenarioWith(0, {At(2, Create("snap")), At(5, Scan(1, "snap")),
                       At(5.001, test::DropSnapshot("snap")), At(8, test::DropSnapshot("snap"))});
  scenario["commands"] = Json::array({test::LiveAt(9, Scan(1, "snap"))});
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["scans"].size(), 1U);
  test::ExpectHas(test::RefusalOf(summary, 2), "3702");
  EXPECT_EQ(summary["timeline"][3]["outcome"], "completed");
}

TEST(TableScan, ARestoredDatabaseIsCountedAsItIs) {
  Json restore = test::Restore(nullptr, false);
  restore["as"] = "beside";
  Json scenario = ScenarioWith(
      0, {At(1, test::Backup("one", "full")), At(4, restore), At(9, Scan(8, "beside"))});
  KeptRun run(scenario);
  ASSERT_EQ(run.summary()["scans"].size(), 1U) << run.summary()["timeline"].dump();
  EXPECT_EQ(run.summary()["scans"][0]["rows"], RowsAtEnd(run));
}

TEST(TableScan, IsRefusedWhereThereAreNoAccounts) {
  Json scenario = ScenarioWith(0, {});
  scenario["database"]["sizeMiB"] = 128;
  scenario["workload"]["profile"] = "tpcc";
  scenario["timeline"] = Json::array({At(1, Scan(0))});
  test::ExpectHas(test::RefusalOf(test::RunCompleted(scenario), 0), "table of accounts");
}

}  // namespace
}  // namespace snapscope::table_scan_test
