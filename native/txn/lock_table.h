// Locks on tables and rows: intent, shared, update, exclusive and schema modification, granted
// first in, first out among those that are not compatible.
//
// Invariants
// 1. A row that somebody holds or waits for has an entry; the last to let go removes it. That of a
//    table stays.
// 2. A transaction holds a resource in one mode. It may ask for a stronger one: such a conversion
//    waits for the other holders only, ahead of everybody who holds nothing yet.
// 3. No other request overtakes one in the queue that it is not compatible with, so neither readers
//    nor writers starve.
// 4. A transaction waits for at most one lock.
// Rows are found by hash; nothing ever iterates over them, so their order decides nothing. Who
// waits is kept in order of transaction ids, for the deadlock monitor.
//
// Owning thread: the engine thread. The caller holds no latch.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/id_table.h"
#include "base/ids.h"
#include "base/result.h"
#include "runtime/cpu.h"
#include "runtime/wait_queue.h"
#include "telemetry/telemetry.h"

namespace snapscope::txn {

using runtime::Task;
using runtime::Worker;

/// IS and IX are of tables, U is of rows; Sch-M is of a table that is being rebuilt.
enum class LockMode : uint8_t {
  kIntentShared,
  kIntentExclusive,
  kShared,
  kUpdate,
  kExclusive,
  kSchemaModification,
};
inline constexpr size_t kLockModes = static_cast<size_t>(LockMode::kSchemaModification) + 1;

/// True if two transactions may hold one resource in these modes at the same time.
bool Compatible(LockMode one, LockMode other);
/// True if whoever holds `held` needs not ask for `wanted`.
bool Covers(LockMode held, LockMode wanted);

struct LockKey {
  IndexId index;  ///< of the clustered index: it is the table
  uint64_t key = 0;
  bool table = false;  ///< the table as a whole; `key` is 0 then

  static constexpr LockKey Row(IndexId index, uint64_t key) { return {index, key, false}; }
  static constexpr LockKey Table(IndexId index) { return {index, 0, true}; }
  bool operator==(const LockKey&) const = default;
};

/// Who waits for whom: blockers by the id of the transaction that waits.
using WaitGraph = std::map<uint64_t, std::vector<TxnId>>;

class LockTable {
 public:
  explicit LockTable(telemetry::Telemetry& telemetry) : telemetry_(telemetry) {}

  /// Returns when `txn` has the lock; the wait is billed to LCK_M_* of the mode asked for. True
  /// when it held nothing of the resource before: then there is something to release. kDeadlock
  /// (1205) when it was chosen as a victim while it waited; it has what it had before.
  Task<Result<bool>> Acquire(Worker& worker, TxnId txn, LockKey key, LockMode mode);
  /// Acquires the lock where that takes no wait; none where it does.
  std::optional<bool> TryAcquire(TxnId txn, LockKey key, LockMode mode);
  /// Makes the lock that `txn` holds stronger if that needs no wait; false if it does.
  bool TryConvert(TxnId txn, LockKey key, LockMode mode);
  void Release(TxnId txn, LockKey key);

  /// True while somebody holds the lock or waits for it.
  bool InUse(LockKey key) const;
  /// True while that is so of any row of the table.
  bool AnyRowInUse(IndexId table) const;
  /// Locks granted now.
  uint64_t held() const { return held_; }

  WaitGraph WaitsFor() const;
  /// Ends the wait of `txn` with kDeadlock.
  void Refuse(TxnId txn);

 private:
  class Turn;
  struct Holder {
    TxnId txn;
    LockMode mode;
  };
  struct Lock {
    std::vector<Holder> holders;
    std::array<uint32_t, kLockModes> granted{};  // holders by mode
    runtime::WaitQueue<Turn> queue;              // those who convert come first

    bool IsFree() const { return holders.empty() && queue.empty(); }
  };
  struct Table {
    Lock whole;
    IdTable<std::unique_ptr<Lock>> rows;
  };

  /// Null where nobody has ever asked for it, or all have let it go.
  const Lock* Find(LockKey key) const;
  Lock& LockOf(LockKey key);
  static Holder* HolderOf(Lock& lock, TxnId txn);
  /// `held`: what who asks has already; null for nothing.
  static bool CompatibleWithOthers(const Lock& lock, const Holder* held, LockMode mode);
  /// With those who wait ahead of `end`; null: with all of them.
  static bool CompatibleWithQueue(const Lock& lock, const Turn* end, LockMode mode);
  bool TryGrant(Lock& lock, Holder* held, TxnId txn, LockMode mode);
  void Grant(Lock& lock, Holder* held, TxnId txn, LockMode mode);
  /// Serves the queue as far as it can be, and forgets the lock if nobody is left.
  void ServeQueue(Lock& lock, LockKey key);

  telemetry::Telemetry& telemetry_;
  std::map<IndexId, Table> tables_;
  std::vector<std::unique_ptr<Lock>> spare_;  // of rows let go: one is taken and let go at once
  std::map<uint64_t, Turn*> waiting_;         // by transaction id
  uint64_t held_ = 0;
};

}  // namespace snapscope::txn
