#include <map>

#include "recovery/pass.h"
#include "recovery/recovery.h"

namespace snapscope::recovery {

namespace {

// The table of transactions in flight, as the log read so far leaves it.
class TransactionTable {
 public:
  void Note(Lsn lsn, const page::LogRecord& record) {
    if (record.txn.value == 0) return;
    NoteNext(TxnId{record.txn.value + 1});
    if (record.type == page::RecordType::kCommit || record.type == page::RecordType::kAbort) {
      in_flight_.erase(record.txn.value);
      return;
    }
    InFlight& entry = in_flight_[record.txn.value];
    if (entry.first.IsNone()) {
      entry.txn = record.txn;
      entry.first = lsn;
      entry.system = record.IsSystem();
    }
    entry.last = lsn;
    entry.undo_next = record.IsCompensation() ? record.undo_next : lsn;
  }

  /// Ids below `next` were given before the checkpoint, also of transactions that the log no longer
  /// tells of.
  void NoteNext(TxnId next) { next_ = std::max(next_, next); }

  TxnId next() const { return next_; }

  std::vector<InFlight> InFlightById() const {
    std::vector<InFlight> result;
    result.reserve(in_flight_.size());
    for (const auto& [id, entry] : in_flight_) result.push_back(entry);
    return result;
  }

 private:
  std::map<uint64_t, InFlight> in_flight_;
  TxnId next_{1};
};

Lsn ReadFrom(const RecoveryScope& scope) {
  if (scope.oldest_active.IsNone()) return scope.checkpoint_begin;
  return std::min(scope.checkpoint_begin, scope.oldest_active);
}

}  // namespace

Task<Result<AnalysisResult>> Analyse(Worker& worker, RecoveryScope scope, Progress progress) {
  const Lsn from = ReadFrom(scope);
  RecordStream stream(*scope.log, from, scope.end, runtime::CpuWork::kRecordAnalysed);
  TransactionTable table;
  AnalysisResult result;
  for (;;) {
    auto next = co_await stream.Next(worker);
    if (!next.ok()) co_return next.error();
    if (!next->has_value()) break;
    const auto& [lsn, record] = **next;
    CHECK(lsn > result.last_record, "analysis comes from %s back to %s",
          ToString(result.last_record).c_str(), ToString(lsn).c_str());
    table.Note(lsn, record);
    if (lsn == scope.checkpoint_begin) {
      if (record.type != page::RecordType::kCheckpointBegin) {
        co_return Error{ErrorCode::kCorruptLog, "log record " + ToString(lsn) +
                                                    " should begin a checkpoint, but is a " +
                                                    page::ToString(record.type)};
      }
      CO_TRY_ASSIGN(const auto begin, page::DecodeCheckpointBegin(record.after));
      table.NoteNext(begin.next_txn);
    }
    if (lsn >= scope.checkpoint_begin) {
      ++result.records;
      const bool commits = record.type == page::RecordType::kCommit && !record.IsSystem();
      result.committed += commits ? 1 : 0;
    }
    result.last_record = lsn;
    if (progress) progress(stream.permille());
  }
  result.in_flight = table.InFlightById();
  result.redo_bytes = scope.log->BytesBetween(scope.checkpoint_begin, scope.end);
  result.next_txn = table.next();
  co_return result;
}

}  // namespace snapscope::recovery
