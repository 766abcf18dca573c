#include "ops/concurrent_changes.h"

#include <utility>
#include <vector>

#include "base/mutation.h"

namespace snapscope::ops {

MUTATION(kChangesNotBroughtIn,
         "what users change while an index is built online is missing from it");

namespace {

/// So many keys are brought in while nobody may change the table: a few milliseconds.
constexpr uint64_t kFewKeys = 64;

}  // namespace

Task<Status> ConcurrentChanges::BeginNoting(Worker& worker, txn::Transaction& txn) {
  txn::TransactionManager& transactions = *engine_.transactions;
  CO_TRY(co_await transactions.LockWholeTable(worker, txn, table_, txn::LockMode::kIntentShared));
  // A transaction of its own: a lock is let go only with all others.
  CO_TRY_ASSIGN(txn::Transaction moment, co_await transactions.Begin(worker));
  const Status locked =
      co_await transactions.LockWholeTable(worker, moment, table_, txn::LockMode::kShared);
  if (locked.ok()) {
    transactions.BeginNoting(table_, index_);
    noting_ = true;
  }
  CO_TRY(co_await transactions.Rollback(worker, moment));
  co_return locked;
}

void ConcurrentChanges::EndNoting() {
  if (std::exchange(noting_, false)) engine_.transactions->EndNoting();
}

Task<Status> ConcurrentChanges::CatchUp(Worker& worker, txn::Transaction& txn,
                                        btree::StagedTree& tree, txn::LockMode mode) {
  uint64_t before = UINT64_MAX;
  for (;;) {
    CO_TRY_ASSIGN(const auto keys, co_await Round(worker, txn, tree));
    // Each round meets what was changed during the one before. If that is not much less, the
    // users are as fast as the rounds are.
    if (keys <= kFewKeys || keys > before / 2) break;
    before = keys;
  }
  CO_TRY(co_await engine_.transactions->LockWholeTable(worker, txn, table_, mode));
  CO_TRY(co_await Round(worker, txn, tree));
  co_return Status();
}

Task<Result<uint64_t>> ConcurrentChanges::Round(Worker& worker, txn::Transaction& txn,
                                                btree::StagedTree& tree) {
  const std::vector<uint64_t> keys = engine_.transactions->TakeNoted();
  if (Mutated(kChangesNotBroughtIn)) co_return keys.size();
  for (const uint64_t key : keys) {
    CO_TRY(co_await BringIn(worker, txn, tree, key));
    co_await worker.PayCpu();
  }
  brought_in_ += keys.size();
  co_return keys.size();
}

Task<Status> ConcurrentChanges::BringIn(Worker& worker, txn::Transaction& txn,
                                        btree::StagedTree& tree, uint64_t key) {
  CO_TRY_ASSIGN(const auto row, co_await RowAt(worker, txn, key));
  if (row) co_return co_await tree.Set(worker, *row);
  co_return co_await tree.Remove(worker, key);
}

Task<Result<std::optional<page::Row>>> ConcurrentChanges::RowAt(Worker& worker,
                                                                txn::Transaction& txn,
                                                                uint64_t key) {
  if (!index_) co_return co_await engine_.transactions->Read(worker, txn, table_, key);
  CO_TRY_ASSIGN(
      const std::optional<page::Row> live,
      co_await engine_.transactions->Read(worker, txn, table_, btree::ClusteringKeyOf(key)));
  const bool there = live && btree::EntryKey(*index_, live->key, live->value) == key;
  co_return there ? std::optional(btree::EntryOf(key)) : std::nullopt;
}

}  // namespace snapscope::ops
