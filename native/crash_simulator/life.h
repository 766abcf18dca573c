// One life of the engine over the world's disk: it creates the database or recovers it, runs the
// workload and the plan's steps, and ends with the power off.
//
// Owning thread: the one that calls Run().
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "crash_simulator/world.h"
#include "database/database.h"
#include "experiment/timeline.h"
#include "machine/simulated_machine.h"
#include "runtime/cpu.h"
#include "runtime/executor.h"
#include "telemetry/telemetry.h"
#include "workload/reporting.h"
#include "workload/workload.h"

namespace snapscope::crash_simulator {

using runtime::Task;
using runtime::Worker;

class Life final : private snapshot::SnapshotListener,
                   private txn::CommitListener,
                   private runtime::BoundaryListener {
 public:
  /// `number` counts from 0. `world` outlives the life; its disk has the power on.
  Life(World& world, const LifePlan& plan, size_t number);
  ~Life() override;

  void Run();

 private:
  Task<void> Conduct();
  database::DatabaseOptions DatabaseOptionsOfLife();
  Task<Status> Create(Worker& worker);
  Task<Status> Restart(Worker& worker);
  /// Those that count from now on.
  void BeginFaults();
  void InjectFaults();
  void StartWorkload();
  /// True once everything is at rest; false when an error or the power ended the life before.
  Task<bool> Quiesce();
  void NoteEndOfLog();

  /// Carries out the steps that do not end the life, each when it is due, until `end`.
  Task<void> FollowTimeline(TimeNs start, TimeNs end);
  Task<void> RunStep(size_t number);
  // Each carries out what a step asks for.
  Task<void> CarryOut(scenario::CreateSnapshot creation);
  Task<void> CarryOut(scenario::DropSnapshot drop);
  Task<void> CarryOut(scenario::SetUsers users);
  Task<void> CarryOut(scenario::SetReportUsers reports);
  Task<void> CarryOut(scenario::UpdateTable update);
  Task<void> CarryOut(scenario::RebuildIndex rebuild);
  Task<void> CarryOut(scenario::CreateIndex creation);
  Task<void> CarryOut(scenario::SelectInto copy);
  Task<void> CarryOut(scenario::DropTable drop);
  Task<void> CarryOut(scenario::CheckDatabase check);
  Task<void> CarryOut(scenario::Backup backup);
  Task<void> CarryOut(Verify verify);
  /// A step that ends the life: returns once it has, or was refused.
  Task<void> EndBy(Step step);
  Task<void> RevertSnapshot(std::string name);
  void NoteCommitted(Lsn commit_lsn);
  void BeginBuild(std::string_view kind);
  /// What a build is told that takes so many rows of the table, if there are.
  ops::RowProgress ProgressOfBuild(uint64_t rows);
  /// What came of it, which `done` is the path of if it succeeded.
  void EndBuild(std::string_view kind, const Result<ops::IndexBuildFigures>& built, RarePath done,
                bool online);
  Task<void> TakeTail(scenario::Backup tail);
  /// Closes the database for a restore, unless that is refused.
  Task<void> BeginRestore(Step step);
  /// Opens the database, or restores it; null if it cannot be opened because a restore was cut off.
  Task<Result<std::unique_ptr<database::Database>>> Open(Worker& worker);
  Task<void> TakeBackup(Worker& worker, scenario::Backup backup);
  /// What was so when a backup began.
  struct Expected {
    Lsn begin;  ///< the log was durable up to here
    Lsn chain;  ///< of log backups; none if there is none
  };
  void NoteBackup(const backup::BackupSet& set, Expected expected);
  void NoteFailedBackup(const scenario::Backup& backup, const Error& error, Expected expected);
  void StartReports();
  /// A session that reports from one of the snapshots has met it.
  void OnReportError(const Error& error);
  /// Sessions use the snapshot: it cannot be dropped.
  bool IsRead(const std::string& name) const;
  Task<void> RunReader();
  /// A row, or none, as it was read through the snapshot, which must be as of its split.
  void CompareRow(const snapshot::Snapshot& snapshot, uint64_t key,
                  const std::optional<page::Row>& row);
  Task<void> ReadRow(Worker& worker, std::shared_ptr<snapshot::Snapshot> snapshot, uint64_t key);
  Worker& NewWorker(const std::string& name);
  void CheckSnapshots();
  void NoteSuspects();
  void NoteRevert();

  /// The engine says that it cannot go on: the life ends.
  void OnEngineError(const Error& error);
  void CutThePower();
  /// The plan may count I/Os from here to where the power goes.
  void Reach(CutMoment moment);
  /// The power goes at the I/O that is so many from now.
  void CutAfter(uint64_t ios);
  void VisitAtEnd();
  void VisitSnapshots();
  void AddToTrace();

  void OnArmed(const snapshot::Snapshot& snapshot) override;
  void OnSplit(const snapshot::Snapshot& snapshot) override;
  void OnComplete(snapshot::Snapshot& snapshot) override;
  void OnDrop(snapshot::Snapshot& snapshot) override;
  void OnPhase(const std::string& snapshot, const std::string& phase) override;
  void OnCommit(TxnId txn, Lsn commit_lsn, std::span<const txn::CommittedChange> changes) override;
  void OnTableDropped(TxnId txn, Lsn commit_lsn, IndexId table) override;
  void OnAcknowledged(TxnId txn, Lsn commit_lsn) override;
  void OnRead(TxnId txn, const txn::RowRead& read) override;
  runtime::BoundaryAction AtBoundary(TimeNs next) override;

  World& world_;
  const LifePlan& plan_;
  const size_t number_;
  machine::SimulatedMachine machine_;
  runtime::Executor executor_;
  runtime::CpuModel cpu_;
  telemetry::Telemetry telemetry_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<database::Database> database_;
  std::unique_ptr<workload::Workload> workload_;
  std::unique_ptr<workload::Reporting> reporting_;
  std::optional<experiment::Timeline> timeline_;
  Rng reader_rng_;

  database::RestartFigures figures_;
  Lsn newest_page_;  ///< on the disk when the life began
  bool end_noted_ = false;
  bool ended_ = false;          ///< the conductor came to its end
  bool process_ended_ = false;  ///< and the power stays on
  bool revert_certain_ = false;
  bool quiescing_ = false;
  bool cut_is_near_ = false;  ///< its moment was reached
  bool faults_injected_ = false;
  uint32_t steps_running_ = 0;
  uint32_t backups_running_ = 0;
  uint32_t drops_running_ = 0;  ///< of tables
  std::optional<database::RestoreUnderWay> restore_;
  bool has_full_backup_ = false;                         ///< since the start, not copy-only
  std::map<std::string_view, uint32_t> builds_running_;  ///< by their kind
  bool reader_stops_ = false;
  bool reader_stopped_ = false;
  std::map<std::string, uint32_t> readers_;  ///< by snapshot
  std::set<std::string> being_dropped_;
  std::map<std::string, Lsn> hidden_;  ///< splits of consistency checks that are under way
};

}  // namespace snapscope::crash_simulator
