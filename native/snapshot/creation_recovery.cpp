// The phases of a creation that recover the snapshot: analysis, redo and undo.
#include <utility>

#include "base/mutation.h"
#include "snapshot/creation.h"
#include "snapshot/creation_progress.h"
#include "telemetry/restart_messages.h"

namespace snapscope::snapshot {

MUTATION(
    kRedoSkipped,
    "a snapshot is recovered without redo, and without undo of what redo would have made again",
    NoticedBy::kFigures);

namespace {
constexpr uint64_t kAnalysisGuessBytesPerSecond = 1 << 20;
constexpr uint64_t kRecoveryGuessRecordsPerSecond = 1'000;
}  // namespace

Task<Status> Creation::RunAnalysis(Worker& worker) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  const std::string& source = request_.source;
  co_await worker.PayCpu();
  // The split: the end of the log at this instant. What committed below it is in the snapshot.
  const TimeNs start = analysis_start_ = worker.Now();
  snapshot_->SetSplit(env_.log->end_lsn(), start);
  if (!snapshot_->life().suspect()) snapshot_->life().Become(State::kSplit);
  if (env_.listener != nullptr) env_.listener->OnSplit(*snapshot_);

  recovery::RecoveryScope& scope = scope_;
  scope.pool = env_.pool;
  scope.db = snapshot_->db();
  scope.log = env_.log;
  scope.indexes = env_.known.trees;
  scope.checkpoint_begin = checkpoint_.begin_lsn;
  scope.oldest_active = checkpoint_.oldest_active;
  scope.end = snapshot_->split();

  const uint64_t bytes = env_.log->BytesBetween(scope.checkpoint_begin, scope.end);
  const size_t phase = BeginPhase("analysis");
  ProgressEstimate estimate(start, bytes, kAnalysisGuessBytesPerSecond);
  telemetry.Log(source, telemetry::AnalysisStarting(database_));
  Tell(telemetry::AnalysisProgress(database_, 0, estimate.RemainingSeconds(start, 0)));
  CO_TRY(co_await env_.log->Flush(worker, scope.end));
  auto progress = [&](uint32_t permille) {
    telemetry.PhaseProgress(phase, permille);
    const TimeNs now = worker.Now();
    if (permille >= 1000 || !estimate.Due(now)) return;
    Tell(telemetry::AnalysisProgress(database_, permille / 10,
                                     estimate.RemainingSeconds(now, permille)));
  };
  Result<recovery::AnalysisResult> analysis = co_await recovery::Analyse(worker, scope, progress);
  CO_TRY(analysis);
  analysis_ = std::move(analysis).value();
  co_await worker.PayCpu();
  Tell(telemetry::AnalysisProgress(database_, 100, 0));
  EndPhase({{"records", static_cast<int64_t>(analysis_.records)},
            {"bytes", static_cast<int64_t>(analysis_.redo_bytes)},
            {"inFlight", static_cast<int64_t>(analysis_.in_flight.size())}});
  co_return Status();
}

Task<Status> Creation::RunRedo(Worker& worker) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  const std::string& source = request_.source;
  const TimeNs start = redo_start_ = worker.Now();
  const size_t phase = BeginPhase("redo");
  ProgressEstimate estimate(start, analysis_.records, kRecoveryGuessRecordsPerSecond);
  telemetry.Log(source, telemetry::RedoStarting(database_));
  telemetry.Log(source,
                telemetry::RecoveryEstimate(database_, analysis_.redo_bytes, analysis_.records));
  Tell(telemetry::RecoveryProgress(database_, {0, estimate.RemainingSeconds(start, 0), 2}));
  // Redo is most of the recovery: it counts as nine tenths of its progress.
  auto progress = [&](uint32_t permille) {
    telemetry.PhaseProgress(phase, permille);
    recovery_permille_ = permille * 9 / 10;
    const TimeNs now = worker.Now();
    if (permille >= 1000 || !estimate.Due(now)) return;
    Tell(telemetry::RecoveryProgress(
        database_,
        {recovery_permille_ / 10, estimate.RemainingSeconds(now, recovery_permille_), 2}));
  };
  Result<recovery::RedoResult> redo{recovery::RedoResult{}};
  if (!Mutated(kRedoSkipped)) redo = co_await recovery::Redo(worker, scope_, progress);
  CO_TRY(redo);
  co_await worker.PayCpu();
  Tell(telemetry::RecoveryProgress(
      database_,
      {recovery_permille_ / 10, estimate.RemainingSeconds(worker.Now(), recovery_permille_), 2}));
  if (request_.hidden && analysis_.committed > 0) {
    telemetry.Log(source, telemetry::TransactionsRolledForward(database_, analysis_.committed));
  }
  const SnapshotFigures& figures = snapshot_->figures();
  EndPhase({{"estimateRedoBytes", static_cast<int64_t>(analysis_.redo_bytes)},
            {"estimateUndoRecords", static_cast<int64_t>(analysis_.records)},
            {"records", static_cast<int64_t>(redo.value().records)},
            {"applied", static_cast<int64_t>(redo.value().applied)},
            {"pagesPulled", static_cast<int64_t>(figures.pages_pulled_by_redo)}});
  co_return Status();
}

Task<Status> Creation::RunUndo(Worker& worker) {
  telemetry::Telemetry& telemetry = *env_.telemetry;
  const TimeNs start = undo_start_ = worker.Now();
  const size_t phase = BeginPhase("undo");
  ProgressEstimate estimate(start, analysis_.in_flight.size(), kRecoveryGuessRecordsPerSecond);
  Tell(telemetry::RecoveryProgress(
      database_, {recovery_permille_ / 10, estimate.RemainingSeconds(start, 0), 3}));
  auto progress = [&](uint32_t permille) {
    telemetry.PhaseProgress(phase, permille);
    const TimeNs now = worker.Now();
    if (permille >= 1000 || !estimate.Due(now)) return;
    Tell(telemetry::RecoveryProgress(
        database_, {90 + permille / 100, estimate.RemainingSeconds(now, permille), 3}));
  };
  Result<recovery::UndoResult> undo{recovery::UndoResult{}};
  if (!Mutated(kRedoSkipped)) {
    undo = co_await recovery::Undo(worker, scope_, analysis_, progress);
  }
  CO_TRY(undo);
  snapshot_->figures().transactions_undone = undo.value().user_transactions;
  co_await worker.PayCpu();
  EndPhase({{"transactions", static_cast<int64_t>(undo.value().user_transactions)},
            {"systemTransactions", static_cast<int64_t>(undo.value().system_transactions)},
            {"records", static_cast<int64_t>(undo.value().records)}});
  co_return Status();
}

void Creation::TellOutcome() const {
  const std::string& source = request_.source;
  const TimeNs end = snapshot_->figures().completed;
  if (snapshot_->figures().transactions_undone > 0) {
    env_.telemetry->Log(source, telemetry::TransactionsRolledBack(
                                    database_, snapshot_->figures().transactions_undone));
  }
  env_.telemetry->Log(source,
                      telemetry::RecoveryFigures(
                          database_, {.analysis_ms = (redo_start_ - analysis_start_) / kMillisecond,
                                      .redo_ms = (undo_start_ - redo_start_) / kMillisecond,
                                      .undo_ms = (end - undo_start_) / kMillisecond,
                                      .whole_ms = (end - analysis_start_) / kMillisecond}));
}

}  // namespace snapscope::snapshot
