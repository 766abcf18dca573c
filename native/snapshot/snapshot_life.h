// What becomes of a snapshot: one state, and which may follow which.
//
//   creating ─► armed ─► split ─► marked ─► online ◄─► reverting
//                  any of them ─► losing ─► suspect
//                                 any of them ─► dropped
//
// Each state has a value in the header of the first sparse file and one in the catalogue, which say
// it to a restart. A restart finds a snapshot in the state that these tell; suspect.cpp alone makes
// one suspect.
//
// Owning thread: the engine thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/ids.h"
#include "base/result.h"
#include "snapshot/catalog_format.h"

namespace snapscope::snapshot {

/// The states, in the order of a creation up to kOnline.
enum class State : uint8_t {
  kCreating,   ///< its files are made, and nothing is copied to them
  kArmed,      ///< first changes of pages are pushed to it
  kSplit,      ///< what it shows is decided; its recovery brings its pages there
  kMarked,     ///< all copies are durable, and the mark of completion goes to the disk
  kOnline,     ///< whoever connects may read it
  kReverting,  ///< its source goes back to it: the point of no return
  kLosing,     ///< it has lost a copy: what pushes to it waits for the mark that it is suspect
  kSuspect,    ///< it cannot be read, and is only there to be dropped
  kDropped,
};
inline constexpr size_t kStates = static_cast<size_t>(State::kDropped) + 1;

/// The state's name for people, to whom a creation is one state, and so is a loss.
const char* ToString(State state);

/// What the header of the first file says, as it stands there.
enum class HeaderState : uint64_t { kCreating = 1, kComplete = 2, kSuspect = 3, kReverting = 4 };
HeaderState HeaderOf(State state);
/// The state in which a restart finds a snapshot whose header says that.
State StateOf(HeaderState header);
/// What the catalogue says of a snapshot that is no consistency check's.
EntryState EntryOf(State state);

/// How a snapshot became suspect.
struct Loss {
  TimeNs at = 0;
  std::string reason;  ///< for people: what happened to which of its files
};

class SnapshotLife {
 public:
  State state() const { return state_; }
  /// Goes over to the state `next`; a bug where that must not follow.
  void Become(State next);

  /// True while first changes are pushed to the snapshot.
  bool armed() const;
  /// True if nothing of the snapshot may be read, whether its mark is on the disk yet or not.
  bool suspect() const { return state_ == State::kLosing || state_ == State::kSuspect; }

  /// The snapshot has lost a copy, and the mark that says so is to be written.
  void BeginLoss(Loss loss);
  /// The mark is written, or could not be: so every statement that waited for it is told. A
  /// snapshot that was dropped meanwhile stays so.
  void EndLoss(const Status& mark);
  /// Why and when the snapshot became suspect. A restart that finds it so knows neither, unless the
  /// server that goes on remembers.
  const std::optional<Loss>& loss() const { return loss_; }
  void Remember(Loss loss) { loss_ = std::move(loss); }
  /// How the write of the suspect mark has ended, once it has.
  const Status& suspect_mark() const { return suspect_mark_; }

 private:
  State state_ = State::kCreating;
  std::optional<Loss> loss_;
  Status suspect_mark_;
};

}  // namespace snapscope::snapshot
