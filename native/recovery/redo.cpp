#include <deque>
#include <utility>

#include "base/mutation.h"
#include "recovery/pass.h"
#include "recovery/recovery.h"

namespace snapscope::recovery {

MUTATION(kRedoSkipsUnpushed, "redo leaves out pages whose bit is clear");
MUTATION(kRedoSkipsPushed, "redo of a snapshot leaves out pages that were pushed");

namespace {

constexpr size_t kPrefetchPages = 64;

// Records that change pages, read ahead of their redo so that their pages are on their way when it
// is their turn.
class RedoWindow {
 public:
  /// Reads no other pages ahead than `known` ones, if that is not null.
  RedoWindow(buffer::BufferPool& pool, DbId db, RecordSource& records, const page::PageSet* known)
      : pool_(pool), db_(db), records_(records), known_(known) {}

  /// The next record to redo, nothing at the end.
  Task<Result<std::optional<LoggedRecord>>> Next(Worker& worker) {
    while (!at_end_ && ahead_.size() < kPrefetchPages) {
      auto read = co_await records_.Next(worker);
      if (!read.ok()) co_return read.error();
      if (!read->has_value()) {
        at_end_ = true;
      } else if ((*read)->record.ChangesPage()) {
        const PageId page = (*read)->record.page;
        const bool is_known = known_ == nullptr || (known_->size().Has(page) && known_->Has(page));
        if (is_known) pool_.Prefetch(worker, db_, page);
        ahead_.push_back(std::move(**read));
      }
    }
    if (ahead_.empty()) co_return std::optional<LoggedRecord>();
    std::optional<LoggedRecord> next = std::move(ahead_.front());
    ahead_.pop_front();
    co_return next;
  }

  uint32_t permille() const { return records_.permille(); }

 private:
  buffer::BufferPool& pool_;
  const DbId db_;
  RecordSource& records_;
  const page::PageSet* const known_;
  std::deque<LoggedRecord> ahead_;
  bool at_end_ = false;
};

// A page that was allocated but never written cannot be read; its first record formats it whole.
Task<Result<buffer::PageGuard>> FetchForRedo(Worker& worker, buffer::BufferPool& pool, DbId db,
                                             page::RecordType type, PageId page) {
  auto guard = co_await pool.Fetch(worker, db, page, runtime::LatchMode::kExclusive);
  if (guard.ok() || guard.error().code != ErrorCode::kCorruptPage ||
      type != page::RecordType::kFormatPage) {
    co_return guard;
  }
  co_return co_await pool.FetchForFormat(worker, db, page);
}

/// True for what a deliberate defect leaves out.
bool LeavesOut(const RecoveryScope& scope, PageId page) {
  if (Mutated(kRedoSkipsUnpushed)) return scope.pool->NeedsPush(scope.db, page);
  if (Mutated(kRedoSkipsPushed)) {
    return !scope.log_undo && !scope.pool->NeedsPush(scope.db, page);
  }
  return false;
}

}  // namespace

Task<Result<RedoResult>> Redo(Worker& worker, RecoveryScope scope, Progress progress) {
  const runtime::PushingFor redo(worker, runtime::PushCause::kRedo);
  RecordStream records(*scope.log, scope.checkpoint_begin, scope.end,
                       runtime::CpuWork::kRecordRedone);
  RedoWindow window(*scope.pool, scope.db, records, nullptr);
  RedoResult result;
  for (;;) {
    auto next = co_await window.Next(worker);
    if (!next.ok()) co_return next.error();
    if (!next->has_value()) break;
    auto& [lsn, record] = **next;
    CHECK(lsn >= scope.checkpoint_begin && lsn < scope.end, "redo of %s, from %s to %s",
          ToString(lsn).c_str(), ToString(scope.checkpoint_begin).c_str(),
          ToString(scope.end).c_str());
    ++result.records;
    if (!LeavesOut(scope, record.page)) {
      auto guard = co_await FetchForRedo(worker, *scope.pool, scope.db, record.type, record.page);
      if (!guard.ok()) co_return guard.error();
      if (guard->view().lsn() < lsn) {
        CO_TRY(co_await scope.pool->Reapply(worker, *guard, std::move(record), lsn));
        ++result.applied;
      }
    }
    if (progress) progress(window.permille());
  }
  co_return result;
}

Task<Result<RedoResult>> RollForward(Worker& worker, buffer::BufferPool& pool, DbId db,
                                     page::PageSet& known, RecordSource& records,
                                     Progress progress) {
  RedoWindow window(pool, db, records, &known);
  RedoResult result;
  for (;;) {
    CO_TRY_ASSIGN(auto next, co_await window.Next(worker));
    if (!next.has_value()) break;
    auto& [lsn, record] = *next;
    ++result.records;
    const bool formats = record.type == page::RecordType::kFormatPage;
    if (!known.size().Has(record.page) || (!known.Has(record.page) && !formats)) {
      co_return Error{ErrorCode::kCorruptLog,
                      "log record " + ToString(lsn) + " is about page " + ToString(record.page) +
                          ", which neither the restored backups nor the log before it have"};
    }
    const bool is_new = known.Add(record.page);
    auto fetching = is_new ? pool.FetchForFormat(worker, db, record.page)
                           : FetchForRedo(worker, pool, db, record.type, record.page);
    CO_TRY_ASSIGN(auto guard, co_await std::move(fetching));
    if (is_new || guard.view().lsn() < lsn) {
      CO_TRY(co_await pool.Reapply(worker, guard, std::move(record), lsn));
      ++result.applied;
    }
    if (progress) progress(window.permille());
  }
  co_return result;
}

}  // namespace snapscope::recovery
