#include <deque>
#include <map>
#include <string>
#include <utility>

#include "base/mutation.h"
#include "btree/catalogue.h"
#include "recovery/pass.h"
#include "recovery/recovery.h"
#include "txn/row_undo.h"

namespace snapscope::recovery {

MUTATION(kUndoSkipped, "what was in flight stays");

namespace {

// Undoes transactions, the newest record of all of them first.
class Undoing {
 public:
  Undoing(Worker& worker, const RecoveryScope& scope, UndoResult& result)
      : worker_(worker), scope_(scope), result_(result) {
    for (const btree::IndexInfo& info : scope.indexes) {
      if (info.root != PageId{}) trees_.emplace_back(*scope.pool, scope.db, info);
    }
  }

  Task<Status> Run(std::vector<InFlight> losers, Progress progress) {
    std::map<Lsn, InFlight>
        by_next;  // by the record to be undone next; it is one transaction's only
    Lsn newest;
    Lsn oldest = scope_.end;
    for (const InFlight& loser : losers) {
      if (loser.undo_next.IsNone()) {
        CO_TRY(co_await End(loser));
        continue;
      }
      newest = std::max(newest, loser.undo_next);
      oldest = std::min(oldest, loser.first);
      CO_TRY(AddTo(by_next, loser));
    }
    while (!by_next.empty()) {
      InFlight loser = by_next.extract(std::prev(by_next.end())).mapped();
      if (progress) {
        progress(Permille(scope_.log->BytesBetween(loser.undo_next, newest),
                          scope_.log->BytesBetween(oldest, newest)));
      }
      CO_TRY(co_await UndoOne(loser));
      if (loser.undo_next.IsNone()) {
        CO_TRY(co_await End(loser));
      } else {
        CO_TRY(AddTo(by_next, loser));
      }
    }
    co_await worker_.PayCpu();
    co_return Status();
  }

 private:
  static Status AddTo(std::map<Lsn, InFlight>& by_next, const InFlight& loser) {
    if (by_next.emplace(loser.undo_next, loser).second) return Status();
    return Error{ErrorCode::kCorruptLog,
                 "log record " + ToString(loser.undo_next) + " is said to be of two transactions"};
  }

  /// Undoes the record at `undo_next` and moves `loser` on to the one before it.
  Task<Status> UndoOne(InFlight& loser) {
    auto view = co_await wal::ReadRecord(worker_, *scope_.log, loser.undo_next);
    if (!view.ok()) co_return view.error();
    auto record = page::Decode(view->bytes);
    if (!record.ok()) co_return record.error();
    if (record->txn != loser.txn) {
      co_return Error{ErrorCode::kCorruptLog, "log record " + ToString(loser.undo_next) +
                                                  " is not of transaction " +
                                                  std::to_string(loser.txn.value)};
    }
    const Lsn next = record->IsCompensation() ? record->undo_next : record->previous;
    // Else undo would come by the same records again, and never end.
    if (next >= loser.undo_next) {
      co_return Error{ErrorCode::kCorruptLog, "log record " + ToString(loser.undo_next) +
                                                  " leads undo on to " + ToString(next) +
                                                  ", which is not before it"};
    }
    if (!next.IsNone() && next < loser.first) {
      co_return Error{ErrorCode::kCorruptLog, "log record " + ToString(loser.undo_next) +
                                                  " leads undo on to " + ToString(next) +
                                                  ", before its transaction's first record"};
    }
    if (!record->IsCompensation() && record->type != page::RecordType::kBegin) {
      Lsn undone;
      if (loser.system) {
        auto result = co_await UndoPhysically(loser, std::move(*record));
        if (!result.ok()) co_return result.error();
        undone = *result;
      } else {
        auto result = co_await UndoLogically(loser, std::move(*record));
        if (!result.ok()) co_return result.error();
        undone = *result;
      }
      if (scope_.log_undo) {
        CHECK(undone > loser.last, "the undo of %s is logged at %s, before the last record at %s",
              ToString(loser.undo_next).c_str(), ToString(undone).c_str(),
              ToString(loser.last).c_str());
        loser.last = undone;
      }
      worker_.Charge(runtime::CpuWork::kRecordUndone);
      if (++result_.records % kRecordsPerPayment == 0) co_await worker_.PayCpu();
    }
    loser.undo_next = next;
    co_return Status();
  }

  /// A snapshot has no log: its pages get the LSN it is as of.
  Lsn UnloggedLsn() const { return scope_.log_undo ? Lsn{} : scope_.end; }

  Task<Result<Lsn>> UndoLogically(InFlight loser, page::LogRecord record) {
    auto change = txn::RowChangeOf(record);
    if (!change.ok()) co_return change.error();
    btree::BTree* tree = Tree(change->index);
    if (tree == nullptr) {
      CO_TRY(co_await FindNewTrees());
      tree = Tree(change->index);
    }
    if (tree == nullptr) {
      co_return Error{ErrorCode::kCorruptLog,
                      "undo met a row of unknown index " + std::to_string(change->index.value)};
    }
    co_return co_await txn::UndoRow(worker_, *scope_.pool, *tree, *change,
                                    {loser.txn, loser.last, UnloggedLsn()});
  }

  btree::BTree* Tree(IndexId index) {
    for (btree::BTree& tree : trees_) {
      if (tree.info().id == index) return &tree;
    }
    return nullptr;
  }

  /// Those that the database has got since it was new: redo has brought its boot page up to date,
  /// and what was not completed of it has been undone.
  Task<Status> FindNewTrees() {
    const auto boot = co_await btree::ReadBootRecord(worker_, *scope_.pool, scope_.db);
    if (!boot.ok()) co_return boot.error();
    const btree::Catalogue now = btree::CatalogueIn(*boot, {scope_.indexes, {}});
    for (const btree::IndexInfo& info : now.trees) {
      if (Tree(info.id) == nullptr) trees_.emplace_back(*scope_.pool, scope_.db, info);
    }
    co_return Status();
  }

  Task<Result<Lsn>> UndoPhysically(InFlight loser, page::LogRecord record) {
    page::LogRecord inverse = page::PhysicalInverse(record);
    inverse.flags = page::kFlagCompensation | page::kFlagSystem;
    inverse.txn = loser.txn;
    inverse.previous = loser.last;
    inverse.undo_next = record.previous;
    auto guard = co_await scope_.pool->Fetch(worker_, scope_.db, inverse.page,
                                             runtime::LatchMode::kExclusive);
    if (!guard.ok()) co_return guard.error();
    co_return co_await scope_.pool->Change(worker_, *guard, std::move(inverse), UnloggedLsn());
  }

  Task<Status> End(InFlight loser) {
    ++(loser.system ? result_.system_transactions : result_.user_transactions);
    if (!scope_.log_undo) co_return Status();
    page::LogRecord record;
    record.type = page::RecordType::kAbort;
    record.flags = loser.system ? page::kFlagSystem : uint8_t{0};
    record.txn = loser.txn;
    record.previous = loser.last;
    std::vector<std::byte> bytes;
    page::Encode(record, bytes);
    auto reservation = co_await scope_.log->Reserve(worker_, static_cast<uint32_t>(bytes.size()),
                                                    wal::LogUse::kRelief);
    if (!reservation.ok()) co_return reservation.error();
    scope_.log->Append(std::move(*reservation), bytes);
    co_return Status();
  }

  Worker& worker_;
  const RecoveryScope& scope_;
  UndoResult& result_;
  std::deque<btree::BTree> trees_;
};

std::vector<InFlight> Select(const std::vector<InFlight>& all, bool system) {
  std::vector<InFlight> selected;
  for (const InFlight& transaction : all) {
    if (transaction.system == system) selected.push_back(transaction);
  }
  return selected;
}

}  // namespace

Task<Result<UndoResult>> Undo(Worker& worker, RecoveryScope scope, AnalysisResult analysis,
                              Progress progress) {
  UndoResult result;
  if (Mutated(kUndoSkipped)) co_return result;
  const runtime::PushingFor undo(worker, runtime::PushCause::kUndo);
  Undoing undoing(worker, scope, result);
  // The trees must be whole before rows can be found in them.
  CO_TRY(co_await undoing.Run(Select(analysis.in_flight, true), nullptr));
  CO_TRY(co_await undoing.Run(Select(analysis.in_flight, false), progress));
  if (scope.log_undo) CO_TRY(co_await scope.log->Flush(worker, scope.log->end_lsn()));
  if (progress) progress(1000);
  co_return result;
}

}  // namespace snapscope::recovery
