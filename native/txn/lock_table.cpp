#include "txn/lock_table.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"

namespace snapscope::txn {

using runtime::WaitType;

namespace {

// Rows: held; columns: wanted; in the order of LockMode: IS, IX, S, U, X, Sch-M.
constexpr std::array<std::array<bool, kLockModes>, kLockModes> kCompatible = {{
    {true, true, true, true, false, false},
    {true, true, false, false, false, false},
    {true, false, true, true, false, false},
    {true, false, true, false, false, false},
    {false, false, false, false, false, false},
    {false, false, false, false, false, false},
}};

constexpr std::array<std::array<bool, kLockModes>, kLockModes> kCovers = {{
    {true, false, false, false, false, false},
    {true, true, false, false, false, false},
    {true, false, true, false, false, false},
    {true, false, true, true, false, false},
    {true, true, true, true, true, false},
    {true, true, true, true, true, true},
}};

constexpr std::array<WaitType, kLockModes> kWaits = {WaitType::kLckMIs, WaitType::kLckMIx,
                                                     WaitType::kLckMS,  WaitType::kLckMU,
                                                     WaitType::kLckMX,  WaitType::kLckMSchM};

constexpr size_t kSpareLocks = 1024;

// The product names the session's process id; sessions here are called "spid51".
Error Deadlocked(const std::string& session) {
  constexpr std::string_view kPrefix = "spid";
  const std::string process = session.starts_with(kPrefix) ? session.substr(4) : session;
  return Error{ErrorCode::kDeadlock,
               "Transaction (Process ID " + process +
                   ") was deadlocked on lock resources with another process and has been chosen as "
                   "the deadlock victim. Rerun the transaction."};
}

}  // namespace

bool Compatible(LockMode one, LockMode other) {
  return kCompatible[static_cast<size_t>(one)][static_cast<size_t>(other)];
}

bool Covers(LockMode held, LockMode wanted) {
  return kCovers[static_cast<size_t>(held)][static_cast<size_t>(wanted)];
}

// A queued request; awaits its grant or its refusal. It lives in the frame of Acquire.
class LockTable::Turn : public runtime::Waiter {
 public:
  Turn(LockTable& table, runtime::Executor& executor, Holder request, LockKey key)
      : table_(table), executor_(executor), request_(request), key_(key) {}

  // The lock may have become free while the worker paid for its CPU before waiting.
  bool await_ready() {
    Lock& lock = table_.LockOf(key_);
    granted_ = table_.TryGrant(lock, HolderOf(lock, request_.txn), request_.txn, request_.mode);
    return granted_;
  }
  void await_suspend(std::coroutine_handle<> handle) {
    Waiter::await_suspend(handle);
    Lock& lock = table_.LockOf(key_);
    converts_ = HolderOf(lock, request_.txn) != nullptr;
    lock.queue.EnterBehind(*this,
                           [this](const Turn& other) { return !converts_ || other.converts_; });
    const bool is_first = table_.waiting_.emplace(request_.txn.value, this).second;
    CHECK(is_first, "a transaction waits for two locks");
  }
  /// False for a deadlock's victim.
  bool await_resume() const { return granted_; }

  const Holder& request() const { return request_; }
  LockKey key() const { return key_; }

  /// Leaves the lock's queue, and lets the waiter go on.
  void End(bool granted) {
    granted_ = granted;
    table_.waiting_.erase(request_.txn.value);
    Wake(executor_, executor_.Now());
  }

 private:
  LockTable& table_;
  runtime::Executor& executor_;
  const Holder request_;
  const LockKey key_;
  bool converts_ = false;
  bool granted_ = false;
};

const LockTable::Lock* LockTable::Find(LockKey key) const {
  const auto table = tables_.find(key.index);
  if (table == tables_.end()) return nullptr;
  if (key.table) return &table->second.whole;
  const std::unique_ptr<Lock>* row = table->second.rows.Find(key.key);
  return row == nullptr ? nullptr : row->get();
}

bool LockTable::InUse(LockKey key) const {
  const Lock* lock = Find(key);
  return lock != nullptr && !lock->IsFree();
}

bool LockTable::AnyRowInUse(IndexId table) const {
  const auto found = tables_.find(table);
  return found != tables_.end() && found->second.rows.size() > 0;
}

LockTable::Lock& LockTable::LockOf(LockKey key) {
  Table& table = tables_[key.index];
  if (key.table) return table.whole;
  std::unique_ptr<Lock>& row = table.rows[key.key];
  if (row != nullptr) return *row;
  if (spare_.empty()) {
    row = std::make_unique<Lock>();
  } else {
    row = std::move(spare_.back());
    spare_.pop_back();
  }
  return *row;
}

std::optional<bool> LockTable::TryAcquire(TxnId txn, LockKey key, LockMode mode) {
  CHECK(txn.value != 0, "a lock needs an owner");
  Lock& lock = LockOf(key);
  Holder* held = HolderOf(lock, txn);
  if (held != nullptr && Covers(held->mode, mode)) return false;
  CHECK(held == nullptr || Covers(mode, held->mode), "a lock can only be made stronger");
  const bool is_new = held == nullptr;
  if (TryGrant(lock, held, txn, mode)) return is_new;
  return std::nullopt;
}

Task<Result<bool>> LockTable::Acquire(Worker& worker, TxnId txn, LockKey key, LockMode mode) {
  if (const std::optional<bool> is_new = TryAcquire(txn, key, mode)) co_return *is_new;
  const bool is_new = HolderOf(LockOf(key), txn) == nullptr;
  telemetry_.AddTotal(telemetry::CounterId::kLockWaitsPerSecond);
  co_await worker.BeginWait(kWaits[static_cast<size_t>(mode)]);
  const bool granted = co_await Turn(*this, worker.executor(), {txn, mode}, key);
  co_await worker.EndWait();
  if (!granted) co_return Deadlocked(worker.name());
  co_return is_new;
}

bool LockTable::TryConvert(TxnId txn, LockKey key, LockMode mode) {
  Lock& lock = LockOf(key);
  Holder* held = HolderOf(lock, txn);
  CHECK(held != nullptr, "a lock is converted that is not held");
  if (Covers(held->mode, mode)) return true;
  if (!CompatibleWithOthers(lock, held, mode)) return false;
  Grant(lock, held, txn, mode);
  return true;
}

void LockTable::Release(TxnId txn, LockKey key) {
  Lock& lock = LockOf(key);
  Holder* holder = HolderOf(lock, txn);
  CHECK(holder != nullptr, "transaction %llu releases a lock that it does not hold",
        static_cast<unsigned long long>(txn.value));
  --lock.granted[static_cast<size_t>(holder->mode)];
  *holder = lock.holders.back();  // the order of holders decides nothing
  lock.holders.pop_back();
  --held_;
  ServeQueue(lock, key);
}

WaitGraph LockTable::WaitsFor() const {
  WaitGraph graph;
  for (const auto& [txn, turn] : waiting_) {
    const Lock& lock = *Find(turn->key());
    std::vector<TxnId>& blockers = graph[txn];
    for (const Holder& holder : lock.holders) {
      if (holder.txn.value == txn || Compatible(holder.mode, turn->request().mode)) continue;
      blockers.push_back(holder.txn);
    }
    for (const Turn* ahead = lock.queue.first(); ahead != turn; ahead = lock.queue.Next(*ahead)) {
      if (Compatible(ahead->request().mode, turn->request().mode)) continue;
      blockers.push_back(ahead->request().txn);
    }
    std::ranges::sort(blockers);
  }
  return graph;
}

void LockTable::Refuse(TxnId txn) {
  const auto found = waiting_.find(txn.value);
  CHECK(found != waiting_.end(), "transaction %llu does not wait",
        static_cast<unsigned long long>(txn.value));
  Turn* turn = found->second;
  const LockKey key = turn->key();
  Lock& lock = LockOf(key);
  turn->End(false);
  ServeQueue(lock, key);
}

LockTable::Holder* LockTable::HolderOf(Lock& lock, TxnId txn) {
  // What is looked for was mostly taken last.
  for (size_t at = lock.holders.size(); at-- > 0;) {
    if (lock.holders[at].txn == txn) return &lock.holders[at];
  }
  return nullptr;
}

bool LockTable::CompatibleWithOthers(const Lock& lock, const Holder* held, LockMode mode) {
  for (size_t other = 0; other < kLockModes; ++other) {
    if (Compatible(static_cast<LockMode>(other), mode)) continue;
    const uint32_t own = held != nullptr && static_cast<size_t>(held->mode) == other ? 1 : 0;
    if (lock.granted[other] > own) return false;
  }
  return true;
}

bool LockTable::CompatibleWithQueue(const Lock& lock, const Turn* end, LockMode mode) {
  for (const Turn* turn = lock.queue.first(); turn != end; turn = lock.queue.Next(*turn)) {
    if (!Compatible(turn->request().mode, mode)) return false;
  }
  return true;
}

bool LockTable::TryGrant(Lock& lock, Holder* held, TxnId txn, LockMode mode) {
  if (held == nullptr && !CompatibleWithQueue(lock, nullptr, mode)) return false;
  if (!CompatibleWithOthers(lock, held, mode)) return false;
  Grant(lock, held, txn, mode);
  return true;
}

void LockTable::Grant(Lock& lock, Holder* held, TxnId txn, LockMode mode) {
  ++lock.granted[static_cast<size_t>(mode)];
  if (held != nullptr) {
    --lock.granted[static_cast<size_t>(held->mode)];
    held->mode = mode;
    return;
  }
  lock.holders.push_back({txn, mode});
  ++held_;
}

void LockTable::ServeQueue(Lock& lock, LockKey key) {
  for (Turn* turn = lock.queue.first(); turn != nullptr;) {
    Turn* const next = lock.queue.Next(*turn);
    const auto [txn, mode] = turn->request();
    Holder* held = HolderOf(lock, txn);
    // Those who are still ahead in the queue go on waiting.
    if ((held != nullptr || CompatibleWithQueue(lock, turn, mode)) &&
        CompatibleWithOthers(lock, held, mode)) {
      Grant(lock, held, txn, mode);
      turn->End(true);
    }
    turn = next;
  }
  if (key.table || !lock.IsFree()) return;
  IdTable<std::unique_ptr<Lock>>& rows = tables_.at(key.index).rows;
  if (spare_.size() < kSpareLocks) spare_.push_back(std::move(*rows.Find(key.key)));
  rows.Erase(key.key);
}

}  // namespace snapscope::txn
