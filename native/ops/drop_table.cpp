#include "ops/drop_table.h"

#include <utility>

#include "base/mutation.h"
#include "btree/bulk_load.h"
#include "btree/page_allocator.h"
#include "telemetry/sql_errors.h"

namespace snapscope::ops {

MUTATION(kDroppedTreeFreedFirst,
         "the extents of a table are freed, durably, before the record with which it goes");

namespace {

/// Takes the root out of the boot page, durably.
Task<Status> RemoveTable(Worker& worker, IndexBuilds& builds, IndexId table,
                         txn::Transaction& txn) {
  txn::TransactionManager& transactions = *builds.engine().transactions;
  const btree::IndexInfo tree = transactions.tree(table).info();
  Lsn committed;
  const auto on_commit = [&transactions, &txn, &committed, table](Lsn lsn) {
    committed = lsn;
    transactions.NoteTableDropped(txn, lsn, table);
  };
  CO_TRY(co_await btree::RemoveRoot(worker, *builds.engine().pool, builds.engine().db, tree,
                                    transactions, on_commit));
  wal::Log& log = *builds.engine().log;
  CO_TRY(co_await log.Flush(worker, log.end_lsn()));
  transactions.NoteAcknowledged(txn, committed);
  co_return Status();
}

Task<Status> LockAndRemove(Worker& worker, IndexBuilds& builds, IndexId table, std::string name,
                           txn::Transaction& txn) {
  txn::TransactionManager& transactions = *builds.engine().transactions;
  CO_TRY(
      co_await transactions.LockWholeTable(worker, txn, table, txn::LockMode::kSchemaModification));
  if (!transactions.HasTree(table)) co_return telemetry::kNoSuchTable(name);
  if (Mutated(kDroppedTreeFreedFirst)) {
    CO_TRY(co_await transactions.allocator().ReleaseAll(worker, table));
    wal::Log& log = *builds.engine().log;
    CO_TRY(co_await log.Flush(worker, log.end_lsn()));
  }
  co_return co_await RemoveTable(worker, builds, table, txn);
}

}  // namespace

Task<Result<DropTableFigures>> DropTable(Worker& worker, IndexBuilds& builds, IndexId table,
                                         std::string name) {
  txn::TransactionManager& transactions = *builds.engine().transactions;
  CO_TRY_ASSIGN(txn::Transaction txn, co_await transactions.Begin(worker));
  const Status removed = co_await LockAndRemove(worker, builds, table, std::move(name), txn);
  // It has changed no row: either lets the table go.
  if (!removed.ok()) {
    CO_TRY(co_await transactions.Rollback(worker, txn));
    co_return removed.error();
  }
  CO_TRY(co_await transactions.Commit(worker, txn));
  const auto freed = co_await transactions.allocator().ReleaseAll(worker, table);
  if (freed.ok()) co_return DropTableFigures{.extents_freed = *freed};
  if (freed.error().code != ErrorCode::kLogFull) co_return freed.error();
  co_return DropTableFigures{};
}

}  // namespace snapscope::ops
