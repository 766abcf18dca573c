// What a run measures of its server at each sample, and what it notices by it: that users get
// nothing done any more, or that an I/O hangs.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <optional>

#include "experiment/run_record.h"
#include "experiment/timeline.h"
#include "server/server.h"
#include "telemetry/telemetry.h"

namespace snapscope::experiment {

class Sampler {
 public:
  /// All outlive the sampler.
  Sampler(const scenario::Scenario& scenario, database::Machine& machine,
          telemetry::Telemetry& telemetry)
      : scenario_(scenario), machine_(machine), telemetry_(telemetry) {}

  /// Takes the sample that ends now, and tells the timeline of it.
  void Take(server::Server& server, Timeline& timeline, TimeNs now);
  /// Tells what a sample would have so far, for whoever watches a paused run.
  void TakePartial(server::Server& server);
  /// Takes the last sample of a run that ends now.
  void TakeLast(server::Server& server, TimeNs now);

  /// Since when users were there and got nothing done, though nothing explains it; nothing if that
  /// is not so at `end`, or not long enough to be called a stall.
  std::optional<TimeNs> StalledSince(TimeNs end) const;
  /// The I/O that was seen to take the longest, if one hung.
  const std::optional<HungIo>& hung() const { return hung_; }

 private:
  void NoteProgress(const server::Server& server, TimeNs now);
  void NoteOldestIo(TimeNs now);
  void UpdateCounters(server::Server& server);
  void UpdateIoCounters(const server::ServerHistory& earlier, const database::Database& database);
  void AddSnapshotEvents(database::Database& database);

  const scenario::Scenario& scenario_;
  database::Machine& machine_;
  telemetry::Telemetry& telemetry_;
  TimeNs sampled_until_ = 0;
  TimeNs progress_ = 0;      ///< when the last sample began in which there was no stall
  uint64_t ended_seen_ = 0;  ///< transactions, by that sample
  std::optional<HungIo> hung_;
};

}  // namespace snapscope::experiment
