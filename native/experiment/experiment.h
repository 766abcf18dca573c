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
#include "experiment/command_queue.h"
#include "experiment/timeline.h"
#include "experiment/verdict.h"
#include "oracle/oracle.h"
#include "runtime/executor.h"
#include "scenario/scenario.h"
#include "server/journal.h"
#include "server/server.h"
#include "telemetry/telemetry.h"
#include "tpcc/consistency.h"
#include "verification/verification.h"
#include "workload/workload.h"

namespace snapscope::experiment {

using runtime::Task;
using runtime::Worker;

class Experiment final : public runtime::BoundaryListener, public server::Listener {
 public:
  /// `machine`, `queue` outlive the experiment.
  Experiment(scenario::Scenario scenario, database::Machine& machine, CommandQueue& queue,
             telemetry::BatchSink sink);
  ~Experiment() override;

  /// Runs to the end and returns the summary as JSON text; errors are in it.
  std::string Run();

  // For tests, after Run().
  database::Database* database() { return server_ ? server_->database() : nullptr; }
  const workload::SessionTotals& session_totals() const { return session_totals_; }
  telemetry::Telemetry& telemetry() { return telemetry_; }
  const oracle::Oracle& oracle() const { return journal_->oracle; }
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
  void OnState() override;
  void OnEnd(const Error& why) override;
  void OnCopyRecovered(server::RestoredCopy& copy, server::RestoreAccount& account) override;
  void OnError(const Error& error) override { Fail(error); }

 private:
  friend class SummaryWriter;

  bool SetUp();
  Task<void> SetUpTask(Worker& worker);
  /// The server is up: users are on it.
  bool IsRunning() const { return server_ && server_->is_up() && !finished_; }
  void GoOnline();
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

  /// Has the server carry out a command that changes the run; the outcome is that of the timeline's
  /// entry `step` if it is one's command.
  void Apply(const scenario::Command& command, std::optional<size_t> step = std::nullopt);
  Task<void> RunCommand(scenario::Command command, std::optional<size_t> step);
  void OnCommandEnd(std::optional<size_t> step, const Status& status);
  /// Carries out a command that does not change what is measured.
  void Steer(const scenario::Command& command);

  void RestartServer();
  Task<void> StartDatabase(Worker& worker);
  void CompareAfterRestart(const database::RestartFigures& figures);
  /// On a real clock a commit is dated a moment before the run hears of it.
  TimeNs Doubt() const { return scenario_.real ? kMillisecond : 0; }

  bool TakesCommands() const { return server_ && server_->TakesCommands() && !finished_; }
  bool TakeTimelineEntry();
  bool TakeLiveCommand();
  bool TakeRecordedCommand();
  /// When the next command is to be given that is known already; kNever if there is none.
  TimeNs NextCommandTime() const;
  void WaitWhilePaused();
  void GoOn();
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
  telemetry::Telemetry telemetry_;
  Timeline timeline_;
  std::unique_ptr<database::InitialDatabase> initial_;
  std::optional<server::Journal> journal_;  ///< there once the initial database is
  std::optional<server::Server> server_;    ///< likewise

  RunStatus status_ = RunStatus::kCompleted;
  std::optional<Error> error_;
  bool prepared_ = false;  ///< the machine has its volumes
  bool finished_ = false;
  bool paused_ = false;
  bool step_requested_ = false;
  double pace_ = 0;
  std::vector<server::RevertAccount> reverts_;
  std::optional<std::string> damage_left_;  ///< at the end of the run
  std::optional<size_t>
      restart_step_;  ///< the timeline's entry that has ended the server, if one did
  TimeNs sampled_until_ = 0;
  TimeNs progress_ = 0;                  ///< when the last sample began in which there was no stall
  uint64_t ended_seen_ = 0;              ///< transactions, by that sample
  std::optional<TimeNs> stalled_since_;  ///< at the end of the run
  std::optional<HungIo> hung_;           ///< the one that was seen to take the longest
  size_t next_recorded_ = 0;             ///< of scenario_.commands
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
