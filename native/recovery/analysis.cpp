#include <map>
#include <utility>

#include "recovery/pass.h"
#include "recovery/recovery.h"

namespace snapscope::recovery {

namespace {

// The table of transactions in flight, as the log read so far leaves it.
class TransactionTable {
 public:
  explicit TransactionTable(Lsn read_from) : read_from_(read_from) {}

  void Note(Lsn lsn, const page::LogRecord& record) {
    if (record.txn.value == 0) return;
    highest_ = std::max(highest_, record.txn);
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

  /// Adds what was active at the checkpoint, but only what began before reading did: of all others
  /// the log itself has told, and told better (they may have ended since the list was drawn up).
  void Merge(const std::vector<page::ActiveTransaction>& active) {
    for (const page::ActiveTransaction& transaction : active) {
      highest_ = std::max(highest_, transaction.txn);
      if (transaction.first >= read_from_) continue;
      in_flight_.try_emplace(transaction.txn.value,
                             InFlight{transaction.txn, transaction.first, transaction.last,
                                      transaction.undo_next, transaction.system});
    }
  }

  TxnId next() const { return TxnId{highest_.value + 1}; }

  std::vector<InFlight> InFlightById() const {
    std::vector<InFlight> result;
    result.reserve(in_flight_.size());
    for (const auto& [id, entry] : in_flight_) result.push_back(entry);
    return result;
  }

 private:
  const Lsn read_from_;
  std::map<uint64_t, InFlight> in_flight_;
  TxnId highest_;
};

Lsn ReadFrom(const RecoveryScope& scope) {
  if (scope.oldest_active.IsNone()) return scope.checkpoint_begin;
  return std::min(scope.checkpoint_begin, scope.oldest_active);
}

}  // namespace

Task<Result<AnalysisResult>> Analyse(Worker& worker, RecoveryScope scope, Progress progress) {
  const Lsn from = ReadFrom(scope);
  RecordStream stream(*scope.log, from, scope.end, runtime::CpuWork::kRecordAnalysed);
  TransactionTable table(from);
  AnalysisResult result;
  for (;;) {
    auto next = co_await stream.Next(worker);
    if (!next.ok()) co_return next.error();
    if (!next->has_value()) break;
    const auto& [lsn, record] = **next;
    table.Note(lsn, record);
    if (lsn == scope.checkpoint_begin) {
      if (record.type != page::RecordType::kCheckpointBegin) {
        co_return Error{ErrorCode::kCorruptLog, "log record " + ToString(lsn) +
                                                    " should begin a checkpoint, but is a " +
                                                    page::ToString(record.type)};
      }
      auto active = page::DecodeActive(record.after);
      if (!active.ok()) co_return active.error();
      table.Merge(*active);
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
