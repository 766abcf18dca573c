// What the sparse files of five small runs hold at each of 40 instants, as the engine says, beside
// the batches of the runs: a line each, for the test that holds the page map against it
// (app/services/recordings/testing/page-map-against-engine.ts).
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "experiment/experiment.h"
#include "machine/simulated_machine.h"
#include "sim/disk.h"
#include "test/support/scenarios.h"
#include "test/support/timeline_entries.h"

namespace snapscope::page_states_test {
namespace {

using test::At;
using test::Create;
using test::Json;

constexpr int kStops = 40;  ///< at least: while the server is down there is none
constexpr int kSeconds = 12;
constexpr int kIntervalMs = 200;

std::vector<std::pair<std::string, Json>> Runs() {
  Json build = test::ScenarioWith(
      {{"sizeMiB", 16}, {"filledPercent", 25}, {"nonclusteredIndexes", 1}}, 0,
      {At(1, Create("snap_1")), At(4, test::Rebuild(1)), At(7, test::CreateIndex(2))});
  Json two = test::TwoSnapshots();
  two["database"]["dataFiles"] = 2;
  std::vector<std::pair<std::string, Json>> runs = {
      {"workload", test::SmallScenario({At(3, Create("snap_1"))})},
      {"index build", std::move(build)},
      {"restart and undo", test::SmallScenario({At(1, Create("snap_1")), At(6, test::Crash()),
                                                At(9, Create("snap_2"))})},
      {"two snapshots", std::move(two)},
      {"revert", test::SmallScenario({At(1, Create("snap_1")), At(6, test::Revert("snap_1"))})}};
  for (auto& [name, scenario] : runs) {
    scenario["durationSeconds"] = kSeconds;
    scenario["sampleIntervalMs"] = kIntervalMs;
    scenario["pace"] = 1'000'000;  // so that each sample is sent as it is taken
  }
  return runs;
}

/// Pages in the files of a snapshot as spans: first, number, first, number.
Json SpansOf(const snapshot::Snapshot& snapshot) {
  const snapshot::SnapshotFiles& files = snapshot.files();
  page::PageSet copied(
      {.files = static_cast<uint32_t>(files.size()), .file_pages = files.front().page_count()});
  files.AddCopiedTo(copied);
  Json spans = Json::array();
  uint64_t end = UINT64_MAX;
  copied.ForEach([&](PageId page) {
    const uint64_t place = copied.size().PositionOf(page);
    if (place == end) {
      spans.back() = spans.back().get<uint64_t>() + 1;
    } else {
      spans.push_back(place);
      spans.push_back(1);
    }
    end = place + 1;
  });
  return spans;
}

class WatchedRun {
 public:
  WatchedRun(std::string name, const Json& scenario, std::ostream& out)
      : out_(out),
        scenario_(scenario::ParseScenario(scenario.dump()).value()),
        disk_(scenario_.seed),
        machine_(disk_, page::PageForm::kCompact),
        experiment_(scenario_, machine_, commands_,
                    [this](const std::vector<std::byte>& batch) { Take(batch); }) {
    out_ << Json{{"run", std::move(name)}} << '\n';
    const Json summary = Json::parse(experiment_.Run());
    test::ExpectVerified(summary);
    Json phases = Json::array();
    for (const Json& phase : summary.at("phases")) {
      if (!phase.contains("figures") || !phase["figures"].contains("pagesPushed")) continue;
      phases.push_back({{"name", phase["name"]}, {"pagesPushed", phase["figures"]["pagesPushed"]}});
    }
    out_ << Json{{"phases", phases}} << '\n';
  }

  int stops() const { return stops_; }

 private:
  void Take(const std::vector<std::byte>& batch) {
    std::string hex;
    for (const std::byte byte : batch) {
      constexpr const char* kDigits = "0123456789abcdef";
      hex += kDigits[std::to_integer<unsigned>(byte) >> 4];
      hex += kDigits[std::to_integer<unsigned>(byte) & 15];
    }
    out_ << Json{{"batch", hex}} << '\n';
    const bool has_sample = Load<uint32_t>(batch, 4) > 0;
    if (has_sample && experiment_.database() != nullptr) Stop();
  }

  /// Asks the engine, in the step in which the batch is sent.
  void Stop() {
    ++stops_;
    Json snapshots = Json::array();
    for (const auto& snapshot : experiment_.database()->snapshots().snapshots()) {
      if (!snapshot->life().armed() && snapshot->state() != snapshot::State::kOnline) continue;
      const snapshot::SnapshotFigures& figures = snapshot->figures();
      snapshots.push_back({{"name", snapshot->name()},
                           {"life", LifeOf(snapshot)},
                           {"pushed", figures.pages_pushed},
                           {"along", figures.pages_pushed_along},
                           {"redo", figures.pages_pulled_by_redo},
                           {"undo", figures.pages_pulled_by_undo},
                           {"copied", SpansOf(*snapshot)}});
    }
    out_ << Json{{"stop", snapshots}} << '\n';
  }

  /// A start makes the object of a snapshot anew, and counts from there.
  size_t LifeOf(const std::shared_ptr<snapshot::Snapshot>& snapshot) {
    return lives_.try_emplace(snapshot, lives_.size()).first->second;
  }

  std::ostream& out_;
  int stops_ = 0;
  std::map<std::weak_ptr<snapshot::Snapshot>, size_t, std::owner_less<>> lives_;
  const scenario::Scenario scenario_;
  sim::Disk disk_;
  machine::SimulatedMachine machine_;
  experiment::CommandQueue commands_;
  experiment::Experiment experiment_;
};

TEST(PageStates, AreWrittenDownBesideTheBatches) {
  const char* path = std::getenv("SNAPSCOPE_PAGE_STATES");
  std::ofstream out(path == nullptr ? "/dev/null" : path);
  for (const auto& [name, scenario] : Runs()) {
    const WatchedRun run(name, scenario, out);
    EXPECT_GE(run.stops(), kStops) << name;
  }
  out.close();
  EXPECT_TRUE(out.good());
}

}  // namespace
}  // namespace snapscope::page_states_test
