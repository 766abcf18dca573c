// Draws the backups and restores of a plan.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "backup/format.h"
#include "crash_simulator/draw.h"
#include "database/file_names.h"

namespace snapscope::crash_simulator {

using scenario::Backup;
using scenario::BackupType;
using storage::Fault;
using storage::FaultKind;

namespace {

/// Percent of plans that take backups.
constexpr uint32_t kPlansWithBackups = 45;
/// Percent of these whose users have more than a thousand transactions open at a time.
constexpr uint32_t kPlansWithManyUsers = 18;
/// Percent of their lives in which databases are restored beside.
constexpr uint32_t kLivesWithCopies = 50;

class BackupDrawing {
 public:
  BackupDrawing(Plan& plan, Profile profile, Rng& rng)
      : plan_(plan), profile_(profile), rng_(rng) {}

  void Draw() {
    if (!rng_.Percent(kPlansWithBackups)) return;
    DrawScenario();
    for (LifePlan& life : plan_.lives) DrawLife(life);
  }
  bool has_many_users() const { return has_many_users_; }
  bool leaves_snapshots_out() const { return leaves_snapshots_out_; }

 private:
  void DrawScenario() {
    if (rng_.Percent(40)) LeaveSnapshotsOut();
    static constexpr std::array<const char*, 4> kVolumes = {"Q", "Q", "J", "P"};
    plan_.scenario["storage"]["placement"]["backup"] = kVolumes[rng_.Below(kVolumes.size())];
    if (rng_.Percent(30))
      plan_.scenario["storage"]["placement"]["backup"] = Json::array({"J", "Q"});
    Json& database = plan_.scenario["database"];
    if (rng_.Percent(kPlansWithManyUsers)) HaveManyUsers();
    if (rng_.Percent(60)) database["recoveryModel"] = "full";
    // The server's own job keeps nothing of the log: the chain of files has gaps then.
    if (rng_.Percent(85)) database["logBackupIntervalSeconds"] = 0;
  }

  /// Users have changed a row, and wait for the page of another, which slow disks have.
  void HaveManyUsers() {
    Json& scenario = plan_.scenario;
    scenario["workload"]["users"] = 2000;
    scenario["workload"]["thinkTimeMs"] = 2;
    scenario["workload"]["accessOrder"] = "random";
    scenario["workload"]["hotRows"] = 0;
    scenario["server"]["memoryMiB"] = 32;
    scenario["server"]["poolAtStart"] = "empty";
    scenario["database"]["logSizeMiB"] = 16;
    scenario["database"]["sizeMiB"] = 6;
    scenario["database"]["rowBytes"] = 300;
    scenario["database"]["filledPercent"] = 85;
    for (Json& volume : scenario["storage"]["volumes"]) {
      volume["device"]["parallelism"] = 2;
      volume["device"]["readServiceUs"] = 4000;
    }
    // The queue of all of them for a table's lock would take a simulation minutes.
    for (LifePlan& life : plan_.lives) life.steps.clear();
    has_many_users_ = true;
  }

  /// While there are snapshots the database is not restored.
  void LeaveSnapshotsOut() {
    for (LifePlan& life : plan_.lives) {
      if (life.cut && life.cut->from == CutMoment::kCreation) life.cut.reset();
      for (Step& step : life.steps) {
        const bool of_snapshot = step.As<scenario::CreateSnapshot>() != nullptr ||
                                 step.As<scenario::CheckDatabase>() != nullptr;
        if (of_snapshot) step.action = Verify{};
      }
    }
    leaves_snapshots_out_ = true;
  }

  void DrawLife(LifePlan& life) {
    const bool restores = std::exchange(restores_before_, false);
    const bool ends = life.EndsByStep();
    Step end;
    if (ends) {
      end = life.steps.back();
      life.steps.pop_back();
    }
    reverts_ = ends && end.As<scenario::RevertSnapshot>() != nullptr;
    // Mostly the database is restored again from what it was restored from.
    const bool again = restored_ && rng_.Percent(80);
    if (!again) DrawBackupsOf(life);
    if (rng_.Percent(kLivesWithCopies)) DrawCopies(life);
    const uint32_t restores_in_place = again ? 90 : 40;
    if (rng_.Percent(leaves_snapshots_out_ ? restores_in_place : 12)) {
      DrawRestoreInPlace(life);
    } else if (ends) {
      life.steps.push_back(end);
    } else if (!life.quiesces && rng_.Percent(15)) {
      life.steps.push_back({.at = life.duration, .action = BackUpTail{}});
    }
    if (rng_.Percent(60)) DrawRestore(life);
    if (!restores || !rng_.Percent(50)) return;
    const uint64_t within = rng_.Percent(50) ? 60 : 200;
    life.cut = Cut{.at_io = 1 + rng_.Below(within)};
  }

  void DrawBackupsOf(LifePlan& life) {
    if (has_many_users_) {
      DrawManyOpen(life);
    } else if (rng_.Percent(50)) {
      DrawScene(life);
    } else {
      const uint64_t backups = rng_.Below(4);
      for (uint64_t number = 0; number < backups; ++number) DrawBackup(life);
    }
  }

  /// The life comes to its end, and the next one restores.
  void DrawRestoreInPlace(LifePlan& life) {
    life.cut.reset();
    life.cut_at_entry_from_io = 0;
    const scenario::Restore command{.back_up_tail = rng_.Percent(60)};
    Step step{.at = life.duration, .action = command};
    step.restore = DrawStop();
    life.steps.push_back(step);
    restores_before_ = restored_ = true;
  }

  bool IsFull() const { return plan_.scenario["database"]["recoveryModel"] == "full"; }

  Backup NewBackup(BackupType type) {
    Backup backup{.name = "bak_" + std::to_string(++names_), .type = type};
    const bool is_new = !rng_.Percent(15) || !Overwrite(backup);
    if (rng_.Percent(50)) backup.files = static_cast<uint32_t>(1 + rng_.Below(3));
    if (rng_.Percent(25)) backup.buffers = static_cast<uint32_t>(1 + rng_.Below(24));
    backup.checksum = !rng_.Percent(25);
    backup.continue_after_error = rng_.Percent(20);
    backup.no_truncate = type == BackupType::kLog && rng_.Percent(15);
    backup.compress = rng_.Percent(40);
    if (rng_.Percent(50)) backup.transfer_bytes = DrawTransfer();
    if (rng_.Percent(25)) backup.block_bytes = 512U << rng_.Below(8);
    const Json& placed = plan_.scenario["storage"]["placement"]["data"];
    if (type == BackupType::kFull && placed.is_array() && rng_.Percent(25)) {
      backup.filegroups = {placed[rng_.Below(placed.size())]};
    }
    backup.to_nul = is_new && rng_.Percent(6);
    if (is_new && !backup.to_nul) to_files_.push_back(backup);
    return backup;
  }

  /// It takes the place of an earlier one whose files have names of that kind.
  bool Overwrite(Backup& backup) {
    if (to_files_.empty()) return false;
    const Backup& earlier = to_files_[rng_.Below(to_files_.size())];
    const bool is_like = (earlier.type == BackupType::kLog) == (backup.type == BackupType::kLog);
    if (!is_like) return false;
    backup.name = earlier.name;
    backup.format = rng_.Percent(40);
    backup.init = !backup.format;
    return true;
  }

  /// The smallest make the most chunks, and directories of several pages.
  uint32_t DrawTransfer() {
    return static_cast<uint32_t>(OneOf(rng_, {1, 1, 3, 16})) * backup::kLeastTransferBytes;
  }

  BackupType DrawKind() {
    if (IsFull() && rng_.Percent(50)) return BackupType::kLog;
    if (rng_.Percent(3)) return BackupType::kLog;  // refused, at times
    return rng_.Percent(60) ? BackupType::kFull : BackupType::kDifferential;
  }

  /// At a time, or beside what another step does.
  void DrawBackup(LifePlan& life) {
    static constexpr std::array<const char*, 5> kPhases = {"started", "checkpoint", "analysis",
                                                           "redo", "undo"};
    Backup backup = NewBackup(DrawKind());
    backup.copy_only = backup.type != BackupType::kDifferential && rng_.Percent(15);
    Step step{.at = rng_.Between(0, life.duration / kMillisecond) * kMillisecond, .action = backup};
    if (!life.steps.empty() && rng_.Percent(40)) {
      const size_t earlier = rng_.Below(life.steps.size());
      const bool creates = life.steps[earlier].As<scenario::CreateSnapshot>() != nullptr;
      step.after = AfterStep{earlier, creates ? kPhases[rng_.Below(kPhases.size())] : "started"};
      step.at = DrawDelay();
    }
    if (!life.quiesces && rng_.Percent(20)) DrawCut(life, step);
    if (profile_ != Profile::kPowerCuts && rng_.Percent(10)) Strike(life, backup);
    life.steps.push_back(step);
  }

  TimeNs DrawDelay() {
    static constexpr std::array<TimeNs, 4> kDelays = {0, 1, 10, 40};
    return kDelays[rng_.Below(kDelays.size())] * kMillisecond;
  }

  void DrawCut(LifePlan& life, Step& step) {
    static constexpr std::array<uint64_t, 3> kWithin = {20, 80, 300};
    step.cut_at_io = 1 + rng_.Below(kWithin[rng_.Below(kWithin.size())]);
    life.cut.reset();
  }

  std::string VolumeOf(uint32_t position) const {
    const Json& placed = plan_.scenario["storage"]["placement"]["backup"];
    return placed.is_array() ? placed[position % placed.size()] : placed;
  }

  /// A file of the backup is of a volume that fails.
  void Strike(LifePlan& life, const Backup& backup) {
    const bool of_log = backup.type == BackupType::kLog;
    const auto position = static_cast<uint32_t>(rng_.Below(backup.files));
    Fault fault{.kind = rng_.Percent(80) ? FaultKind::kError : FaultKind::kMisdirectedWrite};
    fault.count = fault.kind == FaultKind::kError ? 1 : 1000;
    fault.path = VolumeOf(position) + ":\\MSSQL\\" +
                 database::BackupFileName("sales", backup.name, of_log, position);
    life.faults.push_back(fault);
  }

  /// What hardly comes by itself: backups that follow each other, and rows that change in between.
  void DrawScene(LifePlan& life) {
    life.duration = rng_.Between(800, 2500) * kMillisecond;
    life.cut.reset();
    Step full{.action = NewBackup(BackupType::kFull)};
    full.at = rng_.Between(0, 100) * kMillisecond;
    const bool meets_completion = !leaves_snapshots_out_ && !reverts_ && rng_.Percent(40);
    if (meets_completion) {
      const scenario::CreateSnapshot creation{"snap_" + std::to_string(40 + names_)};
      life.steps.push_back({.at = full.at, .action = creation});
      full.after = AfterStep{life.steps.size() - 1, "undo"};
      full.at = 0;
      DrawRestore(life);
    }
    life.steps.push_back(full);
    if (rng_.Percent(40)) Follow(life, Update());
    switch (meets_completion ? 0 : rng_.Below(IsFull() ? 5 : 3)) {
      case 0:
        break;
      case 1: {  // another full one fails
        const Backup failing = NewBackup(BackupType::kFull);
        if (profile_ != Profile::kPowerCuts) Strike(life, failing);
        Follow(life, Update());
        Follow(life, failing);
        break;
      }
      case 2: {  // or is none that differentials go with
        Backup copy = NewBackup(BackupType::kFull);
        copy.copy_only = true;
        Follow(life, Update());
        Follow(life, copy);
        break;
      }
      default:  // backups of the log
        for (uint64_t logs = 1 + rng_.Below(3); logs > 0; --logs) {
          Follow(life, NewBackup(BackupType::kLog));
        }
        break;
    }
    const bool ends_with_log = IsFull() && !meets_completion && rng_.Percent(40);
    Follow(life, NewBackup(ends_with_log ? BackupType::kLog : BackupType::kDifferential));
    if (!life.quiesces && rng_.Percent(30)) DrawCut(life, life.steps.back());
  }

  /// Most pages are in memory by then, and most users wait for one of the others.
  void DrawManyOpen(LifePlan& life) {
    life.duration = 2 * kSecond;
    life.cut.reset();
    Step full{.at = rng_.Between(700, 1500) * kMillisecond};
    full.action = NewBackup(BackupType::kFull);
    life.steps.push_back(std::move(full));
  }

  scenario::UpdateTable Update() { return {.batch_rows = rng_.Percent(50) ? uint64_t{100} : 0}; }

  /// Of what backups there are by then, or of those that the last step of the life takes: restored
  /// to the end, or in two steps. Two at a time, or beside a backup.
  void DrawCopies(LifePlan& life) {
    Step step{.at = rng_.Between(0, life.duration / kMillisecond) * kMillisecond};
    if (!life.steps.empty() && rng_.Percent(60)) {
      step.after = AfterStep{life.steps.size() - 1, "completed"};
      step.at = DrawDelay();
    }
    scenario::Restore command{.replace = rng_.Percent(50)};
    command.restored_as = kBeside + std::to_string(1 + rng_.Below(2));
    if (rng_.Percent(30)) command.volume = rng_.Percent(50) ? "J" : "Q";
    command.recovers = rng_.Percent(60);
    command.continue_after_error = rng_.Percent(20);
    if (command.recovers) step.restore = DrawStop();
    if (!life.quiesces && rng_.Percent(15)) DrawCut(life, step);
    step.action = command;
    life.steps.push_back(step);
    if (!command.recovers) {
      if (rng_.Percent(70)) Follow(life, NewBackup(DrawKind()));
      command.recovers = true;
      command.replace = false;
      Follow(life, command);
      return;
    }
    if (rng_.Percent(30)) return;
    const AfterStep beside{life.steps.size() - 1, "started"};
    StepAction action = NewBackup(DrawKind());
    if (rng_.Percent(50)) {
      command.restored_as = kBeside + std::to_string(1 + rng_.Below(3));
      action = command;
    }
    life.steps.push_back({.at = DrawDelay(), .after = beside, .action = action});
  }

  void Follow(LifePlan& life, StepAction action) {
    Step step{.after = AfterStep{life.steps.size() - 1, "completed"}, .action = std::move(action)};
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
  Rng& rng_;
  uint64_t names_ = 0;
  std::vector<Backup> to_files_;  ///< those drawn so far that are not to NUL, one of each name
  bool leaves_snapshots_out_ = false;
  bool has_many_users_ = false;
  bool restores_before_ = false;  ///< the life before ends with a restore
  bool restored_ = false;         ///< an earlier one does
  bool reverts_ = false;          ///< the life that is drawn may end with a revert
};

}  // namespace

void DrawBackups(Plan& plan, Profile profile, Rng& rng) {
  BackupDrawing drawing(plan, profile, rng);
  drawing.Draw();
  if (!drawing.has_many_users()) DrawMeetings(plan, !drawing.leaves_snapshots_out(), rng);
}

}  // namespace snapscope::crash_simulator
