// The source database: its files, buffer pool, log, transactions, checkpoints and snapshots, put
// together. Created empty of history, or restarted over what a crash left.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backup/backup.h"
#include "backup/restore.h"
#include "buffer/buffer_pool.h"
#include "checkpoint/checkpointer.h"
#include "checkpoint/log_reuse.h"
#include "database/database_files.h"
#include "database/initial_database.h"
#include "database/machine.h"
#include "ops/index_build.h"
#include "recovery/recovery.h"
#include "recovery/restart_report.h"
#include "snapshot/engine_parts.h"
#include "snapshot/revert.h"
#include "snapshot/snapshot_catalog.h"
#include "snapshot/snapshot_manager.h"
#include "snapshot/source_store.h"
#include "txn/transaction.h"
#include "wal/log.h"

namespace snapscope::database {

using runtime::Task;
using runtime::Worker;

inline constexpr DbId kSourceDb{5};

/// A revert by a server that goes on: what it knows from before it closed the database.
struct RevertUnderWay {
  TimeNs closed_at = 0;
  snapshot::KeptMaps maps;
};

/// An array snapshot with which a restore begins in place of a full backup.
struct ArrayRestore {
  backup::BackupSet set;             ///< named as the snapshot
  std::vector<std::string> volumes;  ///< of the snapshot
  std::string kept;                  ///< the snapshot that keeps what was there before the restore
  TimeNs duration = 0;               ///< that the array and its host take
};

/// A restore over a database that was closed for it.
struct RestoreUnderWay {
  std::optional<ArrayRestore> array{};
  std::vector<backup::MediaSet> backups;  ///< in their order
  backup::StopPoint stop;
  std::string source;        ///< spid of who asked
  uint32_t log_restart = 1;  ///< VLF sequence above all LSNs that the files had
  bool in_steps = false;     ///< each backup by itself WITH NORECOVERY, then RECOVERY
  bool continue_after_error = false;
};

class Database;

struct DatabaseOptions {
  const scenario::Scenario* scenario = nullptr;
  const InitialDatabase* initial = nullptr;
  Machine* machine = nullptr;
  runtime::CpuModel* cpu = nullptr;
  telemetry::Telemetry* telemetry = nullptr;
  txn::CommitListener* commits = nullptr;
  snapshot::SnapshotListener* snapshots = nullptr;
  /// Where every page is noted that the data files are given after the initial ones; may be null.
  page::PageSet* written = nullptr;
  /// The revert for which the database was closed; null when the server starts.
  const RevertUnderWay* revert = nullptr;
  /// The restore for which the database was closed; null if there is none.
  const RestoreUnderWay* restore = nullptr;
  /// Points to the database as long as Restart() opens it, for who samples what it does; may be
  /// null.
  const Database** opening = nullptr;
};

/// Tells a machine what the pages in the files of a backup are like.
using ExpectPages = std::function<void(const std::string& path, backup::PageInFile)>;
ExpectPages ExpectPagesOf(Machine& machine, const InitialDatabase& initial);

/// What files have done, by their paths.
using IoByPath = std::map<std::string, storage::FileStatistics>;

/// What a restart found and did.
struct RestartFigures {
  Lsn end;  ///< end of the durable log: what committed below it survived
  recovery::AnalysisResult analysis;
  recovery::RedoResult redo;
  recovery::UndoResult undo;
  std::optional<Lsn> reverted_to;  ///< a revert was completed: the split of its snapshot
  std::optional<backup::RestoreFigures> restored;
  Lsn log_begin;  ///< of the log that a revert or a restore leaves: above every LSN that there was
};

class Database {
 public:
  /// Creates the files and an empty log.
  static Task<Result<std::unique_ptr<Database>>> Create(Worker& worker, DatabaseOptions options);

  /// Opens the files after a crash or a shutdown: a revert that was begun is completed; snapshots
  /// that are complete, by the catalogue and their headers, are armed again, others dropped; then
  /// analysis, redo and undo of the source, then a checkpoint.
  static Task<Result<std::unique_ptr<Database>>> Restart(Worker& worker, DatabaseOptions options,
                                                         RestartFigures* figures);

  /// Starts the checkpoints of the background, the log backups, the deadlock monitor, the ghost
  /// clean-up, and the lazy writer of a new database (recovery has one).
  void Start(std::function<void(Error)> on_error);

  buffer::BufferPool& pool() { return *pool_; }
  wal::Log& log() { return *log_; }
  txn::TransactionManager& transactions() { return *transactions_; }
  checkpoint::Checkpointer& checkpointer() { return *checkpointer_; }
  snapshot::SnapshotManager& snapshots() { return *snapshots_; }
  snapshot::SourceStore& source() { return *store_; }
  const snapshot::EngineParts& engine() const { return engine_; }
  ops::IndexBuilds& index_builds() { return *index_builds_; }
  /// Every page that may differ from the initial one, as the snapshot shows it or, where that is
  /// null, in the source. `written` is what DatabaseOptions::written notes.
  page::PageSet ChangedPages(page::PageSet written, const snapshot::Snapshot* snapshot) const;
  /// Where its files are: the data files in the order of their positions, then the log.
  const std::vector<storage::FilePlace>& places() const { return files_.places(); }
  /// The data files, in the order of their positions.
  std::vector<storage::File*> data_files() const { return files_.data(); }
  storage::File& log_file() { return *files_.log(); }
  /// The file of tempdb; null until a sort of this server has needed it.
  storage::File* tempdb_file() const {
    return index_builds_ == nullptr ? nullptr : index_builds_->tempdb()->file();
  }
  /// Data files, then the log. tempdb is a database of its own.
  std::vector<storage::File*> source_files() const { return files_.all(); }

  // What is there of a database that Restart() opens.

  /// What all data files have done that the database will have, in the order of their positions.
  std::vector<FileUse> DataFileUse() const { return files_.DataUse(); }
  FileUse LogFileUse() const { return files_.LogUse(); }
  /// The pool, null until there is one; and so the snapshots.
  const buffer::BufferPool* FindPool() const { return pool_.get(); }
  const snapshot::SnapshotManager* FindSnapshots() const { return snapshots_.get(); }
  /// What copying a snapshot's pages back, for a revert, has taken of its sparse files so far; by
  /// their paths. The snapshot that is there afterwards has opened them anew.
  IoByPath copied_back_io() const { return copying_back_ ? IoOf(*copying_back_) : copied_back_io_; }
  /// Takes the I/O of a copying that has ended, so that it counts once.
  IoByPath TakeCopiedBackIo() { return std::exchange(copied_back_io_, {}); }

  /// BACKUP DATABASE and BACKUP LOG; see backup/backup.h for its errors. kRefused also for a log
  /// backup in the recovery model simple (4208).
  Task<Result<backup::BackupSet>> BackUp(Worker& worker, backup::BackupRequest request);
  /// For a backup that is a snapshot of the storage.
  backup::BackupSource& backup_source() { return *backups_; }
  /// True if there is log that no backup has, in the recovery model full.
  bool HasTail() const;
  /// A restore may begin: kRefused while there are snapshots (3709). What must follow, once nobody
  /// uses the database any more, is Restart() with the result.
  Result<RestoreUnderWay> BeginRestore(std::vector<backup::MediaSet> backups,
                                       backup::StopPoint stop, std::string source);

  /// What precedes Restart() with the restore of an array snapshot, outside engine time: one more
  /// snapshot keeps what is there. Where the array refuses it (kRefused, kIo) nothing has changed,
  /// and the database can be opened as it was.
  static Status KeepBeforeRestore(Machine& machine, const scenario::Scenario& scenario,
                                  const ArrayRestore& restore, TimeNs now);

  /// DBCC CHECKDB; see ops/database_check.h for its errors.
  Task<Status> Check(Worker& worker, std::string spid);

  /// The sparse files of a snapshot of that name, in the order of the data files.
  std::vector<storage::FilePlace> SnapshotFiles(const std::string& name) const;
  /// Removes every file of the database that exists (real machines, after a run).
  void RemoveFiles();

 private:
  explicit Database(DatabaseOptions options);

  Task<Status> Reopen(Worker& worker, RestartFigures& figures);
  /// Puts the parts together that are on the log, and recovers snapshots and source.
  Task<Status> RecoverAll(Worker& worker, RestartFigures& figures);

  void StartLazyWriter();
  /// The job of log backups: one to NUL in each interval. `on_error` hears of the first that fails.
  /// One that is refused, for want of a chain, is told (3041), and the next is tried.
  Task<void> BackUpLogInIntervals(std::function<void(Error)> on_error);
  TimeNs GhostCleanupPause() const;
  /// Opens the log, or completes a revert, which builds a new one.
  Task<Status> OpenLog(Worker& worker, RestartFigures& figures);
  Task<Status> OpenCatalog(Worker& worker);
  snapshot::SnapshotCatalog::VolumeNamed Volumes() const;
  Task<Status> FinishRevert(Worker& worker, snapshot::Snapshot& snapshot, RestartFigures& figures);
  static IoByPath IoOf(const snapshot::Snapshot& snapshot);
  Task<Result<snapshot::RevertFigures>> CopyBackFrom(Worker& worker, snapshot::Snapshot& snapshot);
  /// What is known of the snapshot that is reverted to; null when it must be read.
  const snapshot::KeptMaps* KeptMaps() const;
  Task<Status> GrowLog(Worker& worker, bool after_revert);
  /// Has the array put the files' pages into place (database_restore.cpp).
  Task<Status> RestoreByArray(Worker& worker);
  Task<Status> MarkRestoring(Worker& worker, wal::LogGeometry geometry);
  /// Puts the files' pages into place, and builds a log without a past.
  Task<Status> RestoreFiles(Worker& worker, RestartFigures& figures);
  uint64_t family() const;
  /// Makes store and pool, over the files alone.
  void AssemblePool();
  /// Makes what works on store, pool and log.
  void Assemble();
  snapshot::SnapshotEnvironment EnvironmentOfSnapshots() const;
  void OnLogFull(const Worker& worker);
  void OnFilegroupFull(const Worker& worker, IndexId index);
  /// The index as messages name it; pages of the build space are taken for what is being built.
  telemetry::ObjectRef ObjectFor(IndexId index) const;
  void OnTempdbFull(const Worker& worker, uint64_t sort);
  Task<Status> Recover(Worker& worker, RestartFigures& figures);
  /// kCorruptLog if a snapshot was split beyond the end of the log.
  Status CheckSplits(Lsn end) const;
  Task<Status> AddNewTrees(Worker& worker);
  Task<Status> FreeBuildSpaces(Worker& worker);
  Task<Status> FreeBuildSpace(Worker& worker, IndexId space);

  /// Why the log was full when the ERRORLOG was told last: it is told once of each cause.
  struct FullLog {
    Lsn truncation;
    checkpoint::LogReuseWait wait;
    bool operator==(const FullLog&) const = default;
  };

  const DatabaseOptions options_;
  snapshot::EngineParts engine_;
  DatabaseFiles files_;
  const storage::FilePlace tempdb_place_;
  const storage::FilePlace catalog_place_;
  std::unique_ptr<snapshot::SnapshotCatalog> catalog_;
  std::unique_ptr<snapshot::SourceStore> store_;
  std::unique_ptr<buffer::BufferPool> pool_;
  std::unique_ptr<wal::Log> log_;
  std::unique_ptr<txn::TransactionManager> transactions_;
  std::unique_ptr<checkpoint::Checkpointer> checkpointer_;
  std::unique_ptr<snapshot::SnapshotManager> snapshots_;
  const snapshot::Snapshot* copying_back_ = nullptr;  ///< in the frame of OpenLog()
  IoByPath copied_back_io_;
  std::unique_ptr<backup::BackupSource> backups_;
  bool lazy_writer_started_ = false;
  std::unique_ptr<Worker> log_backup_worker_;
  std::optional<FullLog> told_full_;
  std::set<std::string> told_no_room_;  ///< told of 1105: once of each object
  std::unique_ptr<ops::IndexBuilds> index_builds_;
};

}  // namespace snapscope::database
