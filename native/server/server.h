// A server with its database and its users: what the experiment runs, and what the crash simulator
// breaks. It carries out every command that changes what is measured, each in the file of the
// command's subject.
//
// The owner of a server has executor, machine and telemetry, and starts the server: Create(), or
// Start() after an earlier one, then GoOnline(). A command that ends the server leaves it in the
// state in which it is to be started (server_life.h): whoever goes on with it calls End() and
// Start(); whoever does not, destroys it.
//
// Owning thread: the engine thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "database/database.h"
#include "database/initial_database.h"
#include "database/machine.h"
#include "ops/index_build.h"
#include "ops/table_scan.h"
#include "runtime/cpu.h"
#include "runtime/executor.h"
#include "scenario/scenario.h"
#include "server/journal.h"
#include "server/listener.h"
#include "server/restored_copy.h"
#include "server/server_history.h"
#include "server/server_life.h"
#include "server/session.h"
#include "telemetry/telemetry.h"
#include "workload/reporting.h"
#include "workload/workload.h"

namespace snapscope::server {

using runtime::Task;
using runtime::Worker;

/// What became of a command; nothing if the server ends for it, since its end is then that of the
/// start that follows.
using CommandEnd = std::optional<Status>;

/// What a server is on, and whom it tells. All of it outlives the server.
struct ServerParts {
  const scenario::Scenario& scenario;
  const database::InitialDatabase& initial;
  database::Machine& machine;
  runtime::Executor& executor;
  telemetry::Telemetry& telemetry;
  Journal& journal;
  Listener& listener;
};

class Server {
 public:
  /// `life` is how an earlier server has left the database.
  explicit Server(ServerParts parts, ServerLife life = Starting{});
  ~Server();

  // From start to end (restart.cpp).

  /// Makes the database.
  Task<Status> Create(Worker& worker);
  /// Opens the database as a start does, or as the revert or the restore does for which it was
  /// closed. The owner compares the database, and tells the journal what became of the commits.
  Task<Status> Start(Worker& worker, database::RestartFigures* figures);
  /// Starts the automatic tasks and the users of the database, which is there.
  void GoOnline();
  /// Ends the process where it stands: takes the accounts of all that the process had, and destroys
  /// that with all tasks of the executor.
  void End();
  /// Ends the phase of the start that followed, and the account of its restore.
  void EndStart(bool failed);
  /// Users and commands end what they do, but for the command that asks. The session of that
  /// command, which may be null, leaves its scheduler to them.
  Task<void> Quiesce(Worker* waiting);

  /// False while commands have to wait until the server is up.
  bool TakesCommands() const;
  /// Carries out a command that changes what is measured, or refuses it.
  Task<CommandEnd> CarryOut(scenario::Command command);
  /// BACKUP LOG of what no backup has, of a database that nobody uses any more.
  Task<Status> BackUpTail(Worker& worker);
  /// The name that BackUpTail() will give it: one that no backup has, nor a file.
  std::string NextTail() const;
  /// What BackUpTail() will add to the sets that there are, of which `of` is one.
  backup::BackupSet TailToCome(backup::BackupSet of) const;
  /// Notes in the journal from where the next server's users go on.
  void NoteUsers();
  /// Makes a session that is no user's.
  Worker& NewAdminWorker();

  // What the owner's listener has been told of.

  void OnCommit(TxnId txn, Lsn commit_lsn, std::span<const txn::CommittedChange> changes);
  void OnTableDropped(TxnId txn, Lsn commit_lsn, IndexId table);
  void OnAcknowledged(TxnId txn, Lsn commit_lsn);
  void OnSplit(const snapshot::Snapshot& snapshot);

  // What there is of the server.

  const ServerLife& life() const { return life_; }
  /// True while users can be connected.
  bool is_up() const { return Is<Open>() || Is<Closing>(); }
  template <typename State>
  bool Is() const {
    return std::holds_alternative<State>(life_);
  }
  /// What the run's events call the state; null while users work and nothing else is told of.
  const char* state() const;
  runtime::CpuModel& cpu() { return *cpu_; }
  const runtime::CpuModel& cpu() const { return *cpu_; }
  /// The database; null while the server is down, and before the database is made.
  database::Database* database() const { return database_.get(); }
  /// What there is of the database, while it is opened as well.
  const database::Database* FindDatabase() const {
    return database_ != nullptr ? database_.get() : opening_;
  }
  workload::Workload* workload() const { return workload_.get(); }
  workload::Reporting* reporting() const { return reporting_.get(); }
  /// What the server's lives have come to that have ended.
  const ServerHistory& history() const { return history_; }
  /// What all lives have come to, this one included: nothing of the server moves any more.
  ServerHistory HistoryAtEnd();
  /// The commands under way. They lie in the frames of those that carry them out.
  const std::vector<const scenario::Command*>& under_way() const { return under_way_; }
  const std::vector<std::unique_ptr<Worker>>& admin_workers() const { return admin_workers_; }
  /// True if the message names a page that a command has damaged.
  bool NamesDamage(const std::string& message) const { return DamageIn(message) != nullptr; }
  /// What is wrong with the first page that is still damaged; nothing if none is.
  std::optional<std::string> DamageLeft() const;
  /// Removes every file that the server has made (real machines, after a run).
  void RemoveFiles();

 private:
  /// Progress of what is not over, permille.
  static constexpr uint64_t kAlmost = 999;

  struct DamagedPage {
    PageId page;
    PageId found;      ///< what it says it is
    std::string file;  ///< its path
  };

  const scenario::Scenario& scenario() const { return parts_.scenario; }
  telemetry::Telemetry& telemetry() const { return parts_.telemetry; }
  Journal& journal() const { return parts_.journal; }
  TimeNs Now() const { return parts_.executor.Now(); }

  database::DatabaseOptions OptionsOfDatabase();
  std::vector<SnapshotAccount> TakeAccounts();
  void ResumeAccount(SnapshotAccount account);
  void DrainVolumes();
  bool HasConnections() const;
  void NoteCommit(Lsn commit_lsn, bool is_users);
  /// The oracle keeps what a crash or a restore may go back to.
  void KeepHistory();

  // One for each kind of command: snapshots.cpp, tables.cpp, index_builds.cpp, ...
  Task<Status> Run(Session& session, scenario::CreateSnapshot command);
  Task<Status> Run(Session& session, scenario::CreateArraySnapshot command);
  Task<Status> Run(Session& session, scenario::DeleteArraySnapshot command);
  Task<Status> Run(Session& session, scenario::DropSnapshot command);
  Task<Status> Run(Session& session, scenario::RevertSnapshot command);
  Task<Status> Run(Session& session, scenario::SetUsers command);
  Task<Status> Run(Session& session, scenario::SetReportUsers command);
  Task<Status> Run(Session& session, scenario::UpdateTable command);
  Task<Status> Run(Session& session, scenario::RebuildIndex command);
  Task<Status> Run(Session& session, scenario::CreateIndex command);
  Task<Status> Run(Session& session, scenario::SelectInto command);
  Task<Status> Run(Session& session, scenario::DropTable command);
  Task<Status> Run(Session& session, scenario::ScanTable command);
  Task<Status> Run(Session& session, scenario::CheckDatabase command);
  Task<Status> Run(Session& session, scenario::Backup command);
  Task<Status> Run(Session& session, scenario::Restore command);
  Task<Status> Run(Session& session, scenario::VerifyBackup command);
  Task<Status> Run(Session& session, scenario::DamagePage command);
  Task<Status> Run(Session& session, scenario::RestartServer command);

  /// The snapshot or restored copy that is read from now on. Errors: 911, 927, 926.
  Result<std::shared_ptr<snapshot::ReadOnlyDatabase>> ConnectTo(const std::string& name);
  Task<Result<ops::TableScanFigures>> Scan(Worker& worker, ops::ScannedTable scanned,
                                           uint32_t max_dop, size_t phase);
  Task<Status> ScanOwnTable(Worker& worker, uint32_t max_dop, size_t phase, ScanAccount& account);
  /// Disconnects from the database.
  Task<Status> ScanUnchanging(Worker& worker, std::shared_ptr<snapshot::ReadOnlyDatabase> database,
                              uint32_t max_dop, size_t phase, ScanAccount& account);
  /// Before the commit: which rows of the accounts come and go with it.
  void NoteRows(std::span<const txn::CommittedChange> changes);
  uint64_t PagesPushed() const;
  ops::RowProgress ProgressOf(size_t phase, uint64_t rows) const;

  // array_snapshots.cpp
  /// Those that it names, or all with files of the database, in the order in which they are held.
  std::vector<std::string> VolumesOfArraySnapshot(
      const scenario::CreateArraySnapshot& command) const;
  Status CheckArraySnapshot(const scenario::CreateArraySnapshot& command,
                            const std::vector<std::string>& volumes) const;
  /// The files of the database that are on none of the volumes; empty if all are.
  std::string FilesBeside(const std::vector<std::string>& volumes) const;
  /// The database as it is at this instant: whoever opens it recovers it as after a power cut.
  Status TakeUnfrozen(ArraySnapshotAccount& account);
  Task<Status> TakeFrozen(Worker& worker, ArraySnapshotAccount& account);

  // backups.cpp, restore.cpp
  Task<Result<backup::BackupSet>> TakeBackup(Worker& worker, backup::BackupRequest request,
                                             bool is_tail);
  backup::BackupRequest RequestOf(const scenario::Backup& command, std::string spid) const;
  /// Makes the account of a backup; returns its place among those of the history.
  size_t BeginBackup(backup::BackupRequest& request, bool is_tail);
  void EndBackup(size_t number, const Result<backup::BackupSet>& done);
  // array_backup.cpp
  Task<Status> BackUp(Session& session, scenario::Backup command);
  static Error Terminated(Error error, const scenario::Backup& command);
  /// The options of a backup, by the numbers of the product.
  Status CheckBackup(const scenario::Backup& command) const;
  Status CheckBufferMemory(const scenario::Backup& command) const;
  Status CheckBackupByOtherHost(const scenario::Backup& command) const;
  Task<Status> BackUpByOtherHost(Session& session, scenario::Backup command);
  /// Takes off what another host had mounted when the server before this one ended.
  void RemoveLeftMounts();
  storage::FilePlace FileOfTail(const std::string& name) const;
  Task<Status> CloseForRestore(Session& session, scenario::Restore command);
  Status CheckRestore(const scenario::Restore& command) const;
  /// What a restore in place takes of `sets`, or what it names; see backup::ChooseChain.
  Result<std::vector<backup::BackupSet>> ChainOf(const scenario::Restore& command,
                                                 const std::vector<backup::BackupSet>& sets) const;
  // restore_beside.cpp
  Task<Status> RestoreBeside(Session& session, scenario::Restore command);
  /// The copy of that name; null if there is none.
  RestoredCopy* CopyNamed(const std::string& name);
  /// The copy that can be read. Errors: 911, 927.
  Result<std::shared_ptr<database::RestoredDatabase>> ReadableCopy(const std::string& name);
  Task<Status> CheckCopy(Session& session, scenario::CheckDatabase command);
  Task<Status> DropCopy(Session& session, RestoredCopy* copy);
  database::RestoredDatabaseOptions OptionsOfCopy(const RestoredCopy& copy);
  Task<void> OpenCopies();
  Task<void> CloseCopy(Worker& worker, RestoredCopy* copy);
  Task<Status> RemoveFilesOf(Worker& worker, const RestoredCopy* copy);
  /// What the command restores into the copy; see backup::ChooseChain.
  Result<std::vector<backup::BackupSet>> NextFor(const scenario::Restore& command,
                                                 const RestoredCopy& copy) const;
  Status CheckRestoreBeside(const scenario::Restore& command);
  /// Makes the copy's files, or mounts them, or takes those that are there.
  Task<Status> BeginCopy(Worker& worker, RestoredCopy* copy, scenario::Restore command);
  /// `number` is that of the restore's account.
  Task<Status> RestoreInto(Worker& worker, RestoredCopy* copy, size_t number,
                           std::vector<backup::MediaSet> files);
  // array_restore.cpp
  /// The array snapshot of that name, which a restore or a backup may take. Errors: kNotFound;
  /// kRefused where it is torn, or where no array takes snapshots.
  Result<const ArraySnapshotAccount*> UsableArraySnapshot(const std::string& name) const;
  /// What of `sets` follows the array snapshot that the command names, or what it names to follow.
  Result<std::vector<backup::BackupSet>> ChainAfterArraySet(
      const scenario::Restore& command, const std::vector<backup::BackupSet>& sets) const;
  /// Whether the reserve holds what is there before a restore of that array snapshot.
  Status CheckRoomToKeep(const std::string& name) const;
  /// What else a restore of the snapshot's whole volumes would take back, in a sentence.
  std::string NeighboursOf(const std::string& name) const;
  database::ArrayRestore ArrayRestoreOf(const std::string& name) const;
  std::string NextKept() const;
  /// Before the restore of an array snapshot, which is not begun where the array refuses it.
  void KeepBeforeRestore();
  // page_damage.cpp
  Task<Result<bool>> IsAllocated(Worker& worker, PageId page);
  Task<Result<PageId>> DrawPageOnDisk(Worker& worker);
  Task<Result<PageId>> PageToDamage(Worker& worker, std::optional<PageId> asked);
  Status Damage(PageId page);
  /// The damaged page that the message names; null if it names none.
  const DamagedPage* DamageIn(const std::string& message) const;
  /// 824 in the ERRORLOG; false if the error is not of a page that a command has damaged.
  bool TellDamage(const Worker& worker, const Error& error);

  const ServerParts parts_;
  std::optional<runtime::CpuModel> cpu_;  ///< always there; a start makes it anew
  ServerLife life_;
  std::unique_ptr<database::Database> database_;
  const database::Database* opening_ = nullptr;  ///< while the server starts
  std::unique_ptr<workload::Workload> workload_;
  std::unique_ptr<workload::Reporting> reporting_;
  std::vector<std::unique_ptr<Worker>> admin_workers_;
  std::vector<const scenario::Command*> under_way_;
  uint32_t creating_ = 0;                              ///< snapshots
  std::vector<std::unique_ptr<RestoredCopy>> copies_;  ///< in the order of their first restore
  std::vector<DamagedPage> damaged_;
  std::optional<runtime::CpuModel> other_host_;   ///< that backs up array snapshots
  std::set<std::string> mounted_there_;           ///< array snapshots that it reads
  uint32_t users_ = 0;                            ///< who connect when the server starts
  std::map<std::string, uint32_t> report_users_;  ///< and who connect to each snapshot
  std::vector<SnapshotAccount> before_;           ///< of the server before, while this one starts
  std::optional<size_t> start_phase_;
  uint32_t scans_under_way_ = 0;  ///< of the table
  uint64_t rows_come_ = 0;        ///< meanwhile, of the accounts
  uint64_t rows_gone_ = 0;
  ServerHistory history_;
};

}  // namespace snapscope::server
