// What one simulation does: a scenario, and the lives of the engine over one disk, each with its
// steps, its faults and its end. A plan is data: drawn from a seed, kept as JSON, made smaller when
// it fails. Each run of a plan is the same, byte for byte.
//
// ForEachField() of a struct is the one list of its members as JSON has them (plan.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/ids.h"
#include "base/result.h"
#include "scenario/command.h"
#include "storage/fault_plan.h"

namespace snapscope::crash_simulator {

using Json = nlohmann::json;

// --- Steps ---------------------------------------------------------------------------------------

/// A step that only the simulator has: every complete snapshot is compared.
struct Verify {
  static constexpr const char* kKind = "verify";
};

/// A step that only the simulator has: the server comes to rest, what no backup has of the log is
/// backed up, and its process ends.
struct BackUpTail {
  static constexpr const char* kKind = "backUpTail";
};

using StepAction = std::variant<
    scenario::CreateSnapshot, scenario::CreateArraySnapshot, scenario::DeleteArraySnapshot,
    scenario::DropSnapshot, scenario::RevertSnapshot, scenario::SetUsers, scenario::SetReportUsers,
    scenario::UpdateTable, scenario::RebuildIndex, scenario::CreateIndex, scenario::SelectInto,
    scenario::DropTable, scenario::ScanTable, scenario::CheckDatabase, scenario::Backup,
    scenario::Restore, scenario::RestartServer, scenario::Cancel, Verify, BackUpTail>;

/// Kinds of a step that is the last of its life, unless it is refused: the next life starts the
/// server, completes the revert, or restores. None is a restore beside the database, nor what comes
/// while the tail is backed up: that is refused.
template <typename Kind>
inline constexpr bool kEndsLife =
    scenario::kIsOneOf<Kind, scenario::RevertSnapshot, scenario::Restore, scenario::RestartServer,
                       BackUpTail>;

/// Up to where a restore goes.
enum class RestoreStop : uint8_t {
  kEnd,   ///< of what the backups have
  kLsn,   ///< before a commit, or behind it
  kTime,  ///< where all backups of the chain are of one life, whose clock it is
};
constexpr auto NamesOf(RestoreStop) { return std::array{"end", "lsn", "time"}; }

/// A restore of the backups that there are: on another server when a life is over, or over the
/// database. The run alone knows the point that it goes to.
struct RestorePlan {
  RestoreStop stop{};
  bool without_copies = false;  ///< from backups that are not copy-only
  uint32_t permille = 0;        ///< kLsn, kTime: of the commits that the backups have
  // On the other server alone:
  uint64_t cut_at_io = 0;    ///< the power goes at that I/O of the restore, which is begun again
  uint64_t error_at_io = 0;  ///< an error of the device comes at that I/O of it
  /// A backup is damaged before, which must be told, and mended again; 0: none.
  uint64_t damage = 0;

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("stop", self.stop);
    fields.Required("withoutCopies", self.without_copies);
    fields.Required("permille", self.permille);
    fields.Required("cutAtIo", self.cut_at_io);
    fields.Required("errorAtIo", self.error_at_io);
    fields.Required("damage", self.damage);
  }
};

/// A step that follows another one: `event` is "started", "completed" or, of a creation, a phase.
struct AfterStep {
  size_t step = 0;  ///< of the life's steps, an earlier one
  std::string event{};

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("step", self.step);
    fields.Required("event", self.event);
  }
};

/// What the server is doing while a step comes. A cancel may come in any, a command in the last
/// two: in the others it would wait.
enum class Moment : uint8_t {
  kReverting,  ///< it completes a revert
  kRestoring,  ///< it restores over the database
  kStarting,   ///< it opens a database that an earlier life has left
  kClosing,    ///< a command ends it
  kTail,       ///< which has the tail of the log backed up
};
constexpr auto NamesOf(Moment) {
  return std::array{"reverting", "restoring", "starting", "closing", "tail"};
}

struct Step {
  /// Since the life's database was open; of a step that follows another one or comes during
  /// something, since that.
  TimeNs at = 0;
  std::optional<AfterStep> after{};
  std::optional<uint64_t> when_pushed{};  ///< instead: once more pages a second are pushed
  std::optional<Moment> during{};         ///< instead: once the server does that
  StepAction action{};
  RestorePlan restore{};   ///< of scenario::Restore: up to where it goes
  uint64_t cut_at_io = 0;  ///< the power goes at that I/O from its begin; 0: it does not

  /// The action if it is of that kind, else null.
  template <typename Kind>
  const Kind* As() const {
    return std::get_if<Kind>(&action);
  }
  bool RestoresBeside() const {
    const auto* restore = As<scenario::Restore>();
    return restore != nullptr && !restore->restored_as.empty();
  }
  bool EndsLife() const {
    if (during || RestoresBeside()) return false;
    return std::visit([]<typename Kind>(const Kind&) { return kEndsLife<Kind>; }, action);
  }
  /// True if the step takes a backup, if only of the tail.
  bool TakesBackup() const {
    const auto* restore = As<scenario::Restore>();
    return As<scenario::Backup>() != nullptr || As<BackUpTail>() != nullptr ||
           (restore != nullptr && restore->back_up_tail);
  }

  static void ForEachField(auto& self, auto& fields) {
    fields.Scaled("atMs", self.at, kMillisecond);
    fields.Optional("after", self.after);
    fields.Optional("whenPushed", self.when_pushed);
    fields.Optional("during", self.during);
    fields.OneOf("kind", self.action);
    if (self.template As<scenario::Restore>() != nullptr) fields.Optional("restore", self.restore);
    fields.Optional("cutAtIo", self.cut_at_io);
  }
};

// --- Lives ---------------------------------------------------------------------------------------

/// What I/Os are counted from until the power goes. It is the first of its kind in a life.
enum class CutMoment : uint8_t {
  kLife,          ///< its start, recovery included
  kRest,          ///< it begins to come to rest
  kCreation,      ///< a creation of a snapshot begins to undo
  kBuildBegun,    ///< of an index or a table
  kBuildSpilled,  ///< runs of its sort lie outside its memory
  kBuildLoaded,   ///< its last row is on a page: what follows is to write these, and to enter them
  kBuildEnded,    ///< it has succeeded
  kDrop,          ///< a DROP TABLE begins
  kFreeze,        ///< the database is frozen for a snapshot of the array
};
constexpr auto NamesOf(CutMoment) {
  return std::array{"life",        "rest",       "creation", "buildBegun", "buildSpilled",
                    "buildLoaded", "buildEnded", "drop",     "freeze"};
}

struct Cut {
  CutMoment from{};
  uint64_t at_io = 0;

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("from", self.from);
    fields.Required("atIo", self.at_io);
  }
};

/// From a start of the engine (which creates or recovers the database) until it stops: by a step
/// that ends it, or by the power.
struct LifePlan {
  TimeNs duration = 0;  ///< of the workload
  bool quiesces =
      false;  ///< at its end sessions leave and a checkpoint runs, before the power goes
  std::optional<Cut> cut{};  ///< none: the power goes at the end of the duration
  /// The power goes as a file is created or removed, the first from this I/O of the life on.
  uint64_t cut_at_entry_from_io = 0;
  std::vector<Step> steps{};
  /// `at_io` counts from the life's first I/O, or from its first completion of a snapshot, hidden
  /// or not.
  std::vector<storage::Fault> faults{};
  bool faults_from_completion = false;
  std::optional<RestorePlan> restore{};

  /// True if the last step ends the life.
  bool EndsByStep() const { return !steps.empty() && steps.back().EndsLife(); }

  static void ForEachField(auto& self, auto& fields) {
    fields.Scaled("durationMs", self.duration, kMillisecond);
    fields.Required("quiesces", self.quiesces);
    fields.Optional("cut", self.cut);
    fields.Optional("cutAtEntryFromIo", self.cut_at_entry_from_io);
    fields.Required("steps", self.steps);
    fields.Required("faults", self.faults);
    fields.Optional("faultsFromCompletion", self.faults_from_completion);
    fields.Optional("restore", self.restore);
  }
};

struct Plan {
  uint64_t seed = 0;
  Json scenario{};              ///< that the engine parses; has no timeline of its own
  bool tears_data = false;      ///< power cuts tear pages of the data file, too
  uint64_t headroom_bytes = 0;  ///< of the disk, for sparse files
  bool compact_pages = false;   ///< the product's runs have them: power cuts tear no page
  std::vector<LifePlan> lives{};

  /// All but the scenario, which JSON has as a patch.
  static void ForEachField(auto& self, auto& fields) {
    fields.Required("seed", self.seed);
    fields.Required("tearsData", self.tears_data);
    fields.Required("headroomBytes", self.headroom_bytes);
    fields.Optional("compactPages", self.compact_pages);
    fields.Required("lives", self.lives);
  }
};

/// What databases are called that are restored beside the plan's own begins with this.
inline const std::string kBeside = "beside_";

/// Enough for the sparse files of every plan.
inline constexpr uint64_t kRoomForAll = uint64_t{16} << 20;

/// The scenario that plans vary: everything that the engine asks of one, no timeline.
Json UsualScenario();

/// The kinds of plans: what the swarm leans to.
enum class Profile : uint8_t {
  kSwarm,      ///< everything, weighted anew for each seed
  kPowerCuts,  ///< cuts only, often during recovery and creation
  kFaults,     ///< device errors, full disks, misdirected and torn writes
};
constexpr auto NamesOf(Profile) { return std::array{"swarm", "power-cuts", "faults"}; }
Result<Profile> ParseProfile(std::string_view name);

Plan DrawPlan(uint64_t seed, Profile profile);

Json ToJson(const Plan& plan);
/// kInvalid, naming what could not be read.
Result<Plan> ParsePlan(std::string_view text);

}  // namespace snapscope::crash_simulator
