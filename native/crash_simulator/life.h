// One life of the engine over the world's disk: it creates the database or recovers it, runs the
// workload and the plan's steps, and ends with the power off.
//
// Owning thread: the one that calls Run().
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "crash_simulator/push_notes.h"
#include "crash_simulator/world.h"
#include "database/database.h"
#include "experiment/timeline.h"
#include "machine/simulated_machine.h"
#include "runtime/executor.h"
#include "server/server.h"
#include "telemetry/telemetry.h"

namespace snapscope::crash_simulator {

using runtime::Task;
using runtime::Worker;

class Life final : private server::Listener, private runtime::BoundaryListener {
 public:
  /// `number` counts from 0. `world` outlives the life; its disk has the power on.
  Life(World& world, const LifePlan& plan, size_t number);
  ~Life() override;

  void Run();

 private:
  Task<void> Conduct();
  /// What the server before has left: a start, or a restore over the database that is to be done.
  server::ServerLife Left();
  Task<Status> Create(Worker& worker);
  Task<Status> Restart(Worker& worker);
  /// Begins the faults that count from now on.
  void BeginFaults();
  void InjectFaults();
  /// True once everything is at rest; false when an error or the power ended the life before.
  Task<bool> ComeToRest();
  void NoteEndOfLog();
  database::Database& database() { return *server_->database(); }

  /// Carries out the steps that do not end the life, each when it is due, until `end`.
  Task<void> FollowTimeline(TimeNs start, TimeNs end);
  Task<void> RunStep(size_t number);
  /// Once the server does what the step waits for.
  Task<void> AwaitStep(size_t number);
  bool IsNow(Moment moment) const;
  /// Has the server carry it out. Not a coroutine: what it is given is converted before.
  Task<Status> Give(scenario::CommandKind kind) {
    scenario::Command command{.kind = std::move(kind), .json = "{}"};
    return GiveCommand(std::move(command));
  }
  Task<Status> GiveCommand(scenario::Command command);
  // Each carries out what a step asks for, and judges what came of it.
  Task<void> CarryOut(scenario::CreateSnapshot creation);
  Task<void> CarryOut(scenario::CreateArraySnapshot creation);
  Task<void> CarryOut(scenario::DeleteArraySnapshot command);
  Task<void> CarryOut(scenario::DropSnapshot drop);
  Task<void> CarryOut(scenario::SetUsers users);
  Task<void> CarryOut(scenario::SetReportUsers reports);
  Task<void> CarryOut(scenario::UpdateTable update);
  Task<void> CarryOut(scenario::RebuildIndex rebuild);
  Task<void> CarryOut(scenario::CreateIndex creation);
  Task<void> CarryOut(scenario::SelectInto copy);
  Task<void> CarryOut(scenario::DropTable drop);
  Task<void> CarryOut(scenario::ScanTable scan);
  Task<void> CarryOut(scenario::CheckDatabase check);
  Task<void> CarryOut(scenario::Backup backup);
  Task<void> CarryOut(scenario::Cancel cancel);
  Task<void> CarryOut(Verify verify);
  /// Asks for the end of a server that another command ends already.
  Task<void> EndAgain(scenario::CommandKind end);
  Task<void> RestoreBeside(scenario::Restore command, RestorePlan plan);
  /// What is no excuse is a failure of the engine.
  void Judge(const std::string& what, const Error& error, const std::string& snapshot = "");
  /// What came of a build, which `done` is the path of if it succeeded.
  void JudgeBuild(const Status& built, RarePath done, bool online);
  /// A step that ends the life: returns once it has, or was refused.
  Task<void> EndBy(Step step);
  Task<void> EndByRevert(std::string name);
  Task<void> TakeTail();
  /// Closes the database for a restore, unless that is refused.
  Task<void> EndByRestore(Step step);
  /// Whether an array snapshot is refused for what is there when it is asked for.
  bool MayRefuse(const scenario::CreateArraySnapshot& creation);
  void JudgeArraySnapshot(const scenario::CreateArraySnapshot& creation,
                          const server::ArraySnapshotAccount* account);
  // life_array_use.cpp
  Task<void> BackUpOffHost(scenario::Backup backup);
  Task<void> RestoreArrayBeside(scenario::Restore command);
  Task<void> EndByArrayRestore(scenario::Restore command);
  /// Whether no restore may take the snapshot, as far as can be known now.
  bool MayRefuseArray(const scenario::Restore& command) const;
  void NoteArrayRestore(const std::string& snapshot, Lsn durable);
  void NoteEndOfArrayRestore();
  void NoteArraySet(const scenario::CreateArraySnapshot& creation, const backup::BackupSet& set);
  void CheckArrayCopy(const server::RestoreAccount& account);
  /// The database is frozen from now on.
  void OnFreeze();
  void NoteArraySnapshots();
  bool HasSnapshots();
  /// What was so when a backup began.
  struct Expected {
    Lsn begin;  ///< the log was durable up to here
    Lsn chain;  ///< of log backups; none if there is none
    /// Size of the blocks in whose place it is written; none if there is no backup of the name.
    std::optional<uint32_t> blocks;
  };
  Expected ExpectedOfBackup(const std::string& name, bool is_full);
  void JudgeBackup(const scenario::Backup& backup, const Status& taken, Expected expected);
  /// Whether the set is what its options ask for.
  void CheckOptions(const scenario::Backup& backup, const backup::BackupSet& set);
  void CheckOverwriting(const scenario::Backup& backup, const Expected& expected);
  void NoteBackup(const backup::BackupSet& set, Expected expected);
  bool AreThere(const std::vector<backup::BackupSet>& sets) const;
  /// True while sessions use the snapshot: it cannot be dropped.
  bool IsRead(const std::string& name);
  Task<void> RunReader();
  /// The product's pause between two rounds is longer than a life.
  Task<void> RunGhostCleanup();
  /// A row, or none, as it was read, which must be as of the database's split.
  void CompareRow(const snapshot::ReadOnlyDatabase& read, uint64_t key,
                  const std::optional<page::Row>& row);
  Task<void> ReadRow(Worker& worker, std::shared_ptr<snapshot::Snapshot> snapshot, uint64_t key);
  void CheckSnapshots();
  void CheckPushes();
  void NoteSuspects();
  void NoteRevert();

  void CutThePower();
  /// The plan may count I/Os from here to where the power goes.
  void Reach(CutMoment moment);
  /// The power goes at the I/O that is so many from now.
  void CutAfter(uint64_t ios);
  void VisitAtEnd();
  void VisitCommands();
  /// What the command meets that is about to be given, and what it meets if it succeeds.
  void VisitMeetings(const scenario::Command& command);
  std::vector<RarePath> MeetingsOfDrop(const scenario::Command& command) const;
  /// The database closes with what uses it.
  void VisitClosing();
  template <typename Kind>
  bool IsUnderWay() const {
    return std::ranges::any_of(server_->under_way(), [](const scenario::Command* command) {
      return command->As<Kind>() != nullptr;
    });
  }
  void JudgeDuringTail(const scenario::Command& command, const Status& done);
  void VisitSnapshots();
  void AddToTrace();

  void OnOpened(const snapshot::Snapshot& snapshot) override;
  void OnPushed(const snapshot::Snapshot& snapshot, PageId page,
                snapshot::PushCause cause) override;
  void OnArmed(const snapshot::Snapshot& snapshot) override;
  void OnSplit(const snapshot::Snapshot& snapshot) override;
  void OnComplete(snapshot::Snapshot& snapshot) override;
  void OnDrop(snapshot::Snapshot& snapshot) override;
  void OnPhase(const std::string& snapshot, const std::string& phase) override;
  void OnCommit(TxnId txn, Lsn commit_lsn, std::span<const txn::CommittedChange> changes) override;
  void OnTableDropped(TxnId txn, Lsn commit_lsn, IndexId table) override;
  void OnAcknowledged(TxnId txn, Lsn commit_lsn) override;
  void OnRead(TxnId txn, const txn::RowRead& read) override;
  void OnConnect(workload::WorkloadOptions& users, workload::ReportingOptions& reports) override;
  void OnBuildProgress(uint64_t told, uint64_t all) override;
  /// The engine says that it cannot go on: the life ends.
  void OnError(const Error& error) override;
  void OnReportError(const Error& error) override;
  void OnCopyRecovered(server::RestoredCopy& copy, server::RestoreAccount& account) override;
  runtime::BoundaryAction AtBoundary(TimeNs next) override;

  World& world_;
  const LifePlan& plan_;
  const size_t number_;
  machine::SimulatedMachine machine_;
  runtime::Executor executor_;
  telemetry::Telemetry telemetry_;
  std::optional<server::Server> server_;  ///< once the machine is prepared
  std::optional<experiment::Timeline> timeline_;
  Rng reader_rng_;
  PushNotes pushes_;

  database::RestartFigures figures_;
  Lsn newest_page_;  ///< on the disk when the life began
  bool end_noted_ = false;
  bool ended_ = false;          ///< the conductor came to its end
  bool process_ended_ = false;  ///< and the power stays on
  bool revert_certain_ = false;
  bool quiescing_ = false;
  bool cut_is_near_ = false;  ///< its moment was reached
  /// The phase of the last freeze, and up to where the log was durable at its begin.
  std::optional<size_t> freeze_;
  Lsn frozen_at_;
  bool faults_injected_ = false;
  uint32_t steps_running_ = 0;
  uint32_t sessions_ = 0;                    ///< of the simulator itself
  bool stops_ = false;                       ///< these end
  bool has_full_backup_ = false;             ///< since the start, not copy-only
  std::map<std::string, uint32_t> readers_;  ///< by snapshot
  std::set<std::string> being_dropped_;
  std::map<std::string, Lsn> hidden_;  ///< splits of consistency checks that are under way
  /// Restores beside the database that are under way: what was committed below must be in each.
  std::map<std::string, std::optional<Lsn>> copies_;
  std::set<std::string> were_restored_;  ///< copies that a restore was begun of
  std::vector<Lsn> pinned_;              ///< states of copies, which reports may read
};

}  // namespace snapscope::crash_simulator
