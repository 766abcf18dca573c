// Row locks: S and X per (index, key), granted first in, first out.
//
// Invariants
// 1. A lock that somebody holds or waits for has an entry; the last to let go removes it.
// 2. A request never overtakes the queue, so neither readers nor writers starve.
// 3. S is held for the length of one read, X to the end of the transaction. A transaction that has
//    X asks for nothing more on that row.
// Entries are found by hash; nothing ever iterates over them, so their order decides nothing.
//
// Owning thread: the engine thread. The caller holds no latch.
#pragma once

#include <coroutine>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "runtime/cpu.h"
#include "telemetry/telemetry.h"

namespace snapscope::txn {

using runtime::Task;
using runtime::Worker;

enum class LockMode : uint8_t { kShared, kExclusive };

struct LockKey {
  IndexId index;
  uint64_t key = 0;
  bool operator==(const LockKey&) const = default;
};

class LockTable {
 public:
  explicit LockTable(telemetry::Telemetry& telemetry) : telemetry_(telemetry) {}

  /// Returns when `txn` has the lock; waits are LCK_M_S or LCK_M_X. False when it holds X already:
  /// then there is nothing to release.
  Task<bool> Acquire(Worker& worker, TxnId txn, LockKey key, LockMode mode);
  void Release(LockKey key, LockMode mode);

  /// True while somebody holds the lock or waits for it.
  bool InUse(LockKey key) const { return locks_.contains(key); }
  /// Locks granted now.
  uint64_t held() const { return held_; }

 private:
  struct Waiter {
    TxnId txn;
    LockMode mode;
    std::coroutine_handle<> handle;
  };
  struct Lock {
    TxnId owner;           // of X; zero: nobody
    uint32_t readers = 0;  // holders of S
    std::vector<Waiter> queue;
  };
  struct Hash {
    size_t operator()(const LockKey& key) const {
      return static_cast<size_t>(Mix64(key.key ^ (uint64_t{key.index.value} << 48)));
    }
  };
  class Turn;

  bool IsOwner(TxnId txn, LockKey key) const;
  bool TryGrant(TxnId txn, LockKey key, LockMode mode);
  void Grant(Lock& lock, TxnId txn, LockMode mode);
  static bool Compatible(const Lock& lock, LockMode mode);

  telemetry::Telemetry& telemetry_;
  std::unordered_map<LockKey, Lock, Hash> locks_;
  runtime::Executor* executor_ = nullptr;  // of whoever waited last; all workers share it
  uint64_t held_ = 0;
};

}  // namespace snapscope::txn
