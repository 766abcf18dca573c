#include "snapshot/snapshot_life.h"

#include <array>
#include <initializer_list>

#include "base/check.h"

namespace snapscope::snapshot {

namespace {

constexpr uint32_t Bit(State state) { return 1U << static_cast<uint32_t>(state); }
constexpr uint32_t Any(std::initializer_list<State> states) {
  uint32_t bits = 0;
  for (const State state : states) bits |= Bit(state);
  return bits;
}

struct Row {
  const char* name;
  HeaderState header;
  EntryState entry;
  bool is_armed;
  uint32_t next;  ///< beside kDropped, which may follow any other
};

using enum State;

// A restart finds a snapshot online, reverting or suspect as its header and the catalogue say.
constexpr std::array<Row, kStates> kRows = {{
    {"creating", HeaderState::kCreating, EntryState::kCreating, false,
     Any({kArmed, kLosing, kOnline, kReverting, kSuspect})},
    {"creating", HeaderState::kCreating, EntryState::kCreating, true, Any({kSplit, kLosing})},
    {"creating", HeaderState::kCreating, EntryState::kCreating, true, Any({kMarked, kLosing})},
    {"creating", HeaderState::kComplete, EntryState::kCreating, true, Any({kOnline, kLosing})},
    {"online", HeaderState::kComplete, EntryState::kCreated, true,
     Any({kReverting, kLosing, kSuspect})},
    {"reverting", HeaderState::kReverting, EntryState::kReverting, true,
     Any({kOnline, kLosing, kSuspect})},
    {"suspect", HeaderState::kSuspect, EntryState::kSuspect, true, Any({kSuspect})},
    {"suspect", HeaderState::kSuspect, EntryState::kSuspect, false, 0},
    {"dropped", HeaderState::kSuspect, EntryState::kDropped, false, 0},
}};

const Row& RowOf(State state) { return kRows[static_cast<size_t>(state)]; }

}  // namespace

const char* ToString(State state) { return RowOf(state).name; }
HeaderState HeaderOf(State state) { return RowOf(state).header; }
EntryState EntryOf(State state) { return RowOf(state).entry; }

State StateOf(HeaderState header) {
  for (const State state : {kOnline, kReverting, kSuspect}) {
    if (HeaderOf(state) == header) return state;
  }
  return kCreating;
}

bool SnapshotLife::armed() const { return RowOf(state_).is_armed; }

void SnapshotLife::Become(State next) {
  const bool may_follow = next == kDropped ? state_ != kDropped : RowOf(state_).next & Bit(next);
  CHECK(may_follow, "a snapshot in state %d becomes %d", static_cast<int>(state_),
        static_cast<int>(next));
  state_ = next;
}

void SnapshotLife::BeginLoss(Loss loss) {
  Become(kLosing);
  loss_ = std::move(loss);
}

void SnapshotLife::EndLoss(const Status& mark) {
  suspect_mark_ = mark;
  if (state_ != kDropped) Become(kSuspect);
}

}  // namespace snapscope::snapshot
