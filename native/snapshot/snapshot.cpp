#include "snapshot/snapshot.h"

#include <utility>

#include "page/compact.h"
#include "page/page_buffer.h"
#include "telemetry/sql_errors.h"

namespace snapscope::snapshot {

using runtime::WaitType;

Snapshot::Snapshot(runtime::Executor& executor, std::string name, DbId db, SourceStore& source,
                   bool hidden)
    : name_(std::move(name)),
      db_(db),
      hidden_(hidden),
      source_(source),
      files_(executor, name_),
      gate_(executor) {
  SetBeforeFirstChange(this);
}

void Snapshot::SetSplit(Lsn split, TimeNs as_of) {
  CHECK(this->split().IsNone(), "the split of %s is set twice", name_.c_str());
  files_.header().split = split;
  files_.header().as_of = as_of;
}

void Snapshot::Complete() {
  life_.Become(State::kOnline);
  undone_.clear();
}

Task<Status> Snapshot::OpenFiles(Worker& worker, std::vector<storage::FilePlace> places,
                                 SparseFileLimit limit) {
  return files_.Open(worker, std::move(places), source_.files().size(), limit);
}

Task<Status> Snapshot::ReadHeader(Worker& worker) {
  const Status read = co_await files_.ReadHeaders(worker);
  const State found = StateOf(files_.header().state);
  if (state() != found) life_.Become(found);
  co_return read;
}

Task<Status> Snapshot::Reload(Worker& worker, const KeptMaps* kept) {
  CO_TRY(co_await ReadHeader(worker));
  co_return co_await files_.Reload(worker, form(), kept);
}

Task<Status> Snapshot::CheckDoubtful() {
  auto buffer = std::make_unique<page::PageBuffer>();
  for (const SparseFile& file : files_) {
    for (const uint32_t number : file.doubtful()) {
      if (!file.Lacks(number)) continue;  // pushed since
      const PageId page = PageId::Of(file.id(), number);
      CO_TRY(co_await source_.ReadForSnapshot(page, buffer->span()));
      CO_TRY(CheckAge(page, buffer->view().lsn()));
    }
  }
  co_return Status();
}

Status Snapshot::CheckAge(PageId page, Lsn lsn) const {
  if (split().IsNone() || lsn < split()) return Status();
  return Error{ErrorCode::kCorruptPage,
               "page " + ToString(page) + " of snapshot " + name_ +
                   " is not in its sparse file, but the source's has changed at " + ToString(lsn) +
                   ", after the split at " + ToString(split()) + " (824)"};
}

Status Snapshot::CheckRedo(PageId page, Lsn lsn) const {
  if (state() < State::kOnline || lsn >= split()) return Status();
  return Error{ErrorCode::kCorruptPage,
               "page " + ToString(page) + " of snapshot " + name_ +
                   " is not in its sparse file, but the source's lacks a change at " +
                   ToString(lsn) + ", before the split at " + ToString(split()) + " (824)"};
}

void Snapshot::Hold(const PreImages& images) {
  for (const auto& [page, image] : images) {
    CHECK(Lacks(page), "page %s is held but was copied", ToString(page).c_str());
    SetCopied(page);
  }
  held_.Add(images);
}

Status Snapshot::ReadStored(PageId page, page::PageSpan into) {
  if (held_.Read(page, into, form())) return Status();
  if (Lacks(page)) {
    TRY(source_.ReadStored(page, into));
    return CheckAge(page, page::PageView(into).lsn());
  }
  TRY(files_.Of(page).file().ReadNow(uint64_t{page.number()} * page::kPageSize, into));
  return page::VerifyPage(into, page, form());
}

Status Snapshot::ReadNow(PageId page, page::PageSpan into) {
  TRY(ReadStored(page, into));
  if (form() == page::PageForm::kCompact) page::ExpandPage(into);
  return Status();
}

Task<void> Snapshot::WaitToRead(Worker& worker, PageId page) {
  co_await worker.BeginWait(WaitType::kFcbReplicaRead);
  if (gate_.IsHeld(page)) co_await gate_.WaitForHolder(page);
  co_await worker.EndWait();
}

Task<Status> Snapshot::ReadPage(PageId page, page::PageSpan into) {
  while (gate_.IsHeld(page)) co_await gate_.WaitForHolder(page);
  if (life_.suspect()) co_return telemetry::kReadOfSuspect(name_);
  if (Lacks(page)) {
    gate_.Enter(page);
    const Status read = co_await source_.ReadForSnapshot(page, into);
    gate_.Leave(page);
    // The gate kept pushes of this page out, so the bit is still clear and what was read is valid.
    CHECK(Lacks(page), "page %s was pushed while it was read", ToString(page).c_str());
    CO_TRY(read);
    // The snapshot may have lost a push of this very page meanwhile.
    if (life_.suspect()) co_return telemetry::kReadOfSuspect(name_);
    co_return CheckAge(page, page::PageView(into).lsn());
  }
  if (held_.Read(page, into, form())) co_return Status();
  CO_TRY(co_await files_.Of(page).file().Read(uint64_t{page.number()} * page::kPageSize, into));
  co_return page::VerifyPage(into, page, form());
}

Task<std::vector<bool>> Snapshot::ReadFromSource(PageId first, std::vector<page::PageSpan> into) {
  const auto count = static_cast<uint32_t>(into.size());
  for (uint32_t i = 0; i < count; ++i) gate_.Enter(PageId{first.value + i});
  std::vector<bool> read = co_await source_.ReadPagesForSnapshot(first, into);
  for (uint32_t i = 0; i < count; ++i) {
    const PageId page{first.value + i};
    gate_.Leave(page);
    CHECK(Lacks(page), "page %s was pushed while it was read", ToString(page).c_str());
    const bool is_right = !life_.suspect() && CheckAge(page, page::PageView(into[i]).lsn()).ok();
    read[i] = read[i] && is_right;
  }
  co_return std::move(read);
}

// Pages that it has copies of lie in regions of the sparse file, and each is read by itself.
Task<std::vector<bool>> Snapshot::ReadPages(PageId first, std::vector<page::PageSpan> into) {
  std::vector<bool> read;
  while (read.size() < into.size()) {
    const size_t from = read.size();
    size_t end = from;
    while (end < into.size() && IsFreeInSource(PageId{first.value + end})) ++end;
    if (end - from > 1 && !life_.suspect()) {
      const auto begin = into.begin() + static_cast<ptrdiff_t>(from);
      std::vector<bool> run = co_await ReadFromSource(
          PageId{first.value + from}, {begin, into.begin() + static_cast<ptrdiff_t>(end)});
      read.insert(read.end(), run.begin(), run.end());
    } else {
      const Status one = co_await ReadPage(PageId{first.value + from}, into[from]);
      read.push_back(one.ok());
    }
  }
  co_return std::move(read);
}

Task<Status> Snapshot::WritePages(PageId first, std::vector<ConstByteSpan> pages) {
  for (uint32_t i = 0; i < pages.size(); ++i) {
    const PageId page{first.value + i};
    CHECK(!Lacks(page), "a page that was not claimed is written");
    if (state() >= State::kOnline || split().IsNone()) continue;
    if (Load<Lsn>(pages[i], page::header_offset::kLsn) == split()) undone_.insert(page);
    files_.header().undone_pages = undone_.size();
  }
  SparseFile& file = files_.Of(first);
  CO_TRY(file.TakeRegions(first.number(), static_cast<uint32_t>(pages.size())));
  co_return co_await file.file().WriteDurable(uint64_t{first.number()} * page::kPageSize,
                                              std::move(pages));
}

// A recovery that has lost a push goes on to its end, which comes to nothing.
Status Snapshot::MayChange() const {
  const bool is_recovered = state() > State::kSplit && !life_.suspect();
  return is_recovered ? Status(telemetry::kReadOnly(name_)) : Status();
}

Task<Status> Snapshot::Push(Worker& worker, PageId page, page::ConstPageSpan) {
  while (gate_.IsHeld(page)) {
    co_await worker.BeginWait(WaitType::kReplicaWrites);
    if (gate_.IsHeld(page)) co_await gate_.WaitForHolder(page);
    co_await worker.EndWait();
  }
  // Claiming is one step: the content is in the snapshot's own buffer, latched EX by the caller.
  if (!Lacks(page)) co_return Status();
  SetCopied(page);
  const PushCause cause = worker.push_cause();
  ++(cause == PushCause::kUndo ? figures_.pages_pulled_by_undo : figures_.pages_pulled_by_redo);
  if (pull_listener_ != nullptr) pull_listener_->OnPushed(*this, page, cause);
  co_return Status();
}

}  // namespace snapscope::snapshot
