#include "snapshot/snapshot.h"

#include <algorithm>
#include <utility>

#include "page/compact.h"
#include "page/page_buffer.h"
#include "telemetry/sql_errors.h"

namespace snapscope::snapshot {

using runtime::WaitType;

Snapshot::Snapshot(runtime::Executor& executor, std::string name, DbId db, SourceStore& source)
    : name_(std::move(name)), db_(db), source_(source), gate_(executor), header_turns_(executor) {
  SetFirstWriteHook(this);
}

page::PageForm Snapshot::form() const { return source_.form(); }

void Snapshot::SetSplit(Lsn split, TimeNs as_of) {
  CHECK(split_.IsNone(), "the split of %s is set twice", name_.c_str());
  split_ = split;
  as_of_ = as_of;
}

Task<Status> Snapshot::OpenFiles(Worker& worker, std::vector<storage::FilePlace> places,
                                 SparseFileLimit limit) {
  const storage::FileOptions options{.size = 0, .sparse = true};
  if (places.size() != source_.files().size()) {
    co_return Error{ErrorCode::kNotFound,
                    "snapshot " + name_ + " has " + std::to_string(places.size()) + " of the " +
                        std::to_string(source_.files().size()) + " files that its source has"};
  }
  for (uint32_t position = 0; position < places.size(); ++position) {
    const storage::FilePlace& place = places[position];
    if (!place.Exists()) {
      co_return Error{ErrorCode::kNotFound, "snapshot " + name_ + " has lost " + place.path};
    }
    Result<std::unique_ptr<storage::File>> file =
        co_await worker.Waiting(WaitType::kIoCompletion, place.volume->Open(place.path, options));
    CO_TRY(file);
    AddFile(SparseFile(page::DataFileId(position), place, std::move(file).value(), limit));
  }
  co_return Status();
}

uint64_t Snapshot::copied_pages() const {
  uint64_t pages = 0;
  for (const SparseFile& file : files_) pages += file.copied_pages();
  return pages;
}

void Snapshot::AddCopiedTo(page::PageSet& pages) const {
  for (const SparseFile& file : files_) {
    pages.Add(page::DataFilePosition(file.id()), file.copied());
  }
}

uint64_t Snapshot::region_bytes() const {
  uint64_t bytes = 0;
  for (const SparseFile& file : files_) bytes += file.region_bytes();
  return bytes;
}

void Snapshot::CloseFiles() {
  for (SparseFile& file : files_) file.Close();
}

Result<uint64_t> Snapshot::SizeOnDisk() const {
  uint64_t bytes = 0;
  for (const SparseFile& file : files_) {
    if (!file.is_open()) continue;
    const Result<uint64_t> size = file.file().SizeOnDisk();
    TRY(size);
    bytes += size.value();
  }
  return bytes;
}

storage::FileStatistics Snapshot::io() const {
  storage::FileStatistics io;
  for (const SparseFile& file : files_) io += file.io();
  return io;
}

Task<Status> Snapshot::WriteHeaderTo(storage::File& file) {
  const runtime::Turns::Turn turn = co_await header_turns_.Await();
  const SnapshotHeader header{state_, split_, as_of_, log_restart_, undone_pages_};
  co_return co_await files_.front().WriteHeaderTo(file, header);
}

// The first one is read also where another is amiss: it knows of a revert.
Task<Status> Snapshot::ReadHeader(Worker& worker) {
  const Result<SnapshotHeader> header = co_await files_.front().ReadHeader(worker);
  CO_TRY(header);
  if (header->state == State::kCreating) {
    co_return Error{ErrorCode::kNotFound, "snapshot " + name_ + " was never completed"};
  }
  state_ = header->state;
  split_ = header->split;
  as_of_ = header->as_of;
  log_restart_ = header->log_restart;
  undone_pages_ = header->undone_pages;
  for (size_t position = 1; position < files_.size(); ++position) {
    const Result<SnapshotHeader> other = co_await files_[position].ReadHeader(worker);
    CO_TRY(other);
  }
  co_return Status();
}

// Pages that are held in memory alone are not in the files yet.
KeptMaps Snapshot::DurableMaps() const {
  KeptMaps maps{.snapshot = name_, .files = {}};
  for (const SparseFile& file : files_) maps.files.push_back(file.maps());
  for (const auto& [page, image] : held_) {
    maps.files[page::DataFilePosition(page.file())].copied.Clear(page.number());
  }
  return maps;
}

Task<Status> Snapshot::Reload(Worker& worker, const KeptMaps* kept) {
  CO_TRY(co_await ReadHeader(worker));
  if (kept != nullptr && kept->snapshot == name_) {
    for (size_t i = 0; i < files_.size(); ++i) files_[i].Adopt(kept->files[i]);
    co_return Status();
  }
  Status whole;
  for (SparseFile& file : files_) {
    const Status rebuilt = co_await file.RebuildBitmap(worker, form(), split_);
    if (!rebuilt.ok() && rebuilt.error().code != ErrorCode::kCorruptPage) co_return rebuilt;
    if (whole.ok()) whole = rebuilt;
  }
  co_return whole.ok() ? CheckUndonePages() : whole;
}

Status Snapshot::CheckUndonePages() const {
  uint64_t found = 0;
  for (const SparseFile& file : files_) found += file.undone_pages();
  if (found == undone_pages_) return Status();
  return Error{ErrorCode::kCorruptPage, "the sparse files of snapshot " + name_ + " have " +
                                            std::to_string(found) + " of the " +
                                            std::to_string(undone_pages_) +
                                            " pages that its recovery undid (824): a copy is lost"};
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
  if (split_.IsNone() || lsn < split_) return Status();
  return Error{ErrorCode::kCorruptPage,
               "page " + ToString(page) + " of snapshot " + name_ +
                   " is not in its sparse file, but the source's has changed at " + ToString(lsn) +
                   ", after the split at " + ToString(split_) + " (824)"};
}

Status Snapshot::CheckRedo(PageId page, Lsn lsn) const {
  if (!complete_ || lsn >= split_) return Status();
  return Error{ErrorCode::kCorruptPage,
               "page " + ToString(page) + " of snapshot " + name_ +
                   " is not in its sparse file, but the source's lacks a change at " +
                   ToString(lsn) + ", before the split at " + ToString(split_) + " (824)"};
}

void Snapshot::Hold(const PreImages& images) {
  for (const auto& [page, image] : images) {
    CHECK(Lacks(page), "page %s is held but was copied", ToString(page).c_str());
    SetCopied(page);
    held_.emplace(page, image);
  }
}

bool Snapshot::ReadHeld(PageId page, page::PageSpan into) const {
  const auto held = held_.find(page);
  if (held == held_.end()) return false;
  page::CopyPage(held->second->bytes, into, form());
  return true;
}

Status Snapshot::ReadStored(PageId page, page::PageSpan into) {
  if (ReadHeld(page, into)) return Status();
  if (Lacks(page)) {
    TRY(source_.ReadStored(page, into));
    return CheckAge(page, page::PageView(into).lsn());
  }
  TRY(FileOf(page).file().ReadNow(uint64_t{page.number()} * page::kPageSize, into));
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
  if (state_ == State::kSuspect) co_return telemetry::kReadOfSuspect(name_);
  if (Lacks(page)) {
    gate_.Enter(page);
    const Status read = co_await source_.ReadForSnapshot(page, into);
    gate_.Leave(page);
    // The gate kept pushes of this page out, so the bit is still clear and what was read is valid.
    CHECK(Lacks(page), "page %s was pushed while it was read", ToString(page).c_str());
    CO_TRY(read);
    // The snapshot may have lost a push of this very page meanwhile.
    if (state_ == State::kSuspect) co_return telemetry::kReadOfSuspect(name_);
    co_return CheckAge(page, page::PageView(into).lsn());
  }
  if (ReadHeld(page, into)) co_return Status();
  CO_TRY(co_await FileOf(page).file().Read(uint64_t{page.number()} * page::kPageSize, into));
  co_return page::VerifyPage(into, page, form());
}

Task<Status> Snapshot::WritePages(PageId first, std::vector<ConstByteSpan> pages) {
  for (uint32_t i = 0; i < pages.size(); ++i) {
    const PageId page{first.value + i};
    CHECK(!Lacks(page), "a page that was not claimed is written");
    const bool undone =
        !complete_ && !split_.IsNone() && Load<Lsn>(pages[i], page::header_offset::kLsn) == split_;
    if (undone && undone_.insert(page).second) ++undone_pages_;
  }
  SparseFile& file = FileOf(first);
  CO_TRY(file.TakeRegions(first.number(), static_cast<uint32_t>(pages.size())));
  co_return co_await file.file().WriteDurable(uint64_t{first.number()} * page::kPageSize,
                                              std::move(pages));
}

bool Snapshot::NeedsPush(PageId page) const { return state_ == State::kOnline || Lacks(page); }

Task<Status> Snapshot::Push(Worker& worker, PageId page, page::ConstPageSpan) {
  if (state_ == State::kOnline) co_return telemetry::kReadOnly(name_);
  while (gate_.IsHeld(page)) {
    co_await worker.BeginWait(WaitType::kReplicaWrites);
    if (gate_.IsHeld(page)) co_await gate_.WaitForHolder(page);
    co_await worker.EndWait();
  }
  // Claiming is one step: the content is in the snapshot's own buffer, latched EX by the caller.
  if (!Lacks(page)) co_return Status();
  SetCopied(page);
  if (pull_cause_ == CopyCause::kRedo) {
    ++figures_.pages_pulled_by_redo;
  } else {
    ++figures_.pages_pulled_by_undo;
  }
  co_return Status();
}

}  // namespace snapscope::snapshot
