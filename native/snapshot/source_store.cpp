#include "snapshot/source_store.h"

#include <string>
#include <utility>

#include "base/mutation.h"
#include "page/compact.h"

namespace snapscope::snapshot {

MUTATION(
    kWriteNotedEarly,
    "a page counts as changed since a full backup when its write is asked for, not when it begins",
    NoticedBy::kTests);

SourceStore::SourceStore(runtime::Executor& executor, std::vector<storage::File*> files,
                         page::PageForm form)
    : executor_(executor), files_(std::move(files)), form_(form), gate_(executor) {}

Status SourceStore::CheckExists(PageId page) const {
  const page::DatabaseSize size{
      .files = static_cast<uint32_t>(files_.size()),
      .file_pages = static_cast<uint32_t>(files_.front()->size() / page::kPageSize)};
  if (size.Has(page)) return Status();
  return Error{ErrorCode::kCorruptLog, "there is no page " + ToString(page) +
                                           " in this database, but the log or a page names it"};
}

Status SourceStore::Verify(PageId page, page::PageSpan bytes) const {
  TRY(page::VerifyPage(bytes, page, form_));
  const Lsn lsn = page::PageView(bytes).lsn();
  if (log_ == nullptr || lsn < log_->end_lsn()) return Status();
  return Error{ErrorCode::kCorruptLog,
               "page " + std::to_string(page.number()) + " of " + FileOf(page).path() +
                   " has changed at " + ToString(lsn) + ", but the log ends at " +
                   ToString(log_->end_lsn()) +
                   ": the log has lost what was written to it, or is not the one of this database"};
}

std::optional<page::Branch> SourceStore::RecallBranch(PageId page, uint64_t key) const {
  if (initial_ == nullptr || !CheckExists(page).ok()) return std::nullopt;
  if (!FileOf(page).IsAsComputed(uint64_t{page.number()} * page::kPageSize)) return std::nullopt;
  return initial_->BranchAt(page, key);
}

Task<Status> SourceStore::ReadPage(PageId page, page::PageSpan into) {
  CO_TRY(CheckExists(page));
  CO_TRY(co_await FileOf(page).Read(uint64_t{page.number()} * page::kPageSize, into));
  co_return Verify(page, into);
}

Task<void> SourceStore::EnterRange(PageId first, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const PageId page{first.value + i};
    while (gate_.IsHeld(page)) co_await gate_.WaitForHolder(page);
    gate_.Enter(page);
  }
}

void SourceStore::LeaveRange(PageId first, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) gate_.Leave(PageId{first.value + i});
}

Task<storage::WriteGate::Write> SourceStore::EnterToWrite(PageId first, uint32_t count) {
  for (;;) {
    if (!held_.is_open()) (void)co_await held_.Begin();
    // No conditional expression: gcc 12 destroys the result of one that awaits twice.
    storage::WriteGate::Write begun;
    if (writes_.is_open()) {
      begun = writes_.BeginNow();
    } else {
      begun = co_await writes_.Begin();
    }
    co_await EnterRange(first, count);
    if (held_.is_open()) co_return std::move(begun);
    LeaveRange(first, count);
  }
}

void SourceStore::NoteWritten(PageId first, uint32_t count) {
  for (page::PageSet* written : written_) {
    for (uint32_t i = 0; i < count; ++i) written->Add(PageId{first.value + i});
  }
}

Task<Status> SourceStore::WritePages(PageId first, std::vector<ConstByteSpan> pages) {
  const auto count = static_cast<uint32_t>(pages.size());
  if (Mutated(kWriteNotedEarly)) NoteWritten(first, count);
  const storage::WriteGate::Write begun = co_await EnterToWrite(first, count);
  // Not before: whoever begins to listen while the write waits may read the old page from the file.
  if (!Mutated(kWriteNotedEarly)) NoteWritten(first, count);
  const Status written = co_await FileOf(first).WriteDurable(
      uint64_t{first.number()} * page::kPageSize, std::move(pages));
  LeaveRange(first, count);
  co_return written;
}

Task<Status> SourceStore::ReadForSnapshot(PageId page, page::PageSpan into) {
  CO_TRY(CheckExists(page));
  CO_TRY(co_await ReadRange(page, into));
  co_return Verify(page, into);
}

Task<Status> SourceStore::ReadRange(PageId first, ByteSpan into) {
  const auto count = static_cast<uint32_t>(into.size() / page::kPageSize);
  co_await EnterRange(first, count);
  const Status read = co_await FileOf(first).Read(uint64_t{first.number()} * page::kPageSize, into);
  LeaveRange(first, count);
  co_return read;
}

Status SourceStore::ReadStored(PageId page, page::PageSpan into) {
  TRY(CheckExists(page));
  TRY(FileOf(page).ReadNow(uint64_t{page.number()} * page::kPageSize, into));
  return Verify(page, into);
}

Status SourceStore::ReadNow(PageId page, page::PageSpan into) {
  TRY(ReadStored(page, into));
  if (form_ == page::PageForm::kCompact) page::ExpandPage(into);
  return Status();
}

}  // namespace snapscope::snapshot
