// Draws the backups and restores of a plan. Of a stream of their own: what else a seed draws does
// not change with them.
#include <array>
#include <string>
#include <utility>

#include "base/rng.h"
#include "crash_simulator/plan.h"
#include "database/file_names.h"

namespace snapscope::crash_simulator {

using backup::BackupKind;
using storage::Fault;
using storage::FaultKind;

namespace {

/// Percent of plans that take backups.
constexpr uint32_t kPlansWithBackups = 45;

class BackupDrawing {
 public:
  BackupDrawing(Plan& plan, Profile profile)
      : plan_(plan),
        profile_(profile),
        rng_(plan.seed, "backups"),
        files_(plan.seed, "files of backups") {}

  void Draw() {
    if (!rng_.Percent(kPlansWithBackups)) return;
    DrawScenario();
    for (LifePlan& life : plan_.lives) DrawLife(life);
  }

 private:
  void DrawScenario() {
    if (rng_.Percent(30)) LeaveSnapshotsOut();
    static constexpr std::array<const char*, 4> kVolumes = {"Q", "Q", "J", "P"};
    plan_.scenario["storage"]["placement"]["backup"] = kVolumes[rng_.Below(kVolumes.size())];
    if (files_.Percent(30))
      plan_.scenario["storage"]["placement"]["backup"] = Json::array({"J", "Q"});
    Json& database = plan_.scenario["database"];
    if (rng_.Percent(60)) database["recoveryModel"] = "full";
    // The server's own job keeps nothing of the log: the chain of files has gaps then.
    if (rng_.Percent(85)) database["logBackupIntervalSeconds"] = 0;
  }

  /// While there are snapshots the database is not restored.
  void LeaveSnapshotsOut() {
    for (LifePlan& life : plan_.lives) {
      life.cut_at_io_of_creation = 0;
      for (Step& step : life.steps) {
        const bool of_snapshot =
            step.kind == StepKind::kCreateSnapshot || step.kind == StepKind::kCheckDatabase;
        if (of_snapshot) step.kind = StepKind::kVerify;
      }
    }
    leaves_snapshots_out_ = true;
  }

  void DrawLife(LifePlan& life) {
    const bool restores = std::exchange(restores_before_, false);
    const bool ends = !life.steps.empty() && EndsLife(life.steps.back().kind);
    Step end;
    if (ends) {
      end = life.steps.back();
      life.steps.pop_back();
    }
    if (rng_.Percent(50)) {
      DrawScene(life);
    } else {
      const uint64_t backups = rng_.Below(4);
      for (uint64_t number = 0; number < backups; ++number) DrawBackup(life);
    }
    if (rng_.Percent(leaves_snapshots_out_ ? 40 : 12)) {
      DrawRestoreInPlace(life);
    } else if (ends) {
      life.steps.push_back(end);
    } else if (!life.quiesces && rng_.Percent(15)) {
      life.steps.push_back(
          {.at = life.duration, .kind = StepKind::kBackUpTail, .backup = NewName()});
    }
    if (rng_.Percent(60)) DrawRestore(life);
    if (restores && rng_.Percent(70)) life.cut_at_io = 1 + rng_.Below(rng_.Percent(50) ? 60 : 200);
  }

  /// The life comes to its end, and the next one restores.
  void DrawRestoreInPlace(LifePlan& life) {
    life.cut_at_io = life.cut_at_io_of_creation = life.cut_at_io_of_build = 0;
    life.cut_at_io_of_drop = 0;
    life.cut_at_entry_from_io = 0;
    Step step{.at = life.duration, .kind = StepKind::kRestore};
    if (rng_.Percent(40)) step.backup = NewName();
    step.restore = DrawStop();
    life.steps.push_back(step);
    restores_before_ = true;
  }

  std::string NewName() { return "bak_" + std::to_string(++names_); }

  bool IsFull() const { return plan_.scenario["database"]["recoveryModel"] == "full"; }

  Step NewBackup(BackupKind kind) {
    Step step;
    step.kind = StepKind::kBackUp;
    step.backup = NewName();
    step.backup_kind = kind;
    if (files_.Percent(50)) step.files = static_cast<uint32_t>(1 + files_.Below(3));
    if (files_.Percent(25)) step.buffers = static_cast<uint32_t>(1 + files_.Below(24));
    return step;
  }

  BackupKind DrawKind() {
    if (IsFull() && rng_.Percent(50)) return BackupKind::kLog;
    if (rng_.Percent(3)) return BackupKind::kLog;  // refused, at times
    return rng_.Percent(60) ? BackupKind::kFull : BackupKind::kDifferential;
  }

  /// At a time, or beside what another step does.
  void DrawBackup(LifePlan& life) {
    static constexpr std::array<const char*, 5> kPhases = {"started", "checkpoint", "analysis",
                                                           "redo", "undo"};
    Step step = NewBackup(DrawKind());
    step.copy_only = step.backup_kind != BackupKind::kDifferential && rng_.Percent(15);
    step.at = rng_.Between(0, life.duration / kMillisecond) * kMillisecond;
    if (!life.steps.empty() && rng_.Percent(40)) {
      const size_t earlier = rng_.Below(life.steps.size());
      const bool creates = life.steps[earlier].kind == StepKind::kCreateSnapshot;
      step.after = AfterStep{earlier, creates ? kPhases[rng_.Below(kPhases.size())] : "started"};
      step.at = DrawDelay();
    }
    if (!life.quiesces && rng_.Percent(20)) DrawCut(life, step);
    if (profile_ != Profile::kPowerCuts && rng_.Percent(10)) Strike(life, step);
    life.steps.push_back(step);
  }

  TimeNs DrawDelay() {
    static constexpr std::array<TimeNs, 4> kDelays = {0, 1, 10, 40};
    return kDelays[rng_.Below(kDelays.size())] * kMillisecond;
  }

  void DrawCut(LifePlan& life, Step& step) {
    static constexpr std::array<uint64_t, 3> kWithin = {20, 80, 300};
    step.cut_at_io = 1 + rng_.Below(kWithin[rng_.Below(kWithin.size())]);
    life.cut_at_io = life.cut_at_io_of_creation = life.cut_at_io_of_build = 0;
    life.cut_at_io_of_drop = 0;
  }

  std::string VolumeOf(uint32_t position) const {
    const Json& placed = plan_.scenario["storage"]["placement"]["backup"];
    return placed.is_array() ? placed[position % placed.size()] : placed;
  }

  /// A file of the backup is of a volume that fails.
  void Strike(LifePlan& life, const Step& step) {
    const bool of_log = step.backup_kind == BackupKind::kLog;
    const auto position = static_cast<uint32_t>(files_.Below(step.files));
    Fault fault{.kind = rng_.Percent(80) ? FaultKind::kError : FaultKind::kMisdirectedWrite};
    fault.count = fault.kind == FaultKind::kError ? 1 : 1000;
    fault.path = VolumeOf(position) + ":\\MSSQL\\" +
                 database::BackupFileName("sales", step.backup, of_log, position);
    life.faults.push_back(fault);
  }

  /// What hardly comes by itself: backups that follow each other, and rows that change in between.
  void DrawScene(LifePlan& life) {
    life.duration = rng_.Between(800, 2500) * kMillisecond;
    life.cut_at_io = life.cut_at_io_of_creation = life.cut_at_io_of_build = 0;
    life.cut_at_io_of_drop = 0;
    Step full = NewBackup(BackupKind::kFull);
    full.at = rng_.Between(0, 100) * kMillisecond;
    life.steps.push_back(full);
    if (rng_.Percent(40)) Follow(life, Update());
    switch (rng_.Below(IsFull() ? 5 : 3)) {
      case 0:
        break;
      case 1: {  // another full one fails
        const Step failing = NewBackup(BackupKind::kFull);
        if (profile_ != Profile::kPowerCuts) Strike(life, failing);
        Follow(life, Update());
        Follow(life, failing);
        break;
      }
      case 2: {  // or is none that differentials go with
        Step copy = NewBackup(BackupKind::kFull);
        copy.copy_only = true;
        Follow(life, Update());
        Follow(life, copy);
        break;
      }
      default:  // backups of the log
        for (uint64_t logs = 1 + rng_.Below(3); logs > 0; --logs) {
          Follow(life, NewBackup(BackupKind::kLog));
        }
        break;
    }
    const bool ends_with_log = IsFull() && rng_.Percent(40);
    Follow(life, NewBackup(ends_with_log ? BackupKind::kLog : BackupKind::kDifferential));
    if (!life.quiesces && rng_.Percent(30)) DrawCut(life, life.steps.back());
  }

  Step Update() {
    Step step;
    step.kind = StepKind::kUpdateTable;
    step.batch_rows = rng_.Percent(50) ? 100 : 0;
    return step;
  }

  void Follow(LifePlan& life, Step step) {
    step.after = AfterStep{life.steps.size() - 1, "completed"};
    step.at = DrawDelay();
    life.steps.push_back(std::move(step));
  }

  RestorePlan DrawStop() {
    static constexpr std::array<RestoreStop, 4> kStops = {RestoreStop::kEnd, RestoreStop::kLsn,
                                                          RestoreStop::kLsn, RestoreStop::kTime};
    RestorePlan restore;
    restore.stop = kStops[rng_.Below(kStops.size())];
    restore.permille = static_cast<uint32_t>(rng_.Below(1000));
    restore.without_copies = rng_.Percent(50);
    return restore;
  }

  void DrawRestore(LifePlan& life) {
    static constexpr std::array<uint64_t, 3> kWithin = {20, 100, 400};
    RestorePlan restore = DrawStop();
    const uint64_t at_io = 1 + rng_.Below(kWithin[rng_.Below(kWithin.size())]);
    if (rng_.Percent(40)) {
      restore.cut_at_io = at_io;
    } else if (rng_.Percent(20)) {
      restore.error_at_io = at_io;
    }
    if (rng_.Percent(40)) restore.damage = 1 + rng_.Below(1'000'000);
    life.restore = restore;
  }

  Plan& plan_;
  const Profile profile_;
  Rng rng_;
  Rng files_;  ///< how many files a backup has, and where: a stream of its own
  uint64_t names_ = 0;
  bool leaves_snapshots_out_ = false;
  bool restores_before_ = false;  ///< the life before ends with a restore
};

}  // namespace

void DrawBackups(Plan& plan, Profile profile) { BackupDrawing(plan, profile).Draw(); }

}  // namespace snapscope::crash_simulator
