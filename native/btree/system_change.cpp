#include "btree/system_change.h"

#include <utility>

#include "btree/page_allocator.h"

namespace snapscope::btree {

using page::LogRecord;
using page::RecordType;

SystemChange::SystemChange(BufferPool& pool, DbId db, IndexId index, SystemTransactions& system)
    : SystemChange(pool, db, PageOwner{index, index}, system) {}

SystemChange::SystemChange(BufferPool& pool, DbId db, PageOwner owner, SystemTransactions& system)
    : pool_(pool), db_(db), owner_(owner), system_(system) {}

Task<Status> SystemChange::Begin(Worker& worker) {
  if (wal::Log* log = pool_.log(db_)) {
    CO_TRY_ASSIGN(end_space_, co_await log->Reserve(worker, LogRecord{}.EncodedSize()));
  }
  txn_ = system_.BeginSystem();
  co_return Status();
}

Task<Result<PageGuard*>> SystemChange::Allocate(Worker& worker) {
  CO_TRY_ASSIGN(const auto taken, co_await system_.allocator().Take(worker, *this));
  CO_TRY_ASSIGN(auto fetched, co_await pool_.FetchForFormat(worker, db_, taken));
  allocated_.push_back(std::move(fetched));
  co_return &allocated_.back();
}

Task<Status> SystemChange::Apply(Worker& worker, PageGuard* guard, LogRecord record) {
  return Append(worker, *guard, std::move(record), true);
}

namespace {

LogRecord MapRecord(page::PageView map, uint16_t slot, uint8_t after) {
  LogRecord record;
  record.type = RecordType::kMapChange;
  record.slot = slot;
  record.before = {std::byte{page::MapEntry(map, slot)}};
  record.after = {std::byte{after}};
  return record;
}

}  // namespace

Task<Status> SystemChange::ApplyToMap(Worker& worker, PageGuard* map, uint16_t slot,
                                      uint8_t after) {
  return Append(worker, *map, MapRecord(map->view(), slot, after), true);
}

Task<Status> SystemChange::SetMapEntry(Worker& worker, PageGuard& map, uint16_t slot,
                                       uint8_t after) {
  return Append(worker, map, MapRecord(map.view(), slot, after), false);
}

Task<Status> SystemChange::Append(Worker& worker, PageGuard& guard, LogRecord record,
                                  bool is_held) {
  record.flags |= page::kFlagSystem;
  record.index = owner_.index;
  record.txn = txn_;
  record.previous = last_;
  record.page = guard.id();
  steps_.push_back({is_held ? &guard : nullptr, record});
  const Result<Lsn> changed = co_await pool_.Change(worker, guard, std::move(record));
  if (!changed.ok()) {
    steps_.pop_back();
    co_return changed.error();
  }
  last_ = changed.value();
  system_.NoteSystemRecord(txn_, last_);
  co_return Status();
}

Lsn SystemChange::AppendEnd(RecordType type, TimeNs time) {
  Lsn end;
  wal::Log* log = pool_.log(db_);
  if (log != nullptr && !last_.IsNone()) {  // the log need not hear of one that did nothing
    LogRecord record;
    record.type = type;
    record.flags = page::kFlagSystem;
    record.index = owner_.index;
    record.txn = txn_;
    record.previous = last_;
    record.time = time;
    std::vector<std::byte> bytes;
    page::Encode(record, bytes);
    end = log->Append(std::move(end_space_), bytes);
  }
  system_.EndSystem(txn_);
  return end;
}

Lsn SystemChange::Commit(TimeNs time) { return AppendEnd(RecordType::kCommit, time); }

Task<Status> SystemChange::TakeBack(Worker& worker, Step step) {
  PageGuard fetched_again;
  if (step.guard == nullptr) {
    CO_TRY_ASSIGN(fetched_again,
                  co_await pool_.Fetch(worker, db_, step.record.page, LatchMode::kUpdate));
    step.guard = &fetched_again;
  }
  LogRecord inverse = page::PhysicalInverse(step.record);
  inverse.previous = last_;
  CO_TRY_ASSIGN(last_, co_await pool_.Change(worker, *step.guard, std::move(inverse)));
  system_.NoteSystemRecord(txn_, last_);
  const bool was_a_page = step.record.type == RecordType::kMapChange &&
                          step.record.after.front() == std::byte{page::kPfsAllocated};
  if (was_a_page)
    system_.allocator().NoteFree(owner_.space,
                                 page::PageOfPfsEntry(step.record.page, step.record.slot));
  co_return Status();
}

Task<Error> SystemChange::Undo(Worker& worker, Error cause) {
  while (!steps_.empty()) {
    const Step step = std::move(steps_.back());
    steps_.pop_back();
    const Status taken_back = co_await TakeBack(worker, step);
    if (!taken_back.ok()) {
      cause.message += "; taking the change back failed: " + taken_back.error().message;
      co_return cause;
    }
  }
  AppendEnd(RecordType::kAbort);
  co_return cause;
}

}  // namespace snapscope::btree
