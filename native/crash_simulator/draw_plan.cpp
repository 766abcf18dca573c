// Draws plans: each seed has weights of its own (a swarm), so that some runs are all of one kind.
#include <algorithm>
#include <array>

#include "base/rng.h"
#include "crash_simulator/plan.h"
#include "database/file_names.h"
#include "database/initial_database.h"
#include "scenario/scenario.h"

namespace snapscope::crash_simulator {

using storage::Fault;
using storage::FaultKind;

namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20;

/// Percent of lives with a table that may be there, in which it is dropped.
constexpr uint32_t kDrops = 60;
/// Percent of lives that the power ends as a file is created or removed.
constexpr uint32_t kCutsOfEntries = 20;

template <size_t N>
uint64_t OneOf(Rng& rng, const std::array<uint64_t, N>& values) {
  return values[rng.Below(N)];
}

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
  return !life.steps.empty() && life.steps.back().kind == StepKind::kRevertSnapshot;
}

bool Builds(const Step& step) {
  return step.kind == StepKind::kRebuildIndex || step.kind == StepKind::kCreateIndex ||
         step.kind == StepKind::kSelectInto;
}

/// No other step creates one of that name.
std::string SnapshotOfScene(uint64_t life) { return "snap_" + std::to_string(10 + life); }

std::string SparsePath(const std::string& snapshot, uint32_t position) {
  return "P:\\MSSQL\\" + database::SparseFileName(snapshot, position);
}

/// False only if the size is what is wrong: all else is refused when the plan is run.
bool HoldsATable(const Json& scenario) {
  const auto parsed = scenario::ParseScenario(scenario.dump());
  return !parsed.ok() || database::InitialDatabase::Plan(*parsed).ok();
}

class Drawing {
 public:
  Drawing(uint64_t seed, Profile profile)
      : rng_(seed, "plan"),
        files_(seed, "data files"),
        online_(seed, "online builds"),
        sorts_(seed, "sorts"),
        forms_(seed, "page form"),
        entries_(seed, "entries of files"),
        drops_(seed, "dropped tables"),
        profile_(profile) {
    plan_.seed = seed;
  }

  Plan Draw() {
    DrawWeights();
    DrawScenario();
    const uint64_t lives = 2 + rng_.Below(5);
    for (uint64_t life = 0; life < lives; ++life) plan_.lives.push_back(DrawLife(life));
    return std::move(plan_);
  }

 private:
  void DrawWeights() {
    weights_.quiesces = static_cast<uint32_t>(OneOf<4>(rng_, {0, 10, 30, 60}));
    weights_.cuts_early = static_cast<uint32_t>(OneOf<3>(rng_, {20, 50, 80}));
    weights_.steps = static_cast<uint32_t>(OneOf<4>(rng_, {1, 3, 6, 10}));
    weights_.drops = static_cast<uint32_t>(OneOf<3>(rng_, {0, 20, 40}));
    weights_.names = static_cast<uint32_t>(OneOf<3>(rng_, {1, 2, 4}));
    weights_.ends = static_cast<uint32_t>(OneOf<3>(rng_, {0, 30, 70}));
    weights_.fault = static_cast<uint32_t>(OneOf<3>(rng_, {0, 30, 70}));
    weights_.errors = rng_.Percent(50);
    weights_.misdirects = rng_.Percent(50);
    weights_.operations = static_cast<uint32_t>(OneOf<3>(rng_, {15, 30, 60}));
    weights_.scenes = static_cast<uint32_t>(OneOf<3>(rng_, {10, 30, 60}));
    plan_.tears_data = rng_.Percent(20);
    plan_.compact_pages = forms_.Percent(33);
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

  Json DrawDevice() {
    static constexpr std::array<const char*, 3> kSpreads = {"fixed", "uniform", "exponential"};
    return {{"parallelism", OneOf<4>(rng_, {1, 2, 4, 16})},
            {"readServiceUs", OneOf<3>(rng_, {100, 500, 4000})},
            {"writeServiceUs", OneOf<3>(rng_, {100, 500, 4000})},
            {"spread", kSpreads[rng_.Below(kSpreads.size())]},
            {"bandwidthMiBPerSecond", OneOf<2>(rng_, {100, 400})}};
  }

  void DrawScenario() {
    Json& scenario = plan_.scenario = UsualScenario();
    scenario["seed"] = plan_.seed;
    scenario["server"]["schedulers"] = 1 + rng_.Below(4);
    scenario["server"]["memoryMiB"] = 1 + rng_.Below(6);
    scenario["server"]["recoveryIntervalSeconds"] = OneOf<3>(rng_, {1, 2, 60});
    const uint64_t version = OneOf<4>(rng_, {2005, 2008, 2012, 2016});
    scenario["server"]["engineVersion"] = std::to_string(version);
    // Indirect checkpoints came with 2012.
    scenario["database"]["targetRecoveryTimeSeconds"] =
        version < 2012 ? 0 : OneOf<3>(rng_, {0, 1, 60});
    scenario["database"]["sizeMiB"] = OneOf<4>(rng_, {2, 2, 3, 6});
    DrawLog(scenario["database"]);
    scenario["database"]["rowBytes"] = OneOf<4>(rng_, {120, 300, 800, 2000});
    scenario["database"]["fillFactorPercent"] = OneOf<3>(rng_, {50, 90, 100});
    scenario["database"]["filledPercent"] = OneOf<3>(rng_, {30, 45, 85});
    for (Json& volume : scenario["storage"]["volumes"]) volume["device"] = DrawDevice();
    scenario["workload"]["users"] = OneOf<4>(rng_, {1, 4, 12, 30});
    scenario["workload"]["thinkTimeMs"] = OneOf<3>(rng_, {2, 20, 100});
    scenario["workload"]["rollbackPercent"] = OneOf<3>(rng_, {0, 5, 40});
    scenario["database"]["nonclusteredIndexes"] = OneOf<4>(rng_, {0, 0, 1, 2});
    scenario["reporting"]["query"] = rng_.Percent(50) ? "scan" : "pointReads";
    scenario["reporting"]["rowsPerQuery"] = OneOf<2>(rng_, {5, 200});
    scenario["reporting"]["thinkTimeMs"] = OneOf<2>(rng_, {2, 50});
    scenario["workload"]["accessOrder"] = rng_.Percent(50) ? "random" : "ascending";
    scenario["workload"]["hotRows"] = OneOf<3>(rng_, {0, 0, 64});
    scenario["storage"]["sparseFileLimitMiB"] = rng_.Percent(20) ? 1 : 0;
    scenario["storage"]["sparseFileLimitError"] = rng_.Percent(50) ? "665" : "1450";
    Rng pushes(plan_.seed, "pushes");  // its own stream: older seeds keep their plans otherwise
    scenario["storage"]["pushUnit"] = pushes.Percent(30) ? "extent" : "page";
    scenario["storage"]["pushPolicy"] = pushes.Percent(40) ? "writeAhead" : "synchronous";
    Rng arming(plan_.seed, "arming");
    scenario["storage"]["arming"] = arming.Percent(30) ? "copyDirtyPages" : "atOnce";
    Rng spans(plan_.seed, "spans");
    if (spans.Percent(20)) {
      Json& given = scenario["storage"]["spans"];
      given["beforeOpeningSeconds"] = DrawSpan(spans);
      given["beforeStartUpSeconds"] = DrawSpan(spans);
    }
    const uint64_t pre_images = OneOf<3>(pushes, {1, 1, 64});
    scenario["storage"]["preImageMemoryMiB"] = pre_images;
    // Pages that are pushed stay unwritten for longer than there is room for what they were.
    if (pre_images == 1 && pushes.Percent(70)) {
      scenario["server"]["memoryMiB"] = 6;
      scenario["database"]["filledPercent"] = 85;
    }
    scenario["database"]["dataFiles"] = data_files_ = OneOf<6>(files_, {1, 1, 1, 2, 3, 4});
    DrawSorts(scenario);
    Rng pool(plan_.seed, "pool");
    scenario["server"]["poolAtStart"] = pool.Percent(50) ? "warm" : "empty";
    Rng volumes(plan_.seed, "volumes");
    Json& snapshots = scenario["storage"]["volumes"][2]["device"];
    if (data_files_ > 1 && volumes.Percent(40)) {
      scenario["storage"]["placement"]["data"] = {"Q", volumes.Percent(50) ? "J" : "P"};
    } else if (volumes.Percent(15) && profile_ != Profile::kPowerCuts) {
      snapshots["capacityMiB"] = 1;
    }
    DrawFlushes(scenario["storage"]["volumes"]);
    // Small, but not so small that no table fits.
    for (uint64_t size = scenario["database"]["sizeMiB"]; !HoldsATable(scenario);) {
      scenario["database"]["sizeMiB"] = ++size;
    }
  }

  static double DrawSpan(Rng& spans) {
    return static_cast<double>(OneOf<4>(spans, {0, 1, 20, 200})) / 1000;
  }

  /// Some volumes have a cache of their own, and must be flushed.
  void DrawFlushes(Json& volumes) {
    Rng flushes(plan_.seed, "flushes");
    if (!flushes.Percent(30)) return;
    for (Json& volume : volumes) {
      volume["device"]["flushServiceUs"] = OneOf<3>(flushes, {0, 200, 5000});
    }
  }

  /// A table of more entries than the least grant holds, and room for runs beside it.
  void DrawSorts(Json& scenario) {
    scenario["server"]["tempdbSizeMiB"] = OneOf<2>(sorts_, {1, 4});
    spills_ = sorts_.Percent(20);
    if (!spills_) return;
    scenario["server"]["indexCreateMemoryKiB"] = 256;
    scenario["database"]["rowBytes"] = 120;
    scenario["database"]["fillFactorPercent"] = 100;
    scenario["database"]["filledPercent"] = 45;
    scenario["database"]["sizeMiB"] = OneOf<2>(sorts_, {4, 6});
  }

  void DrawLog(Json& database) {
    database["logSizeMiB"] = OneOf<4>(rng_, {4, 4, 8, 16});
    database["logVlfs"] = OneOf<3>(rng_, {4, 8, 16});
    const bool is_full = rng_.Percent(30);
    database["recoveryModel"] = is_full ? "full" : "simple";
    database["logBackupIntervalSeconds"] = is_full && rng_.Percent(70) ? 1 : 0;
  }

  LifePlan DrawLife(uint64_t number) {
    LifePlan life;
    life.duration = rng_.Between(50, 1500) * kMillisecond;
    life.quiesces = rng_.Percent(weights_.quiesces);
    if (life.quiesces && rng_.Percent(40)) {
      life.cut_at_io_of_rest = 1 + rng_.Below(100);
    } else if (!life.quiesces) {
      const bool early = number > 0 && rng_.Percent(weights_.cuts_early);
      life.cut_at_io = 1 + rng_.Below(early ? 300 : 6000);
    }
    const bool reverts = number > 0 && EndsByRevert(plan_.lives.back());
    if (reverts && rng_.Percent(70)) life.cut_at_io = 1 + rng_.Below(80);
    const uint64_t steps = rng_.Below(weights_.steps + 1);
    for (uint64_t step = 0; step < steps; ++step) life.steps.push_back(DrawStep(life.duration));
    std::stable_sort(life.steps.begin(), life.steps.end(),
                     [](const Step& a, const Step& b) { return a.at < b.at; });
    for (size_t step = 1; step < life.steps.size(); ++step) DrawTrigger(life.steps, step);
    const bool spilled = spills_ && sorts_.Percent(60);
    if (spilled) life.steps.push_back(DrawSpilledSort());
    std::string created;
    for (Step& step : life.steps) {  // reports of a snapshot that may be there are worth more
      if (step.kind == StepKind::kCreateSnapshot) created = step.snapshot;
      if (step.kind == StepKind::kSetReportUsers && !created.empty()) step.snapshot = created;
    }
    // What a creation has recovered is on its way to the file only for a moment.
    if (!created.empty() && !life.quiesces && rng_.Percent(25)) {
      life.cut_at_io = 0;
      life.cut_at_io_of_creation = 1 + rng_.Below(60);
    }
    if (std::ranges::any_of(life.steps, Builds) && !life.quiesces && rng_.Percent(70)) {
      life.cut_at_io = life.cut_at_io_of_creation = 0;
      DrawCutOfBuild(life);
    }
    if (spilled && !life.quiesces && sorts_.Percent(60)) {
      life.cut_at_io = life.cut_at_io_of_creation = 0;
      life.cuts_build_from = BuildMoment::kSpilled;
      life.cut_at_io_of_build = 1 + sorts_.Below(60);
    }
    DrawDrop(life);
    if (rng_.Percent(weights_.ends)) life.steps.push_back(DrawEnd(life));
    if (rng_.Percent(weights_.fault)) {
      const uint64_t faults = 1 + rng_.Below(4);
      for (uint64_t fault = 0; fault < faults; ++fault) life.faults.push_back(DrawFault(created));
    }
    // Nor is much of it pushed later than soon after: writes that go astray must be on their way.
    const bool goes_astray = std::ranges::any_of(
        life.faults, [](const Fault& fault) { return fault.kind == FaultKind::kMisdirectedWrite; });
    if (goes_astray && !created.empty() && !life.quiesces && rng_.Percent(60)) {
      life.cut_at_io = 0;
      life.cut_at_io_of_creation = 1 + rng_.Below(400);
    }
    if (!life.quiesces && rng_.Percent(weights_.scenes)) DrawScene(life, number);
    if (entries_.Percent(kCutsOfEntries)) life.cut_at_entry_from_io = 1 + entries_.Below(1500);
    return life;
  }

  /// Drops the table of the last statement of the life that makes one, once it has, or one that an
  /// earlier life may have made.
  void DrawDrop(LifePlan& life) {
    Step step;
    step.kind = StepKind::kDropTable;
    step.at = static_cast<TimeNs>(drops_.Below(300)) * kMillisecond;
    for (const LifePlan& earlier : plan_.lives) {
      for (const Step& made : earlier.steps) {
        if (made.kind == StepKind::kSelectInto) step.table = made.table;
      }
    }
    for (size_t number = 0; number < life.steps.size(); ++number) {
      if (life.steps[number].kind != StepKind::kSelectInto) continue;
      step.table = life.steps[number].table;
      step.after = AfterStep{number, "completed"};
      step.at = static_cast<TimeNs>(OneOf<3>(drops_, {0, 1, 30})) * kMillisecond;
    }
    if (step.table.empty() || !drops_.Percent(kDrops)) return;
    life.steps.push_back(step);
    if (life.quiesces || !drops_.Percent(70)) return;
    life.cut_at_io = life.cut_at_io_of_creation = life.cut_at_io_of_build = 0;
    life.cut_at_io_of_drop = 1 + drops_.Below(OneOf<2>(drops_, {6, 40}));
  }

  /// Anywhere, or while its tree takes its place, or when that has just been told.
  void DrawCutOfBuild(LifePlan& life) {
    static constexpr std::array<BuildMoment, 4> kMoments = {
        BuildMoment::kBegun, BuildMoment::kLoaded, BuildMoment::kLoaded, BuildMoment::kEnded};
    life.cuts_build_from = kMoments[rng_.Below(kMoments.size())];
    const bool begun = life.cuts_build_from == BuildMoment::kBegun;
    life.cut_at_io_of_build = 1 + rng_.Below(begun ? 400 : OneOf<2>(rng_, {6, 30}));
  }

  /// What hardly comes by itself: a snapshot, and what befalls it once it is there.
  void DrawScene(LifePlan& life, uint64_t number) {
    const bool ends = !life.steps.empty() && EndsLife(life.steps.back().kind);
    if (ends) life.steps.pop_back();
    life.duration = rng_.Between(800, 2000) * kMillisecond;
    life.cut_at_io = life.cut_at_io_of_creation = life.cut_at_io_of_build = 0;
    life.cut_at_io_of_drop = 0;
    Step step;
    step.kind = StepKind::kCreateSnapshot;
    step.at = rng_.Between(0, 200) * kMillisecond;
    step.snapshot = SnapshotOfScene(number);
    step.users = static_cast<uint32_t>(1 + rng_.Below(4));
    const auto follow = [this, &life, &step](const char* event, StepKind kind) {
      life.steps.push_back(step);
      step.after = AfterStep{life.steps.size() - 1, event};
      step.at = DrawDelay();
      step.kind = kind;
    };
    Fault fault{
        .kind = FaultKind::kError,
        .path = SparsePath(step.snapshot, static_cast<uint32_t>(files_.Below(data_files_)))};
    switch (rng_.Below(5)) {
      case 0:  // it is to be dropped while it is read
        follow("completed", StepKind::kSetReportUsers);
        follow("completed", StepKind::kDropSnapshot);
        break;
      case 1:  // its file fails while it is read
        fault.count = 1 + rng_.Below(30);
        life.faults = {fault};
        life.faults_from_completion = true;
        follow("completed", StepKind::kSetReportUsers);
        follow("completed", StepKind::kUpdateTable);
        break;
      case 2:  // it is a check's, and finds no more room
        life.faults = {{.kind = FaultKind::kDiskFull, .count = 1 + rng_.Below(5)}};
        life.faults_from_completion = true;
        step.kind = StepKind::kCheckDatabase;
        follow("started", StepKind::kUpdateTable);
        break;
      case 3:  // the power goes, and pages that are pushed to it land elsewhere
        fault.kind = FaultKind::kMisdirectedWrite;
        fault.count = 5000;
        life.faults = {fault};
        life.cut_at_io_of_creation = 20 + rng_.Below(600);
        follow("completed", StepKind::kUpdateTable);
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
      life.steps.push_back({.kind = StepKind::kDropSnapshot, .snapshot = std::move(name)});
    };
    for (uint32_t name = 1; name <= weights_.names; ++name) drop("snap_" + std::to_string(name));
    for (uint64_t life_before = 0; life_before < number; ++life_before) {
      drop(SnapshotOfScene(life_before));
    }
    const std::string name = SnapshotOfScene(number);
    life.steps.push_back({.at = kMillisecond, .kind = StepKind::kCreateSnapshot, .snapshot = name});
    life.steps.push_back(
        {.at = life.duration, .kind = StepKind::kRevertSnapshot, .snapshot = name});
  }

  std::string SnapshotName() { return "snap_" + std::to_string(1 + rng_.Below(weights_.names)); }

  Step DrawStep(TimeNs duration) {
    Step step;
    step.at = rng_.Between(0, duration / kMillisecond) * kMillisecond;
    step.snapshot = SnapshotName();
    if (rng_.Percent(weights_.drops)) {
      step.kind = StepKind::kDropSnapshot;
    } else if (rng_.Percent(weights_.operations)) {
      DrawOperation(step);
    } else if (rng_.Percent(15)) {
      step.kind = StepKind::kSetUsers;
      step.users = static_cast<uint32_t>(rng_.Below(20));
    } else if (rng_.Percent(20)) {
      step.kind = StepKind::kVerify;
    } else {
      step.kind = StepKind::kCreateSnapshot;
    }
    return step;
  }

  /// From an event to the step that follows it.
  TimeNs DrawDelay() { return static_cast<TimeNs>(OneOf<3>(rng_, {0, 1, 30})) * kMillisecond; }

  /// Some follow an event of an earlier step, some wait for the server's load.
  void DrawTrigger(std::vector<Step>& steps, size_t number) {
    static constexpr std::array<const char*, 6> kEvents = {"started",  "completed", "checkpoint",
                                                           "analysis", "redo",      "undo"};
    Step& step = steps[number];
    if (rng_.Percent(20)) {
      const size_t earlier = rng_.Below(number);
      const bool creates = steps[earlier].kind == StepKind::kCreateSnapshot;
      step.after = AfterStep{earlier, kEvents[rng_.Below(creates ? kEvents.size() : 2)]};
      step.at = DrawDelay();
    } else if (rng_.Percent(8)) {
      step.when_pushed = OneOf<2>(rng_, {10, 1000});
    }
  }

  void DrawOperation(Step& step) {
    static constexpr std::array<StepKind, 13> kKinds = {
        StepKind::kRebuildIndex,   StepKind::kRebuildIndex,   StepKind::kRebuildIndex,
        StepKind::kUpdateTable,    StepKind::kCheckDatabase,  StepKind::kSetReportUsers,
        StepKind::kSetReportUsers, StepKind::kSetReportUsers, StepKind::kCreateIndex,
        StepKind::kCreateIndex,    StepKind::kSelectInto,     StepKind::kSelectInto,
        StepKind::kSelectInto};
    step.kind = kKinds[rng_.Below(kKinds.size())];
    step.batch_rows = OneOf<3>(rng_, {0, 1, 100});
    const uint64_t nonclustered = plan_.scenario["database"]["nonclusteredIndexes"];
    if (step.kind == StepKind::kCreateIndex) {
      step.index = static_cast<uint16_t>(2 + nonclustered + rng_.Below(2));
    } else {  // at times one that may have been created by then
      const uint64_t created = rng_.Percent(30) ? 1 : 0;
      step.index = static_cast<uint16_t>(1 + rng_.Below(1 + nonclustered + created));
    }
    step.table = "copy_" + std::to_string(1 + rng_.Below(6));
    step.rows = OneOf<3>(rng_, {20, 500, 1'000'000});
    step.users = static_cast<uint32_t>(rng_.Below(5));
    const bool may_be_online =
        step.kind == StepKind::kRebuildIndex || step.kind == StepKind::kCreateIndex;
    step.online = may_be_online && online_.Percent(50);
    step.sort_in_tempdb = step.kind == StepKind::kCreateIndex && sorts_.Percent(50);
  }

  Step DrawSpilledSort() {
    const uint64_t nonclustered = plan_.scenario["database"]["nonclusteredIndexes"];
    Step step;
    step.at = static_cast<TimeNs>(sorts_.Below(50)) * kMillisecond;
    step.kind = StepKind::kCreateIndex;
    step.index = static_cast<uint16_t>(2 + nonclustered + sorts_.Below(4));
    step.online = sorts_.Percent(30);
    step.sort_in_tempdb = sorts_.Percent(50);
    return step;
  }

  /// At the end of the life's other steps.
  Step DrawEnd(const LifePlan& life) {
    static constexpr std::array<StepKind, 4> kKinds = {StepKind::kRevertSnapshot,
                                                       StepKind::kRevertSnapshot,
                                                       StepKind::kShutDown, StepKind::kCrash};
    Step step;
    step.at = life.duration;
    step.kind = kKinds[rng_.Below(kKinds.size())];
    step.snapshot = SnapshotName();
    for (const Step& earlier : life.steps) {  // one that may be there is worth more
      if (earlier.kind == StepKind::kCreateSnapshot) step.snapshot = earlier.snapshot;
    }
    return step;
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

  /// `created` is a snapshot that the life creates, if it does.
  Fault DrawFault(const std::string& created) {
    Fault fault;
    fault.at_io = 1 + rng_.Below(OneOf<3>(rng_, {100, 800, 4000}));
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
      const auto position = static_cast<uint32_t>(files_.Below(data_files_));
      fault.path = SparsePath(created.empty() ? SnapshotName() : created, position);
    }
    return fault;
  }

  Rng rng_;
  // Streams of their own: older seeds keep their plans otherwise.
  Rng files_;
  Rng online_;
  Rng sorts_;
  Rng forms_;
  Rng entries_;
  Rng drops_;
  bool spills_ = false;  ///< sorts of the accounts exceed their grant
  uint64_t data_files_ = 1;
  const Profile profile_;
  Weights weights_;
  Plan plan_;
};

}  // namespace

Plan DrawPlan(uint64_t seed, Profile profile) {
  Plan plan = Drawing(seed, profile).Draw();
  DrawBackups(plan, profile);
  return plan;
}

}  // namespace snapscope::crash_simulator
