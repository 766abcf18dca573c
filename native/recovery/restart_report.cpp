#include "recovery/restart_report.h"

#include <utility>

#include "telemetry/restart_messages.h"

namespace snapscope::recovery {

namespace {

constexpr TimeNs kTellInterval = 10 * kSecond;

/// Where in the whole a pass begins and how much of it it is, in permille.
struct Share {
  uint32_t begin;
  uint32_t length;
};

Share ShareOf(Pass pass) {
  switch (pass) {
    case Pass::kAnalysis:
      return {0, 100};
    case Pass::kRedo:
      return {100, 800};
    case Pass::kUndo:
      return {900, 100};
  }
  return {0, 1000};
}

}  // namespace

RestartReport::RestartReport(telemetry::Telemetry& telemetry, runtime::Worker& worker,
                             telemetry::DatabaseRef database, std::string source)
    : telemetry_(telemetry),
      worker_(worker),
      database_(std::move(database)),
      source_(std::move(source)),
      started_(worker.Now()),
      last_told_(started_) {
  telemetry_.Log(source_, telemetry::RecoveryStarting(database_));
}

Progress RestartReport::Begin(Pass pass) {
  begun_[static_cast<size_t>(pass)] = worker_.Now();
  return [this, pass](uint32_t permille) { Tell(pass, permille); };
}

void RestartReport::Tell(Pass pass, uint32_t permille) {
  const TimeNs now = worker_.Now();
  const Share share = ShareOf(pass);
  const uint32_t done = share.begin + share.length * permille / 1'000;
  if (done == 0 || permille >= 1'000 || now - last_told_ < kTellInterval) return;
  last_told_ = now;
  const TimeNs remaining = (now - started_) / done * (1'000 - done);
  telemetry_.Log(source_,
                 telemetry::RecoveryProgress(database_, {.percent = done / 10,
                                                         .remaining_s = remaining / kSecond,
                                                         .phase = static_cast<int>(pass)}));
}

Progress RestartReport::Analysis() {
  telemetry_.Log(source_, telemetry::AnalysisStarting(database_));
  return Begin(Pass::kAnalysis);
}

Progress RestartReport::Redo(const AnalysisResult& analysis) {
  telemetry_.Log(source_, telemetry::RedoStarting(database_));
  telemetry_.Log(source_,
                 telemetry::RecoveryEstimate(database_, analysis.redo_bytes, analysis.records));
  return Begin(Pass::kRedo);
}

Progress RestartReport::Undo() { return Begin(Pass::kUndo); }

void RestartReport::WritingCheckpoint(const AnalysisResult& analysis, const UndoResult& undo) {
  begun_[0] = worker_.Now();
  if (analysis.committed > 0) {
    telemetry_.Log(source_, telemetry::TransactionsRolledForward(database_, analysis.committed));
  }
  if (undo.user_transactions > 0) {
    telemetry_.Log(source_, telemetry::TransactionsRolledBack(database_, undo.user_transactions));
  }
  telemetry_.Log(source_, telemetry::RecoveryWritesCheckpoint(database_));
}

TimeNs RestartReport::TimeOf(Pass pass) const {
  const auto number = static_cast<size_t>(pass);
  return begun_[(number + 1) % 4] - begun_[number];
}

void RestartReport::Completed() {
  telemetry_.Log(source_, telemetry::RecoveryFigures(
                              database_, {.analysis_ms = TimeOf(Pass::kAnalysis) / kMillisecond,
                                          .redo_ms = TimeOf(Pass::kRedo) / kMillisecond,
                                          .undo_ms = TimeOf(Pass::kUndo) / kMillisecond,
                                          .whole_ms = (worker_.Now() - started_) / kMillisecond}));
  telemetry_.Log(source_, telemetry::RecoveryCompleted(database_));
}

}  // namespace snapscope::recovery
