// What outlives the engine: the disk, and what the simulation knows must be on it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/checksum.h"
#include "base/ids.h"
#include "base/rng.h"
#include "crash_simulator/backup_notes.h"
#include "crash_simulator/coverage.h"
#include "crash_simulator/plan.h"
#include "crash_simulator/restore_choice.h"
#include "database/initial_database.h"
#include "scenario/scenario.h"
#include "server/journal.h"
#include "server/server_life.h"
#include "sim/disk.h"

namespace snapscope::crash_simulator {

/// What must become of a snapshot at a restart.
enum class Stage : uint8_t {
  kCreating,  ///< either way: its completion mark may be durable or not
  kComplete,  ///< it must be there, and show its split
  kSuspect,   ///< it must not be shown as sound
  kDropping,  ///< either way
};

/// A revert that was marked on the disk, or was about to be.
struct Revert {
  std::string snapshot;
  Lsn split;
  uint32_t log_restart = 0;  ///< VLF at which the log that it builds begins
  bool certain = false;      ///< the mark is durable: the next restart must complete it
};

struct SnapshotRecord {
  Stage stage = Stage::kCreating;
  Lsn split;                     ///< none before the start of its analysis
  bool recovery_failed = false;  ///< one that may have lost a push to it, and could not tell
  bool overwritten = false;      ///< a misdirected write has hit its sparse file
  /// World::FaultsFor() when it was created, or when the life before ended and it was sound.
  uint64_t faults_before = 0;
  /// LSNs that the pages of the data files had when it was armed; none: never changed until then.
  std::map<PageId, Lsn> armed_at{};
};

/// How often which file was struck.
using Strikes = std::map<std::string, uint64_t>;

/// A restore over the files of the database, which a life has closed for it.
struct RestoreInPlace {
  /// What was committed below must be there, and nothing else; none: the restore finds it, and it
  /// is not before `least`.
  Lsn end;
  Lsn least{};
  std::string base{};  ///< the full backup, or the array snapshot, that it begins with
  server::Restoring under_way;
  bool begun = false;  ///< a life may have come to it
  bool cut = false;    ///< and has left a database that cannot be opened
};

/// Another server, on which backups are restored.
struct Standby {
  sim::Disk disk;
  /// VLF sequence above all LSNs that its files may have.
  uint32_t log_restart = 1;
  bool has_files = false;
};

/// How much a simulation has come through.
struct Counts {
  uint64_t lives = 0;
  uint64_t power_cuts = 0;
  uint64_t rows_compared = 0;
  uint64_t snapshots_compared = 0;
  uint64_t restores_compared = 0;
};

class World {
 public:
  /// The plan's scenario must be one that the engine takes.
  static Result<std::unique_ptr<World>> Create(const Plan& plan);

  const Plan& plan;
  const scenario::Scenario scenario;
  const database::InitialDatabase initial;
  server::Journal journal;
  sim::Disk disk;
  const std::set<std::string> names;  ///< of all snapshots that the plan creates
  Rng sampling;                       ///< which comparisons are made by sampling, too, and of what
  TimeNs now = 0;                     ///< when the last life ended
  std::map<std::string, SnapshotRecord> snapshots;
  /// Nonclustered indexes, with an LSN from which on the database has them for good.
  std::map<IndexId, Lsn> indexes;
  /// Commit records that the next log backups must find, in the recovery model full.
  std::set<Lsn> commits_to_back_up;
  BackupNotes backups;
  std::optional<RestoreInPlace> restore;  ///< until a life has completed it
  /// Array snapshots of what a restore has found there, and up to where its log was durable.
  std::map<std::string, Lsn> kept;
  Standby standby;
  std::optional<Revert> revert;  ///< until a recovery has told what became of it
  /// Pages of the log that misdirected writes have hit since a restart followed its chain of
  /// blocks: later ones read nothing older.
  std::set<uint64_t> stray_log_pages;
  /// A misdirected write has hit the catalogue of snapshots: it may be lost, and they with it.
  bool catalog_overwritten = false;
  Lsn durable_end;  ///< the log was durable up to here when the last life ended
  Coverage coverage;
  StreamHash trace;  ///< everything that two runs of the plan must agree in
  Counts counts;
  /// The first thing that must not have been, for people.
  std::optional<std::string> problem;
  /// An injected damage was told (824): the database is beyond what recovery can do.
  bool damage_detected = false;

  void Fail(std::string what) {
    if (!problem) problem = std::move(what);
  }
  /// The next life begins, or the disk is restarted for it: what has struck is no excuse any more.
  void BeginLife();
  /// True if a device error has struck an I/O of the file since the life began, or its volume is
  /// offline, since array snapshots have filled its reserve.
  bool HasStruck(const std::string& path) const;
  /// True if a fault has struck a data file, or a hidden snapshot's, which lies beside it.
  bool HasStruckData() const;
  /// True if the disk has refused in this life to make, or to extend, a file that `is_meant`.
  bool LackedRoom(const std::function<bool(const std::string& path)>& is_meant) const;
  /// True if the file is a data file's neighbour: that of a hidden snapshot.
  bool IsHidden(const std::string& path) const;
  /// Faults that a snapshot may suffer from: of its file, a lack of room for it among them, and of
  /// the data file, which it reads.
  uint64_t FaultsFor(const std::string& snapshot) const;
  /// True if the file is a backup's, whatever became of that.
  bool IsOfBackup(const std::string& path) const;
  /// The backup is being taken by the server that there is.
  bool IsUnderWay(const server::BackupAccount& backup) const {
    return backup.state == server::BackupState::kUnderWay && backup.server == journal.starts;
  }
  bool IsTailUnderWay() const;
  bool IsOffline(const std::string& path) const;
  bool HasVolumeOffline() const;
  /// A volume is offline, or was and is not any more.
  bool WasVolumeOffline() const;
  /// A database's that was restored beside the plan's own.
  static bool IsOfCopy(const std::string& path);
  page::PageForm form() const {
    return plan.compact_pages ? page::PageForm::kCompact : page::PageForm::kFull;
  }
  /// Takes the record away, and lets the oracle forget its split.
  void Forget(const std::string& snapshot);

  /// The paths of the data files, in their order.
  std::vector<std::string> DataPaths() const;
  std::string LogPath() const;
  std::string CatalogPath() const;
  std::string TempdbPath() const;
  std::vector<std::string> SparsePaths(const std::string& snapshot) const;

  World(const Plan& plan_in, scenario::Scenario scenario_in, database::InitialDatabase initial_in);

 private:
  struct {
    Strikes errors;
    Strikes refusals;
  } before_;  ///< of lives before
};

}  // namespace snapscope::crash_simulator
