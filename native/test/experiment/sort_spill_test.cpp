// Creations of indexes whose sort does not fit in its memory: the runs go to the data files or to
// tempdb, the index is the same, and nothing of the runs is left.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "page/page_buffer.h"
#include "server/scenario_options.h"
#include "test/support/kept_run.h"
#include "test/support/outcomes.h"
#include "test/support/timeline_entries.h"

namespace snapscope::sort_spill_test {
namespace {

using test::After;
using test::At;
using test::CountLines;
using test::Create;
using test::Json;
using test::KeptRun;
using test::Named;
using test::PhasesOf;

/// Where a sort keeps what it cannot hold.
enum class Runs : uint8_t { kNone, kDatabase, kTempdb };

Json CreateIndex(int index, Runs runs) {
  return {{"kind", "createIndex"}, {"index", index}, {"sortInTempdb", runs == Runs::kTempdb}};
}

/// A table of which `runs` kNone sorts all entries in memory; tempdb has a volume of its own.
Json ScenarioWith(Runs runs, const std::vector<Json>& timeline, uint32_t users = 0) {
  Json scenario = test::SmallScenario();
  Json tempdb = scenario["storage"]["volumes"][2];
  tempdb["name"] = "T";
  scenario["storage"]["volumes"].push_back(tempdb);
  scenario["storage"]["placement"]["tempdb"] = "T";
  scenario["server"]["tempdbSizeMiB"] = 16;
  scenario["server"]["indexCreateMemoryKiB"] = runs == Runs::kNone ? 65'536 : 256;
  scenario["database"]["sizeMiB"] = 16;
  scenario["database"]["filledPercent"] = 50;
  scenario["workload"]["users"] = users;
  scenario["timeline"] = timeline;
  return scenario;
}

constexpr Runs kAll[] = {Runs::kNone, Runs::kDatabase, Runs::kTempdb};
constexpr Runs kSpilled[] = {Runs::kDatabase, Runs::kTempdb};

Json FiguresOf(const Json& summary) {
  const std::vector<Json> creations = PhasesOf(summary, "indexCreation");
  EXPECT_EQ(creations.size(), 1U);
  return creations.at(0)["figures"];
}

/// Rows of each leaf of an index, as they lie on the page, from left to right.
std::vector<std::vector<std::byte>> LeavesOf(KeptRun& run, uint16_t index) {
  snapshot::SourceStore& source = run.experiment().database()->source();
  page::PageBuffer page;
  const auto read = [&source, &page](PageId id) {
    test::ExpectOk(source.ReadNow(id, page.span()));
    return page::PageView(page.span());
  };
  const IndexId id = server::IndexOfTable(index);
  read(page::kBootPage);
  PageId next{page::ReadBoot(page.span()).roots.at(id.value - 1U)};
  while (read(next).level() > 0) next = page::PageView(page.span()).child_at(0);
  std::vector<std::vector<std::byte>> leaves;
  for (; next != PageId{}; next = page::PageView(page.span()).right_sibling()) {
    read(next);
    EXPECT_EQ(page::PageView(page.span()).index(), id);
    leaves.emplace_back(page.bytes.begin() + page::kHeaderSize, page.bytes.end());
  }
  return leaves;
}

TEST(SortSpill, TheIndexIsTheSameByteForByte) {
  const Json shut_down = test::ShutDown();
  std::vector<std::vector<std::vector<std::byte>>> leaves;
  for (const Runs runs : kAll) {
    KeptRun run(ScenarioWith(runs, {At(2, CreateIndex(2, runs)), At(10, shut_down)}));
    ASSERT_EQ(run.summary()["run"]["status"], "completed") << run.summary()["run"].dump();
    EXPECT_NE(run.summary()["run"]["verified"], false);
    EXPECT_EQ(run.summary()["sessions"]["eachAddsUp"], true);
    const Json figures = FiguresOf(run.summary());
    EXPECT_EQ(figures["sortRuns"] > 2, runs != Runs::kNone) << figures.dump();
    EXPECT_EQ(figures["sortBytes"] > 1'000'000, runs != Runs::kNone) << figures.dump();
    leaves.push_back(LeavesOf(run, 2));
  }
  EXPECT_GT(leaves[0].size(), 50U);
  EXPECT_EQ(leaves[0], leaves[1]);
  EXPECT_EQ(leaves[0], leaves[2]);
}

TEST(SortSpill, SortInTempdbTakesItsIosOffTheDataVolume) {
  uint64_t data_written = 0;
  uint64_t data_read = 0;
  for (const Runs runs : kAll) {
    const Json summary = test::RunToSummary(ScenarioWith(runs, {At(2, CreateIndex(2, runs))}));
    ASSERT_EQ(summary["timeline"][0]["outcome"], "completed") << summary["timeline"].dump();
    const Json figures = FiguresOf(summary);
    const Json data = test::FileOf(summary, "sales");
    const Json tempdb = test::FileOf(summary, "tempdb");
    const uint64_t written = data["bytesWritten"];
    const uint64_t read = data["bytesRead"];
    if (runs == Runs::kNone) {
      data_written = written;
      data_read = read;
    }
    const uint64_t extents = figures["sortBytes"].get<uint64_t>() / 65'536;
    const bool in_data = runs == Runs::kDatabase;
    EXPECT_EQ(written > data_written + extents * 50'000, in_data) << written;
    EXPECT_EQ(read > data_read + extents * 50'000, in_data) << read;
    if (runs != Runs::kTempdb) {
      EXPECT_TRUE(tempdb.is_null()) << "there is none before a sort needs it";
      continue;
    }
    EXPECT_EQ(tempdb["volume"], "T");
    EXPECT_EQ(tempdb["writes"], extents);
    EXPECT_EQ(tempdb["reads"], extents);
    EXPECT_EQ(tempdb["sizeBytes"], 16 << 20);
  }
}

TEST(SortSpill, WaitsForItsRunsOnIoCompletion) {
  uint64_t without = 0;
  uint64_t tree_alone = 0;
  for (const Runs runs : kAll) {
    const Json summary = test::RunToSummary(ScenarioWith(runs, {At(2, CreateIndex(2, runs))}));
    const uint64_t waits = test::WaitOf(summary, "IO_COMPLETION")["waiting_tasks_count"];
    if (runs == Runs::kNone) without = waits;
    EXPECT_EQ(waits > without + 5, runs != Runs::kNone) << waits;
    const uint64_t of_the_tree = test::WaitOf(summary, "SLEEP_BPOOL_FLUSH")["waiting_tasks_count"];
    if (runs == Runs::kNone) tree_alone = of_the_tree;
    EXPECT_EQ(of_the_tree, tree_alone);
  }
}

TEST(SortSpill, RunsInTheDatabasePushWhatTheyTakeAndThoseInTempdbPushNothing) {
  uint64_t pushed = 0;
  for (const Runs runs : kAll) {
    const Json summary = test::RunVerified(
        ScenarioWith(runs, {At(1, Create("snap_1")), At(3, CreateIndex(2, runs))}));
    EXPECT_EQ(summary["timeline"][1]["outcome"], "completed");
    const Json figures = FiguresOf(summary);
    const uint64_t now = figures["pagesPushed"];
    if (runs == Runs::kNone) pushed = now;
    EXPECT_EQ(now == pushed, runs != Runs::kDatabase) << now;
    EXPECT_EQ(now > pushed + 100, runs == Runs::kDatabase) << now;
  }
}

TEST(SortSpill, ASnapshotThatIsCreatedMeanwhileShowsItsSplit) {
  for (const Runs runs : kSpilled) {
    for (const char* event : {"started", "checkpoint", "open", "analysis", "redo"}) {
      const Json summary = test::RunToSummary(
          ScenarioWith(runs,
                       {Named("create", At(2, Create("snap_1"))),
                        After("create", event, CreateIndex(2, runs)), At(9, Create("snap_2"))},
                       6));
      test::ExpectVerified(summary, event);
      EXPECT_EQ(summary["timeline"][1]["outcome"], "completed") << event;
      EXPECT_EQ(summary["sessions"]["eachAddsUp"], true);
    }
  }
}

// What a crash has left would fill the files at the second creation, or the tenth.
TEST(SortSpill, ACrashAtAnyTimeLeavesNothing) {
  for (const Runs runs : kSpilled) {
    std::vector<Json> timeline;
    for (int crash = 0; crash < 10; ++crash) {
      const int begin_ms = 1000 + 2000 * crash;
      timeline.push_back(At(begin_ms / 1000.0, CreateIndex(2, runs)));
      timeline.push_back(At((begin_ms + 50 + 50 * crash) / 1000.0, test::Crash()));
    }
    timeline.push_back(At(22, CreateIndex(3, runs)));
    timeline.push_back(At(26, Create("snap_1")));
    Json scenario = ScenarioWith(runs, timeline, 4);
    scenario["durationSeconds"] = 28;
    scenario["server"]["tempdbSizeMiB"] = 2;
    const Json summary = test::RunVerified(scenario);
    EXPECT_EQ(summary["timeline"][20]["outcome"], "completed") << summary["timeline"][20].dump();
    EXPECT_EQ(CountLines(summary, "Error: 1105"), 0U);
  }
}

TEST(SortSpill, AFullTempdbFailsTheCreationAndNothingElse) {
  Json scenario = ScenarioWith(
      Runs::kTempdb, {At(2, CreateIndex(2, Runs::kTempdb)), At(5, CreateIndex(2, Runs::kDatabase)),
                      At(10, Create("snap_1"))});
  scenario["database"]["filledPercent"] = 75;
  scenario["server"]["tempdbSizeMiB"] = 1;
  const Json summary = test::RunVerified(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "failed");
  test::ExpectHas(summary["timeline"][0]["message"],
                  "the sort has no room in tempdb: all 16 extents (1 MiB) are in use");
  EXPECT_EQ(CountLines(summary, "Error: 1105, Severity: 17, State: 2."), 1U);
  EXPECT_EQ(CountLines(summary,
                       "'dbo.SORT temporary run storage:  140737488420864' in database "
                       "'tempdb'"),
            1U);
  EXPECT_EQ(summary["timeline"][1]["outcome"], "completed");
}

// The index has room, its runs beside it have not.
TEST(SortSpill, FullDataFilesAreNoMatterToRunsInTempdb) {
  for (const Runs runs : kSpilled) {
    Json scenario = ScenarioWith(runs, {At(2, CreateIndex(2, runs)), At(9, Create("snap_1"))});
    scenario["database"]["filledPercent"] = 85;
    const Json summary = test::RunVerified(scenario);
    EXPECT_EQ(summary["timeline"][0]["outcome"], runs == Runs::kTempdb ? "completed" : "failed")
        << summary["timeline"][0].dump();
  }
}

TEST(SortSpill, TempdbIsMadeAnewByEachServerAndItsIosAreAddedUp) {
  const Json summary = test::RunCompleted(
      ScenarioWith(Runs::kTempdb, {At(1, CreateIndex(2, Runs::kTempdb)), At(5, test::Crash()),
                                   At(6, CreateIndex(3, Runs::kTempdb)), At(10, test::Crash())}));
  const std::vector<Json> creations = PhasesOf(summary, "indexCreation");
  ASSERT_EQ(creations.size(), 2U);
  uint64_t extents = 0;
  for (const Json& creation : creations) {
    extents += creation["figures"]["sortBytes"].get<uint64_t>() / 65'536;
  }
  EXPECT_EQ(test::FileOf(summary, "tempdb")["writes"], extents);
}

TEST(SortSpill, TheSameSeedGivesTheSameRun) {
  for (const Runs runs : kSpilled) {
    const Json scenario =
        ScenarioWith(runs, {At(1, Create("snap_1")), At(3, CreateIndex(2, runs))}, 10);
    const Json first = test::RunToSummary(scenario);
    EXPECT_EQ(first["telemetryHash"], test::RunToSummary(scenario)["telemetryHash"]);
  }
}

}  // namespace
}  // namespace snapscope::sort_spill_test
