// The scenario's timeline while it runs: which entry is due when, and what became of each.
//
// An entry is carried out at most once, when its trigger says:
//   at     an engine time
//   after  a delay after an event of another entry
//   when   the end of the first sample in which a counter is beyond a value
//
// Time passes outside: the experiment says what happens, asks what is due, and carries it out where
// it takes live commands, at boundaries of the executor. A run with a timeline is therefore the
// same as one without it to which its commands are given live at the times at which they fired.
//
// Invariants: entries that are due at one time are taken in the timeline's order; an event or a
// sample that comes after an entry was taken changes nothing for it.
//
// Owning thread: the engine thread.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "scenario/scenario.h"
#include "telemetry/catalog_generated.h"

namespace snapscope::experiment {

/// What became of an entry. Times are engine times; kNever where it did not come to that.
struct StepOutcome {
  TimeNs fired = kNever;
  TimeNs ended = kNever;
  std::optional<Error> error;  ///< the command was refused or failed
};

class Timeline {
 public:
  explicit Timeline(std::vector<scenario::TimelineEntry> entries);

  /// When the next entry is due; kNever while none is known to be.
  TimeNs next_due() const { return due_.empty() ? kNever : due_.begin()->first; }
  /// Takes the entry that is due by `now`: it has fired, and its command is to be carried out.
  std::optional<size_t> TakeDue(TimeNs now);

  const scenario::TimelineEntry& entry(size_t step) const { return entries_.at(step); }
  size_t size() const { return entries_.size(); }

  /// The command of an entry that has fired is over.
  void OnEnd(size_t step, const Status& status, TimeNs now);
  /// The server ends, and with it the commands that are under way, but for the one that restarts
  /// it. `why` is what they are told.
  void OnServerEnd(std::optional<size_t> restart, const Error& why, TimeNs now);
  /// A phase of a snapshot's creation begins.
  void OnPhase(std::string_view snapshot, std::string_view phase, TimeNs now);
  /// The sample from `start` to `end` has been closed; `counters` are its values, by CounterId.
  void OnSample(TimeNs start, TimeNs end,
                std::span<const double, telemetry::kCounterCount> counters);

  const StepOutcome& outcome(size_t step) const { return states_.at(step).outcome; }
  /// Why an entry has not fired by the end of the run, for people.
  std::string WhyNotFired(size_t step, TimeNs end) const;

 private:
  struct State {
    TimeNs due = kNever;            ///< kNever until it is known
    std::optional<double> nearest;  ///< how near to the bound of `when` the counter came
    StepOutcome outcome;
  };

  void SetDue(size_t step, TimeNs due);
  void OnEvent(size_t step, std::string_view event, TimeNs now);
  std::string WhyNoEvent(const scenario::AfterEvent& after) const;

  const std::vector<scenario::TimelineEntry> entries_;
  std::vector<State> states_;                ///< by the number of the entry
  std::set<std::pair<TimeNs, size_t>> due_;  ///< known, and not taken yet
};

}  // namespace snapscope::experiment
