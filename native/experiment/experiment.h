// One run of a scenario, from empty files to the summary.
//
//   set up (outside engine time) -> workload, timeline, live commands -> end at `duration`
//   -> verification (outside engine time) -> summary
//
// Commands of the timeline and live ones act at boundaries of the executor: everything that could
// happen at that engine time has happened. One is taken at a boundary, the timeline's first. Live
// ones are recorded with that time, and given again at the same boundary when the recorded scenario
// is run. Pause, step and pace never change what is measured.
//
// Owning thread: the one that calls Run(), which is the engine thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "database/database.h"
#include "database/initial_database.h"
#include "database/machine.h"
#include "database/table_names.h"
#include "experiment/backup_history.h"
#include "experiment/command_queue.h"
#include "experiment/commit_count.h"
#include "experiment/restored_copy.h"
#include "experiment/server_history.h"
#include "experiment/timeline.h"
#include "experiment/verdict.h"
#include "oracle/oracle.h"
#include "page/page_bitmap.h"
#include "runtime/cpu.h"
#include "runtime/executor.h"
#include "scenario/scenario.h"
#include "telemetry/telemetry.h"
#include "tpcc/consistency.h"
#include "verification/verification.h"
#include "workload/reporting.h"
#include "workload/workload.h"

namespace snapscope::experiment {

using runtime::Task;
using runtime::Worker;

class Experiment final : public runtime::BoundaryListener,
                         public snapshot::SnapshotListener,
                         public txn::CommitListener {
 public:
  /// `machine`, `queue` outlive the experiment.
  Experiment(scenario::Scenario scenario, database::Machine& machine, CommandQueue& queue,
             telemetry::BatchSink sink);
  ~Experiment() override;

  /// Runs to the end and returns the summary as JSON text; errors are in it.
  std::string Run();

  // For tests, after Run().
  database::Database* database() { return database_.get(); }
  const workload::SessionTotals& session_totals() const { return session_totals_; }
  telemetry::Telemetry& telemetry() { return telemetry_; }
  const oracle::Oracle& oracle() const { return *oracle_; }
  const database::InitialDatabase& initial() const { return *initial_; }

  /// Every page that may differ from the initial one, as the snapshot shows it or, where it is
  /// null, in the source. The database is there.
  page::PageSet ChangedPages(const snapshot::Snapshot* snapshot) const;

  runtime::BoundaryAction AtBoundary(TimeNs next) override;
  void OnSplit(const snapshot::Snapshot& snapshot) override;
  void OnComplete(snapshot::Snapshot& snapshot) override;
  void OnDrop(snapshot::Snapshot& snapshot) override;
  void OnPhase(const std::string& snapshot, const std::string& phase) override;
  void OnCommit(TxnId txn, Lsn commit_lsn, std::span<const txn::CommittedChange> changes) override;
  void OnTableDropped(TxnId txn, Lsn commit_lsn, IndexId table) override;
  void OnAcknowledged(TxnId txn, Lsn commit_lsn) override;

 private:
  friend class SummaryWriter;
  friend struct CommandActions;

  bool SetUp();
  Task<void> SetUpTask(Worker& worker);
  database::DatabaseOptions DatabaseOptionsOfRun();
  void StartUsers();
  void StartReporting(uint64_t seed);
  void Finish();
  /// After the summary: nothing of the run moves any more, and a real machine's files are gone.
  void TearDown();
  void Fail(Error error);

  Task<void> RunSampler();
  void NoteProgress();
  void NoteOldestIo();
  /// Since when users were there and got nothing done, though nothing explains it; nothing if that
  /// is not so, or not long enough to be called a stall.
  std::optional<TimeNs> StalledSince() const;
  void UpdateCounters();
  storage::FileStatistics TempdbStatistics(const database::Database& database);
  /// Of all the run's servers.
  void AddSnapshotEvents();

  /// Carries out a command that changes the run, or refuses it while the database is reverted; the
  /// outcome becomes an event, and that of the timeline's entry `step` if it is one's command.
  void Apply(const scenario::Command& command, std::optional<size_t> step = std::nullopt);
  /// Counts the command as under way until it ends.
  Task<void> RunCommand(scenario::Command command, std::optional<size_t> step);
  void OnCommandEnd(std::optional<size_t> step, const Status& status);

  // restart.cpp
  /// Refuses what ends the server while something else does so already; nothing if nothing does.
  std::optional<Error> RefuseWhileRestarting(const std::string& json);
  /// Nothing when the server is to end, which RestartServer() then does.
  Task<std::optional<Status>> RunRestart(scenario::RestartServer command, std::string json);
  Task<std::optional<Status>> RunRevert(scenario::RevertSnapshot command, std::string json);
  /// Returns when users and commands have ended, but for the command that asks.
  Task<void> Quiesce();
  // damage.cpp
  struct DamagedPage {
    PageId page;
    PageId found;      ///< what it says it is
    std::string file;  ///< its path
  };
  Task<std::optional<Status>> RunDamagePage(scenario::DamagePage command, std::string json);
  Task<Result<bool>> IsAllocated(Worker& worker, PageId page);
  Task<Result<PageId>> DrawPageOnDisk(Worker& worker);
  Task<Result<PageId>> PageToDamage(Worker& worker, std::optional<PageId> asked);
  Status Damage(PageId page);
  /// The damaged page that the message names; null if it names none.
  const DamagedPage* DamageIn(const std::string& message) const;
  /// 824 in the ERRORLOG; false if the error is not of a page that a command has damaged.
  bool TellDamage(const Worker& worker, const Error& error);
  /// What is wrong with the first page that is still damaged; nothing if none is.
  std::optional<std::string> DamageLeft() const;
  // backups.cpp
  Task<std::optional<Status>> RunBackup(scenario::Backup command, std::string json);
  Task<std::optional<Status>> RunVerifyBackup(scenario::VerifyBackup command, std::string json);
  Task<std::optional<Status>> RunRestore(scenario::Restore command, std::string json);
  Task<Result<backup::BackupSet>> BackUp(Worker& worker, backup::BackupRequest request);
  Task<Status> BackUpTail(Worker& worker, std::string spid);
  Task<Status> BeginRestore(Worker& worker, scenario::Restore command, std::string spid);
  Status CheckRestore(const scenario::Restore& command) const;
  /// The sets of those names, in that order. kNotFound.
  Result<std::vector<backup::BackupSet>> BackupsNamed(const std::vector<std::string>& names) const;
  /// What a restore in place takes of `sets`, or what it names; see backup::ChooseChain.
  Result<std::vector<backup::BackupSet>> ChainOf(const scenario::Restore& command,
                                                 const std::vector<backup::BackupSet>& sets) const;
  /// What there will be once the tail has been backed up.
  std::vector<backup::BackupSet> SetsWithTail() const;
  // restore_beside.cpp
  Task<std::optional<Status>> RunRestoreBeside(scenario::Restore command, std::string json);
  Task<Status> RestoreBeside(Worker& worker, const scenario::Restore* command, std::string json,
                             std::string spid);
  /// Null if there is none.
  RestoredCopy* CopyNamed(const std::string& name);
  /// What the command restores into the copy; see backup::ChooseChain.
  Result<std::vector<backup::BackupSet>> NextFor(const scenario::Restore& command,
                                                 const RestoredCopy& copy) const;
  /// Makes its files, or takes those that are there.
  Task<Status> BeginCopy(Worker& worker, RestoredCopy* copy, std::string volume, std::string spid);
  /// `number`: of its account.
  Task<Status> RestoreInto(Worker& worker, RestoredCopy* copy, size_t number,
                           std::vector<backup::MediaSet> files);
  /// With the server go its pool and what was in the middle of a restore into it.
  void ForgetCopiesUnderWay();
  bool HasConnections() const;
  void VerifyCopy(RestoredCopy& copy, RestoreAccount& account);
  /// What is wrong with the point that the restore has come to, by the commits of the run.
  std::optional<std::string> WrongPoint(const RestoreAccount& restore, Lsn end) const;
  /// Commits that the database has and its state at `end` has not.
  uint64_t CommitsNotAt(Lsn end) const;
  /// The oracle keeps what a crash or a restore may go back to.
  void KeepHistory();
  /// What a restore may have to stop at.
  void NoteCommit(Lsn commit_lsn, bool is_users);
  void RestartServer();
  std::vector<SnapshotAccount> EndServer();
  /// Commands that the end of the server cuts off are told so.
  void EndCommands();
  void EndHidden(snapshot::Snapshot& snapshot);
  Task<void> StartDatabase(Worker& worker, std::vector<SnapshotAccount> before);
  void ResumeAccount(SnapshotAccount account);
  void CompareAfterRestart(const database::RestartFigures& figures);
  Worker& NewAdminWorker(std::string& spid);

  /// The server is up: its database is there, or is being reverted.
  bool TakesCommands() const { return running_ || reverting_; }
  bool TakeTimelineEntry();
  bool TakeLiveCommand();
  bool TakeRecordedCommand();
  /// When the next command is to be given that is known already; kNever if there is none.
  TimeNs NextCommandTime() const;
  void WaitWhilePaused();
  void SetState(const char* state);
  /// The state of a run whose server is up, paused or not.
  const char* StateOfServer() const;
  void TellWhoWatches();
  void Verify(snapshot::Snapshot& snapshot);
  /// Nothing where the comparison was cancelled, or met a page that a command has damaged.
  std::optional<verification::Verification> VerifySource(Lsn split);
  /// `changed_pages`: of a database that is too large to be compared whole, those that must be.
  verification::Verification VerifyPages(const verification::PageReader& read, Lsn split,
                                         const std::function<page::PageSet()>& changed_pages);
  void DrainVolumes();

  const scenario::Scenario scenario_;
  database::Machine& machine_;
  CommandQueue& queue_;
  runtime::Executor executor_;
  std::optional<runtime::CpuModel> cpu_;  ///< always there; a restart makes it anew
  telemetry::Telemetry telemetry_;
  Timeline timeline_;
  std::unique_ptr<database::InitialDatabase> initial_;
  std::unique_ptr<oracle::Oracle> oracle_;
  std::optional<page::PageSet> written_;  ///< pages of the data files, in all lives of the server
  std::unique_ptr<database::Database> database_;
  const database::Database* opening_ = nullptr;  ///< while the server starts again
  std::unique_ptr<workload::Workload> workload_;
  std::unique_ptr<workload::Reporting> reporting_;
  std::vector<std::unique_ptr<Worker>> admin_workers_;

  RunStatus status_ = RunStatus::kCompleted;
  std::optional<Error> error_;
  bool prepared_ = false;  ///< the machine has its volumes
  bool running_ = false;
  bool paused_ = false;
  bool step_requested_ = false;
  double pace_ = 0;
  uint32_t creating_ = 0;
  std::vector<const scenario::Command*> under_way_;  ///< in the frames of those who carry them out
  bool restarting_ = false;  ///< a restart, a revert or a restore in place is under way
  /// Its users are being thrown out, or are gone, and it is not down yet: what every other command
  /// is told.
  std::optional<Error> closing_;
  std::optional<std::string> reverting_;            ///< the snapshot to which a revert has begun
  std::optional<database::RevertUnderWay> revert_;  ///< by which the database was opened, if by one
  std::optional<database::RestoreUnderWay> restore_;  ///< the same of a restore
  BackupHistory backups_;
  std::vector<std::unique_ptr<RestoredCopy>> copies_;  ///< in the order of their first restore
  size_t restoring_ = 0;  ///< the account, in backups_, of the restore in place under way
  std::vector<DamagedPage> damaged_;
  std::optional<std::string> damage_left_;  ///< at the end of the run
  std::optional<Error> restart_error_;      ///< of the command that ended the server, if it failed
  bool server_ended_ = false;  ///< left Run() to be restarted, not at the end of the run
  std::optional<size_t>
      restart_step_;  ///< the timeline's entry that restarts or reverts, if one does
  TimeNs sampled_until_ = 0;
  TimeNs progress_ = 0;                  ///< when the last sample began in which there was no stall
  uint64_t ended_seen_ = 0;              ///< transactions, by that sample
  std::optional<TimeNs> stalled_since_;  ///< at the end of the run
  std::optional<HungIo> hung_;           ///< the one that was seen to take the longest
  uint32_t users_ = 0;                   ///< who connect when the server starts
  std::map<std::string, uint32_t> report_users_;  ///< the same of each snapshot's
  uint64_t next_witness_ = 1;
  std::shared_ptr<workload::RowSet> rows_;  ///< where the users' rows are; null before the first
  std::optional<database::TableNames> new_tables_;  ///< there once the oracle is
  ServerHistory history_;
  CommitCount commit_count_;
  size_t next_recorded_ = 0;                      ///< of scenario_.commands
  std::vector<scenario::TimedCommand> recorded_;  ///< given so far, live and repeated
  std::map<std::string, verification::Verification>
      verifications_;  ///< the last of each snapshot, a failure kept
  std::optional<verification::Verification>
      source_verification_;  ///< after the last restart; a failure kept
  std::optional<tpcc::Consistency>
      consistency_;   ///< of what was committed by the end; only with the TPC-C-style load
  Rng sample_seeds_;  ///< one for each verification by sampling
  workload::SessionTotals session_totals_;
  workload::SessionTotals report_totals_;
  TimeNs end_time_ = 0;
  TimeNs wall_start_ = 0;
};

}  // namespace snapscope::experiment
