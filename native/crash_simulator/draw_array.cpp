// Draws the array snapshots of a plan: which volumes have an array, and when snapshots are taken
// and deleted.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "crash_simulator/draw.h"

namespace snapscope::crash_simulator {

using scenario::CreateArraySnapshot;
using scenario::DeleteArraySnapshot;
using scenario::FreezeKind;

namespace {

/// Percent of plans with an array.
constexpr uint32_t kPlansWithArray = 45;
/// Percent of their lives in which it takes snapshots.
constexpr uint32_t kLivesWithSnapshots = 70;
/// Percent of their lives in which snapshots are restored, read and backed up.
constexpr uint32_t kLivesWithUse = 60;
/// Percent of their lives that are a scene: what hardly comes by itself.
constexpr uint32_t kLivesWithScene = 25;

class ArrayDrawing {
 public:
  ArrayDrawing(Plan& plan, Rng& rng) : plan_(plan), rng_(rng) {}

  void Draw() {
    if (!rng_.Percent(kPlansWithArray)) return;
    DrawScenario(plan_.scenario["storage"]);
    for (LifePlan& life : plan_.lives) {
      if (rng_.Percent(kLivesWithScene)) {
        DrawScene(life);
      } else {
        if (rng_.Percent(kLivesWithSnapshots)) DrawLife(life);
        if (rng_.Percent(kLivesWithUse)) DrawUse(life);
      }
      for (const Step& step : life.steps) {
        const auto* creation = step.As<scenario::CreateSnapshot>();
        if (creation != nullptr) database_snapshots_.push_back(creation->name);
      }
    }
  }

 private:
  void DrawScenario(Json& storage) {
    static constexpr std::array kPolicies = {"deleteOldest", "deleteOldest", "deleteOldest",
                                             "borrow", "takeOffline"};
    const Json array = {{"scheme", rng_.Percent(50) ? "redirectOnWrite" : "copyOnWrite"},
                        {"pageKiB", OneOf(rng_, {64, 1024, 4096})},
                        {"sizeGiB", 1},
                        {"reservePercent", OneOf(rng_, {1, 100})},
                        {"warningPercent", 10},
                        {"whenFull", kPolicies[rng_.Below(kPolicies.size())]},
                        {"poolGiB", 1}};
    for (Json& volume : storage["volumes"]) volume["arraySnapshots"] = array;
    is_beyond_ = rng_.Percent(10);
    storage["arraySnapshotTimes"].update(
        {{"prepareSeconds", static_cast<double>(OneOf(rng_, {0, 5, 50})) / 1000},
         {"otherDatabases", OneOf(rng_, {0, 0, 3})},
         {"otherDatabaseMs", OneOf(rng_, {1, 10})},
         {"commitMsPerVolume", is_beyond_ ? 6000 : OneOf(rng_, {0, 2, 30})}});
  }

  void DrawLife(LifePlan& life) {
    for (uint64_t snapshots = 1 + rng_.Below(3); snapshots > 0; --snapshots) DrawSnapshot(life);
    if (life.quiesces || life.EndsByStep() || !rng_.Percent(40)) return;
    life.cut = Cut{.from = CutMoment::kFreeze, .at_io = 1 + rng_.Below(OneOf(rng_, {4, 30}))};
  }

  // --- Scenes ------------------------------------------------------------------------------------

  /// A snapshot that is there, or is given up, and what becomes of it. The cut comes by time: while
  /// the database is frozen there are few I/Os.
  void DrawScene(LifePlan& life) {
    life.steps.clear();
    life.cut.reset();
    life.cut_at_entry_from_io = 0;
    CreateArraySnapshot creation{.name = "scene_" + std::to_string(++scenes_)};
    life.steps.push_back({.at = rng_.Between(0, 100) * kMillisecond, .action = creation});
    life.duration = rng_.Between(800, 1500) * kMillisecond;
    if (is_beyond_) {
      life.duration = 12 * kSecond;
    } else if (!life.quiesces && rng_.Percent(30)) {
      life.duration = life.steps.front().at + rng_.Between(10, 150) * kMillisecond;
    } else if (rng_.Percent(25)) {
      DrawSceneOfCopy(life, creation.name);
    } else if (rng_.Percent(40)) {
      Follow(life, DrawOffHost(creation.name));
      if (rng_.Percent(50)) Follow(life, Update());
      if (rng_.Percent(50)) Follow(life, DrawOffHost(creation.name));
    } else {
      DrawSceneOfRestore(life, creation.name);
    }
  }

  void DrawSceneOfCopy(LifePlan& life, const std::string& snapshot) {
    scenario::Restore command{.replace = true};
    command.restored_as = kBeside + "1";
    command.array_snapshot = snapshot;
    const std::string copy = command.restored_as;
    Follow(life, command);
    const scenario::CheckDatabase check{.database = copy};
    if (rng_.Percent(50)) Follow(life, check);
    Follow(life, scenario::SetReportUsers{.name = copy, .users = 1});
    Follow(life, Update());
  }

  /// The last restore of the plan has kept what was there before, or another one has.
  void DrawSceneOfRestore(LifePlan& life, const std::string& snapshot) {
    Follow(life, Update());
    const bool logs_follow = rng_.Percent(50);
    scenario::Restore restore{.back_up_tail = logs_follow};
    restore.array_snapshot = snapshot;
    if (kept_ > 0 && rng_.Percent(50)) {
      restore.array_snapshot = "before_restore_" + std::to_string(kept_);
      restore.back_up_tail = false;
    }
    ++kept_;
    for (const std::string& name : database_snapshots_) {
      life.steps.push_back({.action = scenario::DropSnapshot{name}});
    }
    life.steps.push_back({.at = life.duration, .action = restore});
    if (!logs_follow) return;
    plan_.scenario["database"]["recoveryModel"] = "full";
    plan_.scenario["database"]["logBackupIntervalSeconds"] = 0;
  }

  void Follow(LifePlan& life, StepAction action) {
    Step step{.at = DrawDelay(), .after = AfterStep{life.steps.size() - 1, "completed"}};
    step.action = std::move(action);
    life.steps.push_back(std::move(step));
  }

  scenario::UpdateTable Update() { return {.batch_rows = OneOf(rng_, {0, 100})}; }

  // --- Steps -------------------------------------------------------------------------------------

  /// What there may be by then is restored, read and backed up.
  void DrawUse(LifePlan& life) {
    for (uint64_t uses = 1 + rng_.Below(2); uses > 0; --uses) {
      Step step{.at = rng_.Between(0, life.duration / kMillisecond) * kMillisecond};
      const size_t steps = life.steps.size() - (life.EndsByStep() ? 1 : 0);
      if (steps > 0) step.after = AfterStep{steps - 1, "completed"};
      if (steps > 0) step.at = DrawDelay();
      if (!life.quiesces && rng_.Percent(15)) step.cut_at_io = 1 + rng_.Below(80);
      if (rng_.Percent(30)) {
        step.action = DrawOffHost(Name());
        Add(life, step);
      } else {
        DrawCopy(life, step);
      }
    }
    if (life.EndsByStep() || !rng_.Percent(50)) return;
    life.cut.reset();
    life.cut_at_entry_from_io = 0;
    scenario::Restore command{.back_up_tail = rng_.Percent(40)};
    command.array_snapshot = rng_.Percent(25) ? "before_restore_1" : Name();
    life.steps.push_back({.at = life.duration, .action = command});
  }

  scenario::Backup DrawOffHost(std::string snapshot) {
    scenario::Backup backup{.name = "off_" + std::to_string(++backups_), .files = 1};
    if (rng_.Percent(30)) backup.files = 2;
    backup.array_snapshot = std::move(snapshot);
    return backup;
  }

  void DrawCopy(LifePlan& life, Step step) {
    scenario::Restore command{.replace = rng_.Percent(50)};
    command.restored_as = kBeside + std::to_string(1 + rng_.Below(2));
    command.array_snapshot = rng_.Percent(10) ? "before_restore_1" : Name();
    command.recovers = rng_.Percent(85);
    const std::string name = command.restored_as;
    const size_t place = life.steps.size() - (life.EndsByStep() ? 1 : 0);
    step.action = command;
    Add(life, step);
    const AfterStep copied{place, "completed"};
    if (rng_.Percent(20)) {
      Add(life, {.after = copied, .action = scenario::SetReportUsers{.name = name, .users = 1}});
    }
    if (rng_.Percent(40)) {
      scenario::CheckDatabase check{.database = name};
      Add(life, {.at = DrawDelay(), .after = copied, .action = check});
    }
    if (rng_.Percent(30)) {
      Add(life, {.at = DrawDelay(), .after = copied, .action = command});
    }
  }

  std::string Name() { return "array_" + std::to_string(1 + rng_.Below(4)); }

  void DrawSnapshot(LifePlan& life) {
    CreateArraySnapshot creation{.name = Name()};
    static constexpr std::array kKinds = {FreezeKind::kVss, FreezeKind::kVss, FreezeKind::kSuspend,
                                          FreezeKind::kNone};
    creation.freeze = kKinds[rng_.Below(kKinds.size())];
    creation.copy_only = rng_.Percent(20);
    if (rng_.Percent(15)) creation.volumes = {"Q"};
    Step step{.at = rng_.Between(0, life.duration / kMillisecond) * kMillisecond};
    const size_t steps = life.steps.size() - (life.EndsByStep() ? 1 : 0);
    if (steps > 0 && rng_.Percent(50)) {
      step.after = AfterStep{rng_.Below(steps), rng_.Percent(70) ? "started" : "completed"};
      step.at = DrawDelay();
    }
    if (!life.quiesces && rng_.Percent(10)) step.cut_at_io = 1 + rng_.Below(60);
    step.action = creation;
    Add(life, step);
    // Beside it, or once it is there.
    step = Step{.at = DrawDelay(),
                .after = AfterStep{steps, rng_.Percent(50) ? "started" : "completed"}};
    if (rng_.Percent(30)) {
      step.action = DeleteArraySnapshot{creation.name};
    } else if (rng_.Percent(30)) {
      creation.name += "_more";
      step.action = creation;
    } else {
      step.action = Update();
    }
    Add(life, std::move(step));
  }

  /// The step that ends a life stays its last one.
  static void Add(LifePlan& life, Step step) {
    life.steps.insert(life.steps.end() - (life.EndsByStep() ? 1 : 0), std::move(step));
  }

  TimeNs DrawDelay() { return static_cast<TimeNs>(OneOf(rng_, {0, 1, 10, 40})) * kMillisecond; }

  Plan& plan_;
  Rng& rng_;
  bool is_beyond_ = false;  ///< the array takes longer than VSS lets it
  uint64_t backups_ = 0;    ///< by another host
  uint64_t scenes_ = 0;
  uint64_t kept_ = 0;                            ///< snapshots of what restores find there
  std::vector<std::string> database_snapshots_;  ///< that a life before may have created
};

}  // namespace

void DrawArraySnapshots(Plan& plan, Rng& rng) { ArrayDrawing(plan, rng).Draw(); }

}  // namespace snapscope::crash_simulator
