// When a life's steps are due: by the engine's own timeline, which is told what happens.
#include <algorithm>
#include <utility>

#include "crash_simulator/checks.h"
#include "crash_simulator/life.h"

namespace snapscope::crash_simulator {

namespace {

constexpr TimeNs kSampleInterval = 10 * kMillisecond;

scenario::Trigger TriggerOf(const Step& step, TimeNs start) {
  if (step.after) return scenario::AfterEvent{step.after->step, step.after->event, step.at};
  if (step.when_pushed) {
    return scenario::WhenCounter{.counter = telemetry::CounterId::kPagesPushedPerSecond,
                                 .above = true,
                                 .value = static_cast<double>(*step.when_pushed),
                                 .from = start};
  }
  return scenario::AtTime{start + step.at};
}

/// To the timeline a step never comes that ends the life, which is the conductor's, or that waits
/// for what the server does.
std::vector<scenario::TimelineEntry> EntriesOf(const std::vector<Step>& steps, TimeNs start) {
  std::vector<scenario::TimelineEntry> entries;
  for (const Step& step : steps) {
    scenario::TimelineEntry entry;
    const bool comes = !step.EndsLife() && !step.during;
    entry.trigger = comes ? TriggerOf(step, start) : scenario::AtTime{kNever};
    entry.command.kind = scenario::SetUsers{};
    if (const auto* creation = step.As<scenario::CreateSnapshot>()) entry.command.kind = *creation;
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

Task<void> Life::FollowTimeline(TimeNs start, TimeNs end) {
  timeline_.emplace(EntriesOf(plan_.steps, start));
  telemetry_.Sample();  // what it counts has begun with this life
  TimeNs sampled = start;
  while (executor_.Now() < end) {
    while (const std::optional<size_t> due = timeline_->TakeDue(executor_.Now())) {
      const Step& step = plan_.steps[*due];
      if (step.after) world_.coverage.Visit(RarePath::kStepAfterStep);
      if (step.when_pushed) world_.coverage.Visit(RarePath::kStepWhenPushed);
      executor_.Spawn("step", RunStep(*due));
    }
    // Events come at any time: what follows one waits for the next sample at most.
    const TimeNs next = std::min(
        {end, sampled + kSampleInterval, std::max(timeline_->next_due(), executor_.Now() + 1)});
    co_await executor_.SleepUntil(next);
    if (executor_.Now() < sampled + kSampleInterval) continue;
    telemetry_.Sample();
    timeline_->OnSample(sampled, executor_.Now(), telemetry_.sampled());
    sampled = executor_.Now();
  }
}

void Life::OnPhase(const std::string& snapshot, const std::string& phase) {
  if (timeline_) timeline_->OnPhase(snapshot, phase, executor_.Now());
  CheckPushes();
  if (phase == "startup") NoteArmed(world_, snapshot);
  if (phase == "undo") Reach(CutMoment::kCreation);
}

}  // namespace snapscope::crash_simulator
