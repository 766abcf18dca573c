// Recovery: analysis, redo, undo over a stretch of the log. A restart recovers the source by it,
// and a creation its snapshot; they differ in the database whose pages are touched, and in whether
// undo is logged.
//
// Analysis reads from min(checkpoint begin, oldest active then) to `end` and builds the table of
// transactions in flight at `end`. Redo repeats history over every record from the checkpoint's
// begin that changes a page, skipping pages whose LSN is at or above the record's; pages are
// prefetched ahead of the scan. Undo rolls back what was in flight: incomplete system transactions
// first, physically, newest first; then user transactions logically, by key, by descending LSN.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "btree/btree.h"
#include "buffer/buffer_pool.h"
#include "page/log_record.h"
#include "page/page_bitmap.h"
#include "runtime/cpu.h"
#include "wal/log.h"

namespace snapscope::recovery {

using runtime::Task;
using runtime::Worker;

/// Progress of a pass in permille of its work; called often, must be cheap and not suspend.
using Progress = std::function<void(uint32_t permille)>;

/// A decoded record and where it is in the log.
struct LoggedRecord {
  Lsn lsn;
  page::LogRecord record;
};

/// Records in the order of the log: of the log itself, or of a backup of it.
class RecordSource {
 public:
  virtual ~RecordSource() = default;
  /// The next record, nothing at the end. Errors: kCorruptLog, kIo.
  virtual Task<Result<std::optional<LoggedRecord>>> Next(Worker& worker) = 0;
  /// The share of the records that was read, in permille.
  virtual uint32_t permille() const = 0;
};

struct RecoveryScope {
  buffer::BufferPool* pool = nullptr;
  DbId db;                  ///< whose pages are redone and undone
  wal::Log* log = nullptr;  ///< where records are read
  /// Every tree there may be; one whose root is none here has it in the boot page, if it is there.
  std::vector<btree::IndexInfo> indexes;
  Lsn checkpoint_begin;
  Lsn oldest_active;      ///< none: nothing was active at the checkpoint
  Lsn end;                ///< split LSN, or the end of the durable log
  bool log_undo = false;  ///< true: compensation records and kAbort go to the log (restart)
};

struct InFlight {
  TxnId txn;
  Lsn first;
  Lsn last;       ///< newest record
  Lsn undo_next;  ///< where undo continues (after compensation records)
  bool system = false;
};

struct AnalysisResult {
  std::vector<InFlight> in_flight;  ///< by txn id
  uint64_t records = 0;             ///< in the redo range
  uint64_t committed = 0;           ///< transactions that committed in it; no system ones
  uint64_t redo_bytes = 0;          ///< log bytes from the checkpoint's begin to the end
  TxnId next_txn;                   ///< above every id seen
  Lsn last_record;
};

struct RedoResult {
  uint64_t records = 0;  ///< page records looked at
  uint64_t applied = 0;  ///< page was older
};

struct UndoResult {
  uint64_t user_transactions = 0;
  uint64_t system_transactions = 0;
  uint64_t records = 0;
};

Task<Result<AnalysisResult>> Analyse(Worker& worker, RecoveryScope scope, Progress progress);
Task<Result<RedoResult>> Redo(Worker& worker, RecoveryScope scope, Progress progress);
/// Redo of what backups say, over pages that a restore has put in place. `known`: pages that are of
/// this history, restored ones, and from now on those that a record makes. What a file has in any
/// other place is older or younger than all of it, so no LSN there means anything. kCorruptLog for
/// a record about a page that is not there.
Task<Result<RedoResult>> RollForward(Worker& worker, buffer::BufferPool& pool, DbId db,
                                     page::PageSet& known, RecordSource& records,
                                     Progress progress);
Task<Result<UndoResult>> Undo(Worker& worker, RecoveryScope scope, AnalysisResult analysis,
                              Progress progress);

}  // namespace snapscope::recovery
