// Draws plans: each seed has weights of its own (a swarm), so that some runs are all of one kind.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <utility>

#include "crash_simulator/draw.h"
#include "database/file_names.h"

namespace snapscope::crash_simulator {

using scenario::CheckDatabase;
using scenario::CreateIndex;
using scenario::CreateSnapshot;
using scenario::DropSnapshot;
using scenario::DropTable;
using scenario::RebuildIndex;
using scenario::RestartMode;
using scenario::RestartServer;
using scenario::RevertSnapshot;
using scenario::ScanTable;
using scenario::SelectInto;
using scenario::SetReportUsers;
using scenario::SetUsers;
using scenario::UpdateTable;
using storage::Fault;
using storage::FaultKind;

namespace {

/// Percent of lives with a table that may be there, in which it is dropped.
constexpr uint32_t kDrops = 60;
/// Percent of lives that the power ends as a file is created or removed.
constexpr uint32_t kCutsOfEntries = 25;

/// What one plan leans to, drawn once.
struct Weights {
  uint32_t quiesces = 0;    ///< percent of lives
  uint32_t cuts_early = 0;  ///< percent of cuts that come within the first I/Os of a life
  uint32_t steps = 0;       ///< at most so many in a life
  uint32_t drops = 0;       ///< percent of steps
  uint32_t names = 0;       ///< of snapshots
  uint32_t operations = 0;  ///< percent of steps: updates, rebuilds, checks, reports
  uint32_t ends = 0;        ///< percent of lives that a step ends
  uint32_t fault = 0;       ///< percent of lives with faults
  uint32_t scenes = 0;      ///< percent of lives with a scene
  bool errors = false;      ///< device errors among them
  bool misdirects = false;
};

constexpr std::array<FaultKind, 11> kFaultsDrawn = {FaultKind::kError,
                                                    FaultKind::kError,
                                                    FaultKind::kDiskFull,
                                                    FaultKind::kTornWrite,
                                                    FaultKind::kTornWrite,
                                                    FaultKind::kLostWrite,
                                                    FaultKind::kLatency,
                                                    FaultKind::kMisdirectedWrite,
                                                    FaultKind::kMisdirectedWrite,
                                                    FaultKind::kMisdirectedWrite,
                                                    FaultKind::kMisdirectedWrite};

bool EndsByRevert(const LifePlan& life) {
  return !life.steps.empty() && life.steps.back().As<RevertSnapshot>() != nullptr;
}

bool Builds(const Step& step) {
  return step.As<RebuildIndex>() != nullptr || step.As<CreateIndex>() != nullptr ||
         step.As<SelectInto>() != nullptr;
}

/// The snapshot that the last of the steps creates that create one; empty if none does.
std::string CreatedBy(std::span<const Step> steps) {
  std::string name;
  for (const Step& step : steps) {
    if (const auto* creation = step.As<CreateSnapshot>()) name = creation->name;
  }
  return name;
}

/// No other step creates one of that name.
std::string SnapshotOfScene(uint64_t life) { return "snap_" + std::to_string(10 + life); }

std::string SparsePath(const std::string& snapshot, uint32_t position) {
  return "P:\\MSSQL\\" + database::SparseFileName(snapshot, position);
}

class Drawing {
 public:
  Drawing(Plan& plan, Profile profile, Rng& rng) : plan_(plan), profile_(profile), rng_(rng) {}

  void Draw() {
    DrawWeights();
    plan_.scenario = DrawScenario(plan_.seed, profile_, rng_);
    const Json& database = plan_.scenario["database"];
    data_files_ = database["dataFiles"];
    nonclustered_ = database["nonclusteredIndexes"];
    spills_ = plan_.scenario["server"]["indexCreateMemoryKiB"] > 0;
    const uint64_t lives = 2 + rng_.Below(5);
    for (uint64_t life = 0; life < lives; ++life) plan_.lives.push_back(DrawLife(life));
  }

 private:
  uint64_t OneOf(std::initializer_list<uint64_t> values) {
    return crash_simulator::OneOf(rng_, values);
  }
  uint32_t WeightOf(std::initializer_list<uint64_t> values) {
    return static_cast<uint32_t>(OneOf(values));
  }

  void DrawWeights() {
    weights_.quiesces = WeightOf({0, 10, 30, 60});
    weights_.cuts_early = WeightOf({20, 50, 80});
    weights_.steps = WeightOf({1, 3, 6, 10});
    weights_.drops = WeightOf({0, 20, 40});
    weights_.names = WeightOf({1, 2, 4});
    weights_.ends = WeightOf({0, 30, 70});
    weights_.fault = WeightOf({0, 30, 70});
    weights_.errors = rng_.Percent(50);
    weights_.misdirects = rng_.Percent(50);
    weights_.operations = WeightOf({15, 30, 60});
    weights_.scenes = WeightOf({10, 30, 60});
    plan_.tears_data = rng_.Percent(20);
    plan_.compact_pages = rng_.Percent(33);
    plan_.headroom_bytes = rng_.Percent(15) ? (1 + rng_.Below(8)) * 64 * 1024 : 256 * kMiB;
    if (profile_ == Profile::kPowerCuts) {
      weights_.fault = weights_.scenes = 0;
      weights_.operations = std::max(weights_.operations, 30U);
      plan_.tears_data = false;
      plan_.headroom_bytes = 256 * kMiB;
    } else if (profile_ == Profile::kFaults) {
      weights_.fault = 90;
      weights_.errors = true;
      weights_.misdirects = true;
    }
  }

  // --- A life ------------------------------------------------------------------------------------

  Cut DrawCut(CutMoment from, uint64_t within) {
    return {.from = from, .at_io = 1 + rng_.Below(within)};
  }

  LifePlan DrawLife(uint64_t number) {
    LifePlan life;
    life.duration = rng_.Between(50, 1500) * kMillisecond;
    life.quiesces = rng_.Percent(weights_.quiesces);
    if (life.quiesces && rng_.Percent(40)) {
      life.cut = DrawCut(CutMoment::kRest, 100);
    } else if (!life.quiesces) {
      const bool early = number > 0 && rng_.Percent(weights_.cuts_early);
      life.cut = DrawCut(CutMoment::kLife, early ? 300 : 6000);
    }
    const bool reverts = number > 0 && EndsByRevert(plan_.lives.back());
    if (reverts && rng_.Percent(70)) life.cut = DrawCut(CutMoment::kLife, 80);
    DrawSteps(life);
    const std::string created = CreatedBy(life.steps);
    DrawCuts(life, created);
    DrawDrop(life);
    if (rng_.Percent(weights_.ends)) life.steps.push_back(DrawEnd(life));
    if (rng_.Percent(weights_.fault)) DrawFaults(life, created);
    if (!life.quiesces && rng_.Percent(weights_.scenes)) DrawScene(life, number);
    if (rng_.Percent(kCutsOfEntries)) life.cut_at_entry_from_io = 1 + rng_.Below(1500);
    return life;
  }

  void DrawSteps(LifePlan& life) {
    const uint64_t steps = rng_.Below(weights_.steps + 1);
    for (uint64_t step = 0; step < steps; ++step) life.steps.push_back(DrawStep(life.duration));
    std::ranges::stable_sort(life.steps, {}, &Step::at);
    for (size_t step = 1; step < life.steps.size(); ++step) DrawTrigger(life.steps, step);
    for (size_t step = 0; step < life.steps.size(); ++step) {
      // Reports of a snapshot that may be there are worth more.
      auto* reports = std::get_if<SetReportUsers>(&life.steps[step].action);
      const std::string created = CreatedBy(std::span(life.steps).first(step));
      if (reports != nullptr && !created.empty()) reports->name = created;
    }
  }

  /// The power goes where something is on its way for a moment only.
  void DrawCuts(LifePlan& life, const std::string& created) {
    const bool spilled = spills_ && rng_.Percent(60);
    if (spilled) life.steps.push_back(DrawSpilledSort());
    if (life.quiesces) return;
    // So is what a creation has recovered, until it is in the file.
    if (!created.empty() && rng_.Percent(25)) life.cut = DrawCut(CutMoment::kCreation, 60);
    if (std::ranges::any_of(life.steps, Builds) && rng_.Percent(70)) life.cut = DrawCutOfBuild();
    if (spilled && rng_.Percent(75)) life.cut = DrawCut(CutMoment::kBuildSpilled, 60);
  }

  /// Anywhere, or while its tree takes its place, or when that has just been told.
  Cut DrawCutOfBuild() {
    static constexpr std::array<CutMoment, 4> kMoments = {
        CutMoment::kBuildBegun, CutMoment::kBuildLoaded, CutMoment::kBuildLoaded,
        CutMoment::kBuildEnded};
    const CutMoment from = kMoments[rng_.Below(kMoments.size())];
    return DrawCut(from, from == CutMoment::kBuildBegun ? 400 : OneOf({6, 30}));
  }

  /// Drops the table of the last statement of the life that makes one, once it has, or one that an
  /// earlier life may have made.
  void DrawDrop(LifePlan& life) {
    DropTable drop;
    Step step{.at = static_cast<TimeNs>(rng_.Below(300)) * kMillisecond};
    for (const LifePlan& earlier : plan_.lives) {
      for (const Step& made : earlier.steps) {
        if (const auto* table = made.As<SelectInto>()) drop.name = table->name;
      }
    }
    for (size_t number = 0; number < life.steps.size(); ++number) {
      const auto* table = life.steps[number].As<SelectInto>();
      if (table == nullptr) continue;
      drop.name = table->name;
      step.after = AfterStep{number, "completed"};
      step.at = DrawDelay();
    }
    if (drop.name.empty() || !rng_.Percent(kDrops)) return;
    step.action = drop;
    life.steps.push_back(step);
    if (!life.quiesces && rng_.Percent(80)) {
      life.cut = DrawCut(CutMoment::kDrop, OneOf({6, 40}));
    }
  }

  // --- Scenes: what hardly comes by itself -------------------------------------------------------

  /// A snapshot, and what befalls it once it is there.
  void DrawScene(LifePlan& life, uint64_t number) {
    const bool ends = life.EndsByStep();
    if (ends) life.steps.pop_back();
    life.duration = rng_.Between(800, 2000) * kMillisecond;
    life.cut.reset();
    const std::string name = SnapshotOfScene(number);
    const SetReportUsers reports{.name = name, .users = static_cast<uint32_t>(1 + rng_.Below(4))};
    Step step{.at = rng_.Between(0, 200) * kMillisecond, .action = CreateSnapshot{name}};
    const auto follow = [this, &life, &step](const char* event, StepAction action) {
      life.steps.push_back(step);
      step.after = AfterStep{life.steps.size() - 1, event};
      step.at = DrawDelay();
      step.action = std::move(action);
    };
    Fault fault{.kind = FaultKind::kError, .path = SparsePath(name, DrawDataFile())};
    switch (rng_.Below(5)) {
      case 0:  // it is to be dropped while it is read
        follow("completed", reports);
        follow("completed", DropSnapshot{name});
        break;
      case 1:  // its file fails while it is read
        fault.count = 1 + rng_.Below(30);
        life.faults = {fault};
        life.faults_from_completion = true;
        follow("completed", reports);
        follow("completed", UpdateTable{});
        break;
      case 2:  // it is a check's, and finds no more room
        life.faults = {{.kind = FaultKind::kDiskFull, .count = 1 + rng_.Below(5)}};
        life.faults_from_completion = true;
        step.action = CheckDatabase{};
        follow("started", UpdateTable{});
        break;
      case 3:  // the power goes, and pages that are pushed to it land elsewhere
        fault.kind = FaultKind::kMisdirectedWrite;
        fault.count = 5000;
        life.faults = {fault};
        life.cut = Cut{.from = CutMoment::kCreation, .at_io = 20 + rng_.Below(600)};
        follow("completed", UpdateTable{});
        break;
      default:
        DrawRevertScene(life, number);
        return;
    }
    life.steps.push_back(step);
    if (ends) life.steps.push_back(DrawEnd(life));
  }

  /// A revert goes to the one snapshot that there is.
  void DrawRevertScene(LifePlan& life, uint64_t number) {
    life.steps.clear();
    const auto drop = [&life](std::string name) {
      life.steps.push_back({.action = DropSnapshot{std::move(name)}});
    };
    for (uint32_t name = 1; name <= weights_.names; ++name) drop("snap_" + std::to_string(name));
    for (uint64_t life_before = 0; life_before < number; ++life_before) {
      drop(SnapshotOfScene(life_before));
    }
    const std::string name = SnapshotOfScene(number);
    life.steps.push_back({.at = kMillisecond, .action = CreateSnapshot{name}});
    life.steps.push_back({.at = life.duration, .action = RevertSnapshot{name}});
  }

  // --- Steps -------------------------------------------------------------------------------------

  std::string SnapshotName() { return "snap_" + std::to_string(1 + rng_.Below(weights_.names)); }

  Step DrawStep(TimeNs duration) {
    Step step{.at = rng_.Between(0, duration / kMillisecond) * kMillisecond};
    if (rng_.Percent(weights_.drops)) {
      step.action = DropSnapshot{SnapshotName()};
    } else if (rng_.Percent(weights_.operations)) {
      step.action = DrawOperation();
    } else if (rng_.Percent(15)) {
      step.action = SetUsers{static_cast<uint32_t>(rng_.Below(20))};
    } else if (rng_.Percent(20)) {
      step.action = Verify{};
    } else {
      step.action = CreateSnapshot{SnapshotName()};
    }
    return step;
  }

  /// From an event to the step that follows it.
  TimeNs DrawDelay() { return static_cast<TimeNs>(OneOf({0, 1, 30})) * kMillisecond; }

  /// Some follow an event of an earlier step, some wait for the server's load.
  void DrawTrigger(std::vector<Step>& steps, size_t number) {
    static constexpr std::array<const char*, 6> kEvents = {"started",  "completed", "checkpoint",
                                                           "analysis", "redo",      "undo"};
    Step& step = steps[number];
    if (rng_.Percent(20)) {
      const size_t earlier = rng_.Below(number);
      const bool creates = steps[earlier].As<CreateSnapshot>() != nullptr;
      step.after = AfterStep{earlier, kEvents[rng_.Below(creates ? kEvents.size() : 2)]};
      step.at = DrawDelay();
    } else if (rng_.Percent(8)) {
      step.when_pushed = OneOf({10, 1000});
    }
  }

  StepAction DrawOperation() {
    switch (rng_.Below(16)) {
      case 13:
      case 14:
      case 15: {
        ScanTable scan{.max_dop = static_cast<uint32_t>(rng_.Below(5))};
        if (rng_.Percent(60)) scan.snapshot = SnapshotName();
        return scan;
      }
      case 0:
        return UpdateTable{.batch_rows = OneOf({0, 1, 100})};
      case 1:
        return CheckDatabase{};
      case 2:
      case 3:
      case 4: {
        SetReportUsers reports{.name = SnapshotName()};
        reports.users = static_cast<uint32_t>(rng_.Below(5));
        return reports;
      }
      case 5:
      case 6:
        return DrawIndex(2);
      case 7:
      case 8:
      case 9: {
        SelectInto copy{.name = "copy_" + std::to_string(1 + rng_.Below(6))};
        copy.rows = OneOf({20, 500, 1'000'000});
        return copy;
      }
      default: {  // at times one that may have been created by then
        const uint64_t created = rng_.Percent(30) ? 1 : 0;
        RebuildIndex rebuild;
        rebuild.index = static_cast<uint16_t>(1 + rng_.Below(1 + nonclustered_ + created));
        rebuild.online = rng_.Percent(50);
        if (rebuild.index == 1 && !rebuild.online && rng_.Percent(70)) {
          rebuild.compression = scenario::DataCompression::kPage;
        }
        return rebuild;
      }
    }
  }

  /// One of so many that the table does not begin with.
  CreateIndex DrawIndex(uint64_t among) {
    CreateIndex creation;
    creation.index = static_cast<uint16_t>(2 + nonclustered_ + rng_.Below(among));
    creation.online = rng_.Percent(50);
    creation.sort_in_tempdb = rng_.Percent(50);
    return creation;
  }

  Step DrawSpilledSort() {
    Step step{.at = static_cast<TimeNs>(rng_.Below(50)) * kMillisecond};
    step.action = DrawIndex(4);
    return step;
  }

  /// At the end of the life's other steps.
  Step DrawEnd(const LifePlan& life) {
    Step step{.at = life.duration};
    if (rng_.Percent(50)) {
      step.action = RestartServer{rng_.Percent(50) ? RestartMode::kClean : RestartMode::kCrash};
      return step;
    }
    const std::string created = CreatedBy(life.steps);  // one that may be there is worth more
    step.action = RevertSnapshot{created.empty() ? SnapshotName() : created};
    return step;
  }

  // --- Faults ------------------------------------------------------------------------------------

  uint32_t DrawDataFile() { return static_cast<uint32_t>(rng_.Below(data_files_)); }

  /// `created` is a snapshot that the life creates, if it does.
  void DrawFaults(LifePlan& life, const std::string& created) {
    const uint64_t faults = 1 + rng_.Below(4);
    for (uint64_t fault = 0; fault < faults; ++fault) life.faults.push_back(DrawFault(created));
    // Much of it is pushed soon after its creation: writes that go astray must be on their way.
    const bool goes_astray =
        std::ranges::count(life.faults, FaultKind::kMisdirectedWrite, &Fault::kind) > 0;
    if (goes_astray && !created.empty() && !life.quiesces && rng_.Percent(60)) {
      life.cut = DrawCut(CutMoment::kCreation, 400);
    }
  }

  /// I/Os that a fault strikes.
  uint64_t CountOf(FaultKind kind) {
    switch (kind) {
      case FaultKind::kTornWrite:
      case FaultKind::kLostWrite:
        return 1 + rng_.Below(200);
      case FaultKind::kMisdirectedWrite:
        return 1000 + rng_.Below(4000);
      case FaultKind::kLatency:
        return 1 + rng_.Below(20);
      default:
        return 1;
    }
  }

  Fault DrawFault(const std::string& created) {
    Fault fault;
    const uint64_t within = OneOf({100, 800, 4000});
    fault.at_io = 1 + rng_.Below(within);
    fault.kind = kFaultsDrawn[rng_.Below(kFaultsDrawn.size())];
    const bool left_out = (fault.kind == FaultKind::kError && !weights_.errors) ||
                          (fault.kind == FaultKind::kMisdirectedWrite && !weights_.misdirects);
    if (left_out) fault.kind = FaultKind::kLatency;
    fault.count = CountOf(fault.kind);
    // Writes go elsewhere only while they are pending at a power cut, which few are.
    if (fault.kind == FaultKind::kMisdirectedWrite) fault.at_io = 1;
    if (fault.kind == FaultKind::kLatency) fault.delay = rng_.Between(1, 500) * kMillisecond;
    // Most of them strike snapshots alone: the source must not notice.
    const bool is_damage = fault.kind == FaultKind::kMisdirectedWrite;
    if ((fault.kind == FaultKind::kError || is_damage) && rng_.Percent(is_damage ? 90 : 70)) {
      const std::string snapshot = created.empty() ? SnapshotName() : created;
      fault.path = SparsePath(snapshot, DrawDataFile());
    }
    return fault;
  }

  Plan& plan_;
  const Profile profile_;
  Rng& rng_;
  Weights weights_;
  bool spills_ = false;  ///< sorts of the accounts exceed their grant
  uint64_t data_files_ = 1;
  uint64_t nonclustered_ = 0;
};

}  // namespace

Plan DrawPlan(uint64_t seed, Profile profile) {
  Plan plan{.seed = seed};
  Rng rng(seed, "plan");
  Drawing(plan, profile, rng).Draw();
  DrawBackups(plan, profile, rng);
  DrawArraySnapshots(plan, rng);
  return plan;
}

}  // namespace snapscope::crash_simulator
