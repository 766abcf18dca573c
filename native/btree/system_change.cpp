#include "btree/system_change.h"

#include <utility>

namespace snapscope::btree {

using page::LogRecord;
using page::RecordType;

namespace {

Result<page::BootRecord> BootWithRoom(const PageGuard& guard) {
  if (guard.view().type() != page::PageType::kBoot) {
    return Error{ErrorCode::kCorruptPage, "page (1:1) is not a boot page"};
  }
  const page::BootRecord boot = page::ReadBoot(guard.view().bytes());
  if (boot.next_page < boot.page_count) return boot;
  const uint64_t mib = boot.page_count * uint64_t{page::kPageSize} >> 20;
  return Error{ErrorCode::kDatabaseFull,
               "no page can be allocated: all " + std::to_string(boot.page_count) +
                   " pages of the data file (" + std::to_string(mib) +
                   " MiB) are in use; a larger database.sizeMiB leaves more room"};
}

}  // namespace

SystemChange::SystemChange(BufferPool& pool, DbId db, IndexId index, SystemTransactions& system)
    : pool_(pool), db_(db), index_(index), system_(system) {}

Task<Status> SystemChange::Begin(Worker& worker) {
  if (wal::Log* log = pool_.log(db_)) {
    auto reserved = co_await log->Reserve(worker, LogRecord{}.EncodedSize());
    CO_TRY(reserved);
    end_space_ = std::move(reserved).value();
  }
  txn_ = system_.BeginSystem();
  co_return Status();
}

Task<Result<PageGuard*>> SystemChange::Allocate(Worker& worker) {
  if (!boot_) {
    auto fetched = co_await pool_.Fetch(worker, db_, page::kBootPage, LatchMode::kExclusive);
    CO_TRY(fetched);
    boot_ = std::move(fetched).value();
  }
  const Result<page::BootRecord> boot = BootWithRoom(boot_);
  CO_TRY(boot);
  page::BootRecord after = boot.value();
  const PageId allocated = PageId::Of(page::kBootPage.file(), after.next_page++);
  LogRecord record;
  record.type = RecordType::kBootChange;
  record.before = page::EncodeBoot(boot.value());
  record.after = page::EncodeBoot(after);
  CO_TRY(co_await Apply(worker, &boot_, std::move(record)));
  auto fetched = co_await pool_.FetchForFormat(worker, db_, allocated);
  CO_TRY(fetched);
  allocated_.push_back(std::move(fetched).value());
  co_return &allocated_.back();
}

Task<Status> SystemChange::Apply(Worker& worker, PageGuard* guard, LogRecord record) {
  record.flags |= page::kFlagSystem;
  record.index = index_;
  record.txn = txn_;
  record.previous = last_;
  record.page = guard->id();
  steps_.push_back({guard, record});
  const Result<Lsn> changed = co_await pool_.Change(worker, *guard, std::move(record));
  if (!changed.ok()) {
    steps_.pop_back();
    co_return changed.error();
  }
  last_ = changed.value();
  system_.NoteSystemRecord(txn_, last_);
  co_return Status();
}

void SystemChange::AppendEnd(RecordType type) {
  wal::Log* log = pool_.log(db_);
  if (log != nullptr && !last_.IsNone()) {  // the log need not hear of one that did nothing
    LogRecord record;
    record.type = type;
    record.flags = page::kFlagSystem;
    record.index = index_;
    record.txn = txn_;
    record.previous = last_;
    std::vector<std::byte> bytes;
    page::Encode(record, bytes);
    log->Append(std::move(end_space_), bytes);
  }
  system_.EndSystem(txn_);
}

void SystemChange::Commit() {
  AppendEnd(RecordType::kCommit);
  boot_.Release();
}

Task<Error> SystemChange::Undo(Worker& worker, Error cause) {
  while (!steps_.empty()) {
    const Step step = std::move(steps_.back());
    steps_.pop_back();
    LogRecord inverse = page::PhysicalInverse(step.record);
    inverse.previous = last_;
    const Result<Lsn> changed = co_await pool_.Change(worker, *step.guard, std::move(inverse));
    if (!changed.ok()) {
      cause.message += "; taking the page split back failed: " + changed.error().message;
      co_return cause;
    }
    last_ = changed.value();
    system_.NoteSystemRecord(txn_, last_);
  }
  AppendEnd(RecordType::kAbort);
  co_return cause;
}

}  // namespace snapscope::btree
