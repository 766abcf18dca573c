// The states of a snapshot: which may follow which, and what each is elsewhere.
#include "snapshot/snapshot_life.h"

#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

namespace snapscope::snapshot::snapshot_life_test {
namespace {

using enum State;

SnapshotLife LifeThrough(std::initializer_list<State> states) {
  SnapshotLife life;
  for (const State state : states) life.Become(state);
  return life;
}

TEST(SnapshotLife, GoesThroughACreationARevertAndADrop) {
  const SnapshotLife life =
      LifeThrough({kArmed, kSplit, kMarked, kOnline, kReverting, kOnline, kDropped});
  EXPECT_EQ(life.state(), kDropped);
  EXPECT_FALSE(life.armed());
}

TEST(SnapshotLife, StaysArmedWhileItIsMarkedSuspect) {
  SnapshotLife life = LifeThrough({kArmed});
  life.BeginLoss({.at = 7, .reason = "no room"});
  EXPECT_TRUE(life.suspect());
  EXPECT_TRUE(life.armed());
  life.EndLoss(Error{ErrorCode::kIo, "no mark"});
  EXPECT_EQ(life.state(), kSuspect);
  EXPECT_FALSE(life.armed());
  EXPECT_EQ(life.loss()->at, 7);
  EXPECT_EQ(life.suspect_mark().error().message, "no mark");
}

TEST(SnapshotLife, OneThatIsDroppedMeanwhileStaysDropped) {
  SnapshotLife life = LifeThrough({kOnline});
  life.BeginLoss({});
  life.Become(kDropped);
  life.EndLoss(Status());
  EXPECT_EQ(life.state(), kDropped);
}

TEST(SnapshotLife, NeverComesBackFromALossOrADrop) {
  EXPECT_DEATH(LifeThrough({kOnline, kSuspect, kOnline}), "in state 7 becomes 4");
  EXPECT_DEATH(LifeThrough({kOnline, kDropped, kDropped}), "in state 8 becomes 8");
  EXPECT_DEATH(LifeThrough({kArmed, kMarked}), "in state 1 becomes 3");
}

TEST(SnapshotLife, IsFoundAgainAsItsHeaderSays) {
  for (const State state : {kCreating, kOnline, kReverting, kSuspect}) {
    EXPECT_EQ(StateOf(HeaderOf(state)), state);
  }
  EXPECT_EQ(StateOf(HeaderOf(kMarked)), kOnline) << "if the mark has reached the disk";
  EXPECT_EQ(EntryOf(kMarked), EntryState::kCreating) << "the catalogue is told after the mark";
  EXPECT_EQ(std::string(ToString(kLosing)), "suspect");
}

}  // namespace
}  // namespace snapscope::snapshot::snapshot_life_test
