// The timeline on its own: what is due when, given what happened.
#include "experiment/timeline.h"

#include <array>

#include <gtest/gtest.h>

namespace snapscope::timeline_test {
namespace {

using experiment::Timeline;
using scenario::AfterEvent;
using scenario::AtTime;
using scenario::TimelineEntry;
using scenario::Trigger;
using scenario::WhenCounter;
using telemetry::CounterId;

using Sample = std::array<double, telemetry::kCounterCount>;

TimelineEntry Entry(std::string name, Trigger trigger) {
  return {std::move(name),
          std::move(trigger),
          {.kind = scenario::CreateSnapshot{"snap"}, .json = "{}"}};
}

Sample With(CounterId counter, double value) {
  Sample sample{};
  sample[static_cast<size_t>(counter)] = value;
  return sample;
}

WhenCounter Above(double value, TimeNs from = 0) {
  return {.counter = CounterId::kDirtyPages, .above = true, .value = value, .from = from};
}

TEST(Timeline, EntriesOfOneTimeAreDueInTheirOrder) {
  Timeline timeline({Entry("", AtTime{5}), Entry("", AtTime{3}), Entry("", AtTime{3})});
  EXPECT_EQ(timeline.next_due(), 3);
  EXPECT_EQ(timeline.TakeDue(2), std::nullopt);
  EXPECT_EQ(timeline.TakeDue(3), 1U);
  EXPECT_EQ(timeline.TakeDue(3), 2U);
  EXPECT_EQ(timeline.TakeDue(3), std::nullopt);
  EXPECT_EQ(timeline.TakeDue(7), 0U);
  EXPECT_EQ(timeline.outcome(0).fired, 7);
  EXPECT_EQ(timeline.next_due(), kNever);
}

TEST(Timeline, AnEventMakesDueWhatWaitsForItAfterItsDelay) {
  Timeline timeline({Entry("a", AtTime{1}), Entry("", AfterEvent{0, "started", 4}),
                     Entry("", AfterEvent{0, "completed", 2}),
                     Entry("", AfterEvent{0, "failed", 0}), Entry("", AfterEvent{0, "redo", 0})});
  EXPECT_EQ(timeline.TakeDue(1), 0U);
  EXPECT_EQ(timeline.next_due(), 5);
  timeline.OnPhase("other", "redo", 2);
  EXPECT_EQ(timeline.next_due(), 5) << "another snapshot's phase";
  timeline.OnPhase("snap", "redo", 2);
  EXPECT_EQ(timeline.TakeDue(2), 4U);
  timeline.OnEnd(4, Status(), 2);
  timeline.OnEnd(0, Status(), 3);
  EXPECT_EQ(timeline.outcome(0).ended, 3);
  EXPECT_EQ(timeline.TakeDue(5), 1U) << "the timeline's order, not that of the events";
  EXPECT_EQ(timeline.TakeDue(5), 2U);
  EXPECT_EQ(timeline.next_due(), kNever);
  EXPECT_EQ(timeline.WhyNotFired(3, 9), "\"a\" completed");
}

TEST(Timeline, AFailureIsAnEventAndNoCompletion) {
  Timeline timeline({Entry("a", AtTime{1}), Entry("", AfterEvent{0, "completed", 0}),
                     Entry("", AfterEvent{0, "failed", 0}), Entry("", AfterEvent{0, "undo", 0})});
  timeline.TakeDue(1);
  timeline.OnEnd(0, Error{ErrorCode::kRefused, "no"}, 2);
  EXPECT_EQ(timeline.TakeDue(2), 2U);
  EXPECT_EQ(timeline.TakeDue(2), std::nullopt);
  EXPECT_EQ(timeline.outcome(0).error->message, "no");
  EXPECT_EQ(timeline.WhyNotFired(1, 9), "\"a\" failed");
  EXPECT_EQ(timeline.WhyNotFired(3, 9), "\"a\" failed before its phase undo");
}

TEST(Timeline, AnotherCreationOfTheNameBeforeOrAfterIsNotTheEntrys) {
  Timeline timeline({Entry("a", AtTime{5}), Entry("", AfterEvent{0, "redo", 0})});
  timeline.OnPhase("snap", "redo", 2);
  timeline.TakeDue(5);
  timeline.OnEnd(0, Status(), 6);
  timeline.OnPhase("snap", "redo", 7);
  EXPECT_EQ(timeline.next_due(), kNever);
}

TEST(Timeline, TheEndOfTheServerFailsWhatIsUnderWayButForItsOwnRestart) {
  Timeline timeline({Entry("restart", AtTime{1}), Entry("create", AtTime{1}),
                     Entry("later", AtTime{5}), Entry("", AfterEvent{1, "failed", 0}),
                     Entry("", AfterEvent{0, "completed", 0})});
  timeline.TakeDue(1);
  timeline.TakeDue(1);
  timeline.OnServerEnd(0, Error{ErrorCode::kRefused, "The server ended."}, 2);
  EXPECT_EQ(timeline.outcome(0).ended, kNever);
  EXPECT_EQ(timeline.outcome(1).error->message, "The server ended.");
  EXPECT_EQ(timeline.outcome(2).fired, kNever);
  EXPECT_EQ(timeline.TakeDue(2), 3U);
  timeline.OnEnd(0, Status(), 4);
  EXPECT_EQ(timeline.TakeDue(4), 4U);
}

TEST(Timeline, ACounterFiresOnceAtTheEndOfTheFirstSampleBeyondItsValue) {
  Timeline timeline({Entry("", Above(10))});
  timeline.OnSample(0, 1, With(CounterId::kDirtyPages, 10));
  EXPECT_EQ(timeline.next_due(), kNever) << "not above: equal";
  timeline.OnSample(1, 2, With(CounterId::kFreePages, 99));
  EXPECT_EQ(timeline.next_due(), kNever) << "another counter";
  timeline.OnSample(2, 3, With(CounterId::kDirtyPages, 10.5));
  EXPECT_EQ(timeline.TakeDue(3), 0U);
  timeline.OnSample(3, 4, With(CounterId::kDirtyPages, 5));
  timeline.OnSample(4, 5, With(CounterId::kDirtyPages, 50));
  EXPECT_EQ(timeline.next_due(), kNever);
}

TEST(Timeline, SamplesThatStartTooEarlyAreNotLookedAt) {
  Timeline timeline({Entry("", Above(10, 2))});
  timeline.OnSample(1, 3, With(CounterId::kDirtyPages, 99));
  EXPECT_EQ(timeline.next_due(), kNever);
  EXPECT_EQ(timeline.WhyNotFired(0, 3), "no sample of dirtyPages began at 0.000 s or later");
  timeline.OnSample(2, 4, With(CounterId::kDirtyPages, 99));
  EXPECT_EQ(timeline.next_due(), 4);
}

TEST(Timeline, BelowIsTheOtherSide) {
  Timeline timeline({Entry("", WhenCounter{CounterId::kFreePages, false, 10, 0})});
  timeline.OnSample(0, 1, With(CounterId::kFreePages, 10));
  EXPECT_EQ(timeline.next_due(), kNever);
  EXPECT_EQ(timeline.WhyNotFired(0, 2), "freePages was never below 10: at least 10");
  timeline.OnSample(1, 2, With(CounterId::kFreePages, 9.5));
  EXPECT_EQ(timeline.next_due(), 2);
}

TEST(Timeline, SaysWhyAnEntryDidNotFire) {
  Timeline timeline({Entry("late", AtTime{9 * kSecond}), Entry("", AfterEvent{0, "completed", 0}),
                     Entry("slow", AtTime{0}), Entry("", AfterEvent{2, "completed", 0}),
                     Entry("", Above(70))});
  timeline.TakeDue(0);
  timeline.OnSample(0, 1, With(CounterId::kDirtyPages, 43.25));
  timeline.OnSample(1, 2, With(CounterId::kDirtyPages, 7));
  const TimeNs end = 8 * kSecond;
  EXPECT_EQ(timeline.WhyNotFired(0, end), "it was due at 9.000 s, and the run ended at 8.000 s");
  EXPECT_EQ(timeline.WhyNotFired(1, end), "\"late\" was not carried out");
  EXPECT_EQ(timeline.WhyNotFired(3, end), "\"slow\" was still under way when the run ended");
  EXPECT_EQ(timeline.WhyNotFired(4, end), "dirtyPages was never above 70: at most 43.25");
}

}  // namespace
}  // namespace snapscope::timeline_test
