// What one simulation does: a scenario, and the lives of the engine over one disk, each with its
// steps, its faults and its end. A plan is data: drawn from a seed, kept as JSON, made smaller when
// it fails. The same plan gives the same run, byte for byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "backup/format.h"
#include "base/ids.h"
#include "base/result.h"
#include "storage/fault_plan.h"

namespace snapscope::crash_simulator {

using Json = nlohmann::json;

enum class StepKind : uint8_t {
  kCreateSnapshot,
  kDropSnapshot,
  kRevertSnapshot,  ///< ends the life, if it is not refused: the next one completes it
  kSetUsers,
  kUpdateTable,  ///< of every row of the accounts
  kRebuildIndex,
  kCreateIndex,     ///< a nonclustered one
  kSelectInto,      ///< a new table
  kDropTable,       ///< one that a kSelectInto has made
  kCheckDatabase,   ///< through a hidden snapshot
  kSetReportUsers,  ///< of a snapshot
  kVerify,
  kBackUp,      ///< to a file
  kRestore,     ///< ends the life, if it is not refused: the next one restores its backups
  kBackUpTail,  ///< ends the life: the server comes to rest, then what no backup has is backed up
  kShutDown,    ///< ends the life: the server comes to rest, then its process ends
  kCrash,       ///< ends the life: the process dies; what it had handed over reaches the disk
};

/// Of a step that is the last of its life.
bool EndsLife(StepKind kind);

/// Up to where a restore goes.
enum class RestoreStop : uint8_t {
  kEnd,   ///< of what the backups have
  kLsn,   ///< before a commit, or behind it
  kTime,  ///< where all backups of the chain are of one life, whose clock it is
};

/// A restore of the backups that there are: on another server when a life is over, or over the
/// database.
struct RestorePlan {
  RestoreStop stop{};
  bool without_copies = false;  ///< from backups that are not copy-only
  uint32_t permille = 0;        ///< kLsn, kTime: of the commits that the backups have
  // On the other server alone:
  uint64_t cut_at_io = 0;    ///< the power goes at that I/O of the restore, which is begun again
  uint64_t error_at_io = 0;  ///< the same of an error of the device
  /// A backup is damaged before, which must be told, and mended again; 0: none.
  uint64_t damage = 0;
};

/// A step that follows another one: `event` is "started", "completed" or, of a creation, a phase.
struct AfterStep {
  size_t step = 0;  ///< of the life's steps, an earlier one
  std::string event{};
};

struct Step {
  /// Since the life's database was open; of a step that follows another one, since that one's
  /// event.
  TimeNs at = 0;
  std::optional<AfterStep> after{};
  std::optional<uint64_t> when_pushed{};  ///< instead: once more pages a second are pushed
  StepKind kind{};
  std::string snapshot{};   ///< kCreateSnapshot, kDropSnapshot, kRevertSnapshot, kSetReportUsers
  uint32_t users = 0;       ///< kSetUsers, kSetReportUsers
  uint64_t batch_rows = 0;  ///< kUpdateTable: rows of a transaction; 0: all
  uint16_t index = 1;       ///< kRebuildIndex, kCreateIndex: 1 is the clustered one
  bool online = false;      ///< kRebuildIndex, kCreateIndex
  bool sort_in_tempdb = false;  ///< kCreateIndex
  std::string table{};          ///< kSelectInto, kDropTable
  uint64_t rows = 0;            ///< kSelectInto: at most
  /// kBackUp, kBackUpTail: no other step has that name. kRestore: of the tail of the log, which is
  /// backed up before; empty: it is not.
  std::string backup{};
  RestorePlan restore{};                                       ///< kRestore
  backup::BackupKind backup_kind = backup::BackupKind::kFull;  ///< kBackUp
  bool copy_only = false;                                      ///< kBackUp
  uint32_t files = 1;                                          ///< kBackUp
  std::optional<uint32_t> buffers{};                           ///< kBackUp: BUFFERCOUNT
  uint64_t cut_at_io = 0;  ///< kBackUp: the power goes at that I/O from its begin; 0: it does not
};

/// Of a build of an index or a table.
enum class BuildMoment : uint8_t {
  kBegun,
  kSpilled,  ///< runs of its sort lie outside its memory
  kLoaded,   ///< its last row is on a page: what follows is to write these, and to enter them
  kEnded,    ///< it has succeeded
};

/// From a start of the engine (which creates or recovers the database) until it stops: by a step
/// that ends it, or by the power.
struct LifePlan {
  TimeNs duration = 0;  ///< of the workload
  bool quiesces =
      false;  ///< at its end sessions leave and a checkpoint runs, before the power goes
  uint64_t cut_at_io = 0;  ///< the power goes at this I/O of the life, recovery included; 0: at the
                           ///< end of the duration
  /// The power goes as a file is created or removed, the first from this I/O of the life on.
  uint64_t cut_at_entry_from_io = 0;
  uint64_t cut_at_io_of_rest = 0;      ///< the same, counted from when it begins to come to rest
  uint64_t cut_at_io_of_creation = 0;  ///< the same, counted from the first undo of a creation
  uint64_t cut_at_io_of_build = 0;     ///< the same, from that moment of the first build
  BuildMoment cuts_build_from{};
  uint64_t cut_at_io_of_drop = 0;  ///< the same, from the begin of the first DROP TABLE
  std::vector<Step> steps{};
  /// `at_io` counts from the life's first I/O, or from its first completion of a snapshot, hidden
  /// or not.
  std::vector<storage::Fault> faults{};
  bool faults_from_completion = false;
  std::optional<RestorePlan> restore{};
};

struct Plan {
  uint64_t seed = 0;
  Json scenario{};              ///< as the engine parses it; has no timeline of its own
  bool tears_data = false;      ///< power cuts tear pages of the data file, too
  uint64_t headroom_bytes = 0;  ///< of the disk, for sparse files
  bool compact_pages = false;   ///< as in runs of the product: power cuts tear no page
  std::vector<LifePlan> lives{};
};

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
Result<Profile> ParseProfile(std::string_view name);

Plan DrawPlan(uint64_t seed, Profile profile);
/// Adds backups and restores to some of the plans (draw_backups.cpp).
void DrawBackups(Plan& plan, Profile profile);

Json ToJson(const Plan& plan);
/// kInvalid, naming what could not be read.
Result<Plan> ParsePlan(std::string_view text);

}  // namespace snapscope::crash_simulator
