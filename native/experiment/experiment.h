// One run of a scenario, from empty files to the summary.
//
//   set up (outside engine time) -> workload, timeline, live commands -> end at `duration`, or
//   where it was prolonged to
//   -> verification (outside engine time) -> summary
//
// Commands of the timeline and live ones act at boundaries of the executor: everything that could
// happen at that engine time has happened. One is taken at a boundary, the timeline's first. Live
// ones are recorded with that time, and given again at the same boundary when the recorded scenario
// is run. Pause, step, break and pace never change what is measured.
//
// Owning thread: the one that calls Run(), which is the engine thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "database/database.h"
#include "database/initial_database.h"
#include "database/machine.h"
#include "experiment/breakpoints.h"
#include "experiment/command_queue.h"
#include "experiment/extent_owners.h"
#include "experiment/push_recorder.h"
#include "experiment/run_record.h"
#include "experiment/run_verifier.h"
#include "experiment/sampler.h"
#include "experiment/timeline.h"
#include "oracle/oracle.h"
#include "runtime/executor.h"
#include "scenario/scenario.h"
#include "server/journal.h"
#include "server/server.h"
#include "telemetry/telemetry.h"

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
  telemetry::Telemetry& telemetry() { return telemetry_; }
  const oracle::Oracle& oracle() const { return journal_->oracle; }
  const database::InitialDatabase& initial() const { return *initial_; }
  const server::Journal& journal() const { return *journal_; }

  runtime::BoundaryAction AtBoundary(TimeNs next) override;
  void OnOpened(const snapshot::Snapshot& snapshot) override;
  void OnPushed(const snapshot::Snapshot& snapshot, PageId page,
                snapshot::PushCause cause) override;
  void OnClosed(const std::string& name) override;
  void OnArmed(const snapshot::Snapshot& snapshot) override;
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
  bool SetUp();
  Task<void> SetUpTask(Worker& worker);
  /// True while the server is up, with users on it.
  bool IsRunning() const { return server_ && server_->is_up() && !finished_; }
  void GoOnline();
  /// Reads whose extents are, outside engine time, and has changes noted.
  void WatchOwners();
  void Finish();
  /// Takes the accounts of all that there was, after Finish().
  void CloseRecord();
  /// Ends what the summary has left: nothing moves any more, and a real machine's files are gone.
  void TearDown();
  void Fail(Error error);

  Task<void> RunSampler();

  /// Has the server carry out a command that changes the run; the outcome is that of the timeline's
  /// entry `step` if it is one's command.
  void Apply(const scenario::Command& command, std::optional<size_t> step = std::nullopt);
  Task<void> RunCommand(scenario::Command command, std::optional<size_t> step);
  void OnCommandEnd(std::optional<size_t> step, const Status& status);
  /// Carries out a command that is for the run, not for its server, and tells of it.
  void Steer(const scenario::Command& command);
  void Prolong(const scenario::Prolong& prolong, const std::string& json);
  /// Tells those whose prolongation came after the end.
  void RefuseLateProlongations();

  void RestartServer();
  Task<void> StartDatabase(Worker& worker);

  bool TakesCommands() const { return server_ && server_->TakesCommands() && !finished_; }
  bool TakeTimelineEntry();
  bool TakeLiveCommand();
  bool TakeRecordedCommand();
  /// When the next command is to be given that is known already; kNever if there is none.
  TimeNs NextCommandTime() const;
  void WaitWhilePaused();
  void ResumePace();
  void GoOn();
  void SetState(const char* state, std::string_view broke_on = {});
  void PauseWhereHit();
  /// The state of a run whose server is up, paused or not.
  const char* StateOfServer() const;
  void TellWhoWatches();

  const scenario::Scenario scenario_;
  database::Machine& machine_;
  CommandQueue& queue_;
  runtime::Executor executor_;
  telemetry::Telemetry telemetry_;
  Timeline timeline_;
  std::unique_ptr<database::InitialDatabase> initial_;
  std::optional<server::Journal> journal_;  ///< these three are there once the initial database is
  std::optional<server::Server> server_;
  std::optional<RunVerifier> verifier_;
  Sampler sampler_;
  PushRecorder pushes_;
  std::optional<ExtentOwners> owners_;  ///< there once the initial database is
  Breakpoints breakpoints_;
  RunRecord record_;

  bool prepared_ = false;  ///< the machine has its volumes
  bool finished_ = false;
  bool paused_ = false;
  std::string broke_on_;  ///< what it is paused at, as JSON; empty: it was told to pause
  double pace_ = 0;
  TimeNs end_ = 0;                      ///< when the run is over
  std::optional<size_t> restart_step_;  ///< the timeline's entry that ended the server, if one did
  size_t next_recorded_ = 0;            ///< index in scenario_.commands
};

}  // namespace snapscope::experiment
