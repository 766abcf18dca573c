// What the recovery of a database at its start tells the ERRORLOG. Progress comes from the passes
// themselves and is told every ten seconds of engine time at most: a recovery that is over sooner
// tells only what it did.
//
// Analysis counts as a tenth of the whole, redo as eight, undo as the last: shares that nobody can
// know beforehand. Within a pass the progress is that of its log.
//
// Owning thread: the engine thread. Lives until the passes have ended.
#pragma once

#include <cstdint>
#include <string>

#include "recovery/recovery.h"
#include "telemetry/errorlog_writer.h"
#include "telemetry/telemetry.h"

namespace snapscope::recovery {

enum class Pass : uint8_t { kAnalysis = 1, kRedo = 2, kUndo = 3 };

class RestartReport {
 public:
  /// `source` is the spid of the start-up.
  RestartReport(telemetry::Telemetry& telemetry, runtime::Worker& worker,
                telemetry::DatabaseRef database, std::string source);

  /// The passes, in order; each call ends the pass before it.
  Progress Analysis();
  Progress Redo(const AnalysisResult& analysis);
  Progress Undo();
  /// All passes are over: what they did, and the checkpoint that follows.
  void WritingCheckpoint(const AnalysisResult& analysis, const UndoResult& undo);
  void Completed();

 private:
  Progress Begin(Pass pass);
  void Tell(Pass pass, uint32_t permille);
  TimeNs TimeOf(Pass pass) const;

  telemetry::Telemetry& telemetry_;
  runtime::Worker& worker_;
  const telemetry::DatabaseRef database_;
  const std::string source_;
  const TimeNs started_;
  TimeNs last_told_;
  TimeNs begun_[4] = {};  ///< of each pass, by its number, and in [0] the end of the last
};

}  // namespace snapscope::recovery
