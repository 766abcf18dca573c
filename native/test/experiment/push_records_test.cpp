// The push records of runs: each page that the sparse files have is told of once, with its cause,
// whatever becomes of the server and its snapshots.
#include "test/support/push_records.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include <gtest/gtest.h>

#include "experiment/experiment.h"
#include "experiment/push_recorder.h"
#include "machine/simulated_machine.h"
#include "sim/disk.h"
#include "test/snapshot/snapshot_fixture.h"
#include "test/support/scenarios.h"
#include "test/support/timeline_entries.h"

namespace snapscope::push_records_test {
namespace {

using test::After;
using test::At;
using test::Crash;
using test::Create;
using test::Json;
using test::LiveAt;
using test::PushCause;
using test::PushRecords;
using test::SmallScenario;

/// A run, and what was told of its pushes.
class ToldRun {
 public:
  explicit ToldRun(const Json& scenario)
      : scenario_(scenario::ParseScenario(scenario.dump()).value()),
        disk_(scenario_.seed),
        machine_(disk_),
        experiment_(scenario_, machine_, commands_,
                    [this](const std::vector<std::byte>& batch) { records_.Take(batch); }) {
    summary_ = Json::parse(experiment_.Run());
    test::ExpectVerified(summary_);
    for (const auto& snapshot : snapshots()) {
      if (snapshot->state() == snapshot::State::kOnline) ExpectToldOf(*snapshot);
    }
    for (const auto& [number, target] : records_.targets) {
      EXPECT_EQ(records_.ended.contains(number), !IsThere(number, target["snapshot"])) << number;
    }
  }

  const PushRecords& records() const { return records_; }
  const Json& summary() const { return summary_; }
  const std::vector<std::shared_ptr<snapshot::Snapshot>>& snapshots() {
    return experiment_.database()->snapshots().snapshots();
  }
  uint64_t Count(const std::string& snapshot, PushCause cause) const {
    return records_.Count(records_.LastOf(snapshot), cause);
  }

 private:
  /// What was told under its last number is what its files have.
  void ExpectToldOf(const snapshot::Snapshot& snapshot) const {
    const uint32_t files = scenario_.data_files;
    page::PageSet copied({.files = files, .file_pages = snapshot.files().front().page_count()});
    snapshot.files().AddCopiedTo(copied);
    std::set<uint64_t> in_files;
    copied.ForEach([&](PageId page) {
      if (!snapshot.held().Has(page)) in_files.insert(copied.size().PositionOf(page));
    });
    std::set<uint64_t> told;
    for (const auto& [page, cause] : records_.PagesOf(records_.LastOf(snapshot.name()))) {
      told.insert(page);
    }
    EXPECT_EQ(told, in_files) << snapshot.name();
  }

  bool IsThere(uint32_t number, const std::string& name) {
    return number == records_.LastOf(name) &&
           std::ranges::any_of(snapshots(), [&name](const auto& snapshot) {
             return snapshot->name() == name && snapshot->state() != snapshot::State::kDropped;
           });
  }

  const scenario::Scenario scenario_;
  sim::Disk disk_;
  machine::SimulatedMachine machine_;
  experiment::CommandQueue commands_;
  PushRecords records_;
  experiment::Experiment experiment_;
  Json summary_;
};

TEST(PushRecords, AreOfEachPageThatACreationAndItsUsersCopy) {
  ToldRun run(test::TwoSnapshots());
  EXPECT_EQ(run.snapshots().size(), 2U);
  for (const auto& snapshot : run.snapshots()) {
    const snapshot::SnapshotFigures& figures = snapshot->figures();
    EXPECT_EQ(run.Count(snapshot->name(), PushCause::kWorkload), figures.pages_pushed);
    EXPECT_EQ(run.Count(snapshot->name(), PushCause::kRedo), figures.pages_pulled_by_redo);
    EXPECT_EQ(run.Count(snapshot->name(), PushCause::kUndo), figures.pages_pulled_by_undo);
    EXPECT_GT(figures.pages_pulled_by_redo, 0U);
  }
  const Json& target = run.records().targets.at(1);
  EXPECT_EQ(target["snapshot"], "snap_1");
  EXPECT_EQ(target["hidden"], false);
  EXPECT_EQ(target["files"], Json::parse(R"([{"id": 1, "name": "sales.mdf", "pages": 8192}])"));
  EXPECT_EQ(run.records().targets.size(), 2U);
}

TEST(PushRecords, OfARunAreTheSameAgain) {
  const ToldRun once(test::TwoSnapshots());
  const ToldRun again(test::TwoSnapshots());
  EXPECT_FALSE(once.records().pushes.empty());
  EXPECT_EQ(once.records().sections, again.records().sections);
}

TEST(PushRecords, TellAnIndexBuildFromItsUsers) {
  const auto rebuilt_beside = [](uint32_t users) {
    const Json database = {{"sizeMiB", 16}, {"filledPercent", 25}, {"nonclusteredIndexes", 1}};
    return ToldRun(
        test::ScenarioWith(database, users, {At(1, Create("snap_1")), At(4, test::Rebuild(1))}));
  };
  const ToldRun alone = rebuilt_beside(0);
  const Json rebuild = test::PhaseOf(alone.summary(), "indexRebuild");
  EXPECT_GT(alone.Count("snap_1", PushCause::kIndexBuild), 0U);
  EXPECT_EQ(alone.Count("snap_1", PushCause::kIndexBuild), rebuild["figures"]["pagesPushed"]);
  EXPECT_LE(alone.Count("snap_1", PushCause::kWorkload), 1U) << "the row of the witness";
  const ToldRun beside = rebuilt_beside(4);
  EXPECT_GT(beside.Count("snap_1", PushCause::kIndexBuild), 0U);
  EXPECT_GT(beside.Count("snap_1", PushCause::kWorkload), 1U);
}

TEST(PushRecords, TellPagesThatAreTakenAlong) {
  ToldRun run(test::ScenarioOfUnit("extent"));
  EXPECT_EQ(run.Count("snap_1", PushCause::kAlong),
            run.summary()["snapshots"][0]["pagesPushedAlong"]);
}

TEST(PushRecords, TellWhatArmingCopies) {
  Json scenario = test::SmallScenario();
  scenario["storage"]["arming"] = "copyDirtyPages";
  ToldRun run(scenario);
  const Json arming = test::PhaseOf(run.summary(), "arming");
  EXPECT_GT(arming["figures"]["pagesCopied"], 0);
  EXPECT_EQ(run.Count("snap_1", PushCause::kArming), arming["figures"]["pagesCopied"]);
}

TEST(PushRecords, AreOfPreImagesOnceTheyAreDurable) {
  Json scenario = SmallScenario({At(1, Create("snap_1")), At(6, Crash())});
  scenario["storage"].update({{"pushPolicy", "writeAhead"}, {"preImageMemoryMiB", 4}});
  ToldRun run(scenario);
  EXPECT_GT(run.summary()["snapshots"][0]["pagesDeferred"], 0);
  scenario["storage"]["pushUnit"] = "extent";
  ToldRun of_extents(scenario);
  EXPECT_GT(of_extents.Count("snap_1", PushCause::kAlong), 0U);
}

TEST(PushRecords, GoOnAfterARestart) {
  ToldRun run(SmallScenario({At(1, Create("snap_1")), At(3, Create("snap_2")), At(6, Crash()),
                             At(10, test::ShutDown())}));
  EXPECT_EQ(run.records().targets.size(), 2U);
  EXPECT_GT(run.Count("snap_1", PushCause::kRedo) + run.Count("snap_1", PushCause::kRestart), 0U);
}

TEST(PushRecords, NumberEachCreationOfAName) {
  ToldRun run(SmallScenario(
      {At(1, Create("snap_1")), At(4, test::DropSnapshot("snap_1")), At(6, Create("snap_1"))}));
  EXPECT_EQ(run.records().targets.size(), 2U);
  EXPECT_FALSE(run.records().PagesOf(1).empty());
  EXPECT_FALSE(run.records().PagesOf(2).empty());
}

TEST(PushRecords, EndWithACreationThatARestartRemoves) {
  ToldRun run(SmallScenario({test::Named("first", At(1, Create("snap_1"))),
                             After("first", "redo", Crash()), At(8, Create("snap_1"))}));
  EXPECT_EQ(run.records().targets.size(), 2U);
  EXPECT_EQ(run.records().ended, std::set<uint32_t>{1});
}

TEST(PushRecords, OutliveARevert) {
  ToldRun run(SmallScenario({At(1, Create("snap_1")), At(6, test::Revert("snap_1"))}));
  EXPECT_EQ(run.records().targets.size(), 1U);
}

TEST(PushRecords, TellOfTheSnapshotOfACheckThatItIsHidden) {
  ToldRun run(SmallScenario({At(1, Create("snap_1")), At(5, test::Check())}));
  ASSERT_EQ(run.records().targets.size(), 2U);
  EXPECT_EQ(run.records().targets.at(2)["hidden"], true);
  EXPECT_FALSE(run.records().PagesOf(2).empty());
}

TEST(PushRecords, AreOfAllDataFiles) {
  Json scenario = test::SmallScenario();
  scenario["database"]["dataFiles"] = 3;
  ToldRun run(scenario);
  const Json& files = run.records().targets.at(1)["files"];
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[2]["id"], 4);
  const uint64_t pages = files[0]["pages"];
  EXPECT_GT(run.records().PagesOf(1).rbegin()->first, 2 * pages);
  EXPECT_LT(run.records().PagesOf(1).rbegin()->first, 3 * pages);
}

class Recorder : public test::SnapshotTest {
 protected:
  static constexpr Lsn kSplit = Lsn::Of(1, 1, 1);

  experiment::PushRecorder Make(experiment::PushLimits limits = {}) {
    return {telemetry_, "sales", limits};
  }
  void Push(experiment::PushRecorder& recorder, uint32_t position, uint32_t number) {
    const PageId page = PageId::Of(page::DataFileId(position), number);
    snapshot_->SetCopied(page);
    recorder.OnPushed(*snapshot_, page, PushCause::kWorkload);
  }
  const PushRecords& Told() {
    telemetry_.Flush();
    return records_;
  }

  PushRecords records_;
  telemetry::Telemetry telemetry_{
      executor(), {}, [this](const std::vector<std::byte>& batch) { records_.Take(batch); }};
};

TEST_F(Recorder, TellsExtentsBeyondABoundAndBeyondAnotherNothing) {
  experiment::PushRecorder recorder = Make({.page_bytes = 100, .extent_bytes = 136});
  recorder.OnOpened(*snapshot_);
  for (uint32_t position = 0; position < kFiles; ++position) {
    for (uint32_t number = 1; number < test::kPages; ++number) Push(recorder, position, number);
  }
  std::map<telemetry::PushDetail, std::vector<uint64_t>> told;
  for (const test::ToldPush& push : Told().pushes) told[push.detail].push_back(push.record.page);
  const std::vector<uint64_t>& pages = told[telemetry::PushDetail::kPages];
  const std::vector<uint64_t>& extents = told[telemetry::PushDetail::kExtents];
  EXPECT_GT(pages.size(), 20U);
  for (size_t i = 0; i < pages.size(); ++i) EXPECT_EQ(pages[i], i + 1);
  ASSERT_GT(extents.size(), 3U);
  EXPECT_LT(extents.size(), kFiles * 8U - pages.size() / 8) << "and at last nothing";
  uint64_t before = pages.back();
  for (const uint64_t page : extents) {
    EXPECT_TRUE(page / 8 != before / 8 || page / test::kPages != before / test::kPages) << page;
    before = page;
  }
  const std::vector<std::byte>& last = Told().sections.back();
  EXPECT_EQ(Load<uint32_t>(last, 0), 0U);
  EXPECT_EQ(Load<telemetry::PushDetail>(last, 4), telemetry::PushDetail::kNothing);
}

TEST_F(Recorder, TellsWhatARestartHasFoundAndBeginsAnewWhereAPageIsGone) {
  experiment::PushRecorder recorder = Make();
  recorder.OnOpened(*snapshot_);
  Push(recorder, 0, 7);
  Push(recorder, 1, 8);
  snapshot_->SetSplit(kSplit, 0);
  snapshot_->SetCopied(test::Page(9));
  recorder.OnOpened(*snapshot_);
  EXPECT_EQ(Told().PagesOf(1),
            (std::map<uint64_t, PushCause>{{7, PushCause::kWorkload},
                                           {test::kPages + 8, PushCause::kWorkload},
                                           {9, PushCause::kRestart}}));
  const std::unique_ptr<snapshot::Snapshot> decayed = NewSnapshot();
  for (uint32_t position = 0; position < kFiles; ++position) {
    const storage::FilePlace place{&machine_.volume(),
                                   machine_.Path("later" + std::to_string(position))};
    decayed->files().Add(
        snapshot::SparseFile(page::DataFileId(position), place, Create(place.path, kSparse)));
  }
  decayed->SetSplit(kSplit, 0);
  decayed->SetCopied(test::Page(9));
  recorder.OnOpened(*decayed);
  EXPECT_EQ(Told().PagesOf(2), (std::map<uint64_t, PushCause>{{9, PushCause::kRestart}}));
  recorder.OnClosed(decayed->name());
  EXPECT_EQ(Told().ended, (std::set<uint32_t>{1, 2}));
}

TEST(PushRecords, TakeFourToFiveBytesEach) {
  Json extents = test::ScenarioOfUnit("extent");
  Json large = test::TwoSnapshots();
  large["database"]["sizeMiB"] = 4096;
  const std::vector<std::pair<const char*, Json>> runs = {
      {"two snapshots, 64 MiB", test::TwoSnapshots()},
      {"two snapshots, 4 GiB", large},
      {"by extents, 64 MiB", extents}};
  for (const auto& [what, scenario] : runs) {
    const ToldRun run(scenario);
    const double each = static_cast<double>(run.records().bytes()) /
                        static_cast<double>(run.records().pushes.size());
    std::printf("%s: %zu pushes, %.2f bytes each\n", what, run.records().pushes.size(), each);
    EXPECT_LE(each, 5) << what;
  }
}

}  // namespace
}  // namespace snapscope::push_records_test
