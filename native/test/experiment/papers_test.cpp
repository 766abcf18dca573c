// What the papers measured, at small scale: the shape of each result must come out of the model by
// itself. The full-scale runs on the papers' hardware are presets.
#include <string>

#include <gtest/gtest.h>

#include "test/support/timeline_entries.h"

namespace snapscope::papers_test {
namespace {

using test::Json;
using test::RunToSummary;
using test::SmallScenario;
using test::WaitOf;

/// So many snapshots, all complete before the part of the run that is measured begins, and most
/// pages not pushed yet.
Json UnderLoad(uint32_t snapshots, const std::string& profile = "sqlcat") {
  Json scenario = SmallScenario();
  scenario["durationSeconds"] = 14;
  scenario["warmupSeconds"] = 6;
  scenario["server"]["memoryMiB"] = 96;
  scenario["workload"]["thinkTimeMs"] = 40;
  scenario["workload"]["profile"] = profile;
  scenario["timeline"] = Json::array();
  for (uint32_t each = 1; each <= snapshots; ++each) {
    scenario["timeline"].push_back(test::At(each, test::Create("snap_" + std::to_string(each))));
  }
  return scenario;
}

double PerSecond(const Json& summary) { return summary["transactions"]["perSecond"]; }

/// `figure` of the transactions of a type, ms.
double FigureOf(const Json& summary, const std::string& type, const char* figure) {
  for (const Json& each : summary["transactions"]["byType"]) {
    if (each["type"] == type) return each[figure];
  }
  ADD_FAILURE() << "no transactions of type " << type << ": " << summary["transactions"].dump();
  return 0;
}

/// How long a wait of that type took on the average, ms; 0 when there was none.
double MeanWaitMs(const Json& summary, const std::string& type) {
  const Json wait = WaitOf(summary, type);
  const double count = wait["waiting_tasks_count"];
  return count == 0 ? 0 : wait["wait_time_ms"].get<double>() / count;
}

TEST(Papers, EachSnapshotCostsWritersThroughputAndReadersNothing) {
  const Json none = RunToSummary(UnderLoad(0));
  const Json one = RunToSummary(UnderLoad(1));
  const Json two = RunToSummary(UnderLoad(2));
  for (const Json* each : {&none, &one, &two}) {
    ASSERT_EQ((*each)["run"]["status"], "completed") << (*each)["run"].dump();
  }
  EXPECT_GT(PerSecond(none), PerSecond(one));
  EXPECT_GT(PerSecond(one), PerSecond(two));
  // SQLCAT, figure 6: the write-intensive types suffer most. A reader never pushes; now and then it
  // waits for the latch of a page that is being pushed, which its median does not show.
  const double writer =
      FigureOf(two, "transaction1", "p50Ms") / FigureOf(none, "transaction1", "p50Ms");
  const double reader =
      FigureOf(two, "transaction5", "p50Ms") / FigureOf(none, "transaction5", "p50Ms");
  const double added_to_writer =
      FigureOf(two, "transaction1", "meanMs") - FigureOf(none, "transaction1", "meanMs");
  const double added_to_reader =
      FigureOf(two, "transaction5", "meanMs") - FigureOf(none, "transaction5", "meanMs");
  EXPECT_GT(writer, 1.2);
  EXPECT_LT(reader, 1.05);
  EXPECT_GT(added_to_writer, 10 * added_to_reader);
}

TEST(Papers, ReplicaWaitsGrowWithTheNumberOfSnapshots) {
  // SQLskills: PREEMPTIVE_OS_WRITEFILE and WRITE_COMPLETION from the first snapshot on,
  // FCB_REPLICA_WRITE only with two, and longer with three: the last of more writes is awaited.
  double before = 0;
  for (uint32_t snapshots = 0; snapshots <= 3; ++snapshots) {
    const Json summary = RunToSummary(UnderLoad(snapshots));
    for (const char* type : {"PREEMPTIVE_OS_WRITEFILE", "WRITE_COMPLETION"}) {
      EXPECT_EQ(MeanWaitMs(summary, type) > 0, snapshots > 0) << type << ", " << snapshots;
    }
    const double replicas = MeanWaitMs(summary, "FCB_REPLICA_WRITE");
    if (snapshots < 2) {
      EXPECT_EQ(replicas, 0) << snapshots;
    } else {
      EXPECT_GT(replicas, before) << snapshots;
    }
    before = replicas;
  }
}

TEST(Papers, ReadOnlyTransactionsDoNotNoticeSnapshots) {
  const Json none = RunToSummary(UnderLoad(0, "read-only"));
  const Json two = RunToSummary(UnderLoad(2, "read-only"));
  ASSERT_EQ(two["run"]["verified"], true) << two["run"].dump();
  EXPECT_NEAR(PerSecond(two) / PerSecond(none), 1, 0.01);
  // Each mean is of about 2,000 sums of ten reads: their ratio has a standard deviation of 1 %.
  EXPECT_NEAR(FigureOf(two, "transaction5", "meanMs") / FigureOf(none, "transaction5", "meanMs"), 1,
              0.04);
}

TEST(Papers, CreationTakesLongerTheMoreUsersWrite) {
  // SQLCAT, figures 1 and 2: about a second without writes, and recovery most of it under load.
  double before = 0;
  for (const uint32_t users : {0U, 20U, 60U}) {
    Json scenario = SmallScenario();
    scenario["workload"]["users"] = users;
    const Json summary = RunToSummary(scenario);
    ASSERT_EQ(summary["run"]["verified"], true) << summary["run"].dump();
    const double created = summary["snapshots"][0]["createdMs"];
    EXPECT_GT(created, before) << users;
    if (users == 0) {
      EXPECT_LT(created, 2000);
    }
    before = created;
  }
}

}  // namespace
}  // namespace snapscope::papers_test
