#include "ops/table_update.h"

#include <utility>

#include "btree/scan.h"

namespace snapscope::ops {

namespace {

constexpr uint64_t kRowsPerPayment = 16;

class TableUpdate {
 public:
  TableUpdate(txn::TransactionManager& transactions, TableUpdateOptions options)
      : transactions_(transactions), options_(options) {}

  Task<Result<TableUpdateFigures>> Run(Worker& worker) {
    for (bool more = true; more;) {
      CO_TRY_ASSIGN(txn::Transaction txn, co_await transactions_.Begin(worker));
      const uint64_t batch_begin = next_key_;
      rows_ = 0;
      const Result<bool> changed = co_await ChangeBatch(worker, txn);
      if (!changed.ok()) {
        CO_TRY(co_await transactions_.Rollback(worker, txn));
        if (changed.error().code != ErrorCode::kDeadlock) co_return changed.error();
        ++figures_.deadlocks;
        next_key_ = batch_begin;
        continue;
      }
      CO_TRY(co_await transactions_.Commit(worker, txn));
      figures_.rows += rows_;
      figures_.transactions += rows_ > 0 ? 1 : 0;
      more = changed.value();
    }
    co_return figures_;
  }

 private:
  /// True if the table goes on behind the batch.
  Task<Result<bool>> ChangeBatch(Worker& worker, txn::Transaction& txn) {
    btree::Scan scan(transactions_.tree(options_.table), next_key_);
    for (;;) {
      CO_TRY_ASSIGN(const auto stretch, co_await scan.Next(worker));
      if (stretch.empty()) co_return false;
      for (const page::Row& row : stretch) {
        if (options_.batch_rows > 0 && rows_ == options_.batch_rows) co_return true;
        const Status changed = co_await transactions_.Rewrite(worker, txn, options_.table, row.key);
        // It was deleted since the scan saw it.
        if (!changed.ok() && changed.error().code != ErrorCode::kNotFound) {
          co_return changed.error();
        }
        rows_ += changed.ok() ? 1 : 0;
        next_key_ = row.key + 1;
        if (rows_ % kRowsPerPayment == 0) co_await worker.PayCpu();
      }
      // Where CPU is not modelled, rows in memory would never let others run.
      co_await worker.BeginWait(runtime::WaitType::kSosSchedulerYield);
      co_await worker.executor().Yield();
      co_await worker.EndWait();
    }
  }

  txn::TransactionManager& transactions_;
  const TableUpdateOptions options_;
  uint64_t next_key_ = 0;
  uint64_t rows_ = 0;  // of this batch
  TableUpdateFigures figures_;
};

}  // namespace

Task<Result<TableUpdateFigures>> UpdateTable(Worker& worker, txn::TransactionManager& transactions,
                                             TableUpdateOptions options) {
  TableUpdate update(transactions, options);
  co_return co_await update.Run(worker);
}

}  // namespace snapscope::ops
