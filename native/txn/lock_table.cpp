#include "txn/lock_table.h"

#include <utility>

#include "base/check.h"

namespace snapscope::txn {

// Awaits the grant of a queued request.
class LockTable::Turn {
 public:
  Turn(LockTable& table, TxnId txn, LockKey key, LockMode mode)
      : table_(table), txn_(txn), key_(key), mode_(mode) {}

  // The lock may have become free while the worker paid for its CPU before waiting.
  bool await_ready() const { return table_.TryGrant(txn_, key_, mode_); }
  void await_suspend(std::coroutine_handle<> handle) const {
    table_.locks_.at(key_).queue.push_back({txn_, mode_, handle});
  }
  void await_resume() const {}

 private:
  LockTable& table_;
  TxnId txn_;
  LockKey key_;
  LockMode mode_;
};

Task<bool> LockTable::Acquire(Worker& worker, TxnId txn, LockKey key, LockMode mode) {
  CHECK(txn.value != 0, "a lock needs an owner");
  if (IsOwner(txn, key)) co_return false;
  if (TryGrant(txn, key, mode)) co_return true;
  telemetry_.AddTotal(telemetry::CounterId::kLockWaitsPerSecond);
  executor_ = &worker.executor();
  co_await worker.BeginWait(mode == LockMode::kShared ? runtime::WaitType::kLckMS
                                                      : runtime::WaitType::kLckMX);
  co_await Turn(*this, txn, key, mode);
  co_await worker.EndWait();
  co_return true;
}

void LockTable::Release(LockKey key, LockMode mode) {
  const auto found = locks_.find(key);
  CHECK(found != locks_.end(), "released a lock that nobody holds");
  Lock& lock = found->second;
  --held_;
  if (mode == LockMode::kShared) {
    CHECK(lock.readers > 0, "S released but not held");
    --lock.readers;
  } else {
    CHECK(lock.owner.value != 0, "X released but not held");
    lock.owner = TxnId{};
  }
  size_t granted = 0;
  while (granted < lock.queue.size() && Compatible(lock, lock.queue[granted].mode)) {
    const Waiter& waiter = lock.queue[granted++];
    Grant(lock, waiter.txn, waiter.mode);
    executor_->MakeReady(waiter.handle);
  }
  lock.queue.erase(lock.queue.begin(), lock.queue.begin() + static_cast<ptrdiff_t>(granted));
  if (lock.readers == 0 && lock.owner.value == 0) locks_.erase(found);
}

bool LockTable::IsOwner(TxnId txn, LockKey key) const {
  const auto found = locks_.find(key);
  return found != locks_.end() && found->second.owner == txn;
}

bool LockTable::TryGrant(TxnId txn, LockKey key, LockMode mode) {
  Lock& lock = locks_[key];
  if (!lock.queue.empty() || !Compatible(lock, mode)) return false;
  Grant(lock, txn, mode);
  return true;
}

void LockTable::Grant(Lock& lock, TxnId txn, LockMode mode) {
  ++held_;
  if (mode == LockMode::kShared) {
    ++lock.readers;
  } else {
    lock.owner = txn;
  }
}

bool LockTable::Compatible(const Lock& lock, LockMode mode) {
  return lock.owner.value == 0 && (mode == LockMode::kShared || lock.readers == 0);
}

}  // namespace snapscope::txn
