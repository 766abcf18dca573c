// What the snapshots of one source database work with: the parts of the engine, the options of the
// scenario, and who is told of what becomes of a snapshot.
#pragma once

#include <cstdint>
#include <string>

#include "snapshot/engine_parts.h"
#include "snapshot/push_listener.h"
#include "snapshot/snapshot.h"
#include "snapshot/snapshot_catalog.h"

namespace snapscope::snapshot {

/// What the owner is told, in the same step as it happens (no engine time passes meanwhile).
class SnapshotListener : public PushListener {
 public:
  /// The snapshot is armed, and what `Arming` asks for is done.
  virtual void OnArmed(const Snapshot& /*snapshot*/) {}
  /// The split LSN has been taken: start of analysis.
  virtual void OnSplit(const Snapshot& snapshot) = 0;
  /// The snapshot is complete and durable; page writes that were held back have not resumed yet.
  virtual void OnComplete(Snapshot& snapshot) = 0;
  /// The snapshot is about to be dropped, and still readable.
  virtual void OnDrop(Snapshot& snapshot) = 0;
  virtual void OnPhase(const std::string& snapshot, const std::string& phase) = 0;
};

/// What the first change of a page copies.
enum class PushUnit : uint8_t {
  kPage,    ///< that page, as the product does
  kExtent,  ///< the pages of its extent that the snapshot lacks
};

/// When a pre-image must be durable.
enum class PushPolicy : uint8_t {
  kSynchronous,  ///< before its page changes, as in the product
  kWriteAhead,   ///< before its changed page is written, and before log is truncated that redoes it
};

/// What becomes of the source's pages that are dirty when a snapshot is armed.
enum class Arming : uint8_t {
  kAtOnce,          ///< nothing: redo finds what its file lacks in the log
  kCopyDirtyPages,  ///< they are written once more, and those still dirty are copied (arming.cpp)
};

/// Times in which a creation does nothing. They are given: nothing that is known says what the
/// product does in them (docs/decisions/0028).
struct GivenSpans {
  TimeNs before_opening = 0;
  TimeNs before_start_up = 0;
};

/// All of it outlives the snapshot manager.
struct SnapshotEnvironment : EngineParts {
  explicit SnapshotEnvironment(const EngineParts& engine) : EngineParts(engine) {}

  SnapshotCatalog* catalog = nullptr;
  SparseFileLimit sparse_limit;
  PushUnit push_unit = PushUnit::kPage;
  PushPolicy push_policy = PushPolicy::kSynchronous;
  Arming arming = Arming::kAtOnce;
  GivenSpans spans;
  uint64_t pre_image_bytes = 0;  ///< that kWriteAhead may hold in memory; beyond, it is synchronous
  SnapshotListener* listener = nullptr;  ///< may be null
};

}  // namespace snapscope::snapshot
