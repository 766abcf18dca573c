// A whole run in virtual time: that it is right, whatever the load, and the same again.
#include "experiment/experiment.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "page/allocation_map.h"
#include "page/page_buffer.h"
#include "test/support/kept_run.h"
#include "test/support/timeline_entries.h"

namespace snapscope::experiment_test {
namespace {

using test::Json;
using test::KeptRun;
using test::PhaseOf;
using test::RunToSummary;
using test::SmallScenario;
using test::TwoSnapshots;
using test::WaitOf;

TEST(Experiment, SnapshotUnderLoadShowsExactlyWhatWasCommittedAtItsSplit) {
  const Json summary = test::RunVerified(SmallScenario());
  ASSERT_EQ(summary["snapshots"].size(), 1U);
  const Json& verification = summary["snapshots"][0]["verification"];
  EXPECT_EQ(verification["pagesCompared"], verification["pagesTotal"]);
  EXPECT_EQ(verification["rowsCompared"], verification["rowsExpected"]);
  EXPECT_EQ(verification["rowsMismatched"], 0);
  EXPECT_GT(verification["rowsCompared"], 100'000);
  EXPECT_GT(verification["pagesPushedBeforeSplit"], 0);
  EXPECT_GT(verification["pagesPulledByRedo"], 0);
  EXPECT_GT(verification["transactionsUndone"], 0);
  EXPECT_EQ(verification["witness"]["newestMs"], verification["witness"]["expectedMs"]);
  // SQLCAT, figure 9: the newest row is the last that was committed before the split.
  EXPECT_LE(verification["witness"]["newestMs"], summary["snapshots"][0]["asOfMs"]);
  EXPECT_GT(summary["transactions"]["total"], 100);
  EXPECT_GT(summary["transactions"]["rolledBack"], 0);
  for (const char* type : {"WRITELOG", "PAGEIOLATCH_SH", "PAGEIOLATCH_EX"}) {
    EXPECT_GT(WaitOf(summary, type)["waiting_tasks_count"], 0) << type;
  }
}

TEST(Experiment, SameSeedSameHashOtherSeedOtherHash) {
  Json scenario = SmallScenario();
  const Json first = RunToSummary(scenario);
  EXPECT_EQ(first["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
  scenario["seed"] = 2;
  EXPECT_NE(first["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
}

TEST(Experiment, PaceDoesNotChangeTheHash) {
  Json scenario = SmallScenario();
  scenario["durationSeconds"] = 5;
  const Json unpaced = RunToSummary(scenario);
  scenario["pace"] = 20;
  EXPECT_EQ(unpaced["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
}

TEST(Experiment, SteeredRunIsRepeatedFromItsRecordedCommands) {
  Json scenario = SmallScenario();
  experiment::CommandQueue commands;
  int batches = 0;
  // One sample a batch: steered from the reader's side, between samples.
  scenario["pace"] = 100;
  const Json steered = RunToSummary(scenario, commands, [&](std::vector<std::byte>) {
    if (++batches != 6) return;
    for (const Json& command :
         {test::SetUsers(50), Json{{"kind", "pause"}}, Json{{"kind", "resume"}},
          Json{{"kind", "setPace"}, {"pace", 0}}, test::Create("live_1"), test::Create("live_2")}) {
      test::Give(commands, command);
    }
  });
  ASSERT_EQ(steered["run"]["status"], "completed") << steered["run"].dump();
  EXPECT_EQ(steered["scenario"]["commands"].size(), 6U);
  EXPECT_EQ(steered["snapshots"].size(), 3U);
  const Json repeated = RunToSummary(steered["scenario"]);
  EXPECT_EQ(repeated["telemetryHash"], steered["telemetryHash"]);
  EXPECT_EQ(repeated["scenario"]["commands"], steered["scenario"]["commands"]);
  EXPECT_NE(RunToSummary(SmallScenario())["telemetryHash"], steered["telemetryHash"]);
}

/// Each trigger, in chains: a creation, users after its redo, a drop of what a counter created.
Json Triggered() {
  const auto when = [](const char* counter, int above, int from, const Json& command) -> Json {
    return {{"when", {{"counter", counter}, {"above", above}, {"fromSeconds", from}}},
            {"command", command}};
  };
  return SmallScenario({
      test::Named("first", test::At(3, test::Create("snap_1"))),
      test::After("first", "redo", test::SetUsers(40)),
      test::Named("second", when("dirtyPages", 100, 2, test::Create("snap_2"))),
      test::After("second", "completed", test::DropSnapshot("snap_2"), 0.25),
      test::After("first", "failed", test::Create("snap_3")),
      when("userConnections", 9999, 0, test::Create("snap_4")),
  });
}

TEST(Experiment, EntriesOfTheTimelineFollowEachOtherAndCounters) {
  const Json summary = test::RunCompleted(Triggered());
  const Json& outcomes = summary["timeline"];
  ASSERT_EQ(outcomes.size(), 6U);
  EXPECT_EQ(outcomes[0]["name"], "first");
  EXPECT_EQ(outcomes[0]["firedMs"], 3000);
  EXPECT_EQ(outcomes[0]["outcome"], "completed");
  EXPECT_EQ(outcomes[1]["firedMs"], PhaseOf(summary, "redo", "snap_1")["startMs"]);
  EXPECT_EQ(outcomes[1]["endedMs"], outcomes[1]["firedMs"]);
  // The first sample that starts at 2 s or later ends at 2.5 s.
  EXPECT_EQ(outcomes[2]["firedMs"], 2500);
  EXPECT_EQ(outcomes[3]["firedMs"], outcomes[2]["endedMs"].get<double>() + 250);
  EXPECT_EQ(outcomes[3]["outcome"], "completed");
  EXPECT_EQ(outcomes[4]["outcome"], "notFired");
  EXPECT_EQ(outcomes[4]["message"], "\"first\" completed");
  EXPECT_TRUE(outcomes[4]["firedMs"].is_null());
  EXPECT_EQ(outcomes[5]["message"].get<std::string>().find("userConnections was never above 9999"),
            0U);
  EXPECT_EQ(summary["snapshots"].size(), 2U);
}

TEST(Experiment, TheTimelineIsTheSameAsItsCommandsGivenLive) {
  const Json planned = RunToSummary(Triggered());
  Json live = Triggered();
  live["timeline"] = Json::array();
  std::map<int64_t, Json> fired;
  for (const Json& outcome : planned["timeline"]) {
    if (outcome["firedMs"].is_null()) continue;
    const int64_t at = std::llround(outcome["firedMs"].get<double>() * kMillisecond);
    fired[at] = {{"atNs", at}, {"command", outcome["command"]}};
  }
  ASSERT_EQ(fired.size(), 4U);
  for (const auto& [at, command] : fired) live["commands"].push_back(command);
  const Json given = RunToSummary(live);
  EXPECT_EQ(given["telemetryHash"], planned["telemetryHash"]);
  EXPECT_EQ(given["executor"]["events"], planned["executor"]["events"]);
  EXPECT_EQ(RunToSummary(Triggered())["telemetryHash"], planned["telemetryHash"]);
}

TEST(Experiment, ARefusedCommandIsAFailureOfItsEntryAndOthersCanFollowIt) {
  Json scenario = TwoSnapshots();
  scenario["timeline"].push_back(test::Named("again", test::At(8, test::Create("snap_1"))));
  scenario["timeline"].push_back(test::After("again", "failed", test::DropSnapshot("snap_1"), 1));
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["timeline"][2]["outcome"], "failed");
  EXPECT_EQ(summary["timeline"][2]["message"],
            "Msg 1801, Level 16, State 3: Database 'snap_1' already exists. Choose a different "
            "database name.");
  EXPECT_EQ(summary["timeline"][3]["outcome"], "completed");
  EXPECT_EQ(summary["snapshots"][0]["state"], "dropped");
}

TEST(Experiment, AnEntryThatIsUnderWayAtTheEndSaysSo) {
  Json scenario = SmallScenario();
  scenario["timeline"][0]["atSeconds"] = scenario["durationSeconds"];
  const Json summary = RunToSummary(scenario);
  EXPECT_EQ(summary["timeline"][0]["outcome"], "underWay");
  EXPECT_EQ(summary["timeline"][0]["firedMs"], 12'000);
  EXPECT_TRUE(summary["timeline"][0]["endedMs"].is_null());
}

TEST(Experiment, StepToNextPhasePausesThereAndCancelEndsTheRun) {
  Json scenario = SmallScenario();
  scenario["pace"] = 50;
  experiment::CommandQueue commands;
  bool stepped = false;
  const Json summary = RunToSummary(scenario, commands, [&](std::vector<std::byte> batch) {
    const std::string text(reinterpret_cast<const char*>(batch.data()), batch.size());
    if (!stepped) {
      stepped = true;
      test::Give(commands, {{"kind", "stepToNextPhase"}});
    } else if (text.find("\"paused\"") != std::string::npos) {
      test::Give(commands, {{"kind", "cancel"}});
    }
  });
  EXPECT_EQ(summary["run"]["status"], "cancelled");
  ASSERT_EQ(summary["phases"].size(), 1U);
  EXPECT_EQ(summary["phases"][0]["name"], "files");
}

TEST(Experiment, DeadlocksAreFoundTheirVictimsRunAgainAndNothingIsLost) {
  Json scenario = SmallScenario();
  scenario["workload"].update(
      {{"accessOrder", "random"}, {"hotRows", 64}, {"users", 100}, {"thinkTimeMs", 20}});
  const Json summary = test::RunVerified(scenario);
  EXPECT_GT(summary["transactions"]["deadlocked"], 0);
  EXPECT_GT(summary["counters"]["deadlocksPerSecond"]["max"], 0);
  EXPECT_GT(WaitOf(summary, "LCK_M_U")["waiting_tasks_count"], 0);
  EXPECT_GT(WaitOf(summary, "REQUEST_FOR_DEADLOCK_SEARCH")["waiting_tasks_count"], 0);
  EXPECT_EQ(summary["telemetryHash"], RunToSummary(scenario)["telemetryHash"]);
  scenario["workload"]["accessOrder"] = "ascending";
  EXPECT_EQ(RunToSummary(scenario)["transactions"]["deadlocked"], 0);
}

TEST(Experiment, SnapshotsCanBeDroppedUnderLoad) {
  Json scenario = TwoSnapshots();
  scenario["timeline"].push_back(test::At(6, test::DropSnapshot("snap_1")));
  const Json summary = test::RunCompleted(scenario);
  EXPECT_EQ(summary["snapshots"][0]["state"], "dropped");
  EXPECT_EQ(summary["snapshots"][0]["verified"], true);
  EXPECT_EQ(summary["snapshots"][1]["state"], "online");
  EXPECT_EQ(WaitOf(summary, "FCB_REPLICA_WRITE")["waiting_tasks_count"], 0);
}

TEST(Experiment, NewlyAllocatedPagesInsideTheSizeAtCreationArePushed) {
  Json scenario = SmallScenario();
  scenario["timeline"][0]["atSeconds"] = 0.1;
  scenario["timeline"].push_back(test::At(8, test::Create("later")));
  scenario["database"]["fillFactorPercent"] = 100;  // an insert splits its page
  KeptRun run(scenario);
  const auto& snapshots = run.experiment().database()->snapshots().snapshots();
  snapshot::Snapshot& snapshot = *snapshots.at(0);
  const auto page = std::make_unique<page::PageBuffer>();
  auto allocated = [&](auto& store) {
    const PageId pfs = page::PfsOf(PageId::Of(1, 0));
    EXPECT_TRUE(store.ReadNow(pfs, page->span()).ok());
    std::set<PageId> pages;
    for (uint16_t slot = 0; slot < page::kPfsPages; ++slot) {
      if (page::MapEntry(page::PageView(page->span()), slot) != 0) {
        pages.insert(page::PageOfPfsEntry(pfs, slot));
      }
    }
    return pages;
  };
  const std::set<PageId> at_split = allocated(snapshot);
  const std::set<PageId> later = allocated(*snapshots.at(1));
  ASSERT_GT(later.size(), at_split.size());
  for (const PageId id : later) {
    if (at_split.contains(id)) continue;
    EXPECT_FALSE(snapshot.Lacks(id)) << id.number();
    ASSERT_TRUE(snapshot.ReadNow(id, page->span()).ok()) << id.number();
    EXPECT_EQ(page::PageView(page->span()).type(), page::PageType::kFree) << id.number();
  }
}

TEST(Experiment, NothingIsLeftHeldOnceEverybodyHasLeft) {
  Json scenario = SmallScenario();
  scenario["timeline"].push_back(test::At(9, test::SetUsers(0)));
  KeptRun run(scenario);
  // The witness alone is left; it is between two inserts at the end of a whole second.
  EXPECT_EQ(run.experiment().database()->pool().pins(), 0U);
  EXPECT_EQ(run.experiment().database()->transactions().locks_held(), 0U);
}

}  // namespace
}  // namespace snapscope::experiment_test
