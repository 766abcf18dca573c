#include "experiment/timeline.h"

#include <algorithm>
#include <cstdio>

#include "base/check.h"

namespace snapscope::experiment {

namespace {

std::string Seconds(TimeNs time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f s", static_cast<double>(time) / kSecond);
  return text;
}

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}

bool Beyond(const scenario::WhenCounter& when, double value) {
  return when.above ? value > when.value : value < when.value;
}

std::string WhyNeverBeyond(const scenario::WhenCounter& when,
                           const std::optional<double>& nearest) {
  const std::string counter = telemetry::kCounters[static_cast<size_t>(when.counter)].id;
  if (!nearest) return "no sample of " + counter + " began at " + Seconds(when.from) + " or later";
  return counter + " was never " + (when.above ? "above " : "below ") + Number(when.value) +
         ": at " + (when.above ? "most " : "least ") + Number(*nearest);
}

}  // namespace

Timeline::Timeline(std::vector<scenario::TimelineEntry> entries)
    : entries_(std::move(entries)), states_(entries_.size()) {
  for (size_t step = 0; step < entries_.size(); ++step) {
    if (const auto* at = std::get_if<scenario::AtTime>(&entries_[step].trigger))
      SetDue(step, at->at);
  }
}

void Timeline::SetDue(size_t step, TimeNs due) {
  State& state = states_[step];
  if (state.due != kNever) return;
  state.due = due;
  due_.emplace(due, step);
}

std::optional<size_t> Timeline::TakeDue(TimeNs now) {
  if (next_due() > now) return std::nullopt;
  const size_t step = due_.begin()->second;
  due_.erase(due_.begin());
  states_[step].outcome.fired = now;
  OnEvent(step, scenario::kStepStarted, now);
  return step;
}

void Timeline::OnEnd(size_t step, const Status& status, TimeNs now) {
  StepOutcome& outcome = states_.at(step).outcome;
  CHECK(outcome.fired != kNever && outcome.ended == kNever, "entry %zu ends out of turn", step);
  outcome.ended = now;
  if (!status.ok()) outcome.error = status.error();
  OnEvent(step, status.ok() ? scenario::kStepCompleted : scenario::kStepFailed, now);
}

void Timeline::OnServerEnd(std::optional<size_t> restart, const Error& why, TimeNs now) {
  for (size_t step = 0; step < states_.size(); ++step) {
    const StepOutcome& outcome = states_[step].outcome;
    if (step == restart || outcome.fired == kNever || outcome.ended != kNever) continue;
    OnEnd(step, why, now);
  }
}

void Timeline::OnPhase(std::string_view snapshot, std::string_view phase, TimeNs now) {
  for (size_t step = 0; step < entries_.size(); ++step) {
    const auto* creation = entries_[step].command.As<scenario::CreateSnapshot>();
    const StepOutcome& outcome = states_[step].outcome;
    const bool under_way = outcome.fired != kNever && outcome.ended == kNever;
    if (!under_way || creation == nullptr || creation->name != snapshot) continue;
    OnEvent(step, phase, now);
  }
}

void Timeline::OnEvent(size_t step, std::string_view event, TimeNs now) {
  for (size_t waiting = 0; waiting < entries_.size(); ++waiting) {
    const auto* after = std::get_if<scenario::AfterEvent>(&entries_[waiting].trigger);
    if (after == nullptr || after->step != step || after->event != event) continue;
    SetDue(waiting, now + after->delay);
  }
}

void Timeline::OnSample(TimeNs start, TimeNs end,
                        std::span<const double, telemetry::kCounterCount> counters) {
  for (size_t step = 0; step < entries_.size(); ++step) {
    const auto* when = std::get_if<scenario::WhenCounter>(&entries_[step].trigger);
    if (when == nullptr || start < when->from) continue;
    const double value = counters[static_cast<size_t>(when->counter)];
    if (Beyond(*when, value)) SetDue(step, end);
    std::optional<double>& nearest = states_[step].nearest;
    const double so_far = nearest.value_or(value);
    nearest = when->above ? std::max(so_far, value) : std::min(so_far, value);
  }
}

std::string Timeline::WhyNotFired(size_t step, TimeNs end) const {
  const State& state = states_.at(step);
  CHECK(state.outcome.fired == kNever, "entry %zu has fired", step);
  if (state.due != kNever) {
    return "it was due at " + Seconds(state.due) + ", and the run ended at " + Seconds(end);
  }
  const scenario::Trigger& trigger = entries_[step].trigger;
  if (const auto* when = std::get_if<scenario::WhenCounter>(&trigger)) {
    return WhyNeverBeyond(*when, state.nearest);
  }
  return WhyNoEvent(std::get<scenario::AfterEvent>(trigger));
}

std::string Timeline::WhyNoEvent(const scenario::AfterEvent& after) const {
  const std::string step = "\"" + entries_[after.step].name + "\"";
  const StepOutcome& outcome = states_[after.step].outcome;
  if (outcome.fired == kNever) return step + " was not carried out";
  if (outcome.ended == kNever) return step + " was still under way when the run ended";
  if (!outcome.error) return step + " completed";
  if (after.event == scenario::kStepCompleted) return step + " failed";
  return step + " failed before its phase " + after.event;
}

}  // namespace snapscope::experiment
